//! Time steps by Radau IIA with three stages, of order five: for small machines and tight tolerances. \[hairer-wanner\];
//! \[theory:radau\]
//!
//! Stages obey the equations of motion and the constraints of the velocities; at the end of a step the positions are brought
//! back to the joints. All stages are solved together, with derivatives at each of them; rotations are exponents from the
//! start of the step.

mod coupled;
mod end;
mod halving;
mod judging;
mod kept;
mod stages;
mod tableau;

use coupled::Coupled;
use end::End;
use halving::Halving;
use stages::Stages;

use super::acceleration::accelerations;
use super::adaptive::{self, Adaptive, Judged};
use super::breaks::Breaks;
use super::constrained::Constrained;
use super::failed::Failed;
use super::integrator::Integrator;
use super::iteration::{Iterations, Verdict};
use super::kinks::{Kinks, NEAR};
use super::sizes::{Seen, Sizes};
use super::start::reassemble;
use super::step_control::{StepControl, StepLength};
use super::stepping::{self, Stepping};
use super::transient::StepReport;
use crate::{Equations, Error, State};

/// How to integrate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RadauOptions {
    /// Error that iterations may leave in velocities, relative to the largest velocity of its kind.
    pub iteration_tolerance: f64,
    /// What adaptive steps are asked for.
    pub control: StepControl,
}

impl Default for RadauOptions {
    fn default() -> Self {
        Self {
            // What iterations leave has the same sign for many steps: its sum must stay below the error of the scheme.
            iteration_tolerance: 1e-13,
            control: StepControl::default(),
        }
    }
}

/// What the steps took so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RadauReport {
    /// Steps done.
    pub steps: u64,
    /// Newton iterations.
    pub iterations: u64,
    /// Matrices of all stages factored.
    pub factorisations: u64,
    /// Steps whose error was too large.
    pub rejected: u64,
    /// Steps whose iterations did not converge.
    pub failed: u64,
    /// Steps that were also done in halves to measure their error.
    pub measured: u64,
}

/// Contraction beyond which the factor is renewed before the next step.
const SLOW: f64 = 0.02;
/// Corrections below so many tolerances that no longer shrink are rounding.
const ROUNDED: f64 = 100.0;

/// An integrator with its scratch.
#[derive(Debug)]
pub struct Radau {
    options: RadauOptions,
    stages: Stages,
    coupled: Coupled,
    end: End,
    sizes: Sizes,
    seen_before: Seen,
    length: StepLength,
    halving: Halving,
    breaks: Breaks,
    kinks: Kinks,
    /// Laws are smooth from this time on, as far as the next break; the same at the start of the last step.
    smooth_from: f64,
    smooth_from_before: f64,
    /// The start of the last step.
    start: State,
    right: Vec<f64>,
    scratch: Vec<f64>,
    multipliers: Vec<f64>,
    /// Accelerations and reactions of a state.
    reactions: Constrained,
    factored_step: f64,
    is_slow: bool,
    /// What iterations left in velocities, relative.
    left: f64,
    /// Whether the motion goes on smoothly from the last step.
    is_started: bool,
    report: RadauReport,
}

impl Radau {
    /// An integrator that starts from an assembled state.
    pub fn new(equations: &Equations, state: &State, options: RadauOptions) -> Self {
        let n = equations.n();
        Self {
            options,
            stages: Stages::new(equations, state),
            coupled: Coupled::new(equations),
            end: End::new(equations, state),
            sizes: Sizes::new(equations, state),
            seen_before: Seen::default(),
            length: StepLength::new(5.0),
            halving: Halving::new(equations, state),
            breaks: Breaks::of(equations.machine()),
            kinks: Kinks::of(equations.machine(), equations.extent(state)),
            smooth_from: f64::NEG_INFINITY,
            smooth_from_before: f64::NEG_INFINITY,
            start: state.clone(),
            right: vec![0.0; 3 * n],
            scratch: vec![0.0; n],
            multipliers: vec![0.0; 3 * equations.n_multipliers()],
            reactions: Constrained::new(equations),
            factored_step: 0.0,
            is_slow: false,
            left: 0.0,
            is_started: false,
            report: RadauReport::default(),
        }
    }

    /// What the steps took so far.
    pub fn report(&self) -> RadauReport {
        RadauReport {
            factorisations: self.coupled.solver.factorisations,
            ..self.report
        }
    }

