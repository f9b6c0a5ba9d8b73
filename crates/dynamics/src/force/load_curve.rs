//! Load over deflection from a table: rising, smooth, with its exact energy. \[theory:force-laws\] (22)-(26)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | x | deflection, not below zero | m or rad |
//! | F | `load` | N or N m |
//! | k = F′ | `stiffness` | N/m or N m/rad |
//! | V = ∫ F dx | `energy` | J |
//!
//! Between two knots F is a cubic with given slopes at both: its integral is a quartic and nothing is approximated twice. The
//! slopes keep it rising \[fritsch-carlson\]; beyond the last knot it goes on as a straight line.

use crate::Error;

/// A knot and the cubic that begins there.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Knot {
    deflection: f64,
    load: f64,
    stiffness: f64,
    energy: f64,
    /// Coefficients of ξ² and ξ³.
    second: f64,
    third: f64,
}

/// Load over deflection, through the origin.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadCurve {
    /// Never empty; the first is the origin.
    knots: Vec<Knot>,
}

/// A curve at a deflection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CurveValue {
    pub load: f64,
    /// F′.
    pub stiffness: f64,
    /// F″.
    pub curvature: f64,
    pub energy: f64,
}

impl LoadCurve {
    /// A straight line.
    pub fn linear(of: &str, stiffness: f64) -> Result<Self, Error> {
        Self::from_stiffness(of, "stiffness", &[[0.0, stiffness]])
    }

    /// From rows \[load, deflection\], both strictly rising from above zero (a row of zeros may lead them). `key` is how the
    /// table is called.
    pub fn from_deflections(of: &str, key: &'static str, rows: &[[f64; 2]]) -> Result<Self, Error> {
        check_rows(of, key, rows)?;
        let leads = rows
            .first()
            .is_some_and(|row| row.iter().all(|x| *x == 0.0));
        let skipped = usize::from(leads);
        let mut points = vec![[0.0, 0.0]];
        for (i, &[load, deflection]) in rows.iter().enumerate().skip(skipped) {
            let [last_deflection, last_load] = points[points.len() - 1];
            for (value, last, what) in [
                (load, last_load, "load"),
                (deflection, last_deflection, "deflection"),
            ] {
                if value <= last {
                    return Err(wrong(of, key, i, what, value, RISING));
                }
            }
            points.push([deflection, load]);
        }
        if points.len() < 2 {
            return Err(wrong(
                of,
                key,
                0,
                "load",
                0.0,
                "larger than 0: the table needs a row beyond the origin",
            ));
        }
        let slopes = rising_slopes(&points);
        let knots = points.iter().zip(slopes);
        Ok(Self::through(knots.map(|(&[x, f], k)| [x, f, k])))
    }

    /// From rows \[load, stiffness\] with loads strictly rising and every stiffness above zero: stiffness is linear in the load
    /// between them, constant before the first and beyond the last. `key` is how the table is called.
    pub fn from_stiffness(of: &str, key: &'static str, rows: &[[f64; 2]]) -> Result<Self, Error> {
        check_rows(of, key, rows)?;
        for (i, &[load, stiffness]) in rows.iter().enumerate() {
            if stiffness <= 0.0 {
                return Err(wrong(of, key, i, "stiffness", stiffness, "larger than 0"));
            }
            if i > 0 && load <= rows[i - 1][0] {
                return Err(wrong(of, key, i, "load", load, RISING));
            }
        }
        let mut points = vec![[0.0, 0.0, rows[0][1]]];
        for (i, &[load, stiffness]) in rows.iter().enumerate() {
            if load > 0.0 {
                let known = points.len() - 1;
                divide(&mut points, load, stiffness);
                // A deflection that drowns in the one before it has no slope.
                let rises = |pair: &[[f64; 3]]| pair[0][0] < pair[1][0];
                if !points[known..].windows(2).all(rises) {
                    let allowed =
                        "nearer to the one before it: its deflection cannot be told from that";
                    return Err(wrong(of, key, i, "stiffness", stiffness, allowed));
                }
            }
        }
        Ok(Self::through(points))
    }

    /// Through points \[deflection, load, stiffness\]. \[theory:force-laws\] (22), (23)
    fn through(points: impl IntoIterator<Item = [f64; 3]>) -> Self {
        let mut knots: Vec<Knot> = Vec::new();
        for [deflection, load, stiffness] in points {
            let mut energy = 0.0;
            if let Some(last) = knots.last_mut() {
                let h = deflection - last.deflection;
                let secant = (load - last.load) / h;
                last.second = (3.0 * secant - 2.0 * last.stiffness - stiffness) / h;
                last.third = (last.stiffness + stiffness - 2.0 * secant) / (h * h);
                energy = last.at(h).energy;
            }
            knots.push(Knot {
                deflection,
                load,
                stiffness,
                energy,
                second: 0.0,
                third: 0.0,
            });
        }
        Self { knots }
    }

