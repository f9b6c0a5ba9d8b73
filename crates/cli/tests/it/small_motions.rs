//! Studies `modal`, `campbell` and `frequency-response`, beside published numbers and closed forms.

use std::f64::consts::TAU;

use super::*;

/// Runs a model into a folder and returns its summary.
pub(super) fn run_file(file: &Path, folder: &Path) -> Json {
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
pub(super) fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

pub(super) fn column(rows: &[Vec<String>], name: &str) -> Vec<f64> {
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

/// A planetary set whose modes are asked for while a part turns: its warnings.
fn warnings_while_turning(replace: &[(&str, &str)], drive: &str) -> Vec<String> {
    let mut model = std::fs::read_to_string("../../examples/planetary-modes.toml").unwrap();
    for (old, new) in replace {
        assert!(model.contains(old), "{old}");
        model = model.replace(old, new);
    }
    let model = model
        .replace("kind = \"modal\"", "kind = \"modal\"\nabout = \"turning\"")
        .replace(
            "[[studies]]",
            &format!("[drives.motor]\n{drive}\n[[studies]]"),
        );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, model).unwrap();
    let summary = run_file(&file, folder.path());
    let warnings = summary["studies"]["modes"]["warnings"].as_array().unwrap();
    let text = |warning: &Json| warning.as_str().unwrap().to_owned();
    warnings.iter().map(text).collect()
}

/// On the ground, meshes that a carrier moves round have periodic coefficients; with the carrier at rest they stay where they are.
#[test]
fn meshes_that_a_carrier_moves_round_are_told() {
    let drive = |joint: &str, speed: &str| {
        format!("kind = \"speed\"\njoint = \"{joint}\"\nvalue = \"{speed} rad/s\"\n")
    };
    let told = warnings_while_turning(&[], &drive("carrier-plane", "20"));
    assert_eq!(told.len(), 1, "{told:?}");
    for part in ["-planet", "carried round", "stand still"] {
        assert!(told[0].contains(part), "{told:?}");
    }
    // The drive holds the carrier, or the sun turns planets and ring about their own axes.
    let still = warnings_while_turning(&[], &drive("carrier-plane", "0"));
    assert_eq!(still, [""; 0]);
    let held = [
        (
            "[joints.carrier-plane]\nkind = \"planar\"",
            "[joints.carrier-plane]\nkind = \"fixed\"",
        ),
        (", rz = \"15813802.9447 N m/rad\"", ""),
    ];
    let turning = warnings_while_turning(&held, &drive("sun-plane", "300"));
    assert_eq!(turning, [""; 0]);
}

/// Modes of a turning shaft are those that another program finds: both cut it into 40 elements, which leaves 2e-5 in the ninth.
#[test]
fn five_discs_whirl_as_in_ross() {
    let folder = tempfile::tempdir().unwrap();
    run_file(
        Path::new("../../examples/critical-speeds.toml"),
        folder.path(),
    );
    let modes = rows(folder.path(), "modes/modes.csv");
    let frequencies = column(&modes, "damped_frequency");
    let ratios = column(&modes, "damping_ratio");
    let theirs = include_str!("../../../../validation/shafts/ross_five_discs.csv");
    for line in theirs.lines().skip(2) {
        let (frequency, ratio) = line.split_once(',').unwrap();
        let expected: [f64; 2] = [frequency, ratio].map(|cell| cell.parse().unwrap());
        let is_it = |i: &usize| (frequencies[*i] * TAU / expected[0] - 1.0).abs() < 3e-5;
        let at = (0..frequencies.len()).find(is_it);
        let at = at.unwrap_or_else(|| panic!("{line} is none of {frequencies:?}"));
        // Damping is that of the bearings, which shapes of the modes enter at first order.
        let near = (ratios[at] - expected[1]).abs() < 1e-3 * expected[1] + 1e-9;
        assert!(near, "{line} {}", ratios[at]);
    }
    // A disc that is shaken at rest frequency by frequency: well below the first mode it is a spring.
    let answer = rows(folder.path(), "shaken/response.csv");
    let sizes = column(&answer, "third_x_by_shaker_magnitude");
    let peak = sizes.iter().copied().fold(0.0, f64::max);
    assert!(peak > 50.0 * sizes[0], "{peak} {}", sizes[0]);
}

/// A rotor that a motor turns in a hub on springs.
pub(super) const ROTOR: &str = r#"
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

[forces.twist]
kind = "load"
on = "hub"
torque = [0, 0, "2 N m"]

[sensors.turn]
kind = "angle"
of = "hub"
axis = [0, 0, 1]

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
inputs = ["push", "twist"]
frequency_range = ["10 Hz", "1 kHz"]
spacing = "logarithmic"
"#;

/// Tilting of a turning rotor: J ω² ∓ J_p Ω ω − k = 0.
pub(super) fn tilting(speed: f64) -> [f64; 2] {
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
    // Tilting against the spin is the slower one; moving across is a double mode and turns as one likes.
    let modes = rows(&folder.path().join("modes"), "modes.csv");
    let at = modes[0].iter().position(|head| head == "whirl").unwrap();
    let frequencies = column(&modes, "damped_frequency");
    let [slow, fast] = tilting(100.0);
    for (frequency, row) in frequencies.iter().zip(&modes[1..]) {
        let is = |exact: f64| (frequency * TAU - exact).abs() < 1e-8 * exact;
        let expected = match (is(slow), is(fast)) {
            (true, _) => "backward",
            (_, true) => "forward",
            _ => "-",
        };
        assert_eq!(row[at], expected, "{frequency}");
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
    // Nothing whirls with a spin that there is not.
    let at_rest = campbell[0].iter().zip(&campbell[1]);
    let mut whirls = at_rest.filter(|(head, _)| head.contains("_whirl"));
    assert!(whirls.all(|(_, cell)| cell.is_empty()));
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
    let turns = column(&response, "turn_by_twist_magnitude");
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
        // Hub and rotor turn together on the support, without damping; angles that are followed over whole turns move too.
        let turn = 1.0 / (5e4 - 0.0801 * omega * omega).abs();
        assert!(
            (turns[i] - turn).abs() < 1e-6 * turn,
            "{frequency} {} {turn}",
            turns[i]
        );
        // The bearing moves the hub: what the push leaves after the rotor's own inertia.
        let of_rotor = 10.0 * omega * omega * size;
        let [re, im] = [1.0 + of_rotor * phases[i].cos(), of_rotor * phases[i].sin()];
        assert!(
            (forces[i] - re.hypot(im)).abs() < 1e-6 * forces[i].max(1e-3),
            "{frequency}"
        );
    }
    // What the push is on, the bearing bears: its force on the rotor is the opposite. The matrices are the same machine: D − C A⁻¹ B are its compliances.
    let [a, b, c, d] =
        ["a", "b", "c", "d"].map(|name| matrix(&folder.path().join("response"), name));
    assert_eq!([a.len(), b[0].len(), c.len(), d[0].len()], [12, 2, 3, 2]);
    for (input, compliances) in [[0.0, 1e-7, -1.0], [2e-5, 0.0, 0.0]].iter().enumerate() {
        let x = solved(&a, &b.iter().map(|row| row[input]).collect::<Vec<_>>());
        for (output, expected) in compliances.iter().enumerate() {
            let along = c[output].iter().zip(&x).map(|(c, x)| c * x).sum::<f64>();
            let found = d[output][input] - along;
            let size = [2e-5, 1e-7, 1.0][output];
            assert!(
                (found - expected).abs() < 1e-6 * size,
                "{output} {input}: {found} {expected}"
            );
        }
    }
}

/// C (iω − A)⁻¹ B + D of the written matrices is the written answer, at every frequency, for loads and for the drive.
#[test]
fn written_matrices_answer_as_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    let model = ROTOR
        .replace("[\"push\", \"twist\"]", "[\"push\", \"twist\", \"motor\"]")
        .replace(
            "kind = \"frequency-response\"",
            "kind = \"frequency-response\"\nabout = \"turning\"",
        );
    std::fs::write(&file, model).unwrap();
    run_file(&file, folder.path());
    let [a, b, c, d] =
        ["a", "b", "c", "d"].map(|name| matrix(&folder.path().join("response"), name));
    let states = a.len();
    let table = rows(&folder.path().join("response"), "response.csv");
    // Rows and columns are named as the table names its answers.
    let heads = |name: &str| {
        rows(
            &folder.path().join("response"),
            &format!("state-space-{name}.csv"),
        )
    };
    let names = |cells: &[String]| -> Vec<String> {
        let plain = |cell: &String| cell.split(" [").next().unwrap().to_owned();
        cells.iter().map(plain).collect()
    };
    let inputs = names(&heads("d")[0][1..]);
    let outputs: Vec<String> = heads("d")[1..].iter().map(|row| row[0].clone()).collect();
    assert_eq!(inputs, ["push", "twist", "motor"]);
    assert_eq!(outputs, ["turn", "place_y", "bearing_force_y"]);
    for (i, input) in inputs.iter().enumerate() {
        let answers: Vec<[Vec<f64>; 2]> = outputs
            .iter()
            .map(|output| {
                ["magnitude", "phase"]
                    .map(|part| column(&table, &format!("{output}_by_{input}_{part}")))
            })
            .collect();
        for (at, frequency) in column(&table, "frequency").iter().enumerate() {
            let omega = TAU * frequency;
            // (iω − A)(x + iy) = b as real equations.
            let mut large = vec![vec![0.0; 2 * states]; 2 * states];
            let mut right = vec![0.0; 2 * states];
            for row in 0..states {
                right[row] = b[row][i];
                for column in 0..states {
                    large[row][column] = -a[row][column];
                    large[states + row][states + column] = -a[row][column];
                }
                large[row][states + row] -= omega;
                large[states + row][row] += omega;
            }
            let x = solved(&large, &right);
            for (o, row) in c.iter().enumerate() {
                let along = |x: &[f64]| row.iter().zip(x).map(|(c, x)| c * x).sum::<f64>();
                let found = [d[o][i] + along(&x[..states]), along(&x[states..])];
                let [size, phase] = [answers[o][0][at], answers[o][1][at]];
                let off = (found[0] - size * phase.cos()).hypot(found[1] - size * phase.sin());
                // Elimination over entries from 1 to 1e8 keeps eight digits; answers that cancel are as exact as their terms.
                let terms: f64 = row.iter().zip(&x).map(|(c, x)| (c * x).abs()).sum();
                assert!(
                    off <= 1e-8 * (size + terms),
                    "{input} {} {frequency}: {off}",
                    outputs[o]
                );
            }
        }
    }
}

/// A matrix that a study has written into its folder.
pub(super) fn matrix(folder: &Path, name: &str) -> Vec<Vec<f64>> {
    let rows = rows(folder, &format!("state-space-{name}.csv"));
    let numbers = |row: &Vec<String>| row[1..].iter().map(|cell| cell.parse().unwrap()).collect();
    rows[1..].iter().map(numbers).collect()
}

/// A⁻¹ b by elimination with the largest pivots.
pub(super) fn solved(a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut rows: Vec<Vec<f64>> = a.to_vec();
    rows.iter_mut().zip(b).for_each(|(row, b)| row.push(*b));
    for i in 0..n {
        let pivot = (i..n)
            .max_by(|p, q| rows[*p][i].abs().total_cmp(&rows[*q][i].abs()))
            .unwrap();
        rows.swap(i, pivot);
        let top = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = row[i] / top[i];
            row.iter_mut().zip(&top).for_each(|(x, t)| *x -= factor * t);
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}
