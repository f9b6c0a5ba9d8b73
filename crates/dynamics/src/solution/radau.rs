//! Time steps by Radau IIA with three stages, of order five: for small machines and tight tolerances. \[hairer-wanner\];
//! \[theory:radau\]
//!
//! Stages obey the equations of motion and the constraints of the velocities; at the end of a step the positions are brought
//! back to the joints. All stages are solved together, with derivatives at each of them; rotations are exponents from the
//! start of the step.

mod coupled;
mod end;
mod stages;
mod tableau;

use coupled::Coupled;
use end::End;
use stages::Stages;

use super::acceleration::accelerations;
use super::constrained::Constrained;
use super::failed::Failed;
use super::integrator::Integrator;
use super::sizes::Sizes;
use super::step_control::{MAX_FAILURES, StepControl, StepLength};
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
}

/// Iterations with one factor, and after it was renewed.
const MAX_ITERATIONS: u32 = 12;
/// Contraction beyond which the factor is renewed before the next step.
const SLOW: f64 = 0.02;
/// Contraction at which iterations are given up.
const DIVERGING: f64 = 0.95;
/// Corrections below so many tolerances that no longer shrink are rounding.
const ROUNDED: f64 = 100.0;
/// Halvings of a step before it is too small.
const MAX_HALVINGS: u32 = 20;

/// An integrator with its scratch.
#[derive(Debug)]
pub struct Radau {
    options: RadauOptions,
    stages: Stages,
    coupled: Coupled,
    end: End,
    sizes: Sizes,
    length: StepLength,
    /// The start of the last step.
    start: State,
    right: Vec<f64>,
    scratch: Vec<f64>,
    multipliers: Vec<f64>,
    factored_step: f64,
    is_slow: bool,
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
            stages: Stages::new(state),
            coupled: Coupled::new(equations),
            end: End::new(equations, state),
            sizes: Sizes::new(equations, state),
            length: StepLength::new(5.0),
            start: state.clone(),
            right: vec![0.0; 3 * n],
            scratch: vec![0.0; n],
            multipliers: vec![0.0; 3 * equations.n_multipliers()],
            factored_step: 0.0,
            is_slow: false,
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

