//! A, B, C and D against modes and responses.

use pitchline_dynamics::{
    Bushing, Complex, Connector, Drive, Equations, Error, Frame, Input, InputKind, Joint,
    LinearMachine, Machine, ModeKind, ModeOptions, NodeId, Order, Output, Rotation, Steady,
    SteadyOptions, TimeFunction,
};

use super::machines::{ALONG_X, Rotor, body, chain, on};
use super::responses::linear_at_rest;

const X: [f64; 3] = [1.0, 0.0, 0.0];
const Y: [f64; 3] = [0.0, 1.0, 0.0];

/// Every eigenvalue of A is one of a mode, or its conjugate.
fn assert_same_modes(linear: &LinearMachine, values: &[Complex], of_drives: usize) {
    let modes = linear.modes(&ModeOptions::default()).unwrap();
    let mut expected: Vec<Complex> = Vec::new();
    for mode in &modes.modes {
        expected.push(mode.eigenvalue);
        if mode.kind != ModeKind::Aperiodic {
            expected.push(mode.eigenvalue.conj());
        }
    }
    assert_eq!(values.len(), expected.len() + of_drives);
    let scale = values.iter().map(|v| v.norm()).fold(0.0, f64::max);
    for exact in expected {
        let nearest = values
            .iter()
            .map(|v| (v - exact).norm())
            .fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-9 * scale, "{exact}: {nearest:e}");
    }
}

fn assert_same_answers(
    linear: &LinearMachine,
    equations: &Equations,
    inputs: &[Input],
    outputs: &[Output],
    frequencies: &[f64],
) {
    let space = linear.state_space(equations, inputs, outputs).unwrap();
    let response = linear
        .frequency_response(equations, inputs, outputs, frequencies)
        .unwrap();
    for output in 0..outputs.len() {
        for input in 0..inputs.len() {
            let exact = response.curve(output, input);
            let scale = exact.iter().map(|x| x.norm()).fold(0.0, f64::max);
            for (omega, exact) in frequencies.iter().zip(exact) {
                let value = space.response(*omega).unwrap()[output * inputs.len() + input];
                let off = (value - exact).norm();
                assert!(
                    off <= 1e-9 * scale,
                    "{omega} {output} {input}: {value} {exact}"
                );
            }
        }
    }
}

#[test]
fn a_rotor_has_one_state_space_with_its_modes_and_answers() {
    let rotor = Rotor {
        damping: 50.0,
        ..Rotor::default()
    };
    let (machine, node) = rotor.build();
    let mut equations = Equations::new(&machine);
    let start = machine.start(0.0);
    let steady = Steady::turning(&mut equations, &start, &SteadyOptions::default()).unwrap();
    let linear = LinearMachine::new(&mut equations, &steady).unwrap();
    let off = on(node, [0.0, 0.0, 0.15]);
    let inputs = [Input::force("push", off, X), Input::torque("tilt", off, Y)];
    let drive = pitchline_dynamics::ElementId(3);
    let outputs = [
        Output::displacement(&linear, "x", &off, X, Order::Value),
        Output::displacement(&linear, "y'", &off, Y, Order::Rate),
        Output::displacement(&linear, "y''", &off, Y, Order::Second),
        Output::rotation(&linear, "tilt", node, Y, Order::Value),
        Output::multiplier(&equations, "torque", drive, 0).unwrap(),
    ];
    let space = linear.state_space(&equations, &inputs, &outputs).unwrap();
    assert_eq!(
        (space.n(), space.inputs.len(), space.outputs.len()),
        (10, 2, 5)
    );
    assert_same_modes(&linear, &space.eigenvalues().unwrap(), 0);
    // A torque about z does nothing here: left out of the comparison, it is zero on both sides.
    assert_same_answers(
        &linear,
        &equations,
        &inputs,
        &outputs[..4],
        &[0.0, 100.0, 270.0, 4e3],
    );
}

