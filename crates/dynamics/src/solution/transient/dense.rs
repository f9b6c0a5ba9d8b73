//! States within a step: cubics through both its ends. \[theory:time-integration\] (31), (32)

use super::Transient;
use crate::{Equations, Error, State, tangent_inverse};

/// Hermite's cubics at a share s of the step: of the end's value, and of the rates (per step) at start and end; the start's value
/// is zero. Then their derivatives.
fn hermite(s: f64) -> [[f64; 3]; 2] {
    let t = 1.0 - s;
    [
        [s * s * (3.0 - 2.0 * s), s * t * t, -s * s * t],
        [6.0 * s * t, t * (1.0 - 3.0 * s), s * (3.0 * s - 2.0)],
    ]
}

impl Transient {
    /// The state at a time within the step from `before` to `after`.
    pub(super) fn interpolate(
        &mut self,
        equations: &mut Equations,
        time: f64,
        out: &mut State,
    ) -> Result<(), Error> {
        let (start, end, h) = (&self.before, &self.after, self.last_step);
        if h <= 0.0 {
            out.copy_from(end);
            return Ok(());
        }
        let share = ((time - start.time) / h).clamp(0.0, 1.0);
        let [[value, rate_0, rate_1], [slope, slope_0, slope_1]] = hermite(share);
        let n_nodes = 6 * start.places.len();
        for (i, x) in self.right[..start.velocity.len()].iter_mut().enumerate() {
            // (31): rates of exponents at the end are T⁻¹ ω.
            *x = value * self.moved_by[i]
                + h * (rate_0 * start.velocity[i] + rate_1 * end.velocity[i]);
        }
        for (node, x) in self.right[..n_nodes].chunks_exact_mut(6).enumerate() {
            let i = 6 * node + 3;
            let turn = [0, 1, 2].map(|k| self.moved_by[i + k]);
            let spin = [0, 1, 2].map(|k| end.velocity[i + k]);
            let rate = pitchline_geometry::tensor::times(&tangent_inverse(turn), spin);
            for k in 0..3 {
                x[3 + k] += h * rate_1 * (rate[k] - spin[k]);
            }
        }
        equations.set(start)?;
        equations.expect_turns(time - start.time);
        out.copy_from(start);
        out.moved_from(start, &self.right[..start.velocity.len()]);
        for (i, v) in out.velocity.iter_mut().enumerate() {
            let gain = end.velocity[i] - start.velocity[i];
            let (a, b) = (start.acceleration[i], end.acceleration[i]);
            *v += value * gain + h * (rate_0 * a + rate_1 * b);
            out.acceleration[i] = slope * gain / h + slope_0 * a + slope_1 * b;
        }
        for (i, l) in out.multipliers.iter_mut().enumerate() {
            *l += share * (end.multipliers[i] - *l);
        }
        out.time = time;
        equations.set(out)?;
        equations.follow_turns(out);
        Ok(())
    }
}
