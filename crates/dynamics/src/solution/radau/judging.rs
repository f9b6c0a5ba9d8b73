//! What the error of a step is and what it may be. \[theory:radau\] (20)-(24)

use super::super::adaptive::Judged;
use super::Radau;
use super::halving::MEASURABLE;
use crate::{Equations, Error};

/// What is expected to err by less of what it may is not measured: were it wrong by so much, it would still do.
const CERTAIN: f64 = 1e-2;
/// Errors above this share of the motion are never taken for noise.
const NOISE: f64 = 1e-9;

impl Radau {
    /// The error of the step, relative, and where it is largest. Of a first step and of one that takes the place of a rejected one it is
    /// filtered once more before it is thought too large. \[theory:radau\] (22), (23)
    fn error(
        &mut self,
        equations: &mut Equations,
        was_rejected: bool,
    ) -> Result<(f64, usize), Error> {
        let (embedded, worst) = self.embedded(equations, false)?;
        if embedded > MEASURABLE * self.left.max(self.options.iteration_tolerance) {
            self.halving.rely_on_rejected(self.stages.step, embedded);
        }
        // No step is given up for what was measured of others.
        let (expected, allowed) = (self.error_of_step(embedded), self.allowed());
        let is_doubtful = !was_rejected && expected > allowed;
        let is_beyond_doubt = self.halving.is_known() && expected < CERTAIN * allowed;
        let is_due = (self.halving.is_due() && !is_beyond_doubt) || is_doubtful;
        let measured = match is_due && embedded.is_finite() {
            true => self.measured(equations, embedded),
            false => None,
        };
        if let Some(measured) = measured {
            self.halving.see(measured, embedded);
            return Ok((measured, worst));
        }
        let error = self.error_of_step(embedded);
        if error < self.allowed() || (self.is_started && !was_rejected) {
            return Ok((error, worst));
        }
        let (filtered, _) = self.embedded(equations, true)?;
        Ok((self.error_of_step(filtered), worst))
    }

    /// The error that the step may make. \[theory:radau\] (24)
    fn allowed(&self) -> f64 {
        let allowed = self.length.allowed(&self.options.control, self.stages.step);
        allowed / self.length.mean_error()
    }

    /// What the error of the step means.
    pub(super) fn judge(
        &mut self,
        equations: &mut Equations,
        iterations: u32,
        was_rejected: bool,
    ) -> Result<Judged, Error> {
        if self.options.control.tolerance.is_infinite() {
            return Ok(Judged {
                iterations,
                ..Judged::default()
            });
        }
        let (found, worst) = self.error(equations, was_rejected)?;
        let error = found / self.allowed();
        let left = self.left.max(self.options.iteration_tolerance);
        // What a shorter step did not mend may be more of it.
        let rounding = if was_rejected {
            MEASURABLE * left
        } else {
            left
        };
        let is_noise = found <= NOISE && self.halving.is_noise(self.stages.step, found);
        Ok(Judged {
            error: if error.is_finite() { error } else { 1e6 },
            found,
            worst,
            iterations,
            // Iterations may leave as much.
            is_rounding: found <= rounding || is_noise,
        })
    }

    /// What the embedded formula sees of the error, filtered once more or not, and where.
    fn embedded(
        &mut self,
        equations: &mut Equations,
        is_refiltered: bool,
    ) -> Result<(f64, usize), Error> {
        let (start, stages) = (&self.start, &self.stages);
        let sizes = (&self.sizes, self.options.control.duration);
        self.end
            .error(equations, start, stages, sizes, is_refiltered)
    }

    /// The error of the step that follows from it: as measured, else that of an oscillation.
    pub(super) fn error_of_step(&self, embedded: f64) -> f64 {
        let measured = self.halving.error_of_step(embedded);
        measured.unwrap_or_else(|| self.stages.tableau.error_of_oscillation(embedded))
    }
}
