//! Equilibria: closed forms, kinks, motions that nothing holds.

use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, Equations, Error, Frame, Joint, Load, LoadAxes, Machine,
    NodeId, RigidBody, Rotation, Spring, State, Statics, StaticsOptions, TensionString,
    TimeFunction, assemble,
};

fn ground(place: [f64; 3]) -> Frame {
    Frame {
        place,
        ..Frame::at(NodeId::GROUND)
    }
}

fn body(machine: &mut Machine, name: &str, place: [f64; 3], mass: f64) -> NodeId {
    let node = machine.add_node(name, place, Rotation::IDENTITY);
    let inertia = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]];
    let body = RigidBody {
        node,
        mass,
        inertia,
    };
    machine.add(name, body).unwrap();
    node
}

fn equilibrium(machine: &Machine) -> Result<(State, Vec<f64>), Error> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let options = AssemblyOptions {
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    assemble(&mut equations, &mut state, &options)?;
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state)?;
    let mut left = vec![0.0; equations.n()];
    equations.set(&state)?;
    equations.residual(&mut left);
    Ok((state, left))
}

/// A mass between two strings that are slack at the start: it falls until one of them is taut. 2 kg on k = 1000 N/m:
/// l = l₀ + m g/k.
#[test]
fn a_slack_string_comes_taut() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = body(&mut machine, "mass", [0.0, 0.0, -0.3], 2.0);
    let string = TensionString {
        stiffness: 1000.0,
        damping: 0.0,
        rest_length: 1.0,
    };
    for (name, top) in [("above", 0.0), ("far above", 5.0)] {
        let string = TensionString {
            rest_length: 1.0 + 2.0 * top,
            ..string
        };
        let law = Connector::new(
            &mut machine,
            ground([0.0, 0.0, top]),
            Frame::at(node),
            string,
        );
        machine.add(name, law).unwrap();
    }
    // Turns and sideways motions are held by a guide along z.
    let axes = Frame::at(NodeId::GROUND);
    machine
        .add("guide", Joint::prismatic(axes, Frame::at(node)))
        .unwrap();
    let (state, _) = equilibrium(&machine).unwrap();
    let expected = -(1.0 + 2.0 * 9.81 / 1000.0);
    // Rounding of a stiffness of 1000 N/m and a weight of 20 N.
    assert!(
        (state.places[0][2] - expected).abs() < 1e-12,
        "{:?}",
        state.places[0]
    );
}

/// A lever with a weight at its end, held by a spring: moments about the hinge balance, and the hinge bears the rest.
#[test]
fn a_lever_balances() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let node = body(&mut machine, "lever", [1.0, 0.0, 0.0], 3.0);
    let at = |place| Frame {
        place,
        ..Frame::at(node)
    };
    machine
        .add(
            "hinge",
            Joint::revolute(ground([0.0; 3]), at([-1.0, 0.0, 0.0])),
        )
        .unwrap();
    let spring = Spring {
        stiffness: 70.0,
        damping: 0.0,
        rest_length: 1.0,
    };
    let law = Connector::new(
        &mut machine,
        ground([0.0, 2.0, 0.0]),
        at([-0.5, 0.0, 0.0]),
        spring,
    );
    machine.add("spring", law).unwrap();
    let (state, left) = equilibrium(&machine).unwrap();
    let largest = left.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    assert!(largest < 1e-9 * 30.0, "{largest:e}");
    // Independent: angle θ of the lever by bisection on moments about the hinge.
    let moment = |angle: f64| {
        let (p, weight) = (
            [0.5 * angle.cos(), 0.5 * angle.sin()],
            3.0 * 9.81 * angle.cos(),
        );
        let (x, y) = (-p[0], 2.0 - p[1]);
        let length = x.hypot(y);
        let pull = 70.0 * (length - 1.0) / length;
        pull * (p[0] * y - p[1] * x) - weight
    };
    let (mut low, mut high) = (-1.5, 1.5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if moment(middle) > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    let angle = state.places[0][1].atan2(state.places[0][0]);
    assert!((angle - low).abs() < 1e-11, "{angle} {low}");
}

#[test]
fn what_nothing_holds_is_named() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = body(&mut machine, "block", [0.0; 3], 2.0);
    machine
        .add("guide", Joint::prismatic(ground([0.0; 3]), Frame::at(node)))
        .unwrap();
    let error = equilibrium(&machine).unwrap_err();
    let Error::NoEquilibrium {
        motion, residual, ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(motion, "block, along z");
    assert!((residual - 19.62).abs() < 1e-9, "{error}");
}

/// Nothing pushes it: it stays where it is, free as it may be.
#[test]
fn a_free_motion_without_load_stays() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = body(&mut machine, "wheel", [0.1, 0.2, 0.3], 2.0);
    machine
        .add(
            "axle",
            Joint::revolute(ground([0.1, 0.2, 0.3]), Frame::at(node)),
        )
        .unwrap();
    let (state, _) = equilibrium(&machine).unwrap();
    assert!(state.rotations[0].vector()[2].abs() < 1e-12);
    assert!(
        (state.multipliers[2] - 19.62).abs() < 1e-9,
        "{:?}",
        state.multipliers
    );
}

