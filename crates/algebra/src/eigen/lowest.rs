//! The lowest eigenvalues.

use super::settling::settle;
use super::{BLOCK, Eigenpairs, Eigenproblem, FIRST_SHIFT, FRESH_STARTS, Search};
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::Observer;
use crate::{Error, Factor, FactoredInverse};

/// Blocks after which the lowest eigenvalues are known well enough to choose a shift.
const TRIAL_STEPS: usize = 4;

impl Eigenproblem<'_> {
    /// The `wanted` lowest eigenvalues, all of them if there are fewer.
    pub fn lowest(&self, wanted: usize, observer: &mut Observer<'_>) -> Result<Eigenpairs, Error> {
        if wanted == 0 || self.stiffness.n == 0 {
            return Ok(Eigenpairs::none());
        }
        let mut search = Search::new(*self, observer)?;
        let mut pairs = match search.lowest_by_dense(wanted, observer)? {
            Some(pairs) => pairs,
            None => search.lowest_by_lanczos(wanted, observer)?,
        };
        pairs.factorisations = search.factorisations;
        Ok(pairs)
    }
}

impl Search<'_> {
    fn lowest_by_dense(
        &mut self,
        wanted: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Option<Eigenpairs>, Error> {
        if !self.is_dense(wanted) {
            return Ok(None);
        }
        let Some(eigen) = self.dense()? else {
            return Ok(None);
        };
        let n = self.n();
        let kept = wanted.min(n);
        let agreement = self.agree(&eigen.values, kept, true, observer)?;
        let values = eigen.values[..kept].to_vec();
        let vectors = eigen.vectors[..n * kept].to_vec();
        let mut pairs = self.with_residuals(values, vectors, -FIRST_SHIFT * self.scale, 0);
        pairs.counts.push(agreement.or_error(&eigen.values)?);
        Ok(Some(pairs))
    }

    fn lowest_by_lanczos(
        &mut self,
        wanted: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let wanted = wanted.min(self.n());
        let target = wanted + BLOCK;
        let capacity = self.capacity(target)?;
        let (factor, shift) = self.first_factor(observer)?;
        let mass = self.problem.mass;
        let inverse = FactoredInverse::new(&factor, mass)?;
        let mut lanczos = BlockLanczos::new(&inverse, BLOCK, capacity)?;
        let Some(better) = better_shift(&mut lanczos, shift)? else {
            return self.lowest_of_basis(lanczos, shift, wanted, observer);
        };
        drop(lanczos);
        // Only one factor at a time.
        drop(factor);
        let factor = self.definite(better, observer)?;
        let inverse = FactoredInverse::new(&factor, mass)?;
        let lanczos = BlockLanczos::new(&inverse, BLOCK, capacity)?;
        self.lowest_of_basis(lanczos, better, wanted, observer)
    }

    /// Grows a basis until the count agrees with what it shows.
    fn lowest_of_basis(
        &mut self,
        mut lanczos: BlockLanczos<'_>,
        shift: f64,
        wanted: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let capacity = lanczos.capacity();
        let target = wanted + BLOCK;
        let (mut fresh_starts, mut most_found) = (0, 0);
        loop {
            let (ritz, settled) = settle(&mut lanczos, target, observer)?;
            let all = lanczos.is_exhausted();
            let values = eigenvalues(&ritz, shift, settled);
            let agreement = self.agree(&values, wanted.min(settled), all, observer)?;
            // As long as random vectors bring more of those that are missing, they are worth their solves.
            let found = agreement.found(&values);
            fresh_starts = if found > most_found {
                0
            } else {
                fresh_starts + 1
            };
            most_found = most_found.max(found);
            if agreement.is_final() || all || fresh_starts > FRESH_STARTS {
                let count = agreement.or_error(&values)?;
                let which = lowest_indices(&ritz, shift, settled, wanted);
                let mut pairs = self.pairs(&lanczos, &ritz, shift, &which);
                pairs.counts.push(count);
                return Ok(pairs);
            }
            let kept = settled.min(capacity - 2 * BLOCK);
            lanczos.restart_afresh(&ritz, &(0..kept).collect::<Vec<_>>())?;
        }
    }

    /// A factor of K − σM with σ below all eigenvalues, as near zero as rounding allows.
    fn first_factor(&mut self, observer: &mut Observer<'_>) -> Result<(Factor, f64), Error> {
        let mut shift = -FIRST_SHIFT * self.scale;
        loop {
            match self.definite(shift, observer) {
                Ok(factor) => return Ok((factor, shift)),
                Err(Error::NotPositiveDefinite { .. } | Error::Unstable { .. })
                    if -shift < 1e3 * self.scale =>
                {
                    shift *= 100.0;
                }
                Err(Error::NotPositiveDefinite { .. }) => return Err(Error::NoShift),
                Err(error) => return Err(error),
            }
        }
    }
}

/// For a body that is free to move: a shift as far below zero as its first eigenvalue with deformation is above it,
/// estimated by the first few blocks of a basis. None where the first shift serves, and the basis may grow on.
fn better_shift(lanczos: &mut BlockLanczos<'_>, shift: f64) -> Result<Option<f64>, Error> {
    for _ in 0..TRIAL_STEPS {
        if !lanczos.is_exhausted() && lanczos.has_room() {
            lanczos.step()?;
        }
    }
    let ritz = lanczos.ritz()?;
    let values = eigenvalues(&ritz, shift, ritz.theta.len());
    let near_zero = |value: f64| value < 30.0 * shift.abs();
    let mut others = values.iter().copied();
    let first = others.find(|&v| !near_zero(v) && v.is_finite());
    let is_free = values.first().is_some_and(|&v| near_zero(v));
    Ok(first
        .filter(|&first| is_free && first > -400.0 * shift)
        .map(|first| -0.25 * first))
}

/// The first `settled` eigenvalues, ascending.
fn eigenvalues(ritz: &Ritz, shift: f64, settled: usize) -> Vec<f64> {
    let mut values: Vec<f64> = ritz.theta[..settled]
        .iter()
        .map(|theta| shift + theta.recip())
        .collect();
    values.sort_by(f64::total_cmp);
    values
}

fn lowest_indices(ritz: &Ritz, shift: f64, settled: usize, wanted: usize) -> Vec<usize> {
    let value = |i: usize| shift + ritz.theta[i].recip();
    let mut order: Vec<usize> = (0..settled).collect();
    order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
    order.truncate(wanted);
    order
}
