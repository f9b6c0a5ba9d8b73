//! What a scheme needs to know of a motion at its start: how accelerations change.

use super::acceleration::accelerations;
use super::assembly::{AssemblyOptions, assemble};
use super::constrained::{Constrained, Metric};
use crate::{Equations, Error, State};

/// Makes a state obey joints and drives as they are at its time, however they were before: positions where a drive jumped, velocities
/// by the impulse that this takes, accelerations and reactions. On an error the state is as it was.
pub(crate) fn reassemble(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let mut options = AssemblyOptions::default();
    let mut after = state.clone();
    equations.set(&after)?;
    equations.expect_turns(0.0);
    match assemble(equations, &mut after, &options) {
        Err(Error::NotHeld { .. }) => {
            // Coordinates without inertia: their accelerations are known only after a step.
            options.with_accelerations = false;
            after.copy_from(state);
            assemble(equations, &mut after, &options)?;
        }
        other => {
            other?;
        }
    }
    state.copy_from(&after);
    Ok(())
}

/// v̈ from accelerations now and after a quarter and a half of a step, where laws are smooth `from` a time (s) on; none if accelerations
/// are not determined. \[theory:time-integration\] (20)
pub(crate) fn second_rates(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &State,
    h: f64,
    from: f64,
) -> Option<Vec<f64>> {
    let mut at = |step: f64| {
        equations.set(state).ok()?;
        equations.expect_turns(step);
        let increment: Vec<f64> = (0..state.velocity.len())
            .map(|i| step * (state.velocity[i] + 0.5 * step * state.acceleration[i]))
            .collect();
        let mut other = state.clone();
        other.moved_from(state, &increment);
        other.time = (state.time + step).max(from);
        for (v, a) in other.velocity.iter_mut().zip(&state.acceleration) {
            *v += step * a;
        }
        accelerations(equations, problem, &mut other).ok()?;
        let is_finite = other.acceleration.iter().all(|a| a.is_finite());
        is_finite.then_some(other.acceleration)
    };
    let (now, quarter, half) = (at(0.0)?, at(0.25 * h)?, at(0.5 * h)?);
    let slope = |i: usize| (4.0 * quarter[i] - half[i] - 3.0 * now[i]) / (0.5 * h);
    Some((0..now.len()).map(slope).collect())
}

/// The part of a rate that constraints feel, orthogonal to what they allow in the norm of energy.
pub(crate) fn across_constraints(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &State,
    rate: &[f64],
) -> Result<Vec<f64>, Error> {
    let (n_v, n) = (equations.n_velocities(), equations.n());
    equations.set(state)?;
    let mut right = vec![0.0; n];
    equations.add_rows(rate, &mut right[n_v..]);
    if problem.factor(equations, Metric::Mass).is_err() {
        return Ok(vec![0.0; n_v]);
    }
    problem.solve(&mut right);
    right.truncate(n_v);
    Ok(right)
}
