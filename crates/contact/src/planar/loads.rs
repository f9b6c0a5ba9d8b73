//! Forces and torques of a mesh on both wheels and the carrier. \[theory:planar-contact\] (18)-(22)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | F_n | `normal_force`: along the line of action, positive on the right flanks of a | N |
//! | λ | `friction`: s μ |F_n| where teeth slide, a multiplier where they stick | N |
//! | G | `mesh_force`: derivative of the stored energy over the mesh distance | N |
//! | τ_A, τ_B, τ_C | `torques` on a, b and the carrier | N m |
//!
//! Axes: x from the axis of a to the pitch point, y where a's surface goes there when it turns about +z.
//!
//! # References
//! \[linden\] (1)-(6) and table 2, with the signs of the theory page.

use super::{Levers, PlanarPair};

/// What acts between the teeth.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LoadInput {
    /// F_n (N).
    pub normal_force: f64,
    /// λ (N): sign(v_mesh) μ |F_n|, or what keeps v_mesh at zero, within ±μ_0 |F_n|.
    pub friction: f64,
    /// G (N): how the stored energy changes over the mesh distance at the same deflection; zero where stiffness does not vary.
    pub mesh_force: f64,
}

/// What a mesh does to the machine. It is linear in [`LoadInput`] on one flank.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanarLoads {
    /// Torques on a, on b and on the carrier (N m); they sum to zero. That on the carrier is what the forces at both axes exert on it:
    /// where the axes are bodies of their own, the forces do it.
    pub torques: [f64; 3],
    /// Force on b at its axis (N), along x and y; a feels the opposite at its own.
    pub force: [f64; 2],
    /// Friction across the line of action (N): F_t of the source.
    pub friction_force: f64,
}

impl PlanarLoads {
    /// \[theory:planar-contact\] (18)-(20)
    pub fn of(pair: &PlanarPair, levers: &Levers, input: LoadInput) -> Self {
        let LoadInput {
            normal_force,
            friction,
            mesh_force,
        } = input;
        let [r_a, r_b] = pair.radii();
        let [l_a, l_b] = pair.base_radii();
        let side = pair.side();
        let (sin, cos) = pair.data().pressure_angle.sin_cos();
        let [d_a, d_b] = levers.torques;
        let a = -normal_force * l_a + side * friction * d_a - 0.5 * r_a * mesh_force;
        let b = -normal_force * l_b + side * friction * d_b + 0.5 * r_b * mesh_force;
        let carrier = -(a + b);
        let flank = if normal_force < 0.0 { -1.0 } else { 1.0 };
        // Along T = (−f cos α, m sin α) on a; b feels the opposite.
        let across = side * friction * levers.force;
        Self {
            torques: [a, b, carrier],
            force: [
                side * normal_force.abs() * sin + flank * across * cos,
                // So that the couple of both forces is the torque on the carrier, whatever the levers.
                carrier / pair.center_distance(),
            ],
            friction_force: -flank * across,
        }
    }
}

#[cfg(test)]
mod tests;
