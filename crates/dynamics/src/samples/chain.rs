//! A chain of equal bars that hangs and swings in space.

use crate::{Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation};

/// `n` bars of 1 m and 1 kg, 5 cm thick, in a horizontal line at rest, hinged to each other and to the ground; each hinge
/// axis is turned by a quarter of a turn against the one before, about the bars.
pub fn chain(n: usize) -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let mut before = Frame::at(NodeId::GROUND);
    for i in 0..n {
        let place = [i as f64 + 0.5, 0.0, 0.0];
        let node = machine.add_node(&format!("bar {}", i + 1), place, Rotation::IDENTITY);
        let (thin, long) = (0.05_f64.powi(2) / 6.0, (1.0 + 0.05_f64.powi(2)) / 12.0);
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: [[thin, 0.0, 0.0], [0.0, long, 0.0], [0.0, 0.0, long]],
        };
        machine.add(&format!("bar {}", i + 1), body)?;
        // z of the hinge along y, then along z of the ground.
        let axes = if i % 2 == 0 {
            [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]
        } else {
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        };
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
