//! Friction coefficient of a mesh over its speed and load, with one for the state of rest. \[theory:planar-contact\] (28)-(34)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | μ | `coefficient` | |
//! | μ_0 | `static_coefficient` | |
//! | v_mesh | `mesh_velocity` (its amount counts) | m/s |
//! | F_n | `normal_force` (its amount counts, and its sign with that of v_mesh says which way power flows) | N |
//!
//! These laws are not regularised: friction is μ |F_n| as soon as there is motion, and up to μ_0 |F_n| where there is none.
//!
//! # References
//! \[linden\] (32)-(39).

mod efficiency;
mod lubricated;

pub use efficiency::{EfficiencyFriction, EfficiencyRows};
pub use lubricated::{LubricatedFriction, LubricatedMesh, LubricationFormula};

use crate::LawError;
use crate::error::not_negative;
use crate::friction::COEFFICIENT_ROWS;
use crate::monotone_cubic::{Ends, MonotoneCubic};

/// Which wheel drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PowerFlow {
    /// Wheel a drives b.
    AToB,
    /// Wheel b drives a.
    BToA,
}

impl PowerFlow {
    /// By the signs of normal force and mesh velocity: quadrants 1 and 4 of the source, or 2 and 3. A zero counts with its sign, so that
    /// the sense of a motion that is about to begin can be told.
    pub fn of(normal_force: f64, mesh_velocity: f64) -> Self {
        if normal_force.is_sign_negative() == mesh_velocity.is_sign_negative() {
            Self::AToB
        } else {
            Self::BToA
        }
    }
}

/// A coefficient and how it changes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FrictionCoefficient {
    /// μ.
    pub value: f64,
    /// Derivative over |F_n| (1/N).
    pub by_force: f64,
    /// Derivative over |v_mesh| (s/m).
    pub by_velocity: f64,
}

/// Friction of the teeth of a pair.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum MeshFriction {
    /// None at all.
    #[default]
    None,
    /// One coefficient in motion and one at rest. \[linden\] (34)
    Coulomb {
        /// μ.
        coefficient: f64,
        /// μ_0, not below μ.
        static_coefficient: f64,
    },
    /// Lubricated flanks, by a formula of a standard.
    Lubricated(LubricatedFriction),
    /// What gives a known efficiency. \[linden\] (38), (39)
    Efficiency(EfficiencyFriction),
    /// Coefficients over the mesh velocity.
    Table(VelocityTable),
}

impl MeshFriction {
    /// Refuses what no friction is; all but `Coulomb` are checked when they are made.
    pub fn check(&self) -> Result<(), LawError> {
        match *self {
            Self::Coulomb {
                coefficient,
                static_coefficient,
            } => {
                not_negative("coefficient", coefficient)?;
                check_static(coefficient, static_coefficient)
            }
            Self::None | Self::Lubricated(_) | Self::Efficiency(_) | Self::Table(_) => Ok(()),
        }
    }

    /// Whether it does nothing, at rest or at any speed.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::None => true,
            Self::Coulomb {
                coefficient,
                static_coefficient,
            } => coefficient.max(*static_coefficient) == 0.0,
            // Its static coefficient is positive.
            Self::Lubricated(_) => false,
            Self::Efficiency(law) => law.is_lossless(),
            Self::Table(table) => {
                let rows = table.rows().iter();
                table.static_coefficient == 0.0 && rows.clone().all(|row| row[1] == 0.0)
            }
        }
    }

    /// Whether it holds anything at rest. Friction that does not begins from zero with the speed, and needs no state of rest.
    pub fn can_hold(&self) -> bool {
        self.static_coefficient() > 0.0
    }

    /// μ in motion. At v_mesh = ±0 it is the limit of slow motion in that sense.
    pub fn coefficient(&self, normal_force: f64, mesh_velocity: f64) -> FrictionCoefficient {
        let speed = mesh_velocity.abs();
        match self {
            Self::None => FrictionCoefficient::default(),
            Self::Coulomb { coefficient, .. } => FrictionCoefficient {
                value: *coefficient,
                ..FrictionCoefficient::default()
            },
            Self::Lubricated(law) => law.coefficient(normal_force.abs(), speed),
            Self::Efficiency(law) => {
                law.coefficient(PowerFlow::of(normal_force, mesh_velocity), speed)
            }
            Self::Table(table) => table.coefficient(speed),
        }
    }

    /// μ_0 at rest, not below μ in slow motion.
    pub fn static_coefficient(&self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Coulomb {
                static_coefficient, ..
            } => *static_coefficient,
            Self::Lubricated(law) => law.static_coefficient(),
            Self::Efficiency(law) => law.static_coefficient(),
            Self::Table(table) => table.static_coefficient,
        }
    }
}

/// Coefficients over the mesh velocity, joined without waves between them. \[theory:mesh-laws\] (19), (20)
#[derive(Debug, Clone, PartialEq)]
pub struct VelocityTable {
    curve: MonotoneCubic,
    static_coefficient: f64,
}

impl VelocityTable {
    /// From rows \[|v_mesh|, μ\] with velocities that rise from zero, and μ_0.
    pub fn new(rows: Vec<[f64; 2]>, static_coefficient: f64) -> Result<Self, LawError> {
        COEFFICIENT_ROWS.check(&rows)?;
        check_static(rows[0][1], static_coefficient)?;
        Ok(Self {
            curve: MonotoneCubic::new(rows, Ends::Level),
            static_coefficient,
        })
    }

    /// Its rows \[|v_mesh|, μ\].
    pub fn rows(&self) -> &[[f64; 2]] {
        self.curve.rows()
    }

    fn coefficient(&self, speed: f64) -> FrictionCoefficient {
        let point = self.curve.at(speed);
        FrictionCoefficient {
            value: point.value,
            by_velocity: point.slope,
            by_force: 0.0,
        }
    }
}

/// Rest holds at least as well as slow motion, or teeth would chatter between both. \[linden\] (34)
fn check_static(coefficient: f64, static_coefficient: f64) -> Result<(), LawError> {
    not_negative("static_coefficient", static_coefficient)?;
    if static_coefficient < coefficient {
        return Err(LawError::StaticBelowKinetic {
            static_coefficient,
            coefficient,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
