//! Studies `modal`, `campbell` and `frequency-response`, beside published numbers and closed forms.

use std::f64::consts::TAU;

use super::*;

/// Runs a model into a folder and returns its summary.
fn run_file(file: &Path, folder: &Path) -> Json {
    let ran = run([
        Path::new("run"),
        file,
        Path::new("--json"),
        Path::new("--no-pictures"),
        Path::new("--out"),
        folder,
    ]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    ran.json()
}

/// Rows of a table, each a list of cells; the head comes first.
fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

fn column(rows: &[Vec<String>], name: &str) -> Vec<f64> {
    let at = rows[0].iter().position(|head| head.starts_with(name));
    let at = at.unwrap_or_else(|| panic!("{name} is none of {:?}", rows[0]));
    rows[1..]
        .iter()
        .map(|row| row[at].parse().unwrap())
        .collect()
}

/// Every published frequency is there as often as it should be, with its kind: 0.1 % is what rounding of the published ones (and one
/// of 727.0 for 727.27) leaves room for.
#[test]
fn planetary_set_of_lin_and_parker() {
    let folder = tempfile::tempdir().unwrap();
    run_file(
        Path::new("../../examples/planetary-modes.toml"),
        folder.path(),
    );
    let modes = rows(folder.path(), "modes/modes.csv");
    let kind = modes[0].iter().position(|head| head == "type").unwrap();
    let frequencies = column(&modes, "natural_frequency");
    let mut found: Vec<(f64, &str)> = frequencies
        .iter()
        .zip(&modes[1..])
        .map(|(frequency, row)| (*frequency, row[kind].as_str()))
        .collect();
    let published = include_str!("../../../../validation/shafts/planetary_lin_parker_1999.csv");
    for line in published.lines().filter(|line| line.starts_with("4,")) {
        let cells: Vec<&str> = line.split(',').collect();
        let (count, expected): (usize, f64) =
            (cells[2].parse().unwrap(), cells[3].parse().unwrap());
        let recomputed: f64 = cells[4].parse().unwrap();
        for _ in 0..count {
            let is_it = |(frequency, kind): &(f64, &str)| {
                (frequency - expected).abs() <= 1e-3 * expected.max(1.0)
                    && (frequency - recomputed).abs() < 0.006
                    && *kind == cells[1]
            };
            let at = found.iter().position(is_it);
            found.remove(at.unwrap_or_else(|| panic!("{line} is none of {found:?}")));
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

/// A rotor that a motor turns in a hub on springs.
const ROTOR: &str = r#"
[model]
name = "Rotor on springs"
schema = 1

[bodies.rotor]
mass = "10 kg"
inertia = ["0.05 kg m2", "0.05 kg m2", "0.08 kg m2"]

[bodies.hub]
mass = "0.1 kg"
inertia = ["1e-4 kg m2", "1e-4 kg m2", "1e-4 kg m2"]

[forces.support]
kind = "bushing"
a = "ground"
b = "hub"
at = [0, 0, 0]
stiffness = { x = "10 N/um", y = "10 N/um", z = "5 N/um", rx = "50000 N m/rad", ry = "50000 N m/rad", rz = "50000 N m/rad" }
damping = { x = "100 N s/m", y = "100 N s/m", z = "100 N s/m" }

[joints.bearing]
kind = "revolute"
a = "hub"
b = "rotor"
at = [0, 0, 0]

[drives.motor]
kind = "speed"
joint = "bearing"
value = "100 rad/s"

[forces.push]
kind = "load"
on = "rotor"
force = [0, "3 N", 0]

[sensors.place]
kind = "position"
of = "rotor"
components = ["y"]

[sensors.bearing]
kind = "reaction"
of = "bearing"
axes = "ground"
components = ["force_y"]

[[studies]]
name = "modes"
kind = "modal"
about = "turning"

[[studies]]
name = "campbell"
kind = "campbell"
drive = "motor"
speed_range = ["0 rad/s", "2000 rad/s"]
points = 41
count = 6

[[studies]]
name = "response"
kind = "frequency-response"
inputs = ["push"]
frequency_range = ["10 Hz", "1 kHz"]
spacing = "logarithmic"
"#;

/// Tilting of a turning rotor: J ω² ∓ J_p Ω ω − k = 0.
fn tilting(speed: f64) -> [f64; 2] {
    let (diametral, polar, stiffness): (f64, f64, f64) = (0.0501, 0.08, 5e4);
    let half = polar * speed / (2.0 * diametral);
    let root = (half * half + stiffness / diametral).sqrt();
    [root - half, root + half]
}

#[test]
fn a_turning_rotor_has_the_modes_of_its_closed_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, ROTOR).unwrap();
    let summary = run_file(&file, folder.path());
    let found = summary["studies"]["modes"]["values"]["machine"]["frequencies"].clone();
    let found: Vec<f64> = found
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Json::as_f64)
        .collect();
    let mass = 10.1;
    // Rotor and hub turn together about z, for the motor holds their angle.
    let mut expected = vec![
        (1e7_f64 / mass).sqrt(),
        (1e7_f64 / mass).sqrt(),
        (5e6_f64 / mass).sqrt(),
        (5e4_f64 / 0.0801).sqrt(),
    ];
    expected.extend(tilting(100.0));
    expected.sort_by(f64::total_cmp);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!(
            (found * TAU - expected).abs() < 1e-8 * expected,
            "{found} {}",
            expected / TAU
        );
    }
    // Over the speed, and where one order of it meets backward whirl: J ω² + J_p ω² = k.
    let campbell = rows(&folder.path().join("campbell"), "campbell.csv");
    let speeds = column(&campbell, "speed");
    for (i, speed) in speeds.iter().enumerate() {
        for expected in tilting(*speed) {
            let near = (1..=6).map(|mode| column(&campbell, &format!("mode_{mode}_frequency"))[i]);
            let near = near
                .map(|f| (f * TAU - expected).abs())
                .fold(f64::INFINITY, f64::min);
            assert!(near < 1e-7 * expected, "{speed} {expected} {near}");
        }
    }
    let critical = rows(&folder.path().join("campbell"), "critical-speeds.csv");
    let backward = (5e4_f64 / (0.0501 + 0.08)).sqrt();
    let speeds = column(&critical, "speed");
    assert!(
        speeds
            .iter()
            .any(|speed| (speed - backward).abs() < 1e-6 * backward),
        "{speeds:?} {backward}"
    );
}

