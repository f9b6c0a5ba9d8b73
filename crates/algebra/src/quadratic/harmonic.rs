//! (λ² M + λ C + K) x = f at complex λ.
//!
//! A complex unknown is two real ones, an entry p + i q the block [p −q; q p]: one plan of elimination serves all λ.
//! \[theory:linearised\] (27)

use super::QuadraticPencil;
use crate::scaling::equilibration_of;
use crate::{Complex, Error, FixedLu, RowPattern};

/// Factors of P(λ), one λ after another, also of several problems over one pattern.
pub struct HarmonicSolver {
    n: usize,
    pattern: RowPattern,
    values: Vec<f64>,
    scale: Vec<f64>,
    lu: Option<FixedLu>,
    right: Vec<f64>,
}

impl HarmonicSolver {
    /// For problems with the pattern of this one.
    pub fn new(pencil: &QuadraticPencil) -> Self {
        let mut pattern = RowPattern {
            n: 2 * pencil.n(),
            starts: vec![0],
            columns: Vec::with_capacity(4 * pencil.mass.len()),
        };
        for row in 0..pencil.n() {
            for _ in 0..2 {
                let columns = pencil.pattern.row(row).iter();
                pattern
                    .columns
                    .extend(columns.flat_map(|&j| [2 * j, 2 * j + 1]));
                pattern.starts.push(pattern.columns.len() as u32);
            }
        }
        Self {
            values: vec![0.0; pattern.columns.len()],
            scale: vec![1.0; pencil.n()],
            right: vec![0.0; pattern.n],
            lu: None,
            pattern,
            n: pencil.n(),
        }
    }

    /// Factors P(λ). An error names twice the unknown at which P is singular, as its row.
    pub fn factor(&mut self, pencil: &QuadraticPencil, value: Complex) -> Result<(), Error> {
        if 4 * pencil.mass.len() != self.values.len() || pencil.n() != self.n {
            self.lu = None;
            return Err(Error::Length {
                what: "mass matrix",
                expected: self.values.len() / 4,
                found: pencil.mass.len(),
            });
        }
        let entries = entries(pencil, value);
        self.find_scale(pencil, value.norm());
        for row in 0..pencil.n() {
            let range = pencil.pattern.range(row);
            let first = self.pattern.starts[2 * row] as usize;
            let second = self.pattern.starts[2 * row + 1] as usize;
            for (k, at) in range.enumerate() {
                let column = pencil.pattern.columns[at] as usize;
                let entry = entries[at] * (self.scale[row] * self.scale[column]);
                self.values[first + 2 * k] = entry.re;
                self.values[first + 2 * k + 1] = -entry.im;
                self.values[second + 2 * k] = entry.im;
                self.values[second + 2 * k + 1] = entry.re;
            }
        }
        if let Some(lu) = &mut self.lu
            && lu.refactor(&self.values).is_ok()
        {
            return Ok(());
        }
        self.lu = None;
        self.lu = Some(FixedLu::analyse(&self.pattern, &self.values)?);
        Ok(())
    }

    /// By the sizes of the terms, not by what they leave: a diagonal that vanishes at an eigenvalue must not be magnified.
    fn find_scale(&mut self, pencil: &QuadraticPencil, size: f64) {
        let pattern = &pencil.pattern;
        let terms = |at: usize| {
            size * size * pencil.mass[at].abs()
                + size * pencil.damping[at].abs()
                + pencil.stiffness[at].abs()
        };
        self.scale = equilibration_of(pencil.n(), |show| {
            for row in 0..pattern.n {
                for at in pattern.range(row) {
                    show(row, pattern.columns[at] as usize, terms(at));
                }
            }
        });
    }

    /// x ← P(λ)⁻¹ x at the λ factored last; NaN throughout if that failed. Gives back how many times larger the answer is
    /// than the right side, both in units in which P has entries of order one: near 10¹⁶ where λ is an eigenvalue.
    pub fn solve(&mut self, x: &mut [Complex]) -> f64 {
        let Some(lu) = self.lu.as_mut().filter(|_| x.len() == self.n) else {
            x.fill(Complex::new(f64::NAN, f64::NAN));
            return f64::NAN;
        };
        for (i, (x, s)) in x.iter().zip(&self.scale).enumerate() {
            self.right[2 * i] = x.re * s;
            self.right[2 * i + 1] = x.im * s;
        }
        let before = largest(&self.right);
        lu.solve(&mut self.right);
        let after = largest(&self.right);
        for (i, (x, s)) in x.iter_mut().zip(&self.scale).enumerate() {
            *x = Complex::new(self.right[2 * i] * s, self.right[2 * i + 1] * s);
        }
        if before > 0.0 { after / before } else { 0.0 }
    }
}

fn entries(p: &QuadraticPencil, value: Complex) -> Vec<Complex> {
    let square = value * value;
    (0..p.mass.len())
        .map(|at| square * p.mass[at] + value * p.damping[at] + p.stiffness[at])
        .collect()
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

impl std::fmt::Debug for HarmonicSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HarmonicSolver")
            .field("n", &self.n)
            .field("is_factored", &self.lu.is_some())
            .finish()
    }
}
