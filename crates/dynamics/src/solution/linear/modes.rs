//! Natural motions: eigenvalues and shapes of a linear machine. \[theory:linearised\] (16)-(25)

use pitchline_algebra::{
    Complex, Eigenproblem, QuadraticEigen, QuadraticPencil, QuadraticSearch, SymmetricMatrix,
    generalised_eigen, unobserved,
};

use super::LinearMachine;
use super::rounding::uncertainty;
use crate::Error;

/// How many modes, and of which route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModeOptions {
    /// How many of the lowest, rigid motions counted; none for all (some hundred coordinates at most).
    pub wanted: Option<usize>,
}

/// What a mode is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModeKind {
    /// Nothing holds it: frequency zero.
    Rigid,
    /// It oscillates: one of a conjugate pair.
    Oscillating,
    /// It creeps back, or away, without oscillating.
    Aperiodic,
}

/// A natural motion Re(x e^{λt}).
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// λ (1/s), of a conjugate pair the one with the positive imaginary part. Zero for rigid motions.
    pub eigenvalue: Complex,
    /// What it is.
    pub kind: ModeKind,
    /// x over all coordinates: m and rad along and about the axes of the ground. Of modal mass one, xᴴ M x = 1, the largest
    /// entry real and positive; motions of the whole machine in the positive sense of their axis.
    pub shape: Vec<Complex>,
    /// What is left of the equations, beside the size of their terms.
    pub residual: f64,
    /// How far (1/s) the eigenvalue may be off by rounding of the coefficients.
    pub rounding: f64,
    /// The same, and by their change while the machine turns.
    pub uncertainty: f64,
    /// The coordinate that moves most, as [`LinearMachine::names`] calls it; of rigid motions of the whole machine their axis.
    pub largest_motion: String,
}

impl Mode {
    /// |λ| (rad/s): the frequency without damping, for damping in proportion.
    pub fn natural_frequency(&self) -> f64 {
        self.eigenvalue.norm()
    }

    /// Im λ (rad/s): the frequency with which it is seen to oscillate.
    pub fn damped_frequency(&self) -> f64 {
        self.eigenvalue.im
    }

    /// −Re λ / |λ|: negative where the motion grows; zero for rigid motions.
    pub fn damping_ratio(&self) -> f64 {
        let size = self.eigenvalue.norm();
        if size > 0.0 {
            -self.eigenvalue.re / size
        } else {
            0.0
        }
    }

    /// Whether it grows by itself, by more than is uncertain.
    pub fn is_unstable(&self) -> bool {
        self.eigenvalue.re > self.uncertainty
    }

    /// Whether it does not decay by more than rounding, nor grow by more than is uncertain.
    pub fn is_undamped(&self) -> bool {
        (-self.rounding..=self.uncertainty).contains(&self.eigenvalue.re)
    }
}

/// The natural motions of a machine.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineModes {
    /// By rising |λ|, rigid motions first.
    pub modes: Vec<Mode>,
    /// How many are rigid motions.
    pub n_rigid: usize,
    /// Whether these are all.
    pub is_complete: bool,
}

/// Free coordinates up to which everything is found by dense methods.
const DENSE: usize = 80;
/// The same where all modes are asked for.
const DENSE_ALL: usize = 600;
/// Fewer eigenvalues than this are equal in a large machine, as a rule; the search finds out where they are not.
const BLOCK: usize = 4;
/// A row of K x that is this small beside its terms vanishes: rounding of some hundred products.
const VANISHES: f64 = 1e-11;
/// Matrices that differ by less from their transposes are symmetric.
const SYMMETRIC: f64 = 1e-12;

impl LinearMachine {
    /// Frequencies, damping and shapes.
    pub fn modes(&self, options: &ModeOptions) -> Result<MachineModes, Error> {
        let n = self.n_free();
        let wanted = options.wanted.unwrap_or(2 * n).min(2 * n);
        if wanted == 0 {
            return Ok(MachineModes {
                modes: Vec::new(),
                n_rigid: 0,
                is_complete: n == 0,
            });
        }
        if wanted >= n && n > DENSE_ALL {
            return Err(Error::TooManyModes {
                coordinates: n,
                allowed: DENSE_ALL,
            });
        }
        let found = match symmetric(&self.reduced) {
            Some(matrices) => self.symmetric_modes(&matrices, wanted)?,
            None => None,
        };
        let found = match found {
            Some(found) => found,
            None if n <= DENSE || options.wanted.is_none() => self.all_modes()?,
            None => QuadraticSearch::new()
                .lowest(&self.reduced, wanted, BLOCK)
                .map_err(failed)?,
        };
        Ok(self.finished(found, wanted))
    }

    fn all_modes(&self) -> Result<QuadraticEigen, Error> {
        self.reduced.all().map_err(failed)
    }

