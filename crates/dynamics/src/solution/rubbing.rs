//! What rests: contacts without a rate and surfaces without slip, decided together by the accelerations that they allow.
//! \[theory:events\] (6)-(8), (20)-(23)
//!
//! Friction falls when surfaces begin to slide, so that one decision is not enough: what gives way loads its neighbours anew. Grips leave
//! one after the other, and what is found is checked. Where the check fails all states of the grips are tried.

use super::acceleration::accelerations;
use super::complementarity::complementary;
use super::constrained::Constrained;
use super::switching::{Change, Reduced, Switching, contradiction, dot, jammed, slow};
use crate::{Equations, Error, GripId, Sliding, State};

/// A gap that opens with less than this share of the accelerations that contacts make does not open.
const KEPT: f64 = 1e-11;
/// A force further from its bounds than this share of the largest one is borne.
const BEARING: f64 = 1e-9;
/// Slip accelerations against the sense of sliding below this share of what makes them are rounding.
const AGAINST: f64 = 1e-9;
/// Grips whose states are tried one by one.
const MOST_TRIED: usize = 6;

/// A constraint that may hold from now on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resting {
    /// Number among all constraints.
    pub row: usize,
    /// Least and largest multiplier.
    pub bounds: [f64; 2],
    /// Which of the grips it is; none for a contact.
    pub grip: Option<usize>,
}

/// Constraints that rest, with surfaces that slide as assumed.
struct Trial {
    resting: Vec<Resting>,
    forces: Vec<f64>,
    /// Whether each of them holds.
    holds: Vec<bool>,
    /// w of (6).
    opening: Vec<f64>,
    /// Slip acceleration of every grip, as a share of what makes it.
    slipping: Vec<f64>,
}

impl Switching {
    /// Which of the constraints that rest stay: forces within their bounds, accelerations to the side that is free. Of surfaces that rub
    /// the ones that do not slide may stick; `loose` cannot.
    pub(super) fn rest(
        &self,
        equations: &mut Equations,
        state: &mut State,
        contacts: Vec<Resting>,
        loose: &[usize],
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        let (sliding, at_rest) = self.sliding(equations, state, loose)?;
        let assumed = self.let_go(equations, state, &contacts, sliding)?;
        let found = match assumed {
            Some((trial, sliding)) if trial.is_consistent(&sliding, &at_rest) => (trial, sliding),
            _ => self.tried(equations, state, &contacts, &at_rest)?,
        };
        self.take(equations, state, &found, changes)
    }

    /// How each grip slides, stuck for those that may be, and which of them are at rest.
    fn sliding(
        &self,
        equations: &mut Equations,
        state: &State,
        loose: &[usize],
    ) -> Result<(Vec<Sliding>, Vec<usize>), Error> {
        equations.set(state)?;
        let slow = slow(equations, state);
        let mut at_rest = Vec::new();
        let each = self.grips.iter().enumerate().map(|(i, &(row, grip))| {
            let before = state.grips[grip.0 as usize].sliding;
            let rate = equations.rubbing(row).rate;
            let has_turned = before.sense() * rate < 0.0;
            if rate.abs() > slow && !has_turned && before != Sliding::Stuck {
                return Sliding::along(rate);
            }
            at_rest.push(i);
            if loose.contains(&row) {
                // λ < 0 holds back what wants to go forward.
                return Sliding::along(-state.multipliers[row]);
            }
            Sliding::Stuck
        });
        Ok((each.collect(), at_rest))
    }

    /// Lets go what friction cannot hold, until all that is left holds; none where no forces do.
    fn let_go(
        &self,
        equations: &mut Equations,
        state: &State,
        contacts: &[Resting],
        mut sliding: Vec<Sliding>,
    ) -> Result<Option<(Trial, Vec<Sliding>)>, Error> {
        loop {
            let Some(trial) = self.trial(equations, state, contacts, &sliding)? else {
                return Ok(None);
            };
            let mut has_left = false;
            for (k, resting) in trial.resting.iter().enumerate() {
                if let (Some(i), false) = (resting.grip, trial.holds[k]) {
                    sliding[i] = trial.way(k);
                    has_left = true;
                }
            }
            if !has_left {
                return Ok(Some((trial, sliding)));
            }
        }
    }

