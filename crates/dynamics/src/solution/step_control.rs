//! How long steps are: what the user asks for, and the length that follows from errors. \[gustafsson1994\];
//! \[theory:time-integration\] (26)-(30)

use crate::{Error, Tape, TapeReader};

/// What is asked of adaptive steps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepControl {
    /// Error that a run may have at its end, relative to the largest velocity of its kind and to the extent of the machine (or one
    /// radian, or the largest scalar). Infinite: steps as long as they may be.
    pub tolerance: f64,
    /// Time over which errors add up (s): the length of the run, or the time in which the machine forgets, if that is shorter.
    pub duration: f64,
    /// Steps that would have to be shorter end the run (s).
    pub shortest: f64,
    /// No step is longer (s).
    pub longest: f64,
}

impl StepControl {
    /// This error over a run of this length.
    pub fn new(tolerance: f64, duration: f64) -> Self {
        Self {
            tolerance,
            duration,
            shortest: 1e-12 * duration,
            longest: duration,
        }
    }

    /// Steps of one length, whatever the error.
    pub fn equal_steps(step: f64) -> Self {
        Self {
            tolerance: f64::INFINITY,
            duration: step,
            shortest: 1e-9 * step,
            longest: step,
        }
    }

    /// Whether its numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: "steps".to_owned(),
                key,
                value,
                allowed,
            })
        };
        let is_length = |x: f64| x > 0.0 && x.is_finite();
        if self.tolerance.is_nan() || self.tolerance <= 0.0 {
            return wrong("tolerance", self.tolerance, "positive, 1e-4 for instance");
        }
        if !is_length(self.duration) {
            return wrong("duration", self.duration, "a positive time");
        }
        if !is_length(self.longest) {
            return wrong("longest", self.longest, "a positive time");
        }
        if !(0.0..=self.longest).contains(&self.shortest) {
            return wrong("shortest", self.shortest, "between 0 and the longest step");
        }
        Ok(())
    }
}

impl Default for StepControl {
    fn default() -> Self {
        Self::new(1e-4, 1.0)
    }
}

/// Share of the step that the error would allow.
const SAFETY: f64 = 0.9;
/// Iterations beyond which steps are made shorter.
const MANY: f64 = 7.0;
/// Steps grow or shrink by no more.
const GROWTH: f64 = 5.0;
/// Growth of steps of schemes of low order that rounding limits: little, for beyond the best length errors are those of the scheme again.
const OUT_OF_ROUNDING: f64 = 1.25;
const SHRINKAGE: f64 = 0.2;
/// A step that is done again shrinks by no more.
const MOST_SHRINKAGE: f64 = 0.02;
/// A step that would grow by less keeps its length, and its factor.
const WORTHWHILE: f64 = 1.2;
/// A step that was cut to less than this share of its length is a crumb.
const CRUMB: f64 = 0.1;
/// How much longer a step is that shall get over a point where another one ended in vain.
const STRETCH: f64 = 1.5;
/// Share of what was saved that one step may use.
const SPENT: f64 = 0.01;
/// Share of what a step does not use that is saved.
const SAVED: f64 = 0.5;
/// Failures of one step before it is given up.
pub(super) const MAX_FAILURES: u32 = 60;

/// A first length: a share of the time in which something changes by all it has, which happens `rate` times a second.
pub(super) fn first(control: &StepControl, share: f64, rate: f64) -> f64 {
    if control.tolerance.is_infinite() {
        return control.longest;
    }
    let length = share / rate;
    let length = if length.is_finite() {
        length
    } else {
        control.longest
    };
    length
        .min(1e-2 * control.duration)
        .clamp(control.shortest, control.longest)
}

/// The length of the next step. Plain numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StepLength {
    /// Errors per unit of time fall with this power of the step.
    order: f64,
    /// Length that the next step should have, if anything is known of it.
    next: Option<f64>,
    /// Length and error of the last step.
    last: Option<[f64; 2]>,
    /// The shortest and the longest step that failed since the last one that did not.
    failed: Option<[f64; 2]>,
    /// Steps that had more error than they may, because rounding makes it.
    rounded: u64,
    /// Share of the tolerance that steps so far were allowed and did not use.
    saved: f64,
    saved_before: f64,
    /// Whether no step of this motion was done yet.
    is_new: bool,
    /// Whether a sample has begun it, and the length that the first step after the last sample should have had.
    is_sampled: bool,
    after_sample: Option<f64>,
}

