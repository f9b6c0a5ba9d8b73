//! Vibrations without symmetry: (λ² M + λ C + K) x = 0, and (λ² M + λ C + K) x = f at a given λ.
//!
//! M, C and K are real, sparse and share one pattern. C may hold gyroscopic and K circulatory parts: nothing is asked of their
//! symmetry. \[theory:linearised\] (16)-(24)
//!
//! ```text
//! QuadraticPencil ──all──▶ every eigenvalue, dense, of small problems
//!              ├──QuadraticSearch──▶ those nearest to a real shift, by a Krylov space of the shifted inverse
//!              └──HarmonicSolver──▶ x at complex λ, for many right-hand sides
//! ```

mod arnoldi;
mod companion;
mod harmonic;
mod polish;
#[cfg(test)]
mod tests;

pub use harmonic::HarmonicSolver;

use crate::scaling::equilibration_of;
use crate::{Complex, Error, FixedLu, RowPattern, general_eigen};
use companion::Companion;

/// M, C and K over one pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct QuadraticPencil {
    /// Where the matrices have entries.
    pub pattern: RowPattern,
    /// Entries of M.
    pub mass: Vec<f64>,
    /// Entries of C.
    pub damping: Vec<f64>,
    /// Entries of K.
    pub stiffness: Vec<f64>,
}

/// Eigenvalues with their vectors: by rising |λ|, the conjugate partner of each complex one left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuadraticEigen {
    /// The eigenvalues; imaginary parts are not negative.
    pub values: Vec<Complex>,
    /// The vectors one after another, of length 1 in the scale of the search.
    pub vectors: Vec<Complex>,
    /// What is left when each is put into its equation. By the dense method ‖P(λ) x‖ beside (|λ|² ‖M‖ + |λ| ‖C‖ + ‖K‖) ‖x‖, by
    /// the search that of the shifted inverse, ‖S u − μ u‖ / |μ| with μ = 1/(λ − σ); both in the scale of the search.
    pub residuals: Vec<f64>,
    /// Whether these are all finite ones.
    pub is_complete: bool,
}

/// Eigenvalues with this backward error are handed back without correction.
const SETTLED: f64 = 1e-14;

impl QuadraticPencil {
    /// Refuses lengths that do not fit and entries that are no numbers.
    pub fn check(&self) -> Result<(), Error> {
        let expected = self.pattern.columns.len();
        let parts = [
            ("mass matrix", &self.mass),
            ("damping matrix", &self.damping),
            ("stiffness matrix", &self.stiffness),
        ];
        for (what, values) in parts {
            if values.len() != expected {
                return Err(Error::Length {
                    what,
                    expected,
                    found: values.len(),
                });
            }
            if let Some(at) = values.iter().position(|v| !v.is_finite()) {
                let (row, column) = self.pattern.place(at);
                let value = values[at];
                return Err(Error::NotFinite { row, column, value });
            }
        }
        Ok(())
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.pattern.n
    }

    /// y ← A x for one of the matrices, given by its values.
    pub fn multiply(&self, values: &[f64], x: &[f64], y: &mut [f64]) {
        for (row, y) in y.iter_mut().enumerate() {
            let range = self.pattern.range(row);
            let columns = &self.pattern.columns[range.clone()];
            let entries = values[range].iter().zip(columns);
            *y = entries.map(|(a, &j)| a * x[j as usize]).sum();
        }
    }

    /// P(λ) x.
    pub fn residual(&self, value: Complex, x: &[Complex]) -> Vec<Complex> {
        let square = value * value;
        (0..self.n())
            .map(|row| {
                let range = self.pattern.range(row);
                range.fold(Complex::new(0.0, 0.0), |sum, at| {
                    let entry =
                        square * self.mass[at] + value * self.damping[at] + self.stiffness[at];
                    sum + entry * x[self.pattern.columns[at] as usize]
                })
            })
            .collect()
    }

    /// Entries of one of the matrices by columns.
    pub fn dense(&self, values: &[f64]) -> Vec<f64> {
        let n = self.n();
        let mut dense = vec![0.0; n * n];
        for row in 0..n {
            for at in self.pattern.range(row) {
                dense[row + n * self.pattern.columns[at] as usize] = values[at];
            }
        }
        dense
    }