#[test]
fn answers_over_frequency_are_those_of_a_damped_mass() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, ROTOR).unwrap();
    run_file(&file, folder.path());
    let response = rows(&folder.path().join("response"), "response.csv");
    let frequencies = column(&response, "frequency");
    let sizes = column(&response, "place_y_by_push_magnitude");
    let phases = column(&response, "place_y_by_push_phase");
    let forces = column(&response, "bearing_force_y_by_push_magnitude");
    assert_eq!(frequencies.len(), 400);
    for (i, frequency) in frequencies.iter().enumerate() {
        let omega = TAU * frequency;
        let (real, imaginary) = (1e7 - 10.1 * omega * omega, 100.0 * omega);
        let size = 1.0 / real.hypot(imaginary);
        assert!((sizes[i] - size).abs() < 1e-7 * size, "{frequency}");
        assert!(
            (phases[i] + imaginary.atan2(real)).abs() < 1e-7,
            "{frequency}"
        );
        // The bearing moves the hub: what the push leaves after the rotor's own inertia.
        let of_rotor = 10.0 * omega * omega * size;
        let [re, im] = [1.0 + of_rotor * phases[i].cos(), of_rotor * phases[i].sin()];
        assert!(
            (forces[i] - re.hypot(im)).abs() < 1e-6 * forces[i].max(1e-3),
            "{frequency}"
        );
    }
    // The matrices are the same machine: C (i ω − A)⁻¹ B + D at zero frequency is the compliance.
    let a = rows(&folder.path().join("response"), "state-space-a.csv");
    assert_eq!(a.len(), 13);
    assert_eq!(
        rows(&folder.path().join("response"), "state-space-b.csv")[0].len(),
        2
    );
}
