//! Andrews' squeezing mechanism: seven bodies in a plane, three closed loops, one spring, a constant torque.
//! \[andrews-testset\]
//!
//! Every body begins at a joint; its own axes are those of the source. In space three joints of the loops would repeat
//! what others say of the plane: they hold the point F in the plane only.

use pitchline_geometry::vector::{Vector, minus, plus, turn_z};

use super::{ConstantTorque, plane_inertia};
use crate::{Connector, Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation, Spring, State};

/// Masses (kg).
const MASSES: [f64; 7] = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498];
/// Moments of inertia about the centres (kg m²).
const INERTIAS: [f64; 7] = [
    2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5,
];
const A: Vector = [-0.06934, -0.00227, 0.0];
const B: Vector = [-0.03635, 0.03273, 0.0];
const C: Vector = [0.014, 0.072, 0.0];
/// β, Θ, γ, Φ, δ, Ω, ε at the start.
const START: [f64; 7] = [
    -0.06171389001427645,
    0.0,
    0.45527981916307037,
    0.22266839016588588,
    0.48736497954384256,
    -0.22266839016588588,
    1.2305474445498212,
];
const SPRING: Spring = Spring {
    stiffness: 4530.0,
    damping: 0.0,
    rest_length: 0.07785,
};
const TORQUE: f64 = 0.033;

/// The mechanism.
#[derive(Debug)]
pub struct Andrews {
    /// The machine, in its initial position.
    pub machine: Machine,
    nodes: [NodeId; 7],
}

/// Centre of each body and the point that it shares with a later one, in axes that begin at its first joint.
const CENTRES: [Vector; 7] = [
    [0.00092, 0.0, 0.0],
    [-0.0115, 0.0, 0.0],
    [0.01043, -0.01874, 0.0],
    [0.0, 0.01421 - 0.02, 0.0],
    [0.02308, 0.00916, 0.0],
    [0.02 - 0.01421, 0.0, 0.0],
    [-0.00449, -0.01228, 0.0],
];
const FAR: [Vector; 7] = [
    [0.007, 0.0, 0.0],
    [-0.028, 0.0, 0.0],
    [0.0, -0.035, 0.0],
    [0.0, -0.02, 0.0],
    [0.04, 0.0, 0.0],
    [0.02, 0.0, 0.0],
    [0.0, -0.04, 0.0],
];
const SPRING_POINT: Vector = [0.02, -0.018, 0.0];

/// Builds it.
pub fn andrews() -> Result<Andrews, Error> {
    let [beta, theta, gamma, phi, delta, omega, epsilon] = START;
    let angles = [
        beta,
        beta + theta,
        gamma,
        phi + delta,
        delta,
        omega + epsilon,
        epsilon,
    ];
    let turned = |body: usize, point: Vector| turn_z(point, angles[body].sin_cos().into());
    let mut firsts = [[0.0; 3], [0.0; 3], B, [0.0; 3], A, [0.0; 3], A];
    for (body, carrier) in [(1, 0), (3, 4), (5, 6)] {
        firsts[body] = plus(firsts[carrier], turned(carrier, FAR[carrier]));
    }
    let mut machine = Machine::new();
    let nodes = [0, 1, 2, 3, 4, 5, 6].map(|i| {
        let place = plus(firsts[i], turned(i, CENTRES[i]));
        let rotation = Rotation::from_vector([0.0, 0.0, angles[i]]);
        machine.add_node(&format!("body {}", i + 1), place, rotation)
    });
    for (i, &node) in nodes.iter().enumerate() {
        let body = RigidBody {
            node,
            mass: MASSES[i],
            inertia: plane_inertia(INERTIAS[i]),
        };
        machine.add(&format!("body {}", i + 1), body)?;
    }
    let on = |body: usize, point: Vector| Frame {
        place: minus(point, CENTRES[body]),
        ..Frame::at(nodes[body])
    };
    let ground = |place: Vector| Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    };
    for (name, a, b) in [
        ("O", ground([0.0; 3]), on(0, [0.0; 3])),
        ("B", ground(B), on(2, [0.0; 3])),
        ("A5", ground(A), on(4, [0.0; 3])),
        ("A7", ground(A), on(6, [0.0; 3])),
        ("12", on(0, FAR[0]), on(1, [0.0; 3])),
        ("54", on(4, FAR[4]), on(3, [0.0; 3])),
        ("76", on(6, FAR[6]), on(5, [0.0; 3])),
    ] {
        machine.add(name, Joint::revolute(a, b))?;
    }
    for (name, body) in [("F3", 2), ("F4", 3), ("F6", 5)] {
        let in_plane = [true, true, false, false, false, false];
        let joint = Joint::from_mask(on(1, FAR[1]), on(body, FAR[body]), in_plane);
        machine.add(name, joint)?;
    }
    let spring = Connector::new(&mut machine, ground(C), on(2, SPRING_POINT), SPRING);
    machine.add("spring", spring)?;
    let motor = Connector::new(
        &mut machine,
        ground([0.0; 3]),
        on(0, [0.0; 3]),
        ConstantTorque(TORQUE),
    );
    machine.add("motor", motor)?;
    Ok(Andrews { machine, nodes })
}

impl Andrews {
    /// β, Θ, γ, Φ, δ, Ω, ε of the source, each as near as whole turns allow to `near`.
    pub fn angles(&self, state: &State, near: &[f64; 7]) -> [f64; 7] {
        let turn = |body: usize| {
            let node = self.nodes[body].0 as usize - 1;
            state.rotations[node].matrix()[1][0].atan2(state.rotations[node].matrix()[0][0])
        };
        let [a, b, c, d, e, f, g] = [0, 1, 2, 3, 4, 5, 6].map(turn);
        let angles = [a, b - a, c, d - e, e, f - g, g];
        let tau = std::f64::consts::TAU;
        [0, 1, 2, 3, 4, 5, 6].map(|i| angles[i] + tau * ((near[i] - angles[i]) / tau).round())
    }

    /// Their rates (rad/s).
    pub fn rates(&self, state: &State) -> [f64; 7] {
        let spin = |body: usize| state.velocity[6 * (self.nodes[body].0 as usize - 1) + 5];
        let [a, b, c, d, e, f, g] = [0, 1, 2, 3, 4, 5, 6].map(spin);
        [a, b - a, c, d - e, e, f - g, g]
    }
}
