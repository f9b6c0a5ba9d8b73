//! Forces and torques of a mesh on both wheels. \[theory:planar-contact\] (18)-(22)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F_n | `normal_force`: along the line of action, positive on the right flanks of a | N |
//! | λ | `friction`: s μ |F_n| where teeth slide, a multiplier where they stick | N |
//! | G | `position_force`: derivative of the stored energy over the mesh distance | N |
//! | τ_A, τ_B | `torques` on a and b | N m |
//!
//! Axes: x from the axis of a to the pitch point, y where a's surface goes there when it turns about +z.
//!
//! # References
//! \[linden\] (1)-(6) and table 2, with the signs of the theory page.

use super::{Levers, PlanarPair};
use crate::FlankContact;

/// What acts between the teeth, or how it changes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LoadInput {
    /// F_n (N).
    pub normal_force: f64,
    /// What the normal forces of both sides part the teeth with along the line of centres (N): |F_n| sin α, where one side presses.
    pub parting: f64,
    /// λ (N): sign(v_mesh) μ |F_n|, or what keeps v_mesh at zero, within ±μ_0 |F_n|.
    pub friction: f64,
    /// G (N): how the stored energy changes over the mesh distance at the same deflection; zero where stiffness does not vary.
    pub position_force: f64,
}

impl LoadInput {
    /// A normal force on the flanks of one side of a: the right ones where none press.
    pub fn pressed(pair: &PlanarPair, flank: FlankContact, normal_force: f64) -> Self {
        let [sin, _] = pair.sin_cos();
        Self {
            normal_force,
            parting: match flank {
                FlankContact::Left => -normal_force * sin,
                FlankContact::Right | FlankContact::None => normal_force * sin,
            },
            ..Self::default()
        }
    }
}

/// What a mesh does to its wheels. It is linear in [`LoadInput`] on one flank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanarLoads {
    /// Torques on a and on b (N m). The carrier, through the axes, bears the opposite of both.
    pub torques: [f64; 2],
    /// Force on b at its axis along x (N); a feels the opposite at its own.
    pub along_centers: f64,
}

impl PlanarLoads {
    /// With these flanks of a; those on the right where none press. \[theory:planar-contact\] (18), (19)
    pub fn of(pair: &PlanarPair, levers: &Levers, flank: FlankContact, input: LoadInput) -> Self {
        let ([r_a, r_b], [l_a, l_b]) = (pair.radii(), pair.base_radii());
        let [_, cos] = pair.sin_cos();
        let [d_a, d_b] = levers.torques;
        let (normal, position) = (input.normal_force, 0.5 * input.position_force);
        let rubs = pair.side() * input.friction;
        // Across F_n, along (−f cos α, m sin α) on a; b feels the opposite.
        let on_right = rubs * levers.force * cos;
        Self {
            torques: [
                rubs * d_a - normal * l_a - position * r_a,
                rubs * d_b - normal * l_b + position * r_b,
            ],
            along_centers: pair.side() * input.parting
                + match flank {
                    FlankContact::Left => -on_right,
                    FlankContact::Right | FlankContact::None => on_right,
                },
        }
    }

    /// Force on b at its axis along y (N), so that the couple of the forces at both axes is the torque on the carrier, whatever the levers.
    /// \[theory:planar-contact\] (19)
    pub fn across_centers(&self, pair: &PlanarPair) -> f64 {
        let [a, b] = self.torques;
        -(a + b) / pair.center_distance()
    }
}

#[cfg(test)]
mod tests;
