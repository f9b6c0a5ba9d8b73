//! A spring and damper along the line between two points. \[theory:multibody\] (25), (26)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k | `stiffness` | N/m |
//! | c | `damping` | N s/m |
//! | l₀ | `rest_length` | m |
//!
//! N = k (l − l₀) + c l̇ pulls the points together; V = ½ k (l − l₀)².

use pitchline_geometry::vector::{dot, length, times};

use crate::{Law, LawValue, RelativeMotion};

/// Spring and damper along the line from a to b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// Stiffness (N/m).
    pub stiffness: f64,
    /// Damping (N s/m).
    pub damping: f64,
    /// Length without force (m).
    pub rest_length: f64,
}

impl Law for Spring {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let d = motion.displacement;
        let l = length(d);
        if l <= f64::MIN_POSITIVE {
            // Points that coincide have no line: no direction to pull in.
            return LawValue::default();
        }
        let n = times(1.0 / l, d);
        let v = [motion.velocity[0], motion.velocity[1], motion.velocity[2]];
        let rate = dot(n, v);
        let tension = self.stiffness * (l - self.rest_length) + self.damping * rate;
        let mut value = LawValue {
            potential: 0.5 * self.stiffness * (l - self.rest_length).powi(2),
            dissipated: self.damping * rate * rate,
            ..LawValue::default()
        };
        for i in 0..3 {
            value.force[i] = -tension * n[i];
            for j in 0..3 {
                let across = f64::from(u8::from(i == j)) - n[i] * n[j];
                // ∂n/∂d = (1 − n nᵀ)/l; the rate changes with the direction too.
                let turned = self.damping * n[i] * (v[j] - rate * n[j]) / l;
                value.stiffness[i][j] =
                    self.stiffness * n[i] * n[j] + tension * across / l + turned;
                value.damping[i][j] = self.damping * n[i] * n[j];
            }
        }
        value
    }
}
