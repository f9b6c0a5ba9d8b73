//! Gear joints of several kinds, rigid and with a mesh on either flank and in the play, with friction: far from where they mesh.

use pitchline_contact::{
    Elasticity, ErrorSeries, Formulation, Friction, Harmonic, MeshDamping, MeshLaw, Period,
    TransmissionError,
};
use pitchline_dynamics::{Element, Engagement, GearJoint, GearMesh, Machine, NodeId, Relative};
use pitchline_geometry::{FlankSide, PitchGear, PitchPair, RackContact};

use super::basic::frame;
use super::{Sample, two_nodes};

pub fn samples() -> Vec<Sample> {
    let rigid = |name, engagement| sample(name, engagement, None, Friction::None, 0.0);
    let mesh = |name, in_gap, start| {
        let engagement = wheels([0.0, 0.3], [0.0, -0.3]);
        sample(name, engagement, Some(mesh(in_gap)), RUBBING, start)
    };
    let ring = std::f64::consts::PI;
    vec![
        rigid("gear joint, spur", wheels([0.0, 0.0], [0.0, 0.0])),
        rigid("gear joint, internal", wheels([0.0, 0.2], [ring, -0.2])),
        rigid("gear joint, hypoid", wheels([0.4, 0.9], [1.1, -0.5])),
        rigid("gear joint, rack", rack()),
        sample(
            "gear joint, worm",
            wheels([0.0, 1.4], [0.0, 0.17]),
            None,
            RUBBING,
            0.0,
        ),
        sample(
            "gear joint, rack with mesh",
            rack(),
            Some(self::mesh(true)),
            RUBBING,
            1.0,
        ),
        mesh("gear joint, right flank", true, 1.0),
        mesh("gear joint, in the play", true, -1.0),
        mesh("gear joint, in the play without damping", false, -1.0),
        mesh("gear joint, left flank", true, -3.0),
        mesh("gear joint, left flank, damped by contact", false, -3.0),
        grounded(),
    ]
    .into_iter()
    .chain(formulated())
    .collect()
}

/// As published, and on the flank that the loads close, of every kind of opening.
fn formulated() -> impl Iterator<Item = Sample> {
    let ring = std::f64::consts::PI;
    let kinds = [
        ("gear joint, spur", wheels([0.0, 0.0], [0.0, 0.0])),
        ("gear joint, ring", wheels([0.0, 0.2], [ring, -0.2])),
        ("gear joint, hypoid", wheels([0.4, 0.9], [1.1, -0.5])),
        ("gear joint, crossed", wheels([0.0, 0.4], [0.0, 0.3])),
        ("gear joint, crown wheel b", wheels([0.2, 0.0], [FLAT, 0.0])),
        ("gear joint, crown wheel a", wheels([FLAT, 0.0], [0.2, 0.0])),
        ("gear joint, rack", rack()),
    ];
    let formulations = [
        ("as published", Formulation::Source),
        ("both flanks", Formulation::BothFlanks),
        ("left flank sprung", Formulation::OneFlank(FlankSide::Left)),
    ];
    kinds.into_iter().flat_map(move |(kind, engagement)| {
        formulations
            .into_iter()
            .flat_map(move |(word, formulation)| {
                [None, Some((false, -3.0)), Some((true, 1.0))]
                    .into_iter()
                    .map(move |teeth| {
                        let name = match teeth {
                            None => format!("{kind}, {word}, rigid"),
                            Some((in_gap, at)) => format!("{kind}, {word}, {in_gap} at {at}"),
                        };
                        let mut machine = Machine::new();
                        let nodes = two_nodes(&mut machine);
                        let (mesh, start) = match teeth {
                            None => (None, 0.0),
                            Some((in_gap, at)) => (Some(mesh(in_gap)), at),
                        };
                        let parts = (engagement, mesh, RUBBING);
                        add_formulated(&mut machine, nodes, parts, start, Some(formulation));
                        Sample::new(name.leak(), machine)
                    })
            })
    })
}

const FLAT: f64 = std::f64::consts::FRAC_PI_2;

const RUBBING: Friction = Friction::Coulomb {
    coefficient: 0.3,
    transition_speed: 2.0,
};

/// Cone and helix angles of both wheels.
fn wheels([cone_a, helix_a]: [f64; 2], [cone_b, helix_b]: [f64; 2]) -> Engagement {
    let a = PitchGear {
        teeth: 2,
        radius: 0.7,
        cone_angle: cone_a,
        helix_angle: helix_a,
    };
    let b = PitchGear {
        teeth: 3,
        radius: 1.5 * a.radius * helix_a.cos() / helix_b.cos(),
        cone_angle: cone_b,
        helix_angle: helix_b,
    };
    Engagement::Wheels(PitchPair {
        a,
        b,
        pressure_angle: 0.4,
    })
}

fn rack() -> Engagement {
    Engagement::Rack(RackContact {
        gear: PitchGear {
            teeth: 2,
            radius: 0.7,
            cone_angle: 0.0,
            helix_angle: -0.3,
        },
        pressure_angle: 0.4,
    })
}

fn mesh(in_gap: bool) -> GearMesh {
    let harmonic = |order, amplitude, phase| Harmonic {
        order,
        period: Period::MeshCycle,
        amplitude,
        phase,
    };
    let error = ErrorSeries::new(0.02, vec![harmonic(1, 0.1, 0.4), harmonic(2, 0.05, -1.0)]);
    GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear { stiffness: 30.0 },
            damping: match in_gap {
                true => MeshDamping::always(2.0),
                false => MeshDamping::in_contact(2.0, 7.0),
            },
            backlash: 2.0,
        },
        error: TransmissionError::Series(error.unwrap()),
        start_cycle: 0.3,
    }
}

fn sample(
    name: &'static str,
    engagement: Engagement,
    mesh: Option<GearMesh>,
    friction: Friction,
    start: f64,
) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    add(&mut machine, [a, b], engagement, mesh, friction, start);
    Sample::new(name, machine)
}

fn add(
    machine: &mut Machine,
    nodes: [NodeId; 2],
    engagement: Engagement,
    mesh: Option<GearMesh>,
    friction: Friction,
    start: f64,
) {
    add_formulated(machine, nodes, (engagement, mesh, friction), start, None);
}

fn add_formulated(
    machine: &mut Machine,
    [a, b]: [NodeId; 2],
    (engagement, mesh, friction): (Engagement, Option<GearMesh>, Friction),
    start: f64,
    formulation: Option<Formulation>,
) {
    let between = Relative {
        a: frame(a, 1.0),
        b: frame(b, -0.6),
    };
    let joint = GearJoint::new(machine, "pair", between, engagement, mesh, friction).unwrap();
    let usual = joint.formulation();
    let joint = joint.formulated(formulation.unwrap_or(usual));
    if let Some(deformation) = joint.touched().scalars.get(2) {
        machine.scalar_mut(*deformation).unwrap().value = start;
    }
    machine.add("pair", joint).unwrap();
}

fn grounded() -> Sample {
    let mut machine = Machine::new();
    let [_, b] = two_nodes(&mut machine);
    let engagement = wheels([0.0, 0.3], [0.0, -0.3]);
    add(
        &mut machine,
        [NodeId::GROUND, b],
        engagement,
        Some(mesh(true)),
        RUBBING,
        1.0,
    );
    Sample {
        is_internal: false,
        ..Sample::new("gear joint on the ground", machine)
    }
}
