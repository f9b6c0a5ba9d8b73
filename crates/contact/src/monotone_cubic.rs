//! A curve through rows that rises and falls with them and nowhere else. \[theory:mesh-laws\] (19), (20)
//!
//! | symbol | name in code |
//! |---|---|
//! | x_i, y_i | `rows` |
//! | m_i | `slopes` |
//!
//! # References
//! \[fritsch-butland\] for the slopes.

/// How the curve goes on beyond its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Level, at the value of the first or last row.
    Level,
    /// Straight on, along the line from the last row but one to the last.
    Straight,
}

/// Cubics between rows whose places rise.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MonotoneCubic {
    /// Never empty.
    rows: Vec<[f64; 2]>,
    slopes: Vec<f64>,
    /// Integral from the first row to each.
    integrals: Vec<f64>,
}

/// Value, slope and integral from the first row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CurvePoint {
    pub value: f64,
    pub slope: f64,
    pub integral: f64,
}

impl MonotoneCubic {
    /// Through rows \[place, value\] with places that rise; the caller has checked them.
    pub fn new(rows: Vec<[f64; 2]>, ends: Ends) -> Self {
        let slopes = slopes(&rows, ends);
        let mut curve = Self {
            integrals: vec![0.0; rows.len()],
            rows,
            slopes,
        };
        for i in 1..curve.rows.len() {
            curve.integrals[i] = curve.within(i - 1, curve.rows[i][0]).integral;
        }
        curve
    }

    pub fn rows(&self) -> &[[f64; 2]] {
        &self.rows
    }

    pub fn at(&self, x: f64) -> CurvePoint {
        let after = self.rows.partition_point(|row| row[0] <= x);
        if after == 0 {
            return self.beyond(0, x);
        }
        if after == self.rows.len() {
            return self.beyond(after - 1, x);
        }
        self.within(after - 1, x)
    }

    /// Along the slope of a first or last row.
    fn beyond(&self, i: usize, x: f64) -> CurvePoint {
        let [from, first] = self.rows[i];
        let slope = self.slopes[i];
        // A level end stays level to infinity.
        let way = if slope == 0.0 { 0.0 } else { x - from };
        CurvePoint {
            value: first + slope * way,
            slope,
            integral: self.integrals[i] + (x - from) * (first + 0.5 * slope * way),
        }
    }

    /// Between a row and the next. \[theory:mesh-laws\] (19)
    fn within(&self, i: usize, x: f64) -> CurvePoint {
        let ([from, first], [to, second]) = (self.rows[i], self.rows[i + 1]);
        let h = to - from;
        let t = (x - from) / h;
        let rise = second - first;
        let [m_0, m_1] = [self.slopes[i] * h, self.slopes[i + 1] * h];
        let (b, c) = (3.0 * rise - 2.0 * m_0 - m_1, m_0 + m_1 - 2.0 * rise);
        CurvePoint {
            value: first + t * (m_0 + t * (b + t * c)),
            slope: (m_0 + t * (2.0 * b + t * 3.0 * c)) / h,
            integral: self.integrals[i]
                + h * t * (first + t * (m_0 / 2.0 + t * (b / 3.0 + t * c / 4.0))),
        }
    }
}

/// Slopes that keep each cubic between its rows: zero where the rows turn. \[theory:mesh-laws\] (20)
fn slopes(rows: &[[f64; 2]], ends: Ends) -> Vec<f64> {
    let mut slopes = vec![0.0; rows.len()];
    for (slope, three) in slopes.iter_mut().skip(1).zip(rows.windows(3)) {
        let [h, g] = [0, 1].map(|k| three[k + 1][0] - three[k][0]);
        let [before, after] = [0, 1].map(|k| secant(&three[k..]));
        if before * after > 0.0 {
            let (u, w) = (2.0 * g + h, g + 2.0 * h);
            *slope = (u + w) / (u / before + w / after);
        }
    }
    if ends == Ends::Straight && rows.len() > 1 {
        let last = rows.len() - 1;
        slopes[0] = secant(rows);
        slopes[last] = secant(&rows[last - 1..]);
    }
    slopes
}

/// Rise over way from the first row to the second.
fn secant(rows: &[[f64; 2]]) -> f64 {
    (rows[1][1] - rows[0][1]) / (rows[1][0] - rows[0][0])
}

#[cfg(test)]
mod tests;
