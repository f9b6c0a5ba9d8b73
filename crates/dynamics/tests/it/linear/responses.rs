//! Frequency response against closed forms and against transients.

use pitchline_dynamics::{
    AssemblyOptions, Bushing, Complex, Connector, Drive, ElementId, Equations, Error, Frame, Input,
    InputKind, Joint, LinearMachine, Load, LoadAxes, Machine, NodeId, Order, Output, Resonance,
    Rotation, Scheme, Steady, TimeFunction, Transient, TransientOptions, assemble,
};

use super::machines::{ALONG_X, at_rest, body, chain, on};

const X: [f64; 3] = [1.0, 0.0, 0.0];

pub fn linear_at_rest<'m>(machine: &'m Machine) -> (Equations<'m>, LinearMachine) {
    let mut equations = Equations::new(machine);
    let steady = Steady::at_rest(&mut equations, &machine.start(0.0)).unwrap();
    let linear = LinearMachine::new(&mut equations, &steady).unwrap();
    (equations, linear)
}

/// x = f / (k₂ − m ω² + i c ω) for one mass between two springs.
#[test]
fn an_oscillator_answers_as_its_closed_form() {
    let (mass, stiffness, damping) = (0.3, 4e5, 20.0);
    let machine = chain(1, mass, stiffness, damping, true);
    let (equations, linear) = linear_at_rest(&machine);
    let node = NodeId(1);
    let inputs = [Input::force("push", Frame::at(node), X)];
    let outputs = [Order::Value, Order::Rate, Order::Second]
        .map(|order| Output::displacement(&linear, "x", &Frame::at(node), X, order));
    let frequencies = [0.0, 100.0, 1632.0, 1e4];
    let found = linear
        .frequency_response(&equations, &inputs, &outputs, &frequencies)
        .unwrap();
    for (i, omega) in frequencies.iter().enumerate() {
        let rate = Complex::new(0.0, *omega);
        let dynamic = Complex::new(
            2.0 * stiffness - mass * omega * omega,
            2.0 * damping * omega,
        );
        let exact = dynamic.inv();
        for (order, exact) in [exact, exact * rate, exact * rate * rate]
            .into_iter()
            .enumerate()
        {
            let value = found.at(i, order, 0).unwrap();
            assert!(
                (value - exact).norm() <= 1e-12 * exact.norm(),
                "{omega}: {value} {exact}"
            );
        }
    }
    assert_eq!(found.at(4, 0, 0), None);
    assert_eq!(found.curve(0, 0).len(), 4);
}

/// A mass on a spring and damper whose base is driven along z of the rail.
fn shaken() -> (Machine, ElementId, [f64; 3]) {
    let (mass, stiffness, damping) = (2.0, 8e4, 60.0);
    let mut machine = Machine::new();
    let base = machine.add_node("base", [0.0; 3], Rotation::IDENTITY);
    let top = machine.add_node("top", [0.2, 0.0, 0.0], Rotation::IDENTITY);
    machine.add("body", body(top, mass, 0.1, 0.1)).unwrap();
    machine.add("foot", body(base, 0.5, 0.1, 0.1)).unwrap();
    let along = |node, place| Frame {
        axes: ALONG_X,
        ..on(node, place)
    };
    let rail = along(NodeId::GROUND, [0.0; 3]);
    machine
        .add("rail", Joint::prismatic(rail, along(base, [0.0; 3])))
        .unwrap();
    machine
        .add("rail", Joint::prismatic(rail, along(top, [0.0; 3])))
        .unwrap();
    let law = Bushing::diagonal(
        [stiffness, 0.0, 0.0, 0.0, 0.0, 0.0],
        [damping, 0.0, 0.0, 0.0, 0.0, 0.0],
    );
    let connector = Connector::new(&mut machine, on(base, [0.2, 0.0, 0.0]), Frame::at(top), law);
    machine.add("spring", connector).unwrap();
    let drive = Drive::displacement(rail, along(base, [0.0; 3]), TimeFunction::Constant(0.0));
    let drive = machine.add("shaker", drive).unwrap();
    (machine, drive, [mass, stiffness, damping])
}

