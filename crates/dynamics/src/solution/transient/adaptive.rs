//! Steps whose length follows from their error. \[theory:time-integration\] (18)-(27)

use super::super::failed::Failed;
use super::super::integrator::Integrator;
use super::super::step_control::{MAX_FAILURES, StepControl, first};
use super::Transient;
use crate::{Equations, Error, State};

impl Transient {
    /// A first length from how fast things move. (27)
    fn guess(&mut self, state: &State) {
        self.sizes.see(state);
        let control = &self.options.control;
        let (rate, _) =
            self.sizes
                .largest_error(&state.acceleration, &state.velocity, control.duration);
        let share = 0.1 * control.tolerance.min(1.0).sqrt();
        self.length_of_steps.set(first(control, share, rate));
    }

    fn check_adaptive(&self) -> Result<(), Error> {
        self.options.control.check()?;
        let scheme = self.options.scheme;
        if scheme.is_second_order() || self.options.control.tolerance.is_infinite() {
            return Ok(());
        }
        Err(Error::Value {
            of: "adaptive steps".to_owned(),
            key: "gamma",
            value: scheme.gamma,
            allowed: "1/2 + alpha_f - alpha_m: errors of a scheme of first order are not estimated",
        })
    }

    /// The first step starts anew with each length, later ones from what the last step left.
    fn prepare(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        fresh: &mut Option<State>,
        h: f64,
    ) -> Result<(), Error> {
        if self.is_started {
            return Ok(());
        }
        match fresh {
            Some(fresh) => state.copy_from(fresh),
            None => *fresh = Some(state.clone()),
        }
        self.start(equations, state, h)?;
        self.is_started = false;
        Ok(())
    }
}

impl Integrator for Transient {
    fn control(&self) -> &StepControl {
        &self.options.control
    }

    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        self.check_adaptive()?;
        let control = self.options.control;
        if !self.length_of_steps.is_known() {
            self.guess(state);
        }
        let mut fresh = None;
        let (mut was_rejected, mut why) = (false, Failed::Diverged(0));
        let mut failures = 0;
        for _ in 0..MAX_FAILURES {
            let trial = self.length_of_steps.trial(&control, end - state.time);
            let h = trial.step;
            if trial.is_too_short(&control, state.time) {
                break;
            }
            self.prepare(equations, state, &mut fresh, h)?;
            match self.try_step(equations, state, h) {
                Ok(()) => {
                    let (error, worst) = self.local_error(equations, state, h);
                    if error <= 1.0 {
                        if trial.is_last {
                            state.time = end;
                        }
                        self.length_of_steps.accept(h, error, 1, was_rejected);
                        self.is_started = true;
                        self.report.steps += 1;
                        self.keep(state, h);
                        return equations.set(state);
                    }
                    self.report.rejected += 1;
                    self.length_of_steps.reject(h, error, 1);
                    why = Failed::Diverged(worst);
                }
                Err(failed) => {
                    self.solver.forget();
                    self.report.halved += 1;
                    failures += 1;
                    self.length_of_steps.fail(h, failures);
                    why = failed;
                }
            }
            self.restore(state);
            was_rejected = true;
        }
        if let Some(fresh) = &fresh {
            state.copy_from(fresh);
        }
        equations.set(state)?;
        let h = self.length_of_steps.trial(&control, end - state.time).step;
        Err(why.error(equations, state.time, h))
    }

    /// By cubics through both ends of the step.
    fn at(&mut self, equations: &mut Equations, time: f64, out: &mut State) -> Result<(), Error> {
        self.interpolate(equations, time, out)
    }

    fn undo(&mut self, state: &mut State) {
        self.restore(state);
        self.earlier_step = self.earlier_step_before;
        self.earlier.clone_from(&self.earlier_before);
    }

    fn restart(&mut self) {
        self.is_started = false;
        self.prepared_step = 0.0;
        self.earlier_step = 0.0;
        self.older.iter_mut().for_each(Vec::clear);
        self.solver.forget();
        self.length_of_steps.restart();
    }
}
