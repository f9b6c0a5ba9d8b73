//! Drag that is proportional to the speed. \[theory:force-laws\] (13), (14)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | c | `coefficient` | N m s/rad of the torque, N s/m of the force |
//!
//! The torque −c φ̇ acts on b along ∂φ/∂θ, the force −c ḋ along the velocity of b that a sees.

use super::coordinate::{Coordinate, ScalarForce, linear};
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// Drag about the shared z axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViscousTorque {
    /// Torque per speed (N m s/rad).
    pub coefficient: f64,
}

/// Drag against the displacement of b that a sees, alike in all directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViscousForce {
    /// Force per velocity (N s/m).
    pub coefficient: f64,
}

impl ViscousTorque {
    /// Refuses what no drag can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::not_negative(of, &[("coefficient", self.coefficient)])
    }
}

impl ViscousForce {
    /// Refuses what no drag can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::not_negative(of, &[("coefficient", self.coefficient)])
    }
}

impl Law for ViscousTorque {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        // The angle itself does not matter.
        let angle = Coordinate::about_z(motion, 0.0);
        angle.law(&linear(0.0, self.coefficient, 0.0, angle.rate))
    }

    fn of_turn(&self, _: f64, rate: f64, _: f64) -> Option<ScalarForce> {
        Some(linear(0.0, self.coefficient, 0.0, rate))
    }
}

impl Law for ViscousForce {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let mut value = LawValue::default();
        for i in 0..3 {
            let v = motion.velocity[i];
            value.force[i] = -self.coefficient * v;
            value.damping[i][i] = self.coefficient;
            value.dissipated += self.coefficient * v * v;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::{assert_close, moving};

    #[test]
    fn drags_against_the_motion() {
        let velocity = [1.0, -2.0, 0.5, 0.0, 0.0, -4.0];
        let motion = moving([1.0, 2.0, 3.0], [0.0, 0.0, 2.5], velocity);
        let torque = ViscousTorque { coefficient: 0.25 }.evaluate(&motion, 0.0, 0.0);
        assert!((torque.force[5] - 1.0).abs() < 1e-15);
        assert!((torque.dissipated - 4.0).abs() < 1e-14);
        let force = ViscousForce { coefficient: 2.0 }.evaluate(&motion, 0.0, 0.0);
        assert_close(&force.force, &[-2.0, 4.0, -1.0, 0.0, 0.0, 0.0], 0.0);
        assert!((force.dissipated - 10.5).abs() < 1e-14);
        assert!(ViscousForce { coefficient: -2.0 }.check("drag").is_err());
        assert!(
            ViscousTorque {
                coefficient: f64::NAN
            }
            .check("drag")
            .is_err()
        );
    }
}
