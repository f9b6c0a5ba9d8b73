//! A spring and damper about the z axis of a, over any number of turns. \[theory:force-laws\] (5), (7)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N m/rad |
//! | c | `damping` | N m s/rad |
//! | φ₀ | `rest_angle` | rad |
//!
//! The torque −(k (φ − φ₀) + c φ̇) acts on b along ∂φ/∂θ; V = ½ k (φ − φ₀)². φ is followed over whole turns.

use super::coordinate::{Coordinate, ScalarForce, linear};
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// Spring and damper about the shared z axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TorsionSpring {
    /// Stiffness (N m/rad).
    pub stiffness: f64,
    /// Damping (N m s/rad).
    pub damping: f64,
    /// Angle of b about the z of a without torque (rad); whole turns count.
    pub rest_angle: f64,
}

impl TorsionSpring {
    /// Refuses what no spring can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::finite(of, &[("rest_angle", self.rest_angle)])?;
        check::not_negative(
            of,
            &[("stiffness", self.stiffness), ("damping", self.damping)],
        )
    }

    fn turned(&self, turn: f64, rate: f64) -> ScalarForce {
        linear(self.stiffness, self.damping, turn - self.rest_angle, rate)
    }
}

impl Law for TorsionSpring {
    fn evaluate(&self, motion: &RelativeMotion, turn: f64, _: f64) -> LawValue {
        let angle = Coordinate::about_z(motion, turn);
        angle.law(&self.turned(angle.value, angle.rate))
    }

    fn of_turn(&self, turn: f64, rate: f64, _: f64) -> Option<ScalarForce> {
        Some(self.turned(turn, rate))
    }

    fn follows_turns(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::{assert_close, moving};
    use std::f64::consts::TAU;

    /// Three turns and a bit with a rest angle of one turn: k (2 turns and a bit), whatever place b is at.
    #[test]
    fn counts_turns() {
        let spring = TorsionSpring {
            stiffness: 7.0,
            damping: 0.5,
            rest_angle: TAU,
        };
        let motion = moving(
            [0.3, 0.2, 9.0],
            [0.0, 0.0, 0.4],
            [0.0, 0.0, 0.0, 0.0, 0.0, 2.0],
        );
        assert!((motion.turn().angle - 0.4).abs() < 1e-15);
        let value = spring.evaluate(&motion, 3.0 * TAU + 0.4, 0.0);
        let deflection = 2.0 * TAU + 0.4;
        assert!((value.force[5] + 7.0 * deflection + 1.0).abs() < 1e-12);
        assert_close(&value.force[..5], &[0.0; 5], 0.0);
        assert!((value.stiffness[5][5] - 7.0).abs() < 1e-14);
        assert!((value.potential - 3.5 * deflection * deflection).abs() < 1e-11);
        assert!((value.dissipated - 2.0).abs() < 1e-14);
    }

    #[test]
    fn refuses_what_is_no_number() {
        let spring = TorsionSpring {
            stiffness: 7.0,
            damping: f64::INFINITY,
            rest_angle: 0.0,
        };
        let message = spring.check("spring").unwrap_err().to_string();
        assert!(message.contains("damping = inf"), "{message}");
    }
}
