//! Events without end are ended with a message, after a number of them that does not grow with the length of the run.

use pitchline_dynamics::{
    Action, AssemblyOptions, Direction, Equations, Error, Event, EventOptions, Events, Machine,
    Occurrence, Outcome, State, StepControl, assemble,
};

use crate::events::{GRAVITY, Line, ball, event, integrators};

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
    events: fn() -> Vec<Event<'static>>,
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
