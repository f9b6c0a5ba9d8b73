//! Steps whose length follows from their error. \[theory:time-integration\] (21)-(30), (34a)

use super::super::adaptive::{self, Adaptive, Judged};
use super::super::failed::Failed;
use super::super::integrator::Integrator;
use super::super::kinks::NEAR;
use super::super::sizes::Sizes;
use super::super::start::reassemble;
use super::super::step_control::{StepControl, StepLength};
use super::super::stepping::Stepping;
use super::{StepReport, Transient};
use crate::{Equations, Error, State};

/// Rounding of a step over that of the next one from which the scheme begins anew: it would take dozens of steps to forget it. (34a)
const REMEMBERED: f64 = 100.0;

impl Transient {
    fn check_order(&self) -> Result<(), Error> {
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

    /// A first step that was not accepted starts anew with its new length.
    fn start_over(&mut self, state: &mut State) {
        match &self.fresh {
            Some(fresh) => {
                state.copy_from(fresh);
                self.started = 0.0;
            }
            None if self.started <= 0.0 => self.fresh = Some(state.clone()),
            None => {}
        }
    }
}

impl Adaptive for Transient {
    fn length(&mut self) -> &mut StepLength {
        &mut self.length_of_steps
    }

    fn sizes(&mut self) -> &mut Sizes {
        &mut self.sizes
    }

    fn settle(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let control = self.options.control;
        let Some(next) = self.length_of_steps.next() else {
            return Ok(());
        };
        let next = next.min(control.longest);
        let is_little = self.rounded <= control.tolerance / next;
        if is_little || self.rounded <= REMEMBERED * self.least_rounding(next) {
            return Ok(());
        }
        let length = self.length_of_steps;
        let smooth_from = self.smooth_from;
        self.begin(equations, state, smooth_from)?;
        // What was learnt of errors still holds.
        self.length_of_steps = length;
        self.rounded = 0.0;
        Ok(())
    }

    fn forget_errors(&mut self) {
        self.last_kink = self.smooth_from;
    }

    /// Velocities follow from places over the length of the step.
    fn shortest_share(&self) -> f64 {
        NEAR
    }

    fn judged(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
        _: bool,
    ) -> Result<Judged, Failed> {
        self.start_over(state);
        let attempted = self.attempt(equations, state, h, end);
        let judged = attempted.map(|()| self.local_error(equations, state, h));
        let is_good = judged.as_ref().is_ok_and(Judged::is_good);
        if is_good {
            self.fresh = None;
            self.report.steps += 1;
            equations.set(state).map_err(|_| Failed::Diverged(0))?;
        } else {
            if judged.is_ok() {
                self.undo(state);
                self.report.rejected += 1;
            }
            if let Some(fresh) = &self.fresh {
                state.copy_from(fresh);
            }
        }
        judged
    }
}

impl Integrator for Transient {
    fn control(&self) -> &StepControl {
        &self.options.control
    }

    fn taken(&self) -> StepReport {
        self.report()
    }

    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        self.check_order()?;
        adaptive::step(self, equations, state, end)
    }

    /// By cubics through both ends of the step.
    fn at(&mut self, equations: &mut Equations, time: f64, out: &mut State) -> Result<(), Error> {
        self.interpolate(equations, time, out)
    }

    fn undo(&mut self, state: &mut State) {
        self.restore(state);
        // A break at its end may have started the scheme anew: this start belongs to the step.
        self.started = self.last_step;
        self.smooth_from = self.smooth_from_before;
        self.length_of_steps.undo();
        self.earlier_step = self.earlier_step_before;
        self.earlier.copy_from_slice(&self.earlier_before);
    }

    fn restart(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        reassemble(equations, state)?;
        self.started = 0.0;
        self.earlier_step = 0.0;
        self.fresh = None;
        self.older.iter_mut().for_each(Vec::clear);
        self.solver.forget_order();
        self.across = None;
        self.length_of_steps.restart(f64::INFINITY);
        Ok(())
    }
}
