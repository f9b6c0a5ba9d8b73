//! What rests: contacts without a rate and surfaces without slip, decided together by the accelerations that they allow.
//! \[theory:events\] (6)-(8), (20)-(25)
//!
//! Forces of all candidates act on one and the same machine, so that one factor serves all rounds of a decision. Reactions with what was
//! decided are found in the end: where surfaces depend on each other they tell how the machine itself will share friction.

mod decision;

use super::acceleration::accelerations;
use super::constrained::Constrained;
use super::redundancy::shorten_multipliers;
use super::switching::{Change, Reduced, Switching, contradiction, dot, jammed, slow};
use crate::{Equations, Error, Sliding, State};
use decision::{AGAINST, Candidate, Decision, Question, Rubs};

/// Friction at this share of its limit is beyond it for what follows: a step would find it there.
const FULL: f64 = 1.0 - 1e-9;
/// A slip rate beyond so many that count as none has not gone through zero.
const TURNED: f64 = 1e3;
/// Surfaces whose shares of their limits differ by less reach them together.
const ALIKE: f64 = 1e-6;

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

/// What is asked of a grip.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asked {
    /// It slides on.
    Slides(Sliding),
    /// Whether it holds. Its friction is this if it has reached its limit.
    Rests(Option<f64>),
}

/// What was decided of constraints that rest.
#[derive(Debug, Default)]
struct Found {
    resting: Vec<Resting>,
    decision: Decision,
    /// How each grip slides from now on.
    sliding: Vec<Sliding>,
    /// Whether forces may be shared otherwise than they were decided.
    is_shared: bool,
}

impl Switching {
    /// Which of the constraints that rest stay: forces within their bounds, accelerations to the side that is free. Of surfaces that rub
    /// the ones that do not slide may stick; `loose` have reached their limit.
    pub(super) fn rest(
        &self,
        equations: &mut Equations,
        state: &mut State,
        contacts: Vec<Resting>,
        loose: &[usize],
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        let mut asked = self.asked(equations, state, loose)?;
        // Each round one more grip is known to have reached its limit.
        for _ in 0..=self.grips.len() {
            let found = self.decided(equations, state, &contacts, &asked)?;
            let mut after = state.clone();
            let mut changed = Vec::new();
            self.take(equations, &mut after, &found, &mut changed)?;
            if !self.spend(equations, &after, &found, &mut asked)? {
                state.copy_from(&after);
                changes.extend(changed);
                return equations.set(state);
            }
        }
        let rows = contacts.iter().map(|c| c.row);
        let grips = self.grips.iter().map(|(row, _)| *row);
        Err(jammed(equations, state, rows.chain(grips)))
    }

    /// What is asked of each grip.
    fn asked(
        &self,
        equations: &mut Equations,
        state: &State,
        loose: &[usize],
    ) -> Result<Vec<Asked>, Error> {
        equations.set(state)?;
        let slow = slow(equations, state);
        let each = self.grips.iter().map(|&(row, grip)| {
            let before = state.grips[grip.0 as usize].sliding;
            let rate = equations.rubbing(row).rate;
            // What has just come to rest has turned by rounding; a slip that is told by other levers where flanks change turns at once.
            let has_turned = before.sense() * rate < 0.0 && rate.abs() <= TURNED * slow;
            if rate.abs() > slow && !has_turned && before != Sliding::Stuck {
                return Asked::Slides(Sliding::along(rate));
            }
            // λ < 0 holds back what wants to go forward.
            let is_spent = loose.contains(&row);
            Asked::Rests(is_spent.then(|| state.multipliers[row]))
        });
        Ok(each.collect())
    }

    /// Finds reactions with what was decided, and grips whose friction is beyond its limit then: whether there are any. Where surfaces
    /// depend on each other the shortest reactions need not be those of the decision.
    fn spend(
        &self,
        equations: &mut Equations,
        after: &State,
        found: &Found,
        asked: &mut [Asked],
    ) -> Result<bool, Error> {
        if !found.is_shared {
            return Ok(false);
        }
        let mut with = after.clone();
        accelerations(equations, &mut Constrained::new(equations), &mut with)?;
        shorten_multipliers(equations, &mut with)?;
        let share = |i: usize| {
            let row = self.grips[i].0;
            let can_leave = found.sliding[i] == Sliding::Stuck && asked[i] == Asked::Rests(None);
            match can_leave {
                true => with.multipliers[row].abs() / equations.rubbing(row).limit,
                false => 0.0,
            }
        };
        let shares: Vec<f64> = (0..self.grips.len()).map(share).collect();
        let most = shares.iter().fold(0.0_f64, |m, x| m.max(*x));
        if most < FULL {
            return Ok(false);
        }
        for (i, share) in shares.into_iter().enumerate() {
            if share >= FULL.max((1.0 - ALIKE) * most) {
                asked[i] = Asked::Rests(Some(with.multipliers[self.grips[i].0]));
            }
        }
        Ok(true)
    }

