//! A spring and damper along the line between two points. \[theory:force-laws\] (5), (6)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N/m |
//! | c | `damping` | N s/m |
//! | l₀ | `rest_length` | m |
//!
//! N = k (l − l₀) + c l̇ pulls the points together; V = ½ k (l − l₀)².

use super::coordinate::{Coordinate, linear};
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// Spring and damper along the line from a to b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// Stiffness (N/m).
    pub stiffness: f64,
    /// Damping (N s/m).
    pub damping: f64,
    /// Length without force (m).
    pub rest_length: f64,
}

impl Spring {
    /// Refuses what no spring can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::spring(of, self.stiffness, self.damping, self.rest_length)
    }
}

impl Law for Spring {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        Coordinate::law_of_elongation(motion, self.rest_length, |elongation, rate| {
            linear(self.stiffness, self.damping, elongation, rate)
        })
    }
}
