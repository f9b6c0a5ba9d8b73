//! The flank of a wheel: an involute helicoid.
//!
//! In axes that turn with the tangent point of the base circle, at the angle γ, everything is a polynomial of s.
//! Derivation: docs/theory/flank-surfaces.md.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | s, z | profile, width | m |
//! | ε | `side` | +1 right, −1 left |
//! | σ | `outward` | +1 external, −1 internal |
//! | κ | `twist` | rad/m, positive for a right hand |
//! | φ_k | `phase` | rad, centre line of the tooth at z = 0 |
//! | ψ_b | `base_half_angle` | rad |

use super::shape::{FirstOrder, Foot, SecondOrder};

/// Involute helicoid in the gear's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct InvoluteHelicoid {
    pub base_radius: f64,
    pub base_half_angle: f64,
    pub phase: f64,
    pub side: f64,
    pub outward: f64,
    pub twist: f64,
    /// cos β_b and sin β_b, the sine with the sign of the hand.
    pub base_helix: [f64; 2],
}

impl InvoluteHelicoid {
    pub fn new(
        base_radius: f64,
        base_half_angle: f64,
        phase: f64,
        side: f64,
        outward: f64,
        twist: f64,
    ) -> Self {
        let tangent = twist * base_radius;
        let cos = 1.0 / tangent.hypot(1.0);
        Self {
            base_radius,
            base_half_angle,
            phase,
            side,
            outward,
            twist,
            base_helix: [cos, tangent * cos],
        }
    }

    pub fn first(&self, s: f64, z: f64) -> FirstOrder {
        let Self {
            base_radius: r_b,
            side,
            outward,
            twist,
            ..
        } = *self;
        let [cos, sin] = self.base_helix;
        // [theory:flank-surfaces] (1)
        let gamma =
            self.phase + twist * z + side * (self.base_half_angle - outward * s / self.base_radius);
        let (sin_gamma, cos_gamma) = gamma.sin_cos();
        let along = side * outward * s;
        FirstOrder {
            turn: [sin_gamma, cos_gamma],
            // [theory:flank-surfaces] (2)
            point: [r_b, along, z],
            point_s: [s / r_b, 0.0, 0.0],
            point_z: [-twist * along, twist * r_b, 1.0],
            // [theory:flank-surfaces] (3)
            normal: [0.0, side * cos, -side * sin],
            normal_s: [outward * cos / r_b, 0.0, 0.0],
            normal_z: [-side * cos * twist, 0.0, 0.0],
        }
    }

    pub fn second(&self, s: f64) -> SecondOrder {
        let Self {
            base_radius: r_b,
            side,
            outward,
            twist,
            ..
        } = *self;
        let cos = self.base_helix[0];
        // [theory:flank-surfaces] (4)
        SecondOrder {
            point: [
                [1.0 / r_b, -side * outward * s / (r_b * r_b), 0.0],
                [0.0, twist * s / r_b, 0.0],
                [
                    -twist * twist * r_b,
                    -twist * twist * side * outward * s,
                    0.0,
                ],
            ],
            normal: [
                [0.0, -side * cos / (r_b * r_b), 0.0],
                [0.0, outward * cos * twist / r_b, 0.0],
                [0.0, -side * cos * twist * twist, 0.0],
            ],
        }
    }

    /// The normal through a point touches the base cylinder: its foot is known in closed form.
    pub fn foot(&self, [x, y, z]: [f64; 3]) -> Foot {
        let Self {
            base_radius: r_b,
            side,
            outward,
            ..
        } = *self;
        let [cos, sin] = self.base_helix;
        let radius = x.hypot(y);
        let along = side * outward * ((radius - r_b) * (radius + r_b)).max(0.0).sqrt();
        // [theory:flank-surfaces] (5)
        let gamma = y.atan2(x) - (along / r_b).atan();
        let turn = gamma - self.phase - side * self.base_half_angle - self.twist * z + along / r_b;
        let gap = side * r_b * cos * wrapped(turn);
        Foot {
            profile: outward * (side * along - gap * cos),
            width: z + side * gap * sin,
            gap,
            exists: radius >= r_b,
        }
    }

    /// Polar angle of the unmodified flank at a radius and width (rad).
    pub fn angle_at(&self, profile: f64, width: f64) -> f64 {
        let t = profile / self.base_radius;
        self.phase
            + self.twist * width
            + self.side * (self.base_half_angle - self.outward * (t - t.atan()))
    }
}

/// The same angle within half a turn of zero.
pub(crate) fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    if angle.abs() <= PI {
        angle
    } else {
        angle - TAU * (angle / TAU).round()
    }
}