    /// A frequency of the machine's own (rad/s), between those of single unknowns: the middle of √(|K_ii| / |M_ii|).
    pub fn own_frequency(&self) -> f64 {
        let mut each: Vec<f64> = (0..self.n())
            .filter_map(|i| {
                let range = self.pattern.range(i);
                let at = self.pattern.row(i).binary_search(&(i as u32)).ok()?;
                let at = range.start + at;
                let square = (self.stiffness[at] / self.mass[at]).abs();
                (square > 0.0 && square.is_finite()).then(|| square.sqrt())
            })
            .collect();
        each.sort_by(f64::total_cmp);
        each.get(each.len() / 2).copied().unwrap_or(1.0)
    }

    /// Largest |λ| that a row can make, roughly: beyond some hundred times of it there are only motions without mass.
    fn largest_frequency(&self) -> f64 {
        let mut largest = 0.0_f64;
        for i in 0..self.n() {
            let range = self.pattern.range(i);
            let sum = |values: &[f64]| -> f64 { range.clone().map(|at| values[at].abs()).sum() };
            let mass = sum(&self.mass);
            if mass > 0.0 {
                let own = (sum(&self.stiffness) / mass).sqrt() + sum(&self.damping) / mass;
                largest = largest.max(own);
            }
        }
        if largest > 0.0 { largest } else { 1.0 }
    }

    /// The same problem in other units: unknowns so that the entries of K + w² M are of order one, λ in units of w.
    fn scaled(&self, w: f64) -> (Self, Vec<f64>) {
        let size = |at: usize| {
            self.stiffness[at].abs() + w * self.damping[at].abs() + w * w * self.mass[at].abs()
        };
        let scale = equilibration_of(self.n(), |entry| {
            for row in 0..self.n() {
                for at in self.pattern.range(row) {
                    entry(row, self.pattern.columns[at] as usize, size(at));
                }
            }
        });
        let mut scaled = self.clone();
        for row in 0..self.n() {
            for at in self.pattern.range(row) {
                let factor = scale[row] * scale[self.pattern.columns[at] as usize];
                scaled.stiffness[at] *= factor;
                scaled.damping[at] *= factor * w;
                scaled.mass[at] *= factor * w * w;
            }
        }
        (scaled, scale)
    }

    /// Every finite eigenvalue, by a dense method: for some hundred unknowns at most.
    pub fn all(&self) -> Result<QuadraticEigen, Error> {
        self.check()?;
        let n = self.n();
        if n == 0 {
            return Ok(QuadraticEigen {
                is_complete: true,
                ..QuadraticEigen::default()
            });
        }
        let w = self.own_frequency();
        let (scaled, scale) = self.scaled(w);
        let mut plan = None;
        let mut companion = Companion::near(&scaled, companion::SHIFT, &mut plan)?;
        let mut matrix = vec![0.0; 4 * n * n];
        for (j, column) in matrix.chunks_mut(2 * n).enumerate() {
            column[j] = 1.0;
            companion.apply(column);
        }
        let eigen = general_eigen(2 * n, &matrix)?;
        let largest = 100.0 * scaled.largest_frequency();
        let pairs = eigen.values.iter().zip(eigen.vectors.chunks(2 * n));
        let finite = pairs.filter_map(|(mu, u)| {
            let value = companion.value(*mu);
            (value.im >= 0.0 && value.norm() <= largest).then(|| (value, u[..n].to_vec()))
        });
        let mut found = polish::polish(&scaled, finite.collect())?;
        found.is_complete = true;
        Ok(found.in_units(w, &scale))
    }

    /// Corrects an eigenvalue and its vector until nothing changes; gives back the backward error. The solver is one for the
    /// pattern of this problem.
    pub fn refine(
        &self,
        solver: &mut HarmonicSolver,
        value: &mut Complex,
        vector: &mut [Complex],
    ) -> Result<f64, Error> {
        let w = self.own_frequency();
        let (scaled, scale) = self.scaled(w);
        let x = vector.iter().zip(&scale).map(|(x, s)| *x / *s).collect();
        let (new, x, error) = polish::one(&scaled, solver, (*value / w, x), 0.0)?;
        *value = new * w;
        for ((out, x), s) in vector.iter_mut().zip(&x).zip(&scale) {
            *out = *x * *s;
        }
        Ok(error)
    }
}