    /// The state without anything that rests, what rests, and how it is bounded.
    fn freed(
        &self,
        equations: &mut Equations,
        state: &State,
        contacts: &[Resting],
        asked: &[Asked],
    ) -> Result<(State, Vec<Resting>, Vec<Candidate>), Error> {
        let mut free = state.clone();
        let mut resting = contacts.to_vec();
        equations.set(state)?;
        let mut candidates: Vec<Candidate> = contacts.iter().map(candidate).collect();
        for (i, (&(row, grip), &asked)) in self.grips.iter().zip(asked).enumerate() {
            free.active[row] = false;
            let kept = &mut free.grips[grip.0 as usize].sliding;
            match asked {
                Asked::Slides(way) => *kept = way,
                Asked::Rests(spent) => {
                    *kept = Sliding::Undecided;
                    let rubbing = equations.rubbing(row);
                    resting.push(Resting {
                        row,
                        bounds: [-rubbing.limit, rubbing.limit],
                        grip: Some(i),
                    });
                    candidates.push(Candidate {
                        bounds: [-rubbing.limit, rubbing.limit],
                        rubs: Some(Rubs {
                            sliding: rubbing.sliding,
                            spent: spent.map(f64::signum),
                            missing: spent.map_or(0.0, |force| rubbing.limit - force.abs()),
                            is_borne: false,
                        }),
                    });
                }
            }
        }
        for contact in contacts {
            free.active[contact.row] = false;
        }
        Ok((free, resting, candidates))
    }

    /// Forces and accelerations of all that rests.
    fn decided(
        &self,
        equations: &mut Equations,
        state: &State,
        contacts: &[Resting],
        asked: &[Asked],
    ) -> Result<Found, Error> {
        let (mut free, resting, mut candidates) = self.freed(equations, state, contacts, asked)?;
        if resting.is_empty() {
            return Ok(Found {
                sliding: sliding(asked, &[], &Decision::default()),
                ..Found::default()
            });
        }
        let mut problem = Constrained::new(equations);
        accelerations(equations, &mut problem, &mut free)?;
        let mut biases = vec![0.0; equations.n_multipliers()];
        equations.as_if_all_held(|equations| equations.constraint_biases(&mut biases));
        let rows: Vec<usize> = resting.iter().map(|r| r.row).collect();
        let reduced = Reduced::of(equations, &free, &rows)?;
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
            return self.decided(equations, &free, &left, asked);
        }
        for (candidate, bearers) in candidates.iter_mut().zip(&reduced.bearers) {
            if let Some(rubs) = &mut candidate.rubs {
                rubs.is_borne = bearers.is_some();
            }
        }
        let decision = decision(&reduced, &candidates, |rows| {
            let each = resting.iter().zip(rows);
            each.map(|(r, row)| biases[r.row] + dot(row, &free.acceleration))
                .collect()
        });
        let decision = decision.ok_or_else(|| jammed(equations, state, rows.into_iter()))?;
        let is_borne = |c: &Candidate| c.rubs.is_some_and(|rubs| rubs.is_borne);
        Ok(Found {
            sliding: sliding(asked, &resting, &decision),
            is_shared: self.grips.len() > 1 || candidates.iter().any(is_borne),
            resting,
            decision,
        })
    }

    /// Switches constraints on and off, and says what changed.
    fn take(
        &self,
        equations: &mut Equations,
        state: &mut State,
        found: &Found,
        changes: &mut Vec<(usize, Change)>,
    ) -> Result<(), Error> {
        let holding = |row: usize| {
            let at = found.resting.iter().position(|r| r.row == row);
            at.is_some_and(|k| found.decision.holds[k])
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
        for (&(row, grip), &sliding) in self.grips.iter().zip(&found.sliding) {
            let kept = &mut state.grips[grip.0 as usize];
            if kept.sliding != sliding {
                let sticks = sliding == Sliding::Stuck;
                match sticks {
                    true => kept.stick(&equations.rubbing(row)),
                    false => kept.sliding = sliding,
                }
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

fn candidate(contact: &Resting) -> Candidate {
    Candidate {
        bounds: contact.bounds,
        rubs: None,
    }
}

/// How each grip slides from now on.
fn sliding(asked: &[Asked], resting: &[Resting], decision: &Decision) -> Vec<Sliding> {
    let each = asked.iter().enumerate().map(|(i, asked)| {
        let at = resting.iter().position(|r| r.grip == Some(i));
        match (asked, at) {
            (Asked::Slides(way), _) => *way,
            (Asked::Rests(_), Some(k)) if !decision.holds[k] => decision.ways[k],
            (Asked::Rests(_), _) => Sliding::Stuck,
        }
    });
    each.collect()
}

/// What holds. Friction that does not follow its own slip may leave no forces at all: then it is decided as if it did. `right` gives
/// accelerations along rows.
fn decision(
    reduced: &Reduced,
    candidates: &[Candidate],
    right: impl Fn(&[Vec<f64>]) -> Vec<f64>,
) -> Option<Decision> {
    let decide = |matrix: &[Vec<f64>], right: &[f64]| {
        let question = Question {
            matrix,
            right,
            candidates,
        };
        question.decide()
    };
    let decided = decide(&reduced.matrix, &right(&reduced.gradients));
    decided.or_else(|| {
        let along = &reduced.directions;
        let row = |w: &Vec<f64>| reduced.answers.iter().map(|x| dot(w, x)).collect();
        let matrix: Vec<Vec<f64>> = along.iter().map(row).collect();
        decide(&matrix, &right(along))
    })
}

#[cfg(test)]
mod tests;
