//! Machines in motion, beside Exudyn.

use std::path::Path;
use std::process::{Command, Stdio};

use pitchline_dynamics::samples::{Andrews, andrews, chain};
use pitchline_dynamics::{
    AssemblyOptions, Equations, Machine, Radau, RadauOptions, Scheme, State, Transient,
    TransientOptions, assemble,
};

use crate::Line;

/// Error of the angles at 0.03 s that both may have (rad).
const TOLERANCE: f64 = 1e-6;
/// Repetitions; the best counts, for the peer too.
const REPEATS: usize = 5;

/// What a script of the peer tells, if it can be installed.
pub fn peer(script: &str) -> Option<serde_json::Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bench/peers");
    let python = Command::new(folder.join("environment.sh"))
        .stderr(Stdio::inherit())
        .output()
        .ok()
        .filter(|done| done.status.success())?;
    let python = String::from_utf8(python.stdout).unwrap();
    let done = Command::new(python.trim())
        .arg(folder.join(script))
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert!(done.status.success(), "{script} failed");
    // Packages may say something before the script does.
    let said = String::from_utf8_lossy(&done.stdout);
    Some(serde_json::from_str(said.lines().last()?).unwrap())
}

pub fn line(name: &'static str, value: f64, unit: &'static str, factor: f64, what: String) -> Line {
    Line {
        name,
        value: value * factor,
        unit,
        ratio: None,
        peer: "-".to_owned(),
        what: Some(what),
    }
}

pub fn beside(mut line: Line, ours: f64, told: Option<&serde_json::Value>, theirs: &str) -> Line {
    if let Some(told) = told {
        line.ratio = Some(told[theirs].as_f64().unwrap() / ours);
        let text = |key: &str| told[key].as_str().unwrap();
        line.peer = format!("{}-{}", text("peer"), text("version"));
    }
    line
}

/// A run from the start, and its time (s) without what comes before the first step.
pub fn run(machine: &Machine, scheme: Scheme, h: f64, steps: u32) -> (f64, State) {
    let mut equations = Equations::new(machine);
    let mut state = machine.start(0.0);
    assemble(&mut equations, &mut state, &AssemblyOptions::default()).unwrap();
    let options = TransientOptions {
        scheme,
        ..TransientOptions::default()
    };
    let from = std::time::Instant::now();
    let mut transient = Transient::new(&equations, &state, options);
    for i in 1..=steps {
        transient.step(&mut equations, &mut state, h).unwrap();
        state.time = f64::from(i) * h;
    }
    (from.elapsed().as_secs_f64(), state)
}

fn best(machine: &Machine, scheme: Scheme, h: f64, steps: u32) -> f64 {
    let times = (0..REPEATS).map(|_| run(machine, scheme, h, steps).0);
    times.fold(f64::INFINITY, f64::min)
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

/// Andrews' mechanism to 0.05 s by Radau in so many steps: time (s), and the error of its angles at 0.03 s.
fn by_radau(sample: &Andrews, steps: u32) -> (f64, f64) {
    let from = std::time::Instant::now();
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
    (from.elapsed().as_secs_f64(), found)
}

/// Andrews' mechanism to 0.05 s with the largest step whose error at 0.03 s is small enough and stays so, for the peer as well.
pub fn andrews_mechanism() -> Vec<Line> {
    let sample = andrews().unwrap();
    let is_good = |steps: u32| by_radau(&sample, steps).1 <= TOLERANCE;
    let steps = (40..)
        .map(|i| 5 * i)
        .find(|&n| is_good(n) && is_good(5 * (n / 4)) && is_good(2 * n))
        .unwrap();
    let times = (0..REPEATS).map(|_| by_radau(&sample, steps).0);
    let time = times.fold(f64::INFINITY, f64::min);
    let told = peer("exudyn_andrews.py");
    let what = format!(
        "Andrews' mechanism to 0.05 s by Radau IIA in {steps} steps, angles right to 1e-6 (aim: 5 times as fast as one run of the peer at its best)"
    );
    let single = line("andrews", time, "s", 1.0, what);
    vec![beside(single, time, told.as_ref(), "seconds")]
}

/// A step of a chain of ten bodies in space.
pub fn machine_step() -> Vec<Line> {
    let machine = chain(10).unwrap();
    let steps = 1000;
    let each = best(&machine, Scheme::generalized_alpha(0.8), 1e-3, steps) / f64::from(steps);
    let told = peer("exudyn_chain.py");
    let what = "a step of 1 ms of a chain of ten bodies in space, 110 unknowns (aim: below 20 us)";
    let line = line("machine-step", each, "us", 1e6, what.to_owned());
    vec![beside(line, each, told.as_ref(), "seconds_per_step")]
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
        line("chain-setup", many.1, "s", 1.0, what.to_owned()),
        line("chain-setup-growth", growth, "1", 1.0, of_growth.to_owned()),
    ]
    .into()
}
