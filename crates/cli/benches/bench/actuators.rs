//! Actuators whose teeth stick and slide.

use std::time::Instant;

use pitchline_dynamics::samples::{PositionLoop, SpringActuator, position_loop, spring_actuator};
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
/// Length of the run of the position loop (s), its accuracy, and the breakaways in it by SciPy, validation/actuators.
const LOOP: f64 = 6.2;
const LOOP_ACCURACY: f64 = 1e-2;
const LOOP_BREAKAWAYS: usize = 13;
/// Repetitions; the best counts.
const REPEATS: usize = 5;

/// A run with events: how long (s), how exact, and what is counted in it.
#[derive(Clone, Copy)]
struct Run {
    duration: f64,
    accuracy: f64,
    counted: fn(Change) -> bool,
    count: usize,
}

const STICK_SLIP: Run = Run {
    duration: DURATION,
    accuracy: ACCURACY,
    counted: |change| change == Change::Sticks,
    count: 34,
};

const POSITION_LOOP: Run = Run {
    duration: LOOP,
    accuracy: LOOP_ACCURACY,
    counted: |change| matches!(change, Change::Slides(_)),
    count: LOOP_BREAKAWAYS,
};

/// Over so long the samples at which it breaks away are SciPy's at this accuracy too.
const SAMPLED_LOOP: Run = Run {
    duration: 3.5,
    count: 7,
    ..POSITION_LOOP
};

/// Time (s) of a run from a state, and the count.
fn run(machine: &Machine, start: &State, of: Run) -> (f64, usize) {
    let mut equations = Equations::new(machine);
    let mut state = start.clone();
    let from = Instant::now();
    let options = RadauOptions {
        control: StepControl::new(of.accuracy, of.duration),
        ..RadauOptions::default()
    };
    let mut integrator = Radau::new(&equations, &state, options);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(of.duration)).unwrap();
    events
        .run_to(&mut integrator, &mut equations, &mut state, of.duration)
        .unwrap();
    let time = from.elapsed().as_secs_f64();
    let changes = events.occurrences().iter().filter_map(|o| o.change);
    (time, changes.filter(|change| (of.counted)(*change)).count())
}

fn best(machine: &Machine, start: &State, of: Run) -> f64 {
    let times = (0..REPEATS).map(|_| {
        let (time, count) = run(machine, start, of);
        assert_eq!(count, of.count);
        time
    });
    times.fold(f64::INFINITY, f64::min)
}

/// The machine at rest without friction.
fn balanced(machine: &Machine) -> State {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut state).unwrap();
    state
}

/// Position loops that hunt, beside the time that they take in reality.
pub fn position() -> Vec<Line> {
    let loops = [
        (
            "position-loop",
            PositionLoop::CONTINUOUS,
            POSITION_LOOP,
            "a motor whose position loop hunts for 6.2 s: its teeth break away 13 times; beside real time (aim: 1000 times faster)",
        ),
        (
            "position-loop-sampled",
            PositionLoop::SAMPLED,
            SAMPLED_LOOP,
            "the same with a controller that looks every 10 ms, for 3.5 s: 7 breakaways; beside real time",
        ),
    ];
    let lines = loops.map(|(name, of, run, what)| {
        let machine = position_loop(of).unwrap();
        let state = balanced(&machine);
        let hinged = HingedMachine::of(&machine, &state).unwrap();
        let time = best(hinged.machine(), &hinged.reduced(&state), run);
        let mut line = line(name, time, "ms", 1e3, what.to_owned());
        line.ratio = Some(run.duration / time);
        line.peer = "real-time".to_owned();
        line
    });
    lines.into()
}

/// The spring-loaded actuator for ten seconds, over turns and over places and rotations.
pub fn spring_loaded() -> Vec<Line> {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let state = balanced(&machine);
    let hinged = HingedMachine::of(&machine, &state).unwrap();
    let over_turns = best(hinged.machine(), &hinged.reduced(&state), STICK_SLIP);
    let whole = best(&machine, &state, STICK_SLIP);
    let what = "a spring-loaded actuator for 10 s, in which its teeth stick 34 times, beside all coordinates of its bodies (aim: below 20 ms)";
    let mut line = line("stick-slip", over_turns, "ms", 1e3, what.to_owned());
    line.ratio = Some(whole / over_turns);
    line.peer = "all-coordinates".to_owned();
    vec![line]
}
