//! What tests share: a run with fixed steps, numbers from elsewhere.

use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Scheme, State, StepReport, Transient, TransientOptions,
    assemble,
};

/// State at the end, and what the steps took.
pub fn run(machine: &Machine, end: f64, steps: u32, scheme: Scheme) -> (State, StepReport) {
    observed(machine, end, steps, scheme, |_, _| {})
}

/// The same, looking at each step.
pub fn observed(
    machine: &Machine,
    end: f64,
    steps: u32,
    scheme: Scheme,
    mut look: impl FnMut(&mut Equations, &State),
) -> (State, StepReport) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    look(&mut equations, &state);
    let options = TransientOptions {
        scheme,
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let h = end / f64::from(steps);
    for i in 1..=steps {
        transient.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
        look(&mut equations, &state);
    }
    (state, transient.report())
}

/// Rows of numbers of a table in `validation/multibody`, the first column left out if it is a name.
pub fn table(name: &str) -> Vec<Vec<f64>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../validation/multibody/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            line.split(',')
                .filter_map(|cell| cell.parse().ok())
                .collect()
        })
        .collect()
}

/// Largest difference.
pub fn difference(found: &[f64], expected: &[f64]) -> f64 {
    let pairs = found.iter().zip(expected);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
