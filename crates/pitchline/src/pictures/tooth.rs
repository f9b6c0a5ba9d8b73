//! One tooth with its circles.

use crate::model::Gear;
use crate::plot::{Drawing, Scene};

/// One tooth with its circles.
pub fn tooth(gear: &Gear) -> Scene {
    Drawing::new(gear.name.as_str()).render()
}
