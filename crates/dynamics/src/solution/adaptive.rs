//! A step whose length follows from its error, whatever the scheme; it ends at breaks. \[theory:time-integration\] (26)-(30)

use super::failed::Failed;
use super::integrator::Integrator;
use super::kinks::{Crossing, NEAR};
use super::sizes::Sizes;
use super::step_control::{MAX_FAILURES, StepLength, first};
use super::stepping::{KNOWN, MAX_CORRECTIONS, Stepping};
use crate::{Equations, Error, State};

/// What a step was worth.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Judged {
    /// Its error over that which it may make.
    pub error: f64,
    /// The same, relative to the size of the motion.
    pub found: f64,
    /// The coordinate where it is largest.
    pub worst: usize,
    /// Iterations of more than one matrix, as far as they tell of the step's length.
    pub iterations: u32,
    /// Rounding alone makes such an error: no shorter step has less of it.
    pub is_rounding: bool,
}

impl Judged {
    /// Whether the step may be kept.
    pub fn is_good(&self) -> bool {
        self.error <= 1.0 || self.is_rounding
    }
}

/// A scheme that knows its errors.
pub(super) trait Adaptive: Stepping + Integrator {
    fn length(&mut self) -> &mut StepLength;

    fn sizes(&mut self) -> &mut Sizes;

    /// Laws are others from here on: what was learnt of errors holds no more.
    fn forget_errors(&mut self) {}

