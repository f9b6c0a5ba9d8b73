//! Actuators whose teeth stick and slide.

use std::time::Instant;

use pitchline_dynamics::samples::{SpringActuator, spring_actuator};
use pitchline_dynamics::{
    Change, Equations, EventOptions, Events, HingedMachine, Machine, Radau, RadauOptions, State,
    Statics, StaticsOptions, StepControl,
};

use crate::Line;
use crate::machines::line;

/// Length of the run (s).
const DURATION: f64 = 10.0;
/// Error that velocities may have beside the largest: first breakaways are then right to 0.02 ms.
const ACCURACY: f64 = 1e-2;
/// Repetitions; the best counts.
const REPEATS: usize = 5;

/// Time (s) of a run from a state, and how often teeth stuck in it.
fn run(machine: &Machine, start: &State) -> (f64, usize) {
    let mut equations = Equations::new(machine);
    let mut state = start.clone();
    let from = Instant::now();
    let options = RadauOptions {
        control: StepControl::new(ACCURACY, DURATION),
        ..RadauOptions::default()
    };
    let mut integrator = Radau::new(&equations, &state, options);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(DURATION)).unwrap();
    events
        .run_to(&mut integrator, &mut equations, &mut state, DURATION)
        .unwrap();
    let time = from.elapsed().as_secs_f64();
    let sticks = |change: Option<Change>| change == Some(Change::Sticks);
    let phases = events.occurrences().iter();
    (time, phases.filter(|o| sticks(o.change)).count())
}

fn best(machine: &Machine, start: &State) -> f64 {
    let times = (0..REPEATS).map(|_| {
        let (time, phases) = run(machine, start);
        assert_eq!(phases, 34);
        time
    });
    times.fold(f64::INFINITY, f64::min)
}

/// The spring-loaded actuator for ten seconds, over turns and over places and rotations.
pub fn spring_loaded() -> Vec<Line> {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let mut equations = Equations::new(&machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    let hinged = HingedMachine::of(&machine, &state).unwrap();
    let over_turns = best(hinged.machine(), &hinged.reduced(&state));
    let whole = best(&machine, &state);
    let what = "a spring-loaded actuator for 10 s, in which its teeth stick 34 times, beside all coordinates of its bodies (aim: below 20 ms)";
    let mut line = line("stick-slip", over_turns, "ms", 1e3, what.to_owned());
    line.ratio = Some(whole / over_turns);
    line.peer = "all-coordinates".to_owned();
    vec![line]
}