#[test]
fn joints_that_do_not_fit_say_by_how_much() {
    let mut machine = Machine::new();
    let node = body(&mut machine, "rod", [0.0; 3], 1.0);
    let at = |x: f64| Frame {
        place: [x, 0.0, 0.0],
        ..Frame::at(node)
    };
    // A rod of 1 m between points 1.3 m apart.
    machine
        .add(
            "left",
            Joint::spherical(ground([-0.65, 0.0, 0.0]), at(-0.5)),
        )
        .unwrap();
    machine
        .add("right", Joint::spherical(ground([0.65, 0.0, 0.0]), at(0.5)))
        .unwrap();
    let error = equilibrium(&machine).unwrap_err();
    let Error::Incompatible {
        mismatch,
        largest,
        unit,
        ..
    } = &error
    else {
        panic!("{error}");
    };
    // 0.3 m are missing; the gap is shared, 0.15 m at each end.
    assert!((mismatch - 0.3).abs() < 1e-6 && *unit == "m", "{error}");
    assert!((largest - 0.15).abs() < 1e-6, "{error}");
    assert!(
        error.to_string().contains("the total mismatch is 0.3 m"),
        "{error}"
    );
}

/// A block of 20 N on two equal guides: each bears half of what acts across them, whatever the start was.
#[test]
fn equal_joints_share_what_they_bear() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -10.0, 0.0];
    let node = body(&mut machine, "block", [0.0; 3], 2.0);
    for name in ["first", "second"] {
        let guide = Joint::prismatic(ground([0.0; 3]), Frame::at(node));
        machine.add(name, guide).unwrap();
    }
    let (state, _) = equilibrium(&machine).unwrap();
    // Each has rows along x, y and about x, y, z.
    assert!(
        (state.multipliers[1] - 10.0).abs() < 1e-9,
        "{:?}",
        state.multipliers
    );
    assert!(
        (state.multipliers[6] - 10.0).abs() < 1e-9,
        "{:?}",
        state.multipliers
    );
}

/// A pendulum of 2 kg on an arm of 0.5 m, above or below its foot.
fn standing(above: bool, joint: fn(Frame, Frame) -> Joint) -> u32 {
    let mut machine = Machine::new();
    machine.gravity = [0.0, -9.81, 0.0];
    let y = if above { 0.5 } else { -0.5 };
    let node = body(&mut machine, "rod", [0.0, y, 0.0], 2.0);
    let foot = Frame {
        place: [0.0, -y, 0.0],
        ..Frame::at(node)
    };
    machine.add("foot", joint(ground([0.0; 3]), foot)).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    assert!((state.places[0][1] - y).abs() < 1e-12);
    statics.report().unstable
}

/// It falls about the axis of a hinge, about two axes on a ball; turns about the upright are neutral, and so is all on a fixed foot.
#[test]
fn unstable_equilibria_are_told() {
    assert_eq!(standing(true, Joint::revolute), 1);
    assert_eq!(standing(true, Joint::spherical), 2);
    assert_eq!(standing(true, Joint::fixed), 0);
    assert_eq!(standing(false, Joint::revolute), 0);
    assert_eq!(standing(false, Joint::spherical), 0);
}

/// A chain of three rods on balls, pulled aside: each may spin about its own line, and rounding of that is no instability.
#[test]
fn a_hanging_chain_is_stable() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let mut above = ground([0.0; 3]);
    for i in 0..3 {
        let middle = [0.15 + 0.3 * f64::from(i), 0.0, 0.0];
        let node = body(&mut machine, "rod", middle, 3.0);
        let end = |x| Frame {
            place: [x, 0.0, 0.0],
            ..Frame::at(node)
        };
        machine
            .add("ball", Joint::spherical(above, end(-0.15)))
            .unwrap();
        above = end(0.15);
    }
    let mut load = Load::new(above, LoadAxes::Ground);
    load.force[0] = TimeFunction::Constant(10.0);
    load.force[1] = TimeFunction::Constant(15.0);
    machine.add("load", load).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    assert_eq!(statics.report().unstable, 0);
    // The lowest rod lies along the pull of its load and half its weight.
    let along = state.rotations[2].matrix().map(|row| row[0]);
    let pull = [10.0, 15.0, -1.5 * 9.81];
    let size = pull.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (found, exact) in along.iter().zip(pull) {
        assert!((found - exact / size).abs() < 1e-8, "{along:?}");
    }
}

/// A force is told where it is.
#[test]
fn failures_name_forces_that_are_there() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -9.81];
    let node = body(&mut machine, "block", [0.0; 3], 2.0);
    let slot = Joint::from_mask(
        ground([0.0; 3]),
        Frame::at(node),
        [false, true, false, true, true, true],
    );
    machine.add("slot", slot).unwrap();
    let error = equilibrium(&machine).unwrap_err();
    let Error::NoEquilibrium {
        motion, residual, ..
    } = &error
    else {
        panic!("{error}");
    };
    // Free along x and z, pushed along z.
    assert_eq!(motion, "block, along z");
    assert!((residual - 19.62).abs() < 1e-9, "{error}");
    assert!(
        error.to_string().contains("nothing holds it there"),
        "{error}"
    );
}

/// A rod whose hinge and drive hold it completely, whichever of both is named first.
#[test]
fn a_drive_holds_a_rod() {
    for is_first in [true, false] {
        let mut machine = Machine::new();
        machine.gravity = [0.0, -9.81, 0.0];
        let node = body(&mut machine, "rod", [0.5, 0.0, 0.0], 2.0);
        let end = Frame {
            place: [-0.5, 0.0, 0.0],
            ..Frame::at(node)
        };
        let (a, b) = match is_first {
            true => (ground([0.0; 3]), end),
            false => (end, ground([0.0; 3])),
        };
        machine.add("hinge", Joint::revolute(a, b)).unwrap();
        let still = TimeFunction::Constant(0.0);
        machine.add("drive", Drive::angle(a, b, still)).unwrap();
        let (state, _) = equilibrium(&machine).unwrap();
        let sign = if is_first { 1.0 } else { -1.0 };
        assert!((state.multipliers[1] - sign * 19.62).abs() < 1e-9);
        assert!((state.multipliers[5] - sign * 9.81).abs() < 1e-9);
    }
}
