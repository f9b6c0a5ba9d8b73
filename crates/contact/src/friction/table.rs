//! Coefficients of friction over sliding speed, joined without waves between them. \[theory:mesh-laws\] (19), (20)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | v_i, μ_i | `rows` | m/s, |
//! | m_i | `slopes` | s/m |
//!
//! Between two rows μ is a cubic whose slopes keep it within both: it rises and falls with the rows and nowhere else. Beyond the last
//! row the coefficient stays as it is.
//!
//! # References
//! \[fritsch-butland\] for the slopes.

use crate::LawError;
use crate::error::positive;

/// A table of coefficients over speed.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionTable {
    /// Never empty; the first speed is zero, speeds rise.
    rows: Vec<[f64; 2]>,
    slopes: Vec<f64>,
    transition_speed: f64,
}

impl FrictionTable {
    /// From rows \[speed, coefficient\] with speeds that rise from zero, and the speed over which friction turns its sign (m/s).
    pub fn new(rows: Vec<[f64; 2]>, transition_speed: f64) -> Result<Self, LawError> {
        positive("transition_speed", transition_speed)?;
        if rows.is_empty() {
            return Err(LawError::TooFew {
                key: "friction table",
                count: 0,
                needed: "rows of sliding speed and coefficient, the first at speed 0",
            });
        }
        for (i, row) in rows.iter().enumerate() {
            check_row(i, *row, i.checked_sub(1).map(|last| rows[last][0]))?;
        }
        let slopes = slopes(&rows);
        Ok(Self {
            rows,
            slopes,
            transition_speed,
        })
    }

    /// Its rows \[speed, coefficient\].
    pub fn rows(&self) -> &[[f64; 2]] {
        &self.rows
    }

    /// Speed over which friction turns its sign (m/s).
    pub fn transition_speed(&self) -> f64 {
        self.transition_speed
    }

    /// μ and dμ/d|v| at a speed that is not below zero.
    pub(super) fn coefficient(&self, speed: f64) -> [f64; 2] {
        let after = self.rows.partition_point(|row| row[0] <= speed);
        let i = after.saturating_sub(1);
        let [from, first] = self.rows[i];
        let Some(&[to, second]) = self.rows.get(i + 1) else {
            return [first, 0.0];
        };
        let h = to - from;
        let t = (speed - from) / h;
        let rise = second - first;
        let [m_0, m_1] = [self.slopes[i] * h, self.slopes[i + 1] * h];
        let (b, c) = (3.0 * rise - 2.0 * m_0 - m_1, m_0 + m_1 - 2.0 * rise);
        [
            first + t * (m_0 + t * (b + t * c)),
            (m_0 + t * (2.0 * b + t * 3.0 * c)) / h,
        ]
    }
}

fn check_row(i: usize, row: [f64; 2], last_speed: Option<f64>) -> Result<(), LawError> {
    let wrong = |what: &str, value: f64, allowed: &'static str| {
        Err(LawError::Entry {
            key: "friction table",
            place: format!("row {}, {what}", i + 1),
            value,
            allowed,
        })
    };
    let [speed, coefficient] = row;
    if !(coefficient.is_finite() && coefficient >= 0.0) {
        let allowed = "a finite number, not below 0";
        return wrong("coefficient", coefficient, allowed);
    }
    match last_speed {
        None if speed != 0.0 => wrong("speed", speed, "0: the coefficient as sliding begins"),
        Some(last) if !(speed.is_finite() && speed > last) => {
            let allowed = "a finite number larger than the speed of the row before";
            wrong("speed", speed, allowed)
        }
        _ => Ok(()),
    }
}

/// Slopes that keep each cubic between its rows: zero where the rows turn and at both ends. \[theory:mesh-laws\] (20)
fn slopes(rows: &[[f64; 2]]) -> Vec<f64> {
    let mut slopes = vec![0.0; rows.len()];
    for (slope, three) in slopes.iter_mut().skip(1).zip(rows.windows(3)) {
        let [h, g] = [0, 1].map(|k| three[k + 1][0] - three[k][0]);
        let [before, after] = [(0, h), (1, g)].map(|(k, h)| (three[k + 1][1] - three[k][1]) / h);
        if before * after > 0.0 {
            let (u, w) = (2.0 * g + h, g + 2.0 * h);
            *slope = (u + w) / (u / before + w / after);
        }
    }
    slopes
}
