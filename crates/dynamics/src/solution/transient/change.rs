//! What a scheme keeps besides the state belongs to a length of step: how it is brought to another one.
//! \[theory:time-integration\] (18), (19)

use super::super::constrained::{Constrained, Metric};
use super::Transient;
use crate::{Equations, Error, State};

/// Lengths that differ by less are the same: they differ by rounding of the time.
pub(super) const SAME: f64 = 1e-6;

impl Transient {
    /// Brings the scheme's acceleration and its velocity across the constraints to steps of length h.
    pub(super) fn change_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Error> {
        let before = self.prepared_step;
        if before <= 0.0 || (h - before).abs() <= SAME * h {
            return Ok(());
        }
        let ratio = h / before;
        for (a, rate) in self.algorithmic.iter_mut().zip(&state.acceleration) {
            // (18): a runs ahead of v̇ by a time that is proportional to the step.
            *a = rate + ratio * (*a - rate);
        }
        self.prepared_step = h;
        if equations.n_multipliers() == 0 {
            return Ok(());
        }
        let (n_v, n) = (equations.n_velocities(), equations.n());
        let mut problem = match self.across.take() {
            Some(problem) => problem,
            None => Constrained::new(equations),
        };
        equations.set(state)?;
        self.across_right.clear();
        self.across_right.resize(n, 0.0);
        equations.constraint_velocities(&state.velocity, &mut self.across_right[n_v..]);
        for rate in &mut self.across_right[n_v..] {
            *rate *= ratio * ratio - 1.0;
        }
        // Coordinates without inertia: the velocity stays, and reactions feel it for some steps.
        if problem.factor(equations, Metric::Mass).is_ok() {
            problem.solve(&mut self.across_right);
            for (v, d) in state.velocity.iter_mut().zip(&self.across_right) {
                *v += d;
            }
        }
        self.across = Some(problem);
        Ok(())
    }
}
