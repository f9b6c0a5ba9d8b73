//! Other programs that solve the same problem, if they are installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use pitchline::fem::FeModel;
use pitchline::fields::abaqus::Input;

use crate::once;

/// Threads that a peer may use, as many as we have.
const THREADS: &str = "2";

/// What a peer says.
pub struct Told {
    /// Its name and version.
    pub name: String,
    /// Its time.
    pub time: Duration,
    /// Its result, for comparison with ours: a peer that solves something else is none.
    pub values: Vec<f64>,
}

/// Stiffness and mass in a file: number of unknowns and of entries, starts of the columns (u64), rows (u32), entries of
/// K and of M (f64), all little-endian.
pub fn write_matrices(model: &FeModel, path: &Path) {
    let (stiffness, mass) = (&model.stiffness, &model.mass);
    assert!(stiffness.has_pattern_of(mass));
    let sizes = [stiffness.n, stiffness.rows.len()];
    let wide = sizes.iter().chain(&stiffness.column_starts);
    let mut bytes: Vec<u8> = wide.flat_map(|&i| (i as u64).to_le_bytes()).collect();
    bytes.extend(stiffness.rows.iter().flat_map(|row| row.to_le_bytes()));
    for matrix in [stiffness, mass] {
        bytes.extend(matrix.values.iter().flat_map(|value| value.to_le_bytes()));
    }
    std::fs::write(path, bytes).unwrap();
}

/// Runs scipy on matrices in a file: `statics` with so many unit loads, or so many `modes`.
pub fn scipy(what: &str, matrices: &Path, count: usize) -> Option<Told> {
    let python = || {
        let mut python = Command::new("python3");
        python.env("OMP_NUM_THREADS", THREADS);
        python
    };
    let found = python()
        .args(["-c", "import numpy, scipy.sparse.linalg"])
        .stderr(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bench/peers/sparse.py");
    let done = python()
        .arg(script)
        .arg(what)
        .arg(matrices)
        .arg(count.to_string())
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(done.status.success(), "scipy failed");
    let text = String::from_utf8(done.stdout).unwrap();
    let mut words = text.split_whitespace();
    let version = words.next().unwrap();
    let numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
    Some(Told {
        name: format!("scipy-{version}"),
        time: Duration::from_secs_f64(numbers[0]),
        values: numbers[1..].to_vec(),
    })
}

/// Runs CalculiX on an input file, from reading it to its results; the values are displacements or frequencies.
pub fn calculix(input: &Input<'_>, folder: &Path) -> Option<Told> {
    let program = std::env::var_os("CCX").map_or_else(|| PathBuf::from("ccx"), PathBuf::from);
    let version = Command::new(&program).arg("-v").output().ok()?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let version = version.split_whitespace().last()?.to_owned();
    input.write(&folder.join("gear.inp")).unwrap();
    let (time, done) = once(|| {
        Command::new(&program)
            .args(["-i", "gear"])
            .current_dir(folder)
            .env("OMP_NUM_THREADS", THREADS)
            .output()
            .unwrap()
    });
    let log = String::from_utf8_lossy(&done.stdout);
    assert!(
        done.status.success() && log.contains("Job finished"),
        "CalculiX failed:\n{log}"
    );
    let results = std::fs::read_to_string(folder.join("gear.dat")).unwrap();
    Some(Told {
        name: format!("CalculiX-{version}"),
        time,
        values: numbers(&results),
    })
}

/// Displacements or frequencies (Hz) of a `.dat` file.
fn numbers(results: &str) -> Vec<f64> {
    let is_modes = results.contains("E I G E N V A L U E");
    let table = results.split("P A R T I C I P A T I O N").next();
    let rows = table.unwrap_or_default().lines().filter_map(|line| {
        let numbers: Option<Vec<f64>> = line.split_whitespace().map(|w| w.parse().ok()).collect();
        numbers.filter(|numbers| numbers.len() >= 4)
    });
    match is_modes {
        true => rows.map(|row| row[3]).collect(),
        false => rows.flat_map(|row| row[1..].to_vec()).collect(),
    }
}
