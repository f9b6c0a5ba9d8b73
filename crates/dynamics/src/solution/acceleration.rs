//! Accelerations and reactions of a state whose positions and velocities are known.

use super::constrained::{Constrained, Metric};
use crate::solver::not_determined;
use crate::{Equations, Error, State};

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
    problem
        .factor(equations, Metric::Mass)
        .map_err(|unknown| not_determined(equations, unknown, state.time))?;
    // Once more: ε leaves a small part.
    for _ in 0..2 {
        equations.set(state)?;
        equations.residual(&mut right);
        equations.constraint_accelerations(&state.acceleration, &mut right[n_v..]);
        for x in &mut right {
            *x = -*x;
        }
        problem.solve(&mut right);
        for (a, d) in state.acceleration.iter_mut().zip(&right) {
            *a += d;
        }
        for (l, d) in state.multipliers.iter_mut().zip(&right[n_v..]) {
            *l += d;
        }
    }
    equations.set(state)
}