    /// One step of length `step`; a step that does not converge is done in halves. On an error the state is the last good one.
    /// Accelerations and multipliers are those of the last stage, of third order: see [`Self::refine`].
    pub fn step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        step: f64,
    ) -> Result<(), Error> {
        let end = state.time + step;
        let (mut done, mut part) = (0.0, step);
        let mut failures = 0;
        loop {
            // Lengths of parts, not differences of times: those would add the rounding of the time to every angle.
            let rest = step - done;
            let is_last = part >= 0.999 * rest;
            let h = if is_last { rest } else { part };
            match self.try_step(equations, state, h) {
                Ok(_) => {
                    self.accept(equations, state)?;
                    done += h;
                    if is_last {
                        state.time = end;
                        return Ok(());
                    }
                }
                Err(failed) => {
                    failures += 1;
                    part = 0.5 * h;
                    self.fail(equations, state, h, failed, failures)?;
                }
            }
        }
    }

    /// Accelerations and reactions that belong to positions and velocities: of order five as these are.
    pub fn refine(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let mut problem = Constrained::new(equations);
        accelerations(equations, &mut problem, state)
    }

    /// Error of the step over that which it may make: its share of the run. \[theory:radau\] (22), (23)
    fn error(&mut self, equations: &mut Equations, again: bool) -> Result<(f64, usize), Error> {
        let control = &self.options.control;
        if control.tolerance.is_infinite() {
            return Ok((0.0, 0));
        }
        let (start, stages) = (&self.start, &self.stages);
        let sizes = (&self.sizes, control.duration);
        let allowed = control.tolerance * stages.step / control.duration / self.length.mean_error();
        let relative =
            |(error, worst): (f64, usize)| (stages.tableau.error_of_step(error) / allowed, worst);
        let found = relative(self.end.error(equations, start, stages, sizes, false)?);
        let found = if found.0 >= 1.0 && (again || !self.is_started) {
            relative(self.end.error(equations, start, stages, sizes, true)?)
        } else {
            found
        };
        let (error, worst) = found;
        Ok((if error.is_finite() { error } else { 1e6 }, worst))
    }

    /// A first length from how fast things move. \[theory:time-integration\] (27)
    fn guess(&mut self, state: &State) {
        self.sizes.see(state);
        let control = &self.options.control;
        let (rate, _) =
            self.sizes
                .largest_error(&state.acceleration, &state.velocity, control.duration);
        let share = 0.1 * control.tolerance.min(1.0).powf(0.2);
        self.length
            .set(super::step_control::first(control, share, rate));
    }

    /// The state becomes the last stage, brought back to the joints.
    fn accept(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let last = &self.stages.states[2];
        state.copy_from(last);
        equations.set(state)?;
        let (eigenvalue, h) = (self.stages.tableau.eigenvalue, self.stages.step);
        if let Err(unknown) = self.end.factor(equations, eigenvalue, h) {
            state.copy_from(&self.start);
            return Err(Failed::Undetermined(unknown).error(equations, state.time, h));
        }
        self.end.project(equations, state, &self.sizes)?;
        equations.set(state)?;
        equations.follow_turns(state);
        self.sizes.see(state);
        self.stages.origin = Some(1.0);
        self.is_started = true;
        self.report.steps += 1;
        Ok(())
    }

    fn fail(
        &mut self,
        equations: &mut Equations,
        state: &State,
        h: f64,
        failed: Failed,
        failures: u32,
    ) -> Result<(), Error> {
        self.report.failed += 1;
        self.coupled.solver.forget();
        self.stages.origin = None;
        equations.set(state)?;
        if failures > MAX_HALVINGS {
            return Err(failed.error(equations, state.time, h));
        }
        Ok(())
    }

    /// Solves the stages; how many iterations it took.
    fn try_step(
        &mut self,
        equations: &mut Equations,
        state: &State,
        h: f64,
    ) -> Result<u32, Failed> {
        let broken = |_| Failed::Diverged(0);
        self.start.copy_from(state);
        equations.set(state).map_err(broken)?;
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
        self.stages.predict(state, h);
        let was_kept = self.coupled.solver.is_factored();
        match self.iterate(equations) {
            Err(_) if was_kept => {
                // An old factor may be to blame: once more with a fresh one.
                self.coupled.solver.forget();
                self.stages.origin = None;
                self.stages.predict(state, h);
                self.iterate(equations)
            }
            found => found,
        }
    }

    fn iterate(&mut self, equations: &mut Equations) -> Result<u32, Failed> {
        let h = self.stages.step;
        let tolerance = self.options.iteration_tolerance;
        let mut worst = 0;
        let (mut last, mut contraction) = (f64::INFINITY, 0.0_f64);
        if !self.stages.advance(&self.start) {
            return Err(Failed::Diverged(worst));
        }
        for iteration in 0..MAX_ITERATIONS {
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
            let size = size / tolerance;
            if !size.is_finite() || !self.stages.advance(&self.start) {
                return Err(Failed::Diverged(worst));
            }
            let rate = size / last;
            if iteration > 0 {
                contraction = contraction.max(rate);
            }
            // What the next iteration would still change; at rounding corrections no longer shrink.
            let is_done = iteration > 0 && rate < 0.9 && size * rate / (1.0 - rate) <= 1.0;
            if size <= 1.0 || is_done || (rate > 0.5 && size < ROUNDED) {
                self.is_slow = contraction > SLOW;
                return Ok(iteration + 1);
            }
            if iteration > 1 && rate > DIVERGING {
                return Err(Failed::Diverged(worst));
            }
            last = size;
        }
        Err(Failed::Diverged(worst))
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
        solver.add_regularisation(&self.multipliers, &mut self.right);
        self.right.iter_mut().for_each(|x| *x = -*x);
        solver.solve(&mut self.right);
        self.stages.correct(&self.right);
        Ok(())
    }
}

impl Integrator for Radau {
    fn control(&self) -> &StepControl {
        &self.options.control
    }

    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        let control = self.options.control;
        control.check()?;
        if !self.length.is_known() {
            self.guess(state);
        }
        let mut was_rejected = false;
        let mut why = Failed::Diverged(0);
        let mut failures = 0;
        for _ in 0..MAX_FAILURES {
            let trial = self.length.trial(&control, end - state.time);
            let h = trial.step;
            if trial.is_too_short(&control, state.time) {
                break;
            }
            match self.try_step(equations, state, h) {
                Ok(iterations) => {
                    let (error, worst) = self.error(equations, was_rejected)?;
                    if error <= 1.0 {
                        self.accept(equations, state)?;
                        if trial.is_last {
                            state.time = end;
                        }
                        self.length.accept(h, error, iterations, was_rejected);
                        return Ok(());
                    }
                    self.report.rejected += 1;
                    self.length.reject(h, error, iterations);
                    why = Failed::Diverged(worst);
                    // The polynomial of the rejected step predicts the shorter one from its beginning.
                    self.stages.origin = Some(0.0);
                }
                Err(failed) => {
                    self.fail(equations, state, h, failed, 0)?;
                    failures += 1;
                    self.length.fail(h, failures);
                    why = failed;
                }
            }
            was_rejected = true;
        }
        equations.set(state)?;
        let h = self.length.trial(&control, end - state.time).step;
        Err(why.error(equations, state.time, h))
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
        self.stages.origin = self.stages.origin.map(|_| 0.0);
    }

    fn restart(&mut self) {
        self.stages.origin = None;
        self.is_started = false;
        self.coupled.solver.forget();
        self.end.solver.forget();
        self.length.restart();
    }
}
