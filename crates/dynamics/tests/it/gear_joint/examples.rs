//! Published equilibria: [cardona] 7.1 and 7.2, from the reference position without help.

use pitchline_contact::Friction;
use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Frame, GearJoint, GearJointState, Joint, Machine,
    NodeId, RigidBody, Rotation, State, Statics, StaticsOptions, TensionString, TimeFunction,
    TorqueBetween, WheelSeat, assemble,
};
use pitchline_geometry::tensor::{Tensor, transposed};
use pitchline_geometry::vector::{Vector, cross, dot, plus, times};
use pitchline_geometry::{PitchGear, PitchPair};

use super::stand::near;

const PRESSURE: f64 = 20.0;

/// Axes whose z is a direction.
fn axes(z: Vector, x: Vector) -> Tensor {
    transposed(&[x, cross(z, x), z])
}

fn ground(place: Vector, axes: Tensor) -> Frame {
    Frame {
        node: NodeId::GROUND,
        place,
        axes,
    }
}

/// A frame on a node whose axes are those of the ground at the start.
fn on(node: NodeId, origin: Vector, place: Vector, axes: Tensor) -> Frame {
    Frame {
        node,
        place: plus(place, times(-1.0, origin)),
        axes,
    }
}

fn body(machine: &mut Machine, name: &str, place: Vector) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let inertia = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia,
    };
    machine.add(name, body).unwrap();
    node
}

/// Equilibrium, with the multipliers of elements in the order in which they were added.
fn equilibrium(machine: &Machine) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options).unwrap();
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    equations.set(&state).unwrap();
    (equations, state)
}

fn straight_bevel(sign: f64) -> PitchPair {
    let gear = |teeth, radius: f64, other: f64| PitchGear {
        teeth,
        radius,
        cone_angle: sign * (radius / other).atan(),
        helix_angle: 0.0,
    };
    PitchPair {
        a: gear(50, 5.0, 1.0),
        b: gear(10, 1.0, 5.0),
        pressure_angle: PRESSURE.to_radians(),
    }
}