    /// The state of the grips at rest, among all that there are, that contradicts nothing and has most of them stuck. (23)
    fn tried(
        &self,
        equations: &mut Equations,
        state: &State,
        contacts: &[Resting],
        at_rest: &[usize],
    ) -> Result<(Trial, Vec<Sliding>), Error> {
        let (mut sliding, _) = self.sliding(equations, state, &[])?;
        let mut best: Option<(usize, Trial, Vec<Sliding>)> = None;
        let states = match at_rest.len() {
            m if m <= MOST_TRIED => 3_usize.pow(m as u32),
            _ => 0,
        };
        for code in 0..states {
            let mut stuck = 0;
            for (digit, &i) in at_rest.iter().enumerate() {
                sliding[i] = match code / 3_usize.pow(digit as u32) % 3 {
                    0 => Sliding::Stuck,
                    1 => Sliding::Forward,
                    _ => Sliding::Backward,
                };
                stuck += usize::from(sliding[i] == Sliding::Stuck);
            }
            if best.as_ref().is_some_and(|(most, ..)| *most >= stuck) {
                continue;
            }
            let trial = self.trial(equations, state, contacts, &sliding)?;
            let good = trial.filter(|trial| {
                let hold = trial.resting.iter().zip(&trial.holds);
                let grips_hold = hold.clone().all(|(r, holds)| r.grip.is_none() || *holds);
                grips_hold && trial.is_consistent(&sliding, at_rest)
            });
            if let Some(trial) = good {
                best = Some((stuck, trial, sliding.clone()));
            }
        }
        let rows = contacts.iter().map(|c| c.row);
        let grips = at_rest.iter().map(|&i| self.grips[i].0);
        best.map(|(_, trial, sliding)| (trial, sliding))
            .ok_or_else(|| jammed(equations, state, rows.chain(grips)))
    }

    /// Forces and accelerations with surfaces that slide as assumed; none where bodies are jammed.
    fn trial(
        &self,
        equations: &mut Equations,
        state: &State,
        contacts: &[Resting],
        sliding: &[Sliding],
    ) -> Result<Option<Trial>, Error> {
        let mut free = state.clone();
        let mut resting = contacts.to_vec();
        equations.set(state)?;
        for (i, (&(row, grip), &sliding)) in self.grips.iter().zip(sliding).enumerate() {
            free.active[row] = false;
            free.grips[grip.0 as usize].sliding = sliding;
            if sliding == Sliding::Stuck {
                let limit = equations.rubbing(row).limit;
                free.grips[grip.0 as usize].sliding = Sliding::Undecided;
                resting.push(Resting {
                    row,
                    bounds: [-limit, limit],
                    grip: Some(i),
                });
            }
        }
        for contact in contacts {
            free.active[contact.row] = false;
        }
        if resting.is_empty() && self.grips.is_empty() {
            return Ok(Some(Trial::empty()));
        }
        let mut problem = Constrained::new(equations);
        accelerations(equations, &mut problem, &mut free)?;
        let mut biases = vec![0.0; equations.n_multipliers()];
        equations.as_if_all_held(|equations| equations.constraint_biases(&mut biases));
        let rows: Vec<usize> = resting.iter().map(|r| r.row).collect();
        let slips: Vec<usize> = self.grips.iter().map(|(row, _)| *row).collect();
        let reduced = Reduced::of(equations, &free, &[rows, slips].concat())?;
        let mut left = contacts.to_vec();
        for (k, contact) in contacts.iter().enumerate() {
            if let Some(bearers) = &reduced.bearers[k] {
                let parts = reduced.gradients[k].iter().zip(&free.acceleration);
                let parts = parts.map(|(g, a)| g * a).chain([biases[contact.row]]);
                if is_closing(equations, parts) {
                    return Err(contradiction(equations, state, contact.row, bearers));
                }
                left.retain(|other| other.row != contact.row);
            }
        }
        if left.len() < contacts.len() {
            // What is held without them presses on none of them.
            return self.trial(equations, &free, &left, sliding);
        }
        Ok(Trial::solved(
            resting,
            &reduced,
            |k, row| biases[row] + dot(&reduced.gradients[k], &free.acceleration),
            &self.grips,
        ))
    }

