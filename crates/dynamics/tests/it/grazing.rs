//! Functions of events that come near zero, or touch it, and go back.

use pitchline_dynamics::{Action, Direction, NodeId, StepControl};

use crate::events::{GRAVITY, Line, ball, event, names, runs};

/// Thrown up with 4 m/s the ball reaches v²/2g: a height just above is not crossed, one well below twice.
#[test]
fn grazing_is_no_event() {
    let mut machine = ball(1.0, 0.5, 0.01);
    machine.node_mut(NodeId(1)).unwrap().velocity = [0.0, 0.0, 4.0];
    let apex = 1.0 + 8.0 / GRAVITY;
    let events = || {
        let above = Line(-apex - 1e-9, 0.0, 1.0);
        let below = Line(-apex + 0.2, 0.0, 1.0);
        vec![
            event("above", above, Direction::Either, Action::Record),
            event("below", below, Direction::Either, Action::Record),
        ]
    };
    for (name, run) in runs(&machine, StepControl::equal_steps(0.05), 0.8, events) {
        assert_eq!(names(&run), ["below", "below"], "{name}");
        let (middle, half) = (4.0 / GRAVITY, (0.4 / GRAVITY).sqrt());
        for (o, exact) in run.occurrences.iter().zip([middle - half, middle + half]) {
            assert!((o.time - exact).abs() < 1e-13, "{name}: {o:?}");
        }
    }
}

/// At its highest point a ball is where an event is looked for, to all digits: it does not happen.
#[test]
fn touching_is_no_event() {
    for speed in [1.0, 2.0, 3.0, 4.0] {
        let mut machine = ball(1.0, 0.5, 0.01);
        machine.gravity = [0.0, 0.0, -10.0];
        machine.node_mut(NodeId(1)).unwrap().velocity = [0.0, 0.0, speed];
        let apex = 1.0 + speed * speed / 20.0;
        let events = || {
            let line = Line(-apex, 0.0, 1.0);
            vec![event("apex", line, Direction::Either, Action::Record)]
        };
        for control in [
            StepControl::new(1e-4, 0.4),
            StepControl::equal_steps(0.0017),
        ] {
            for (name, run) in runs(&machine, control, 0.15 * speed, events) {
                assert!(run.occurrences.is_empty(), "{name}: {:?}", run.occurrences);
            }
        }
    }
}
