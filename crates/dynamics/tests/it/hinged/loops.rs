//! Position loops over turns, against SciPy.

use pitchline_dynamics::samples::{PositionLoop, position_loop};
use pitchline_dynamics::{
    Change, Equations, EventOptions, Events, HingedMachine, Machine, Radau, RadauOptions, State,
    Statics, StaticsOptions, StepControl,
};

use super::run;

/// Instants at which teeth break away (s).
fn breakaways(happened: &[(f64, Option<Change>)]) -> Vec<f64> {
    let slides = |change: &Option<Change>| matches!(change, Some(Change::Slides(_)));
    let those = happened.iter().filter(|(_, change)| slides(change));
    those.map(|(time, _)| *time).collect()
}

/// The same by SciPy.
fn known_breakaways(table: &str, end: f64) -> Vec<f64> {
    let known = table
        .lines()
        .filter_map(|line| line.strip_prefix("breakaway,"));
    let known = known.map(|line| line.trim_end_matches(",s").parse::<f64>().unwrap());
    known.filter(|time| *time < end).collect()
}

/// A position loop at rest, over turns.
fn at_rest(of: PositionLoop) -> (Machine, State) {
    let machine = position_loop(of).unwrap();
    let mut equations = Equations::new(&machine);
    let mut start = machine.start(0.0);
    let mut statics = Statics::new(&equations, StaticsOptions::default());
    statics.solve(&mut equations, &mut start).unwrap();
    (machine, start)
}

/// A position loop breaks away at the samples at which it does by SciPy. A breakaway comes at a sample, the next where friction is missed by a
/// hair: looser steps agree as long as no hair is in between. At 3.16 s, after six jumps, friction is above its limit by 1.6 %: half of the step
/// from sample to sample.
#[test]
fn a_sampled_position_loop_hunts_over_turns_as_known() {
    let known = include_str!("../../../../../validation/actuators/position_loop.csv");
    let (machine, start) = at_rest(PositionLoop::SAMPLED);
    let hinged = HingedMachine::of(&machine, &start).unwrap();
    assert_eq!(hinged.machine().n_velocities(), 2);
    for (tolerance, end, count) in [(1e-1, 3.0, 6), (1e-2, 3.0, 6), (1e-6, 6.2, 13)] {
        let known = known_breakaways(known, end);
        let mut turns = hinged.reduced(&start);
        let happened = run(hinged.machine(), &mut turns, [tolerance, end]);
        let found = breakaways(&happened);
        assert_eq!([found.len(), known.len()], [count; 2], "{found:?}");
        for (found, known) in found.iter().zip(&known) {
            assert!(
                (found - known).abs() < 1e-9,
                "{tolerance:e}: {found} {known}"
            );
        }
    }
    let (mut turns, mut whole) = (hinged.reduced(&start), start.clone());
    let expected = run(&machine, &mut whole, [1e-4, 0.6]);
    let found = run(hinged.machine(), &mut turns, [1e-4, 0.6]);
    assert_eq!(breakaways(&found), breakaways(&expected));
}

/// Without samples the instants are smooth in all errors: SciPy's come out to the digits that are printed of them, the sum of the controller that
/// holds the arm at rest included.
#[test]
fn a_position_loop_without_samples_hunts_over_turns_as_known() {
    let known = include_str!("../../../../../validation/actuators/position_loop_continuous.csv");
    let known = known_breakaways(known, 6.2);
    let (machine, start) = at_rest(PositionLoop::CONTINUOUS);
    let hinged = HingedMachine::of(&machine, &start).unwrap();
    // Two turns and the sum.
    assert_eq!(hinged.machine().n_velocities(), 3);
    // Speeds may err by the tolerance, which delays a jump that takes a tenth of a second; half of the last digit.
    for (tolerance, allowed) in [(1e-2, 1e-3), (1e-6, 1e-6)] {
        let mut turns = hinged.reduced(&start);
        let happened = run(hinged.machine(), &mut turns, [tolerance, 6.2]);
        let found = breakaways(&happened);
        assert_eq!([found.len(), known.len()], [13; 2], "{found:?}");
        for (found, known) in found.iter().zip(&known) {
            assert!(
                (found - known).abs() < allowed,
                "{tolerance:e}: {found} {known}"
            );
        }
    }
}

/// What a controller with samples holds after a time that is walked in steps of a given length.
fn held_after(end: f64, step: f64) -> Vec<f64> {
    let (machine, start) = at_rest(PositionLoop {
        sample_time: 3.7e-3,
        ..PositionLoop::SAMPLED
    });
    let options = RadauOptions {
        control: StepControl::new(1e-8, end),
        ..RadauOptions::default()
    };
    let mut equations = Equations::new(&machine);
    let mut state = start.clone();
    let mut radau = Radau::new(&equations, &state, options);
    let mut events = Events::new(&equations, Vec::new(), EventOptions::new(end)).unwrap();
    let ends = (1..).map(|i| (f64::from(i) * step).min(end));
    for to in ends.take_while(|to| *to < end).chain([end]) {
        events
            .run_to(&mut radau, &mut equations, &mut state, to)
            .unwrap();
    }
    state.held
}

/// Ten sample times of 3.7 ms are longer than 37 ms by a rounding: a step that ends between the two leaves the sample to the next one.
#[test]
fn no_sample_is_lost_where_a_step_ends_just_before_it() {
    let [row, sample] = [1e-3, 3.7e-3].map(std::hint::black_box);
    assert!(37.0 * row < 10.0 * sample);
    let [rows, whole] = [1e-3, 0.08].map(|step| held_after(0.08, step));
    // A sample more or less changes the sum by 4e-3.
    for (rows, whole) in rows.iter().zip(&whole) {
        assert!((rows - whole).abs() < 1e-6, "{rows} {whole}");
    }
}
