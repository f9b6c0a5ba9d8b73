//! What a scheme needs to know of a motion at its start: how accelerations change.

use super::acceleration::accelerations;
use super::constrained::{Constrained, Metric};
use crate::{Equations, Error, State};

/// v̈ by central differences over one step, and v̇ one step back; none if accelerations are not determined.
pub(crate) fn second_rates(
    equations: &mut Equations,
    problem: &mut Constrained,
    state: &State,
    h: f64,
) -> Option<[Vec<f64>; 2]> {
    let mut at = |step: f64| {
        let increment: Vec<f64> = (0..state.velocity.len())
            .map(|i| step * (state.velocity[i] + 0.5 * step * state.acceleration[i]))
            .collect();
        let mut other = state.clone();
        other.moved_from(state, &increment);
        other.time += step;
        for (v, a) in other.velocity.iter_mut().zip(&state.acceleration) {
            *v += step * a;
        }
        accelerations(equations, problem, &mut other).ok()?;
        let is_finite = other.acceleration.iter().all(|a| a.is_finite());
        is_finite.then_some(other.acceleration)
    };
    let (back, ahead) = (at(-h)?, at(h)?);
    let slope = ahead.iter().zip(&back).map(|(b, a)| (b - a) / (2.0 * h));
    Some([slope.collect(), back])
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