    /// Switches constraints on and off, and says what changed.
    fn take(
        &self,
        equations: &mut Equations,
        state: &mut State,
        (trial, sliding): &(Trial, Vec<Sliding>),
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        let holding = |row: usize| {
            let at = trial.resting.iter().position(|r| r.row == row);
            at.is_some_and(|k| trial.holds[k])
        };
        for &(row, _) in &self.rows {
            let holds = holding(row);
            if holds != state.active[row] {
                let change = if holds {
                    Change::Holds
                } else {
                    Change::GivesWay
                };
                changes.push((row, change));
            }
            switch(state, row, holds);
        }
        equations.set(state)?;
        for (&(row, grip), &sliding) in self.grips.iter().zip(sliding) {
            let kept = &mut state.grips[grip.0 as usize];
            if kept.sliding != sliding {
                let sticks = sliding == Sliding::Stuck;
                if sticks {
                    kept.from = equations.rubbing(row).slip;
                }
                kept.sliding = sliding;
                let slides = Change::Slides(sliding);
                changes.push((row, if sticks { Change::Sticks } else { slides }));
            }
            switch(state, row, sliding == Sliding::Stuck);
        }
        Ok(())
    }
}

/// Whether accelerations that add up to that of a gap close it by more than rounding, of weight too: drives bear it without a motion. Less
/// than 1e-9 m/s² (or rad/s²) is nothing.
fn is_closing(equations: &Equations, parts: impl Iterator<Item = f64> + Clone) -> bool {
    let gravity = equations.machine().gravity;
    let size: f64 = parts.clone().map(f64::abs).sum();
    let size = size.max(dot(&gravity, &gravity).sqrt()).max(1.0);
    parts.sum::<f64>() < -AGAINST * size
}

fn switch(state: &mut State, row: usize, on: bool) {
    state.active[row] = on;
    if !on {
        state.multipliers[row] = 0.0;
    }
}

impl Trial {
    fn empty() -> Self {
        Self {
            resting: Vec::new(),
            forces: Vec::new(),
            holds: Vec::new(),
            opening: Vec::new(),
            slipping: Vec::new(),
        }
    }

    /// `reduced` has the rows that rest, then those of all grips; `free` are their accelerations without what rests. (6)-(8)
    fn solved(
        resting: Vec<Resting>,
        reduced: &Reduced,
        free: impl Fn(usize, usize) -> f64,
        grips: &[(usize, GripId)],
    ) -> Option<Self> {
        let n = resting.len();
        let rows = resting.iter().enumerate();
        let right: Vec<f64> = rows.map(|(k, r)| free(k, r.row)).collect();
        let matrix: Vec<Vec<f64>> = reduced.matrix[..n]
            .iter()
            .map(|r| r[..n].to_vec())
            .collect();
        let bounds: Vec<[f64; 2]> = resting.iter().map(|r| r.bounds).collect();
        let forces = complementary(&matrix, &right, &bounds)?;
        let made =
            |row: &[f64]| -> f64 { row.iter().zip(&forces).map(|(a, f)| (a * f).abs()).sum() };
        let force = largest(forces.iter().copied());
        let scale = largest(right.iter().copied()).max(largest(matrix.iter().map(|r| made(r))));
        let opening: Vec<f64> = (0..n)
            .map(|k| right[k] + dot(&matrix[k], &forces))
            .collect();
        let holds = (0..n).map(|k| {
            let [lower, upper] = bounds[k];
            let margin = (forces[k] - lower).min(upper - forces[k]);
            let beside = if upper.is_finite() {
                upper - lower
            } else {
                force
            };
            // Surfaces that would slide with rounding alone stay: they would stop at once.
            let kept = if resting[k].grip.is_some() {
                AGAINST
            } else {
                KEPT
            };
            margin > BEARING * beside || opening[k].abs() <= kept * scale
        });
        let slipping = grips.iter().enumerate().map(|(i, &(row, _))| {
            let own = free(n + i, row);
            let by = &reduced.matrix[n + i][..n];
            let size = own.abs() + made(by);
            if size > 0.0 {
                (own + dot(by, &forces)) / size
            } else {
                0.0
            }
        });
        Some(Self {
            holds: holds.collect(),
            slipping: slipping.collect(),
            resting,
            forces,
            opening,
        })
    }

    /// Which way a grip goes that does not hold: against the friction that has reached its limit.
    fn way(&self, k: usize) -> Sliding {
        let [lower, upper] = self.resting[k].bounds;
        if upper > lower {
            Sliding::along(0.5 * (lower + upper) - self.forces[k])
        } else {
            Sliding::along(self.opening[k])
        }
    }

    /// Whether what begins to slide is accelerated that way. (22)
    fn is_consistent(&self, sliding: &[Sliding], at_rest: &[usize]) -> bool {
        let goes = |&i: &usize| {
            self.slipping
                .get(i)
                .is_none_or(|a| sliding[i].sense() * a >= -AGAINST)
        };
        at_rest.iter().all(goes)
    }
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |m, x| m.max(x.abs()))
}
