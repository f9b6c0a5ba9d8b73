//! Planetary sets: ratios and torques for every choice of the fixed member, by the formula of Willis, with rigid and with elastic teeth.

use std::f64::consts::TAU;

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{
    AssemblyOptions, Drive, Equations, Frame, GearJoint, GearMesh, Joint, Kinematic, Load,
    LoadAxes, Machine, NodeId, RigidBody, Rotation, Scheme, TimeFunction, Transient,
    TransientOptions, WheelSeat, assemble,
};
use pitchline_geometry::{PitchGear, PitchPair};

use super::stand::near;

pub const MODULE: f64 = 2e-3;
pub const TEETH: [u32; 3] = [30, 24, 78];
pub const SUN: usize = 0;
pub const RING: usize = 1;
pub const CARRIER: usize = 2;

fn gear(teeth: u32, is_ring: bool) -> PitchGear {
    PitchGear {
        teeth,
        radius: 0.5 * MODULE * f64::from(teeth),
        cone_angle: if is_ring { std::f64::consts::PI } else { 0.0 },
        helix_angle: 0.0,
    }
}

fn pair(a: PitchGear, b: PitchGear) -> PitchPair {
    PitchPair {
        a,
        b,
        pressure_angle: 20f64.to_radians(),
    }
}

fn body(machine: &mut Machine, name: &str, place: [f64; 3], size: f64) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let inertia = [[size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]];
    let body = RigidBody {
        node,
        mass: 0.5,
        inertia,
    };
    machine.add(name, body).unwrap();
    node
}

pub struct Set {
    pub machine: Machine,
    /// Of sun, ring and carrier.
    pub members: [NodeId; 3],
    pub joints: Vec<GearJoint>,
}

/// Three members on hinges with so many planets between them.
pub fn train(planets: u32, mesh: Option<&GearMesh>) -> Set {
    let mut machine = Machine::new();
    let members = ["sun", "ring", "carrier"].map(|name| body(&mut machine, name, [0.0; 3], 1e-3));
    let [sun, planet, ring] = [
        gear(TEETH[0], false),
        gear(TEETH[1], false),
        gear(TEETH[2], true),
    ];
    let distance = sun.radius + planet.radius;
    let seat = |node, center| WheelSeat {
        node,
        center,
        axis: [0.0, 0.0, 1.0],
    };
    let mut joints = Vec::new();
    for i in 0..planets {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(planets)).sin_cos();
        let center = [distance * cos, distance * sin, 0.0];
        let node = body(&mut machine, "planet", center, 1e-4);
        for (member, pitch) in [(SUN, pair(sun, planet)), (RING, pair(ring, planet))] {
            let seats = [seat(members[member], [0.0; 3]), seat(node, center)];
            let mesh = mesh.cloned();
            let joint =
                GearJoint::on_wheels(&mut machine, "pair", seats, pitch, mesh, Friction::None);
            joints.push(joint.unwrap());
            machine
                .add("pair", joints[joints.len() - 1].clone())
                .unwrap();
        }
        let on_carrier = Frame {
            place: center,
            ..Frame::at(members[CARRIER])
        };
        machine
            .add("pin", Joint::revolute(on_carrier, Frame::at(node)))
            .unwrap();
    }
    let ground = Frame::at(NodeId::GROUND);
    for node in members {
        machine
            .add("hinge", Joint::revolute(ground, Frame::at(node)))
            .unwrap();
    }
    Set {
        machine,
        members,
        joints,
    }
}

