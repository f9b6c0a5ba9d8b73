//! Ten thousand damaged files: each is read or refused, never more.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use super::*;

/// Values that stand at the border of what is allowed, or far beyond.
const VALUES: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "10000",
    "10001",
    "-1",
    "1e308",
    "-1e308",
    "1e-308",
    "5e-324",
    "1e999",
    "nan",
    "-nan",
    "inf",
    "-inf",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999",
    "0x7fffffffffffffff",
    "0b1",
    "1_000",
    "0.5",
    "-0.5",
    "1.0",
    "-2",
    "2.0",
    "5.0",
    "-5.0",
    "0.35",
    "0.7853981633974483",
    "1e-9",
    "1e-15",
    "0.2",
    "10.0",
    "50.0",
    "100.0",
    "true",
    "[]",
    "{}",
    "[1, 2]",
    "{ teeth = 3 }",
    "{ bore_radius = 1e-300 }",
    "{ addendum = 5.0, dedendum = 5.0, root_radius = 0.0 }",
    "{ addendum = 1e-9, dedendum = 1e-9, root_radius = 0.0 }",
    "1979-05-27",
    "\"\"",
    "\"0 mm\"",
    "\"1e-300 mm\"",
    "\"200 mm\"",
    "\"1e-12 mm\"",
    "\"44.999999 deg\"",
    "\"5.0001 deg\"",
    "\"59.9999 deg\"",
    "\"1e-9 deg\"",
    "\"-99 mm\"",
    "\"99 mm\"",
    "\"-60 um\"",
    "\"0.2 m\"",
    "\"100 m\"",
    "\"1e308 rpm\"",
    "\"-1 rpm\"",
    "\"external\"",
    "\"internal\"",
    "\"rack\"",
    "\"left\"",
    "\"right\"",
    "\"flank\"",
    "\"feed\"",
    "\"allow\"",
    "\"A\"",
    "\"D\"",
    "\"pinion\"",
    "\"wheel\"",
    "\"ring\"",
    "\"POM\"",
];

/// Values that are allowed for their key, but far from what anybody makes.
const EXTREMES: &[(&str, &[&str])] = &[
    ("kind", &["\"external\"", "\"internal\"", "\"rack\""]),
    (
        "teeth",
        &[
            "1", "2", "3", "4", "5", "6", "8", "11", "14", "17", "40", "400", "9999", "10000",
        ],
    ),
    (
        "module",
        &[
            "\"200 mm\"",
            "\"1e-9 mm\"",
            "1e-300",
            "5e-324",
            "\"4.5 mm\"",
            "\"2 mm\"",
        ],
    ),
    (
        "pressure_angle",
        &[
            "\"5.0001 deg\"",
            "\"10 deg\"",
            "\"14.5 deg\"",
            "\"30 deg\"",
            "\"44.9999 deg\"",
        ],
    ),
    (
        "helix_angle",
        &[
            "0",
            "1e-300",
            "\"1e-9 deg\"",
            "\"30 deg\"",
            "\"45 deg\"",
            "\"59.9999 deg\"",
        ],
    ),
    ("hand", &["\"left\"", "\"right\""]),
    ("face_width", &["10", "1e-300", "\"1 um\""]),
    (
        "profile_shift",
        &["-5", "-1.5", "-0.9", "-0.5", "0", "0.5", "0.9", "1.5", "5"],
    ),
    ("tip_alteration", &["-2", "-1", "-0.3", "0.3", "1", "2"]),
    (
        "tip_diameter",
        &["100", "1e-300", "\"80 mm\"", "\"150 mm\"", "\"154 mm\""],
    ),
    (
        "thickness_allowance",
        &[
            "-0.1",
            "0.1",
            "\"-1 mm\"",
            "\"1 mm\"",
            "-1e-300",
            "\"-3 mm\"",
        ],
    ),
    ("thinning", &["\"feed\"", "\"flank\""]),
    (
        "rack",
        &[
            "\"A\"",
            "\"D\"",
            "{ addendum = 1e-9, dedendum = 1e-9, root_radius = 0 }",
            "{ addendum = 5, dedendum = 5, root_radius = 2 }",
            "{ addendum = 1, dedendum = 1.25, root_radius = 0 }",
            "{ addendum = 0.5, dedendum = 2.1, root_radius = 0.01 }",
        ],
    ),
    (
        "cutter",
        &[
            "{ teeth = 3 }",
            "{ teeth = 65 }",
            "{ teeth = 1000 }",
            "{ profile_shift = -5 }",
            "{ profile_shift = 1.0, addendum = 0.1 }",
            "{ addendum = 5 }",
            "{ tip_radius = 0 }",
            "{ teeth = 60, tip_radius = 0, addendum = 1e-9 }",
        ],
    ),
    (
        "measurement",
        &[
            "{ span_teeth = 5000 }",
            "{ span_teeth = 1, ball_diameter = 1 }",
            "{ ball_diameter = 1e-300 }",
        ],
    ),
    (
        "blank",
        &[
            "{ rim = 50 }",
            "{ bore_radius = 50 }",
            "{ rim = 1e-300, bore_radius = 1e-300 }",
        ],
    ),
    (
        "center_distance",
        &[
            "100",
            "1e-300",
            "\"44 mm\"",
            "\"91.5 mm\"",
            "\"150.1 mm\"",
            "\"70 mm\"",
            "\"0.1 mm\"",
        ],
    ),
    (
        "amount",
        &["\"2 mm\"", "\"-2 mm\"", "0", "1e-300", "\"0.1 um\""],
    ),
    (
        "start_diameter",
        &["\"50 mm\"", "\"58 mm\"", "\"1 mm\"", "100"],
    ),
    ("start_length", &["\"1 nm\"", "1e-300", "\"3 mm\"", "100"]),
    ("start_roll_angle", &["\"20 deg\"", "1e-300", "6.28"]),
    ("form", &["\"linear\"", "\"parabolic\""]),
    ("flank", &["\"both\"", "\"right\"", "\"left\""]),
    ("length", &["\"20 mm\"", "1e-300", "100"]),
    (
        "modifications",
        &[
            "[]",
            "[{ kind = \"twist\", amount = \"1 mm\" }]",
            "[{ kind = \"end-relief\", amount = \"9 um\", length = \"20 mm\" }]",
            "[{ kind = \"topography\", file = \"model.toml\" }]",
            "[{ kind = \"topography\", diameters = [0.05, 0.06], widths = [0, 0.01], amounts = [0, 0, 0, 1e-3] }]",
        ],
    ),
    (
        "deviations",
        &[
            "{}",
            "{ run_out = \"2 mm\" }",
            "{ run_out = 0, damaged = [] }",
            "{ pitch_file = \"model.toml\" }",
            "{ damaged = [{ tooth = 1, modifications = [] }] }",
        ],
    ),
    ("run_out", &["\"2 mm\"", "0", "1e-300"]),
    ("tooth", &["1", "11", "12", "10000"]),
    (
        "parallel_in_plane",
        &["\"5 mm\"", "\"-5 mm\"", "\"-0.5 mm\""],
    ),
    ("parallel_out_of_plane", &["\"5 mm\"", "\"-0.1 mm\""]),
    (
        "misalignment",
        &[
            "{}",
            "{ angular_in_plane = \"1 deg\", angular_out_of_plane = \"-1 deg\" }",
            "{ axial = \"5 mm\" }",
        ],
    ),
    ("interference", &["\"allow\"", "\"refuse\""]),
    ("speed", &["0", "1e308", "-1e308", "5e-324"]),
    ("youngs_modulus", &["1e6", "1e13"]),
];

