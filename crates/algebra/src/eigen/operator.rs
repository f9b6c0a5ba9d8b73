//! The lowest eigenvalues of a problem that is known by its inverse alone: see [`Inverse`].
//!
//! Nothing is counted here. The caller knows the inertia of what is inverted; where it tells that some are missing,
//! [`EigenSearch::search_again`] goes on from random vectors.

use super::ROOM;
use super::settling::settle;
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::Observer;
use crate::{Error, Inverse};

/// Smallest |θ| beside the largest: below, it is rounding of motions that the inverse maps to zero.
const LEAST: f64 = 1e-12;

/// Eigenvalues that have settled, ascending, with their vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The eigenvalues: those asked for and some more, among which a gap can be chosen to count in. Fewer only where
    /// there are no others.
    pub values: Vec<f64>,
    /// The vectors one after another, xᵀ M x = 1, the largest entry positive.
    pub vectors: Vec<f64>,
    /// ‖G M x − θ x‖ of each in the norm of the mass, relative to θ.
    pub errors: Vec<f64>,
    /// Right-hand sides solved since the search began.
    pub solves: usize,
    /// Whether these are all that the inverse can reach.
    pub is_exhausted: bool,
}

impl Found {
    /// How many lie below a bound.
    pub fn below(&self, bound: f64) -> usize {
        self.values.partition_point(|&value| value < bound)
    }

    /// Leaves out all but the first so many.
    pub fn truncate(&mut self, count: usize) {
        let n = self.vectors.len() / self.values.len().max(1);
        self.vectors.truncate(n * count);
        self.values.truncate(count);
        self.errors.truncate(count);
    }
}

/// A search that can be carried on.
pub struct EigenSearch<'a> {
    lanczos: BlockLanczos<'a>,
    shift: f64,
    block: usize,
    /// What the basis showed last, and how many pairs had settled.
    last: Option<(Ritz, usize)>,
    /// Pairs that must settle before a search that began again is at its end.
    least: usize,
}

impl<'a> EigenSearch<'a> {
    /// Starts from a random block. `shift` is the σ of the inverse and lies below all eigenvalues. Equal eigenvalues
    /// are found together if there are no more of them than a block has vectors.
    pub fn new(inverse: &'a dyn Inverse, shift: f64, block: usize) -> Result<Self, Error> {
        if !shift.is_finite() {
            return Err(Error::Band {
                low: shift,
                high: f64::INFINITY,
            });
        }
        let block = block.clamp(1, inverse.n().max(1));
        Ok(Self {
            lanczos: BlockLanczos::new(inverse, block, 3 * block)?,
            shift,
            block,
            last: None,
            least: 0,
        })
    }

    /// The `wanted` lowest eigenvalues and some more.
    pub fn lowest(&mut self, wanted: usize, observer: &mut Observer<'_>) -> Result<Found, Error> {
        let wanted = wanted.min(self.lanczos.n());
        self.settle(wanted + self.block, observer)?;
        self.found()
    }

    /// All eigenvalues up to a bound and at least one above it, if there is one.
    pub fn up_to(&mut self, bound: f64, observer: &mut Observer<'_>) -> Result<Found, Error> {
        if !bound.is_finite() {
            return Err(Error::Band {
                low: self.shift,
                high: bound,
            });
        }
        let mut target = 3 * self.block;
        loop {
            let settled = self.settle(target, observer)?;
            let is_done = |last: f64| last > bound || self.lanczos.is_exhausted();
            if is_done(self.last_value().unwrap_or(f64::NEG_INFINITY)) {
                return self.found();
            }
            target = settled + (settled / 2).max(2 * self.block);
        }
    }

    /// Keeps what has settled and begins again from random vectors: for a caller whose count says that some are
    /// missing. Call [`Self::lowest`] or [`Self::up_to`] after it.
    pub fn search_again(&mut self) -> Result<(), Error> {
        let Some((ritz, settled)) = self.last.take() else {
            return Ok(());
        };
        self.lanczos.make_room(capacity(settled + self.block));
        let kept: Vec<usize> = (0..settled).collect();
        self.lanczos.restart_afresh(&ritz, &kept)?;
        // Random vectors show the largest θ first: when a block more has settled, those missing are among them.
        self.least = settled + self.block;
        Ok(())
    }

    fn settle(&mut self, target: usize, observer: &mut Observer<'_>) -> Result<usize, Error> {
        let target = target.max(self.least);
        self.lanczos.make_room(capacity(target));
        let (ritz, settled) = settle(&mut self.lanczos, target, observer)?;
        self.last = Some((ritz, settled));
        Ok(settled)
    }

    /// Pairs that have settled and are more than rounding, by rising eigenvalue.
    fn indices(&self) -> Result<Vec<usize>, Error> {
        let Some((ritz, settled)) = &self.last else {
            return Ok(Vec::new());
        };
        let theta = &ritz.theta[..*settled];
        let least = LEAST * theta.first().map_or(0.0, |t| t.abs());
        let real = |i: &usize| theta[*i].abs() > least;
        let kept: Vec<usize> = (0..*settled).filter(real).collect();
        match kept.iter().find(|&&i| theta[i] < 0.0) {
            Some(&i) => Err(Error::BelowShift {
                value: self.shift + theta[i].recip(),
                shift: self.shift,
            }),
            None => Ok(kept),
        }
    }

    fn last_value(&self) -> Option<f64> {
        let (ritz, settled) = self.last.as_ref()?;
        let theta = ritz.theta.get(settled.checked_sub(1)?)?;
        Some(self.shift + theta.recip())
    }

    fn found(&self) -> Result<Found, Error> {
        let which = self.indices()?;
        let mut found = Found {
            values: Vec::new(),
            vectors: Vec::new(),
            errors: Vec::new(),
            solves: self.lanczos.solves,
            is_exhausted: self.lanczos.is_exhausted(),
        };
        if let Some((ritz, _)) = &self.last {
            found.values = which
                .iter()
                .map(|&i| self.shift + ritz.theta[i].recip())
                .collect();
            found.errors = which.iter().map(|&i| ritz.error[i]).collect();
            found.vectors = self.lanczos.vectors(ritz, &which);
        }
        Ok(found)
    }
}

/// The `wanted` lowest eigenvalues and some more. `shift` is the σ of the inverse and lies below all eigenvalues.
pub fn lowest_of(
    inverse: &dyn Inverse,
    shift: f64,
    wanted: usize,
    block: usize,
    observer: &mut Observer<'_>,
) -> Result<Found, Error> {
    EigenSearch::new(inverse, shift, block)?.lowest(wanted, observer)
}

/// All eigenvalues up to a bound and at least one above it, if there is one.
pub fn all_up_to(
    inverse: &dyn Inverse,
    shift: f64,
    bound: f64,
    block: usize,
    observer: &mut Observer<'_>,
) -> Result<Found, Error> {
    EigenSearch::new(inverse, shift, block)?.up_to(bound, observer)
}

/// Room for a basis that is rarely cut down.
fn capacity(target: usize) -> usize {
    target + target.max(ROOM)
}

#[cfg(test)]
mod tests;
