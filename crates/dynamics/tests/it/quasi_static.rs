//! Motion without inertia: a transmission with transmission error beside its closed form, and machines that nothing holds.

use pitchline_contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Error, Frame, GearJoint, GearMesh, Joint, Load,
    LoadAxes, Machine, NodeId, QuasiStatic, RigidBody, Rotation, State, StaticsOptions,
    TimeFunction, TorsionSpring, WheelSeat, assemble,
};
use pitchline_geometry::{PitchGear, PitchPair};

const RADIUS: f64 = 0.05;
const TEETH: u32 = 25;
const STIFFNESS: f64 = 2e8;
const ERROR: f64 = 1e-4;
const SHAFT: f64 = 2000.0;
const SPEED: f64 = 300.0;
/// Mean torque, its amplitude (N m) and angular frequency (rad/s).
const TORQUE: [f64; 3] = [100.0, 40.0, 900.0];

fn ground(place: [f64; 3]) -> Frame {
    Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    }
}

/// A body on a hinge along z.
fn turning(machine: &mut Machine, name: &str, place: [f64; 3]) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 3.0,
        inertia: [[0.01, 0.0, 0.0], [0.0, 0.01, 0.0], [0.0, 0.0, 0.02]],
    };
    machine.add(name, body).unwrap();
    machine
        .add(name, Joint::revolute(ground(place), Frame::at(node)))
        .unwrap();
    node
}

fn drive(machine: &mut Machine, node: NodeId, place: [f64; 3]) {
    let speed = TimeFunction::Constant(SPEED);
    let drive = Drive::speed(ground(place), Frame::at(node), speed, 0.0);
    machine.add("drive", drive).unwrap();
}

/// A disc that is driven, a shaft, a wheel, and a second wheel under a torque that swings. All that moves is damped.
fn transmission() -> Machine {
    let mut machine = Machine::new();
    let centers = [[0.0; 3], [0.0, 2.0 * RADIUS, 0.0]];
    let beside = [0.0, 0.0, -0.1];
    let disc = turning(&mut machine, "disc", beside);
    let wheels = [0, 1].map(|i| turning(&mut machine, ["a", "b"][i], centers[i]));
    drive(&mut machine, disc, beside);
    let shaft = TorsionSpring {
        stiffness: SHAFT,
        damping: 0.5,
        rest_angle: 0.0,
    };
    let [from, to] = [disc, wheels[0]].map(Frame::at);
    let shaft = Connector::new(&mut machine, from, to, shaft);
    machine.add("shaft", shaft).unwrap();
    let gear = PitchGear {
        teeth: TEETH,
        radius: RADIUS,
        cone_angle: 0.0,
        helix_angle: 0.0,
    };
    let pair = PitchPair {
        a: gear,
        b: gear,
        pressure_angle: 20f64.to_radians(),
    };
    let mesh = GearMesh {
        start_cycle: 0.0,
        law: MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: STIFFNESS,
            },
            damping: MeshDamping::always(1e4),
            backlash: 1e-3,
        },
        error: TransmissionError::Amplitude(ERROR),
    };
    let seats = [0, 1].map(|i| WheelSeat {
        node: wheels[i],
        center: centers[i],
        axis: [0.0, 0.0, 1.0],
    });
    let mesh = Some(mesh);
    let joint =
        GearJoint::on_wheels(&mut machine, "pair", seats, pair, mesh, Friction::None).unwrap();
    machine.add("pair", joint).unwrap();
    let mut load = Load::new(Frame::at(wheels[1]), LoadAxes::Body);
    load.torque[2] = TimeFunction::Sine {
        offset: TORQUE[0],
        amplitude: TORQUE[1],
        angular_frequency: TORQUE[2],
        phase: 0.0,
        start: 0.0,
    };
    machine.add("load", load).unwrap();
    machine
}

