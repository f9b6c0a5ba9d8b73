//! Drives that run into stops, and those that rest before them.

use pitchline_dynamics::{
    Drive, Error, Frame, Joint, Machine, NodeId, RigidBody, Rotation, StepControl, Stop,
    TimeFunction,
};

use crate::events::{GRAVITY, ROUND, ball, runs};

/// A ball above a floor, along the normal of which it is driven.
fn driven(height: f64, drive: impl FnOnce(Frame, Frame) -> Drive) -> Machine {
    let mut machine = ball(height, 0.5, 0.01);
    let drive = drive(Frame::at(NodeId::GROUND), Frame::at(NodeId(1)));
    machine.add("lift", drive).unwrap();
    machine
}

/// Down at 1 m/s from 1 m: after a second drive and stop are named, and the ball is where it was then.
#[test]
fn a_drive_that_runs_into_a_stop_is_named_with_it() {
    let machine = driven(1.0, |a, b| {
        Drive::velocity(a, b, TimeFunction::Constant(-1.0), 1.0)
    });
    for control in [StepControl::equal_steps(0.07), StepControl::new(1e-6, 2.0)] {
        for (name, run) in runs(&machine, control, 2.0, Vec::new) {
            let error = run.outcome.unwrap_err();
            let Error::Contradiction {
                ref contact,
                ref bearers,
                time,
            } = error
            else {
                panic!("{name}: {error}");
            };
            assert!(contact.starts_with("floor of ball"), "{contact}");
            assert!(
                bearers.starts_with("lift") && !bearers.contains(';'),
                "{bearers}"
            );
            assert!((time - 1.0).abs() < 1e-9, "{name}: {time}");
            let state = &run.state;
            assert!((state.velocity[2] + 1.0).abs() < 1e-9 && state.places[0][2].abs() < 1e-9);
        }
    }
}

/// Held by its drive just on the floor: nothing presses on the floor, and nothing is contradicted.
#[test]
fn a_drive_that_rests_on_a_stop_presses_on_nothing() {
    let machine = driven(0.0, |a, b| {
        Drive::displacement(a, b, TimeFunction::Constant(0.0))
    });
    for (name, run) in runs(&machine, StepControl::equal_steps(0.1), 1.0, Vec::new) {
        run.outcome.unwrap();
        assert_eq!(run.state.time, 1.0);
        assert!(run.occurrences.is_empty(), "{name}: {:?}", run.occurrences);
    }
}

/// On the floor at rest, and driven on into it: 1 mm/s² are enough.
#[test]
fn a_drive_that_sets_out_into_a_stop_is_named_with_it() {
    let down = TimeFunction::Sine {
        offset: 0.0,
        amplitude: 1e-3,
        angular_frequency: 1.0,
        phase: std::f64::consts::PI,
        start: 0.0,
    };
    let machine = driven(0.0, |a, b| Drive::velocity(a, b, down, 0.0));
    for (name, run) in runs(&machine, StepControl::equal_steps(0.1), 1.0, Vec::new) {
        let error = run.outcome.unwrap_err();
        let is_told = matches!(error, Error::Contradiction { time: 0.0, .. });
        assert!(is_told, "{name}: {error}");
    }
}

/// A slide of 2 kg falls onto two stops that hold one and the same motion: both hold from then on.
#[test]
fn two_stops_under_one_slide_both_hold() {
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -GRAVITY];
    let node = machine.add_node("slide", [0.0, 0.0, 0.05], Rotation::IDENTITY);
    let body = RigidBody {
        node,
        mass: 2.0,
        inertia: ROUND,
    };
    machine.add("slide", body).unwrap();
    let ground = Frame::at(NodeId::GROUND);
    let guide = Joint::prismatic(ground, Frame::at(node));
    machine.add("guide", guide).unwrap();
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let [below, above] = [NodeId::GROUND, node].map(|node| Frame {
            place: [x, 0.0, 0.0],
            ..Frame::at(node)
        });
        machine
            .add(name, Stop::new(below, above, 0.0, 0.0))
            .unwrap();
    }
    for (name, run) in runs(&machine, StepControl::equal_steps(7e-3), 0.5, Vec::new) {
        run.outcome.unwrap();
        let state = &run.state;
        let n = state.active.len();
        assert_eq!(state.active[n - 2..], [true, true], "{name}");
    }
}
