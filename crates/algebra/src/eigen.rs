//! Some eigenvalues of K x = λ M x, none left out.
//!
//! Lanczos finds eigenvalues; that none is missing between two shifts follows from the inertia of K − σM, which has as
//! many negative eigenvalues as there are λ below σ \[theory:large-systems\] (6). The result carries that count.

mod agreement;
mod lowest;
mod operator;
mod settling;
mod slices;

use std::sync::Arc;

pub use self::operator::{EigenSearch, Found, all_up_to, lowest_of};
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::{Observer, Phase, tell};
use crate::{Analysis, DenseEigen, Error, Factor, SymmetricMatrix, generalised_eigen};

/// Relative residual of the inverted problem at which a pair has settled: its eigenvalue is then right to twice as
/// many digits, its vector to about as many.
const SETTLED: f64 = 1e-10;
/// Vectors of a block: the six rigid motions of a body at once.
const BLOCK: usize = 6;
/// Least room of a basis beside the wanted vectors. A basis that is never cut down needs the fewest solves, and this
/// many vectors are small beside a factor.
const ROOM: usize = 16 * BLOCK;
/// Unknowns up to which the whole spectrum is found by a dense method.
const SMALL: usize = 120;
/// Unknowns up to which that is done when a large part of the spectrum is wanted.
const DENSE: usize = 2000;
/// First shift below zero, relative to the largest eigenvalue: far above rounding, far below what a mesh resolves.
const FIRST_SHIFT: f64 = 1e-9;
/// Random starts in a row that bring nothing, after a count found more eigenvalues than Lanczos had.
const FRESH_STARTS: usize = 4;

/// K x = λ M x: both symmetric, M with no negative eigenvalue and K − σM positive definite for some σ.
#[derive(Debug, Clone, Copy)]
pub struct Eigenproblem<'a> {
    /// K.
    pub stiffness: &'a SymmetricMatrix,
    /// M.
    pub mass: &'a SymmetricMatrix,
    /// Node of each unknown, for the ordering.
    pub groups: Option<&'a [u32]>,
    /// Memory that may be taken (bytes).
    pub memory_limit: Option<u64>,
}

/// How many eigenvalues the inertia of K − σM counts below a shift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Count {
    /// σ.
    pub shift: f64,
    /// Eigenvalues below it.
    pub below: usize,
}

/// Eigenvalues, ascending, with their vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigenpairs {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The vectors one after another, xᵀ M x = 1, the largest entry positive.
    pub vectors: Vec<f64>,
    /// ‖K x − λ M x‖ / (max(|λ|, |σ|) ‖M x‖) of each, σ the shift it was found with.
    pub residuals: Vec<f64>,
    /// The counts that prove that none is missing: below the first (none if the lowest were asked for) and above the
    /// last, or just below it and its equals where these are too many to be told from what follows.
    pub counts: Vec<Count>,
    /// Right-hand sides solved.
    pub solves: usize,
    /// Factorisations made.
    pub factorisations: usize,
}

impl Eigenpairs {
    fn none() -> Self {
        Self {
            values: Vec::new(),
            vectors: Vec::new(),
            residuals: Vec::new(),
            counts: Vec::new(),
            solves: 0,
            factorisations: 0,
        }
    }
}

/// What stays the same over all shifts.
struct Search<'a> {
    problem: Eigenproblem<'a>,
    analysis: Arc<Analysis>,
    /// About the largest eigenvalue: K_ii / M_ii.
    scale: f64,
    factorisations: usize,
}

impl<'a> Search<'a> {
    fn new(problem: Eigenproblem<'a>, observer: &mut Observer<'_>) -> Result<Self, Error> {
        problem.stiffness.check()?;
        problem.mass.check()?;
        tell(observer, Phase::Ordering, 0, 1)?;
        let pattern = SymmetricMatrix::combine(problem.stiffness, problem.mass, 0.0)?;
        let analysis = Arc::new(Analysis::new(&pattern, problem.groups)?);
        tell(observer, Phase::Ordering, 1, 1)?;
        let stiffness = problem.stiffness.diagonal_entries();
        let mass = problem.mass.diagonal_entries();
        let with_mass = stiffness.iter().zip(&mass).filter(|&(_, &m)| m > 0.0);
        let scale = with_mass.fold(0.0_f64, |s, (k, m)| s.max(k.abs() / m));
        if !mass.iter().any(|&m| m > 0.0) || mass.iter().any(|&m| m < 0.0) {
            return Err(Error::NoShift);
        }
        Ok(Self {
            problem,
            analysis,
            scale: if scale > 0.0 && scale.is_finite() {
                scale
            } else {
                1.0
            },
            factorisations: 0,
        })
    }

    fn n(&self) -> usize {
        self.problem.stiffness.n
    }

    fn shifted(&self, shift: f64) -> Result<SymmetricMatrix, Error> {
        SymmetricMatrix::combine(self.problem.stiffness, self.problem.mass, shift)
    }

