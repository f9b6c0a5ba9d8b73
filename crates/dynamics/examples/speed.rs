//! Time per step of the sample machines, and time to a given error.

#![allow(
    clippy::unwrap_used,
    reason = "an example that meets None or Err has failed"
)]

use std::time::Instant;

use pitchline_dynamics::samples::{andrews, chain};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Radau, RadauOptions, RadauReport, Scheme, Transient,
    TransientOptions, assemble,
};

fn time(name: &str, machine: &Machine, h: f64, steps: u32) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme: Scheme::generalized_alpha(0.8),
        ..TransientOptions::default()
    };
    let mut transient = Transient::new(&equations, &state, options);
    let start = Instant::now();
    for _ in 0..steps {
        transient.step(&mut equations, &mut state, h).unwrap();
    }
    let each = start.elapsed().as_secs_f64() / f64::from(steps);
    eprintln!(
        "{name}: {:.2} µs per step, {:?}",
        1e6 * each,
        transient.report()
    );
}

/// β, Θ, γ, Φ, δ, Ω, ε at 0.03 s: `validation/multibody/andrews_states.csv`.
fn reference() -> [f64; 7] {
    let text = include_str!("../../../validation/multibody/andrews_states.csv");
    let row = text.lines().find(|line| line.starts_with("0.03,")).unwrap();
    let mut numbers = row.split(',').skip(1).map(|x| x.parse().unwrap());
    [(); 7].map(|()| numbers.next().unwrap())
}

/// Andrews' mechanism to 0.05 s by Radau; fixed steps, or adaptive ones.
fn radau(steps: u32, tolerance: Option<f64>, iteration_tolerance: f64) {
    // The shortest of some runs: other programs take their share of the machine.
    let runs = [(); 7].map(|()| run(steps, tolerance, iteration_tolerance));
    let shortest = runs.iter().map(|run| run.0).fold(f64::INFINITY, f64::min);
    let (_, error, report) = runs[0];
    eprintln!(
        "andrews by radau, {tolerance:?}, {iteration_tolerance:e}: {shortest:.4} s, error {error:.1e} rad, {report:?}"
    );
}

/// Time it took, error of the angles at 0.03 s, and the steps.
fn run(steps: u32, tolerance: Option<f64>, iteration_tolerance: f64) -> (f64, f64, RadauReport) {
    let sample = andrews().unwrap();
    let exact = reference();
    let start = Instant::now();
    let mut equations = Equations::new(&sample.machine);
    let mut state = sample.machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = RadauOptions {
        tolerance: tolerance.unwrap_or(1.0),
        iteration_tolerance,
    };
    let mut radau = Radau::new(&equations, &state, options);
    let mut error = 0.0_f64;
    let mut h = 1e-5;
    for (from, end) in [(0.0, 0.03), (0.03, 0.05)] {
        if tolerance.is_some() {
            while state.time < end {
                h = radau
                    .adaptive_step(&mut equations, &mut state, h, end)
                    .unwrap();
            }
        } else {
            let n = (f64::from(steps) * (end - from) / 0.05).round();
            for _ in 0..n as u32 {
                radau
                    .step(&mut equations, &mut state, (end - from) / n)
                    .unwrap();
            }
        }
        if from < 0.01 {
            let angles = sample.angles(&state, &exact);
            let differences = angles.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            error = differences.fold(0.0, f64::max);
        }
    }
    (start.elapsed().as_secs_f64(), error, radau.report())
}

fn main() {
    if std::env::args().nth(1).as_deref() != Some("radau") {
        time("andrews", &andrews().unwrap().machine, 1.5e-6, 20_000);
        time("chain 10", &chain(10).unwrap(), 1e-3, 5_000);
    }
    radau(550, None, 1e-10);
    radau(0, Some(2e-7), 1e-10);
}
