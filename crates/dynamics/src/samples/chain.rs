//! A chain of equal bars that falls and swings in space.

use crate::{Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation};

/// `n` boxes of 1 m × 0.1 m × 0.1 m and 1 kg at rest along x, end to end, the first hinge in the origin; gravity along −z. The axes of odd
/// hinges are +y, those of even ones (0, cos 60°, sin 60°): the motion leaves the plane.
pub fn chain(n: usize) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let mut before = Frame::at(NodeId::GROUND);
    for i in 0..n {
        let place = [i as f64 + 0.5, 0.0, 0.0];
        let node = machine.add_node(&format!("bar {}", i + 1), place, Rotation::IDENTITY);
        let (thin, long) = (0.02 / 12.0, 1.01 / 12.0);
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: [[thin, 0.0, 0.0], [0.0, long, 0.0], [0.0, 0.0, long]],
        };
        machine.add(&format!("bar {}", i + 1), body)?;
        // The third column is the axis of the hinge, the first along the bar.
        let (sin, cos) = if i % 2 == 0 {
            (0.0, 1.0)
        } else {
            (0.75_f64.sqrt(), 0.5)
        };
        let axes = [[1.0, 0.0, 0.0], [0.0, sin, cos], [0.0, -cos, sin]];
        let a = Frame { axes, ..before };
        let b = Frame {
            node,
            place: [-0.5, 0.0, 0.0],
            axes,
        };
        machine.add(&format!("hinge {}", i + 1), Joint::revolute(a, b))?;
        before = Frame {
            node,
            place: [0.5, 0.0, 0.0],
            ..Frame::at(node)
        };
    }
    Ok(machine)
}
