//! Attempts of a step. \[theory:time-integration\] (18)-(22), (33)

use super::super::breaks::Breaks;
use super::super::failed::Failed;
use super::super::integrator::Integrator as _;
use super::super::kinks::Kinks;
use super::super::stepping::Stepping;
use super::super::turns::unclear_turn;
use super::Transient;
use crate::{Equations, Error, State};

impl Stepping for Transient {
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

    /// What the scheme has besides the state belongs to one length of steps.
    fn prepare(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Error> {
        if self.started > 0.0 {
            self.change_step(equations, state, h)
        } else {
            self.start(equations, state, h)
        }
    }

    fn attempt(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
        end: f64,
    ) -> Result<(), Failed> {
        // Halves of a step that failed are of another length.
        if self.prepare(equations, state, h).is_err() {
            return Err(Failed::Diverged(0));
        }
        self.before.copy_from(state);
        self.algorithmic_before.copy_from_slice(&self.algorithmic);
        self.rounded_before = self.rounded;
        self.seen_before = self.sizes.seen();
        let solved = self.solve(equations, state, h, end);
        let unclear = unclear_turn(equations, &self.before, state, h).map(Failed::Diverged);
        if let Err(failed) = solved.and(unclear.map_or(Ok(()), Err)) {
            self.restore(state);
            self.solver.forget();
            self.report.halved += 1;
            return Err(failed);
        }
        self.kinks.see_end(equations);
        equations.end_turns(state);
        self.moved_by
            .copy_from_slice(&self.right[..self.increment.len()]);
        self.remember(h);
        self.note(state, h);
        Ok(())
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
