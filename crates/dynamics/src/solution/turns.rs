//! Whether a step can be read in one way only.

use crate::{Equations, State};

/// The coordinate of a spin that changed in a step by half a turn per step or more, or the fastest one if an angle that is followed did:
/// a whole turn may have been lost. Constraints of turns are blind for whole turns, and a step that found the wrong one ends with a spin
/// that is off by γ/β times a turn per step. \[theory:time-integration\] (33)
pub(super) fn unclear_turn(
    equations: &Equations,
    before: &State,
    after: &State,
    step: f64,
) -> Option<usize> {
    let spins = (0..6 * before.places.len()).filter(|i| i % 6 >= 3);
    let change = |i: usize| (after.velocity[i] - before.velocity[i]).abs() * step;
    let largest = spins.max_by(|&i, &j| change(i).total_cmp(&change(j)))?;
    let is_unclear = change(largest) > std::f64::consts::PI || !equations.turns_are_clear(step);
    is_unclear.then_some(largest)
}
