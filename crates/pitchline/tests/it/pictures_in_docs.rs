//! The pictures in the documentation are what the program draws today.
//!
//! `PITCHLINE_UPDATE=1 cargo test -p pitchline --test it` draws them anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use pitchline::Model;
use pitchline::results::Picture;
use pitchline::studies::{self, Options};
use rayon::prelude::*;

/// File in `docs/pictures`, example, picture of its first study or of that after the stroke.
const PICTURES: [(&str, &str, &str); 83] = [
    ("bevel-pair-before", "bevel-pair", "machine-start"),
    ("bevel-pair-machine", "bevel-pair", "machine-end"),
    ("three-wheels-start", "three-wheels/before", "machine-end"),
    ("three-wheels-end", "three-wheels/turned", "machine-end"),
    ("worm-drive-machine", "worm-drive/lift", "machine-start"),
    (
        "worm-drive-stops",
        "worm-drive/fail-lifting",
        "sensor-speed",
    ),
    (
        "worm-drive-runs-away",
        "worm-drive/fail-lowering",
        "sensor-speed",
    ),
    (
        "spur-transmission-machine",
        "spur-transmission/d",
        "machine-start",
    ),
    (
        "spur-transmission-a-mesh",
        "spur-transmission/a",
        "pair-mesh",
    ),
    (
        "spur-transmission-a-support",
        "spur-transmission/a",
        "sensor-support_a",
    ),
    (
        "spur-transmission-a-spectrum",
        "spur-transmission/a",
        "pair-mesh-spectrum",
    ),
    (
        "spur-transmission-b-mesh",
        "spur-transmission/b",
        "pair-mesh",
    ),
    (
        "spur-transmission-b-support",
        "spur-transmission/b",
        "sensor-support_a",
    ),
    (
        "spur-transmission-b-spectrum",
        "spur-transmission/b",
        "pair-mesh-spectrum",
    ),
    (
        "spur-transmission-c-mesh",
        "spur-transmission/c",
        "pair-mesh",
    ),
    (
        "spur-transmission-c-support",
        "spur-transmission/c",
        "sensor-support_a",
    ),
    (
        "spur-transmission-c-spectrum",
        "spur-transmission/c",
        "pair-mesh-spectrum",
    ),
    (
        "spur-transmission-d-mesh",
        "spur-transmission/d",
        "pair-mesh",
    ),
    (
        "spur-transmission-d-support",
        "spur-transmission/d",
        "sensor-support_a",
    ),
    (
        "spur-transmission-d-spectrum",
        "spur-transmission/d",
        "pair-mesh-spectrum",
    ),
    (
        "planetary-drive-machine",
        "planetary-drive",
        "machine-start",
    ),
    ("planetary-drive-end", "planetary-drive", "machine-end"),
    ("planetary-drive-torque", "planetary-drive", "sensor-motor"),
    (
        "planetary-drive-forces",
        "planetary-drive",
        "pair-drive-sun-planet-1",
    ),
    (
        "planetary-drive-spectrum",
        "planetary-drive",
        "pair-drive-sun-planet-1-spectrum",
    ),
    ("differential-machine", "differential", "machine-start"),
    ("differential-torque", "differential", "sensor-cage-torque"),
    ("differential-forces", "differential", "pair-right-1"),
    ("pendulum-machine", "pendulum", "machine-start"),
    ("pendulum-bearing", "pendulum", "sensor-bearing"),
    (
        "slider-crank-machine",
        "slider-crank/motion",
        "machine-start",
    ),
    (
        "slider-crank-torque",
        "slider-crank/motion",
        "sensor-torque",
    ),
    (
        "critical-speeds-campbell",
        "critical-speeds/speeds",
        "campbell",
    ),
    (
        "critical-speeds-response",
        "critical-speeds/shaken",
        "response-third_x",
    ),
    ("critical-speeds-torsion", "critical-speeds/modes", "mode-3"),
    ("planetary-modes-mode", "planetary-modes", "mode-2"),
    ("rotor-machine", "rotor", "machine-end"),
    ("rotor-whirl", "rotor/whirl", "sensor-wheel"),
    ("rotor-run-up", "rotor/run-up", "response-wheel_y"),
    ("flexible-arm-machine", "flexible-arm/loaded", "machine-end"),
    ("flexible-arm-end", "flexible-arm/ringing", "sensor-end"),
    ("clutch-machine", "clutch/stroke", "machine-end"),
    ("clutch-angle", "clutch/beat", "sensor-hammer-angle"),
    ("door-machine", "door", "machine-start"),
    (
        "spring-loaded-actuator-machine",
        "spring-loaded-actuator",
        "machine-start",
    ),
    (
        "spring-loaded-actuator-mesh",
        "spring-loaded-actuator/wind-up",
        "pair-mesh",
    ),
    (
        "spring-loaded-actuator-holding",
        "spring-loaded-actuator/away",
        "holding",
    ),
    (
        "position-loop-hunting",
        "position-loop/hunting",
        "sensor-loop",
    ),
    (
        "position-loop-without-stiction",
        "position-loop/without-stiction",
        "sensor-loop",
    ),
    (
        "position-loop-margins",
        "position-loop/margins",
        "bode-loop",
    ),
    (
        "position-loop-bode",
        "position-loop/margins",
        "bode-arm-by-motor",
    ),
    (
        "compound-planetary-machine",
        "compound-planetary",
        "machine-start",
    ),
    (
        "compound-planetary-torque",
        "compound-planetary",
        "sensor-motor",
    ),
    (
        "compound-planetary-map-cold",
        "compound-planetary/map",
        "efficiency-1",
    ),
    (
        "compound-planetary-map-warm",
        "compound-planetary/map",
        "efficiency-3",
    ),
    (
        "gear-test-rig-forward",
        "gear-test-rig/forward",
        "sensor-teeth",
    ),
    (
        "gear-test-rig-backward",
        "gear-test-rig/backward",
        "sensor-teeth",
    ),
    ("wolfrom-machine", "wolfrom/lift", "machine-start"),
    ("wolfrom-lower", "wolfrom/lower", "sensor-motor"),
    ("wolfrom-rough", "wolfrom/lower-rough", "sensor-motor"),
    ("ravigneaux-machine", "ravigneaux", "machine-start"),
    ("ravigneaux-teeth", "ravigneaux", "sensor-teeth"),
    ("door-angle", "door", "sensor-angle"),
    ("fzg-c-mesh", "fzg-c", "mesh-test-gears"),
    ("fzg-c-tooth", "fzg-c", "tooth-pinion"),
    ("fzg-c-sliding", "fzg-c", "sliding-test-gears"),
    ("spur-50-50-mesh", "spur-50-50", "mesh-mesh"),
    ("helical-mesh", "helical", "mesh-mesh"),
    ("internal-mesh", "internal", "mesh-mesh"),
    ("modified-traces", "modified", "modification-pinion"),
    ("modified-topography", "modified", "topography-pinion-right"),
    ("modified-no-load", "modified", "no-load-mesh"),
    ("planetary-set", "planetary", "planetary-stage-1"),
    (
        "ravigneaux-short-planets",
        "compound",
        "planetary-automatic-plane-2",
    ),
    ("wolfrom-moving-ring", "compound", "planetary-joint-plane-2"),
    ("bevel-pitch", "bevel", "pitch-mesh"),
    ("hypoid-pitch", "hypoid", "pitch-mesh"),
    ("hypoid-offset", "hypoid", "offset-mesh"),
    ("worm-pitch", "worm", "pitch-mesh"),
    ("worm-offset", "worm", "offset-mesh"),
    ("reduced-body-mac", "reduced-body", "mac-pinion"),
    (
        "reduced-body-compliance",
        "reduced-body",
        "compliance-pinion",
    ),
    ("reduced-body-coupling", "reduced-body", "coupling-pinion"),
];

