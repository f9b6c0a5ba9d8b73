//! Accelerations and reactions of a state whose positions and velocities are known.

use super::constrained::{Constrained, Metric};
use crate::solver::not_determined;
use crate::{Equations, Error, State, Weights};

/// Times that reactions are found anew where forces depend on them: friction turns with their signs.
pub(crate) const MAX_ROUNDS: u32 = 12;

/// Share of the forces that reactions may leave out of balance before they are found anew; rounding leaves less.
const BALANCED: f64 = 1e-10;

/// Share of the forces that may be left in the end: what holds the same motion twice is balanced no better.
const LOCKED: f64 = 1e-5;

/// Roundings of the size of an inertia force that add up in what is left: products of rotations, and the solution with them.
const ROUNDINGS: f64 = 1e3;

/// Whether reactions balance the forces on the coordinates, where some of these follow them.
///
/// What is left is judged beside the largest of all forces, reactions too: a machine that runs without load has only these, and they
/// are rounding. No force is known better than to rounding of what makes it: M v ω, of which an even spin leaves nothing.
#[derive(Debug)]
pub(crate) struct Balance {
    first: f64,
}

impl Balance {
    /// Whether reactions must be found anew, from the residual after they were found; the first time it was taken without them.
    pub fn is_open(&self, equations: &mut Equations, state: &State, residual: &[f64]) -> bool {
        !self.leaves(BALANCED, equations, state, residual)
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
    pub fn end(
        &self,
        equations: &mut Equations,
        state: &State,
        residual: &[f64],
    ) -> Result<(), Error> {
        if self.leaves(LOCKED, equations, state, residual) {
            return Ok(());
        }
        let worst = (0..residual.len()).fold(0, |w, i| {
            if residual[i].abs() > residual[w].abs() {
                i
            } else {
                w
            }
        });
        let machine = equations.machine();
        let (time, motion) = (state.time, machine.velocity_name(worst));
        let mut elements = machine.elements();
        Err(match elements.any(|(_, element)| element.has_friction()) {
            true => Error::Locked { time, motion },
            false => Error::Unbalanced { time, motion },
        })
    }

    /// Whether no more than a share of the forces is left, or no more than rounding. The equations look at the state.
    fn leaves(
        &self,
        share: f64,
        equations: &mut Equations,
        state: &State,
        residual: &[f64],
    ) -> bool {
        let left = largest(residual);
        // Mostly enough, and quick.
        if left <= share * self.first {
            return true;
        }
        let mut forces = vec![0.0; equations.n_velocities()];
        equations.add_force_sizes(&mut forces);
        let rounding = ROUNDINGS * f64::EPSILON * largest(&inertia_sizes(equations, state));
        left <= share * largest(&forces) + rounding
    }
}

/// How large inertia forces are before they stand against each other: Σ |M_ij v_j| ω in each row, ω the fastest spin.
pub(crate) fn inertia_sizes(equations: &mut Equations, state: &State) -> Vec<f64> {
    let weights = Weights {
        acceleration: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let n_v = equations.n_velocities();
    let spins = (0..6 * state.places.len()).filter(|i| i % 6 >= 3);
    let fastest = spins.fold(0.0_f64, |most, i| most.max(state.velocity[i].abs()));
    let (starts, columns) = equations.pattern();
    let size = |row: usize| {
        let entries = starts[row] as usize..starts[row + 1] as usize;
        let terms = entries.map(|at| {
            let velocity = state.velocity.get(columns[at] as usize);
            velocity.map_or(0.0, |v| (equations.values()[at] * v).abs())
        });
        fastest * terms.sum::<f64>()
    };
    (0..n_v).map(size).collect()
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
        if !balance.is_open(equations, state, &right[..n_v]) {
            return Ok(());
        }
    }
    balance.end(equations, state, &right[..n_v])
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