    /// Value at a deflection that is not below zero.
    pub(super) fn at(&self, deflection: f64) -> CurveValue {
        let after = self.knots.partition_point(|k| k.deflection <= deflection);
        let knot = &self.knots[after.saturating_sub(1)];
        knot.at(deflection - knot.deflection)
    }
}

impl Knot {
    fn at(&self, x: f64) -> CurveValue {
        let (b, c) = (self.second, self.third);
        CurveValue {
            load: self.load + x * (self.stiffness + x * (b + x * c)),
            stiffness: self.stiffness + x * (2.0 * b + x * 3.0 * c),
            curvature: 2.0 * b + 6.0 * c * x,
            energy: self.energy
                + x * (self.load + x * (self.stiffness / 2.0 + x * (b / 3.0 + x * c / 4.0))),
        }
    }
}

const RISING: &str = "larger than the one before it: the table must rise strictly";

fn wrong(
    of: &str,
    key: &'static str,
    row: usize,
    what: &str,
    value: f64,
    allowed: &'static str,
) -> Error {
    Error::Entry {
        of: of.to_owned(),
        key,
        place: format!("row {}, {what}", row + 1),
        value,
        allowed,
    }
}

/// Something is there, finite, with loads not below zero.
fn check_rows(of: &str, key: &'static str, rows: &[[f64; 2]]) -> Result<(), Error> {
    if rows.is_empty() {
        return Err(Error::Empty {
            of: format!("{of}: {key}"),
            needed: "at least one row",
        });
    }
    for (i, row) in rows.iter().enumerate() {
        for (what, &value) in ["load", "second number"].iter().zip(row) {
            if !value.is_finite() || value < 0.0 {
                return Err(wrong(
                    of,
                    key,
                    i,
                    what,
                    value,
                    "a finite number, not below 0",
                ));
            }
        }
    }
    Ok(())
}

/// Adds points up to a higher load, so close that the cubics follow the exponential of (24) to 7e-6 of the step in load.
fn divide(points: &mut Vec<[f64; 3]>, load: f64, stiffness: f64) {
    let [_, from, first] = points[points.len() - 1];
    // By the logarithms: the quotient itself may be too large for a number.
    let growth = stiffness.ln() - first.ln();
    let n = (growth.abs() / 1.25f64.ln()).ceil().max(1.0);
    for i in 1..n as usize {
        let k = (first.ln() + growth * i as f64 / n).exp();
        let share = (k - first) / (stiffness - first);
        push_stiffer(points, from + share * (load - from), k);
    }
    push_stiffer(points, load, stiffness);
}

/// Adds a point at a higher load: dx = dF/k with k linear in F. \[theory:force-laws\] (24)
fn push_stiffer(points: &mut Vec<[f64; 3]>, load: f64, stiffness: f64) {
    let [x, last, first] = points[points.len() - 1];
    let change = (stiffness - first) / first;
    // The logarithmic mean of both stiffnesses
    let mean = if change == 0.0 {
        first
    } else {
        first * change / change.ln_1p()
    };
    points.push([x + (load - last) / mean, load, stiffness]);
}

/// Slopes at points \[x, F\] that keep the cubics rising. \[fritsch-butland\], \[theory:force-laws\] (25), (26)
fn rising_slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let pieces: Vec<[f64; 2]> = points
        .windows(2)
        .map(|p| {
            let h = p[1][0] - p[0][0];
            [h, (p[1][1] - p[0][1]) / h]
        })
        .collect();
    let mut slopes = vec![pieces[0][1]];
    for pair in pieces.windows(2) {
        let ([h, before], [g, after]) = (pair[0], pair[1]);
        let (u, w) = (2.0 * g + h, g + 2.0 * h);
        slopes.push((u + w) / (u / before + w / after));
    }
    let [h, last] = pieces[pieces.len() - 1];
    let end = match pieces.len() {
        1 => last,
        n => {
            let [g, before] = pieces[n - 2];
            let slope = ((2.0 * h + g) * last - h * before) / (h + g);
            slope.clamp(last / 3.0, 3.0 * last)
        }
    };
    slopes.push(end);
    slopes
}

#[cfg(test)]
mod tests;