/// Units to put in place of others.
const UNITS: &[&str] = &[
    "mm", "m", "um", "km", "in", "deg", "rad", "rpm", "Hz", "kg", "%", "°", "N m", "m2/s", "°C",
    "1/s", "mm mm/mm",
];

/// Bytes that mean something in TOML or to a terminal.
const BYTES: &[u8] = b"\"'[]{}=.,#\n\r\t \\0-\x00\x1b\x7f\x80\xc2\xff";

/// Good and bad files to begin with.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for path in examples() {
        // The good ones count for more; a helical pair with deviations is swept over a turn, which takes a second.
        let n = if stem(&path) == "modified" { 2 } else { 10 };
        for _ in 0..n {
            seeds.push(std::fs::read(&path).unwrap());
        }
    }
    for path in files("tests/good", "toml") {
        for _ in 0..10 {
            seeds.push(std::fs::read(&path).unwrap());
        }
    }
    for template in pitchline::templates::TEMPLATES {
        for _ in 0..5 {
            seeds.push(template.source.as_bytes().to_vec());
        }
    }
    for path in files("tests/bad", "toml")
        .iter()
        .chain(&files("tests/warn", "toml"))
    {
        let bytes = std::fs::read(path).unwrap();
        if bytes.len() < 5000 {
            seeds.push(bytes);
        }
    }
    seeds
}

/// Keys with an example, of all tables of the model file.
fn keys() -> Vec<String> {
    use pitchline::input::field::{FieldKind, Record};
    fn collect(record: &'static Record, keys: &mut Vec<String>) {
        for field in record.fields {
            keys.push(format!("{} = {}", field.key, field.example));
            match field.kind {
                FieldKind::Table(inner) | FieldKind::MapOf(inner) | FieldKind::ListOf(inner) => {
                    collect(inner, keys)
                }
                _ => {}
            }
        }
    }
    let mut keys = Vec::new();
    collect(&pitchline::input::tables::MODEL, &mut keys);
    keys
}

