//! How teeth press: the directions in which a file measures, and laws whose deflection under a load has a closed form.

use super::*;

const LOADED: &str = "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, \"100 N m\"]\n\
    [drives.hold]\nkind = \"angle\"\njoint = \"two\"\nvalue = 0\n\
    [[studies]]\nname = \"rest\"\nkind = \"static\"\n";

/// Force along the line of action (N): 100 N m over a base radius of 30 mm · cos 20°.
fn normal_force() -> f64 {
    100.0 / (0.03 * cos())
}

fn cos() -> f64 {
    20_f64.to_radians().cos()
}

/// Deflection on the pitch circles under the load (m).
fn deflection(mesh: &str) -> f64 {
    let (values, table) = meshing(&stand(&format!("mesh = {{ {mesh} }}"), 0.0, LOADED), "rest");
    let force = number(&values, "normal_force");
    assert!((force / normal_force() - 1.0).abs() < 1e-8, "{force}");
    last(&table, "pitch_deflection")
}

fn assert_same(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 1e-8, "{found} {expected}");
}

/// k along the line of action is k cos²α along the pitch circles and k cos α as force along the one over displacement on the other.
#[test]
fn a_stiffness_may_be_measured_in_three_ways() {
    let stiffness = 2e8;
    let expected = normal_force() / (stiffness * cos());
    let along = |value: f64, word: &str| {
        deflection(&format!("stiffness = {value}, measured_along = \"{word}\""))
    };
    assert_same(along(stiffness, "line-of-action"), expected);
    assert_same(along(stiffness * cos().powi(2), "pitch-circle"), expected);
    assert_same(along(stiffness * cos(), "normal-over-pitch"), expected);
    // Half of the play comes first, whatever it is measured along.
    let play = "stiffness = 2e8, backlash = \"0.1 mm\"";
    assert_same(deflection(play), expected + 0.05e-3 / cos());
}

#[test]
fn laws_give_way_as_their_formulas_say() {
    let force = normal_force();
    let with = |law: &str| deflection(&format!("{law}, measured_along = \"normal-over-pitch\""));
    // k (p − R/2) beyond R.
    let progressive = with("kind = \"progressive\", stiffness = 2e8, roughness = \"5 um\"");
    assert_same(progressive, force / 2e8 + 2.5e-6);
    // dF/dp = k₀ + (k₁ − k₀) F/F₁: p = ln(1 + (k₁/k₀ − 1) F/F₁) F₁/(k₁ − k₀).
    let stiffening =
        with("kind = \"stiffening\", stiffness = 1e8, full_stiffness = 3e8, full_load = \"10 kN\"");
    let share = force / 1e4;
    assert_same(stiffening, (1.0 + 2.0 * share).ln() * 1e4 / 2e8);
    // Straight on beyond the last row of a straight table.
    let table = with(
        "kind = \"table\", deflections = [0, \"5 um\", \"10 um\"], forces = [0, \"1 kN\", \"2 kN\"]",
    );
    assert_same(table, force / 2e8);
    // The load presses the right flanks; the left ones are of no account.
    assert_same(with("stiffness = 2e8, stiffness_left = 1e7"), force / 2e8);
    // One wave of 20 % at its beginning: 1.2 times as stiff, for teeth that do not move on.
    let varied = "stiffness = 2e8, stiffness_variation = { kind = \"table\", factors = [1.2, 1.2, 1.2, 1.2] }";
    assert_same(with(varied), force / 2.4e8);
}

/// Below 100 N/mm the standard's teeth are softer by the fourth root of the line load, which is told of; at more they are as stiff as without it.
#[test]
fn the_standard_knows_low_loads() {
    let with = |more: &str| deflection(&format!("stiffness = \"iso-6336\"{more}"));
    let full = with("");
    assert_same(with(", line_load = \"250 N/mm\""), full);
    assert_same(with(", line_load = \"25 N/mm\""), full * 4_f64.powf(0.25));
    let soft = "mesh = { stiffness = \"iso-6336\", line_load = \"25 N/mm\" }";
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&stand(soft, 0.0, LOADED), folder.path());
    let told = ran.json()["studies"]["rest"]["warnings"].to_string();
    assert!(
        told.contains("the line load is 25.000 N/mm; below 100 N/mm teeth are softer"),
        "{told}"
    );
    let useless = soft.replace("\"iso-6336\"", "\"2e8 N/m\"");
    let ran = run_text(&stand(&useless, 0.0, LOADED), folder.path());
    assert!(
        ran.err
            .contains("has `line_load`, which belongs to stiffness = \"iso-6336\""),
        "{}",
        ran.err
    );
    // Rough flanks on teeth of the standard: its progressive law.
    let rough = with(", line_load = \"25 N/mm\", kind = \"progressive\", roughness = \"1 um\"");
    assert_same(rough, full * 4_f64.powf(0.25) + 0.5e-6 / cos());
}

/// The standard's stiffness is that of level `joint`: both deform alike along the line of action.
#[test]
fn the_standard_is_that_of_level_joint() {
    let text = stand("mesh = { stiffness = \"iso-6336\" }", 0.0, LOADED);
    let error = |text: &str| last(&meshing(text, "rest").1, "transmission_error");
    let joint = text.replace("level = \"planar\"", "level = \"joint\"");
    assert_same(error(&text), error(&joint));
}
