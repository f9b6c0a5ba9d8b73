//! Brakes: pressed while a disc turns, opened under a load, opened and pressed at once.

use pitchline_dynamics::{Brake, Frame, Machine, NodeId, Standstill, TimeFunction};

use super::{angle, assert_changes, disc, load, observed, speed};

const INERTIA: f64 = 0.02;

fn braked(machine: &mut Machine, torque: TimeFunction, static_ratio: f64) {
    let brake = Brake {
        torque,
        static_ratio,
        standstill: Standstill::Sticks,
    };
    let [ground, own] = [0, 1].map(|n| Frame::at(NodeId(n)));
    let brake = brake.build("brake", machine, ground, own).unwrap();
    machine.add("brake", brake).unwrap();
}

/// Free until t = 0.5 s, then a torque that grows with 2 N m/s: 10 rad/s are gone after √(2 J ω/2).
#[test]
fn stops_a_disc() {
    let mut machine = Machine::new();
    disc(&mut machine, "disc", INERTIA, 10.0);
    let ramp = TimeFunction::Ramp {
        start: 0.5,
        end: 2.5,
        from: 0.0,
        to: 4.0,
    };
    braked(&mut machine, ramp, 1.3);
    let stop = 0.5 + (2.0 * INERTIA * 10.0 / 2.0f64).sqrt();
    let runs = observed(&machine, 1e-7, &[2.0], |name, _, state| {
        if state.time > stop {
            // Rounding of what it was.
            assert!(speed(state, 1).abs() < 1e-15, "{name}");
        }
    });
    for (name, occurrences) in runs {
        assert_changes(name, &occurrences, &[(0.0, false), (stop, true)], 1e-7);
    }
}

/// The brake opens slowly under 0.4 N m: with ν = 1.25 it holds down to 0.32 N m, at t = 1.68 s.
#[test]
fn lets_go_when_it_opens() {
    let mut machine = Machine::new();
    let [_, own] = disc(&mut machine, "disc", INERTIA, 0.0);
    load(&mut machine, own, 0.4);
    let ramp = TimeFunction::Ramp {
        start: 0.0,
        end: 2.0,
        from: 2.0,
        to: 0.0,
    };
    braked(&mut machine, ramp, 1.25);
    for (name, occurrences) in observed(&machine, 1e-6, &[1.9], |_, _, _| {}) {
        assert_changes(name, &occurrences, &[(0.0, true), (1.68, false)], 1e-9);
    }
}

/// Opened at once at t = 1 s, pressed at once at t = 2 s: 20 rad/s by then, which 0.9 N m against 0.4 N m take away in 0.8 s.
#[test]
fn opens_and_closes_at_once() {
    let mut machine = Machine::new();
    let [_, own] = disc(&mut machine, "disc", INERTIA, 0.0);
    load(&mut machine, own, 0.4);
    let torque = TimeFunction::Piecewise(vec![
        (0.0, 0.9.into()),
        (1.0, 0.0.into()),
        (2.0, 0.9.into()),
    ]);
    braked(&mut machine, torque, 1.0);
    let expected = [(0.0, true), (1.0, false), (2.8, true)];
    // ½ 20 rad/s over 1 s and over 0.8 s.
    let way: f64 = 10.0 + 8.0;
    let rest = way - std::f64::consts::TAU * (way / std::f64::consts::TAU).round();
    let runs = observed(&machine, 1e-7, &[3.0, 50.0], |name, _, state| {
        if state.time > 2.9 {
            assert!((angle(state, 1) - rest).abs() < 1e-6, "{name}");
        }
    });
    for (name, occurrences) in runs {
        assert_changes(name, &occurrences, &expected, 1e-7);
    }
}
