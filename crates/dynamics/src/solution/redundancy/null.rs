//! Combinations of multipliers without effect, and what is left of multipliers without them.

use pitchline_algebra::{SparseQr, SparseVector};

use super::TAKES_PART;

/// Combinations that differ by less than this share from one of others are rounding of it.
const ALIKE: f64 = 1e-14;

/// What rounding leaves in the first pass is taken away in the second.
const PASSES: usize = 2;

/// All combinations, as forces.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Null {
    /// Over few multipliers: orthonormal.
    Full(Vec<Vec<f64>>),
    /// Over many: of length one, few multipliers in each, with R of them. Those with a part in any are marked.
    Sparse {
        combinations: Vec<SparseVector>,
        qr: SparseQr,
        takes_part: Vec<bool>,
    },
}

impl Default for Null {
    fn default() -> Self {
        Self::Full(Vec::new())
    }
}

impl Null {
    /// None yet, over so many multipliers.
    pub fn new(n: usize, are_few: bool) -> Self {
        match are_few {
            true => Self::Full(Vec::new()),
            false => Self::Sparse {
                combinations: Vec::new(),
                qr: SparseQr::default(),
                takes_part: vec![false; n],
            },
        }
    }

    /// One more, over so many multipliers.
    pub fn keep(&mut self, combination: SparseVector, n: usize) {
        let (combinations, takes_part) = match self {
            Self::Full(known) => return keep_orthonormal(known, &combination, n),
            Self::Sparse {
                combinations,
                takes_part,
                ..
            } => (combinations, takes_part),
        };
        let length = combination.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
        if length > 0.0 {
            let scaled = combination.into_iter().map(|(i, x)| (i, x / length));
            let scaled: SparseVector = scaled.collect();
            for (i, x) in &scaled {
                takes_part[*i as usize] |= x.abs() > TAKES_PART;
            }
            combinations.push(scaled);
        }
    }

    /// All are there.
    pub fn prepare(&mut self) {
        if let Self::Sparse {
            combinations, qr, ..
        } = self
        {
            let groups: Vec<u32> = (0..combinations.len() as u32).collect();
            *qr = SparseQr::new(combinations, &groups, ALIKE);
        }
    }

    /// Whether a multiplier has a part in one of them.
    pub fn takes_part(&self, multiplier: usize) -> bool {
        match self {
            Self::Full(known) => {
                let mut parts = known.iter().filter_map(|n| n.get(multiplier));
                parts.any(|x| x.abs() > TAKES_PART)
            }
            Self::Sparse { takes_part, .. } => takes_part.get(multiplier).is_some_and(|is| *is),
        }
    }

    /// Takes all of them away from numbers, of which the first function makes forces and the second numbers again.
    pub fn take_away(
        &self,
        numbers: &mut [f64],
        force: impl Fn(usize, f64) -> f64,
        number: impl Fn(usize, f64) -> f64,
    ) {
        match self {
            Self::Full(known) => {
                for n in known {
                    let parts = n.iter().zip(numbers.iter()).enumerate();
                    let share: f64 = parts.map(|(i, (n, m))| force(i, n * m)).sum();
                    for (i, (m, n)) in numbers.iter_mut().zip(n).enumerate() {
                        *m -= number(i, share * n);
                    }
                }
            }
            Self::Sparse {
                combinations, qr, ..
            } => {
                for _ in 0..PASSES {
                    // The nearest combination, by least squares: (NᵀN) y = Nᵀλ. [bjorck1987], [theory:large-systems] (22)
                    let share = |n: &SparseVector| {
                        let parts = n.iter().map(|&(i, n)| (i as usize, n));
                        parts.map(|(i, n)| force(i, n * numbers[i])).sum()
                    };
                    let mut shares: Vec<f64> = combinations.iter().map(share).collect();
                    qr.solve_normal(&mut shares);
                    for (n, share) in combinations.iter().zip(&shares) {
                        for &(i, n) in n {
                            numbers[i as usize] -= number(i as usize, share * n);
                        }
                    }
                }
            }
        }
    }
}

fn keep_orthonormal(known: &mut Vec<Vec<f64>>, combination: &SparseVector, n: usize) {
    let mut left = vec![0.0; n];
    combination.iter().for_each(|&(i, x)| left[i as usize] = x);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    for _ in 0..2 {
        for other in &*known {
            let share = dot(other, &left);
            left.iter_mut()
                .zip(other)
                .for_each(|(x, o)| *x += -share * o);
        }
    }
    let length = dot(&left, &left).sqrt();
    if length > 0.0 {
        known.push(left.iter().map(|x| x / length).collect());
    }
}
