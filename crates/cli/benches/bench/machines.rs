//! Machines in motion, beside Exudyn.

use std::path::Path;

use pitchline_dynamics::samples::{Andrews, andrews, chain};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Radau, RadauOptions, Scheme, State, Transient,
    TransientOptions, assemble,
};

use crate::Line;
use crate::measure::{Cost, compare_measured, repeated};
use crate::peers::Script;

/// Error of the angles at 0.03 s that both may have (rad).
const TOLERANCE: f64 = 1e-6;
/// Repetitions without a peer; the best counts.
const REPEATS: usize = 5;

/// A run from the start, without what comes before the first step.
pub fn run(machine: &Machine, scheme: Scheme, h: f64, steps: u32) -> Cost {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme,
        ..TransientOptions::default()
    };
    let (cost, ()) = Cost::of(|| {
        let mut transient = Transient::new(&equations, &state, options);
        for i in 1..=steps {
            transient.step(&mut equations, &mut state, h).unwrap();
            state.time = f64::from(i) * h;
        }
    });
    cost
}

/// Angles at 0.03 s of the published reference.
fn reference() -> [f64; 7] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../validation/multibody/andrews_squeezer.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<f64> = text
        .lines()
        .skip(2)
        .map(|line| line.rsplit(',').next().unwrap().parse().unwrap())
        .collect();
    [0, 1, 2, 3, 4, 5, 6].map(|i| rows[i])
}

fn error(sample: &Andrews, state: &State) -> f64 {
    let reference = reference();
    let found = sample.angles(state, &reference);
    let errors = found.iter().zip(&reference).map(|(a, b)| (a - b).abs());
    errors.fold(0.0, f64::max)
}

/// Andrews' mechanism to 0.05 s by Radau in so many steps: the error of its angles at 0.03 s.
fn by_radau(sample: &Andrews, steps: u32) -> f64 {
    let mut equations = Equations::new(&sample.machine);
    let mut state = sample.machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let mut radau = Radau::new(&equations, &state, RadauOptions::default());
    let h = 0.05 / f64::from(steps);
    let mut found = 0.0;
    for i in 1..=steps {
        radau.step(&mut equations, &mut state, h).unwrap();
        if i == steps / 5 * 3 {
            found = error(sample, &state);
        }
    }
    found
}

/// Andrews' mechanism to 0.05 s with the largest step whose error at 0.03 s is small enough and stays so, for the peer as well.
pub fn andrews_mechanism() -> Vec<Line> {
    let sample = andrews().unwrap();
    let is_good = |steps: u32| by_radau(&sample, steps) <= TOLERANCE;
    let steps = (40..)
        .map(|i| 5 * i)
        .find(|&n| is_good(n) && is_good(5 * (n / 4)) && is_good(2 * n))
        .unwrap();
    let mut peer = Script::installed("exudyn_andrews.py");
    let ours = repeated(|| assert!(by_radau(&sample, steps) <= TOLERANCE));
    let found = compare_measured(ours, peer.as_mut().map(Script::cost));
    let what = format!(
        "Andrews' mechanism to 0.05 s by Radau IIA in {steps} steps, angles right to 1e-6 (aim: 5 times as fast as one run of the peer at its best)"
    );
    vec![
        Line::new("andrews", found.wall, "s")
            .what(&what)
            .beside(&Script::name(peer.as_ref(), "exudyn"), found.ratio),
    ]
}

/// A step of a chain of ten bodies in space.
pub fn machine_step() -> Vec<Line> {
    let machine = chain(10).unwrap();
    // As many as the peer's.
    let steps = 1000;
    let mut peer = Script::installed("exudyn_chain.py");
    let ours = || run(&machine, Scheme::generalized_alpha(0.8), 1e-3, steps);
    let found = compare_measured(ours, peer.as_mut().map(Script::cost));
    let what = "a step of 1 ms of a chain of ten bodies in space, 110 unknowns (aim: below 20 us)";
    let each = found.wall / f64::from(steps);
    vec![
        Line::new("machine-step", each * 1e6, "us")
            .what(what)
            .beside(&Script::name(peer.as_ref(), "exudyn"), found.ratio),
    ]
}

/// Time (s) of all that comes before the second step of a chain of so many bodies.
fn chain_set_up(bodies: usize) -> f64 {
    let machine = chain(bodies).unwrap();
    let times = (0..REPEATS).map(|_| {
        let from = std::time::Instant::now();
        let _ = run(&machine, Scheme::generalized_alpha(0.8), 1e-3, 1);
        from.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// What comes before a long chain moves, and how it grows with the chain: counts of the same are in the suite.
pub fn chain_setup() -> Vec<Line> {
    let [few, many] = [300, 3000].map(|bodies| (bodies as f64, chain_set_up(bodies)));
    let growth = (many.1 / many.0) / (few.1 / few.0);
    let what = "equations, first state, redundant constraints, order of elimination and first step of a chain of 3000 bodies";
    let of_growth = "the same for each body, beside a chain of 300 (aim: below 1.2)";
    [
        Line::new("chain-setup", many.1, "s").what(what),
        Line::new("chain-setup-growth", growth, "1").what(of_growth),
    ]
    .into()
}