/// Shaded views in `docs/pictures`: file, example, study, picture.
const SHADED: [(&str, &str, &str, &str); 4] = [
    ("gear-body-mesh", "gear-body", "mesh", "mesh-wheel"),
    ("gear-body-stress", "gear-body", "load", "stress-wheel-tip"),
    ("gear-body-modes", "gear-body", "modes", "modes-wheel"),
    (
        "reduced-body-shapes",
        "reduced-body",
        "reduce",
        "shapes-pinion",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn model(example: &str) -> Model {
    let source = fs::read(root().join(format!("examples/{example}.toml")));
    let source = source.expect("the example is there");
    let model = Model::load_from(&source, &root().join("examples")).0;
    model.expect("the example is sound")
}

/// The pictures of a study of an example, of the first one unless it is named.
fn drawn(example: &str) -> Vec<Picture> {
    let (example, name) = example.split_once('/').unwrap_or((example, ""));
    let model = model(example);
    let named = model.studies.iter().find(|study| study.name == name);
    studies::run(
        &model,
        named.unwrap_or(&model.studies[0]),
        Options::default(),
    )
    .output
    .pictures
}

fn svg_of(pictures: &[Picture], name: &str) -> String {
    let found = pictures.iter().find(|found| found.name == name);
    let drawn = found.expect("the study has it").figure.draw().unwrap();
    drawn.svg().expect("it is made of lines")
}

/// Without its colours: two modes of one frequency may be turned against each other by the last bits of a machine, and share
/// their squares of modal assurance differently.
fn without_fills(svg: &str) -> String {
    let mut parts = svg.split("fill=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once('"').map_or("", |(_, rest)| rest);
        text + "fill=\"\"" + rest
    })
}

/// Same words and pattern of elements; numbers may differ by a last digit, as the mathematics of systems does.
fn is_same(stored: &str, drawn: &str) -> bool {
    let pieces = |text: &str| -> Vec<String> {
        let is_end = |letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-');
        let pieces = text.split_inclusive(is_end);
        pieces.map(str::to_owned).collect()
    };
    let (stored, drawn) = (pieces(stored), pieces(drawn));
    // A number and the letter after it.
    let split = |piece: &str| -> Option<(f64, char)> {
        let letter = piece.chars().next_back()?;
        let digits = piece.strip_suffix(letter)?;
        Some((digits.parse().ok()?, letter))
    };
    let is_close = |(stored, drawn): (&String, &String)| {
        let both = split(stored).zip(split(drawn));
        let is_near = both.is_some_and(|(a, b)| (a.0 - b.0).abs() < 0.021 && a.1 == b.1);
        stored == drawn || is_near
    };
    stored.len() == drawn.len() && stored.iter().zip(&drawn).all(is_close)
}

#[test]
fn pictures_in_docs_are_up_to_date() {
    let is_update = std::env::var_os("PITCHLINE_UPDATE").is_some();
    let studies: BTreeSet<&str> = PICTURES.iter().map(|(_, example, _)| *example).collect();
    let pictures: BTreeMap<&str, Vec<Picture>> = studies
        .into_par_iter()
        .map(|example| (example, drawn(example)))
        .collect();
    for (name, example, picture) in PICTURES {
        let path = root().join(format!("docs/pictures/{name}.svg"));
        let drawn = svg_of(&pictures[example], picture);
        let stored = fs::read_to_string(&path).unwrap_or_default();
        let is_same = |stored: &str, drawn: &str| match name {
            "reduced-body-mac" => is_same(&without_fills(stored), &without_fills(drawn)),
            _ => is_same(stored, drawn),
        };
        if is_update && !is_same(&stored, &drawn) {
            fs::write(&path, &drawn).unwrap();
        } else {
            assert!(
                is_same(&stored, &drawn),
                "docs/pictures/{name}.svg is out of date; PITCHLINE_UPDATE=1 cargo test -p pitchline --test it draws it anew"
            );
        }
    }
}

fn shaded(example: &str, study: &str, picture: &str) -> Vec<u8> {
    let model = model(example);
    let found = model.studies.iter().find(|found| found.name == study);
    let result = studies::run(
        &model,
        found.expect("the study is there"),
        Options::default(),
    );
    let mut pictures = result.output.pictures.into_iter();
    let found = pictures.find(|p| p.name == picture);
    let figure = found.expect("the study has it").figure;
    assert!(
        figure.is_shaded(),
        "{picture} of {example} is made of lines"
    );
    figure.draw().unwrap().png().unwrap()
}

/// Same size, and at most one pixel in 200 of another colour: the last bits of a solution move the borders of colours.
fn is_same_view(stored: &[u8], drawn: &[u8]) -> bool {
    let pixels = |png: &[u8]| tiny_skia::Pixmap::decode_png(png).ok();
    let (Some(stored), Some(drawn)) = (pixels(stored), pixels(drawn)) else {
        return false;
    };
    let is_other = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 16);
    let pairs = stored.data().chunks(4).zip(drawn.data().chunks(4));
    let others = pairs.filter(is_other).count();
    (stored.width(), stored.height()) == (drawn.width(), drawn.height())
        && 200 * others <= (stored.width() * stored.height()) as usize
}

