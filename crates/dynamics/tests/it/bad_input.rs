//! Machines that cannot be: every one ends with a message that says where and what, none with a panic or without end.

use pitchline_dynamics::samples::pendulum;
use pitchline_dynamics::{
    AssemblyOptions, Connector, Drive, DriveMotion, Equations, Error, Frame, Joint, Law, LawValue,
    Machine, NodeId, RelativeMotion, RigidBody, Rotation, TimeFunction, Transient,
    TransientOptions, assemble,
};

const ROUND: [[f64; 3]; 3] = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]];

fn start(machine: &Machine) -> Result<(), Error> {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).map(|_| ())
}

#[test]
fn a_motion_without_inertia_is_named() {
    let mut machine = Machine::new();
    let node = machine.add_node("disc", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.0]],
    };
    machine.add("disc", body).unwrap();
    let axle = Joint::revolute(Frame::at(NodeId::GROUND), Frame::at(node));
    machine.add("axle", axle).unwrap();
    let error = start(&machine).unwrap_err();
    assert!(
        matches!(&error, Error::NotHeld { motion, .. } if motion == "disc, about its z"),
        "{error}"
    );
}

#[test]
fn what_is_not_there_cannot_be_connected() {
    let mut machine = Machine::new();
    let node = machine.add_node("disc", [0.0; 3], Rotation::IDENTITY);
    let joint = Joint::fixed(Frame::at(node), Frame::at(NodeId(7)));
    let error = machine.add("weld", joint).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Unknown {
                number: 7,
                count: 1,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn drives_that_contradict_each_other_say_by_how_much() {
    let mut machine = Machine::new();
    let node = machine.add_node("wheel", [0.0; 3], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 1.0,
        inertia: ROUND,
    };
    machine.add("wheel", body).unwrap();
    let (ground, wheel) = (Frame::at(NodeId::GROUND), Frame::at(node));
    machine.add("axle", Joint::revolute(ground, wheel)).unwrap();
    for (name, speed) in [("slow", 10.0), ("fast", 14.0)] {
        let function = TimeFunction::Constant(speed);
        let drive = Drive::new(ground, wheel, DriveMotion::Speed, function, 0.0);
        machine.add(name, drive).unwrap();
    }
    let error = start(&machine).unwrap_err();
    let Error::DrivesContradict { drives, through } = &error else {
        panic!("{error}");
    };
    assert!(through.is_empty(), "{error}");
    let [slow, fast] = drives.as_slice() else {
        panic!("{error}");
    };
    // Ten digits are left of the correction by ε.
    assert!((slow.fitting.unwrap() - 14.0).abs() < 1e-9, "{error}");
    assert!((fast.fitting.unwrap() - 10.0).abs() < 1e-9, "{error}");
}

/// Breaks at a time of its own.
#[derive(Debug)]
struct Broken(f64);

impl Law for Broken {
    fn evaluate(&self, _: &RelativeMotion, _: f64, time: f64) -> LawValue {
        let mut value = LawValue::default();
        value.force[0] = if time < self.0 { 0.0 } else { f64::NAN };
        value
    }
}

#[test]
fn a_step_that_never_converges_ends_with_the_last_good_state() {
    let mut machine = pendulum(1.0).unwrap();
    let law = Connector::new(
        &mut machine,
        Frame::at(NodeId::GROUND),
        Frame::at(NodeId(1)),
        Broken(0.2505),
    );
    machine.add("broken", law).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut transient = Transient::new(&equations, &state, TransientOptions::default());
    let error = loop {
        if let Err(error) = transient.step(&mut equations, &mut state, 0.001) {
            break error;
        }
        assert!(state.time < 1.0);
    };
    let Error::StepUnderflow { time, .. } = &error else {
        panic!("{error}");
    };
    // As near to where the law breaks as halves of a step come.
    assert!((time - 0.2505).abs() < 1e-8, "{error}");
    assert!((state.time - time).abs() < 1e-12);
    assert!(state.velocity.iter().all(|v| v.is_finite()));
}

#[test]
fn numbers_that_are_none_do_not_hang() {
    let mut machine = pendulum(1.0).unwrap();
    machine.node_mut(NodeId(1)).unwrap().place = [f64::NAN; 3];
    assert!(start(&machine).is_err());
    let mut machine = pendulum(1.0).unwrap();
    machine.node_mut(NodeId(1)).unwrap().spin = [f64::INFINITY, 0.0, 0.0];
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    if assemble(&mut equations, &mut state, &AssemblyOptions::default()).is_ok() {
        let mut transient = Transient::new(&equations, &state, TransientOptions::default());
        assert!(transient.step(&mut equations, &mut state, 0.001).is_err());
    }
}

#[test]
fn an_empty_machine_stands_still() {
    let machine = Machine::new();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut transient = Transient::new(&equations, &state, TransientOptions::default());
    transient.step(&mut equations, &mut state, 0.001).unwrap();
}
