//! A rigid body about its centre of mass. \[theory:multibody\] (13)-(15)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | m | `mass` | kg |
//! | J | `inertia`, about the centre of mass in the node's axes | kg m² |
//!
//! r_x = m (ẍ − g), r_Θ = J ω̇ + ω × J ω with the spin in the body's own axes.

use std::sync::Arc;

use pitchline_geometry::tensor::{IDENTITY, Tensor, product, skew, sum, times};
use pitchline_geometry::vector::{cross, dot, minus, plus};

use crate::flywheel::Flywheel;
use crate::hinged::Hinges;
use crate::{Element, Energy, Kinematics, LocalMatrix, NodeId, Touched, Weights};

/// Mass and inertia at a node.
#[derive(Debug, Clone, PartialEq)]
pub struct RigidBody {
    /// The node at its centre of mass.
    pub node: NodeId,
    /// Mass (kg).
    pub mass: f64,
    /// Inertia about the centre of mass (kg m²), in the node's axes.
    pub inertia: Tensor,
}

impl Element for RigidBody {
    fn touched(&self) -> Touched {
        Touched::nodes([self.node])
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let a = k.acceleration(self.node);
        let spin = k.velocity(self.node).about;
        let force = minus(a.along, k.gravity);
        let momentum = times(&self.inertia, spin);
        let torque = plus(times(&self.inertia, a.about), cross(spin, momentum));
        for i in 0..3 {
            out[i] += self.mass * force[i];
            out[3 + i] += torque[i];
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let spin = k.velocity(self.node).about;
        out.add_block(0, 0, weights.acceleration * self.mass, &IDENTITY);
        out.add_block(3, 3, weights.acceleration, &self.inertia);
        if weights.velocity != 0.0 {
            // ∂(ω × J ω)/∂ω = ω̃ J − (J ω)~
            let momentum = times(&self.inertia, spin);
            let gyroscopic = sum(
                &product(&skew(spin), &self.inertia),
                &skew(momentum.map(|x| -x)),
            );
            out.add_block(3, 3, weights.velocity, &gyroscopic);
        }
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let v = k.velocity(self.node);
        Energy {
            kinetic: 0.5
                * (self.mass * dot(v.along, v.along) + dot(v.about, times(&self.inertia, v.about))),
            potential: -self.mass * dot(k.gravity, k.pose(self.node).place),
            ..Energy::default()
        }
    }

    /// Σ m r² = tr J / 2.
    fn reach(&self) -> f64 {
        gyration(
            self.mass,
            0.5 * (0..3).map(|i| self.inertia[i][i]).sum::<f64>(),
        )
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        let node = hinges.node(self.node)?;
        Some(Arc::new(Flywheel {
            turn: node.scalar,
            inertia: dot(node.axis, times(&self.inertia, node.axis)),
            potential: self.energy(hinges.start, &[]).potential,
            reach: self.reach(),
        }))
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        row == column || (row >= 3 && column >= 3)
    }
}

/// Distance (m) at which a mass (kg) would have this Σ m r² (kg m²).
pub(crate) fn gyration(mass: f64, second: f64) -> f64 {
    let square = second / mass;
    match square > 0.0 && square.is_finite() {
        true => square.sqrt(),
        false => 0.0,
    }
}
