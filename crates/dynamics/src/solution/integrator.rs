//! What every integrator does: steps whose length follows from their error, states within them, going back, starting anew.

use super::resumable::Resumable;
use super::step_control::StepControl;
use super::transient::StepReport;
use crate::{Equations, Error, State};

/// Steps through time.
pub trait Integrator: Resumable {
    /// What steps are asked for.
    fn control(&self) -> &StepControl;

    /// What steps took so far.
    fn taken(&self) -> StepReport;

    /// One step whose length follows from its error, not beyond `end` (s), which is hit exactly, and not beyond a time at which a
    /// law jumps or has a kink. On an error the state is the last good one.
    fn adaptive_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error>;

    /// The state at a time within the last step.
    fn at(&mut self, equations: &mut Equations, time: f64, out: &mut State) -> Result<(), Error>;

    /// Goes back to the start of the last step; once.
    fn undo(&mut self, state: &mut State);

    /// Begins anew at a state that something changed, or after which other laws hold: positions, velocities, accelerations and
    /// reactions are made to obey the joints as they are now, and nothing of the past is used. On an error the state is as it was.
    fn restart(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error>;

    /// Goes on from a state at which a number that parts hold has changed: accelerations and reactions become those that belong to it.
    /// Positions and velocities stay, and what was learnt of the motion may be used as far as it still holds.
    fn go_on(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        self.restart(equations, state)
    }

    /// Steps up to `end` (s).
    fn run_to(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<(), Error> {
        while state.time < end {
            self.adaptive_step(equations, state, end)?;
        }
        Ok(())
    }
}