/// Transmissibility (k + i ω c) / (k − m ω² + i ω c), and the force of the shaker: what moves both masses.
#[test]
fn a_shaken_base_is_answered_as_its_closed_form() {
    let (machine, drive, [mass, stiffness, damping]) = shaken();
    let (equations, linear) = linear_at_rest(&machine);
    let top = Frame::at(NodeId(2));
    let outputs = [
        Output::displacement(&linear, "top", &top, X, Order::Value),
        Output::multiplier(&equations, "force of the shaker", drive, 0).unwrap(),
    ];
    for order in [Order::Value, Order::Rate, Order::Second] {
        let inputs = [Input::new(
            "shake",
            InputKind::Drive {
                element: drive,
                order,
            },
        )];
        let frequencies = [50.0, 200.0, 900.0];
        let found = linear
            .frequency_response(&equations, &inputs, &outputs, &frequencies)
            .unwrap();
        for (i, omega) in frequencies.iter().enumerate() {
            let rate = Complex::new(0.0, *omega);
            let given = [Complex::new(1.0, 0.0), rate, rate * rate][order as usize];
            let spring = rate * damping + stiffness;
            let top = spring / (spring - mass * omega * omega);
            let force = -(top * mass + 0.5) * (omega * omega);
            for (output, exact) in [top, force].into_iter().enumerate() {
                let value = found.at(i, output, 0).unwrap() * given;
                assert!(
                    (value - exact).norm() < 1e-11 * exact.norm(),
                    "{omega}: {value} {exact}"
                );
            }
        }
    }
}

/// Force of a spring as a user's sensor reads it, and the displacement of a point off a node that turns.
#[test]
fn sensors_are_linearised_by_differences() {
    let (machine, drive, [_, stiffness, damping]) = shaken();
    let (mut equations, linear) = linear_at_rest(&machine);
    let sensor = |_: &Equations, state: &pitchline_dynamics::State| {
        let stretch = state.places[1][0] - state.places[0][0] - 0.2;
        let rate = state.velocity[6] - state.velocity[0];
        -stiffness * stretch - damping * rate
    };
    let measured = Output::measured(&mut equations, &linear, "spring", sensor).unwrap();
    let inputs = [Input::new(
        "shake",
        InputKind::Drive {
            element: drive,
            order: Order::Value,
        },
    )];
    let top = Output::displacement(&linear, "top", &Frame::at(NodeId(2)), X, Order::Second);
    let found = linear
        .frequency_response(&equations, &inputs, &[measured, top], &[150.0])
        .unwrap();
    // The spring moves the top, 2 kg.
    let (force, acceleration) = (found.at(0, 0, 0).unwrap(), found.at(0, 1, 0).unwrap());
    assert!(
        (force - acceleration * 2.0).norm() < 1e-8 * force.norm(),
        "{force} {acceleration}"
    );
}

/// Two masses with damping, one pushed by a sine: after its start has died away the run follows the response to 0.1 %.
#[test]
fn a_transient_settles_to_the_frequency_response() {
    let omega = 700.0;
    let (mass, stiffness, damping) = (0.3, 1e5, 40.0);
    let mut machine = chain(2, mass, stiffness, damping, true);
    let mut load = Load::new(Frame::at(NodeId(1)), LoadAxes::Ground);
    // Far from where springs on the rail would bend: they are linear along it.
    load.force[0] = TimeFunction::Sine {
        offset: 0.0,
        amplitude: 3.0,
        angular_frequency: omega,
        phase: std::f64::consts::FRAC_PI_2,
        start: 0.0,
    };
    machine.add("push", load).unwrap();
    let still = chain(2, mass, stiffness, damping, true);
    let (equations, linear) = linear_at_rest(&still);
    let outputs =
        [1, 2].map(|i| Output::displacement(&linear, "x", &Frame::at(NodeId(i)), X, Order::Value));
    let inputs = [Input::force("push", Frame::at(NodeId(1)), X)];
    let found = linear
        .frequency_response(&equations, &inputs, &outputs, &[omega])
        .unwrap();

    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(1.0),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    // The slowest mode falls with c/(2 m) = 67/s: after 0.2 s to 1e-6. 400 steps a period err by (ω h)²/12 = 2e-5.
    let period = std::f64::consts::TAU / omega;
    let steps = 400;
    let mut sums = [Complex::new(0.0, 0.0); 2];
    let periods = 24;
    for period_number in 0..periods {
        for step in 1..=steps {
            transient
                .step(&mut equations, &mut state, period / f64::from(steps))
                .unwrap();
            if period_number + 1 == periods {
                let turn = std::f64::consts::TAU * f64::from(step) / f64::from(steps);
                let wave = Complex::new(turn.cos(), -turn.sin());
                for (i, sum) in sums.iter_mut().enumerate() {
                    let x = state.places[i][0] - (i + 1) as f64;
                    *sum += wave * (x * 2.0 / f64::from(steps));
                }
            }
        }
    }
    for (i, sum) in sums.iter().enumerate() {
        let exact = found.at(0, i, 0).unwrap() * 3.0;
        let off = (sum - exact).norm() / exact.norm();
        assert!(off < 1e-3, "{i}: {sum} {exact} {off:e}");
    }
}

