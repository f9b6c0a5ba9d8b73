//! Forces over penetration, joined without waves between them. \[theory:mesh-laws\] (19), (20)

use super::ElasticValue;
use crate::LawError;
use crate::monotone_cubic::{Ends, MonotoneCubic};
use crate::table_rows::{RowRules, is_not_negative};

const FORCE_ROWS: RowRules = RowRules {
    key: "force table",
    columns: ["penetration", "force"],
    least: 2,
    needed: "two or more rows of penetration and force, the first 0 and 0",
    first: "0: the first touch",
    is_allowed: is_not_negative,
    allowed: "a finite number, not below 0: teeth do not pull",
};

/// Forces (N) that rise with the penetration (m); beyond the last row they go straight on.
#[derive(Debug, Clone, PartialEq)]
pub struct ForceTable {
    curve: MonotoneCubic,
}

impl ForceTable {
    /// From rows \[penetration, force\], the first zero and zero, both rising.
    pub fn new(rows: Vec<[f64; 2]>) -> Result<Self, LawError> {
        FORCE_ROWS.check(&rows)?;
        if rows[0][1] != 0.0 {
            return Err(FORCE_ROWS.wrong(0, 1, rows[0][1], "0: no force at the first touch"));
        }
        if let Some(i) = rows.windows(2).position(|two| two[1][1] <= two[0][1]) {
            let allowed = "more than the force of the row before";
            return Err(FORCE_ROWS.wrong(i + 1, 1, rows[i + 1][1], allowed));
        }
        Ok(Self {
            curve: MonotoneCubic::new(rows, Ends::Straight),
        })
    }

    /// Its rows \[penetration, force\].
    pub fn rows(&self) -> &[[f64; 2]] {
        self.curve.rows()
    }

    pub(super) fn at(&self, penetration: f64) -> ElasticValue {
        let point = self.curve.at(penetration);
        ElasticValue {
            force: point.value,
            stiffness: point.slope,
            energy: point.integral,
        }
    }
}
