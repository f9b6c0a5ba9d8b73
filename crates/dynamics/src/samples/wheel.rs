//! A wheel that turns for a long time.

use crate::{Drive, Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation, TimeFunction};

/// 12000 rpm (rad/s).
pub const WHEEL_SPEED: f64 = 12_000.0 / 60.0 * std::f64::consts::TAU;

/// A wheel on a revolute joint whose axis, z of the wheel, points anywhere, spinning with [`WHEEL_SPEED`]: freely or driven.
pub fn wheel(is_driven: bool) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    let axes = Rotation::from_vector([0.3, -1.1, 0.4]);
    let place = [0.1, 0.2, 0.3];
    let node = machine.add_node("wheel", place, axes);
    if let Some(start) = machine.node_mut(node) {
        start.spin = [0.0, 0.0, WHEEL_SPEED];
    }
    let body = RigidBody {
        node,
        mass: 2.0,
        inertia: [[0.01, 0.0, 0.0], [0.0, 0.01, 0.0], [0.0, 0.0, 0.018]],
    };
    machine.add("wheel", body)?;
    let ground = Frame {
        place,
        axes: axes.matrix(),
        ..Frame::at(NodeId::GROUND)
    };
    let wheel = Frame::at(node);
    machine.add("bearing", Joint::revolute(ground, wheel))?;
    if is_driven {
        let speed = TimeFunction::Constant(WHEEL_SPEED);
        machine.add("drive", Drive::speed(ground, wheel, speed, 0.0))?;
    }
    Ok(machine)
}
