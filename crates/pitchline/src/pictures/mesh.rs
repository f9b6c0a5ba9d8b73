//! The pair in mesh: teeth, base circles, path of contact with its points A to E.

use crate::model::Pair;
use crate::plot::{Drawing, Scene};

/// The pair in mesh.
pub fn mesh(pair: &Pair) -> Scene {
    Drawing::new(pair.name.as_str()).render()
}
