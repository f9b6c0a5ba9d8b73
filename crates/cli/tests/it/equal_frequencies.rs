//! Machines with many equal frequencies: all are found, and all are followed over the speed.

use std::f64::consts::TAU;

use super::small_motions::{ROTOR, column, rows, run_file, tilting};

/// Ten rotors that are all the same: of each frequency there are ten, at rest some of twenty, and no curve loses its mode.
#[test]
fn ten_equal_rotors_have_ten_curves_each() {
    let (_, parts) = ROTOR.split_once("[bodies.rotor]").unwrap();
    let (parts, _) = parts.split_once("[forces.push]").unwrap();
    let parts = format!("[bodies.rotor]{parts}").replace("100 N s/m", "0 N s/m");
    let mut model = "[model]\nname = \"ten\"\nschema = 1\n".to_owned();
    for i in 0..10 {
        let mut text = parts.clone();
        for name in ["rotor", "hub", "support", "bearing", "motor"] {
            text = text.replace(&format!(".{name}]"), &format!(".{name}{i}]"));
            text = text.replace(&format!("\"{name}\""), &format!("\"{name}{i}\""));
        }
        model += &text;
    }
    model += "[[studies]]\nname = \"campbell\"\nkind = \"campbell\"\ndrive = \"motor0\"\n\
              speed_range = [\"0 rad/s\", \"2000 rad/s\"]\npoints = 11\ncount = 60\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, model).unwrap();
    run_file(&file, folder.path());
    let campbell = rows(&folder.path().join("campbell"), "campbell.csv");
    let curves: Vec<Vec<f64>> = (1..=60)
        .map(|mode| column(&campbell, &format!("mode_{mode}_frequency")))
        .collect();
    for (i, speed) in column(&campbell, "speed").into_iter().enumerate() {
        let one = [1e7 / 10.1, 1e7 / 10.1, 5e6 / 10.1, 5e4 / 0.0801].map(f64::sqrt);
        let one = one.into_iter().chain(tilting(speed));
        let mut expected: Vec<f64> = one.flat_map(|frequency| [frequency; 10]).collect();
        expected.sort_by(f64::total_cmp);
        let mut found: Vec<f64> = curves.iter().map(|curve| TAU * curve[i]).collect();
        found.sort_by(f64::total_cmp);
        for (found, expected) in found.iter().zip(&expected) {
            // Values of one space are found to half the digits at worst.
            assert!(
                (found - expected).abs() < 1e-7 * expected,
                "{speed}: {found} {expected}"
            );
        }
    }
}

/// A disc on a shaft in soft bearings; # is its number.
const SHAFT: &str = r##"
[shafts.shaft#]
position = ["# m", 0, 0]
elements = 10
segments = [{ length = "400 mm", diameter = "20 mm" }]
discs = [{ name = "disc", at = "200 mm", diameter = "200 mm", width = "20 mm" }]

[bearings.left#]
kind = "plain-bearing"
shaft = "shaft#"
at = 0
stiffness = "1 N/um"
axial_stiffness = "1 N/um"

[bearings.right#]
kind = "plain-bearing"
shaft = "shaft#"
at = "400 mm"
stiffness = "1 N/um"

[drives.motor#]
kind = "speed"
shaft = "shaft#:start"
value = "100 rad/s"
"##;

/// All frequencies at rest and at 500 rad/s, ascending.
fn frequencies(shafts: usize, count: usize) -> Vec<f64> {
    let mut model = "[model]\nname = \"shafts\"\nschema = 1\n".to_owned();
    model.extend((0..shafts).map(|i| SHAFT.replace('#', &i.to_string())));
    model += &format!(
        "[[studies]]\nname = \"campbell\"\nkind = \"campbell\"\ndrive = \"motor0\"\n\
         speed_range = [0, \"500 rad/s\"]\npoints = 2\ncount = {count}\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.toml");
    std::fs::write(&file, model).unwrap();
    run_file(&file, folder.path());
    let campbell = rows(&folder.path().join("campbell"), "campbell.csv");
    let modes = (1..=count).map(|mode| column(&campbell, &format!("mode_{mode}_frequency")));
    let mut all: Vec<f64> = modes.flatten().collect();
    all.sort_by(f64::total_cmp);
    all
}

/// 660 coordinates are beyond full matrices: the search finds every frequency of one shaft ten times, also the pairs at rest.
#[test]
fn ten_equal_shafts_have_every_frequency_ten_times() {
    let (one, ten) = (frequencies(1, 4), frequencies(10, 40));
    assert_eq!(ten.len(), 80);
    for (i, frequency) in ten.iter().enumerate() {
        let off = (frequency / one[i / 10] - 1.0).abs();
        // Ten digits of the search, beside full matrices for the single shaft.
        assert!(off < 1e-9, "{i}: {frequency} {}", one[i / 10]);
    }
}
