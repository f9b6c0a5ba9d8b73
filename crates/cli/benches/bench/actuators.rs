//! Actuators whose teeth stick and slide.

use pitchline_dynamics::samples::{PositionLoop, SpringActuator, position_loop, spring_actuator};
use pitchline_dynamics::{
    Change, Equations, EventOptions, Events, HingedMachine, Machine, Radau, RadauOptions, State,
    Statics, StaticsOptions, StepControl,
};

use crate::Line;
use crate::measure::{Cost, compare_measured};

/// Length of the run (s).
const DURATION: f64 = 10.0;
/// Error that velocities may have beside the largest: first breakaways are then right to 0.02 ms.
const ACCURACY: f64 = 1e-2;
/// Length of the run of the position loop (s), its accuracy, and the breakaways in it by SciPy, validation/actuators.
const LOOP: f64 = 6.2;
const LOOP_ACCURACY: f64 = 1e-2;
const LOOP_BREAKAWAYS: usize = 13;

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

/// A run from a state, in which all is counted that is known to happen.
fn run(machine: &Machine, start: &State, of: Run) -> Cost {
    let mut equations = Equations::new(machine);
    let mut state = start.clone();
    let options = RadauOptions {
        control: StepControl::new(of.accuracy, of.duration),
        ..RadauOptions::default()
    };
    let mut integrator = Radau::new(&equations, &state, options);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(of.duration)).unwrap();
    let (cost, done) =
        Cost::of(|| events.run_to(&mut integrator, &mut equations, &mut state, of.duration));
    done.unwrap();
    let changes = events.occurrences().iter().filter_map(|o| o.change);
    let count = changes.filter(|change| (of.counted)(*change)).count();
    assert_eq!(count, of.count);
    cost
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
    let lines = loops.map(|(name, of, run_of, what)| {
        let machine = position_loop(of).unwrap();
        let state = balanced(&machine);
        let hinged = HingedMachine::of(&machine, &state).unwrap();
        let reduced = hinged.reduced(&state);
        let real_time = || Cost::known(run_of.duration);
        let found = compare_measured(|| run(hinged.machine(), &reduced, run_of), Some(real_time));
        Line::new(name, found.wall * 1e3, "ms")
            .what(what)
            .beside("real-time", found.ratio)
    });
    lines.into()
}

/// The spring-loaded actuator for ten seconds, over turns and over places and rotations.
pub fn spring_loaded() -> Vec<Line> {
    let (machine, _) = spring_actuator(&SpringActuator::default()).unwrap();
    let state = balanced(&machine);
    let hinged = HingedMachine::of(&machine, &state).unwrap();
    let reduced = hinged.reduced(&state);
    let found = compare_measured(
        || run(hinged.machine(), &reduced, STICK_SLIP),
        Some(|| run(&machine, &state, STICK_SLIP)),
    );
    let what = "a spring-loaded actuator for 10 s, in which its teeth stick 34 times, beside all coordinates of its bodies (aim: below 20 ms)";
    let line = Line::new("stick-slip", found.wall * 1e3, "ms").what(what);
    vec![line.beside("all-coordinates", found.ratio)]
}
