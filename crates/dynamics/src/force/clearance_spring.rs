//! A spring and damper with free play: nothing happens until the play is used up. \[theory:force-laws\] (8)-(11), (15)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N/m |
//! | c | `damping` | N s/m |
//! | e | `clearance`, to each side of the middle | m |
//! | x | deflection from the middle of the play | m |
//!
//! δ = |x| − e > 0 drives back towards the middle by N = k δ (1 + tanh(c δ̇/(k δ))): continuous at the ends of the play, damped
//! in contact only, and never pulling.

use super::coordinate::{Coordinate, ScalarForce};
use super::one_sided::one_sided;
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// What moves within the play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Play {
    /// The distance of the two points, to both sides of a length.
    Line {
        /// Length in the middle of the play (m).
        middle: f64,
    },
    /// The displacement along the z axis of a, to both sides of a place.
    Axis {
        /// Displacement in the middle of the play (m).
        middle: f64,
    },
    /// The distance from the z axis of a: a pin (b) in a hole (a) that is larger.
    Radial,
}

/// A spring with free play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClearanceSpring {
    /// Stiffness in contact (N/m).
    pub stiffness: f64,
    /// Damping in contact (N s/m); it never exceeds the force of the spring.
    pub damping: f64,
    /// Way from the middle of the play to each end (m); of a pin in a hole the difference of their radii.
    pub clearance: f64,
    /// What moves within the play.
    pub play: Play,
}

impl ClearanceSpring {
    /// Refuses what no play can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        match self.play {
            Play::Line { middle } => check::not_negative(of, &[("middle", middle)])?,
            Play::Axis { middle } => check::finite(of, &[("middle", middle)])?,
            Play::Radial => {}
        }
        check::not_negative(
            of,
            &[
                ("stiffness", self.stiffness),
                ("damping", self.damping),
                ("clearance", self.clearance),
            ],
        )
    }

    /// Force on the deflection x from the middle of the play.
    fn force(&self, deflection: f64, rate: f64) -> ScalarForce {
        let side = 1f64.copysign(deflection);
        let depth = deflection.abs() - self.clearance;
        let contact = one_sided(self.stiffness, self.damping, depth, side * rate);
        ScalarForce {
            force: side * contact.force,
            ..contact
        }
    }

    /// A pin without play at the very centre of its hole has no direction of its own: it is held alike in all.
    fn centred(&self) -> LawValue {
        let mut value = LawValue::default();
        if self.clearance <= 0.0 {
            value.stiffness[0][0] = self.stiffness;
            value.stiffness[1][1] = self.stiffness;
        }
        value
    }
}

impl Law for ClearanceSpring {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let (coordinate, middle) = match self.play {
            Play::Line { middle } => (Coordinate::distance(motion), middle),
            Play::Axis { middle } => (Some(Coordinate::along_z(motion)), middle),
            Play::Radial => match Coordinate::radius(motion) {
                None => return self.centred(),
                radius => (radius, 0.0),
            },
        };
        coordinate.map_or_else(LawValue::default, |s| {
            s.law(&self.force(s.value - middle, s.rate))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::{assert_close, moving};

    const fn spring(play: Play) -> ClearanceSpring {
        ClearanceSpring {
            stiffness: 2e6,
            damping: 40.0,
            clearance: 1e-4,
            play,
        }
    }

    fn force(law: &ClearanceSpring, place: [f64; 3]) -> [f64; 6] {
        law.evaluate(&moving(place, [0.0; 3], [0.0; 6]), 0.0, 0.0)
            .force
    }

    #[test]
    fn play_along_an_axis() {
        let law = spring(Play::Axis { middle: 0.02 });
        for z in [0.0199, 0.01995, 0.02, 0.02009] {
            assert!(force(&law, [3.0, 2.0, z])[2].abs() < 1e-8, "{z}");
        }
        // 10 µm beyond each end: 20 N back.
        assert!((force(&law, [3.0, 2.0, 0.02011])[2] + 20.0).abs() < 1e-8);
        assert!((force(&law, [3.0, 2.0, 0.01989])[2] - 20.0).abs() < 1e-8);
    }

    #[test]
    fn play_along_a_line() {
        let law = spring(Play::Line { middle: 0.05 });
        assert_close(&force(&law, [0.03, 0.04, 0.0]), &[0.0; 6], 0.0);
        // 0.0502 and 0.0498 long: 0.1 mm beyond the play, 200 N along (3, 4)/5.
        let long = force(&law, [0.03012, 0.04016, 0.0]);
        assert!((long[0] + 120.0).abs() < 1e-6 && (long[1] + 160.0).abs() < 1e-6);
        let short = force(&law, [0.02988, 0.03984, 0.0]);
        assert!((short[0] - 120.0).abs() < 1e-6 && (short[1] - 160.0).abs() < 1e-6);
    }

    #[test]
    fn a_pin_in_a_hole() {
        let law = spring(Play::Radial);
        assert_close(&force(&law, [0.0, 0.0, 5.0]), &[0.0; 6], 0.0);
        assert_close(&force(&law, [5e-5, -5e-5, 5.0]), &[0.0; 6], 0.0);
        let touching = force(&law, [9e-5, -12e-5, 5.0]);
        assert!((touching[0] + 60.0).abs() < 1e-9 && (touching[1] - 80.0).abs() < 1e-9);
        let tight = ClearanceSpring {
            clearance: 0.0,
            ..law
        };
        let centred = moving([0.0, 0.0, 1.0], [0.0; 3], [0.0; 6]);
        let near = moving([0.0, 1e-9, 1.0], [0.0; 3], [0.0; 6]);
        let at = |motion| tight.evaluate(motion, 0.0, 0.0).stiffness;
        for i in 0..2 {
            // Held at the centre as near it.
            assert!((at(&centred)[i][i] - at(&near)[i][i]).abs() < 1e-6);
        }
    }

    #[test]
    fn damping_never_pulls() {
        let law = spring(Play::Axis { middle: 0.0 });
        let leaving = moving(
            [0.0, 0.0, 1.1e-4],
            [0.0; 3],
            [0.0, 0.0, -50.0, 0.0, 0.0, 0.0],
        );
        let value = law.evaluate(&leaving, 0.0, 0.0);
        assert!(value.force[2] <= 0.0 && value.force[2] > -1e-9);
        // What the spring gives up is lost: k δ |δ̇| = 20 N · 50 m/s.
        assert!((value.dissipated - 1000.0).abs() < 1e-6);
    }

    #[test]
    fn refuses_a_negative_clearance() {
        let wrong = ClearanceSpring {
            clearance: -1e-5,
            ..spring(Play::Radial)
        };
        let message = wrong.check("bore").unwrap_err().to_string();
        assert!(
            message.starts_with("bore: clearance = -0.00001"),
            "{message}"
        );
        assert!(
            spring(Play::Axis { middle: f64::NAN })
                .check("bore")
                .is_err()
        );
        assert!(spring(Play::Line { middle: 0.1 }).check("bore").is_ok());
    }
}
