//! Friction of flanks that slide: a share of the normal force over the sliding speed. \[theory:mesh-laws\] (15)-(20)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | v | `slip`: velocity of b's surface less that of a's | m/s |
//! | v₀ | `transition_speed` | m/s |
//! | v_s | `stribeck_speed` | m/s |
//! | μ, μ_s, μ_k | `coefficient`, `static_coefficient`, `kinetic_coefficient` | |
//! | f(v) = μ(|v|) tanh(v/v₀) | what `at` answers | |
//!
//! The friction on a is f N along the slip, that on b the opposite: it takes f N v ≥ 0 out of the motion (`sign:slip`). All laws here
//! are regularised, so flanks that should stick creep with less than v₀.
//!
//! tanh and not v/√(v² + v₀²): it reaches μ to 1e-9 at eleven times v₀, where the other still lacks 0.4 %, so that efficiencies
//! are those of the coefficient as soon as there is sliding.
//!
//! # References
//! \[andersson2007\] for tanh and the Stribeck curve.

mod table;

pub(crate) use table::COEFFICIENT_ROWS;
pub use table::FrictionTable;

use crate::LawError;
use crate::error::{not_negative, positive};
use crate::saturation::saturation;

/// How much slower than the Stribeck speed the transition must be: friction then reaches at least 92 % of its static coefficient.
const LARGEST_TRANSITION: f64 = 0.1;

/// Friction of sliding flanks.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Friction {
    /// None at all.
    #[default]
    None,
    /// One coefficient at every speed.
    Coulomb {
        /// Coefficient μ.
        coefficient: f64,
        /// Speed v₀ over which it turns its sign (m/s).
        transition_speed: f64,
    },
    /// A coefficient that falls from sticking to sliding.
    Stribeck {
        /// Coefficient μ_s as sliding begins.
        static_coefficient: f64,
        /// Coefficient μ_k at high speed.
        kinetic_coefficient: f64,
        /// Speed v_s of the fall (m/s): a share 1/e of it is left there.
        stribeck_speed: f64,
        /// Speed v₀ over which friction turns its sign (m/s), at most a tenth of v_s.
        transition_speed: f64,
    },
    /// Coefficients over sliding speed.
    Table(FrictionTable),
}

impl Friction {
    /// Whether there is none at any speed.
    pub fn is_none(&self) -> bool {
        match self {
            Self::None => true,
            Self::Coulomb { coefficient, .. } => *coefficient <= 0.0,
            // No smaller than the kinetic one.
            Self::Stribeck {
                static_coefficient, ..
            } => *static_coefficient <= 0.0,
            Self::Table(table) => table
                .rows()
                .iter()
                .all(|[_, coefficient]| *coefficient <= 0.0),
        }
    }

    /// Refuses what no friction is; tables are checked when they are made.
    pub fn check(&self) -> Result<(), LawError> {
        match *self {
            Self::None | Self::Table(_) => Ok(()),
            Self::Coulomb {
                coefficient,
                transition_speed,
            } => {
                not_negative("coefficient", coefficient)?;
                positive("transition_speed", transition_speed)
            }
            Self::Stribeck {
                static_coefficient,
                kinetic_coefficient,
                stribeck_speed,
                transition_speed,
            } => {
                not_negative("static_coefficient", static_coefficient)?;
                not_negative("kinetic_coefficient", kinetic_coefficient)?;
                if kinetic_coefficient > static_coefficient {
                    return Err(LawError::Value {
                        key: "kinetic_coefficient",
                        value: kinetic_coefficient,
                        allowed: "at most static_coefficient; friction that rises with speed is a table",
                    });
                }
                positive("stribeck_speed", stribeck_speed)?;
                positive("transition_speed", transition_speed)?;
                let largest = LARGEST_TRANSITION * stribeck_speed;
                if transition_speed > largest {
                    return Err(LawError::TransitionTooSlow {
                        transition_speed,
                        stribeck_speed,
                        largest,
                    });
                }
                Ok(())
            }
        }
    }

    /// Share of the normal force at a slip, with the sign of the slip, and its derivative (s/m).
    pub fn at(&self, slip: f64) -> [f64; 2] {
        let speed = slip.abs();
        let ([coefficient, by_speed], transition_speed) = match self {
            Self::None => return [0.0; 2],
            Self::Coulomb {
                coefficient,
                transition_speed,
            } => ([*coefficient, 0.0], *transition_speed),
            Self::Stribeck {
                static_coefficient,
                kinetic_coefficient,
                stribeck_speed,
                transition_speed,
            } => {
                let fall = static_coefficient - kinetic_coefficient;
                let curve = stribeck(*kinetic_coefficient, fall, speed / stribeck_speed);
                ([curve[0], curve[1] / stribeck_speed], *transition_speed)
            }
            Self::Table(table) => (table.coefficient(speed), table.transition_speed()),
        };
        let [share, slope] = saturation(slip / transition_speed);
        [
            coefficient * share,
            // d|v|/dv tanh = |tanh|: even, and smooth through zero. [theory:mesh-laws] (16)
            by_speed * share.abs() + coefficient * slope / transition_speed,
        ]
    }
}

/// μ_k + (μ_s − μ_k) exp(−s²) and its derivative, at s = |v|/v_s. \[theory:mesh-laws\] (18)
pub(crate) fn stribeck(kinetic: f64, fall: f64, s: f64) -> [f64; 2] {
    // Beyond 30 nothing of it is left, and the square might be no number.
    if s > 30.0 {
        return [kinetic, 0.0];
    }
    let rest = fall * (-s * s).exp();
    [kinetic + rest, -2.0 * s * rest]
}

#[cfg(test)]
mod tests;
