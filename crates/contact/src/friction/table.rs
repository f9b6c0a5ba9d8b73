//! Coefficients of friction over sliding speed, joined without waves between them. \[theory:mesh-laws\] (19), (20)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | v_i, μ_i | `rows` | m/s, |
//!
//! Between two rows μ is a cubic whose slopes keep it within both: it rises and falls with the rows and nowhere else. Beyond the last
//! row the coefficient stays as it is.

use crate::LawError;
use crate::error::{NOT_NEGATIVE, positive};
use crate::monotone_cubic::{Ends, MonotoneCubic};
use crate::table_rows::{RowRules, is_not_negative};

/// Rows of a coefficient over a speed.
pub(crate) const COEFFICIENT_ROWS: RowRules = RowRules {
    key: "friction table",
    columns: ["speed", "coefficient"],
    least: 1,
    needed: "rows of sliding speed and coefficient, the first at speed 0",
    first: "0: the coefficient as sliding begins",
    is_allowed: is_not_negative,
    allowed: NOT_NEGATIVE,
};

/// A table of coefficients over speed.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionTable {
    /// The first speed is zero, speeds rise.
    curve: MonotoneCubic,
    transition_speed: f64,
}

impl FrictionTable {
    /// From rows \[speed, coefficient\] with speeds that rise from zero, and the speed over which friction turns its sign (m/s).
    pub fn new(rows: Vec<[f64; 2]>, transition_speed: f64) -> Result<Self, LawError> {
        positive("transition_speed", transition_speed)?;
        COEFFICIENT_ROWS.check(&rows)?;
        Ok(Self {
            curve: MonotoneCubic::new(rows, Ends::Level),
            transition_speed,
        })
    }

    /// Its rows \[speed, coefficient\].
    pub fn rows(&self) -> &[[f64; 2]] {
        self.curve.rows()
    }

    /// Speed over which friction turns its sign (m/s).
    pub fn transition_speed(&self) -> f64 {
        self.transition_speed
    }

    /// μ and dμ/d|v| at a speed that is not below zero.
    pub(super) fn coefficient(&self, speed: f64) -> [f64; 2] {
        let point = self.curve.at(speed);
        [point.value, point.slope]
    }
}