#[test]
fn shaded_views_in_docs_are_up_to_date() {
    let is_update = std::env::var_os("PITCHLINE_UPDATE").is_some();
    for (name, example, study, picture) in SHADED {
        let path = root().join(format!("docs/pictures/{name}.png"));
        let drawn = shaded(example, study, picture);
        let stored = fs::read(&path).unwrap_or_default();
        // Two modes of one frequency may be turned against each other by the last bits of a machine.
        let is_same_view = |stored: &[u8], drawn: &[u8]| {
            let size = |png: &[u8]| {
                tiny_skia::Pixmap::decode_png(png)
                    .map(|p| (p.width(), p.height()))
                    .ok()
            };
            match study {
                "modes" | "reduce" => size(stored).is_some() && size(stored) == size(drawn),
                _ => is_same_view(stored, drawn),
            }
        };
        if is_update && !is_same_view(&stored, &drawn) {
            fs::write(&path, &drawn).unwrap();
        } else {
            assert!(
                is_same_view(&stored, &drawn),
                "docs/pictures/{name}.png is out of date; PITCHLINE_UPDATE=1 cargo test -p pitchline --test it draws it anew"
            );
        }
    }
}

#[test]
fn numbers_may_differ_by_a_last_digit_only() {
    assert!(is_same("M1.00 2.5L3", "M1.01 2.5L3"));
    assert!(!is_same("M1.00 2.5L3", "M1.10 2.5L3"));
    assert!(!is_same("M1.00 2.5L3", "M1.00 2.5Z3"));
    assert!(!is_same("", "M1"));
}
