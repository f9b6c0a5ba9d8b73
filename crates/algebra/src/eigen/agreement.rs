//! Whether the lowest eigenvalues found are all there are, by counting. \[theory:large-systems\] (6)

use super::{Count, FIRST_SHIFT, Search};
use crate::Error;
use crate::progress::Observer;

/// Relative distance of two eigenvalues between which a shift can be told from both.
const GAP: f64 = 1e-6;
/// Relative distance below a cluster at which eigenvalues are counted that are none of its members.
const BESIDE: f64 = 1e-5;

/// What a count says of eigenvalues.
pub(super) enum Agreement {
    /// None is missing.
    Agreed(Count),
    /// Some are, below this shift.
    Missing(Count),
    /// Every shift tried was an eigenvalue.
    Uncounted,
}

impl Agreement {
    /// Whether further search is of no use.
    pub(super) fn is_final(&self) -> bool {
        !matches!(self, Self::Missing(_))
    }

    /// Eigenvalues found of those that were counted.
    pub(super) fn found(&self, values: &[f64]) -> usize {
        match self {
            Self::Agreed(count) | Self::Missing(count) => {
                values.iter().filter(|&&value| value < count.shift).count()
            }
            Self::Uncounted => 0,
        }
    }

    pub(super) fn or_error(self, values: &[f64]) -> Result<Count, Error> {
        let found = self.found(values);
        match self {
            Self::Agreed(count) => Ok(count),
            Self::Missing(count) => Err(Error::Missed {
                low: f64::NEG_INFINITY,
                high: count.shift,
                found,
                counted: count.below,
            }),
            Self::Uncounted => Err(Error::Uncounted {
                high: values.last().copied().unwrap_or(f64::NAN),
            }),
        }
    }
}

impl Search<'_> {
    /// Compares ascending eigenvalues with a count above the `wanted` first of them; `all` if there are no others.
    pub(super) fn agree(
        &mut self,
        values: &[f64],
        wanted: usize,
        all: bool,
        observer: &mut Observer<'_>,
    ) -> Result<Agreement, Error> {
        let mut agreement = Agreement::Uncounted;
        for (shift, below) in self.above(values, wanted, all) {
            let Some(count) = self.count(shift, observer)? else {
                continue;
            };
            if count.below == below {
                return Ok(Agreement::Agreed(count));
            }
            agreement = Agreement::Missing(count);
            if count.below < below {
                return Ok(agreement);
            }
            break;
        }
        // What is missing, or could not be told, may lie above the last wanted or be its equal.
        let (shift, below) = self.beside_last(values, wanted);
        match self.count(shift, observer)? {
            Some(count) if count.below == below => Ok(Agreement::Agreed(count)),
            Some(count) => Ok(Agreement::Missing(count)),
            None => Ok(agreement),
        }
    }

    /// Shifts in the widest gaps from the last wanted on, with the number of eigenvalues below; the first are best.
    fn above(&self, values: &[f64], wanted: usize, all: bool) -> Vec<(f64, usize)> {
        let mut gaps: Vec<(f64, usize)> = (wanted.max(1)..values.len())
            .map(|i| (self.gap(values, i), i))
            .filter(|&(gap, _)| gap > GAP)
            .collect();
        gaps.sort_by(|a, b| b.0.total_cmp(&a.0));
        gaps.truncate(3);
        let middle = |(_, i): (f64, usize)| (0.5 * (values[i - 1] + values[i]), i);
        let mut shifts: Vec<(f64, usize)> = gaps.into_iter().map(middle).collect();
        if let (true, Some(&last)) = (all, values.last()) {
            let beyond = |share: f64| last + share * last.abs() + FIRST_SHIFT * self.scale;
            shifts.extend([0.01, 0.03, 0.1].map(|share| (beyond(share), values.len())));
        }
        shifts
    }

    /// A shift just below the last wanted and its equals, with the number of eigenvalues below.
    fn beside_last(&self, values: &[f64], wanted: usize) -> (f64, usize) {
        let first = (1..wanted)
            .rev()
            .find(|&i| self.gap(values, i) > BESIDE)
            .unwrap_or(0);
        let value = values.get(first).copied().unwrap_or(0.0);
        let distance = 0.5 * BESIDE * value.abs() + FIRST_SHIFT * self.scale;
        // Half a gap at most, should the one before be near.
        let room = match first {
            0 => distance,
            _ => 0.5 * (value - values[first - 1]),
        };
        (value - distance.min(room), first)
    }

    /// Distance of an eigenvalue from the one before it, relative.
    fn gap(&self, values: &[f64], i: usize) -> f64 {
        (values[i] - values[i - 1]) / (values[i].abs() + FIRST_SHIFT * self.scale)
    }
}