/// One change; `at` and `pick` choose where and what.
fn change(
    file: &mut Vec<u8>,
    kind: u8,
    at: usize,
    pick: usize,
    keys: &[String],
    lines_of_all: &[String],
) {
    let n = file.len().max(1);
    match kind {
        0 if !file.is_empty() => file[at % n] ^= 1 << (pick % 8),
        1 if !file.is_empty() => {
            file.remove(at % n);
        }
        2 => file.insert(at % n, BYTES[pick % BYTES.len()]),
        3 => file.truncate(at % n),
        _ => {
            let Ok(text) = std::str::from_utf8(file) else {
                return;
            };
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            if lines.is_empty() {
                return;
            }
            let (i, j) = (at % lines.len(), pick % lines.len());
            let value = |line: &str| {
                line.split_once(" = ")
                    .map(|(key, value)| (key.to_owned(), value.to_owned()))
            };
            match kind {
                4 => {
                    lines.remove(i);
                }
                5 => lines.insert(j, lines[i].clone()),
                6 => lines.swap(i, j),
                7 => {
                    if let (Some((a, x)), Some((b, y))) = (value(&lines[i]), value(&lines[j])) {
                        lines[i] = format!("{a} = {y}");
                        lines[j] = format!("{b} = {x}");
                    }
                }
                8 | 9 => {
                    if let Some((key, _)) = value(&lines[i]) {
                        lines[i] = format!("{key} = {}", VALUES[pick % VALUES.len()]);
                    }
                }
                10 => {
                    if let Some((head, _)) = lines[i].rsplit_once(' ') {
                        lines[i] = format!("{head} {}\"", UNITS[pick % UNITS.len()]);
                    }
                }
                11 => lines.insert(i, keys[pick % keys.len()].clone()),
                12 => lines.insert(i, lines_of_all[pick % lines_of_all.len()].clone()),
                13..=16 => {
                    if let Some((key, _)) = value(&lines[i])
                        && let Some((_, extremes)) = EXTREMES.iter().find(|(name, _)| *name == key)
                    {
                        lines[i] = format!("{key} = {}", extremes[pick % extremes.len()]);
                    }
                }
                17 => {
                    let (key, extremes) = EXTREMES[pick % EXTREMES.len()];
                    lines.insert(i, format!("{key} = {}", extremes[at % extremes.len()]));
                }
                // A number nearby: what is valid mostly stays so, and reaches the geometry.
                _ => {
                    if let Some((key, number)) = value(&lines[i])
                        && let Some(digit) = number.find(|c: char| c.is_ascii_digit())
                    {
                        let mut number = number.into_bytes();
                        number[digit] = b'0' + (pick % 10) as u8;
                        lines[i] = format!("{key} = {}", String::from_utf8(number).unwrap());
                    }
                }
            }
            *file = lines.join("\n").into_bytes();
        }
    }
}

/// What must hold for any file.
fn assert_read_or_refused(file: &[u8]) -> Result<bool, TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.toml");
    std::fs::write(&path, file).unwrap();
    for name in ["modified-pitch.csv", "modified-profile.csv"] {
        std::fs::copy(format!("../../examples/{name}"), folder.path().join(name)).unwrap();
    }
    let check = run([Path::new("check"), path.as_path()]);
    let geometry = run([Path::new("geometry"), path.as_path(), Path::new("--json")]);
    prop_assert!(matches!(
        check.status,
        ExitStatus::Done | ExitStatus::WrongInput
    ));
    prop_assert_eq!(check.status, geometry.status);
    let is_good = check.status == ExitStatus::Done;
    prop_assert_eq!(is_good, !check.out.is_empty());
    prop_assert!(
        is_good || check.err.contains("help:"),
        "no remedy: {}",
        check.err
    );
    prop_assert!(check.err.chars().all(|c| c == '\n' || !c.is_control()));
    let json: Result<Json, _> = serde_json::from_str(&geometry.out);
    let json = json.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(json.get("studies").is_some(), is_good);
    let numbers = format!("{}", json["studies"]["geometry"]["values"]);
    prop_assert!(
        !is_good || !numbers.contains(":null"),
        "a value is no number: {}",
        numbers
    );
    Ok(is_good)
}

fn feed(quarter: u8) {
    let cases = 2500;
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    let mut seed = [7; 32];
    seed[0] = quarter;
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let (seeds, keys) = (seeds(), keys());
    let lines: Vec<String> = seeds
        .iter()
        .filter_map(|seed| std::str::from_utf8(seed).ok())
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let changes = prop::collection::vec((0..24u8, any::<usize>(), any::<usize>()), 1..5);
    let good = std::cell::Cell::new(0);
    let outcome = runner.run(&(0..seeds.len(), changes), |(seed, changes)| {
        let mut file = seeds[seed].clone();
        for (kind, at, pick) in changes {
            change(&mut file, kind, at, pick, &keys, &lines);
        }
        let is_good = assert_read_or_refused(&file).map_err(|error| {
            TestCaseError::fail(format!("{error}\n{}", String::from_utf8_lossy(&file)))
        })?;
        good.set(good.get() + u32::from(is_good));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    // Some must get through to the geometry.
    assert!(
        good.get() > cases / 20,
        "{} of {cases} files were good",
        good.get()
    );
}

#[test]
fn mutated_files_are_read_or_refused_1() {
    feed(1);
}

#[test]
fn mutated_files_are_read_or_refused_2() {
    feed(2);
}

#[test]
fn mutated_files_are_read_or_refused_3() {
    feed(3);
}

#[test]
fn mutated_files_are_read_or_refused_4() {
    feed(4);
}
