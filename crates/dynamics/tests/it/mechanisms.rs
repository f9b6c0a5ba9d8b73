//! Closed loops: Andrews' squeezing mechanism, and a linkage that loses rank twice a turn.

use pitchline_dynamics::samples::{andrews, double_four_bar};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Error, Radau, RadauOptions, Scheme, assemble,
};

use crate::support::{difference, observed, run, table};

/// Angles at 0.03 s, the first seven rows of the reference.
fn reference() -> [f64; 7] {
    let rows = table("andrews_squeezer.csv");
    [0, 1, 2, 3, 4, 5, 6].map(|i| rows[i][2])
}

/// All seven angles to six digits: errors below half a unit of the sixth digit of the largest, 15.8 rad.
#[test]
fn andrews_mechanism_reaches_the_reference() {
    let sample = andrews().unwrap();
    let reference = reference();
    let errors = [10_000, 20_000, 40_000].map(|steps| {
        let (state, report) = run(&sample.machine, 0.03, steps, Scheme::generalized_alpha(0.9));
        eprintln!("{report:?}");
        difference(&sample.angles(&state, &reference), &reference)
    });
    eprintln!("{errors:?}");
    assert!(errors[2] < 5e-6, "{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{order}");
    }
}

/// Six digits of each of the seven angles, the small ones too, by Radau's steps: errors below half a unit of the sixth.
#[test]
fn andrews_mechanism_has_six_digits_of_each_angle() {
    let sample = andrews().unwrap();
    let reference = reference();
    let mut equations = Equations::new(&sample.machine);
    let mut state = sample.machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut radau = Radau::new(&equations, &state, RadauOptions::default());
    for _ in 0..1000 {
        radau.step(&mut equations, &mut state, 3e-5).unwrap();
    }
    for (found, exact) in sample.angles(&state, &reference).iter().zip(reference) {
        assert!((found / exact - 1.0).abs() < 5e-7, "{found} {exact}");
    }
}

/// B0 is half a metre beyond the centre of the crank, on the line from the foot: its place and velocity at 10 s.
fn end_of_crank(steps: u32) -> [f64; 4] {
    let sample = double_four_bar().unwrap();
    let node = sample.crank.0 as usize - 1;
    let (state, _) = run(&sample.machine, 10.0, steps, Scheme::generalized_alpha(0.9));
    let (x, v) = (state.places[node], &state.velocity[6 * node..]);
    [2.0 * x[0], 2.0 * x[1], 2.0 * v[0], 2.0 * v[1]]
}

/// The values of another program, extrapolated to steps of no length, and ours: both err with the square of the step, and what is left
/// of its error is less than a third of its last change.
#[test]
fn the_double_four_bar_agrees_with_another_program() {
    let rows = table("double_four_bar_iftomm.csv");
    let [coarse, fine] = [&rows[rows.len() - 2], &rows[rows.len() - 1]];
    let ours = [10_000, 20_000].map(end_of_crank);
    for i in 0..4 {
        let change = fine[1 + i] - coarse[1 + i];
        let theirs = fine[1 + i] + change / 3.0;
        let own = ours[1][i] + (ours[1][i] - ours[0][i]) / 3.0;
        assert!(
            (own - theirs).abs() < change.abs() / 3.0,
            "{i}: {own} {theirs}"
        );
    }
}

#[test]
fn the_double_four_bar_passes_its_singular_positions() {
    let rows = table("double_four_bar.csv");
    let exact = &rows[5][2..];
    let errors = [2000, 4000].map(|steps| difference(&end_of_crank(steps), exact));
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.2, "{order}");
}

/// Steps of any length may end near a position in which constraints lose rank, sixteen of which are passed in 10 s: no run stops, and
/// errors fall with the square of the step as before.
#[test]
fn steps_of_any_length_pass_singular_positions() {
    let exact = &table("double_four_bar.csv")[5][2..];
    let coarse = difference(&end_of_crank(4000), exact);
    for steps in [5000, 8000, 10_000, 16_000, 20_000] {
        let error = difference(&end_of_crank(steps), exact);
        let expected = coarse * (4000.0 / f64::from(steps)).powi(2);
        assert!(
            (error / expected - 1.0).abs() < 0.2,
            "{steps}: {error:e} {expected:e}"
        );
    }
}

#[test]
fn redundant_constraints_are_named_and_can_be_refused() {
    let sample = double_four_bar().unwrap();
    let mut equations = Equations::new(&sample.machine);
    let mut state = sample.machine.start(0.0);
    let found = assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    // Two loops in a plane: each repeats one place along z and two turns out of the plane.
    assert_eq!(found.redundancy.constraints.len(), 6);
    let refuse = AssemblyOptions {
        refuse_redundant: true,
        ..AssemblyOptions::default()
    };
    let refused = assemble(&mut equations, &mut state, &refuse).unwrap_err();
    assert!(
        matches!(refused, Error::Redundant { count: 6, .. }),
        "{refused}"
    );
}

/// Energy of the linkage: the drift that a scheme with little damping leaves, beside the published one of the same step.
#[test]
fn energy_of_the_linkage_drifts_little() {
    let sample = double_four_bar().unwrap();
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    observed(
        &sample.machine,
        10.0,
        10_000,
        Scheme::generalized_alpha(0.99),
        |equations, _| {
            let energy = equations.energy();
            let sum = energy.kinetic + energy.potential;
            range = [range[0].min(sum), range[1].max(sum)];
        },
    );
    eprintln!("{:e}", range[1] - range[0]);
    assert!(range[1] - range[0] < 2.0 * 0.001143193966);
}