#[test]
fn answers_without_bound_name_the_motion() {
    let machine = chain(3, 0.3, 4e5, 40.0, false);
    let (equations, linear) = linear_at_rest(&machine);
    let inputs = [Input::force("push", Frame::at(NodeId(1)), X)];
    let outputs = [Output::displacement(
        &linear,
        "x",
        &Frame::at(NodeId(3)),
        X,
        Order::Value,
    )];
    let refused = linear.frequency_response(&equations, &inputs, &outputs, &[0.0]);
    let Err(Error::Unbounded {
        frequency: 0.0,
        cause:
            Resonance::Rigid {
                mode: 1,
                motion,
                others: 0,
            },
    }) = refused
    else {
        panic!("{refused:?}");
    };
    assert_eq!(motion, "whole machine, along x");
    assert!(
        linear
            .frequency_response(&equations, &inputs, &outputs, &[1.0])
            .is_ok()
    );

    // Resonance without damping: √(2 k / m) of one mass.
    let machine = chain(1, 0.5, 1e4, 0.0, true);
    let (equations, linear) = linear_at_rest(&machine);
    let outputs = [Output::displacement(
        &linear,
        "x",
        &Frame::at(NodeId(1)),
        X,
        Order::Value,
    )];
    let refused = linear.frequency_response(&equations, &inputs, &outputs, &[200.0]);
    let Err(Error::Unbounded {
        cause: Resonance::Oscillating {
            mode: 1, frequency, ..
        },
        ..
    }) = refused
    else {
        panic!("{refused:?}");
    };
    assert!((frequency - 200.0).abs() < 1e-9, "{frequency}");
}

#[test]
fn inputs_that_are_none_are_refused() {
    let (machine, drive, _) = shaken();
    let (equations, linear) = linear_at_rest(&machine);
    let refused = |kind: InputKind| {
        let input = Input::new("shake", kind);
        linear
            .frequency_response(&equations, &[input], &[], &[1.0])
            .is_err()
    };
    let order = Order::Value;
    assert!(!refused(InputKind::Drive {
        element: drive,
        order
    }));
    assert!(refused(InputKind::Drive {
        element: ElementId(0),
        order
    }));
    assert!(refused(InputKind::Drive {
        element: ElementId(99),
        order
    }));
    let force = |node, direction| InputKind::Force {
        on: Frame::at(node),
        axes: LoadAxes::Body,
        direction,
    };
    assert!(refused(force(NodeId::GROUND, X)));
    assert!(refused(force(NodeId(9), X)));
    assert!(refused(force(NodeId(1), [0.0; 3])));
    assert!(refused(force(NodeId(1), [f64::NAN, 0.0, 0.0])));
    assert!(Output::multiplier(&equations, "none", drive, 1).is_err());
    assert!(Output::multiplier(&equations, "none", ElementId(99), 0).is_err());
    for frequency in [f64::NAN, -1.0] {
        assert!(
            linear
                .frequency_response(&equations, &[], &[], &[frequency])
                .is_err()
        );
    }
    // A second drive of the same motion contradicts the first.
    let (mut machine, drive, _) = shaken();
    let along = |node| Frame {
        axes: ALONG_X,
        ..Frame::at(node)
    };
    let second = Drive::displacement(
        along(NodeId::GROUND),
        along(NodeId(1)),
        TimeFunction::Constant(0.0),
    );
    machine.add("second", second).unwrap();
    let linear = at_rest(&machine).unwrap();
    let equations = Equations::new(&machine);
    let input = Input::new(
        "shake",
        InputKind::Drive {
            element: drive,
            order,
        },
    );
    let refused = linear.frequency_response(&equations, &[input], &[], &[1.0]);
    assert!(matches!(refused, Err(Error::NoInput { .. })), "{refused:?}");
}