impl StepLength {
    /// Writes what is known of the steps; what is not is no number.
    pub fn keep(&self, tape: &mut Tape) {
        let [length, error] = self.last.unwrap_or([f64::NAN; 2]);
        let [short, long] = self.failed.unwrap_or([f64::NAN; 2]);
        let next = self.next.unwrap_or(f64::NAN);
        let after_sample = self.after_sample.unwrap_or(f64::NAN);
        tape.numbers(&[next, short, long, length, error, after_sample]);
        tape.numbers(&[self.saved, self.saved_before]);
        tape.count(self.rounded);
        tape.count(u64::from(self.is_new));
        tape.count(u64::from(self.is_sampled));
    }

    /// Takes it back.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        let (mut numbers, mut saved) = ([0.0; 6], [0.0; 2]);
        tape.numbers(&mut numbers)?;
        tape.numbers(&mut saved)?;
        [self.saved, self.saved_before] = saved;
        let [next, short, long, length, error, after_sample] = numbers;
        let known = |x: f64| (!x.is_nan()).then_some(x);
        self.next = known(next);
        self.after_sample = known(after_sample);
        self.failed = known(short).map(|short| [short, long]);
        self.last = known(length).map(|length| [length, error]);
        self.rounded = tape.count()?;
        self.is_new = tape.count()? == 1;
        self.is_sampled = tape.count()? == 1;
        Some(())
    }
}

/// A step to try.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Trial {
    pub step: f64,
    /// It ends where nothing may go beyond.
    pub is_last: bool,
}

impl Trial {
    /// Whether it is shorter than what is allowed, or than what the time can tell apart.
    pub fn is_too_short(&self, control: &StepControl, time: f64) -> bool {
        (!self.is_last && self.step < control.shortest) || time + self.step <= time
    }
}

impl StepLength {
    pub fn new(order: f64) -> Self {
        Self {
            order,
            next: None,
            last: None,
            failed: None,
            rounded: 0,
            saved: 0.0,
            saved_before: 0.0,
            is_new: true,
            is_sampled: false,
            after_sample: None,
        }
    }

    /// The error that a step may make, before [`Self::mean_error`]: its share of the run, or some of what others have left. (26a)
    pub fn allowed(&self, control: &StepControl, h: f64) -> f64 {
        control.tolerance * (h / control.duration).max(SPENT * self.saved)
    }

    /// Keeps account of a step that was accepted with an error, relative as the tolerance is. (26b)
    pub fn spend(&mut self, control: &StepControl, h: f64, error: f64) {
        let left = h / control.duration - error / control.tolerance;
        self.saved_before = self.saved;
        self.is_new = false;
        let left = if left > 0.0 { SAVED * left } else { left };
        self.saved = (self.saved + left).clamp(0.0, SAVED);
    }

    /// Mean of accepted errors: steps aim at SAFETY of the length that would be allowed and keep it until another is
    /// worthwhile.
    pub fn mean_error(&self) -> f64 {
        SAFETY.powf(self.order) * WORTHWHILE.powf(-0.5 * self.order)
    }

    /// After a step whose error says nothing of its length.
    pub fn grow(&mut self, h: f64) {
        self.rounded += 1;
        let is_high = self.order > 3.0;
        let longer = h * if is_high { GROWTH } else { OUT_OF_ROUNDING };
        self.next = Some(self.next.map_or(longer, |next| next.max(longer)));
        (self.last, self.failed) = (None, None);
    }

    /// Steps so far that had more error than they may, because rounding makes it.
    pub fn rounded(&self) -> u64 {
        self.rounded
    }

    pub fn order(&self) -> f64 {
        self.order
    }

    /// Length that the next step should have.
    pub fn next(&self) -> Option<f64> {
        self.next
    }

    pub fn is_known(&self) -> bool {
        self.next.is_some()
    }

    /// A first length, or another one.
    pub fn set(&mut self, step: f64) {
        self.next = Some(step);
    }

    /// What was learnt of errors no longer holds, and a step that is longer than this is too long.
    pub fn restart(&mut self, longest: f64) {
        (self.last, self.is_new, self.is_sampled) = (None, true, false);
        self.next = self.next.map(|next| next.min(longest));
    }

    /// The same after a sample: what the last one began is much like what this one does.
    pub fn restart_after_sample(&mut self, longest: f64) {
        self.restart(longest.min(self.after_sample.unwrap_or(longest)));
        self.is_sampled = true;
    }

