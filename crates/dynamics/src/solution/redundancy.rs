//! Constraints that follow from others: found, named, and their multipliers made as short as they can be.
//!
//! Rows of B are made orthogonal one after another; a row of which nothing remains depends on those before it. Of few rows the longest
//! remainder comes first (`full`), of many the order is that which keeps them sparse (`sparse`). \[theory:multibody\] (35)

mod full;
mod null;
mod rows;
mod sparse;

use null::Null;
use pitchline_algebra::QrEffort;
use rows::{Rows, constraint_rows, force_rows};

use super::constrained::Constrained;
use crate::{Equations, Error, State};

/// A row counts as dependent when so little of its length remains: the root of rounding, between the digits of a true
/// dependence (1e-15) and those of a mechanism near a singular position.
const DEPENDENT: f64 = 1e-8;
/// A row takes part in a dependence from this share on.
const TAKES_PART: f64 = 1e-5;

/// Up to so many constraints each row is compared with all others: that takes no longer than a factorisation.
const FEW: usize = 256;

/// Friction counts so many times as much as reactions of joints: what joints bear together with it is theirs.
const FRICTION: f64 = 1e5;
/// Friction counts by its share of what it can hold, down to limits of this part of the largest.
const WEAKEST: f64 = 1e3;

/// A constraint that follows from others.
#[derive(Debug, Clone, PartialEq)]
pub struct RedundantConstraint {
    /// Its number among all multipliers.
    pub constraint: usize,
    /// Those from which it follows.
    pub follows_from: Vec<usize>,
}

/// All constraints that follow from others, in one position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Redundancy {
    /// The constraints.
    pub constraints: Vec<RedundantConstraint>,
    /// Number of independent constraints.
    pub rank: usize,
    /// Combinations of multipliers without effect, as forces.
    null: Null,
    /// What makes multipliers forces: 1 for those that are, one over the length of the metric for torques. So the shortest are the same
    /// however the axes of a joint are turned. Friction of surfaces that stick counts far more, and by its share of what it can hold.
    units: Vec<f64>,
    effort: QrEffort,
}

/// What was found of some rows.
struct Dependences {
    rank: usize,
    /// Each by the row that depends, −1 of it, and coefficients of others, ascending: their sum vanishes.
    dependent: Vec<(usize, Vec<(u32, f64)>)>,
    effort: QrEffort,
}

impl Redundancy {
    /// Among the constraints that hold in a state.
    pub fn at(equations: &mut Equations, state: &State) -> Result<Self, Error> {
        equations.set(state)?;
        let mut metric = Constrained::new(equations);
        metric.set_length(equations.extent(state));
        Ok(Self::find(equations, &metric))
    }

    /// Looks at the state that the equations look at.
    pub(crate) fn find(equations: &mut Equations, metric: &Constrained) -> Self {
        let rows = constraint_rows(equations, metric);
        let are_few = rows.n_active() <= FEW;
        Self::among(equations, rows, metric, are_few)
    }

    /// The same of the forces that multipliers exert, which are not those of B where a force follows a reaction, as friction does.
    pub(crate) fn of_forces(equations: &mut Equations, metric: &Constrained) -> Self {
        let rows = force_rows(equations, metric);
        let are_few = rows.n_active() <= FEW;
        Self::among(equations, rows, metric, are_few)
    }

    fn among(equations: &Equations, rows: Rows, metric: &Constrained, are_few: bool) -> Self {
        let found = match are_few {
            true => full::dependences(&rows),
            false => sparse::dependences(&rows),
        };
        let units = units(equations, metric);
        let mut null = Null::new(rows.len(), are_few);
        for (_, combination) in &found.dependent {
            // Of multipliers, no more of rows of length one.
            let forces = combination.iter().map(|&(i, c)| {
                let at = i as usize;
                (i, c / rows.lengths[at] * units[at])
            });
            null.keep(forces.collect(), rows.len());
        }
        null.prepare();
        let named = found.dependent.into_iter();
        Self {
            constraints: named
                .map(|(constraint, combination)| RedundantConstraint {
                    constraint,
                    follows_from: takes_part(constraint, &combination),
                })
                .collect(),
            rank: found.rank,
            null,
            units,
            effort: found.effort,
        }
    }

    /// What it has cost to find them among many constraints.
    pub fn effort(&self) -> QrEffort {
        self.effort
    }

    /// Whether the multiplier of a constraint is not unique.
    pub fn is_ambiguous(&self, constraint: usize) -> bool {
        self.null.takes_part(constraint)
    }

    /// Takes away what has no effect: the shortest of all multipliers that do the same, measured as forces.
    pub(crate) fn shorten(&self, multipliers: &mut [f64]) {
        let units = &self.units;
        self.null
            .take_away(multipliers, |i, x| x * units[i], |i, x| x / units[i]);
    }

    /// A functional of multipliers that gives for any of them what the first gave for the shortest.
    pub(crate) fn of_shortest(&self, functional: &mut [f64]) {
        let units = &self.units;
        self.null
            .take_away(functional, |i, x| x / units[i], |i, x| x * units[i]);
    }

    pub(crate) fn refusal(&self, equations: &Equations) -> Error {
        let names: Vec<String> = self
            .constraints
            .iter()
            .take(3)
            .map(|c| equations.constraint_name(c.constraint))
            .collect();
        Error::Redundant {
            constraints: names.join("; "),
            count: self.constraints.len(),
        }
    }
}

/// What makes each multiplier a force.
fn units(equations: &Equations, metric: &Constrained) -> Vec<f64> {
    let n = equations.n_multipliers();
    let force = |i: usize| match equations.constraint_is_angle(i) {
        true => 1.0 / metric.length(),
        false => 1.0,
    };
    let limit = |i: usize| {
        let is_stuck = equations.grip(i).is_some() && equations.is_active(i);
        is_stuck.then(|| force(i) * equations.rubbing(i).limit)
    };
    let strongest = (0..n).filter_map(limit).fold(0.0, f64::max);
    let unit = |i: usize| match limit(i) {
        Some(limit) => FRICTION * (strongest / limit).clamp(1.0, WEAKEST) * force(i),
        None => force(i),
    };
    (0..n).map(unit).collect()
}

/// Other constraints with more than rounding of a combination.
fn takes_part(constraint: usize, combination: &[(u32, f64)]) -> Vec<usize> {
    let others = combination.iter().filter(|(_, c)| c.abs() > TAKES_PART);
    others
        .map(|&(i, _)| i as usize)
        .filter(|&i| i != constraint)
        .collect()
}

/// Times that multipliers are shortened where their forces change with their signs.
const MAX_ROUNDS: u32 = 4;

/// Of all multipliers that exert the same forces on a machine in this state the shortest. Which combinations exert none depends on the
/// position: they are found anew. \[theory:multibody\] (35)
pub fn shorten_multipliers(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let mut metric = Constrained::new(equations);
    metric.set_length(equations.extent(state));
    for _ in 0..MAX_ROUNDS {
        equations.set(state)?;
        let redundancy = Redundancy::of_forces(equations, &metric);
        let before = state.multipliers.clone();
        redundancy.shorten(&mut state.multipliers);
        // Forces that follow a reaction are the same combination of multipliers until one changes its sign.
        let mut pairs = before.iter().zip(&state.multipliers);
        if pairs.all(|(a, b)| a * b >= 0.0) {
            break;
        }
    }
    equations.set(state)
}

#[cfg(test)]
mod tests;
