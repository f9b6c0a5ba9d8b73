//! Which of several constraints at rest hold and which slide, as a problem of a few numbers. \[theory:events\] (6)-(8), (22)-(25)
//!
//! Surfaces hold with their friction at rest; those that reach it rub as they do in motion, which loads the others anew. What was let go
//! stays let go, so that this ends after as many rounds as there are surfaces.

use super::super::complementarity::complementary;
use super::super::switching::dot;
use crate::Sliding;

/// A gap that opens with less than this share of the accelerations that contacts make does not open.
const KEPT: f64 = 1e-11;
/// A force further from its bounds than this share of the way between them, or of the largest one, is borne.
const BEARING: f64 = 1e-9;
/// Slip accelerations against the sense of sliding below this share of what makes them are rounding.
pub(super) const AGAINST: f64 = 1e-9;
/// What friction could do at most is nothing beside accelerations that are larger by the inverse of this.
const NOTHING: f64 = 1e-9;
/// Shortest friction of surfaces that depend on each other: the share of its own row that each of them gives way by. (24)
const SHARED: f64 = 1e-10;

/// A constraint that may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// Least and largest multiplier.
    pub bounds: [f64; 2],
    /// Of surfaces: what happens if they do not hold.
    pub rubs: Option<Rubs>,
}

/// Surfaces without slip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rubs {
    /// Friction forward and backward.
    pub sliding: [f64; 2],
    /// Sign of the friction of those whose limit is reached: they slide, unless they would go the other way.
    pub spent: Option<f64>,
    /// What its friction lacks of that limit: the instant at which it is reached is known to rounding.
    pub missing: f64,
    /// Constraints that always hold bear all of it: it moves nothing.
    pub is_borne: bool,
}

/// What was decided.
#[derive(Debug, Clone, Default)]
pub(super) struct Decision {
    /// Whether each of them holds.
    pub holds: Vec<bool>,
    /// Which way those surfaces go that do not.
    pub ways: Vec<Sliding>,
}

/// How the friction of surfaces is bounded.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stage {
    /// As at rest.
    Rests,
    /// As in motion, either way.
    Released,
    /// It is that of one sense.
    Slides(Sliding),
}

/// The problem w = A λ + b of some candidates. (6), (7)
pub(super) struct Question<'q> {
    /// A by rows.
    pub matrix: &'q [Vec<f64>],
    /// b.
    pub right: &'q [f64],
    pub candidates: &'q [Candidate],
}

