//! A shaft with five discs in two bearings.

use pitchline_fem::Material;

use crate::{
    Bushing, Connector, Disc, Drive, ElementId, Fineness, Frame, Machine, NodeId, Segment, Shaft,
    ShaftData, ShaftError, TimeFunction, add_shaft,
};

/// The rotor in its machine.
#[derive(Debug)]
pub struct DiscRotor {
    /// The machine.
    pub machine: Machine,
    /// Its shaft, along z.
    pub shaft: Shaft,
    /// Nodes of the discs.
    pub discs: Vec<NodeId>,
    /// The drive at the first end.
    pub drive: ElementId,
}

/// A steel shaft of 1.2 m and 50 mm in 40 beams (246 velocities) with five discs of 200 mm to 300 mm, in two bearings of
/// 50 kN/mm and 35 kN/mm across, slightly damped, driven at its first end with so many rad/s.
pub fn disc_rotor(speed: f64) -> Result<DiscRotor, ShaftError> {
    let steel = Material {
        youngs_modulus: 206e9,
        poisson_ratio: 0.3,
        density: 7830.0,
    };
    let length = 1.2;
    let data = ShaftData {
        fineness: Fineness::Count(40),
        ..ShaftData::new("shaft", vec![Segment::cylinder(length, 0.05, 0.0, steel)])
    };
    let mut machine = Machine::new();
    let shaft = add_shaft(&mut machine, &data)?;
    let node = |beam: usize| shaft.nodes[beam].1;
    let mut discs = Vec::new();
    for (i, (beam, diameter)) in [(8, 0.2), (14, 0.24), (20, 0.3), (26, 0.24), (34, 0.28)]
        .into_iter()
        .enumerate()
    {
        let seat = Frame::at(node(beam));
        let disc = Disc::from_sizes(seat, diameter, 0.05, 0.03, steel.density);
        machine.add(&format!("disc {}", i + 1), disc)?;
        discs.push(node(beam));
    }
    for (name, beam, axial) in [("left bearing", 3, 1e8), ("right bearing", 37, 0.0)] {
        let place = [0.0, 0.0, length * beam as f64 / 40.0];
        let housing = Frame {
            place,
            ..Frame::at(NodeId::GROUND)
        };
        let law = Bushing::diagonal(
            [5e7, 3.5e7, axial, 0.0, 0.0, 0.0],
            [500.0, 500.0, 0.0, 0.0, 0.0, 0.0],
        );
        let bearing = Connector::new(&mut machine, housing, Frame::at(node(beam)), law);
        machine.add(name, bearing)?;
    }
    let (a, b) = (Frame::at(NodeId::GROUND), Frame::at(node(0)));
    let drive = Drive::speed(a, b, TimeFunction::Constant(speed), 0.0);
    let drive = machine.add("drive", drive)?;
    shaft.start_turning(&mut machine, speed);
    Ok(DiscRotor {
        machine,
        shaft,
        discs,
        drive,
    })
}
