//! All eigenvalues of an interval.

use super::{BLOCK, Count, Eigenpairs, Eigenproblem, FRESH_STARTS, SETTLED, Search};
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::{Observer, Phase, tell};
use crate::{Error, FactoredInverse};

/// Eigenvalues that one shift is good for: more take longer than another factorisation.
const PER_SHIFT: usize = 60;
/// Halvings of the interval: what is then still crowded is a cluster.
const DEEPEST: usize = 12;
/// Relative to the largest eigenvalue: what rounding makes of a zero eigenvalue stays well below.
const ZERO: f64 = 1e-12;

impl Eigenproblem<'_> {
    /// All eigenvalues from `low` to `high`. An end that is an eigenvalue is moved outwards a little; the counts tell
    /// the ends that were used.
    pub fn band(
        &self,
        low: f64,
        high: f64,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let has_inside = low < high && low.is_finite() && high.is_finite();
        if !has_inside {
            return Err(Error::Band { low, high });
        }
        if self.stiffness.n == 0 {
            return Ok(Eigenpairs::none());
        }
        let mut search = Search::new(*self, observer)?;
        let margin = (ZERO * search.scale).max(1e-9 * (high - low));
        let low = if low.abs() <= margin { -margin } else { low };
        let ends = [
            search.end(low, -margin, observer)?,
            search.end(high, margin, observer)?,
        ];
        let mut pairs = search.slice(ends, 0, observer)?;
        pairs.counts = ends.to_vec();
        pairs.factorisations = search.factorisations;
        Ok(pairs)
    }
}

impl Search<'_> {
    /// Counts below an end of the band, moved by `margin` until it is no eigenvalue.
    fn end(&mut self, end: f64, margin: f64, observer: &mut Observer<'_>) -> Result<Count, Error> {
        let mut moved = 0.0;
        for attempt in 0..8 {
            if let Some(count) = self.count(end + moved, observer)? {
                return Ok(count);
            }
            moved = margin * 4f64.powi(attempt);
        }
        Err(Error::Unstable { residual: f64::NAN })
    }

    /// All between two counts, in halves if they are many.
    fn slice(
        &mut self,
        ends: [Count; 2],
        depth: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let [low, high] = ends;
        let expected = high.below.saturating_sub(low.below);
        if expected == 0 {
            return Ok(Eigenpairs::none());
        }
        if expected > PER_SHIFT && depth < DEEPEST && !self.is_dense(expected) {
            let width = high.shift - low.shift;
            let middle = self.end(low.shift + 0.5 * width, 1e-3 * width, observer)?;
            let mut first = self.slice([low, middle], depth + 1, observer)?;
            let second = self.slice([middle, high], depth + 1, observer)?;
            first.values.extend(second.values);
            first.vectors.extend(second.vectors);
            first.residuals.extend(second.residuals);
            first.solves += second.solves;
            return Ok(first);
        }
        if self.is_dense(expected)
            && let Some(eigen) = self.dense()?
        {
            let n = self.n();
            let start = eigen.values.partition_point(|&v| v < low.shift);
            let end = eigen.values.partition_point(|&v| v < high.shift);
            if end - start != expected {
                return Err(missed(ends, end - start));
            }
            let vectors = eigen.vectors[n * start..n * end].to_vec();
            return Ok(self.with_residuals(
                eigen.values[start..end].to_vec(),
                vectors,
                high.shift,
                0,
            ));
        }
        self.slice_by_lanczos(ends, expected, observer)
    }

    fn slice_by_lanczos(
        &mut self,
        ends: [Count; 2],
        expected: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let [low, high] = ends;
        let target = expected + BLOCK;
        let capacity = self.capacity(target)?;
        let width = high.shift - low.shift;
        let (factor, shift) = {
            let mut attempt = 0;
            loop {
                // Beside the middle, where it is an eigenvalue itself.
                let shift = low.shift + width * (0.5 + 0.013 * attempt as f64);
                match self.indefinite(shift, observer) {
                    Ok(factor) if factor.inertia().zero == 0 => break (factor, shift),
                    Ok(_) | Err(Error::Singular { .. } | Error::Unstable { .. }) if attempt < 8 => {
                        attempt += 1
                    }
                    Ok(_) => return Err(Error::Unstable { residual: f64::NAN }),
                    Err(error) => return Err(error),
                }
            }
        };
        let mass = self.problem.mass;
        let inverse = FactoredInverse::new(&factor, mass)?;
        let mut lanczos = BlockLanczos::new(&inverse, BLOCK, capacity)?;
        let most_solves = 60 * (target + 10 * BLOCK);
        let mut fresh_starts = 0;
        loop {
            if !lanczos.is_exhausted() {
                lanczos.step()?;
            }
            let ritz = lanczos.ritz()?;
            let inside = inside(&ritz, shift, ends);
            tell(
                observer,
                Phase::Iterating,
                inside.len().min(expected),
                expected,
            )?;
            if inside.len() == expected {
                return Ok(self.pairs(&lanczos, &ritz, shift, &inside));
            }
            if inside.len() > expected || lanczos.is_exhausted() {
                return Err(missed(ends, inside.len()));
            }
            // Those that are farther from the shift than the ends have settled, yet some inside are missing.
            let settled = ritz.error.iter().take_while(|&&e| e <= SETTLED).count();
            let farthest = settled.checked_sub(1).map(|i| ritz.theta[i].recip().abs());
            let passed_both_ends = farthest.is_some_and(|d| d > 0.6 * width);
            if passed_both_ends && fresh_starts < FRESH_STARTS {
                fresh_starts += 1;
                let kept = settled.min(capacity.saturating_sub(2 * BLOCK));
                lanczos.restart_afresh(&ritz, &(0..kept).collect::<Vec<_>>())?;
                continue;
            }
            if lanczos.solves > most_solves * (1 + fresh_starts) {
                return Err(Error::NotConverged {
                    wanted: expected,
                    converged: inside.len(),
                    solves: lanczos.solves,
                });
            }
            if !lanczos.has_room() {
                let filled = lanczos.filled();
                let spare = filled.saturating_sub(target) / 3;
                let keep = (target + spare).min(filled.saturating_sub(BLOCK));
                lanczos.restart(&ritz, &(0..keep).collect::<Vec<_>>());
            }
        }
    }
}

/// Settled pairs between the ends.
fn inside(ritz: &Ritz, shift: f64, [low, high]: [Count; 2]) -> Vec<usize> {
    (0..ritz.theta.len())
        .filter(|&i| ritz.error[i] <= SETTLED)
        .filter(|&i| {
            let value = shift + ritz.theta[i].recip();
            low.shift < value && value < high.shift
        })
        .collect()
}

fn missed([low, high]: [Count; 2], found: usize) -> Error {
    Error::Missed {
        low: low.shift,
        high: high.shift,
        found,
        counted: high.below.saturating_sub(low.below),
    }
}
