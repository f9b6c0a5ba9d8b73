//! Beams, discs and mesh springs.

use pitchline_dynamics::{
    Beam, BeamData, Disc, Frame, GearSpring, GearSpringData, Machine, NodeId, Profile, Rotation,
    Section,
};
use pitchline_fem::Material;
use pitchline_geometry::FlankSide;

use super::basic::frame;
use super::{Sample, two_nodes};

pub fn samples() -> Vec<Sample> {
    let mut samples = vec![disc()];
    samples.extend(beams());
    samples.extend(gear_springs());
    samples
}

fn disc() -> Sample {
    let mut machine = Machine::new();
    machine.gravity = [0.4, -1.1, -3.0];
    let [node, _] = two_nodes(&mut machine);
    let disc = Disc {
        seat: frame(node, 0.7),
        mass: 1.7,
        polar_inertia: 1.9,
        diametral_inertia: 1.1,
        unbalance: [0.3, -0.1, 0.2],
    };
    disc.check("disc").unwrap();
    machine.add("disc", disc).unwrap();
    Sample {
        is_internal: false,
        ..Sample::new("disc body", machine)
    }
}

const RECTANGLE: Section = Section {
    area: 0.3,
    moment_y: 0.1,
    moment_z: 0.04,
    torsion_constant: 0.08,
    shear_y: 0.8,
    shear_z: 0.7,
};

/// With and without mass, gravity and damping: each state of each.
fn beams() -> [Sample; 4] {
    let cone = Profile::Cone {
        outer_diameters: [0.9, 0.5],
        inner_diameters: [0.3, 0.1],
    };
    let flat = Profile::Uniform(RECTANGLE);
    let beam = |name, profile, density, internal_damping, gravity| {
        let mut machine = Machine::new();
        machine.gravity = gravity;
        let [a, b] = two_nodes(&mut machine);
        let data = BeamData {
            length: 1.1,
            profile,
            material: Material {
                youngs_modulus: 60.0,
                poisson_ratio: 0.3,
                density,
            },
            internal_damping,
        };
        let beam = Beam::build(name, frame(a, 1.0), frame(b, -0.6), data).unwrap();
        machine.add(name, beam).unwrap();
        Sample::new(name, machine)
    };
    let still = [0.0; 3];
    let weighed = beam("beam body with weight", flat, 4.0, 0.0, [0.4, -1.1, -3.0]);
    [
        beam("beam", flat, 0.0, 0.0, still),
        beam("damped beam", cone, 0.0, 0.3, still),
        beam("beam body", flat, 4.0, 0.2, still),
        Sample {
            is_internal: false,
            ..weighed
        },
    ]
}

fn gear_springs() -> [Sample; 4] {
    let spring = |name, is_internal, flank_a, base_helix_angle, is_grounded| {
        let mut machine = Machine::new();
        let turn = |x| Rotation::from_vector([0.2, 0.1, x]);
        let a = machine.add_node("a", [0.2, -0.4, 0.1], turn(0.5));
        let b = machine.add_node("b", [-1.5, 1.1, 0.0], turn(-0.4));
        let data = GearSpringData {
            base_radius_a: 0.4,
            base_radius_b: 0.6,
            is_internal,
            flank_a,
            base_helix_angle,
            stiffness: 30.0,
            damping: 2.0,
        };
        let seat = |node| Frame {
            place: [0.05, -0.1, 0.02],
            ..Frame::at(node)
        };
        let first = if is_grounded { NodeId::GROUND } else { a };
        let spring = GearSpring::build(name, &mut machine, seat(first), seat(b), data).unwrap();
        machine.add(name, spring).unwrap();
        Sample {
            is_internal: !is_grounded,
            ..Sample::new(name, machine)
        }
    };
    let (right, left) = (FlankSide::Right, FlankSide::Left);
    [
        spring("external mesh spring", false, right, 0.0, false),
        spring("internal mesh spring", true, left, 0.0, false),
        spring("helical mesh spring", false, left, 0.4, false),
        spring("mesh spring to the ground", true, right, -0.3, true),
    ]
}
