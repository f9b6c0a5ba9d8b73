//! Friction about an axis that sticks, slides or is regularised, brakes, motors with and without inductance, a controller.

use pitchline_contact::{DragTorque, StribeckFall};
use pitchline_dynamics::{
    Brake, Controller, ControllerData, DcMotor, DcMotorData, HingeFriction, HingeFrictionData,
    Machine, Sensed, Signal, Sliding, Standstill, TimeFunction,
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
        sample_time: 0.01,
    };
    let [a, b] = [frame(a, 1.0), frame(b, -0.6)];
    let controller = Controller::build("controller", &mut machine, a, b, data).unwrap();
    machine.add("controller", controller).unwrap();
    Sample::new("controller", machine)
}
