//! A step of given length, whatever the scheme: it ends at breaks and kinks on its way, and what does not converge is done in halves.
//! \[theory:time-integration\] (18), (19), (35)-(37)

use super::breaks::Breaks;
use super::failed::Failed;
use super::kinks::{Kinks, NEAR};
use crate::{Equations, Error, State};

/// Halvings of a step before it is too small.
const MAX_HALVINGS: u32 = 20;

/// Kinks at which one step ends; the rest of it passes over any others, as teeth that chatter have them.
const MAX_KINKS: u32 = 16;
/// Corrections of the way to a kink by steps that end there.
pub(super) const MAX_CORRECTIONS: u32 = 4;
/// A way to a kink is known well enough to this share of the step: what it is off changes the energy of an impact by as much. (36)
pub(super) const KNOWN: f64 = 1e-9;

/// What a scheme can do.
pub(super) trait Stepping {
    fn breaks(&self) -> &Breaks;

    /// What it saw of kinks at both ends of the last attempt; none where it looks for none.
    fn kinks(&self) -> Option<&Kinks> {
        None
    }

    /// Goes back to the beginning of the last attempt; once.
    fn go_back(&mut self, state: &mut State);

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
    let mut kinks = 0;
    loop {
        let landing = scheme.breaks().first(rest, step, end);
        let (length, time) = landing.map_or((rest, end), |at| (at.length, at.before));
        let may_land = kinks < MAX_KINKS;
        if let Some(done) = in_halves(scheme, equations, state, (length, time), may_land)? {
            kinks += 1;
            smooth_from = Some(state.time);
            scheme.begin(equations, state, state.time)?;
            rest -= done;
            if rest > NEAR * step {
                continue;
            }
            // What is left is less than a step can be.
            state.drift(rest);
            state.time = end;
            return scheme.begin(equations, state, end);
        }
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

/// A part of a step without breaks, as far as the first kink: how long the way to it was, if there is one.
fn in_halves(
    scheme: &mut impl Stepping,
    equations: &mut Equations,
    state: &mut State,
    (length, end): (f64, f64),
    may_land: bool,
) -> Result<Option<f64>, Error> {
    scheme.prepare(equations, state, length)?;
    let (mut rest, mut part) = (length, length);
    let mut halvings = 0;
    loop {
        let is_last = part >= 0.999 * rest;
        let (h, time) = match is_last {
            true => (rest, end),
            false => (part, state.time + part),
        };
        let attempted = scheme
            .attempt(equations, state, h, time)
            .and_then(|()| match may_land {
                true => land(scheme, equations, state, h, time),
                false => Ok(None),
            });
        match attempted {
            Ok(Some(done)) => return Ok(Some(length - rest + done)),
            Ok(None) if is_last => return Ok(None),
            Ok(None) => rest -= h,
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

/// Does a step of length `h` that has met a kink again, so that it ends there: its length then. (36)
fn land(
    scheme: &mut impl Stepping,
    equations: &mut Equations,
    state: &mut State,
    h: f64,
    end: f64,
) -> Result<Option<f64>, Failed> {
    let Some(crossing) = scheme.kinks().and_then(|kinks| kinks.first_undamped(h)) else {
        return Ok(None);
    };
    if crossing.share > 1.0 - NEAR {
        return Ok(Some(h));
    }
    let start = state.time - h;
    let is_at_start = crossing.share < NEAR;
    if is_at_start && (start - scheme.smooth_from()).abs() <= NEAR * h {
        return Ok(None);
    }
    scheme.go_back(state);
    let start = state.time;
    // What a scheme without damping carries across the constraints would be magnified by a step that is much shorter.
    let smooth_from = match is_at_start {
        true => start,
        false => scheme.smooth_from(),
    };
    if scheme.begin(equations, state, smooth_from).is_err() {
        return Err(Failed::Diverged(0));
    }
    if is_at_start {
        scheme.attempt(equations, state, h, end)?;
        return Ok(None);
    }
    let (mut share, mut corrections) = (crossing.share, 0);
    loop {
        let time = start + share * h;
        if scheme.attempt(equations, state, share * h, time).is_err() {
            // Over it, as it was done before.
            scheme.attempt(equations, state, h, end)?;
            return Ok(None);
        }
        let passed = scheme
            .kinks()
            .map_or(0.0, |kinks| kinks.passed(crossing, share * h));
        let better = share - passed / h;
        let is_better = (better - share).abs() > KNOWN && (0.0..1.0).contains(&better);
        corrections += 1;
        if !is_better || corrections > MAX_CORRECTIONS {
            return Ok(Some(share * h));
        }
        scheme.go_back(state);
        share = better;
    }
}
