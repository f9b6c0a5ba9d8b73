//! Forces that follow reactions in linear machines: the push of gear joints on their bearings, and worms that rub.

use pitchline_contact::Friction;
use pitchline_dynamics::{
    Bushing, Complex, Connector, ElementId, Equations, Frame, GearJoint, Input, InputKind, Joint,
    LinearMachine, Load, LoadAxes, Machine, NodeId, Order, Output, RigidBody, Rotation, Steady,
    SteadyOptions, TimeFunction, WheelSeat,
};
use pitchline_geometry::Hand;

use crate::gear_joint::kinds;
use crate::gear_joint::stand::{Setting, stand};

const MASS: f64 = 1.5;
const INERTIAS: [f64; 2] = [2e-3, 7e-3];
/// Spring and damper of b along the line of centres (N/m, N s/m), and of its turn.
const RADIAL: [f64; 2] = [4e6, 90.0];
const TURN: [f64; 2] = [3e3, 2.0];

/// Two spur wheels, a on a hinge with a torque on it, b on springs along the line of centres and about its axis.
fn on_springs(torque: f64) -> (Machine, [f64; 2], f64) {
    let pair = kinds::parallel(0.0, Hand::Right);
    let radii = [pair.a.radius, pair.b.radius];
    let tan = pair.pressure_angle.tan();
    let mut machine = Machine::new();
    let centers = [[0.0; 3], [radii[0] + radii[1], 0.0, 0.0]];
    let axis = [0.0, 0.0, 1.0];
    let mut nodes = [NodeId::GROUND; 2];
    for i in 0..2 {
        nodes[i] = machine.add_node(["a", "b"][i], centers[i], Rotation::IDENTITY);
        let inertia = INERTIAS[i];
        let body = RigidBody {
            node: nodes[i],
            mass: MASS,
            inertia: [
                [inertia, 0.0, 0.0],
                [0.0, inertia, 0.0],
                [0.0, 0.0, inertia],
            ],
        };
        machine.add("body", body).unwrap();
    }
    let seats = [0, 1].map(|i| WheelSeat {
        node: nodes[i],
        center: centers[i],
        axis,
    });
    let joint = GearJoint::on_wheels(&mut machine, "pair", seats, pair, None, Friction::None);
    machine.add("pair", joint.unwrap()).unwrap();
    let ground = centers.map(|place| Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    });
    let [a, b] = nodes.map(Frame::at);
    machine.add("hinge", Joint::revolute(ground[0], a)).unwrap();
    let slides_and_turns = [false, true, true, true, true, false];
    let slide = Joint::from_mask(ground[1], b, slides_and_turns);
    machine.add("slide", slide).unwrap();
    let law = Bushing::diagonal(
        [RADIAL[0], 0.0, 0.0, 0.0, 0.0, TURN[0]],
        [RADIAL[1], 0.0, 0.0, 0.0, 0.0, TURN[1]],
    );
    let spring = Connector::new(&mut machine, ground[1], b, law);
    machine.add("spring", spring).unwrap();
    let mut load = Load::new(a, LoadAxes::Ground);
    load.torque[2] = TimeFunction::Constant(torque);
    machine.add("load", load).unwrap();
    (machine, radii, tan)
}

/// A torque u on a turns it by φ = u / (I_a λ² + (r_a/r_b)² (I_b λ² + c λ + k)); the teeth press with F = (u − I_a λ² φ) / r_a, and
/// F tan α moves b away. The load is so small that it bends nothing by itself: 1e-6 N m beside kN m/rad.
#[test]
fn teeth_that_press_more_push_the_bearings_apart() {
    for (torque, sense) in [(1e-6, 1.0), (-1e-6, -1.0), (0.0, 0.0)] {
        let (machine, [r_a, r_b], tan) = on_springs(torque);
        let mut equations = Equations::new(&machine);
        let rest = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
        let linear = LinearMachine::new(&mut equations, &rest).unwrap();
        let inputs = [Input::torque("u", Frame::at(NodeId(1)), [0.0, 0.0, 1.0])];
        let b = Frame::at(NodeId(2));
        let outputs = [
            Output::rotation(&linear, "φ", NodeId(1), [0.0, 0.0, 1.0], Order::Value),
            Output::displacement(&linear, "x", &b, [1.0, 0.0, 0.0], Order::Value),
        ];
        let space = linear.state_space(&equations, &inputs, &outputs).unwrap();
        for frequency in [0.0, 300.0, 1500.0, 9e3] {
            let s = Complex::new(0.0, frequency);
            let turning = s * s * INERTIAS[1] + s * TURN[1] + TURN[0];
            let turn = (s * s * INERTIAS[0] + turning * (r_a / r_b).powi(2)).inv();
            let force = (-s * s * turn * INERTIAS[0] + 1.0) / r_a;
            let away = force * sense * tan / (s * s * MASS + s * RADIAL[1] + RADIAL[0]);
            let response = linear
                .frequency_response(&equations, &inputs, &outputs, &[frequency])
                .unwrap();
            for found in [
                response.curve(0, 0)[0],
                space.response(frequency).unwrap()[0],
            ] {
                assert!((found - turn).norm() < 1e-8 * turn.norm(), "{found} {turn}");
            }
            for found in [
                response.curve(1, 0)[0],
                space.response(frequency).unwrap()[1],
            ] {
                // Where nothing presses there is no side to which the force would change.
                assert!(
                    (found - away).norm() <= 1e-8 * away.norm(),
                    "{found} {away}"
                );
            }
        }
    }
}

/// What a drive feels of a worm gear: I_a + I_b i²/η where the worm drives, I_a + I_b i² η′ where the wheel does, with the
/// efficiencies of textbooks.
#[test]
fn a_drive_feels_the_inertia_behind_a_worm_through_its_friction() {
    let inertia = 0.03;
    for coefficient in [0.0, 0.05] {
        let pair = kinds::worm(Hand::Right, 90.0, 4);
        let tan = 1.0 / pair.a.helix_angle.abs().tan();
        let cos = pair.pressure_angle.cos();
        let ratio = pair.speed_ratio();
        for sense in [1.0, -1.0] {
            let speed = 30.0;
            let setting = Setting {
                speed,
                load: 40.0 * sense,
                friction: Friction::Coulomb {
                    coefficient,
                    transition_speed: 1e-4,
                },
                ..Setting::default()
            };
            let machine = stand(pair, &setting).machine;
            let mut equations = Equations::new(&machine);
            let start = machine.start(0.0);
            let options = SteadyOptions::default();
            let steady = Steady::turning(&mut equations, &start, &options).unwrap();
            let linear = LinearMachine::new(&mut equations, &steady).unwrap();
            let names = machine.elements().map(|(name, _)| name.to_owned());
            let drive = names.into_iter().position(|name| name == "drive").unwrap();
            let element = ElementId(drive as u32);
            let order = Order::Second;
            let input = Input::new("drive", InputKind::Drive { element, order });
            let output = Output::multiplier(&equations, "torque", element, 0).unwrap();
            let space = linear.state_space(&equations, &[input], &[output]).unwrap();
            let is_worm_driving = setting.load * speed * ratio < 0.0;
            let share = match is_worm_driving {
                true => (cos * tan + coefficient) / (tan * (cos - coefficient * tan)),
                false => (cos * tan - coefficient) / (tan * (cos + coefficient * tan)),
            };
            let expected = inertia * (1.0 + ratio * ratio * share);
            let found = space.d[0].abs();
            assert!(
                (found - expected).abs() < 1e-9 * expected,
                "{coefficient} {sense}: {found} {expected}"
            );
        }
    }
}