    /// Begins anew where a step that was accepted has left the scheme with more rounding than the next one can bear.
    fn settle(&mut self, _equations: &mut Equations, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Share of a step below which a part of it is too short to be one: the velocities at its end would be rounding.
    fn shortest_share(&self) -> f64;

    /// Tries a step of length `h` that ends at a time. Where it fails or its error is larger than one, the state is that of its
    /// beginning.
    fn judged(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
        was_rejected: bool,
    ) -> Result<Judged, Failed>;
}

/// A first length from how fast things move: this share of what a motion of that pace would be allowed. (30)
fn guess(scheme: &mut impl Adaptive, state: &State, share: f64) -> f64 {
    let control = *scheme.control();
    scheme.sizes().see(state);
    let (rate, _) =
        scheme
            .sizes()
            .largest_error(&state.acceleration, &state.velocity, control.duration);
    let allowed = control.tolerance.min(1.0);
    let share = share * allowed.powf(1.0 / scheme.length().order());
    first(&control, share, rate)
}

/// Where another motion begins, steps are no longer than those of its pace: the last one knew nothing of it. (30)
pub(super) fn begin_anew(scheme: &mut impl Adaptive, state: &State) {
    let longest = guess(scheme, state, 1.0);
    scheme.length().restart(longest);
}

/// The same where a sample has changed forces.
pub(super) fn begin_after_sample(scheme: &mut impl Adaptive, state: &State) {
    let longest = guess(scheme, state, 1.0);
    scheme.length().restart_after_sample(longest);
}

/// Passes a break that lies just ahead, as after an event at the same instant: rounding of the time and no more.
fn pass_break(
    scheme: &mut impl Adaptive,
    equations: &mut Equations,
    state: &mut State,
    end: f64,
) -> Result<(), Error> {
    let control = *scheme.control();
    let trial = scheme.length().trial(&control, end - state.time);
    let (time, done) = (state.time, scheme.smooth_from());
    let Some(after) = scheme.breaks().just_ahead(time, done, trial.step) else {
        return Ok(());
    };
    state.drift(after - time);
    state.time = after;
    scheme.begin(equations, state, after)
}

/// What one attempt came to.
enum Attempted {
    /// The step stands, as judged.
    Kept(Judged),
    /// It ended at a kink on its way.
    Landed,
    /// It was too long, by this much, in this length (s).
    Rejected(Judged, f64),
    /// It could not be done in this length (s).
    Failed(Failed, f64),
    /// Nor could its way to a kink, in this length (s).
    Missed(Failed, f64),
}

/// Tries a step of length `h` that ends at a time; it ends at a kink on its way. \[theory:time-integration\] (35), (36)
fn attempt(
    scheme: &mut impl Adaptive,
    equations: &mut Equations,
    state: &mut State,
    h: f64,
    end: f64,
    was_rejected: bool,
) -> Attempted {
    let start = state.time;
    let judged = match scheme.judged(equations, state, h, end, was_rejected) {
        Ok(judged) => judged,
        Err(failed) => return Attempted::Failed(failed, h),
    };
    // Steps of given length may win a little at a kink, which damping takes.
    let is_given = scheme.control().tolerance.is_infinite();
    let crossing = scheme.kinks().and_then(|kinks| match is_given {
        true => kinks.first_undamped(h),
        false => kinks.first(h),
    });
    let Some(crossing) = crossing else {
        return match judged.is_good() {
            true => Attempted::Kept(judged),
            false => Attempted::Rejected(judged, h),
        };
    };
    let is_at_start = crossing.share < scheme.shortest_share();
    if is_at_start && scheme.smooth_from() >= start - NEAR * h {
        // The last step has landed there, but for a rounding.
        return match judged.is_good() {
            true => Attempted::Kept(judged),
            false => Attempted::Rejected(judged, h),
        };
    }
    if judged.is_good() {
        scheme.go_back(state);
    }
    if is_at_start {
        // A step up to there would be too short to be one.
        state.drift(crossing.share * h);
        return Attempted::Landed;
    }
    let foreseen = match judged.is_good() {
        true => None,
        false => scheme.kinks().and_then(|kinks| kinks.foreseen(crossing, h)),
    };
    let foreseen = foreseen.filter(|share| *share >= scheme.shortest_share());
    let mut share = foreseen.unwrap_or(crossing.share);
    let (mut crossing, mut corrections) = (crossing, 0);
    loop {
        let part = share * h;
        match scheme.judged(equations, state, part, start + part, was_rejected) {
            Ok(judged) if judged.is_good() => {}
            Ok(judged) => return Attempted::Rejected(judged, part),
            Err(failed) => return Attempted::Missed(failed, part),
        }
        let better = match earlier(scheme, crossing, part) {
            Some(other) => {
                crossing = other;
                other.share * share
            }
            None => {
                let passed = scheme.kinks().map(|kinks| kinks.passed(crossing, part));
                share - passed.unwrap_or(0.0) / h
            }
        };
        let is_better =
            (better - share).abs() > KNOWN && (scheme.shortest_share()..=1.0).contains(&better);
        if !is_better || corrections == MAX_CORRECTIONS {
            return Attempted::Landed;
        }
        scheme.go_back(state);
        share = better;
        corrections += 1;
    }
}

/// A kink of another function that a part of a step has met on its way to a kink: flanks let go before they part, which the whole step did not see in
/// this order. What lies within rounding of the beginning is that from where the step came.
fn earlier(scheme: &impl Adaptive, crossing: Crossing, part: f64) -> Option<Crossing> {
    let other = scheme.kinks()?.first_beside(crossing, part)?;
    (other.share > scheme.shortest_share()).then_some(other)
}

/// One step, not beyond `end`.
pub(super) fn step(
    scheme: &mut impl Adaptive,
    equations: &mut Equations,
    state: &mut State,
    end: f64,
) -> Result<(), Error> {
    let control = *scheme.control();
    control.check()?;
    if !scheme.length().is_known() {
        let length = guess(scheme, state, 0.1);
        scheme.length().set(length);
    }
    pass_break(scheme, equations, state, end)?;
    if state.time >= end {
        return Ok(());
    }
    let (mut was_rejected, mut why) = (false, Failed::Diverged(0));
    for _ in 0..MAX_FAILURES {
        let trial = scheme.length().trial(&control, end - state.time);
        if trial.is_too_short(&control, state.time) {
            break;
        }
        let mut h = trial.step;
        let mut to = if trial.is_last { end } else { state.time + h };
        // A break beyond the end is passed by the next step.
        let rounding = 4.0 * f64::EPSILON * to.abs();
        let landing = scheme.breaks().first(h, h, to);
        let landing = landing.filter(|at| at.before < to + rounding);
        let last = to;
        if let Some(landing) = landing {
            (h, to) = (landing.length, landing.before);
        }
        match attempt(scheme, equations, state, h, to, was_rejected) {
            Attempted::Landed => return end_at_kink(scheme, equations, state, [h, end]),
            Attempted::Kept(judged) => {
                let length = scheme.length();
                length.spend(&control, h, judged.found);
                match landing {
                    // Longer steps have no more of it, and may make a larger error.
                    None if judged.error > 1.0 => length.grow(h),
                    None => {
                        length.accept(h, judged.error, judged.iterations, was_rejected);
                        scheme.settle(equations, state)?;
                    }
                    // The break cut the step short: it says nothing of the next one.
                    Some(landing) => {
                        let is_whole = landing.length >= trial.step;
                        state.time = if is_whole { last } else { landing.after };
                        state.time = state.time.max(landing.after);
                        let ends = state.time;
                        scheme.begin(equations, state, landing.after)?;
                        state.time = ends;
                    }
                }
                return Ok(());
            }
            Attempted::Rejected(judged, h) => {
                scheme.length().reject(h, judged.error, judged.iterations);
                why = Failed::Diverged(judged.worst);
            }
            Attempted::Failed(failed, h) => {
                scheme.length().fail(h);
                why = failed;
            }
            // Where stiff teeth just touch iterations may not settle: from nearer the step is shorter.
            Attempted::Missed(failed, h) => {
                scheme.length().set(0.5 * h);
                why = failed;
            }
        }
        was_rejected = true;
    }
    equations.set(state)?;
    let h = scheme.length().trial(&control, end - state.time).step;
    Err(why.error(equations, state.time, h))
}

/// Begins anew after a kink at which a step of length `h` has ended, and passes what is left before an end that must be hit if that is less than a
/// step can be.
fn end_at_kink(
    scheme: &mut impl Adaptive,
    equations: &mut Equations,
    state: &mut State,
    [h, end]: [f64; 2],
) -> Result<(), Error> {
    let rest = end - state.time;
    if rest < scheme.shortest_share() * h {
        state.drift(rest);
        state.time = end;
    }
    scheme.begin(equations, state, state.time)?;
    scheme.forget_errors();
    Ok(())
}
