//! Friction about an axis that sticks, slides or is regularised, brakes, motors with and without inductance, controllers with and without
//! samples and what they set.

use pitchline_contact::{DragTorque, StribeckFall};
use pitchline_dynamics::{
    Brake, ContinuousController, ControlledTorque, Controller, ControllerData, DcMotor,
    DcMotorData, HingeFriction, HingeFrictionData, Machine, Sensed, Signal, Sliding, Standstill,
    TimeFunction,
};

use super::basic::frame;
use super::{Sample, two_nodes};

pub fn samples() -> Vec<Sample> {
    use Sliding::{Backward, Forward, Stuck, Undecided};
    let regularised = Standstill::Regularised(1.3);
    let viscous = DragTorque {
        viscous: 0.7,
        ..DragTorque::default()
    };
    vec![
        friction(
            "hinge friction, forward",
            drag(),
            Standstill::Sticks,
            Forward,
        ),
        friction(
            "hinge friction, backward",
            drag(),
            Standstill::Sticks,
            Backward,
        ),
        friction("hinge friction, stuck", drag(), Standstill::Sticks, Stuck),
        friction(
            "hinge friction, undecided",
            drag(),
            Standstill::Sticks,
            Undecided,
        ),
        friction(
            "hinge friction, regularised",
            drag(),
            regularised,
            Undecided,
        ),
        friction(
            "hinge friction, viscous",
            viscous,
            Standstill::Sticks,
            Undecided,
        ),
        brake(),
        motor("motor", 0.8),
        motor("motor without inductance", 0.0),
        controller(),
        followed(
            "controller of an angle, motor",
            Sensed::Angle,
            Taker::Motor(0.8),
        ),
        followed(
            "controller of a speed, motor",
            Sensed::Speed,
            Taker::Motor(0.8),
        ),
        followed(
            "controller of a speed, motor without inductance",
            Sensed::Speed,
            Taker::Motor(0.0),
        ),
        followed(
            "controller of an angle, torque",
            Sensed::Angle,
            Taker::Torque,
        ),
        followed(
            "controller of a speed, torque",
            Sensed::Speed,
            Taker::Torque,
        ),
    ]
}

fn drag() -> DragTorque {
    DragTorque {
        constant: 1.5,
        viscous: 0.4,
        stribeck: Some(StribeckFall {
            breakaway: 2.2,
            speed: 1.7,
        }),
        static_torque: 2.5,
    }
}

fn sine(offset: f64) -> TimeFunction {
    TimeFunction::Sine {
        offset,
        amplitude: 1.5,
        angular_frequency: 3.0,
        phase: 0.4,
        start: 0.1,
    }
}

fn friction(
    name: &'static str,
    drag: DragTorque,
    standstill: Standstill,
    sliding: Sliding,
) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let data = HingeFrictionData {
        drag,
        pressed: TimeFunction::Constant(1.4),
        standstill,
    };
    let [a, b] = [frame(a, 1.0), frame(b, -0.6)];
    let friction = HingeFriction::build(name, &mut machine, a, b, data).unwrap();
    machine.add(name, friction).unwrap();
    Sample {
        sliding,
        ..Sample::new(name, machine)
    }
}

fn brake() -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let brake = Brake {
        torque: sine(2.0),
        static_ratio: 1.2,
        standstill: Standstill::Sticks,
    };
    let [a, b] = [frame(a, 1.0), frame(b, -0.6)];
    let brake = brake.build("brake", &mut machine, a, b).unwrap();
    machine.add("brake", brake).unwrap();
    Sample {
        sliding: Sliding::Forward,
        ..Sample::new("brake", machine)
    }
}

fn motor(name: &'static str, inductance: f64) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let data = DcMotorData {
        resistance: 1.1,
        inductance,
        torque_constant: 0.9,
        voltage: Signal::Given(sine(4.0)),
    };
    let [a, b] = [frame(a, 1.0), frame(b, -0.6)];
    let motor = DcMotor::build(name, &mut machine, a, b, data).unwrap();
    machine.add(name, motor).unwrap();
    Sample::new(name, machine)
}

fn controller() -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let data = ControllerData {
        sensed: Sensed::Angle,
        setpoint: Signal::Given(sine(1.0)),
        proportional: 3.0,
        integral: 2.0,
        limits: [-5.0, 5.0],
        anti_windup: true,
        sample_time: 0.01,
    };
    let [a, b] = [frame(a, 1.0), frame(b, -0.6)];
    let controller = Controller::build("controller", &mut machine, a, b, data).unwrap();
    machine.add("controller", controller).unwrap();
    Sample::new("controller", machine)
}

/// What takes the output of a controller.
enum Taker {
    /// With this inductance.
    Motor(f64),
    Torque,
}

/// A controller without samples, which looks at other nodes than those that it has turned: derivatives reach over all of them. Its sum has no
/// energy; so it is left out here and proved by `controller::continuous`.
fn followed(name: &'static str, sensed: Sensed, taker: Taker) -> Sample {
    let mut machine = Machine::new();
    let [a, b] = two_nodes(&mut machine);
    let data = ControllerData {
        sensed,
        setpoint: Signal::Given(sine(1.0)),
        proportional: 3.0,
        integral: 0.0,
        limits: [-500.0, 500.0],
        anti_windup: true,
        sample_time: 0.0,
    };
    let looks = [frame(a, 1.0), frame(b, -0.6)];
    let controller =
        ContinuousController::build("controller", &mut machine, looks[0], looks[1], data).unwrap();
    machine.add("controller", controller.clone()).unwrap();
    let signal = Signal::Followed(Box::new(controller));
    let [c, d] = two_nodes(&mut machine);
    let [c, d] = [frame(c, 0.4), frame(d, 0.7)];
    match taker {
        Taker::Motor(inductance) => {
            let data = DcMotorData {
                resistance: 1.1,
                inductance,
                torque_constant: 0.9,
                voltage: signal,
            };
            let motor = DcMotor::build(name, &mut machine, c, d, data).unwrap();
            machine.add(name, motor).unwrap();
        }
        Taker::Torque => {
            let torque = ControlledTorque::build(name, &machine, c, d, signal).unwrap();
            machine.add(name, torque).unwrap();
        }
    }
    Sample::new(name, machine)
}
