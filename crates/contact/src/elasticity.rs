//! How much force a penetration of the teeth takes: force, stiffness and energy together. \[theory:mesh-laws\] (3)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | p | `penetration`, not below zero | m |
//! | F(p) | `force` | N |
//! | F′(p) | `stiffness` | N/m |
//! | V(p) = ∫ F dp | `energy` | J |
//! | k | `stiffness` of the linear law | N/m |

use crate::LawError;
use crate::error::positive;

/// How teeth resist being pressed together, alike on both flanks.
#[derive(Debug, Clone, PartialEq)]
pub enum Elasticity {
    /// F = k p. \[cardona\] (36)
    Linear {
        /// Stiffness k in the direction of the deflection (N/m).
        stiffness: f64,
    },
}

/// What a penetration takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ElasticValue {
    /// Force (N), never negative.
    pub force: f64,
    /// Its derivative (N/m).
    pub stiffness: f64,
    /// Stored energy (J).
    pub energy: f64,
}

impl Elasticity {
    /// Refuses what no tooth is.
    pub fn check(&self) -> Result<(), LawError> {
        match self {
            Self::Linear { stiffness } => positive("stiffness", *stiffness),
        }
    }

    /// At a penetration that is not below zero; at zero the stiffness is that of the first touch.
    pub fn at(&self, penetration: f64) -> ElasticValue {
        match self {
            Self::Linear { stiffness } => {
                let force = stiffness * penetration;
                ElasticValue {
                    force,
                    stiffness: *stiffness,
                    energy: 0.5 * force * penetration,
                }
            }
        }
    }
}