    /// The last step was undone: what it used was not.
    pub fn undo(&mut self) {
        self.saved = self.saved_before;
    }

    /// The next step when so much time is left: never beyond it, and no crumb before it.
    pub fn trial(&self, control: &StepControl, rest: f64) -> Trial {
        let wanted = self.next.unwrap_or(control.longest).min(control.longest);
        // Halves of so little would be too short.
        let is_little = wanted > 0.5 * rest && 0.5 * rest < control.shortest;
        if wanted >= (1.0 - 1e-6) * rest || is_little {
            return Trial {
                step: rest,
                is_last: true,
            };
        }
        let is_split = wanted > 0.5 * rest && control.tolerance.is_finite();
        Trial {
            step: if is_split { 0.5 * rest } else { wanted },
            is_last: false,
        }
    }

    /// After a step with this error, in units of what is allowed, was accepted.
    pub fn accept(&mut self, h: f64, error: f64, iterations: u32, was_rejected: bool) {
        let mut factor = self.proposed(error, iterations, SHRINKAGE);
        if let Some([last_h, last_error]) = self.last {
            // Errors that grew from step to step go on growing.
            let ratio = last_error / (error * error).max(1e-12);
            let trend = SAFETY * h / last_h * ratio.powf(1.0 / self.order);
            factor = factor.min(trend.clamp(SHRINKAGE, GROWTH));
        }
        if was_rejected {
            factor = factor.min(1.0);
        }
        self.last = Some([h, error.max(1e-2)]);
        self.failed = None;
        if std::mem::take(&mut self.is_sampled) {
            self.after_sample = Some(factor * h);
        }
        // A step cut short by the end of an interval says nothing against longer ones.
        let kept = self.next.filter(|next| *next > h && !was_rejected);
        let next = if (1.0..WORTHWHILE).contains(&factor) {
            h
        } else {
            factor * h
        };
        // Nor does the error of a crumb, which is rounding.
        let says_nothing = |kept: f64| factor >= 1.0 || h < CRUMB * kept;
        let kept = kept.filter(|kept| says_nothing(*kept));
        self.next = Some(kept.map_or(next, |kept| next.max(kept)));
    }

    /// After a step was rejected because of its error.
    pub fn reject(&mut self, h: f64, error: f64, iterations: u32) {
        // Where nothing is known of the motion yet, the length may be far off.
        let shrinkage = if self.is_new {
            MOST_SHRINKAGE
        } else {
            SHRINKAGE
        };
        self.next = Some(h * self.proposed(error, iterations, shrinkage).min(SAFETY));
        // What fails is not got over by longer steps then: they would be tried and rejected in turn.
        self.failed = self.failed.map(|[shortest, _]| [shortest, f64::INFINITY]);
    }

    /// After a step that could not be done: where constraints lose rank at its end a longer one may get over, as long as errors
    /// allow it; else half of the first one that failed.
    pub fn fail(&mut self, h: f64) {
        let longer = STRETCH * h;
        let is_good = |[last, error]: [f64; 2]| error * (longer / last).powf(self.order) < 1.0;
        let [shortest, longest] = self.failed.unwrap_or([h, 0.0]);
        // What the end of the interval keeps from being longer is no other try.
        let is_longer = h > longest;
        let shortest = shortest.min(h);
        self.failed = Some([shortest, longest.max(h)]);
        self.next = Some(if is_longer && self.last.is_some_and(is_good) {
            longer
        } else {
            0.5 * shortest
        });
    }

    fn proposed(&self, error: f64, iterations: u32, shrinkage: f64) -> f64 {
        let safety = SAFETY * ((1.0 + 2.0 * MANY) / (f64::from(iterations) + 2.0 * MANY)).min(1.0);
        (safety * error.max(1e-8).powf(-1.0 / self.order)).clamp(shrinkage, GROWTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Iterations fail over a kink between 0.3 and 0.5, longer steps err too much: after the first longer one only shorter ones are tried.
    #[test]
    fn a_length_that_fails_below_one_that_errs_is_left_behind() {
        let control = StepControl::new(1e-3, 100.0);
        let mut length = StepLength::new(5.0);
        length.set(0.55);
        length.accept(0.55, 1e-2, 1, false);
        length.set(0.55);
        for _ in 0..10 {
            let h = length.trial(&control, 50.0).step;
            match h {
                _ if h > 0.5 => length.reject(h, 3.2, 2),
                _ if h > 0.3 => length.fail(h),
                _ => return,
            }
        }
        panic!("{length:?}");
    }
}
