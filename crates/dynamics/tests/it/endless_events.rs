//! Events without end are ended with a message, after a number of them that does not grow with the length of the run.

use pitchline_dynamics::{
    Action, AssemblyOptions, Cause, Direction, Equations, Error, Event, EventFunction,
    EventOptions, Events, Frame, Kinematics, Machine, NodeId, Occurrence, Outcome, RigidBody,
    Rotation, State, StepControl, Stop, assemble,
};

use crate::events::{GRAVITY, Line, ROUND, add_ball, ball, event, integrators};

struct Ended {
    name: &'static str,
    outcome: Result<Outcome, Error>,
    occurrences: Vec<Occurrence>,
    state: State,
}

fn run(
    machine: &Machine,
    duration: f64,
    options: EventOptions,
    events: impl Fn() -> Vec<Event<'static>>,
) -> Vec<Ended> {
    let mut equations = Equations::new(machine);
    let mut start = machine.start(0.0);
    assemble(&mut equations, &mut start, &AssemblyOptions::default()).unwrap();
    let control = StepControl::new(1e-4, duration);
    let integrators = integrators(&equations, &start, control);
    let ended = integrators.into_iter().map(|(name, mut integrator)| {
        let mut state = start.clone();
        let mut run = Events::new(&equations, events(), options).unwrap();
        let outcome = run.run_to(integrator.as_mut(), &mut equations, &mut state, duration);
        Ended {
            name,
            outcome,
            occurrences: run.occurrences().to_vec(),
            state,
        }
    });
    ended.collect()
}

/// A ball without a speed of rest: flights of ½ of the one before end at t₁ (1 + 2 ε/(1 − ε)) = 3 t₁. The thirtieth is 1e-9 of all
/// before it, ten more and the first fall make some forty hits in a run of any length.
#[test]
fn bounces_accumulate_in_runs_of_any_length() {
    let machine = ball(1.0, 0.5, 0.0);
    let limit = 3.0 * (2.0 / GRAVITY).sqrt();
    for duration in [2.0, 50.0, 1e4] {
        for ended in run(&machine, duration, EventOptions::new(duration), Vec::new) {
            let name = format!("{} {duration}", ended.name);
            let error = ended.outcome.unwrap_err();
            assert!(matches!(error, Error::Chatter { .. }), "{name}: {error}");
            assert!(error.to_string().contains("rest_speed"), "{error}");
            let hits = ended.occurrences.len();
            assert!((38..=42).contains(&hits), "{name}: {hits}");
            assert!((ended.state.time - limit).abs() < 1e-9, "{name}");
        }
    }
}

/// An event whose action lets it happen again after 2 √(2 h/g) for ever: a ball that is thrown back up from below its start.
#[test]
fn steady_events_are_ended_by_their_number() {
    let machine = ball(1.0, 0.0, 0.0);
    let bouncing = || {
        let action = Action::Impact {
            constraint: 0,
            restitution: 1.0,
        };
        let below = Line(-0.999_999, 0.0, 1.0);
        vec![event("thrown", below, Direction::Falling, action)]
    };
    let options = EventOptions {
        most: 300,
        ..EventOptions::new(1e4)
    };
    let fall = (2e-6 / GRAVITY).sqrt();
    for ended in run(&machine, 1e4, options, bouncing) {
        let name = ended.name;
        let error = ended.outcome.unwrap_err();
        assert!(
            matches!(error, Error::TooManyEvents { .. }),
            "{name}: {error}"
        );
        assert!(error.to_string().contains("thrown"), "{error}");
        assert_eq!(ended.occurrences.len(), 300, "{name}");
        let last = ended.occurrences[299].time;
        // Rounding of 1e-16 m at each of 300 turns is 3e-8 of the height of 1e-6 m at the end: 2e-9 s of 0.27 s.
        assert!((last - 599.0 * fall).abs() < 2e-9, "{name}: {last}");
    }
}

/// The same within a thousandth of the time that counts as close.
#[test]
fn events_that_rush_are_ended_by_their_rate() {
    let machine = ball(1.0, 0.0, 0.0);
    let rushing = || {
        let action = Action::Impact {
            constraint: 0,
            restitution: 1.0,
        };
        let below = Line(-1.0 + 1e-10, 0.0, 1.0);
        vec![event("thrown", below, Direction::Falling, action)]
    };
    let options = EventOptions {
        closest: 1e-4,
        ..EventOptions::new(1e4)
    };
    for ended in run(&machine, 1e4, options, rushing) {
        let error = ended.outcome.unwrap_err();
        assert!(
            matches!(error, Error::Chatter { .. }),
            "{}: {error}",
            ended.name
        );
        assert!(ended.occurrences.len() <= 1001, "{}", ended.name);
    }
}

/// Speed of the ball upwards, less a value.
#[derive(Debug)]
struct Speed(f64);

