//! A step of given length, whatever the scheme: it ends at breaks on its way, and what does not converge is done in halves.
//! \[theory:time-integration\] (18), (19)

use super::breaks::Breaks;
use super::failed::Failed;
use crate::{Equations, Error, State};

/// Halvings of a step before it is too small.
const MAX_HALVINGS: u32 = 20;

/// What a scheme can do.
pub(super) trait Stepping {
    fn breaks(&self) -> &Breaks;

    /// The last time (s) from which on it began anew.
    fn smooth_from(&self) -> f64;

    /// Gets ready for steps of this length (s).
    fn prepare(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Error>;

    /// Tries a step of length `h` (s) that ends at a time; if it fails, the state is that of its beginning.
    fn attempt(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
    ) -> Result<(), Failed>;

    /// Begins anew at a state after which laws are smooth from a time (s) on.
    fn begin(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        smooth_from: f64,
    ) -> Result<(), Error>;
}

/// A step of this length. On an error the state is the last good one.
pub(super) fn step(
    scheme: &mut impl Stepping,
    equations: &mut Equations,
    state: &mut State,
    step: f64,
) -> Result<(), Error> {
    let end = state.time + step;
    // Lengths of parts, not differences of times: those would add the rounding of the time to every angle.
    let mut rest = step;
    let mut smooth_from = None;
    loop {
        let landing = scheme.breaks().first(rest, step, end);
        let (length, time) = landing.map_or((rest, end), |at| (at.length, at.before));
        in_halves(scheme, equations, state, length, time)?;
        let is_last = length >= rest;
        if is_last {
            state.time = end;
        }
        if let Some(landing) = landing {
            state.time = landing.after;
            smooth_from = Some(landing.after);
        }
        // Reactions of a part that was very short are rounding: the next step begins anew as well.
        if let Some(from) = smooth_from {
            scheme.begin(equations, state, from)?;
        }
        if is_last {
            state.time = end;
            return Ok(());
        }
        rest -= length;
    }
}

/// A smooth part of a step.
fn in_halves(
    scheme: &mut impl Stepping,
    equations: &mut Equations,
    state: &mut State,
    length: f64,
    end: f64,
) -> Result<(), Error> {
    scheme.prepare(equations, state, length)?;
    let (mut rest, mut part) = (length, length);
    let mut halvings = 0;
    loop {
        let is_last = part >= 0.999 * rest;
        let (h, time) = match is_last {
            true => (rest, end),
            false => (part, state.time + part),
        };
        match scheme.attempt(equations, state, h, time) {
            Ok(()) if is_last => return Ok(()),
            Ok(()) => rest -= h,
            Err(failed) => {
                halvings += 1;
                part = 0.5 * h;
                if halvings > MAX_HALVINGS {
                    equations.set(state)?;
                    return Err(failed.error(equations, state.time, h));
                }
            }
        }
    }
}