/// The wheel at the origin is fixed, the bar is turned by 1 rad, 1000 N m act between bar and second wheel. `sign`: axes away from the
/// common apex (0, 1, 0), or towards it as in the source, whose cone angles are negative.
fn bevel_pair(sign: f64) -> (GearJointState, [f64; 6]) {
    let mut machine = Machine::new();
    let (axis_a, axis_b) = ([0.0, -sign, 0.0], [0.0, 0.0, sign]);
    let center_b = [0.0, 1.0, 5.0];
    let a = body(&mut machine, "first", [0.0; 3]);
    let b = body(&mut machine, "second", center_b);
    let bar = body(&mut machine, "bar", [0.0, 1.0, 2.0]);
    let seats = [
        WheelSeat {
            node: a,
            center: [0.0; 3],
            axis: axis_a,
        },
        WheelSeat {
            node: b,
            center: center_b,
            axis: axis_b,
        },
    ];
    let pair = straight_bevel(sign);
    let joint =
        GearJoint::on_wheels(&mut machine, "pair", seats, pair, None, Friction::None).unwrap();
    machine.add("pair", joint.clone()).unwrap();
    let own = axes([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let fixed = Joint::fixed(ground([0.0; 3], own), on(a, [0.0; 3], [0.0; 3], own));
    machine.add("fixed", fixed.clone()).unwrap();
    let upright = axes([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let foot = [0.0, 1.0, 0.0];
    let hinge = Joint::revolute(
        ground(foot, upright),
        on(bar, [0.0, 1.0, 2.0], foot, upright),
    );
    let between = hinge.between;
    machine.add("hinge", hinge).unwrap();
    let bearing = [
        on(bar, [0.0, 1.0, 2.0], center_b, own),
        on(b, center_b, center_b, own),
    ];
    machine
        .add("bearing", Joint::revolute(bearing[0], bearing[1]))
        .unwrap();
    machine
        .add(
            "drive",
            Drive::angle(between.a, between.b, TimeFunction::Constant(1.0)),
        )
        .unwrap();
    let torque = TorqueBetween {
        function: TimeFunction::Constant(1000.0),
    };
    let torque = Connector::new(&mut machine, bearing[0], bearing[1], torque);
    machine.add("torque", torque).unwrap();
    let (equations, state) = equilibrium(&machine);
    let k = equations.kinematics();
    (
        joint.state(k, &state.multipliers[..3]),
        fixed.reaction(k, &state.multipliers[3..9]),
    )
}

/// Printed: 1.064e3; exactly 1000/(r cos α). The wheels turn by −1 and +5 beside the bar with the axes of the source.
#[test]
fn a_straight_bevel_pair_on_a_bar() {
    let (sin, cos) = PRESSURE.to_radians().sin_cos();
    let normal = 1000.0 / cos;
    near(normal, 1064.178, 5e-4);
    for sign in [1.0, -1.0] {
        let (pair, reaction) = bevel_pair(sign);
        near(pair.normal_force.abs(), normal, 1e-9 * normal);
        near(pair.turns[0], sign, 1e-10);
        near(pair.turns[1], -5.0 * sign, 1e-10);
        // By hand: the torque drives wheel 2 about +z of the bar and so pushes wheel 1 along the turning direction of the bar's end;
        // the flanks press it away from the cone of wheel 2.
        let (s, c) = 1f64.sin_cos();
        let outwards = [s, 0.0, c];
        let hoop = [c, 0.0, -s];
        let cone = 5f64.atan();
        let away = plus(
            times(cone.sin(), [0.0, 1.0, 0.0]),
            times(cone.cos(), outwards),
        );
        let on_wheel = plus(times(normal * cos, hoop), times(-normal * sin, away));
        let moment = cross(times(5.0, outwards), on_wheel);
        for i in 0..3 {
            near(reaction[i], -on_wheel[i], 1e-8 * normal);
            near(reaction[3 + i], -moment[i], 1e-8 * 5.0 * normal);
        }
        // The hoop force alone turns the machine about y.
        near(dot(moment, [0.0, 1.0, 0.0]).abs(), 5000.0, 1e-6);
    }
}

/// Three equal wheels on a bar, the first fixed, the third turned by 1 rad beside the bar, a string to its end.
#[test]
fn three_wheels_on_a_bar() {
    let gear = PitchGear {
        teeth: 50,
        radius: 5.0,
        cone_angle: 0.0,
        helix_angle: 0.0,
    };
    let pair = PitchPair {
        a: gear,
        b: gear,
        pressure_angle: PRESSURE.to_radians(),
    };
    let own = axes([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    let mut machine = Machine::new();
    let centers = [[0.0; 3], [10.0, 0.0, 0.0], [20.0, 0.0, 0.0]];
    let wheels = [0, 1, 2].map(|i| body(&mut machine, ["first", "second", "third"][i], centers[i]));
    let middle = [15.0, 0.0, 0.0];
    let bar = body(&mut machine, "bar", middle);
    let seat = |i: usize| WheelSeat {
        node: wheels[i],
        center: centers[i],
        axis: [0.0, 0.0, 1.0],
    };
    let mut pairs = Vec::new();
    for i in 0..2 {
        let seats = [seat(i), seat(i + 1)];
        let joint =
            GearJoint::on_wheels(&mut machine, "pair", seats, pair, None, Friction::None).unwrap();
        machine.add("pair", joint.clone()).unwrap();
        pairs.push(joint);
    }
    let fixed = Joint::fixed(ground([0.0; 3], own), Frame::at(wheels[0]));
    machine.add("fixed", fixed.clone()).unwrap();
    let hinge = Joint::revolute(ground([0.0; 3], own), on(bar, middle, [0.0; 3], own));
    machine.add("hinge", hinge.clone()).unwrap();
    for i in [1, 2] {
        let bearing = Joint::revolute(on(bar, middle, centers[i], own), Frame::at(wheels[i]));
        machine.add("bearing", bearing).unwrap();
    }
    // The third wheel is turned back beside the bar; the bar goes ahead.
    let drive = Drive::angle(
        on(bar, middle, centers[2], own),
        Frame::at(wheels[2]),
        TimeFunction::Constant(-1.0),
    );
    machine.add("drive", drive).unwrap();
    let string = TensionString {
        stiffness: 1000.0,
        damping: 0.0,
        rest_length: 50.0,
    };
    let end = on(bar, middle, [30.0, 0.0, 0.0], own);
    let string = Connector::new(&mut machine, ground([30.0, -50.0, 0.0], own), end, string);
    machine.add("string", string).unwrap();
    let (equations, state) = equilibrium(&machine);
    let k = equations.kinematics();

    let (s, c) = 1f64.sin_cos();
    let end = [30.0 * c, 30.0 * s, 0.0];
    let pull = [30.0 - end[0], -50.0 - end[1], 0.0];
    let length = pull[0].hypot(pull[1]);
    let force = 1000.0 * (length - 50.0);
    near(force, 26497.5, 0.05);
    let on_bar = times(force / length, pull);
    let moment = cross(end, on_bar)[2];
    let (sin, cos) = PRESSURE.to_radians().sin_cos();
    // The third wheel carries nothing but the drive; wheels 1 and 2 hold the bar.
    let normal = moment.abs() / (5.0 * cos);
    near(normal, 1.1558e5, 5.0);
    for (i, joint) in pairs.iter().enumerate() {
        let pair = joint.state(k, &state.multipliers[3 * i..3 * i + 3]);
        near(pair.normal_force.abs(), normal, 1e-8 * normal);
        // Equilibria close joints to 1e-9 of the extent.
        near(pair.turns[0].abs(), 1.0, 1e-8);
    }
    // The bar's angle.
    near(state.rotations[3].vector()[2], 1.0, 1e-8);
    // The first wheel's reaction: the mesh pushes it back towards its axis and across.
    let towards = [c, s, 0.0];
    let across = [-s, c, 0.0];
    let on_wheel = plus(
        times(-normal * sin, towards),
        times(moment.signum() * normal * cos, across),
    );
    let reaction = fixed.reaction(k, &state.multipliers[6..12]);
    for i in 0..3 {
        near(reaction[i], -on_wheel[i], 1e-8 * normal);
    }
    near(reaction[5], -moment, 1e-8 * moment.abs());
    // All of it: hinge, wheel and string are in balance.
    let held = hinge.reaction(k, &state.multipliers[12..17]);
    for i in 0..2 {
        near(held[i] + reaction[i] + on_bar[i], 0.0, 1e-7 * normal);
    }
}
