//! Accelerations and reactions of a state whose positions and velocities are known.

use super::constrained::{Constrained, Metric};
use crate::solver::not_determined;
use crate::{Equations, Error, State};

/// Times that reactions are found anew where forces depend on them: friction turns with their signs.
pub(crate) const MAX_ROUNDS: u32 = 12;

/// Share of the forces that reactions may leave out of balance before they are found anew; rounding leaves less.
const BALANCED: f64 = 1e-10;

/// Share of the forces that may be left in the end: what holds the same motion twice is balanced no better.
const LOCKED: f64 = 1e-5;

/// Whether reactions balance the forces on the coordinates, where some of these follow them.
#[derive(Debug)]
pub(crate) struct Balance {
    first: f64,
}

impl Balance {
    /// Whether reactions must be found anew, from the residual after they were found; the first time it was taken without them.
    pub fn is_open(&self, residual: &[f64]) -> bool {
        largest(residual) > BALANCED * self.first
    }

    /// Takes the residual without reactions.
    pub fn begin(equations: &Equations, residual: &[f64]) -> Self {
        let mut elements = equations.machine().elements();
        let follow = elements.any(|(_, element)| element.follows_reactions());
        let first = if follow {
            largest(residual)
        } else {
            f64::INFINITY
        };
        Self { first }
    }

    /// Refuses what no reactions balance.
    pub fn end(&self, equations: &Equations, residual: &[f64], time: f64) -> Result<(), Error> {
        let left = largest(residual);
        if left <= LOCKED * self.first {
            return Ok(());
        }
        let worst = (0..residual.len()).fold(0, |w, i| {
            if residual[i].abs() > residual[w].abs() {
                i
            } else {
                w
            }
        });
        Err(Error::Locked {
            time,
            motion: equations.machine().velocity_name(worst),
        })
    }
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// M a − Bᵀ λ = f, B a = −bias.
pub(crate) fn accelerations(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &mut State,
) -> Result<(), Error> {
    let (n_v, n) = (equations.n_velocities(), equations.n());
    let mut right = vec![0.0; n];
    state.acceleration.fill(0.0);
    state.multipliers.fill(0.0);
    equations.set(state)?;
    equations.residual(&mut right);
    let balance = Balance::begin(equations, &right[..n_v]);
    for _ in 0..MAX_ROUNDS {
        round(equations, problem, state, &mut right)?;
        equations.residual(&mut right);
        if !balance.is_open(&right[..n_v]) {
            return Ok(());
        }
    }
    balance.end(equations, &right[..n_v], state.time)
}

/// Accelerations and reactions with forces as they depend on the reactions now.
fn round(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &mut State,
    right: &mut [f64],
) -> Result<(), Error> {
    let n_v = equations.n_velocities();
    problem
        .factor(equations, Metric::Mass)
        .map_err(|unknown| not_determined(equations, unknown, state.time))?;
    // Once more: ε leaves a small part.
    for _ in 0..2 {
        equations.set(state)?;
        equations.residual(right);
        equations.constraint_accelerations(&state.acceleration, &mut right[n_v..]);
        for x in right.iter_mut() {
            *x = -*x;
        }
        problem.solve(right);
        for (a, d) in state.acceleration.iter_mut().zip(&*right) {
            *a += d;
        }
        for (l, d) in state.multipliers.iter_mut().zip(&right[n_v..]) {
            *l += d;
        }
    }
    equations.set(state)
}