/// A search for the lowest eigenvalues of problems over one pattern, one after another: the plan of elimination is kept.
#[derive(Debug, Default)]
pub struct QuadraticSearch {
    plan: Option<FixedLu>,
    /// Vectors of the last space that sufficed, for how many eigenvalues, from blocks of how many.
    size: (usize, [usize; 2]),
}

impl QuadraticSearch {
    /// No plan yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The `wanted` eigenvalues nearest to a small real shift, of a conjugate pair one, by a Krylov space that starts from `block`
    /// vectors. Such a space holds as many vectors of one eigenvalue as it starts from: where that many are equal there may be more,
    /// and it is begun anew with more of them. Those handed back, a few more at times, lie within the distance up to which all have
    /// settled. Where nearly all are wanted the dense method finds them.
    pub fn lowest(
        &mut self,
        pencil: &QuadraticPencil,
        wanted: usize,
        block: usize,
    ) -> Result<QuadraticEigen, Error> {
        pencil.check()?;
        let n = pencil.n();
        let mut block = block.max(1);
        while n > 0 && 2 * wanted + 4 * block < n {
            let (found, equal) = self.search(pencil, wanted, block)?;
            if equal < block {
                return Ok(found);
            }
            block = equal + 2;
        }
        pencil.all()
    }

    /// One search, and how many of the eigenvalues are equal at most.
    fn search(
        &mut self,
        pencil: &QuadraticPencil,
        wanted: usize,
        block: usize,
    ) -> Result<(QuadraticEigen, usize), Error> {
        let n = pencil.n();
        let w = pencil.own_frequency();
        let (scaled, scale) = pencil.scaled(w);
        let mut companion = Companion::near(&scaled, companion::SHIFT, &mut self.plan)?;
        if self.size.1 != [wanted, block] {
            self.size = (0, [wanted, block]);
        }
        let settled = arnoldi::largest(&mut companion, 2 * wanted, block, &mut self.size.0)?;
        let all: Vec<Complex> = settled
            .iter()
            .map(|(mu, ..)| companion.value(*mu))
            .collect();
        let largest = 100.0 * scaled.largest_frequency();
        let mut found: Vec<_> = settled
            .into_iter()
            .map(|(mu, u, residual)| (companion.value(mu), u, residual))
            .filter(|(value, ..)| value.im >= 0.0 && value.norm() <= largest)
            .collect();
        found.sort_by(|a, b| a.0.norm().total_cmp(&b.0.norm()));
        let mut eigen = QuadraticEigen::default();
        for (value, u, residual) in found {
            eigen.values.push(value);
            eigen.vectors.extend(&u[..n]);
            eigen.residuals.push(residual);
        }
        Ok((eigen.in_units(w, &scale), most_equal(&all)))
    }
}

/// Eigenvalues that differ by less, beside their size or a tenth of the problem's own frequency, count as equal: double zeros of rigid
/// motions, which rounding parts by the root of its digits, among them.
const EQUAL_EIGENVALUE: f64 = 1e-6;

/// How many of the values are equal, at most.
fn most_equal(values: &[Complex]) -> usize {
    let is_near = |a: Complex, b: Complex| (a - b).norm() <= EQUAL_EIGENVALUE * a.norm().max(0.1);
    let equals = values.iter();
    let equals = equals.map(|a| values.iter().filter(|b| is_near(*a, **b)).count());
    equals.max().unwrap_or(0)
}

impl QuadraticEigen {
    /// Back from the units of the search.
    fn in_units(mut self, w: f64, scale: &[f64]) -> Self {
        for value in &mut self.values {
            *value *= w;
        }
        for vector in self.vectors.chunks_mut(scale.len().max(1)) {
            for (x, s) in vector.iter_mut().zip(scale) {
                *x *= *s;
            }
        }
        self
    }
}
