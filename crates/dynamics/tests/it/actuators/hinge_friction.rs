//! Discs that rub: instants at which they stop, stick and give way, a load that is held.

use pitchline_contact::DragTorque;
use pitchline_dynamics::{
    Connector, Drive, Frame, HingeFriction, HingeFrictionData, Machine, NodeId, Standstill,
    TimeFunction, TorsionSpring,
};

use super::{angle, assert_changes, disc, load, observed, speed};

const INERTIA: f64 = 0.02;

fn rubbing(machine: &mut Machine, drag: DragTorque, standstill: Standstill, on: u32) {
    let frames = [0, on].map(|n| Frame::at(NodeId(n)));
    let data = HingeFrictionData {
        drag,
        pressed: TimeFunction::Constant(1.0),
        standstill,
    };
    let friction = HingeFriction::build("seal", machine, frames[0], frames[1], data).unwrap();
    machine.add("seal", friction).unwrap();
}

/// J ω̇ = M − T_c − k ω from 30 rad/s: ω = 0 at t = J/k ln(1 + k ω_0/(T_c − M)), at the angle J (ω_0 − (T_c − M) t/J)/k. Then the load is
/// held for a thousand seconds.
#[test]
fn a_disc_stops_and_stays_under_its_load() {
    let drag = DragTorque {
        constant: 0.5,
        viscous: 0.01,
        static_torque: 0.8,
        ..DragTorque::default()
    };
    let (first, torque) = (30.0, 0.3);
    let mut machine = Machine::new();
    let [_, own] = disc(&mut machine, "disc", INERTIA, first);
    load(&mut machine, own, torque);
    rubbing(&mut machine, drag, Standstill::Sticks, 1);
    let rest = drag.constant - torque;
    let stop = INERTIA / drag.viscous * (1.0 + drag.viscous * first / rest).ln();
    let way = (INERTIA * first - rest * stop) / drag.viscous;
    let mut stood = Vec::new();
    let runs = observed(
        &machine,
        1e-6,
        &[stop + 0.1, 10.0, 1000.0],
        |name, equations, state| {
            if state.time > stop {
                stood.push((name.to_owned(), angle(state, 1), speed(state, 1)));
                // The multiplier of the seal is the last: it bears the load.
                let held = state.multipliers[state.multipliers.len() - 1];
                assert!((held + torque).abs() < 1e-9, "{name}: {held}");
                assert_eq!(equations.energy().dissipated, 0.0);
            }
        },
    );
    for (name, occurrences) in &runs {
        // It is decided at the start, too: a disc that turns slides.
        assert_changes(name, occurrences, &[(0.0, false), (stop, true)], 1e-6);
    }
    let turns = std::f64::consts::TAU * (way / std::f64::consts::TAU).round();
    for looks in stood.chunks(3) {
        let [(name, before, _), (_, middle, _), (_, after, turning)] = looks else {
            panic!("three looks at each run");
        };
        // The tolerance of the run over its angle.
        assert!(
            (before - (way - turns)).abs() < 1e-6 * way,
            "{name}: {before}"
        );
        // Rates obey the constraint to the tolerance of the run, its angle to what iterations leave: nothing adds up in 1000 s.
        assert!(turning.abs() < 1e-6, "{name}: {turning:e}");
        for (from, to) in [(before, middle), (middle, after)] {
            assert!((to - from).abs() < 1e-10, "{name}: {:e}", to - from);
        }
    }
}

/// The same load on a law without rest: ω_r artanh(M/T_c) for ever.
#[test]
fn a_regularised_law_creeps() {
    let slow = 1e-3;
    let drag = DragTorque {
        constant: 0.5,
        static_torque: 0.5,
        ..DragTorque::default()
    };
    let mut machine = Machine::new();
    let [_, own] = disc(&mut machine, "disc", INERTIA, 0.0);
    load(&mut machine, own, 0.3);
    rubbing(&mut machine, drag, Standstill::Regularised(slow), 1);
    let expected = slow * (0.3f64 / 0.5).atanh() * 1000.0;
    observed(&machine, 1e-3, &[1000.0], |name, _, state| {
        if state.time > 0.0 {
            // 0.693 rad, as far as the run's tolerance goes.
            let crept = angle(state, 1);
            assert!((crept - expected).abs() < 1e-3, "{name}: {crept}");
        }
    });
}

