//! Whole turns over coarse steps, and machines that stand far away.

use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Frame, Interpolation, Joint, Kinematic, Machine,
    NodeId, RigidBody, Rotation, State, TimeFunction, TimeTable, TorsionSpring, Transient,
    TransientOptions, assemble,
};

const TURN: f64 = std::f64::consts::TAU;

/// A wheel on an axle whose angle a table prescribes: ten turns in half a second, then back. A torsion spring without stiffness follows it.
fn wheel() -> (Machine, TimeFunction) {
    let mut machine = Machine::new();
    let node = machine.add_node("wheel", [0.0; 3], Rotation::IDENTITY);
    let inertia = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]];
    let body = RigidBody {
        node,
        mass: 3.0,
        inertia,
    };
    machine.add("wheel", body).unwrap();
    let (a, b) = (Frame::at(NodeId::GROUND), Frame::at(node));
    machine.add("axle", Joint::revolute(a, b)).unwrap();
    let points = [[0.0, 0.0], [0.5, 10.0], [1.0, 10.3], [2.0, 0.0]];
    let points = points.map(|[time, turns]| [time, turns * TURN]).to_vec();
    let table = TimeTable::new(points, Interpolation::Cubic).unwrap();
    let path = TimeFunction::Table(table);
    machine
        .add("drive", Drive::angle(a, b, path.clone()))
        .unwrap();
    let spring = TorsionSpring {
        stiffness: 1e-9,
        damping: 0.0,
        rest_angle: 0.0,
    };
    let spring = Connector::new(&mut machine, a, b, spring);
    machine.add("follower", spring).unwrap();
    (machine, path)
}

fn assembled(machine: &Machine) -> (Equations<'_>, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    (equations, state)
}

/// Five turns in a step: the angle is that of the table, not one some turns off.
#[test]
fn a_driven_angle_is_that_of_its_drive() {
    let (machine, path) = wheel();
    let (mut equations, mut state) = assembled(&machine);
    let mut motion = Kinematic::new(&mut equations, &state, 1e-12).unwrap();
    for i in 1..=8 {
        let time = 0.25 * f64::from(i);
        motion.go_to(&mut equations, &mut state, time).unwrap();
        let (found, exact) = (state.angles[0].total(), path.at(time).value);
        assert!((found - exact).abs() < 1e-9, "{time}: {found} {exact}");
    }
    let (mut equations, mut state) = assembled(&machine);
    let mut transient = Transient::new(&equations, &state, TransientOptions::default());
    for i in 1..=8 {
        transient.step(&mut equations, &mut state, 0.25).unwrap();
        let exact = path.at(0.25 * f64::from(i));
        let (found, spin) = (state.angles[0].total(), state.velocity[5]);
        assert!((found - exact.value).abs() < 1e-9, "{i}: {found} {exact:?}");
        // Not that of a turn more or less, which would be off by 25 rad/s and more; parts of a step may still be long.
        assert!(
            (spin - exact.rate).abs() < 0.4 * TURN / 0.25,
            "{i}: {spin} {exact:?}"
        );
    }
    assert!(transient.report().halved > 0);
}

/// A door on an axis along y at a distance from the origin (m).
fn far_door(away: f64) -> Machine {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = machine.add_node("door", [away + 0.3, 0.0, 0.0], Rotation::IDENTITY);
    let inertia = [[0.02, 0.0, 0.0], [0.0, 0.03, 0.0], [0.0, 0.0, 0.04]];
    let body = RigidBody {
        node,
        mass: 3.0,
        inertia,
    };
    machine.add("door", body).unwrap();
    let axes = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]];
    let on = |node, x| Frame {
        node,
        place: [x, 0.0, 0.0],
        axes,
    };
    let hinge = Joint::revolute(on(NodeId::GROUND, away), on(node, -0.3));
    machine.add("hinge", hinge).unwrap();
    machine
}

/// It swings alike wherever it stands; places of 10⁵ m are rounded by 1.5e-11 m, which an arm of 0.3 m sees as 5e-11 rad.
#[test]
fn machines_far_from_the_origin_move_alike() {
    let angle = |away: f64| {
        let machine = far_door(away);
        let (mut equations, mut state) = assembled(&machine);
        let mut transient = Transient::new(&equations, &state, TransientOptions::default());
        for _ in 0..3000 {
            transient.step(&mut equations, &mut state, 1e-5).unwrap();
        }
        (state.rotations[0].vector()[1], transient.report().halved)
    };
    let (at_home, _) = angle(0.0);
    for away in [100.0, 1e3, 1e5] {
        let (found, halved) = angle(away);
        // Rounding of the places that steps start from, as an angle, once for each step in the worst case and by chance √3000 times.
        let rounding = 1.2e-16 * away / 0.3;
        assert!(
            (found - at_home).abs() < 3e3 * rounding,
            "{away}: {found} {at_home}"
        );
        assert_eq!(halved, 0, "{away}");
    }
}
