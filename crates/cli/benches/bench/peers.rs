//! Other programs that solve the same problem, if they are installed.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use pitchline::fem::FeModel;
use pitchline::fields::abaqus::Input;

use serde_json::Value as Json;

use crate::measure::Cost;

/// Threads that a peer may use, as many as we have.
const THREADS: &str = "2";

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

/// A script that has prepared itself and waits to be told to run. It prints lines of JSON: first `peer` and `version`, then for each line
/// of its input what a run gives, with `seconds` of the processor.
pub struct Script {
    process: Child,
    answers: BufReader<ChildStdout>,
    name: String,
}

impl Script {
    /// Scipy on matrices in a file: `statics` with so many unit loads, or so many `modes`.
    pub fn scipy(what: &str, matrices: &Path, count: usize) -> Option<Self> {
        let mut python = Command::new("python3");
        let found = python
            .args(["-c", "import numpy, scipy.sparse.linalg"])
            .stderr(Stdio::null())
            .status();
        if !found.is_ok_and(|status| status.success()) {
            return None;
        }
        let mut python = Command::new("python3");
        python.env("OMP_NUM_THREADS", THREADS);
        python.arg(folder().join("sparse.py")).arg(what);
        python.arg(matrices).arg(count.to_string());
        Some(Self::start(python))
    }

    /// Exudyn or ROSS, if they can be installed.
    pub fn installed(script: &str) -> Option<Self> {
        let python = Command::new(folder().join("environment.sh"))
            .stderr(Stdio::inherit())
            .output()
            .ok()
            .filter(|done| done.status.success())?;
        let python = String::from_utf8(python.stdout).unwrap();
        let mut python = Command::new(python.trim());
        python.arg(folder().join(script));
        Some(Self::start(python))
    }

    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        let mut started = Self {
            process,
            answers,
            name: String::new(),
        };
        let head = started.answer();
        let text = |key: &str| head[key].as_str().unwrap().to_owned();
        started.name = format!("{}-{}", text("peer"), text("version"));
        started
    }

    /// The next line of JSON: packages may say something before the script does.
    fn answer(&mut self) -> Json {
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).unwrap();
            assert!(read > 0, "{} has ended", self.name);
            if let Ok(Json::Object(answer)) = serde_json::from_str(&line) {
                return Json::Object(answer);
            }
        }
    }

    /// What a run gives.
    pub fn run(&mut self) -> Json {
        let input = self.process.stdin.as_mut().unwrap();
        writeln!(input).unwrap();
        self.answer()
    }

    /// The values of a run, for comparison with ours.
    pub fn values(&mut self) -> Vec<f64> {
        let values = self.run()["values"].as_array().unwrap().clone();
        values.iter().map(|value| value.as_f64().unwrap()).collect()
    }

    /// Runs that tell what they cost.
    pub fn cost(&mut self) -> impl FnMut() -> Cost {
        || {
            let seconds = self.run()["seconds"].as_f64();
            Cost::known(seconds.unwrap())
        }
    }

    /// Name and version, or that it is not there.
    pub fn name(script: Option<&Self>, peer: &str) -> String {
        script.map_or(format!("{peer}-not-installed"), |script| {
            script.name.clone()
        })
    }
}

impl Drop for Script {
    /// Without input it ends.
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/bench/peers")
}

/// CalculiX with an input file.
pub struct Calculix {
    program: PathBuf,
    version: String,
    folder: PathBuf,
}

impl Calculix {
    /// Writes the file, if CalculiX is installed.
    pub fn on(input: &Input<'_>, folder: &Path) -> Option<Self> {
        let program = std::env::var_os("CCX").map_or_else(|| PathBuf::from("ccx"), PathBuf::from);
        let version = Command::new(&program).arg("-v").output().ok()?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        let version = version.split_whitespace().last()?.to_owned();
        input.write(&folder.join("gear.inp")).unwrap();
        Some(Self {
            program,
            version,
            folder: folder.to_owned(),
        })
    }

    /// From reading the file to the results.
    pub fn run(&self) {
        let done = Command::new(&self.program)
            .args(["-i", "gear"])
            .current_dir(&self.folder)
            .env("OMP_NUM_THREADS", THREADS)
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&done.stdout);
        let is_done = done.status.success() && log.contains("Job finished");
        assert!(is_done, "CalculiX failed:\n{log}");
    }

    /// Displacements or frequencies (Hz) of the last run.
    pub fn values(&self) -> Vec<f64> {
        numbers(&std::fs::read_to_string(self.folder.join("gear.dat")).unwrap())
    }

    /// Name and version, or that it is not there.
    pub fn name(calculix: Option<&Self>) -> String {
        let version = calculix.map_or("not-installed", |calculix| &calculix.version);
        format!("CalculiX-{version}")
    }
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
