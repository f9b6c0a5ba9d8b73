//! A pair that has turned so often that its coordinates are rounded to more than the constraints are closed to.

use std::f64::consts::TAU;

use pitchline_contact::Friction;
use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Frame, GearJoint, Joint, Kinematic, Machine,
    NodeId, RigidBody, Rotation, State, Statics, StaticsOptions, TimeFunction, TorsionSpring,
    TurnsFrom, WheelSeat, assemble,
};
use pitchline_geometry::Hand;
use pitchline_geometry::tensor::times;
use pitchline_geometry::vector::times as scale;

use super::kinds;
use super::stand::{Setting, near, stand};

/// A hundred thousand turns, forty and a bit at a time: ψ_B = −ψ_A z_A/z_B, and the flanks carry T/(r_B cos α).
#[test]
fn a_hundred_thousand_turns() {
    let pair = kinds::parallel(0.0, Hand::Right);
    let setting = Setting {
        speed: 500.0,
        load: 10.0,
        ..Setting::default()
    };
    let stand = stand(pair, &setting);
    let mut equations = Equations::new(&stand.machine);
    let mut state = stand.machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
    let expected = 10.0 / (pair.b.radius * pair.pressure_angle.cos());
    for i in 1..=2500 {
        let time = 0.507 * f64::from(i);
        kinematic.go_to(&mut equations, &mut state, time).unwrap();
        let [a, b] = [state.scalars[0], state.scalars[1]];
        // Sixteen roundings of what has turned.
        let digits = 16.0 * f64::EPSILON * 500.0 * time;
        near(a.abs(), 500.0 * time, digits);
        near(b, -a * 19.0 / 43.0, digits);
        near(state.multipliers[0].abs(), expected, 1e-7 * expected);
    }
    assert!(state.scalars[0].abs() > 1e5 * std::f64::consts::TAU);
}

/// A carrier that begins nine turns and a bit away, with a planet around a sun at rest: the planet is led round with it. Past the carrier the
/// sun turns back by its turn φ, the planet by φ z_s/z_p on.
#[test]
fn a_planet_is_led_round() {
    let pair = kinds::parallel(0.0, Hand::Right);
    let (turned, arm) = (9.0 * TAU + 1.0, pair.center_b());
    let [axis, towards, turning] = pair.frame_a();
    let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
    let mut machine = Machine::new();
    let bodies = [("carrier", [0.0; 3]), ("planet", arm)].map(|(name, place)| {
        let node = machine.add_node(name, place, Rotation::default());
        let inertia = [[0.02, 0.0, 0.0], [0.0, 0.02, 0.0], [0.0, 0.0, 0.02]];
        let body = RigidBody {
            node,
            mass: 1.0,
            inertia,
        };
        machine.add(name, body).unwrap();
        node
    });
    let [carrier, planet] = bodies;
    let on = |node, place| Frame { node, place, axes };
    let (ground, center) = (on(NodeId::GROUND, [0.0; 3]), on(carrier, [0.0; 3]));
    let pin = Joint::revolute(on(carrier, arm), on(planet, [0.0; 3]));
    machine
        .add("pivot", Joint::revolute(ground, center))
        .unwrap();
    machine.add("pin", pin).unwrap();
    let drive = Drive::angle(ground, center, TimeFunction::Constant(turned));
    machine.add("drive", drive).unwrap();
    let seat = |node, center| WheelSeat { node, center, axis };
    let seats = [seat(NodeId::GROUND, [0.0; 3]), seat(planet, arm)];
    let joint = GearJoint::on_wheels(&mut machine, "mesh", seats, pair, None, Friction::None);
    machine.add("mesh", joint.unwrap()).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        turns: TurnsFrom::Zero,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    near(state.scalars[0], -turned, 1e-10);
    near(state.scalars[1], turned * 19.0 / 43.0, 1e-10);
    let expected = times(&Rotation::from_vector(scale(turned, axis)).matrix(), arm);
    for (found, expected) in state.places[1].iter().zip(expected) {
        near(*found, expected, 1e-12);
    }
}

/// Drives that begin anywhere, with springs that count turns on both wheels: the driven one has turned by what the drive says, the other one,
/// which it speeds up, by 43/19 of it the other way; and the drive holds against both springs.
#[test]
fn springs_count_the_turns_to_a_first_state() {
    for degrees in [
        100.0,
        170.0,
        180.0,
        200.0,
        350.0,
        540.0,
        720.0,
        1332.0,
        -540.0,
        36_010.0_f64,
    ] {
        let turned = degrees.to_radians();
        let pair = kinds::parallel(0.0, Hand::Right);
        let [axis, towards, turning] = pair.frame_a();
        let axes = std::array::from_fn(|i| [towards[i], turning[i], axis[i]]);
        let mut machine = Machine::new();
        let centers = [[0.0; 3], pair.center_b()];
        let mut hold = |name: &str, center: [f64; 3]| {
            let node = machine.add_node(name, center, Rotation::default());
            let inertia = [[0.02, 0.0, 0.0], [0.0, 0.02, 0.0], [0.0, 0.0, 0.02]];
            let body = RigidBody {
                node,
                mass: 1.0,
                inertia,
            };
            machine.add(name, body).unwrap();
            let on = |node, place| Frame { node, place, axes };
            let frames = [on(NodeId::GROUND, center), on(node, [0.0; 3])];
            let spring = TorsionSpring {
                stiffness: 10.0,
                damping: 0.0,
                rest_angle: 0.0,
            };
            machine
                .add("hinge", Joint::revolute(frames[0], frames[1]))
                .unwrap();
            let spring = Connector::new(&mut machine, frames[0], frames[1], spring);
            machine.add("spring", spring).unwrap();
            (node, frames)
        };
        let [(a, _), (b, driven)] = [hold("a", centers[0]), hold("b", centers[1])];
        let seat = |node, center| WheelSeat { node, center, axis };
        let seats = [seat(a, centers[0]), seat(b, centers[1])];
        let joint = GearJoint::on_wheels(&mut machine, "mesh", seats, pair, None, Friction::None);
        machine.add("mesh", joint.unwrap()).unwrap();
        let drive = Drive::angle(driven[0], driven[1], TimeFunction::Constant(turned));
        machine.add("drive", drive).unwrap();
        let mut equations = Equations::new(&machine);
        let given = machine.start(0.0);
        let mut state = given.clone();
        let options = AssemblyOptions {
            turns: TurnsFrom::Zero,
            ..AssemblyOptions::default()
        };
        assemble(&mut equations, &mut state, &options).unwrap();
        let ratio = 43.0 / 19.0;
        let torque = 10.0 * turned * (1.0 + ratio * ratio);
        let check = |state: &State| {
            near(state.angles[0].total(), -ratio * turned, 1e-9);
            near(state.angles[1].total(), turned, 1e-9);
        };
        check(&state);
        let mut statics = Statics::new(&equations, StaticsOptions::default());
        let mut still = state.clone();
        statics
            .lead(&mut equations, &given, &mut still, TurnsFrom::Zero)
            .unwrap();
        statics.solve(&mut equations, &mut still).unwrap();
        check(&still);
        near(
            *still.multipliers.last().unwrap(),
            torque,
            1e-8 * torque.abs(),
        );
        let mut kinematic = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
        kinematic.go_to(&mut equations, &mut state, 0.01).unwrap();
        check(&state);
        near(
            *state.multipliers.last().unwrap(),
            torque,
            1e-8 * torque.abs(),
        );
    }
}
