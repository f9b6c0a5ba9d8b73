//! Stiffness that changes as teeth come and go: a factor over mesh cycles. \[theory:planar-contact\] (25)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | g(c), g′, g″ | what `at` answers; its mean is 1 where the law of the teeth is that of the mean stiffness | |
//! | c | `cycles` (`sign:cycle`) | |

use crate::periodic_table::PeriodicTable;
use crate::transmission_error::{check_harmonics, sum};
use crate::{Harmonic, LawError};

/// How the stiffness of a mesh varies with its position.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum StiffnessVariation {
    /// Not at all.
    #[default]
    None,
    /// 1 + Σ A cos(2π n c/P + φ), with amplitudes as shares of the mean.
    Series(Vec<Harmonic>),
    /// A spline through factors.
    Table(StiffnessTable),
}

/// Factors of the stiffness over whole mesh cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct StiffnessTable(PeriodicTable);

impl StiffnessTable {
    /// From factors equally spaced over a period of whole mesh cycles, without the end that is the next beginning.
    pub fn new(period: u32, factors: Vec<f64>) -> Result<Self, LawError> {
        let table = PeriodicTable::new("stiffness factors", period, factors)?;
        let least = table.least();
        if least <= 0.0 {
            return Err(LawError::Value {
                key: "the least stiffness factor on the curve through its values",
                value: least,
                allowed: "values that stay above 0 and change less from one to the next",
            });
        }
        Ok(Self(table))
    }

    /// The factors as they were given.
    pub fn factors(&self) -> &[f64] {
        self.0.values()
    }
}

impl StiffnessVariation {
    /// Refuses what makes teeth pull; tables are checked when they are made.
    pub fn check(&self) -> Result<(), LawError> {
        let Self::Series(harmonics) = self else {
            return Ok(());
        };
        check_harmonics(harmonics)?;
        let swing: f64 = harmonics.iter().map(|wave| wave.amplitude.abs()).sum();
        if swing >= 1.0 {
            return Err(LawError::Value {
                key: "sum of the amplitudes of the stiffness",
                value: swing,
                allowed: "less than 1: amplitudes are shares of the mean stiffness",
            });
        }
        Ok(())
    }

    /// The factor and its first two derivatives per mesh cycle.
    pub fn at(&self, cycles: f64) -> [f64; 3] {
        match self {
            Self::None => [1.0, 0.0, 0.0],
            Self::Series(harmonics) => sum(1.0, harmonics, cycles),
            Self::Table(StiffnessTable(table)) => table.at(cycles),
        }
    }
}

#[cfg(test)]
mod tests;
