//! A string: it pulls when it is longer than its rest length and never pushes. \[theory:force-laws\] (8)-(12)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N/m |
//! | c | `damping` | N s/m |
//! | l₀ | `rest_length` | m |
//!
//! N = k x (1 + tanh(c ẋ/(k x))) with x = l − l₀ > 0, else zero. A string of exactly its rest length is unloaded, as that of
//! \[cardona\] section 7.2 at the start.

use super::coordinate::Coordinate;
use super::one_sided::one_sided;
use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// A string between two points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TensionString {
    /// Stiffness when taut (N/m).
    pub stiffness: f64,
    /// Damping when taut (N s/m); it never exceeds the pull of the spring.
    pub damping: f64,
    /// Length at which it becomes taut (m).
    pub rest_length: f64,
}

impl TensionString {
    /// Refuses what no string can have; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        check::spring(of, self.stiffness, self.damping, self.rest_length)
    }
}

impl Law for TensionString {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        Coordinate::law_of_elongation(motion, self.rest_length, |elongation, rate| {
            one_sided(self.stiffness, self.damping, elongation, rate)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::moving;

    /// The string of \[cardona\] section 7.2.
    const STRING: TensionString = TensionString {
        stiffness: 1000.0,
        damping: 0.0,
        rest_length: 50.0,
    };

    #[test]
    fn slack_and_unloaded_at_its_rest_length() {
        let (still, stretching) = ([0.0; 6], [0.0, -2.0, 0.0, 0.0, 0.0, 0.0]);
        for length in [0.0, 30.0, 50.0] {
            for velocity in [still, stretching] {
                let motion = moving([0.0, -length, 0.0], [0.0; 3], velocity);
                let value = TensionString {
                    damping: 5.0,
                    ..STRING
                }
                .evaluate(&motion, 0.0, 0.0);
                assert_eq!(value, LawValue::default(), "{length}");
            }
        }
    }

    #[test]
    fn pulls_back_when_taut() {
        // 30, 40, 0 is 50 long; a fifth more is 60.
        let motion = moving([36.0, -48.0, 0.0], [0.0; 3], [0.0; 6]);
        let value = STRING.evaluate(&motion, 0.0, 0.0);
        let expected = [-6000.0, 8000.0, 0.0];
        for (f, expected) in value.force.iter().zip(expected) {
            assert!((f - expected).abs() < 1e-9);
        }
        assert!((value.potential - 50_000.0).abs() < 1e-8);
    }

    #[test]
    fn refuses_a_negative_stiffness() {
        let wrong = TensionString {
            stiffness: -1.0,
            ..STRING
        };
        let message = wrong.check("string `s`").unwrap_err().to_string();
        assert_eq!(
            message,
            "string `s`: stiffness = -1 is not possible; it must be a finite number, not below 0"
        );
        assert!(STRING.check("s").is_ok());
        let nan = TensionString {
            rest_length: f64::NAN,
            ..STRING
        };
        assert!(nan.check("s").is_err());
    }
}
