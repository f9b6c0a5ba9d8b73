//! A rotor on two bearings: a shaft of many beams with discs.

use pitchline_fem::Material;

use crate::{
    Bushing, Connector, Disc, Drive, Fineness, Frame, Machine, NodeId, Segment, Shaft, ShaftData,
    ShaftError, TimeFunction, add_shaft,
};

/// What there is of a rotor.
#[derive(Debug)]
pub struct Rotor {
    /// All of it.
    pub machine: Machine,
    /// The shaft.
    pub shaft: Shaft,
}

/// A steel shaft of 1 m and 50 mm along z that turns with a speed (rad/s), cut into so many beams, with so many discs, the
/// first of them unbalanced, on two elastic bearings.
pub fn rotor(n_beams: usize, n_discs: usize, speed: f64) -> Result<Rotor, ShaftError> {
    let steel = Material {
        youngs_modulus: 206e9,
        poisson_ratio: 0.3,
        density: 7830.0,
    };
    // In about equal distances, where two beams meet.
    let places: Vec<f64> = (1..=n_discs)
        .map(|i| (i * n_beams / (n_discs + 1)) as f64 / n_beams as f64)
        .collect();
    let data = ShaftData {
        stations: places.clone(),
        fineness: Fineness::Count(n_beams),
        ..ShaftData::new("shaft", vec![Segment::cylinder(1.0, 0.05, 0.0, steel)])
    };
    let mut machine = Machine::new();
    let shaft = add_shaft(&mut machine, &data)?;
    for (i, place) in places.into_iter().enumerate() {
        let Some(node) = shaft.node_at(place) else {
            continue;
        };
        let mut disc = Disc::from_sizes(Frame::at(node), 0.3, 0.05, 0.03, steel.density);
        disc.unbalance[0] = if i == 0 { 1e-5 } else { 0.0 };
        machine.add(&format!("disc {}", i + 1), disc)?;
    }
    let ends = [shaft.nodes.first(), shaft.nodes.last()];
    for (position, node) in ends.into_iter().flatten().copied() {
        let ground = Frame {
            place: [0.0, 0.0, position],
            ..Frame::at(NodeId::GROUND)
        };
        let bearing = Bushing::diagonal(
            [5e7, 5e7, 1e7, 0.0, 0.0, 0.0],
            [1e3, 1e3, 1e3, 0.0, 0.0, 0.0],
        );
        let bearing = Connector::new(&mut machine, ground, Frame::at(node), bearing);
        machine.add("bearing", bearing)?;
        if position == 0.0 {
            let function = TimeFunction::Constant(speed);
            let drive = Drive::speed(ground, Frame::at(node), function, 0.0);
            machine.add("drive", drive)?;
        }
    }
    shaft.start_turning(&mut machine, speed);
    Ok(Rotor { machine, shaft })
}
