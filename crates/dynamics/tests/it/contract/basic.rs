//! Rigid bodies and the plain spring.

use pitchline_dynamics::{Connector, Frame, Machine, NodeId, RigidBody, Rotation, Spring};

use super::{Sample, two_nodes};

pub fn samples() -> Vec<Sample> {
    vec![rigid_body(), spring(), spring_to_ground()]
}

fn rigid_body() -> Sample {
    let mut machine = Machine::new();
    let [node, _] = two_nodes(&mut machine);
    let body = RigidBody {
        node,
        mass: 1.7,
        inertia: [[1.2, 0.1, -0.2], [0.1, 0.9, 0.3], [-0.2, 0.3, 1.5]],
    };
    machine.add("body", body).unwrap();
    Sample::new("rigid body", machine)
}

/// A frame away from its node, with axes of its own.
pub fn frame(node: NodeId, seed: f64) -> Frame {
    Frame {
        node,
        place: [0.1 * seed, -0.2, 0.15],
        axes: Rotation::from_vector([0.5, 0.3 * seed, -0.7]).matrix(),
    }
}

const SPRING: Spring = Spring {
    stiffness: 40.0,
    damping: 3.0,
    rest_length: 0.6,
};

fn spring() -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let law = Connector::new(&mut machine, frame(a, 1.0), frame(b, -0.6), SPRING);
    machine.add("spring", law).unwrap();
    Sample::new("spring", machine)
}

fn spring_to_ground() -> Sample {
    let mut machine = Machine::new();
    let [a, _] = two_nodes(&mut machine);
    let ground = frame(NodeId::GROUND, 2.0);
    let law = Connector::new(&mut machine, ground, frame(a, 1.0), SPRING);
    machine.add("spring", law).unwrap();
    Sample {
        is_internal: false,
        ..Sample::new("spring to ground", machine)
    }
}