impl Question<'_> {
    /// None if no forces do.
    pub fn decide(&self) -> Option<Decision> {
        let n = self.right.len();
        let is_weak: Vec<bool> = (0..n).map(|i| self.is_weak(i)).collect();
        let stage = |(i, c): (usize, &Candidate)| match c.rubs.and_then(|r| r.spent) {
            Some(sign) => Stage::Slides(Sliding::along(-sign)),
            None if is_weak[i] => Stage::Released,
            None => Stage::Rests,
        };
        let mut stages: Vec<Stage> = self.candidates.iter().enumerate().map(stage).collect();
        // Each round lets one go at least, or takes a sense from one that was spent.
        for _ in 0..=2 * n {
            let bound = |i: usize| match is_weak[i] {
                // Nothing, but for rounding that no decision would survive.
                true => [0.0; 2],
                false => self.bounds(i, stages[i]),
            };
            let bounds: Vec<[f64; 2]> = (0..n).map(bound).collect();
            let forces = self.forces(&bounds)?;
            let opening: Vec<f64> = (0..n)
                .map(|i| self.right[i] + dot(&self.matrix[i], &forces))
                .collect();
            if !self.release(&mut stages, (&forces, &opening), &bounds) {
                return Some(self.decision(&stages, &bounds, &is_weak, (&forces, &opening)));
            }
        }
        None
    }

    /// Lets go what has reached its bound: whether there was any.
    fn release(
        &self,
        stages: &mut [Stage],
        (forces, opening): (&[f64], &[f64]),
        bounds: &[[f64; 2]],
    ) -> bool {
        let mut has_left = false;
        for i in 0..stages.len() {
            if self.candidates[i].rubs.is_none() {
                continue;
            }
            let leaves = match stages[i] {
                Stage::Rests => !is_inside(forces[i], bounds[i]),
                Stage::Released => false,
                Stage::Slides(way) => way.sense() * opening[i] < -self.rounding(i, forces),
            };
            if leaves {
                stages[i] = Stage::Released;
                has_left = true;
            }
        }
        has_left
    }

    fn decision(
        &self,
        stages: &[Stage],
        bounds: &[[f64; 2]],
        is_weak: &[bool],
        (forces, opening): (&[f64], &[f64]),
    ) -> Decision {
        let n = stages.len();
        let force = largest(forces.iter().copied());
        let sizes = (0..n).map(|i| self.size(i, forces));
        let scale = largest(sizes);
        let holds = |i: usize| {
            let [lower, upper] = bounds[i];
            match (self.candidates[i].rubs, stages[i]) {
                (None, _) => {
                    let margin = (forces[i] - lower).min(upper - forces[i]);
                    let beside = if upper.is_finite() {
                        upper - lower
                    } else {
                        force
                    };
                    margin > BEARING * beside || opening[i].abs() <= KEPT * scale
                }
                (Some(_), Stage::Slides(_)) => false,
                (Some(_), _) => !is_weak[i] && is_inside(forces[i], bounds[i]),
            }
        };
        let way = |i: usize| match stages[i] {
            Stage::Slides(way) => way,
            // What friction has no say in goes where it is pushed.
            _ if is_weak[i] => Sliding::along(opening[i]),
            // Against the friction that has reached its limit.
            _ => Sliding::along(0.5 * (bounds[i][0] + bounds[i][1]) - forces[i]),
        };
        Decision {
            holds: (0..n).map(holds).collect(),
            ways: (0..n).map(way).collect(),
        }
    }

    fn bounds(&self, i: usize, stage: Stage) -> [f64; 2] {
        let candidate = self.candidates[i];
        let Some(rubs) = candidate.rubs else {
            return candidate.bounds;
        };
        let [forward, backward] = rubs.sliding;
        match stage {
            Stage::Rests => candidate.bounds,
            Stage::Released => [-forward, backward],
            Stage::Slides(Sliding::Forward) => [-forward; 2],
            Stage::Slides(_) => [backward; 2],
        }
    }

    /// λ between these bounds; those that are fixed, and those that move nothing, are no unknowns.
    fn forces(&self, bounds: &[[f64; 2]]) -> Option<Vec<f64>> {
        let mut forces: Vec<f64> = bounds.iter().map(|[lower, _]| *lower).collect();
        let is_free = |i: &usize| {
            let is_borne = self.candidates[*i].rubs.is_some_and(|rubs| rubs.is_borne);
            !is_borne && bounds[*i][1] > bounds[*i][0]
        };
        let free: Vec<usize> = (0..forces.len()).filter(is_free).collect();
        for (i, force) in forces.iter_mut().enumerate() {
            let [lower, upper] = bounds[i];
            if upper > lower {
                *force = 0.0_f64.clamp(lower, upper);
            }
        }
        for &i in &free {
            forces[i] = 0.0;
        }
        let right: Vec<f64> = free
            .iter()
            .map(|&i| self.right[i] + dot(&self.matrix[i], &forces))
            .collect();
        let row = |(k, &i): (usize, &usize)| {
            let mut row: Vec<f64> = free.iter().map(|&j| self.matrix[i][j]).collect();
            if self.candidates[i].rubs.is_some() {
                row[k] += SHARED * row[k].abs();
            }
            row
        };
        let matrix: Vec<Vec<f64>> = free.iter().enumerate().map(row).collect();
        let between: Vec<[f64; 2]> = free.iter().map(|&i| bounds[i]).collect();
        for (&i, found) in free.iter().zip(complementary(&matrix, &right, &between)?) {
            forces[i] = found;
        }
        Some(forces)
    }

    /// Whether friction can do nothing beside what acts, in units of the motion that each force makes. (25)
    fn is_weak(&self, i: usize) -> bool {
        let Some(rubs) = self.candidates[i].rubs else {
            return false;
        };
        let [lower, upper] = self.candidates[i].bounds;
        if upper <= lower || rubs.is_borne {
            return upper <= lower;
        }
        let unit = |j: usize| self.matrix[j][j].abs().sqrt();
        let pushed = (0..self.right.len())
            .filter(|&j| unit(j) > 0.0)
            .map(|j| self.right[j] / unit(j));
        0.5 * (upper - lower) * unit(i) <= NOTHING * largest(pushed)
    }

    /// Slip accelerations of surfaces whose limit is reached that are rounding: of what makes them, and of the friction that is missing.
    fn rounding(&self, i: usize, forces: &[f64]) -> f64 {
        let missing = self.candidates[i].rubs.map_or(0.0, |rubs| rubs.missing);
        let missed = self.matrix[i][i].abs() * missing.max(0.0);
        AGAINST * self.size(i, forces) + 2.0 * missed
    }

    /// What w_i is made of.
    fn size(&self, i: usize, forces: &[f64]) -> f64 {
        let made = self.matrix[i].iter().zip(forces);
        self.right[i].abs() + made.map(|(a, f)| (a * f).abs()).sum::<f64>()
    }
}

fn is_inside(force: f64, [lower, upper]: [f64; 2]) -> bool {
    (force - lower).min(upper - force) > BEARING * (upper - lower)
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |m, x| m.max(x.abs()))
}

#[cfg(test)]
mod tests;
