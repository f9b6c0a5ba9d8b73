//! The error of a step, measured: the same step once more in two halves. \[theory:radau\] (21)-(23)
//!
//! The embedded formula sees an error of third order at every step; how much of it is left in a step of fifth order is a property of
//! the motion, and no scheme knows it beforehand. Some steps are measured, and those between them rely on what was found.

use super::super::failed::Failed;
use super::Radau;
use super::stages::Stages;
use crate::{Equations, State, Tape, TapeReader};

/// Halves err by 1/32 of the whole step.
const WHOLE: f64 = 32.0 / 31.0;
/// Steps from one measurement to the next at most: two halves more in eight steps.
const RAREST: u32 = 8;
/// Share of a rejected step after which its error must have fallen.
const SHORTENED: f64 = 0.01;
/// Rounding errors differ from step to step by about so much.
const AS_NOISY: f64 = 4.0;
/// A factor that is a smaller share of the last one is that of another motion.
const OTHER: f64 = 0.1;
/// Measured errors below so many times what iterations leave are nothing else.
pub(super) const MEASURABLE: f64 = 10.0;

/// What was measured, with scratch.
#[derive(Debug)]
pub(super) struct Halving {
    /// ε₅/ε₃^(3/2), if it was measured.
    factor: Option<f64>,
    /// Length and measured error of the last step if it was rejected.
    rejected: Option<[f64; 2]>,
    /// Length and error of the first of the last steps that were rejected.
    first_rejected: Option<[f64; 2]>,
    /// Length and error of a step whose error was found to be rounding.
    noise: Option<[f64; 2]>,
    /// A measured error that counts if the step is accepted, and what the embedded formula saw of it.
    seen: Option<[f64; 2]>,
    /// Steps until the next measurement, and how many there will be to the one after it.
    wait: u32,
    interval: u32,
    /// The whole step while its halves are done.
    stages: Stages,
    start: State,
    /// Where the whole step and its halves lead to.
    whole: State,
    halves: State,
    positions: Vec<f64>,
    velocities: Vec<f64>,
}

impl Halving {
    pub fn new(equations: &Equations, state: &State) -> Self {
        let zero = || vec![0.0; state.velocity.len()];
        Self {
            factor: None,
            rejected: None,
            first_rejected: None,
            noise: None,
            seen: None,
            wait: 0,
            interval: 1,
            stages: Stages::new(equations, state),
            start: state.clone(),
            whole: state.clone(),
            halves: state.clone(),
            positions: zero(),
            velocities: zero(),
        }
    }

    /// Writes what the steps to come depend on.
    pub fn keep(&self, tape: &mut Tape) {
        let pairs = [
            self.factor.map(|factor| [factor, 0.0]),
            self.rejected,
            self.seen,
            self.noise,
        ];
        for pair in pairs {
            tape.count(u64::from(pair.is_some()));
            tape.numbers(&pair.unwrap_or_default());
        }
        tape.count(u64::from(self.wait));
        tape.count(u64::from(self.interval));
    }

