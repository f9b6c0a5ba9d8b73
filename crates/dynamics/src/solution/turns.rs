//! Whether a step can be read in one way only.

use crate::{Equations, Error, State};

/// Halvings of a step before it is too small.
const MAX_HALVINGS: u32 = 16;

/// What brings a state to a time, at once.
type Reach<'r> = &'r mut dyn FnMut(&mut Equations, &mut State, f64) -> Result<(), Error>;

/// Brings a state to a time: at once, or in halves where an angle that is followed could be read in more than one way.
pub(super) fn go_in_parts(
    equations: &mut Equations,
    state: &mut State,
    time: f64,
    reach: Reach,
) -> Result<(), Error> {
    in_parts(equations, state, time, reach, MAX_HALVINGS)
}

fn in_parts(
    equations: &mut Equations,
    state: &mut State,
    time: f64,
    reach: Reach,
    halvings: u32,
) -> Result<(), Error> {
    let before = state.clone();
    reach(equations, state, time)?;
    let step = time - before.time;
    let Some(spin) = unclear_turn(equations, &before, state, step) else {
        equations.follow_turns(state);
        return Ok(());
    };
    state.copy_from(&before);
    if halvings == 0 {
        return Err(Error::StepUnderflow {
            time: before.time,
            step,
            motion: equations.machine().velocity_name(spin),
        });
    }
    let middle = before.time + 0.5 * step;
    in_parts(equations, state, middle, reach, halvings - 1)?;
    in_parts(equations, state, time, reach, halvings - 1)
}

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