    /// One step of length `step`. It ends on its way at times at which a law jumps or has a kink, and what does not converge is done
    /// in halves. On an error the state is the last good one. Accelerations and multipliers are those of the last stage, of third
    /// order: see [`Self::refine`].
    pub fn step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        step: f64,
    ) -> Result<(), Error> {
        stepping::step(self, equations, state, step)
    }

    /// Accelerations and reactions that belong to positions and velocities: of order five as these are.
    pub fn refine(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let mut problem = Constrained::new(equations);
        accelerations(equations, &mut problem, state)
    }

    /// The state becomes the last stage, brought back to the joints; if that fails, it is the start.
    fn accept(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Failed> {
        let broken = |_| Failed::Diverged(0);
        state.copy_from(&self.stages.states[2]);
        equations.set(state).map_err(broken)?;
        let (eigenvalue, h) = (self.stages.tableau.eigenvalue, self.stages.step);
        if let Err(unknown) = self.end.factor(equations, eigenvalue, h) {
            state.copy_from(&self.start);
            return Err(Failed::Undetermined(unknown));
        }
        let projected = self.end.project(equations, state, &self.sizes);
        projected.map_err(broken)?;
        equations.set(state).map_err(broken)?;
        self.kinks.see_end(equations);
        equations.end_turns(state);
        self.seen_before = self.sizes.seen();
        self.sizes.see(state);
        self.stages.origin = Some(1.0);
        self.is_started = true;
        self.smooth_from_before = self.smooth_from;
        self.report.steps += 1;
        Ok(())
    }

    /// Solves the stages of a step that ends at a time; how many iterations it took.
    fn try_step(
        &mut self,
        equations: &mut Equations,
        state: &State,
        h: f64,
        end: f64,
    ) -> Result<u32, Failed> {
        let found = self.solve(equations, state, h, end);
        if found.is_err() {
            self.report.failed += 1;
            self.coupled.solver.forget();
            self.stages.origin = None;
        }
        found
    }

    fn solve(
        &mut self,
        equations: &mut Equations,
        state: &State,
        h: f64,
        end: f64,
    ) -> Result<u32, Failed> {
        let broken = |_| Failed::Diverged(0);
        self.start.copy_from(state);
        equations.set(state).map_err(broken)?;
        self.kinks.see_start(equations);
        if !self.end.solver.is_factored() {
            self.sizes.see(state);
            let eigenvalue = self.stages.tableau.eigenvalue;
            let factored = self.end.factor(equations, eigenvalue, h);
            factored.map_err(Failed::Undetermined)?;
        }
        equations.expect_turns(h);
        // Steps of the same length differ by rounding of the time.
        if (h - self.factored_step).abs() > 1e-6 * h || self.is_slow {
            self.coupled.solver.forget();
        }
        self.stages.predict(state, h, end);
        let was_kept = self.coupled.solver.is_factored();
        match self.iterate(equations) {
            Err(_) if was_kept => {
                // An old factor may be to blame: once more with a fresh one.
                self.coupled.solver.forget();
                self.stages.origin = None;
                self.stages.predict(state, h, end);
                self.iterate(equations)
            }
            found => found,
        }
    }

    fn iterate(&mut self, equations: &mut Equations) -> Result<u32, Failed> {
        let h = self.stages.step;
        let tolerance = self.options.iteration_tolerance;
        let mut worst = 0;
        let mut iterations = Iterations::new(ROUNDED);
        if !self.stages.advance(&self.start) {
            return Err(Failed::Diverged(worst));
        }
        loop {
            self.report.iterations += 1;
            if !self.coupled.solver.is_factored() {
                let (tableau, states) = (&self.stages.tableau, &self.stages.states);
                self.coupled.factor(equations, tableau, states, h)?;
                self.factored_step = h;
            }
            self.newton(equations)
                .map_err(|_| Failed::Diverged(worst))?;
            let n_v = self.start.velocity.len();
            let size;
            (size, worst) = self.sizes.largest(&self.right[..3 * n_v], 1e-4, h);
            if !size.is_finite() || !self.stages.advance(&self.start) {
                return Err(Failed::Diverged(worst));
            }
            match iterations.judge(size / tolerance) {
                Verdict::Continue => {}
                Verdict::Diverged => return Err(Failed::Diverged(worst)),
                Verdict::Done => break,
            }
        }
        self.is_slow = iterations.contraction > SLOW;
        let (n_v, duration) = (self.start.velocity.len(), self.options.control.duration);
        let last = self
            .sizes
            .largest_velocity(&self.right[..3 * n_v], duration);
        self.left = iterations.left() * last;
        Ok(iterations.count)
    }

    /// One correction of all stages; `right` keeps it.
    fn newton(&mut self, equations: &mut Equations) -> Result<(), Error> {
        self.stages
            .residual(equations, &mut self.scratch, &mut self.right)?;
        let multipliers = self.stages.states.iter().flat_map(|s| &s.multipliers);
        for (kept, multiplier) in self.multipliers.iter_mut().zip(multipliers) {
            *kept = *multiplier;
        }
        let solver = &mut self.coupled.solver;
        solver.add_regularisation(self.multipliers.iter().copied(), &mut self.right);
        self.right.iter_mut().for_each(|x| *x = -*x);
        solver.solve(&mut self.right);
        self.stages.correct(&self.right);
        Ok(())
    }
}