    /// Without damping, M and K symmetric: λ² = −ω². None where M is singular.
    fn symmetric_modes(
        &self,
        [mass, stiffness]: &[SymmetricMatrix; 2],
        wanted: usize,
    ) -> Result<Option<QuadraticEigen>, Error> {
        let n = mass.n;
        let (values, vectors) = if n <= DENSE_ALL {
            match generalised_eigen(n, &stiffness.to_dense(), &mass.to_dense()) {
                Ok(eigen) => (eigen.values, eigen.vectors),
                Err(pitchline_algebra::Error::NotPositiveDefinite { .. }) => return Ok(None),
                Err(error) => return Err(failed(error)),
            }
        } else {
            let problem = Eigenproblem {
                stiffness,
                mass,
                groups: None,
                memory_limit: None,
            };
            let found = problem.lowest(wanted, &mut unobserved);
            match found {
                Ok(found) => (found.values, found.vectors),
                Err(_) => return Ok(None),
            }
        };
        let mut found = QuadraticEigen {
            is_complete: values.len() == n,
            ..QuadraticEigen::default()
        };
        for (square, vector) in values.iter().zip(vectors.chunks(n)) {
            let root = square.abs().sqrt();
            let (re, im) = if *square < 0.0 {
                (root, 0.0)
            } else {
                (0.0, root)
            };
            let value = Complex::new(re, im);
            let vector: Vec<Complex> = vector.iter().map(|x| Complex::new(*x, 0.0)).collect();
            found
                .residuals
                .push(backward_error(&self.reduced, value, &vector));
            found.values.push(value);
            found.vectors.extend(vector);
        }
        Ok(Some(found))
    }

    fn finished(&self, found: QuadraticEigen, wanted: usize) -> MachineModes {
        let n = self.n_free().max(1);
        let pairs = found.values.iter().zip(found.vectors.chunks(n));
        let mut modes: Vec<Mode> = pairs
            .zip(&found.residuals)
            .map(|((value, vector), residual)| self.mode(*value, vector, *residual))
            .collect();
        modes.sort_by(|a, b| a.natural_frequency().total_cmp(&b.natural_frequency()));
        let is_complete = found.is_complete && modes.len() <= wanted;
        self.one_for_each_rigid_motion(&mut modes);
        modes.truncate(wanted);
        self.name_rigid_motions(&mut modes);
        MachineModes {
            n_rigid: modes.iter().filter(|m| m.kind == ModeKind::Rigid).count(),
            is_complete,
            modes,
        }
    }

    pub(super) fn mode(&self, value: Complex, vector: &[Complex], residual: f64) -> Mode {
        let is_rigid = is_rigid(&self.reduced, value, vector);
        // Of coefficients that change while the machine turns those of one instant are known: (25c).
        let rounding = uncertainty(&self.reduced, value, vector);
        let uncertainty = rounding.max(0.5 * self.variation * value.norm());
        let mut shape = self.basis.expand(vector);
        self.normalise(&mut shape);
        let kind = match value.im > 0.0 {
            _ if is_rigid => ModeKind::Rigid,
            true => ModeKind::Oscillating,
            false => ModeKind::Aperiodic,
        };
        Mode {
            eigenvalue: if is_rigid {
                Complex::new(0.0, 0.0)
            } else {
                value
            },
            kind,
            largest_motion: self.largest_motion(&shape, |x: Complex| x.norm()),
            shape,
            residual,
            rounding,
            uncertainty,
        }
    }

    /// xᴴ M x = 1, the largest entry real and positive.
    pub(super) fn normalise(&self, shape: &mut [Complex]) {
        let largest = shape.iter().enumerate().fold((0.0, 0), |best, (i, x)| {
            let size = x.norm() * self.weight(i);
            // Equal entries: the first, whatever rounding says.
            if size > best.0 * (1.0 + 1e-9) {
                (size, i)
            } else {
                best
            }
        });
        let Some(pivot) = shape.get(largest.1).copied().filter(|x| x.norm() > 0.0) else {
            return;
        };
        let turn = pivot.conj() / pivot.norm();
        let mass = self.modal_mass(shape, shape).re;
        let size = if mass > 0.0 {
            mass.sqrt()
        } else {
            pivot.norm()
        };
        shape.iter_mut().for_each(|x| *x = *x * turn / size);
    }

    /// xᴴ M y over all coordinates.
    pub fn modal_mass(&self, x: &[Complex], y: &[Complex]) -> Complex {
        let mut sum = Complex::new(0.0, 0.0);
        for (row, x) in x.iter().enumerate() {
            for at in self.full.pattern.range(row) {
                let y = y[self.full.pattern.columns[at] as usize];
                sum += x.conj() * y * self.full.mass[at];
            }
        }
        sum
    }