/// One member is driven, one held, one loaded.
fn set(
    planets: u32,
    mesh: Option<&GearMesh>,
    [driven, held, loaded]: [usize; 3],
    speed: f64,
    torque: f64,
) -> Set {
    let mut set = train(planets, mesh);
    let (machine, members) = (&mut set.machine, set.members);
    let ground = Frame::at(NodeId::GROUND);
    let drives = [(driven, speed), (held, 0.0)].map(|(i, speed)| {
        Drive::speed(
            ground,
            Frame::at(members[i]),
            TimeFunction::Constant(speed),
            0.0,
        )
    });
    for drive in &drives {
        machine.add("drive", drive.clone()).unwrap();
    }
    let mut load = Load::new(Frame::at(members[loaded]), LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(torque);
    machine.add("load", load).unwrap();
    set
}

/// Speeds by Willis: (ω_s − ω_c)/(ω_r − ω_c) = −z_r/z_s.
fn willis([driven, held, _]: [usize; 3], speed: f64) -> [f64; 3] {
    let ratio = f64::from(TEETH[2]) / f64::from(TEETH[0]);
    // ω_s + i ω_r = (1 + i) ω_c
    let weights = [1.0, ratio, -(1.0 + ratio)];
    let free = 3 - driven - held;
    let mut speeds = [0.0; 3];
    speeds[driven] = speed;
    speeds[free] = -weights[driven] * speed / weights[free];
    speeds
}

const CHOICES: [[usize; 3]; 6] = [
    [SUN, RING, CARRIER],
    [SUN, CARRIER, RING],
    [RING, SUN, CARRIER],
    [RING, CARRIER, SUN],
    [CARRIER, SUN, RING],
    [CARRIER, RING, SUN],
];

#[test]
fn ratios_and_torques_for_every_fixed_member() {
    for (choice, planets) in CHOICES.into_iter().flat_map(|c| [(c, 1), (c, 3)]) {
        let [driven, held, loaded] = choice;
        let set = set(planets, None, choice, 12.0, 50.0);
        let mut equations = Equations::new(&set.machine);
        let mut state = set.machine.start(0.0);
        assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
        let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
        for i in 0..=20 {
            kinematic
                .go_to(&mut equations, &mut state, 0.1 * f64::from(i))
                .unwrap();
        }
        let speeds = willis(choice, 12.0);
        for (member, speed) in speeds.into_iter().enumerate() {
            near(state.velocity[6 * member + 5], speed, 1e-10 * 12.0);
        }
        // Torques on the members are as their weights: T_s : T_r : T_c = 1 : i : −(1 + i); that of the load is known.
        let ratio = f64::from(TEETH[2]) / f64::from(TEETH[0]);
        let weights = [1.0, ratio, -(1.0 + ratio)];
        let n = state.multipliers.len();
        for (multiplier, member) in [(n - 2, driven), (n - 1, held)] {
            let expected = 50.0 * weights[member] / weights[loaded];
            near(
                state.multipliers[multiplier],
                expected,
                1e-8 * expected.abs(),
            );
        }
        let energy = equations.energy();
        near(energy.supplied, 0.0, 1e-9 * 600.0);
        // The planets share alike.
        for (i, joint) in set.joints.iter().enumerate() {
            let first = 11 * (i / 2) + 3 * (i % 2);
            let pair = joint.state(equations.kinematics(), &state.multipliers[first..first + 3]);
            let whole = 50.0 * weights[SUN]
                / weights[loaded]
                / (f64::from(planets) * gear(TEETH[0], false).radius);
            let normal = whole.abs() / 20f64.to_radians().cos();
            near(pair.normal_force.abs(), normal, 1e-7 * normal);
        }
    }
}

/// Elastic teeth: nothing is held twice, and what the drive brings in goes out.
#[test]
fn elastic_teeth_share_and_settle() {
    let mesh = GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear { stiffness: 3e8 },
            damping: MeshDamping::always(3e3),
            backlash: 20e-6,
        },
        error: TransmissionError::None,
        start_cycle: 0.0,
    };
    let choice = [SUN, RING, CARRIER];
    let set = set(5, Some(&mesh), choice, 0.0, -50.0);
    let mut equations = Equations::new(&set.machine);
    let mut state = set.machine.start(0.0);
    let assembled = assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    assert!(assembled.redundancy.constraints.is_empty());
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(0.6),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    for _ in 0..4000 {
        transient.step(&mut equations, &mut state, 5e-6).unwrap();
    }
    let ratio = f64::from(TEETH[2]) / f64::from(TEETH[0]);
    let normal =
        50.0 / (1.0 + ratio) / (5.0 * gear(TEETH[0], false).radius) / 20f64.to_radians().cos();
    for (i, joint) in set.joints.iter().enumerate() {
        let first = 11 * (i / 2) + 3 * (i % 2);
        let pair = joint.state(equations.kinematics(), &state.multipliers[first..first + 3]);
        // Damped to what the run leaves.
        near(pair.normal_force.abs(), normal, 1e-3 * normal);
    }
}
