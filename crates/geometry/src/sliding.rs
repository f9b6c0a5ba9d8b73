//! Curvature and sliding of the flanks along the path of contact.
//!
//! Both surfaces move through the contact in the rolling direction. Over the pitch line speed their speeds are
//! ρ/r_w for a wheel and sin α_w for a rack, equal at the pitch point. Slip is b minus a (`sign:slip`).

use crate::GearPair;

/// Curvature and sliding at one point of the path of contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sliding {
    /// Distance along the line of action, as in [`crate::ContactPoint`] (m).
    pub distance: f64,
    /// Normal radius of curvature of each flank: transverse over cos β_b (m); `None` on a rack.
    pub curvature: [Option<f64>; 2],
    /// Normal radius of relative curvature (m).
    pub relative_curvature: f64,
    /// Sliding factor: slip speed (b minus a) over pitch line speed.
    pub sliding_factor: f64,
    /// Specific sliding of each flank: its slip over its own rolling speed; −∞ where the flank stands still.
    pub specific: [f64; 2],
}

impl GearPair {
    /// Curvature and sliding at `distance` along the line of action, measured as in [`crate::ContactPoint`].
    pub fn sliding(&self, distance: f64) -> Sliding {
        let y = self.line.coordinate(distance);
        let point = self.line.at(y);
        let cos_base = self.a.data().system.base_helix_angle().cos();
        let curvature = point.curvature.map(|c| c.map(|c| c / cos_base));
        let speed = |i: usize| match (point.curvature[i], self.working_radius[i]) {
            (Some(curvature), Some(radius)) => curvature / radius,
            _ => self.working_pressure_angle.sin(),
        };
        let [speed_a, speed_b] = [speed(0), speed(1)];
        let sign = if self.is_internal() { -1.0 } else { 1.0 };
        let relative_curvature = match curvature {
            [Some(a), Some(b)] => a * b / (a + sign * b).abs(),
            [Some(one), None] | [None, Some(one)] => one,
            [None, None] => f64::INFINITY,
        };
        Sliding {
            distance,
            curvature,
            relative_curvature,
            sliding_factor: speed_b - speed_a,
            specific: [1.0 - speed_b / speed_a, 1.0 - speed_a / speed_b],
        }
    }
}
