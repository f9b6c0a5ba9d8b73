//! The error of one step, from how accelerations change. \[theory:time-integration\] (23)-(25), (34)

use super::super::adaptive::Judged;
use super::super::constrained::{Constrained, Metric};
use super::super::kinks::NEAR;
use super::super::scheme::Scheme;
use super::Transient;
use crate::{Equations, State};

/// Rounding is forgotten by this share from step to step at least, by schemes that damp nothing, too.
const LONGEST_MEMORY: f64 = 0.9;

impl Scheme {
    /// C_q: a step misses positions by C_q h³ v̈. (23)
    fn error_of_positions(&self) -> f64 {
        -self.velocity_across()
    }

    /// C_v: it misses velocities by C_v h³ v⃛. (23)
    fn error_of_velocities(&self) -> f64 {
        let ahead = self.alpha_m - self.alpha_f;
        1.0 / 12.0 - 0.5 * ahead * ahead + 0.5 * ahead * (self.alpha_m + self.alpha_f - 1.0)
    }
}

impl Transient {
    /// Error of the step that led from `before` to this state over that which it may make.
    pub(super) fn local_error(
        &mut self,
        equations: &mut Equations,
        state: &State,
        h: f64,
    ) -> Judged {
        let control = self.options.control;
        if control.tolerance.is_infinite() {
            return Judged::default();
        }
        let s = self.options.scheme;
        let (first, second) = (s.error_of_positions(), s.error_of_velocities());
        self.differences(state, h);
        let mut positions = std::mem::take(&mut self.first_difference);
        self.filter(equations, state, h, &mut positions);
        positions.iter_mut().for_each(|x| *x *= first * h * h);
        let mut velocities = std::mem::take(&mut self.second_difference);
        self.filter(equations, state, h, &mut velocities);
        velocities.iter_mut().for_each(|x| *x *= second * h);
        let (error, worst) = self
            .sizes
            .largest_error(&velocities, &positions, control.duration);
        (self.first_difference, self.second_difference) = (positions, velocities);
        let allowed = self.length_of_steps.allowed(&control, h);
        let is_rounding = error <= self.error_by_rounding(h);
        let found = error;
        let error = error / allowed * self.length_of_steps.mean_error();
        Judged {
            found,
            error: if error.is_finite() { error } else { 1e6 },
            worst,
            iterations: 1,
            is_rounding,
        }
    }

    /// Takes note of what rounding makes of accelerations: a share of the last correction of positions. (34)
    pub(super) fn see_rounding(&mut self, share: f64, h: f64) {
        let (n_v, duration) = (self.predicted.len(), self.options.control.duration);
        let left = self.sizes.largest_velocity(&self.right[..n_v], duration);
        let corrected = self.weights(h).acceleration * share * left;
        let now = corrected.max(self.least_rounding(h));
        let remembered = self.options.scheme.spectral_radius().min(LONGEST_MEMORY);
        self.rounded = now.max(remembered * self.rounded);
    }

    /// What a step of this length makes of rounding at least: constraints cannot be obeyed better than places are rounded, however small the last
    /// correction was.
    pub(super) fn least_rounding(&self, h: f64) -> f64 {
        let duration = self.options.control.duration;
        let places = match self.expected.is_empty() {
            true => 0.0,
            false => self.far * self.sizes.largest_rounding(duration),
        };
        self.weights(h).acceleration * places
    }

    /// The part of an error of velocities that rounding may be to blame for: what (23) makes of it in a second difference, whose
    /// weights are 1, 2, 1. (34)
    fn error_by_rounding(&self, h: f64) -> f64 {
        4.0 * self.options.scheme.error_of_velocities().abs() * h * self.rounded
    }

    /// h v̈ and h² v⃛ of the step by differences of v̇. (24), (24a)
    fn differences(&mut self, state: &State, h: f64) {
        // The step is already kept: what was before it is one further back.
        let back = self.earlier_step_before;
        for (i, now) in state.acceleration.iter().enumerate() {
            let before = self.before.acceleration[i];
            self.first_difference[i] = now - before;
            let change = now - before;
            self.second_difference[i] = if back > 0.0 {
                let slope = change / h - (before - self.earlier_before[i]) / back;
                2.0 * h * h * slope / (h + back)
            } else {
                // The first step of a motion: v̈ at its start is known from that start.
                let rate = self.second_at_start[i];
                if rate.is_nan() {
                    0.0
                } else {
                    2.0 * (change - h * rate)
                }
            };
        }
    }

    /// Whether laws change in the step or at its beginning, where the last one has landed.
    fn has_met_kink(&self, h: f64) -> bool {
        self.kinks.first(h).is_some() || self.last_kink >= self.before.time - NEAR * h
    }

    /// Replaces a change of accelerations by what the matrix of the step makes of it: nothing across the constraints, and no more
    /// than stiff springs allow. (24) The stiffness of teeth that have met on the way would hide
    /// their impact: there the change counts with the inertia alone.
    fn filter(&mut self, equations: &mut Equations, state: &State, h: f64, change: &mut [f64]) {
        let n_v = change.len();
        self.moved.copy_from(state);
        for (a, change) in self.moved.acceleration.iter_mut().zip(&*change) {
            *a += change;
        }
        if equations.set(&self.moved).is_err() {
            return;
        }
        // r is linear in v̇ and vanishes at the end of the step: what remains is M times the change.
        equations.residual(&mut self.right);
        if self.has_met_kink(h) {
            let problem = self.across.take();
            let mut problem = problem.unwrap_or_else(|| Constrained::new(equations));
            if problem.factor(equations, Metric::Mass).is_ok() {
                self.right[n_v..].fill(0.0);
                problem.solve(&mut self.right);
                change.copy_from_slice(&self.right[..n_v]);
            }
            self.across = Some(problem);
            return;
        }
        let weight = self.weights(h).acceleration;
        self.right[..n_v].iter_mut().for_each(|x| *x *= weight);
        self.right[n_v..].fill(0.0);
        self.solver.solve(&mut self.right);
        change.copy_from_slice(&self.right[..n_v]);
    }
}
