//! How much force a penetration of the teeth takes: force, stiffness and energy together. \[theory:mesh-laws\] (3), \[theory:planar-contact\] (23), (24)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | p | `penetration`, not below zero | m |
//! | F(p) | `force` | N |
//! | F′(p) | `stiffness` | N/m |
//! | V(p) = ∫ F dp | `energy` | J |
//! | k | `stiffness` of the linear law | N/m |
//! | R | `roughness`: where the progressive law becomes linear | m |
//! | k_0, k_1, F_1 | `stiffness`, `full_stiffness`, `full_load` of the stiffening law | N/m, N |
//!
//! # References
//! \[cardona\] (36); \[linden\] (41)-(43), with damping elsewhere.

mod force_table;

pub use force_table::ForceTable;

use crate::error::positive;
use crate::{FlankContact, LawError};

/// How teeth resist being pressed together.
#[derive(Debug, Clone, PartialEq)]
pub enum Elasticity {
    /// F = k p. \[cardona\] (36)
    Linear {
        /// Stiffness k in the direction of the deflection (N/m).
        stiffness: f64,
    },
    /// Stiffness that grows with the penetration from nothing until rough flanks are flat, then stays. \[linden\] (41)
    Progressive {
        /// Stiffness k of flat flanks (N/m).
        stiffness: f64,
        /// Penetration R at which they are flat (m).
        roughness: f64,
    },
    /// Stiffness that grows with the load, linearly, as measurements show it; constant beyond a full load.
    Stiffening {
        /// Stiffness k_0 at the first touch (N/m).
        stiffness: f64,
        /// Stiffness k_1 at full load (N/m), larger than k_0.
        full_stiffness: f64,
        /// The load F_1 (N).
        full_load: f64,
    },
    /// Forces over penetration.
    Table(ForceTable),
    /// One law for the right flanks of a and one for the left.
    PerFlank(Box<[Self; 2]>),
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

impl ElasticValue {
    /// All of it, times a factor of the stiffness.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self {
            force: factor * self.force,
            stiffness: factor * self.stiffness,
            energy: factor * self.energy,
        }
    }
}

impl Elasticity {
    /// Refuses what no tooth is.
    pub fn check(&self) -> Result<(), LawError> {
        match self {
            Self::Linear { stiffness } => positive("stiffness", *stiffness),
            Self::Progressive {
                stiffness,
                roughness,
            } => {
                positive("stiffness", *stiffness)?;
                positive("roughness", *roughness)
            }
            Self::Stiffening {
                stiffness,
                full_stiffness,
                full_load,
            } => {
                positive("stiffness", *stiffness)?;
                positive("full_stiffness", *full_stiffness)?;
                positive("full_load", *full_load)?;
                if full_stiffness <= stiffness {
                    return Err(LawError::Value {
                        key: "full_stiffness",
                        value: *full_stiffness,
                        allowed: "more than stiffness; teeth that do not stiffen are linear",
                    });
                }
                Ok(())
            }
            // Checked when it was made.
            Self::Table(_) => Ok(()),
            Self::PerFlank(flanks) => flanks.iter().try_for_each(Self::check),
        }
    }

    /// On a flank, at a penetration that is not below zero; at zero the stiffness is that of the first touch.
    pub fn at(&self, flank: FlankContact, penetration: f64) -> ElasticValue {
        match self {
            Self::Linear { stiffness } => {
                let force = stiffness * penetration;
                ElasticValue {
                    force,
                    stiffness: *stiffness,
                    energy: 0.5 * force * penetration,
                }
            }
            Self::Progressive {
                stiffness,
                roughness,
            } => progressive(*stiffness, *roughness, penetration),
            Self::Stiffening {
                stiffness,
                full_stiffness,
                full_load,
            } => stiffening([*stiffness, *full_stiffness], *full_load, penetration),
            Self::Table(table) => table.at(penetration),
            Self::PerFlank(flanks) => match flank {
                FlankContact::Right => flanks[0].at(flank, penetration),
                FlankContact::Left => flanks[1].at(flank, penetration),
                FlankContact::None => ElasticValue::default(),
            },
        }
    }
}

/// \[theory:planar-contact\] (23)
fn progressive(stiffness: f64, roughness: f64, p: f64) -> ElasticValue {
    if p < roughness {
        let share = p / roughness;
        return ElasticValue {
            force: 0.5 * stiffness * share * p,
            stiffness: stiffness * share,
            energy: stiffness * share * p * p / 6.0,
        };
    }
    ElasticValue {
        force: stiffness * (p - 0.5 * roughness),
        stiffness,
        energy: stiffness * (0.5 * p * (p - roughness) + roughness * roughness / 6.0),
    }
}

/// dF/dp = k_0 + (k_1 − k_0) F/F_1 up to F_1, k_1 beyond. \[theory:planar-contact\] (24)
fn stiffening([first, full]: [f64; 2], full_load: f64, p: f64) -> ElasticValue {
    let rate = (full - first) / full_load;
    let until = (full / first).ln() / rate;
    let x = rate * p.min(until);
    let force = first / rate * x.exp_m1();
    let soft = ElasticValue {
        force,
        stiffness: first + rate * force,
        energy: first / (rate * rate) * exp_m1_less_linear(x),
    };
    if p <= until {
        return soft;
    }
    let more = p - until;
    ElasticValue {
        force: full_load + full * more,
        stiffness: full,
        energy: soft.energy + more * (full_load + 0.5 * full * more),
    }
}

/// e^x − 1 − x, without cancellation for small x.
fn exp_m1_less_linear(x: f64) -> f64 {
    if x > 0.1 {
        return x.exp_m1() - x;
    }
    // What is left out is below 2 x⁸/10! of it, 6e-15 at 0.1.
    let mut sum = 0.0;
    for n in (3..=9).rev() {
        sum = (1.0 + sum) * x / f64::from(n);
    }
    0.5 * x * x * (1.0 + sum)
}

#[cfg(test)]
mod tests;
