//! Sparse vectors made orthogonal to each other: which depend on others, how, and what depends on what they span.
//!
//! The vectors are the columns of A = Q R, coordinates its rows. Q is never kept. Vectors of one group, such as the constraints of one
//! joint, touch the same coordinates and are taken together: a front holds every row in which one of them comes first, with all
//! that groups before it have left over \[davis2011\]:
//!
//! ```text
//!           own   later              own   later
//! rows   ┌ × × │ × × × ┐          ┌ R R │ R R R ┐  kept
//! of A   │ × × │ × × × │  ──────▶ │   R │ R R R │
//! left   │ × × │ × × × │          │     │ × × × │  left for the group that comes next
//! over   └ × × │ × × × ┘          └     │   × × ┘
//! ```
//!
//! A vector of which less remains than a tolerance depends on those before it and gets no row of R. What remains of a vector depends on the
//! order, which here is the one that keeps R sparse: vectors may be independent one after the other, and the last all but
//! dependent. So the weakest combination of those that were kept is looked for, and its largest vector taken out if too little of
//! that remains beside all others \[chan1987\]. \[theory:large-systems\] (18)-(21)

mod front;
mod structure;

use std::collections::BTreeSet;

use front::Front;
use structure::Structure;

/// Entries of a vector, ascending by coordinate, each once.
pub type SparseVector = Vec<(u32, f64)>;

/// Coefficients below this share are rounding.
const ROUNDING: f64 = 1e-13;

/// Steps in which the weakest combination is looked for: each multiplies what is a thousand times as weak as the others by a million.
const STEPS: usize = 4;

/// What it costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QrEffort {
    /// Entries of R, zeros in dense rows included.
    pub entries: usize,
    /// Multiplications.
    pub multiplications: u64,
    /// Entries of the largest front.
    pub largest_front: usize,
    /// Factorisations: one, and another for each vector that was taken out.
    pub factorisations: u64,
}

/// R of sparse vectors, and which of them depend on others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SparseQr {
    fronts: Vec<Front>,
    /// Front of each vector, and those before it that have its columns.
    front_of: Vec<u32>,
    holders: Vec<Vec<u32>>,
    is_independent: Vec<bool>,
    effort: QrEffort,
}

impl SparseQr {
    /// Of vectors that are all about as long, in groups. A vector of which less than `tolerance` remains depends on others.
    pub fn new(vectors: &[SparseVector], groups: &[u32], tolerance: f64) -> Self {
        let mut found = Self::factored(vectors, groups, &[], tolerance);
        let mut weak = Vec::new();
        while let Some(next) = found.nearly_dependent(tolerance) {
            weak.push(next);
            let effort = found.effort;
            found = Self::factored(vectors, groups, &weak, tolerance);
            found.effort.multiplications += effort.multiplications;
            found.effort.factorisations += effort.factorisations;
        }
        found
    }

    /// Vectors that are weak beside all others come last and get no row.
    fn factored(vectors: &[SparseVector], groups: &[u32], weak: &[usize], tolerance: f64) -> Self {
        let structure = Structure::of(vectors, groups, weak);
        let mut is_allowed = vec![true; vectors.len()];
        weak.iter().for_each(|&vector| is_allowed[vector] = false);
        let mut found = Self {
            fronts: Vec::with_capacity(structure.n_groups()),
            front_of: structure.group_of.clone(),
            holders: structure.holders(),
            is_independent: vec![false; is_allowed.len()],
            effort: QrEffort {
                factorisations: 1,
                ..QrEffort::default()
            },
        };
        let mut places = vec![0; is_allowed.len()];
        let mut left = vec![Vec::new(); structure.n_groups()];
        for group in 0..structure.n_groups() {
            let mut work = structure.gather(group, std::mem::take(&mut left[group]), &mut places);
            work.eliminate(&is_allowed, tolerance);
            let (front, rest) = work.finish();
            found.effort.entries += front.n_entries();
            found.effort.multiplications += rest.multiplications;
            found.effort.largest_front = found.effort.largest_front.max(rest.size);
            for &vector in front.live() {
                found.is_independent[vector as usize] = true;
            }
            found.fronts.push(front);
            if let (Some(next), Some(rest)) = (structure.next(group), rest.left) {
                left[next].push(rest);
            }
        }
        found
    }

    /// The vector that holds most of the weakest combination, if less than the tolerance remains of it beside all others.
    /// \[theory:large-systems\] (19), (20)
    fn nearly_dependent(&self, tolerance: f64) -> Option<usize> {
        let n = self.is_independent.len();
        // Any start that is no combination of the strong ones alone; the same in every run.
        let sign = |i: usize| match i.count_ones().is_multiple_of(2) {
            true => 1.0,
            false => -1.0,
        };
        let mut x: Vec<f64> = (0..n).map(|i| sign(i) / (1.0 + (i % 7) as f64)).collect();
        self.solve_normal(&mut x);
        for _ in 1..STEPS {
            let largest = x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            x.iter_mut().for_each(|x| *x /= largest);
            self.solve_normal(&mut x);
        }
        let independent = (0..n).filter(|&i| self.is_independent[i]);
        let most = independent.max_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs()))?;
        let mut unit = vec![0.0; n];
        unit[most] = 1.0;
        self.solve_transposed(&mut unit);
        let inverse: f64 = unit.iter().map(|x| x * x).sum();
        (inverse.sqrt() * tolerance > 1.0).then_some(most)
    }

    /// Number of independent vectors.
    pub fn rank(&self) -> usize {
        self.is_independent.iter().filter(|is| **is).count()
    }

    /// Vectors that depend on the others, ascending.
    pub fn dependent(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_independent.len()).filter(|&i| !self.is_independent[i])
    }

    /// What it has cost.
    pub fn effort(&self) -> QrEffort {
        self.effort
    }

    /// Coefficients of a dependent vector over independent ones, those that are not zero, ascending. `room` is zero for all
    /// vectors and stays so. \[theory:large-systems\] (21)
    pub fn combination(&self, dependent: usize, room: &mut [f64]) -> Vec<(u32, f64)> {
        let own = self.front_of[dependent];
        room[dependent] = -1.0;
        let mut found = Vec::new();
        let mut open: BTreeSet<u32> = self.holders[own as usize].iter().copied().collect();
        open.insert(own);
        // From the last front on: only those that see something that is not zero.
        while let Some(at) = open.pop_last() {
            let front = &self.fronts[at as usize];
            front.solve(room);
            let before = found.len();
            for &vector in front.live() {
                let value = room[vector as usize];
                match value.abs() > ROUNDING {
                    true => found.push((vector, value)),
                    false => room[vector as usize] = 0.0,
                }
            }
            if found.len() > before {
                open.extend(&self.holders[at as usize]);
            }
        }
        room[dependent] = 0.0;
        for (vector, _) in &found {
            room[*vector as usize] = 0.0;
        }
        found.sort_unstable_by_key(|entry| entry.0);
        found
    }

    /// x ← (AᵀA)⁻¹ x over the independent vectors; the others get zero.
    pub fn solve_normal(&self, x: &mut [f64]) {
        self.solve_transposed(x);
        for front in self.fronts.iter().rev() {
            front.solve(x);
        }
    }

    fn solve_transposed(&self, x: &mut [f64]) {
        for (x, is_independent) in x.iter_mut().zip(&self.is_independent) {
            if !is_independent {
                *x = 0.0;
            }
        }
        for front in &self.fronts {
            front.solve_transposed(x, &self.is_independent);
        }
    }
}

#[cfg(test)]
mod tests;
