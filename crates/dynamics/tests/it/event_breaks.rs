//! Events and breaks of laws in one step, in either order and at the same instant, against closed forms.

use pitchline_dynamics::{
    Action, Direction, Event, EventFunction, Frame, Kinematics, Load, LoadAxes, Machine, NodeId,
    Outcome, StepControl, TimeFunction,
};

use crate::events::{GRAVITY, Line, ball, event, names, runs};

const MASS: f64 = 2.0;
/// Upwards from the break on, three times the weight.
const FORCE: f64 = 3.0 * MASS * GRAVITY;
const BREAK: f64 = 0.234_56;

/// A ball that falls from a height until a force that begins at the break turns it round.
fn caught(height: f64) -> Machine {
    let mut machine = ball(height, 0.5, 0.01);
    let mut load = Load::new(Frame::at(NodeId(1)), LoadAxes::Ground);
    let pieces = vec![(0.0, 0.0.into()), (BREAK, FORCE.into())];
    load.force[2] = TimeFunction::Piecewise(pieces);
    machine.add("catch", load).unwrap();
    machine
}

/// Way down until a time: ½ g t², from the break on with 2 g upwards.
fn fallen(t: f64) -> f64 {
    let since = (t - BREAK).max(0.0);
    0.5 * GRAVITY * t * t - 1.5 * GRAVITY * since * since
}

/// Steps of 0.1 s: the break lies in the third. Heights are passed before the break, after it, at it and next to it, some twice. All
/// instants are known; what follows, too.
#[test]
fn an_event_and_a_break_share_a_step() {
    let steps = || {
        [
            StepControl::equal_steps(0.1),
            StepControl::new(1e-4, 0.6),
            StepControl::equal_steps(0.6),
        ]
    };
    for apart in [-0.02, -1e-7, -1e-12, 0.0, 1e-12, 1e-7, 0.02, 0.03] {
        let at = BREAK + apart;
        let machine = caught(1.0);
        let level = 1.0 - fallen(at);
        let events = || {
            vec![
                event(
                    "level",
                    Line(-level, 0.0, 1.0),
                    Direction::Falling,
                    Action::Record,
                ),
                event(
                    "clock",
                    Line(-at, 1.0, 0.0),
                    Direction::Rising,
                    Action::Record,
                ),
            ]
        };
        for control in steps() {
            for (name, run) in runs(&machine, control, 0.6, events) {
                let context = format!("{name} {apart:e} {control:?}");
                assert_eq!(run.outcome, Ok(Outcome::Reached), "{context}");
                let mut found = names(&run);
                found.sort_unstable();
                assert_eq!(found, ["clock", "level"], "{context}");
                for o in &run.occurrences {
                    // Some units in the last place of heights over a speed of 2 m/s.
                    assert!((o.time - at).abs() < 1e-14, "{context}: {o:?}");
                }
                let height = 1.0 - fallen(0.6);
                let off = run.state.places[0][2] - height;
                assert!(off.abs() < 1e-12, "{context}: {off:e}");
                let speed = -0.6 * GRAVITY + 3.0 * GRAVITY * (0.6 - BREAK);
                let off = run.state.velocity[2] - speed;
                assert!(off.abs() < 1e-11, "{context}: {off:e}");
            }
        }
    }
}

/// A bounce at the instant at which the force begins: both orders of one instant are the same, since forces bear no impulse.
#[test]
fn a_bounce_may_be_at_a_break() {
    for apart in [-1e-9, -1e-13, 0.0, 1e-13, 1e-9] {
        let meets = BREAK + apart;
        let machine = caught(fallen(meets));
        for (name, run) in runs(&machine, StepControl::new(1e-4, 0.6), 0.6, Vec::new) {
            assert_eq!(run.outcome, Ok(Outcome::Reached), "{name}");
            assert_eq!(names(&run), ["floor of ball, gap"], "{name} {apart:e}");
            let time = run.occurrences[0].time;
            assert!((time - meets).abs() < 1e-14, "{name} {apart:e}: {time}");
            // Down with g, and with 3 g upwards from the break on; half of the speed is left.
            let late = (meets - BREAK).max(0.0);
            let speed = 0.5 * GRAVITY * (meets - 3.0 * late);
            let (since, pushed) = (0.6 - meets, 0.6 - meets.max(BREAK));
            let up = speed * since + 0.5 * GRAVITY * (3.0 * pushed * pushed - since * since);
            let off = run.state.places[0][2] - up;
            assert!(off.abs() < 1e-12, "{name} {apart:e}: {off:e}");
        }
    }
}

/// What a floor bears, less a force.
#[derive(Debug)]
struct Pressure(f64);

impl EventFunction for Pressure {
    fn value(&self, _: &Kinematics, multipliers: &[f64]) -> f64 {
        multipliers[0] - self.0
    }
}

/// A ball that rests on the floor is relieved of half its weight and gets it back: the pressure jumps through a value, and later comes
/// back to it slowly. Functions that jump happen at the jump, and what they do afterwards is seen as well.
#[test]
fn a_function_that_jumps_happens_at_the_break() {
    let mut machine = ball(0.0, 0.0, 0.01);
    let mut load = Load::new(Frame::at(NodeId(1)), LoadAxes::Ground);
    let weight = MASS * GRAVITY;
    let ramp = TimeFunction::Ramp {
        start: 0.5,
        end: 1.0,
        from: 0.5 * weight,
        to: 0.0,
    };
    let again = TimeFunction::Ramp {
        start: 1.2,
        end: 1.6,
        from: 0.0,
        to: 0.5 * weight,
    };
    let pieces = vec![(0.0, 0.0.into()), (BREAK, ramp), (1.2, again)];
    load.force[2] = TimeFunction::Piecewise(pieces);
    machine.add("relief", load).unwrap();
    let events = || {
        let pressure = |name: &str, direction, share: f64| Event {
            name: name.to_owned(),
            function: Box::new(Pressure(share * weight)),
            direction,
            action: Action::Record,
        };
        vec![
            pressure("less", Direction::Falling, 0.7),
            pressure("more", Direction::Rising, 0.8),
            pressure("both", Direction::Either, 0.75),
        ]
    };
    for control in [StepControl::equal_steps(0.1), StepControl::new(1e-4, 2.0)] {
        for (name, run) in runs(&machine, control, 2.0, events) {
            assert_eq!(run.outcome, Ok(Outcome::Reached), "{name}");
            let found: Vec<&str> = names(&run).into_iter().skip(1).collect();
            let expected = ["less", "both", "both", "more", "both", "less"];
            assert_eq!(found, expected, "{name} {control:?}: {:?}", run.occurrences);
            let times = run.occurrences.iter().skip(1).map(|o| o.time);
            for (time, exact) in times.zip([BREAK, BREAK, 0.75, 0.8, 1.4, 1.44]) {
                // Forces of a resting ball are known to 1e-9 of its weight, which changes by itself in a second.
                assert!((time - exact).abs() < 1e-8, "{name}: {time} {exact}");
            }
        }
    }
}