    /// A motion that nothing holds is two eigenvalues zero with one shape (it stays, and it goes on): one is shown.
    fn one_for_each_rigid_motion(&self, modes: &mut Vec<Mode>) {
        let mut basis: Vec<Vec<Complex>> = Vec::new();
        modes.retain(|mode| {
            if mode.kind != ModeKind::Rigid {
                return true;
            }
            let weighted = |x: &[Complex]| -> Vec<Complex> {
                let parts = x.iter().enumerate();
                parts.map(|(i, x)| *x * self.weight(i)).collect()
            };
            let mut rest = weighted(&mode.shape);
            let before = norm(&rest);
            for _ in 0..2 {
                for unit in &basis {
                    let share = dot(unit, &rest);
                    for (rest, unit) in rest.iter_mut().zip(unit) {
                        *rest -= *unit * share;
                    }
                }
            }
            let left = norm(&rest);
            // Twins differ by the root of rounding.
            let is_new = left > 1e-4 * before;
            if is_new {
                basis.push(rest.iter().map(|x| *x / left).collect());
            }
            is_new
        });
    }
}

fn dot(a: &[Complex], b: &[Complex]) -> Complex {
    let parts = a.iter().zip(b);
    parts.fold(Complex::new(0.0, 0.0), |sum, (a, b)| sum + a.conj() * *b)
}

fn norm(a: &[Complex]) -> f64 {
    a.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt()
}

fn failed(error: pitchline_algebra::Error) -> Error {
    Error::algebra("the modes")(error)
}

/// M and K, if they are symmetric and nothing damps or turns.
fn symmetric(pencil: &QuadraticPencil) -> Option<[SymmetricMatrix; 2]> {
    if pencil.damping.iter().any(|c| *c != 0.0) {
        return None;
    }
    let lower = |values: &[f64]| -> Option<SymmetricMatrix> {
        let n = pencil.n();
        let dense_entry = |row: usize, column: usize| {
            let at = pencil.pattern.row(row).binary_search(&(column as u32));
            at.map_or(0.0, |at| values[pencil.pattern.range(row).start + at])
        };
        let diagonal: Vec<f64> = (0..n).map(|i| dense_entry(i, i).abs()).collect();
        let mut triplets = Vec::new();
        for row in 0..n {
            for at in pencil.pattern.range(row) {
                let column = pencil.pattern.columns[at] as usize;
                let mirrored = dense_entry(column, row);
                let size = (diagonal[row] * diagonal[column])
                    .sqrt()
                    .max(mirrored.abs());
                if (values[at] - mirrored).abs() > SYMMETRIC * size {
                    return None;
                }
                if row > column {
                    triplets.push((row, column, 0.5 * (values[at] + mirrored)));
                } else if row == column {
                    triplets.push((row, column, values[at]));
                }
            }
        }
        SymmetricMatrix::from_triplets(n, &triplets).ok()
    };
    Some([lower(&pencil.mass)?, lower(&pencil.stiffness)?])
}

/// Whether K x vanishes row by row, beside its terms: then λ = 0 is exact within rounding. (25)
fn is_rigid(pencil: &QuadraticPencil, value: Complex, x: &[Complex]) -> bool {
    // A small eigenvalue to begin with: the root of rounding is what a double zero is split into.
    if value.norm() > 1e-4 * pencil.own_frequency() {
        return false;
    }
    (0..pencil.n()).all(|row| {
        let (mut sum, mut size) = (Complex::new(0.0, 0.0), 0.0);
        for at in pencil.pattern.range(row) {
            let term = x[pencil.pattern.columns[at] as usize] * pencil.stiffness[at];
            sum += term;
            size += term.norm();
        }
        let largest = x.iter().map(|x| x.norm()).fold(0.0, f64::max);
        // Rows that the motion hardly touches are compared with what it could do there.
        let own: f64 = pencil
            .pattern
            .range(row)
            .map(|at| pencil.stiffness[at].abs())
            .sum();
        sum.norm() <= VANISHES * (size + own * largest)
    })
}

/// ‖P(λ) x‖ beside the sum of its terms' norms.
fn backward_error(pencil: &QuadraticPencil, value: Complex, x: &[Complex]) -> f64 {
    let left = norm(&pencil.residual(value, x));
    let term = |values: &[f64]| {
        let rows = (0..pencil.n()).map(|row| {
            let range = pencil.pattern.range(row);
            range.fold(Complex::new(0.0, 0.0), |sum, at| {
                sum + x[pencil.pattern.columns[at] as usize] * values[at]
            })
        });
        rows.map(|x| x.norm_sqr()).sum::<f64>().sqrt()
    };
    let size = value.norm_sqr() * term(&pencil.mass) + term(&pencil.stiffness);
    if size > 0.0 { left / size } else { left }
}
