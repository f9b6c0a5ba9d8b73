//! Voltages, torques and set points as inputs of a machine: a motor that turns a wheel against a spring, open and in its loop.

use pitchline_dynamics::{
    Complex, Connector, ContinuousController, ControlledTorque, Controller, ControllerData,
    DcMotor, DcMotorData, ElementId, Equations, Error, Frame, Input, InputKind, Joint,
    LinearMachine, Machine, NodeId, Output, RigidBody, Rotation, Sensed, Signal, Steady,
    TimeFunction, TorsionSpring,
};

const INERTIA: f64 = 3e-4;
const SPRING: f64 = 0.7;
const DAMPER: f64 = 2e-3;
const RESISTANCE: f64 = 0.8;
const CONSTANT: f64 = 0.06;
const GAINS: [f64; 2] = [9.0, 140.0];

const FREQUENCIES: [f64; 4] = [0.3, 20.0, 51.0, 900.0];

/// A wheel on a bearing about x, which is z of the frames; its own axes are turned.
fn wheel(machine: &mut Machine) -> [Frame; 2] {
    let turn = Rotation::from_vector([0.3, -0.2, 0.5]);
    let node = machine.add_node("wheel", [0.0; 3], turn);
    let inertia = [0, 1, 2].map(|i| [0, 1, 2].map(|j| if i == j { INERTIA } else { 0.0 }));
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia,
    };
    machine.add("wheel", body).unwrap();
    // z along x of the ground.
    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let ground = Frame {
        axes,
        ..Frame::at(NodeId::GROUND)
    };
    let back = turn.matrix();
    let own: [[f64; 3]; 3] = std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).map(|k| back[k][i] * axes[k][j]).sum())
    });
    let own = Frame {
        axes: own,
        ..Frame::at(node)
    };
    machine
        .add("bearing", Joint::revolute(ground, own))
        .unwrap();
    let spring = TorsionSpring {
        stiffness: SPRING,
        damping: DAMPER,
        rest_angle: 0.0,
    };
    let spring = Connector::new(machine, ground, own, spring);
    machine.add("spring", spring).unwrap();
    [ground, own]
}

fn motor(machine: &mut Machine, [a, b]: [Frame; 2], inductance: f64, voltage: Signal) -> ElementId {
    let data = DcMotorData {
        resistance: RESISTANCE,
        inductance,
        torque_constant: CONSTANT,
        voltage,
    };
    let motor = DcMotor::build("motor", machine, a, b, data).unwrap();
    machine.add("motor", motor).unwrap()
}

fn control(sample_time: f64) -> ControllerData {
    ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(TimeFunction::Constant(0.0)),
        proportional: GAINS[0],
        integral: GAINS[1],
        limits: [f64::NEG_INFINITY, f64::INFINITY],
        anti_windup: true,
        sample_time,
    }
}

/// k/((L s + R)(J s² + d s + c) + k² s): from the voltage to the angle.
fn plant(inductance: f64, s: Complex) -> Complex {
    let mechanical = s * s * INERTIA + s * DAMPER + SPRING;
    ((s * inductance + RESISTANCE) * mechanical + s * CONSTANT * CONSTANT).inv() * CONSTANT
}

/// Answers of the wheel's angle about x, by the response and by the matrices, at all frequencies.
fn answers(machine: &Machine, element: ElementId) -> Result<Vec<Complex>, Error> {
    let mut equations = Equations::new(machine);
    let steady = Steady::given(&mut equations, &machine.start(0.0))?;
    let linear = LinearMachine::new(&mut equations, &steady)?;
    let input = [Input::new("input", InputKind::Setting { element })];
    let order = pitchline_dynamics::Order::Value;
    let angle = [Output::rotation(
        &linear,
        "angle",
        NodeId(1),
        [1.0, 0.0, 0.0],
        order,
    )];
    let response = linear.frequency_response(&equations, &input, &angle, &FREQUENCIES)?;
    let space = linear.state_space(&equations, &input, &angle)?;
    let found = response.curve(0, 0);
    for (frequency, found) in FREQUENCIES.iter().zip(&found) {
        near(space.response(*frequency)?[0], *found);
    }
    Ok(found)
}

/// Products of a few matrices of order one.
#[track_caller]
fn near(found: Complex, exact: Complex) {
    let off = (found - exact).norm() / exact.norm();
    assert!(off < 1e-11, "{found} instead of {exact}: {off:e}");
}

#[test]
fn a_voltage_turns_the_wheel() {
    for inductance in [0.0, 4e-3] {
        let mut machine = Machine::new();
        let ends = wheel(&mut machine);
        let given = Signal::Given(TimeFunction::Constant(0.0));
        let motor = motor(&mut machine, ends, inductance, given);
        for (found, frequency) in answers(&machine, motor).unwrap().iter().zip(FREQUENCIES) {
            near(*found, plant(inductance, Complex::new(0.0, frequency)));
        }
    }
}

/// The set point by F G/(1 + F G), a voltage on top of the controller's by G/(1 + F G), with F = P + I/s.
#[test]
fn a_set_point_turns_the_wheel_through_its_loop() {
    for inductance in [0.0, 4e-3] {
        let mut machine = Machine::new();
        let [a, b] = wheel(&mut machine);
        let controller =
            ContinuousController::build("loop", &mut machine, a, b, control(0.0)).unwrap();
        let setpoint = machine.add("loop", controller.clone()).unwrap();
        let followed = Signal::Followed(Box::new(controller));
        let motor = motor(&mut machine, [a, b], inductance, followed);
        let by_setpoint = answers(&machine, setpoint).unwrap();
        let by_voltage = answers(&machine, motor).unwrap();
        for (i, frequency) in FREQUENCIES.into_iter().enumerate() {
            let s = Complex::new(0.0, frequency);
            let (g, f) = (plant(inductance, s), s.inv() * GAINS[1] + GAINS[0]);
            near(by_setpoint[i], f * g / (f * g + 1.0));
            near(by_voltage[i], g / (f * g + 1.0));
        }
    }
}

/// A sampled controller holds its output: what it sets is an input, its set point none.
#[test]
fn torques_are_inputs_and_what_is_sampled_is_none() {
    let mut machine = Machine::new();
    let [a, b] = wheel(&mut machine);
    let controller = Controller::build("loop", &mut machine, a, b, control(0.01)).unwrap();
    let output = Signal::Held(controller.output());
    let sampled = machine.add("loop", controller).unwrap();
    let torque = ControlledTorque::build("torque", &machine, a, b, output).unwrap();
    let torque = machine.add("torque", torque).unwrap();
    for (found, frequency) in answers(&machine, torque).unwrap().iter().zip(FREQUENCIES) {
        let s = Complex::new(0.0, frequency);
        near(*found, (s * s * INERTIA + s * DAMPER + SPRING).inv());
    }
    for none in [sampled, ElementId(0), ElementId(99)] {
        let refused = answers(&machine, none);
        assert!(matches!(refused, Err(Error::NoInput { .. })), "{refused:?}");
    }
}