/// A disc that rubs is pulled through a spring at constant speed Ω. It gives way where the spring bears T_0; its deflection then swings
/// about T_c/κ, and the disc stands again, the speed being Ω once more, after the time 2 (π − arctan(A w/Ω))/w with A = (T_0 − T_c)/κ
/// and w² = κ/J. By symmetry the spring bears 2 T_c − T_0 then, and is wound up again within 2 (T_0 − T_c)/(κ Ω).
#[test]
fn a_disc_on_a_spring_sticks_and_slips() {
    let (stiffness, pull) = (40.0, 0.3);
    let drag = DragTorque {
        constant: 1.2,
        static_torque: 2.0,
        ..DragTorque::default()
    };
    let mut machine = Machine::new();
    let [_, own] = disc(&mut machine, "disc", INERTIA, 0.0);
    let [ground, pulling] = disc(&mut machine, "pulled end", INERTIA, pull);
    let drive = Drive::speed(ground, pulling, TimeFunction::Constant(pull), 0.0);
    machine.add("drive", drive).unwrap();
    let spring = TorsionSpring {
        stiffness,
        damping: 0.0,
        rest_angle: 0.0,
    };
    let spring = Connector::new(&mut machine, own, pulling, spring);
    machine.add("spring", spring).unwrap();
    rubbing(&mut machine, drag, Standstill::Sticks, 1);
    let fall = (drag.static_torque - drag.constant) / stiffness;
    let frequency = (stiffness / INERTIA).sqrt();
    let slides = 2.0 * (std::f64::consts::PI - (fall * frequency / pull).atan()) / frequency;
    let sticks = 2.0 * fall / pull;
    let duration = 3.0;
    let mut expected = vec![(0.0, true)];
    let mut time = drag.static_torque / (stiffness * pull);
    while time < duration {
        expected.push((time, false));
        if time + slides < duration {
            expected.push((time + slides, true));
        }
        time += slides + sticks;
    }
    assert!(expected.len() > 20, "{}", expected.len());
    for tolerance in [1e-4, 1e-6] {
        for (name, occurrences) in observed(&machine, tolerance, &[duration], |_, _, _| {}) {
            // Errors of the run in the angle, at the speed of the pull: as many seconds.
            assert_changes(name, &occurrences, &expected, 10.0 * tolerance / pull);
        }
    }
}

/// A torque that grows with 0.25 N m/s, back and forth: it gives way at T_0 to either side, and at no other time.
#[test]
fn gives_way_to_either_side() {
    let drag = DragTorque {
        constant: 0.5,
        static_torque: 0.75,
        ..DragTorque::default()
    };
    for side in [1.0, -1.0] {
        let mut machine = Machine::new();
        let [_, own] = disc(&mut machine, "disc", INERTIA, 0.0);
        let ramp = TimeFunction::Ramp {
            start: 0.0,
            end: 4.0,
            from: 0.0,
            to: side,
        };
        load(&mut machine, own, ramp);
        rubbing(&mut machine, drag, Standstill::Sticks, 1);
        let turned = |t: f64| {
            // J φ̈ = ¼ t − ½ from t = 3 on, when φ = φ̇ = 0.
            let s = t - 3.0;
            side * (0.125 * s * s + 0.25 * s * s * s / 6.0) / INERTIA
        };
        let runs = observed(&machine, 1e-7, &[3.2], |name, _, state| {
            if state.time > 3.0 {
                let found = angle(state, 1);
                assert!((found - turned(3.2)).abs() < 1e-6, "{name}: {found}");
            }
        });
        for (name, occurrences) in runs {
            assert_changes(name, &occurrences, &[(0.0, true), (3.0, false)], 1e-9);
        }
    }
}
