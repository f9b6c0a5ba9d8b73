//! Reduced bodies, from the model file to the results, against what CalculiX finds for the full ones.

use pitchline::Model;
use pitchline::results::{Object, Status, StudyResult, Value};
use pitchline::study::{self, Options};

use super::committed::committed;

/// The spur pinion of `cases::plain`, as a model file.
fn run(mesh: &str, study: &str) -> StudyResult {
    let source = format!(
        "[model]\nname = \"pinion\"\nschema = 1\n\
         [materials.body]\nyoungs_modulus = \"206 GPa\"\npoisson_ratio = 0.3\ndensity = \"7850 kg/m3\"\n\
         [gears.pinion]\nkind = \"external\"\nteeth = 18\nmodule = \"3 mm\"\nface_width = \"12 mm\"\nmaterial = \"body\"\n\
         blank = {{ bore_radius = \"10 mm\" }}\nmesh = {{ {mesh} }}\n\
         [[studies]]\nname = \"reduce\"\nkind = \"reduce\"\nsupport = \"fixed\"\n{study}\n"
    );
    let (model, diagnostics) = Model::load(source.as_bytes());
    let model = model.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let options = Options {
        without_pictures: true,
        ..Options::default()
    };
    let result = study::run(&model, &model.studies[0], options);
    assert_eq!(result.status, Status::Done, "{:?}", result.failure);
    result
}

/// Twenty nodes are the same element in both programs; CalculiX stops up to 0.01 % too high in pairs. How far the reduced body may
/// lie above the full one follows from its static error ε: the static answer x to the inertia forces of a mode is its projection in
/// energy, xᵀKx = (1 − ε²) ω² and xᵀMx ≥ (1 − ε²)², so that Rayleigh's quotient of x is at most ω² / (1 − ε²).
#[test]
fn frequencies_are_those_of_calculix() {
    let result = run(
        "element = \"hex20\", flank = 3, root = 3, layer = 1, across = 4, width = 2, rim = 2, \
         grading = { flank = 1.0, width = 1.0, rim = 1.4 }",
        "method = \"craig-bampton\"\nmodes = 30\ncompare = 10\ncompliance = \"none\"",
    );
    let group = result.values.group(Object::Gear, "pinion").unwrap();
    // 18 teeth with a coordinate on each flank, and modes of which pairs are not cut.
    let Some(&Value::Count(coordinates)) = group.get("reduction.coordinates") else {
        panic!("coordinates are counted");
    };
    assert!((66..=67).contains(&coordinates), "{coordinates}");
    let table = result.tables.iter().find(|t| t.name == "reduction-pinion");
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

/// 100 N/mm along the tip of a tooth 12 mm wide: CalculiX's incompatible elements of eight nodes give 7.903 µm along the load. Half a per
/// cent is what the two elements may differ by, as for the full body.
#[test]
fn the_tip_yields_as_in_calculix() {
    let result = run(
        "element = \"hex8\", flank = 8, root = 4, layer = 2, across = 8, width = 4, rim = 6, \
         grading = { flank = 1.0, width = 1.0, rim = 1.3 }",
        "modes = 2\ncompare = 0\ncompliance = \"three\"\ninterface = { flanks = \"none\" }",
    );
    let group = result.values.group(Object::Gear, "pinion").unwrap();
    let Some(&Value::Number(tip)) = group.get("flank_compliance.tip") else {
        panic!("the compliance is there");
    };
    let deflection = 1e6 * 1200.0 * tip;
    assert!((deflection / 7.903 - 1.0).abs() < 5e-3, "{deflection} µm");
}