/// Angles of both wheels and their rates. With N = T/r the mesh is compressed by e = N/k = r(θ_a + θ_b) + x(θ_a); at wheel a
/// k_t(Ωt − θ_a) = N (r + x′), because what the error stores turns a too. The rates are its derivatives.
fn closed_form(time: f64) -> [[f64; 2]; 2] {
    let (sin, cos) = (TORQUE[2] * time).sin_cos();
    let force = (TORQUE[0] + TORQUE[1] * sin) / RADIUS;
    let force_rate = TORQUE[1] * TORQUE[2] * cos / RADIUS;
    let z = f64::from(TEETH);
    let error = |turn: f64| {
        let (sin, cos) = (z * turn).sin_cos();
        [ERROR * (1.0 - cos), ERROR * z * sin, ERROR * z * z * cos]
    };
    let mut a = SPEED * time;
    for _ in 0..50 {
        let [_, first, second] = error(a);
        let open = SHAFT * (SPEED * time - a) - force * (RADIUS + first);
        a += open / (SHAFT + force * second);
    }
    let [x, first, second] = error(a);
    let rate_a = (SHAFT * SPEED - force_rate * (RADIUS + first)) / (SHAFT + force * second);
    let b = (force / STIFFNESS - x) / RADIUS - a;
    let rate_b = (force_rate / STIFFNESS - first * rate_a) / RADIUS - rate_a;
    [[a, rate_a], [b, rate_b]]
}

fn started(machine: &Machine, step: f64) -> (Equations<'_>, State, QuasiStatic) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    let options = StaticsOptions::default();
    let motion = QuasiStatic::new(&mut equations, &state, options, step).unwrap();
    (equations, state, motion)
}

/// Turn of a node about z from −π to π, and its spin.
fn turn(state: &State, node: usize) -> [f64; 2] {
    let rotation = state.rotations[node].vector()[2];
    [rotation, state.velocity[6 * node + 5]]
}

/// Angles are found to 1e-11 of a radian; loads are differenced over 1e-4 of a step h, of which 2 (1e-4 ω h)² is lost. Steps of a
/// hundredth of the mesh period, and such in which the wheels turn by most of a turn.
#[test]
fn a_transmission_follows_its_closed_form() {
    let machine = transmission();
    for (step, count) in [(8.4e-6, 400), (0.017, 5)] {
        let (mut equations, mut state, mut motion) = started(&machine, step);
        for i in 0..=count {
            let time = step * f64::from(i);
            motion.go_to(&mut equations, &mut state, time).unwrap();
            for (node, [angle, rate]) in closed_form(time).into_iter().enumerate() {
                let [found, spin] = turn(&state, node + 1);
                // Whole turns do not show in a rotation.
                let off = (0.5 * (found - angle)).sin();
                assert!(off.abs() < 1e-9, "{time}: {found} is not {angle}");
                let tolerance = 1e-9 + 2.0 * (1e-4 * TORQUE[2] * step).powi(2);
                assert!(
                    (spin - rate).abs() < tolerance * SPEED,
                    "{time}: {spin} is not {rate}"
                );
            }
        }
        // The turn of a past the contact counts whole turns.
        let [[angle, _], _] = closed_form(step * f64::from(count));
        assert!((state.scalars[0] - angle).abs() < 1e-9 * angle);
    }
}

/// A wheel on a hinge that nothing turns goes on; one that a torque turns has no equilibrium.
#[test]
fn free_parts_go_on() {
    let mut machine = Machine::new();
    let free = turning(&mut machine, "free", [0.0; 3]);
    let driven = turning(&mut machine, "driven", [1.0, 0.0, 0.0]);
    drive(&mut machine, driven, [1.0, 0.0, 0.0]);
    let (mut equations, mut state, mut motion) = started(&machine, 1e-3);
    state.velocity[5] = 7.0;
    for i in 0..=10 {
        let time = 1e-3 * f64::from(i);
        motion.go_to(&mut equations, &mut state, time).unwrap();
    }
    for (node, rate) in [(0, 7.0), (1, SPEED)] {
        let [angle, spin] = turn(&state, node);
        assert!((spin - rate).abs() < 1e-9 * rate, "{spin}");
        assert!((angle - 0.01 * rate).abs() < 1e-9 * rate, "{angle}");
    }
    let mut load = Load::new(Frame::at(free), LoadAxes::Body);
    load.torque[2] = TimeFunction::Constant(1.0);
    machine.add("load", load).unwrap();
    let (mut equations, mut state, mut motion) = started(&machine, 1e-3);
    let before = state.clone();
    let error = motion.go_to(&mut equations, &mut state, 1e-3).unwrap_err();
    assert!(matches!(error, Error::NoEquilibrium { .. }), "{error}");
    assert_eq!(state, before);
}

#[test]
fn steps_have_a_length() {
    let machine = transmission();
    let mut equations = Equations::new(&machine);
    let state = machine.start(0.0);
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = StaticsOptions::default();
        let refused = QuasiStatic::new(&mut equations, &state, options, step);
        assert!(matches!(refused, Err(Error::Value { .. })));
    }
}