impl Stepping for Radau {
    fn breaks(&self) -> &Breaks {
        &self.breaks
    }

    fn kinks(&self) -> Option<&Kinks> {
        Some(&self.kinks)
    }

    fn go_back(&mut self, state: &mut State) {
        self.undo(state);
    }

    fn smooth_from(&self) -> f64 {
        self.smooth_from
    }

    fn prepare(&mut self, _: &mut Equations, _: &mut State, _: f64) -> Result<(), Error> {
        Ok(())
    }

    fn attempt(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
    ) -> Result<(), Failed> {
        self.try_step(equations, state, h, end)?;
        self.accept(equations, state)
    }

    fn begin(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        smooth_from: f64,
    ) -> Result<(), Error> {
        self.smooth_from = smooth_from;
        self.restart(equations, state)
    }
}

impl Adaptive for Radau {
    fn length(&mut self) -> &mut StepLength {
        &mut self.length
    }

    fn sizes(&mut self) -> &mut Sizes {
        &mut self.sizes
    }

    fn forget_errors(&mut self) {
        self.halving.forget();
    }

    /// Velocities are coordinates of their own.
    fn shortest_share(&self) -> f64 {
        1e-3 * NEAR
    }

    fn judged(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
        was_rejected: bool,
    ) -> Result<Judged, Failed> {
        let iterations = self.try_step(equations, state, h, end)?;
        let judged = self
            .judge(equations, iterations, was_rejected)
            .map_err(|_| Failed::Diverged(0))?;
        if judged.is_good() {
            self.accept(equations, state)?;
            match self.kinks.first(h) {
                Some(_) => self.halving.pass_kink(),
                None => self.halving.advance(),
            }
        } else {
            self.report.rejected += 1;
            if !self.kinks.is_empty() {
                let end = &self.stages.states[2];
                equations.set(end).map_err(|_| Failed::Diverged(0))?;
                self.kinks.see_end(equations);
                if self.kinks.first(h).is_some() {
                    self.halving.pass_kink();
                }
            }
            self.halving.reject(h, judged.found);
            // The polynomial of the rejected step predicts the shorter one from its beginning.
            self.stages.origin = Some(0.0);
        }
        Ok(judged)
    }
}

impl Integrator for Radau {
    fn control(&self) -> &StepControl {
        &self.options.control
    }

    fn taken(&self) -> StepReport {
        let report = self.report();
        StepReport {
            steps: report.steps,
            iterations: report.iterations,
            factorisations: report.factorisations,
            halved: report.failed,
            rejected: report.rejected,
            rounded: self.length.rounded(),
        }
    }

    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        adaptive::step(self, equations, state, end)
    }

    /// By the cubics through the stages, of order 4.
    fn at(&mut self, equations: &mut Equations, time: f64, out: &mut State) -> Result<(), Error> {
        if self.report.steps == 0 {
            out.copy_from(&self.start);
            return Ok(());
        }
        let share = (time - self.start.time) / self.stages.step;
        equations.set(&self.start)?;
        equations.expect_turns(time - self.start.time);
        out.copy_from(&self.start);
        let n_v = self.start.velocity.len();
        self.stages
            .interpolate(&self.start, share, &mut self.scratch[..n_v], out);
        equations.set(out)?;
        equations.follow_turns(out);
        Ok(())
    }

    fn undo(&mut self, state: &mut State) {
        state.copy_from(&self.start);
        self.smooth_from = self.smooth_from_before;
        self.length.undo();
        self.sizes.unsee(self.seen_before);
        self.stages.origin = self.stages.origin.map(|_| 0.0);
    }

    fn restart(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        reassemble(equations, state)?;
        self.stages.origin = None;
        adaptive::begin_anew(self, state);
        self.halving.restart();
        self.is_started = false;
        self.coupled.solver.forget_order();
        self.end.solver.forget_order();
        self.reactions.forget_order();
        Ok(())
    }

    /// Matrices hardly change, and errors are those of the same motion.
    fn go_on(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        accelerations(equations, &mut self.reactions, state)?;
        self.stages.origin = None;
        adaptive::begin_after_sample(self, state);
        self.is_started = false;
        Ok(())
    }
}
