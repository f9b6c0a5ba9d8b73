//! What rows of a table must be: places that rise from zero, values that the law allows.

use crate::LawError;

/// Names and limits of a table's rows \[place, value\].
pub(crate) struct RowRules {
    /// Name of the table.
    pub key: &'static str,
    /// Names of both columns.
    pub columns: [&'static str; 2],
    /// Fewest rows.
    pub least: usize,
    /// What to write where there are fewer.
    pub needed: &'static str,
    /// What stands at place 0, which is the first row.
    pub first: &'static str,
    /// Which values are allowed, and in words.
    pub is_allowed: fn(f64) -> bool,
    pub allowed: &'static str,
}

impl RowRules {
    pub fn check(&self, rows: &[[f64; 2]]) -> Result<(), LawError> {
        if rows.len() < self.least {
            return Err(LawError::TooFew {
                key: self.key,
                count: rows.len(),
                needed: self.needed,
            });
        }
        let mut last = None;
        for (i, row) in rows.iter().enumerate() {
            self.check_row(i, *row, last)?;
            last = Some(row[0]);
        }
        Ok(())
    }

    fn check_row(
        &self,
        i: usize,
        [place, value]: [f64; 2],
        last: Option<f64>,
    ) -> Result<(), LawError> {
        if !(self.is_allowed)(value) {
            return Err(self.wrong(i, 1, value, self.allowed));
        }
        match last {
            None if place != 0.0 => Err(self.wrong(i, 0, place, self.first)),
            Some(last) if !(place.is_finite() && place > last) => {
                let allowed = "a finite number larger than that of the row before";
                Err(self.wrong(i, 0, place, allowed))
            }
            _ => Ok(()),
        }
    }

    /// A value of a row that is not possible.
    pub fn wrong(&self, i: usize, column: usize, value: f64, allowed: &'static str) -> LawError {
        LawError::Entry {
            key: self.key,
            place: format!("row {}, {}", i + 1, self.columns[column]),
            value,
            allowed,
        }
    }
}

/// A coefficient, a torque: finite and not below zero.
pub(crate) fn is_not_negative(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}
