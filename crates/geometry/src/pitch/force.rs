//! Forces at the contact point without friction, for a torque on wheel a.

use super::PitchPair;
use crate::vector::{Vector, dot, plus, times};

/// Force on one wheel, split along its own frame (N).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshForce {
    /// Along the turning direction: positive drives the wheel about its axis.
    pub tangential: f64,
    /// Away from the axis: negative presses the wheel towards its own axis.
    pub radial: f64,
    /// Along the axis: on a cone, positive is away from the apex.
    pub axial: f64,
}

/// Forces on both wheels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshForces {
    /// Normal force (N), never negative.
    pub normal: f64,
    /// Force on a.
    pub on_a: MeshForce,
    /// Force on b.
    pub on_b: MeshForce,
    /// Force on b as a vector in the frame of the pair (N); the one on a is its opposite.
    pub vector_on_b: Vector,
}

impl PitchPair {
    /// Forces in balance with an outer torque on a about its axis (N m); its sign is the sense in which a would turn.
    pub fn forces(&self, torque_a: f64) -> MeshForces {
        let (sin, cos) = self.pressure_angle.sin_cos();
        let lever = self.a.radius * self.a.helix_angle.cos() * cos;
        let normal = torque_a.abs() / lever;
        let [_, from_a_to_b, across] = self.tooth_frame();
        // [theory:pitch-geometry] (12)
        let direction = plus(
            times(torque_a.signum() * cos, across),
            times(sin, from_a_to_b),
        );
        let vector_on_b = times(normal, direction);
        MeshForces {
            normal,
            on_a: split(times(-1.0, vector_on_b), self.frame_a()),
            on_b: split(vector_on_b, self.frame_b()),
            vector_on_b,
        }
    }

    /// Outer torque on b that holds the one on a (N m).
    pub fn torque_on_b(&self, torque_a: f64) -> f64 {
        -self.forces(torque_a).on_b.tangential * self.b.radius
    }
}

fn split(force: Vector, [axis, outward, turning]: [Vector; 3]) -> MeshForce {
    MeshForce {
        tangential: dot(force, turning),
        radial: dot(force, outward),
        axial: dot(force, axis),
    }
}
