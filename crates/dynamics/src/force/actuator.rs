//! Forces and torques between two frames by a function of time. \[theory:force-laws\] (32)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F(t) | [`ForceBetween::function`], drives b along the z axis of a | N |
//! | M(t) | [`TorqueBetween::function`], turns b about the z axis of a | N m |
//!
//! Equal and opposite: what b feels, a feels against it. Their power comes from outside.

use super::coordinate::{Coordinate, ScalarForce};
use crate::{Error, Law, LawValue, RelativeMotion, TimeFunction};

/// A force that drives b along the z axis of a.
#[derive(Debug, Clone, PartialEq)]
pub struct ForceBetween {
    /// Force on b over time (N).
    pub function: TimeFunction,
}

/// A torque that turns b about the z axis of a.
#[derive(Debug, Clone, PartialEq)]
pub struct TorqueBetween {
    /// Torque on b over time (N m).
    pub function: TimeFunction,
}

impl ForceBetween {
    /// Refuses a function that is none.
    pub fn check(&self) -> Result<(), Error> {
        self.function.check()
    }
}

impl TorqueBetween {
    /// Refuses a function that is none.
    pub fn check(&self) -> Result<(), Error> {
        self.function.check()
    }
}

/// A given effort along a coordinate: positive drives it on.
fn given(rate: f64, effort: f64) -> ScalarForce {
    ScalarForce {
        force: -effort,
        supplied: effort * rate,
        ..ScalarForce::default()
    }
}

impl Law for ForceBetween {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, time: f64) -> LawValue {
        let along = Coordinate::along_z(motion);
        along.law(&given(along.rate, self.function.at(time).value))
    }

    fn breaks(&self) -> Vec<f64> {
        self.function.breaks()
    }
}

impl Law for TorqueBetween {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, time: f64) -> LawValue {
        // The angle itself does not matter.
        let angle = Coordinate::about_z(motion, 0.0);
        angle.law(&given(angle.rate, self.function.at(time).value))
    }

    fn of_turn(&self, _: f64, rate: f64, time: f64) -> Option<ScalarForce> {
        Some(given(rate, self.function.at(time).value))
    }

    fn breaks(&self) -> Vec<f64> {
        self.function.breaks()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::{assert_close, moving};

    #[test]
    fn drives_b_on() {
        let velocity = [1.0, 2.0, 3.0, 0.0, 0.0, -5.0];
        let motion = moving([1.0, 0.0, 4.0], [0.0, 0.0, 0.7], velocity);
        let function = TimeFunction::Ramp {
            start: 0.0,
            end: 2.0,
            from: 0.0,
            to: 10.0,
        };
        let force = ForceBetween {
            function: function.clone(),
        };
        let value = force.evaluate(&motion, 0.0, 1.5);
        assert_close(&value.force, &[0.0, 0.0, 7.5, 0.0, 0.0, 0.0], 1e-14);
        assert!((value.supplied - 22.5).abs() < 1e-13);
        let value = TorqueBetween { function }.evaluate(&motion, 0.0, 1.0);
        assert_close(&value.force[..5], &[0.0; 5], 0.0);
        assert!((value.force[5] - 5.0).abs() < 1e-14);
        assert!((value.supplied + 25.0).abs() < 1e-13);
    }
}