    /// Takes it back; none if the tape holds something else.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        let mut pair = || -> Option<Option<[f64; 2]>> {
            let (is_there, mut numbers) = (tape.count()? == 1, [0.0; 2]);
            tape.numbers(&mut numbers)?;
            Some(is_there.then_some(numbers))
        };
        self.factor = pair()?.map(|[factor, _]| factor);
        (self.rejected, self.seen, self.noise) = (pair()?, pair()?, pair()?);
        self.wait = u32::try_from(tape.count()?).ok()?;
        self.interval = u32::try_from(tape.count()?).ok()?.max(1);
        Some(())
    }

    /// Whether anything was measured yet.
    pub fn is_known(&self) -> bool {
        self.factor.is_some()
    }

    /// Whether the next step is measured.
    pub fn is_due(&self) -> bool {
        self.wait == 0
    }

    /// After a step that was accepted.
    pub fn advance(&mut self) {
        (self.rejected, self.first_rejected) = (None, None);
        if let Some([measured, embedded]) = self.seen.take() {
            self.learn(measured / embedded.powf(1.5));
        }
        if self.wait > 0 {
            self.wait -= 1;
        } else {
            self.wait = self.interval - 1;
            self.interval = (2 * self.interval).min(RAREST);
        }
    }

    /// After a step of this length and error that was rejected.
    pub fn reject(&mut self, h: f64, error: f64) {
        self.first_rejected = self.first_rejected.or(Some([h, error]));
        self.rejected = self.seen.take().map(|[measured, _]| [h, measured]);
    }

    /// A step of this length in place of one that was rejected, of which the embedded formula sees this: it errs by no less than what is left of the
    /// measured error by its order, however little of it can be measured.
    pub fn rely_on_rejected(&mut self, h: f64, embedded: f64) {
        if let (Some([longer, measured]), Some(factor)) = (self.rejected, &mut self.factor) {
            let expected = measured * (h / longer).powi(6);
            *factor = factor.max(expected / embedded.powf(1.5));
        }
    }

    /// Laws are others: nothing that was measured holds any more.
    pub fn forget(&mut self) {
        self.restart();
        self.factor = None;
    }

    /// After a step over a kink of a law, which is done again up to there: its errors are not those of the motion on either side.
    pub fn pass_kink(&mut self) {
        self.seen = None;
    }

    /// The motion is another one: it is measured soon.
    pub fn restart(&mut self) {
        (self.wait, self.interval) = (0, 1);
        (self.rejected, self.seen, self.first_rejected) = (None, None, None);
    }

    /// Whether an error has hardly fallen with the length of a step that was shortened a hundred times: no scheme makes such an error, and
    /// not even a law that jumps within the step, which leaves one of first order.
    /// Once found, it is not looked for again: rounding of forces makes errors that grow with the step, but no faster.
    pub fn is_noise(&mut self, h: f64, error: f64) -> bool {
        let is_known = self
            .noise
            .is_some_and(|[length, noise]| error <= AS_NOISY * noise * (h / length).max(1.0));
        let stays = self.first_rejected.is_some_and(|[longer, before]| {
            h <= SHORTENED * longer && error > before * (h / longer).sqrt()
        });
        if stays && !is_known {
            self.noise = Some([h, error]);
        }
        is_known || stays
    }

    /// Takes a measured error of a step and what the embedded formula saw of it.
    pub fn see(&mut self, measured: f64, embedded: f64) {
        self.seen = Some([measured, embedded]);
    }

    /// More errors follow at once, fewer half-heartedly: most of the error of a run is made where there is most.
    fn learn(&mut self, new: f64) {
        if new.is_finite() && new > 0.0 {
            let mean = self.factor.map_or(new, |old| match new < OTHER * old {
                true => (old * new).sqrt(),
                false => 0.5 * (old + new),
            });
            self.factor = Some(mean.max(new));
        }
    }

    /// Whether an error fell with the length of the step by at least half the powers that it has to, if there was a longer one: what
    /// does not is rounding, which constraints that lose rank magnify.
    fn falls(&self, h: f64, found: f64) -> bool {
        let fallen = |[longer, before]: [f64; 2]| found <= before * (h / longer).powi(3);
        self.rejected.is_none_or(fallen)
    }

    /// Error of a step from what the embedded formula sees of it. (23)
    pub fn error_of_step(&self, embedded: f64) -> Option<f64> {
        self.factor.map(|factor| factor * embedded.powf(1.5))
    }

    /// What the halves lack of the whole step, by coordinates.
    fn compare(&mut self) {
        let (a, b) = (&self.whole, &self.halves);
        for (d, (a, b)) in self
            .velocities
            .iter_mut()
            .zip(a.velocity.iter().zip(&b.velocity))
        {
            *d = a - b;
        }
        let (nodes, scalars) = self.positions.split_at_mut(6 * a.places.len());
        for (i, d) in nodes.chunks_exact_mut(6).enumerate() {
            let turn = b.rotations[i].inverse().then(&a.rotations[i]).vector();
            for k in 0..3 {
                d[k] = a.places[i][k] - b.places[i][k];
                d[3 + k] = turn[k];
            }
        }
        for (d, (a, b)) in scalars.iter_mut().zip(a.scalars.iter().zip(&b.scalars)) {
            *d = a - b;
        }
    }
}

impl Radau {
    /// The relative error of the step whose stages are solved, by its halves, beside what the embedded formula sees of it; none if
    /// halves fail or show nothing but rounding.
    pub(super) fn measured(&mut self, equations: &mut Equations, embedded: f64) -> Option<f64> {
        self.halving.stages.copy_from(&self.stages);
        self.halving.start.copy_from(&self.start);
        self.halving.whole.copy_from(&self.stages.states[2]);
        let was_slow = self.is_slow;
        let left = self.left.max(self.options.iteration_tolerance);
        let done = self.do_halves(equations);
        self.stages.copy_from(&self.halving.stages);
        self.start.copy_from(&self.halving.start);
        self.is_slow = was_slow;
        self.coupled.solver.forget();
        self.report.measured += 1;
        let left = left.max(done.ok()?);
        self.halving.compare();
        equations.set(&self.start).ok()?;
        let positions = &mut self.halving.positions;
        self.end.along_constraints(equations, positions);
        let (velocities, positions) = (&self.halving.velocities, &self.halving.positions);
        let duration = self.options.control.duration;
        let (found, _) = self.sizes.largest_error(velocities, positions, duration);
        let found = WHOLE * found;
        if found.min(embedded) <= MEASURABLE * left {
            // It is not known better than that; an error of fifth order is no more than one of third.
            return Some(found.max(left).min(self.error_of_step(embedded)));
        }
        self.halving.falls(self.stages.step, found).then_some(found)
    }

    /// Solves a half: the second one with the factor of the first, unless that does not do.
    fn iterate_half(&mut self, equations: &mut Equations, [h, to]: [f64; 2]) -> Result<(), Failed> {
        let was_kept = self.coupled.solver.is_factored();
        if let Err(failed) = self.iterate(equations) {
            if !was_kept {
                return Err(failed);
            }
            self.coupled.solver.forget();
            self.stages.origin = None;
            self.stages.predict(&self.start, h, to);
            self.iterate(equations)?;
        }
        Ok(())
    }

    /// From the start to the end of the step, in halves; stages and start are lost. What iterations left.
    fn do_halves(&mut self, equations: &mut Equations) -> Result<f64, Failed> {
        let broken = |_| Failed::Diverged(0);
        let h = 0.5 * self.stages.step;
        let end = self.stages.states[2].time;
        let mut left = 0.0_f64;
        self.coupled.solver.forget();
        for (origin, to) in [(0.0, self.start.time + h), (1.0, end)] {
            equations.set(&self.start).map_err(broken)?;
            equations.expect_turns(h);
            self.stages.origin = Some(origin);
            self.stages.predict(&self.start, h, to);
            self.iterate_half(equations, [h, to])?;
            left = left.max(self.left);
            let half = &mut self.halving.halves;
            half.copy_from(&self.stages.states[2]);
            equations.set(half).map_err(broken)?;
            equations.follow_turns(half);
            self.start.copy_from(half);
        }
        Ok(left)
    }
}
