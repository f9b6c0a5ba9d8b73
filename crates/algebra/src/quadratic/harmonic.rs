//! (λ² M + λ C + K) x = f at complex λ.
//!
//! A complex unknown is two real ones, an entry p + i q the block [p −q; q p]: one plan of elimination serves all λ.
//! \[theory:linearised\] (27)

use super::QuadraticPencil;
use crate::scaling::equilibration_of;
use crate::{Complex, Error, FixedLu, RowPattern};

/// Factors of P(λ), one λ after another.
pub struct HarmonicSolver<'p> {
    pencil: &'p QuadraticPencil,
    pattern: RowPattern,
    values: Vec<f64>,
    scale: Vec<f64>,
    lu: Option<FixedLu>,
    right: Vec<f64>,
}

impl<'p> HarmonicSolver<'p> {
    /// For a problem.
    pub fn new(pencil: &'p QuadraticPencil) -> Self {
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
            pencil,
        }
    }

    /// Factors P(λ). An error names the unknown (row / 2) at which P is singular.
    pub fn factor(&mut self, value: Complex) -> Result<(), Error> {
        let entries = self.entries(value);
        self.find_scale(&entries);
        for row in 0..self.pencil.n() {
            let range = self.pencil.pattern.range(row);
            let first = self.pattern.starts[2 * row] as usize;
            let second = self.pattern.starts[2 * row + 1] as usize;
            for (k, at) in range.enumerate() {
                let column = self.pencil.pattern.columns[at] as usize;
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

    fn entries(&self, value: Complex) -> Vec<Complex> {
        let square = value * value;
        let p = self.pencil;
        (0..p.mass.len())
            .map(|at| square * p.mass[at] + value * p.damping[at] + p.stiffness[at])
            .collect()
    }

    fn find_scale(&mut self, entries: &[Complex]) {
        let pattern = &self.pencil.pattern;
        self.scale = equilibration_of(self.pencil.n(), |show| {
            for row in 0..pattern.n {
                for at in pattern.range(row) {
                    show(row, pattern.columns[at] as usize, entries[at].norm());
                }
            }
        });
    }

    /// x ← P(λ)⁻¹ x at the λ factored last; NaN throughout if that failed.
    pub fn solve(&mut self, x: &mut [Complex]) {
        let Some(lu) = &mut self.lu else {
            x.fill(Complex::new(f64::NAN, f64::NAN));
            return;
        };
        for (i, (x, s)) in x.iter().zip(&self.scale).enumerate() {
            self.right[2 * i] = x.re * s;
            self.right[2 * i + 1] = x.im * s;
        }
        lu.solve(&mut self.right);
        for (i, (x, s)) in x.iter_mut().zip(&self.scale).enumerate() {
            *x = Complex::new(self.right[2 * i] * s, self.right[2 * i + 1] * s);
        }
    }
}

impl std::fmt::Debug for HarmonicSolver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HarmonicSolver")
            .field("n", &self.pencil.n())
            .field("is_factored", &self.lu.is_some())
            .finish()
    }
}
