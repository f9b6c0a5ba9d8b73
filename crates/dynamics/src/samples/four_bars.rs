//! The linkage of two four-bars in a row, benchmark A02 of \[iftomm-a02\]: its constraints lose rank twice a turn.

use crate::{Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation};

/// The linkage.
#[derive(Debug)]
pub struct FourBars {
    /// The machine, upright, moving with 1 m/s.
    pub machine: Machine,
    /// The first crank; B0 is half a metre above its centre.
    pub crank: NodeId,
}

/// Five rods of 1 kg and 1 m in the plane x-y. All joints are revolute in space: three constraints of each of the two loops
/// say again what others say already.
pub fn double_four_bar() -> Result<FourBars, Error> {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let mut rod = |name: &str, place, is_upright: bool| -> Result<NodeId, Error> {
        let node = machine.add_node(name, place, Rotation::IDENTITY);
        if let Some(start) = machine.node_mut(node) {
            // Cranks turn with −1 rad/s about their feet, couplers follow their ends.
            start.velocity = [if is_upright { 0.5 } else { 1.0 }, 0.0, 0.0];
            start.spin = [0.0, 0.0, if is_upright { -1.0 } else { 0.0 }];
        }
        let moment = 1.0 / 12.0;
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia: super::plane_inertia(moment),
        };
        machine.add(name, body)?;
        Ok(node)
    };
    let mut cranks = Vec::new();
    for i in 0..3 {
        cranks.push(rod(&format!("crank {i}"), [f64::from(i), 0.5, 0.0], true)?);
    }
    let mut couplers = Vec::new();
    for i in 0..2 {
        let middle = [f64::from(i) + 0.5, 1.0, 0.0];
        couplers.push(rod(&format!("coupler {i}"), middle, false)?);
    }
    let on = |node: NodeId, place| Frame {
        place,
        ..Frame::at(node)
    };
    for (i, &crank) in cranks.iter().enumerate() {
        let foot = on(NodeId::GROUND, [i as f64, 0.0, 0.0]);
        let joint = Joint::revolute(foot, on(crank, [0.0, -0.5, 0.0]));
        machine.add(&format!("A{i}"), joint)?;
    }
    let top = [0.0, 0.5, 0.0];
    let (left, right) = ([-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]);
    for (name, crank, coupler, end) in [
        ("B0", 0, 0, left),
        ("B1, left", 1, 0, right),
        ("B1, right", 1, 1, left),
        ("B2", 2, 1, right),
    ] {
        let joint = Joint::revolute(on(cranks[crank], top), on(couplers[coupler], end));
        machine.add(name, joint)?;
    }
    Ok(FourBars {
        crank: cranks[0],
        machine,
    })
}
