//! What a scheme keeps besides the state belongs to a length of step: how it is brought to another one.
//! \[theory:time-integration\] (21), (22)

use super::super::constrained::{Constrained, Metric};
use super::{SAME, Transient};
use crate::{Equations, Error, State};

impl Transient {
    /// Brings the scheme's acceleration and its velocity across the constraints to steps of length h.
    pub(super) fn change_step(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        h: f64,
    ) -> Result<(), Error> {
        let before = self.started;
        if before <= 0.0 || (h - before).abs() <= SAME * h {
            return Ok(());
        }
        let ratio = h / before;
        for (a, rate) in self.algorithmic.iter_mut().zip(&state.acceleration) {
            // (21): a runs ahead of v̇ by a time that is proportional to the step.
            *a = rate + ratio * (*a - rate);
        }
        self.started = h;
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