/// A damped chain whose base a drive shakes: the input may be its place, its velocity or its acceleration.
#[test]
fn drives_are_inputs_of_every_order() {
    let mut machine = Machine::new();
    let along = |node| Frame {
        axes: ALONG_X,
        ..Frame::at(node)
    };
    let mut last = None;
    for (i, mass) in [0.7, 1.5, 0.4].into_iter().enumerate() {
        let place = [i as f64, 0.0, 0.0];
        let node = machine.add_node(&format!("mass {i}"), place, Rotation::IDENTITY);
        machine.add("body", body(node, mass, 0.1, 0.1)).unwrap();
        machine
            .add("rail", Joint::prismatic(along(NodeId::GROUND), along(node)))
            .unwrap();
        if let Some(last) = last {
            let law = Bushing::diagonal(
                [5e4, 0.0, 0.0, 0.0, 0.0, 0.0],
                [30.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            );
            let connector = Connector::new(&mut machine, on(last, X), Frame::at(node), law);
            machine.add("spring", connector).unwrap();
        }
        last = Some(node);
    }
    let base = along(NodeId(1));
    let drive = Drive::displacement(along(NodeId::GROUND), base, TimeFunction::Constant(0.0));
    let drive = machine.add("shaker", drive).unwrap();
    let (equations, linear) = linear_at_rest(&machine);
    let shake = |order| {
        Input::new(
            "shake",
            InputKind::Drive {
                element: drive,
                order,
            },
        )
    };
    let push = Input::force("push", Frame::at(NodeId(3)), X);
    let of = |node, order| Output::displacement(&linear, "x", &Frame::at(NodeId(node)), X, order);
    let frequencies = [20.0, 180.0, 700.0];
    let all = [
        of(3, Order::Value),
        of(3, Order::Rate),
        of(3, Order::Second),
        of(1, Order::Second),
        Output::multiplier(&equations, "force", drive, 0).unwrap(),
    ];
    let inputs = [shake(Order::Second), push.clone()];
    assert_same_answers(&linear, &equations, &inputs, &all, &frequencies);
    let space = linear.state_space(&equations, &inputs, &all).unwrap();
    assert_eq!(space.n(), 6);
    assert_same_modes(&linear, &space.eigenvalues().unwrap(), 2);
    // With the velocity as input the last mass still has its own acceleration, the base has none.
    let inputs = [shake(Order::Rate), push.clone()];
    assert_same_answers(&linear, &equations, &inputs, &all[..2], &frequencies);
    let refused = linear.state_space(&equations, &inputs, &all[3..4]);
    assert!(
        matches!(refused, Err(Error::Improper { .. })),
        "{refused:?}"
    );
    let inputs = [shake(Order::Value), push];
    assert_same_answers(&linear, &equations, &inputs, &all[..2], &frequencies);
    let refused = linear.state_space(&equations, &inputs, &[of(1, Order::Rate)]);
    assert!(
        matches!(refused, Err(Error::Improper { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_motion_without_mass_is_named() {
    let mut machine = chain(1, 0.5, 1e4, 0.0, true);
    let knot = machine.add_node("knot", [3.0, 0.0, 0.0], Rotation::IDENTITY);
    let along = |node| Frame {
        axes: ALONG_X,
        ..Frame::at(node)
    };
    machine
        .add("rail", Joint::prismatic(along(NodeId::GROUND), along(knot)))
        .unwrap();
    let law = Bushing::diagonal([1e3, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0; 6]);
    let connector = Connector::new(
        &mut machine,
        on(NodeId(1), [2.0, 0.0, 0.0]),
        Frame::at(knot),
        law,
    );
    machine.add("spring", connector).unwrap();
    let (equations, linear) = linear_at_rest(&machine);
    let refused = linear.state_space(&equations, &[], &[]);
    let Err(Error::NoInertia { motion }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(motion, "knot, along x");
    // Modes of such a machine are found all the same.
    let modes = linear.modes(&ModeOptions::default()).unwrap();
    assert_eq!(modes.modes.len(), 1);
    assert!((modes.modes[0].damped_frequency() / 200.0 - 1.0).abs() < 1e-9);
}
