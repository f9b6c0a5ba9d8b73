//! A step whose length follows from its error, whatever the scheme; it ends at breaks. \[theory:time-integration\] (26)-(30)

use super::failed::Failed;
use super::integrator::Integrator;
use super::sizes::Sizes;
use super::step_control::{MAX_FAILURES, StepLength, first};
use super::stepping::{Stepping, land};
use crate::{Equations, Error, State};

/// Kinks leave errors of third order: schemes of higher order end steps there.
const HIGH: f64 = 3.0;

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
        let judged = scheme.judged(equations, state, h, to, was_rejected);
        // Steps of given length do not feel a kink by their error, and those of high order only where it lies between the right stages.
        let is_blind = control.tolerance.is_infinite() || scheme.length().order() > HIGH;
        let may_land = is_blind && landing.is_none();
        let landed = judged.and_then(|judged| {
            let way = match may_land && judged.is_good() {
                true => land(scheme, equations, state, h, to)?,
                false => None,
            };
            Ok((judged, way))
        });
        match landed {
            Ok((_, Some(_))) => return scheme.begin(equations, state, state.time),
            Ok((judged, None)) if judged.is_good() => {
                let length = scheme.length();
                length.spend(&control, h, judged.found);
                match landing {
                    // Longer steps have no more of it, and may make a larger error.
                    None if judged.error > 1.0 => length.grow(h),
                    None => length.accept(h, judged.error, judged.iterations, was_rejected),
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
            Ok((judged, None)) => {
                scheme.length().reject(h, judged.error, judged.iterations);
                why = Failed::Diverged(judged.worst);
            }
            Err(failed) => {
                scheme.length().fail(h);
                why = failed;
            }
        }
        was_rejected = true;
    }
    equations.set(state)?;
    let h = scheme.length().trial(&control, end - state.time).step;
    Err(why.error(equations, state.time, h))
}
