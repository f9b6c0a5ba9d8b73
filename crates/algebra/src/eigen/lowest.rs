//! The lowest eigenvalues.

use super::{BLOCK, Count, Eigenpairs, Eigenproblem, FRESH_STARTS, SETTLED, Search};
use crate::lanczos::{BlockLanczos, Ritz};
use crate::progress::{Observer, Phase, tell};
use crate::{Error, Factor};

/// First shift below zero, relative to the largest eigenvalue: far above rounding, far below what a mesh resolves.
const FIRST_SHIFT: f64 = 1e-9;
/// Relative distance of two eigenvalues between which a shift can be told from both.
const GAP: f64 = 1e-6;

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
        let count = self.agree(&eigen.values, wanted.min(n), Beyond::Nothing, observer)?;
        let kept = wanted.min(n);
        let vectors = eigen.vectors[..n * kept].to_vec();
        let mut pairs = self.with_residuals(
            eigen.values[..kept].to_vec(),
            vectors,
            -FIRST_SHIFT * self.scale,
            0,
        );
        match count {
            Agreement::Agreed(count) => pairs.counts.push(count),
            Agreement::Missing(count) => return Err(missed(&count, eigen.values.len())),
            Agreement::NoGap => return Err(uncounted(&eigen.values)),
        }
        Ok(Some(pairs))
    }

    fn lowest_by_lanczos(
        &mut self,
        wanted: usize,
        observer: &mut Observer<'_>,
    ) -> Result<Eigenpairs, Error> {
        let wanted = wanted.min(self.n());
        let target = wanted + BLOCK;
        let mut capacity = self.capacity(target)?;
        let (factor, shift) = self.shift_below(observer)?;
        let mass = self.problem.mass;
        let mut lanczos = BlockLanczos::new(&factor, mass, BLOCK, capacity)?;
        // A basis must have room for pairs that have not settled.
        let most_pairs = capacity.saturating_sub(2 * BLOCK).max(target);
        let most_solves = 60 * (target + 10 * BLOCK);
        let mut fresh_starts = 0;
        let mut ask_for = target;
        loop {
            if lanczos.is_exhausted() && lanczos.filled() == 0 {
                return Err(Error::NoShift);
            }
            if !lanczos.is_exhausted() {
                lanczos.step()?;
            }
            let ritz = lanczos.ritz()?;
            let settled = settled(&ritz);
            tell(observer, Phase::Iterating, settled.min(target), target)?;
            let enough = settled >= ask_for.min(most_pairs);
            if lanczos.is_exhausted() || enough {
                let values = eigenvalues(&ritz, shift, settled);
                let all = lanczos.is_exhausted();
                let beyond = if all {
                    Beyond::Nothing
                } else if ask_for > most_pairs {
                    Beyond::Cluster
                } else {
                    Beyond::More
                };
                match self.agree(&values, wanted.min(values.len()), beyond, observer)? {
                    Agreement::Agreed(count) => {
                        let which: Vec<usize> = lowest_indices(&ritz, shift, settled, wanted);
                        let mut pairs = self.pairs(&lanczos, &ritz, shift, &which);
                        pairs.counts.push(count);
                        return Ok(pairs);
                    }
                    Agreement::Missing(count) if fresh_starts == FRESH_STARTS || all => {
                        return Err(missed(
                            &count,
                            values.iter().filter(|&&v| v < count.shift).count(),
                        ));
                    }
                    Agreement::Missing(_) => {
                        fresh_starts += 1;
                        lanczos.restart_afresh(&ritz, &(0..settled).collect::<Vec<_>>())?;
                        continue;
                    }
                    Agreement::NoGap if all => return Err(uncounted(&values)),
                    // What follows the wanted ones is one cluster: more is needed to see its end.
                    Agreement::NoGap => ask_for = settled + BLOCK,
                }
            }
            if lanczos.solves > most_solves * (1 + fresh_starts) {
                return Err(Error::NotConverged {
                    wanted,
                    converged: settled.min(wanted),
                    solves: lanczos.solves,
                });
            }
            if !lanczos.has_room() {
                capacity = capacity.min(lanczos.filled());
                let spare = capacity.saturating_sub(target) / 3;
                let keep = (target + spare).min(capacity.saturating_sub(BLOCK));
                lanczos.restart(&ritz, &(0..keep).collect::<Vec<_>>());
            }
        }
    }

    /// A factor of K − σM with σ below all eigenvalues: near zero, or as far below it as the first eigenvalue of a
    /// body that deforms is above it, when the body is free to move.
    fn shift_below(&mut self, observer: &mut Observer<'_>) -> Result<(Factor, f64), Error> {
        let mut shift = -FIRST_SHIFT * self.scale;
        let factor = loop {
            match self.definite(shift, observer) {
                Ok(factor) => break factor,
                Err(Error::NotPositiveDefinite { .. } | Error::Unstable { .. })
                    if -shift < 1e3 * self.scale =>
                {
                    shift *= 100.0;
                }
                Err(Error::NotPositiveDefinite { .. }) => return Err(Error::NoShift),
                Err(error) => return Err(error),
            }
        };
        let mass = self.problem.mass;
        let mut trial = BlockLanczos::new(&factor, mass, BLOCK, 6 * BLOCK)?;
        for _ in 0..4 {
            if !trial.is_exhausted() {
                trial.step()?;
            }
        }
        let ritz = trial.ritz()?;
        let values = eigenvalues(&ritz, shift, ritz.theta.len());
        let near_zero = |value: f64| value < 30.0 * shift.abs();
        let first = values
            .iter()
            .copied()
            .find(|&v| !near_zero(v) && v.is_finite());
        match first {
            Some(first)
                if values.first().is_some_and(|&v| near_zero(v)) && first > -400.0 * shift =>
            {
                drop(trial);
                drop(factor);
                let shift = -0.25 * first;
                Ok((self.definite(shift, observer)?, shift))
            }
            _ => Ok((factor, shift)),
        }
    }

    /// Compares the eigenvalues with the inertia at a shift above the wanted ones.
    fn agree(
        &mut self,
        values: &[f64],
        wanted: usize,
        beyond: Beyond,
        observer: &mut Observer<'_>,
    ) -> Result<Agreement, Error> {
        for (shift, below) in self.gaps(values, wanted, beyond) {
            let Some(count) = self.count(shift, observer)? else {
                continue;
            };
            return Ok(match count.below == below {
                true => Agreement::Agreed(count),
                false => Agreement::Missing(count),
            });
        }
        Ok(Agreement::NoGap)
    }

    /// Shifts between eigenvalues, in the widest gaps, with the number of eigenvalues below; the first are best.
    fn gaps(&self, values: &[f64], wanted: usize, beyond: Beyond) -> Vec<(f64, usize)> {
        let least = FIRST_SHIFT * self.scale;
        let gap = |i: usize| {
            let (a, b) = (values[i - 1], values[i]);
            ((b - a) / (b.abs() + least), 0.5 * (a + b), i)
        };
        let is_wide = |&(relative, ..): &(f64, f64, usize)| relative > GAP;
        let mut gaps: Vec<(f64, f64, usize)> = (wanted.max(1)..values.len())
            .map(gap)
            .filter(is_wide)
            .collect();
        gaps.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut shifts: Vec<(f64, usize)> = gaps.into_iter().map(|(_, s, i)| (s, i)).collect();
        shifts.truncate(3);
        match (beyond, values.first(), values.last()) {
            (Beyond::Nothing, _, Some(&last)) => {
                let above = [0.01, 0.03, 0.1].map(|share| last + share * last.abs() + least);
                shifts.extend(above.map(|shift| (shift, values.len())));
            }
            // The last wanted are members of a cluster: none is missing if none is missing below it.
            (Beyond::Cluster, Some(&first), _) => {
                let start = (1..wanted).rev().map(gap).find(is_wide);
                let below_all = (first - 0.01 * first.abs() - least, 0);
                shifts.push(start.map_or(below_all, |(_, shift, i)| (shift, i)));
            }
            _ => {}
        }
        shifts
    }
}

/// What is known of the eigenvalues after those that settled.
#[derive(Clone, Copy)]
enum Beyond {
    /// There are none.
    Nothing,
    /// More can be computed.
    More,
    /// So many equal ones that the basis cannot hold them all.
    Cluster,
}

enum Agreement {
    Agreed(Count),
    Missing(Count),
    NoGap,
}

fn missed(count: &Count, found: usize) -> Error {
    Error::Missed {
        low: f64::NEG_INFINITY,
        high: count.shift,
        found,
        counted: count.below,
    }
}

fn uncounted(values: &[f64]) -> Error {
    Error::Uncounted {
        high: values.last().copied().unwrap_or(f64::NAN),
    }
}

/// How many of the largest θ have settled, without a gap.
fn settled(ritz: &Ritz) -> usize {
    ritz.error
        .iter()
        .take_while(|&&error| error <= SETTLED)
        .count()
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
