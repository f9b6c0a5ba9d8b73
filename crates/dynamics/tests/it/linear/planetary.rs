//! Kinds of modes of a set with equal planets.

use pitchline_dynamics::{
    Bushing, Connector, Frame, Joint, Machine, ModeOptions, NodeId, PlanetaryMembers,
    PlanetaryMode, Rotation,
};

use super::machines::{at_rest, body, on};

/// A hub on a bearing with four planets around it, each on an elastic pin and tied to the ground: all in a plane.
fn set(planets: usize, uneven: f64) -> (Machine, PlanetaryMembers) {
    let mut machine = Machine::new();
    let ground = Frame::at(NodeId::GROUND);
    let hub = machine.add_node("hub", [0.0; 3], Rotation::IDENTITY);
    machine.add("body", body(hub, 6.0, 0.03, 0.02)).unwrap();
    machine
        .add("plane", Joint::planar(ground, Frame::at(hub)))
        .unwrap();
    let elastic = |machine: &mut Machine, a: Frame, b: Frame, k: [f64; 3]| {
        let mut law = Bushing::diagonal([k[0], k[1], 0.0, 0.0, 0.0, k[2]], [0.0; 6]);
        // Oblique, as teeth are: radial motion, turning and motion around the hub act on each other.
        for (i, j) in [(0, 1), (1, 5), (0, 5)] {
            let coupling = 0.3 * (law.stiffness[i][i] * law.stiffness[j][j]).sqrt();
            law.stiffness[i][j] = coupling;
            law.stiffness[j][i] = coupling;
        }
        let connector = Connector::new(machine, a, b, law);
        machine.add("spring", connector).unwrap();
    };
    let bearing = Bushing::diagonal([4e6, 4e6, 0.0, 0.0, 0.0, 3e3], [0.0; 6]);
    let bearing = Connector::new(&mut machine, ground, Frame::at(hub), bearing);
    machine.add("bearing", bearing).unwrap();
    let mut nodes = Vec::new();
    for i in 0..planets {
        let angle = std::f64::consts::TAU * i as f64 / planets as f64;
        let place = [0.1 * angle.cos(), 0.1 * angle.sin(), 0.0];
        let turned = Rotation::from_vector([0.0, 0.0, angle]);
        let node = machine.add_node(&format!("planet {i}"), place, turned);
        let mass = if i == 0 { 1.0 + uneven } else { 1.0 };
        machine.add("body", body(node, mass, 0.002, 0.001)).unwrap();
        let axes = turned.matrix();
        let fixed = Frame {
            axes,
            ..on(NodeId::GROUND, place)
        };
        let pin = Frame {
            axes,
            ..on(hub, place)
        };
        machine
            .add("plane", Joint::planar(fixed, Frame::at(node)))
            .unwrap();
        elastic(&mut machine, pin, Frame::at(node), [2e6, 3e6, 1e4]);
        elastic(&mut machine, fixed, Frame::at(node), [0.0, 1e6, 2e3]);
        nodes.push(node);
    }
    let members = PlanetaryMembers {
        central: vec![hub],
        planets: nodes,
        axis: [0.0, 0.0, 1.0],
    };
    (machine, members)
}

/// Of 3 + 3 N motions 4 are rotational, 4 pairs translational and 3 (N − 3) of planets alone, as group theory counts them.
#[test]
fn modes_of_equal_planets_have_their_kinds() {
    for planets in [3, 4, 5] {
        let (machine, members) = set(planets, 0.0);
        let linear = at_rest(&machine).unwrap();
        let mut modes = linear.modes(&ModeOptions::default()).unwrap();
        let kinds = linear.planetary_modes(&mut modes, &members);
        let count = |kind| kinds.iter().filter(|k| **k == kind).count();
        assert_eq!(count(PlanetaryMode::Rotational), 4, "{kinds:?}");
        assert_eq!(count(PlanetaryMode::Translational), 8, "{kinds:?}");
        assert_eq!(count(PlanetaryMode::Planet), 3 * (planets - 3), "{kinds:?}");
        // Translational modes come in pairs.
        let frequencies: Vec<f64> = modes.modes.iter().map(|m| m.damped_frequency()).collect();
        for (i, kind) in kinds.iter().enumerate() {
            let is_near = |j: usize| (frequencies[j] / frequencies[i] - 1.0).abs() < 1e-9;
            let equals = (0..kinds.len()).filter(|&j| is_near(j)).count();
            assert!(*kind != PlanetaryMode::Translational || equals == 2, "{i}");
        }
    }
}

#[test]
fn a_planet_that_differs_mixes_them() {
    let (machine, members) = set(4, 0.3);
    let linear = at_rest(&machine).unwrap();
    let mut modes = linear.modes(&ModeOptions::default()).unwrap();
    let kinds = linear.planetary_modes(&mut modes, &members);
    assert!(kinds.contains(&PlanetaryMode::Other), "{kinds:?}");
}
