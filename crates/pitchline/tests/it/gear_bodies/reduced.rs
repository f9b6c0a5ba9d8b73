//! Reduced bodies, from the model file to the results, against what CalculiX finds for the full ones.

use pitchline::Model;
use pitchline::results::{Object, Results, Status, Value};
use pitchline::studies::{self, Options};

use super::committed::committed;

/// The meshes of the pinions of `cases::plain`.
const LINEAR: &str = "element = \"hex8\", flank = 8, root = 4, layer = 2, across = 8, width = 4, rim = 6, \
    grading = { flank = 1.0, width = 1.0, rim = 1.3 }";
const QUADRATIC: &str = "element = \"hex20\", flank = 3, root = 3, layer = 1, across = 4, width = 2, rim = 2, \
    grading = { flank = 1.0, width = 1.0, rim = 1.4 }";

/// The spur pinion of `cases::plain`, as a model file.
fn run(mesh: &str, study: &str) -> Results {
    run_pinion("", mesh, &format!("kind = \"reduce\"\n{study}"))
}

/// The same with more keys of the gear and any study.
fn run_pinion(gear: &str, mesh: &str, study: &str) -> Results {
    let source = format!(
        "[model]\nname = \"pinion\"\nschema = 1\n\
         [materials.body]\nyoungs_modulus = \"206 GPa\"\npoisson_ratio = 0.3\ndensity = \"7850 kg/m3\"\n\
         [gears.pinion]\nkind = \"external\"\nteeth = 18\nmodule = \"3 mm\"\nface_width = \"12 mm\"\nmaterial = \"body\"\n\
         {gear}blank = {{ bore_radius = \"10 mm\" }}\nmesh = {{ {mesh} }}\n\
         [[studies]]\nname = \"study\"\nsupport = \"fixed\"\n{study}\n"
    );
    let (model, diagnostics) = Model::load(source.as_bytes());
    let model = model.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let options = Options {
        without_pictures: true,
        ..Options::default()
    };
    let result = studies::run(&model, &model.studies[0], options);
    assert_eq!(result.status(), Status::Done, "{:?}", result.failure);
    result
}

/// Twenty nodes are the same element in both programs; CalculiX stops up to 0.01 % too high in pairs. How far the reduced body may
/// lie above the full one follows from its static error ε: the static answer x to the inertia forces of a mode is its projection in
/// energy, xᵀKx = (1 − ε²) ω² and xᵀMx ≥ (1 − ε²)², so that Rayleigh's quotient of x is at most ω² / (1 − ε²).
#[test]
fn frequencies_are_those_of_calculix() {
    let result = run(
        QUADRATIC,
        "method = \"craig-bampton\"\nmodes = 30\ncompare = 10\ncompliance = \"none\"",
    );
    let group = result.output.values.group(Object::Gear, "pinion").unwrap();
    // 18 teeth with a coordinate on each flank, and modes of which pairs are not cut.
    let Some(&Value::Count(coordinates)) = group.get("reduction.coordinates") else {
        panic!("coordinates are counted");
    };
    assert!((66..=67).contains(&coordinates), "{coordinates}");
    let table = result
        .output
        .tables
        .iter()
        .find(|t| t.name == "reduction-pinion");
    let table = table.expect("modes were compared");
    let column = |name: &str| &table.column(name).unwrap().values;
    let theirs = committed("spur-hex20").frequencies;
    assert_eq!((column("full_frequency").len(), theirs.len()), (10, 10));
    for (i, theirs) in theirs.iter().enumerate() {
        let full = column("full_frequency")[i] / theirs - 1.0;
        let reduced = column("reduced_frequency")[i] / theirs - 1.0;
        assert!(full.abs() < 1.5e-4, "{i}: {full}");
        let bound = (1.0 - column("static_error")[i].powi(2)).sqrt().recip() - 1.0;
        assert!(bound < 2.5e-3, "{i}: {bound}");
        assert!(
            (-1.5e-4..bound + 1.5e-4).contains(&reduced),
            "{i}: {reduced} {bound}"
        );
    }
}

/// Yield of the tip to a unit force along it, by the compliance of the flanks (m/N).
fn tip_of(gear: &str, mesh: &str, study: &str) -> f64 {
    let study = format!("kind = \"reduce\"\ncompare = 0\n{study}");
    let result = run_pinion(gear, mesh, &study);
    let group = result.output.values.group(Object::Gear, "pinion").unwrap();
    let Some(&Value::Number(tip)) = group.get("flank_compliance.tip") else {
        panic!("the compliance is there");
    };
    tip
}

/// The same by the full body.
fn tip_of_full(gear: &str, mesh: &str) -> f64 {
    let study = "kind = \"fe-static\"\nloads = [{ kind = \"tip\", force = \"1 kN\" }]";
    let result = run_pinion(gear, mesh, study);
    let cases = result
        .output
        .tables
        .iter()
        .find(|t| t.name == "cases-pinion");
    let deflection = &cases.unwrap().column("deflection_at_load").unwrap().values;
    deflection[0] / 1000.0
}

/// 100 N/mm along the tip of a tooth 12 mm wide: CalculiX gives 7.903 µm along the load with its incompatible elements of eight nodes and
/// 7.567 µm with twenty. Half a per cent is what the two elements of eight nodes may differ by, as for the full body; of twenty they are
/// the same, to the printed digits.
#[test]
fn the_tip_yields_as_in_calculix() {
    let study = "modes = 2\ncompliance = \"three\"\ninterface = { flanks = \"none\" }";
    for (mesh, theirs, allowed) in [(LINEAR, 7.903, 5e-3), (QUADRATIC, 7.567, 1e-4)] {
        let deflection = 1e6 * 1200.0 * tip_of("", mesh, study);
        let error = deflection / theirs - 1.0;
        assert!(error.abs() < allowed, "{deflection} µm");
    }
}

/// One line load by two ways: the compliance of the flanks, and a solution of the full body. Both routes, one and three directions.
#[test]
fn quadratic_tips_yield_as_those_of_the_full_body() {
    let full = tip_of_full("", QUADRATIC);
    for study in [
        "compliance = \"normal\"\nmodes = 2\ninterface = { flanks = \"none\" }",
        "compliance = \"three\"\nmodes = 2\ninterface = { flanks = \"joints\", teeth = [1] }",
    ] {
        let error = tip_of("", QUADRATIC, study) / full - 1.0;
        assert!(error.abs() < 1e-9, "{study}: {error:e}");
    }
}

/// The normals of helical teeth turn over the width, by 0.038 from node to node of these meshes (3 mm, radius 28.7 mm, 20°). The full body is
/// loaded along normals between nodes too, the compliance at nodes only: rules for integrals with such steps err by up to θ²/12.
#[test]
fn helical_tips_yield_as_those_of_the_full_body() {
    let gear = "helix_angle = \"20 deg\"\nhand = \"right\"\n";
    let study = "modes = 2\ninterface = { flanks = \"none\" }";
    for mesh in [LINEAR, QUADRATIC] {
        let error = tip_of(gear, mesh, study) / tip_of_full(gear, mesh) - 1.0;
        assert!(error.abs() < 0.038_f64.powi(2) / 12.0, "{error:e}");
    }
}
