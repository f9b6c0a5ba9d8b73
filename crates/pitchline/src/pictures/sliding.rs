//! Sliding and curvature along the path of contact.

use crate::model::Pair;
use crate::plot::{Drawing, Scene};

/// Sliding and curvature along the path of contact.
pub fn sliding(pair: &Pair, _speed: Option<f64>) -> Scene {
    Drawing::new(pair.name.as_str()).render()
}