impl EventFunction for Speed {
    fn value(&self, k: &Kinematics, _: &[f64]) -> f64 {
        k.velocity(NodeId(1)).along[2] - self.0
    }
}

fn noted(name: &str, function: impl EventFunction + 'static) -> Event<'static> {
    Event {
        name: name.to_owned(),
        function: Box::new(function),
        direction: Direction::Either,
        action: Action::Record,
    }
}

/// Events that only note something on the way of a ball say nothing of its bounces: some forty hits, as without them. Heights are those
/// of whole flights, of apices, of what counts as closed and of noise; speeds are zero at each apex, or grow too small to be told from zero.
#[test]
fn events_between_do_not_hide_bounces() {
    let machine = ball(1.0, 0.5, 0.0);
    let limit = 3.0 * (2.0 / GRAVITY).sqrt();
    let heights = [
        0.5, 0.25, 0.0625, 1e-3, 1e-6, 1e-9, 1e-10, 1e-12, 1e-13, 0.0,
    ];
    let speeds = [0.0, 1e-9, 1e-6, -1e-8];
    let check = |told: String, events: &dyn Fn() -> Vec<Event<'static>>| {
        let options = EventOptions {
            most: 1000,
            ..EventOptions::new(10.0)
        };
        for ended in run(&machine, 10.0, options, events) {
            let error = ended.outcome.unwrap_err();
            let told = format!("{} {told}: {error}", ended.name);
            assert!(matches!(error, Error::Chatter { .. }), "{told}");
            assert!(error.to_string().starts_with("floor of ball"), "{told}");
            let is_hit = |o: &&Occurrence| matches!(o.cause, Cause::Constraint(_));
            let hits = ended.occurrences.iter().filter(is_hit).count();
            assert!((36..=44).contains(&hits), "{told}: {hits}");
            assert!((ended.state.time - limit).abs() < 1e-9, "{told}");
        }
    };
    for height in heights {
        check(format!("{height}"), &|| {
            vec![noted("passes", Line(-height, 0.0, 1.0))]
        });
    }
    for speed in speeds {
        check(format!("{speed} m/s"), &|| {
            vec![noted("passes", Speed(speed))]
        });
    }
    check("all".to_owned(), &|| {
        let heights = heights.map(|height| noted("height", Line(-height, 0.0, 1.0)));
        let speeds = speeds.map(|speed| noted("speed", Speed(speed)));
        heights.into_iter().chain(speeds).collect()
    });
}

/// A hundred metres up, rounding of places is 1e-14 m: flights stall at that height, where each is noted, and no other rule sees them.
#[test]
fn bounces_that_stall_at_rounding_are_ended() {
    let floor = 100.0;
    let mut machine = Machine::new();
    machine.gravity = [0.0, 0.0, -GRAVITY];
    let node = machine.add_node("ball", [0.0, 0.0, floor + 1.0], Rotation::IDENTITY);
    let (mass, inertia) = (2.0, ROUND);
    let body = RigidBody {
        node,
        mass,
        inertia,
    };
    machine.add("ball", body).unwrap();
    let high = Frame {
        place: [0.0, 0.0, floor],
        ..Frame::at(NodeId::GROUND)
    };
    let stop = Stop::new(high, Frame::at(node), 0.5, 0.0);
    machine.add("floor of ball", stop).unwrap();
    let limit = 3.0 * (2.0 / GRAVITY).sqrt();
    for ended in run(&machine, 5.0, EventOptions::new(5.0), || {
        vec![noted("apex", Speed(0.0))]
    }) {
        let error = ended.outcome.unwrap_err();
        let told = format!("{}: {error}", ended.name);
        assert!(matches!(error, Error::Chatter { .. }), "{told}");
        assert!(error.to_string().starts_with("floor of ball"), "{told}");
        assert!(ended.occurrences.len() < 300, "{told}");
        // A hundred flights of 2 √(2 · 1e-12/g) at the most.
        assert!((ended.state.time - limit).abs() < 1e-4, "{told}");
    }
}

/// Two balls that end at different times: hits of one come between those of the other.
#[test]
fn balls_that_bounce_together_are_told_apart() {
    let mut machine = ball(1.0, 0.5, 0.0);
    add_ball(&mut machine, "other", [2.0, 0.0, 1.001], 0.5, 0.0);
    for ended in run(&machine, 10.0, EventOptions::new(10.0), Vec::new) {
        let error = ended.outcome.unwrap_err();
        let told = format!("{}: {error}", ended.name);
        assert!(error.to_string().starts_with("floor of ball"), "{told}");
        assert!(ended.occurrences.len() < 200, "{told}");
        let limit = 3.0 * (2.0 / GRAVITY).sqrt();
        assert!((ended.state.time - limit).abs() < 1e-8, "{told}");
    }
}
