//! Bodies about a fixed point.

use crate::{Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation};

/// A slender rod of 1.5 m and 1 kg about a hinge at its end, released at rest with this angle (rad) from hanging: it moves
/// as a mathematical pendulum of 1 m. It swings in the plane x-z about y, gravity 9.81 m/s².
pub fn pendulum(amplitude: f64) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let half = 0.75;
    let (sin, cos) = amplitude.sin_cos();
    // The rod is along its own −z; turned by −amplitude about y it swings towards +x.
    let rotation = Rotation::from_vector([0.0, -amplitude, 0.0]);
    let node = machine.add_node("rod", [half * sin, 0.0, -half * cos], rotation);
    let moment = 1.5 * 1.5 / 12.0;
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[moment, 0.0, 0.0], [0.0, moment, 0.0], [0.0, 0.0, 1e-3]],
    };
    machine.add("rod", body)?;
    // z of the hinge along y.
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let a = Frame {
        axes,
        ..Frame::at(NodeId::GROUND)
    };
    let b = Frame {
        node,
        place: [0.0, 0.0, half],
        axes,
    };
    machine.add("hinge", Joint::revolute(a, b))?;
    Ok(machine)
}

/// The heavy top of \[bruls-cardona-arnold\]: 15 kg whose centre is at y = 1 m, held at the origin, spinning with 150 rad/s.
pub fn heavy_top() -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = machine.add_node("top", [0.0, 1.0, 0.0], Rotation::IDENTITY);
    let spin = [0.0, 150.0, -4.61538];
    if let Some(start) = machine.node_mut(node) {
        start.spin = spin;
        // ω × (0, 1, 0)
        start.velocity = [-spin[2], 0.0, spin[0]];
    }
    let body = RigidBody {
        node,
        mass: 15.0,
        inertia: [
            [0.234375, 0.0, 0.0],
            [0.0, 0.46875, 0.0],
            [0.0, 0.0, 0.234375],
        ],
    };
    machine.add("top", body)?;
    let tip = Frame {
        place: [0.0, -1.0, 0.0],
        ..Frame::at(node)
    };
    machine.add("tip", Joint::spherical(Frame::at(NodeId::GROUND), tip))?;
    Ok(machine)
}