    fn definite(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<Factor, Error> {
        tell(observer, Phase::Factorising, 0, 1)?;
        self.factorisations += 1;
        let factor = Factor::positive_definite_as(&self.analysis, &self.shifted(shift)?)?;
        tell(observer, Phase::Factorising, 1, 1)?;
        Ok(factor)
    }

    fn indefinite(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<Factor, Error> {
        tell(observer, Phase::Factorising, 0, 1)?;
        self.factorisations += 1;
        let factor = Factor::indefinite_as(&self.analysis, &self.shifted(shift)?)?;
        tell(observer, Phase::Factorising, 1, 1)?;
        Ok(factor)
    }

    /// Eigenvalues below a shift; None if the shift is one of them.
    fn count(&mut self, shift: f64, observer: &mut Observer<'_>) -> Result<Option<Count>, Error> {
        tell(observer, Phase::Counting, 0, 1)?;
        self.factorisations += 1;
        let counted = match Factor::indefinite_as(&self.analysis, &self.shifted(shift)?) {
            Ok(factor) if factor.inertia().zero == 0 => Some(Count {
                shift,
                below: factor.inertia().negative,
            }),
            Ok(_) | Err(Error::Singular { .. } | Error::Unstable { .. }) => None,
            Err(error) => return Err(error),
        };
        tell(observer, Phase::Counting, 1, 1)?;
        Ok(counted)
    }

    /// Size of a basis that finds so many pairs, within the memory allowed.
    fn capacity(&self, target: usize) -> Result<usize, Error> {
        let n = self.n() as u64;
        let factor = self.analysis.estimate().bytes;
        // Besides the basis: a few blocks, the matrices K − σM and the vectors that are handed back.
        let other = factor + 24 * self.problem.stiffness.rows.len() as u64;
        let bytes = |vectors: usize| other + 8 * n * (vectors + target + 8 * BLOCK) as u64;
        let best = target + target.max(ROOM);
        let least = target + 3 * BLOCK;
        let Some(limit) = self.problem.memory_limit else {
            return Ok(best);
        };
        if bytes(least) > limit {
            return Err(Error::Memory {
                what: "the eigenvalue problem",
                bytes: bytes(least),
                limit,
            });
        }
        let fits = (least..=best)
            .rev()
            .find(|&vectors| bytes(vectors) <= limit);
        Ok(fits.unwrap_or(least))
    }

    /// The chosen pairs of a basis, by rising eigenvalue, with residuals.
    fn pairs(
        &self,
        lanczos: &BlockLanczos<'_>,
        ritz: &Ritz,
        shift: f64,
        which: &[usize],
    ) -> Eigenpairs {
        let mut which = which.to_vec();
        let value = |i: usize| shift + ritz.theta[i].recip();
        which.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let values: Vec<f64> = which.iter().map(|&i| value(i)).collect();
        let vectors = lanczos.vectors(ritz, &which);
        self.with_residuals(values, vectors, shift, lanczos.solves)
    }

    fn with_residuals(
        &self,
        values: Vec<f64>,
        vectors: Vec<f64>,
        shift: f64,
        solves: usize,
    ) -> Eigenpairs {
        let n = self.n().max(1);
        let residual = |value: f64, kx: &[f64], mx: &[f64]| {
            let norm = |sum: f64| sum.sqrt();
            let difference = norm(
                kx.iter()
                    .zip(mx)
                    .map(|(k, m)| (k - value * m).powi(2))
                    .sum(),
            );
            let size = value.abs().max(shift.abs()) * norm(mx.iter().map(|m| m * m).sum());
            if size > 0.0 {
                difference / size
            } else {
                difference
            }
        };
        let mut residuals = Vec::with_capacity(values.len());
        for (values, x) in values.chunks(BLOCK).zip(vectors.chunks(n * BLOCK)) {
            let (mut kx, mut mx) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            self.problem.stiffness.multiply_many(x, &mut kx);
            self.problem.mass.multiply_many(x, &mut mx);
            let products = kx.chunks(n).zip(mx.chunks(n));
            residuals.extend(
                values
                    .iter()
                    .zip(products)
                    .map(|(&value, (kx, mx))| residual(value, kx, mx)),
            );
        }
        Eigenpairs {
            values,
            vectors,
            residuals,
            counts: Vec::new(),
            solves,
            factorisations: 0,
        }
    }

    /// The whole spectrum by a dense method, if M is positive definite.
    fn dense(&self) -> Result<Option<DenseEigen>, Error> {
        let n = self.n();
        match generalised_eigen(
            n,
            &self.problem.stiffness.to_dense(),
            &self.problem.mass.to_dense(),
        ) {
            Ok(eigen) => Ok(Some(eigen)),
            Err(Error::NotPositiveDefinite { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the dense method is the better one.
    fn is_dense(&self, wanted: usize) -> bool {
        let n = self.n();
        let large_part = wanted + 4 * BLOCK >= n / 3;
        n <= SMALL || (large_part && n <= DENSE)
    }
}

#[cfg(test)]
mod tests;
