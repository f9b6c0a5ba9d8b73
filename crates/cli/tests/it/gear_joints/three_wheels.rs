//! The example `three-wheels` beside its source and global equilibrium.

use super::*;

/// \[cardona\] 7.2 prints a contact force of 1.156e5. The bar stands at 1 rad, and the string pulls its end; wheels 1 and 2 hold it against that with the
/// lever of a pitch radius each.
#[test]
fn three_wheels() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/three-wheels.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let json = ran.json();
    let study = &json["studies"]["turned"];
    assert_eq!(study["warnings"].as_array().map(Vec::len), Some(0));
    let values = &study["values"];
    let sensor = |name: &str| values["sensors"][name]["last"].as_f64().unwrap();
    // Joints of an equilibrium are closed to 1e-11 of the extent of 110 m, over a radius of 5 m and three joints in a row.
    let near = |found: f64, expected: f64, scale: f64| {
        let off = (found - expected).abs();
        assert!(off < 2e-8 * scale, "{found} is not {expected}");
    };
    let (sin, cos) = 1f64.sin_cos();
    let end = [30.0 * cos, 30.0 * sin];
    let way = [30.0 - end[0], -50.0 - end[1]];
    let length = way[0].hypot(way[1]);
    let pull = 1000.0 * (length - 50.0);
    assert!((pull - 26497.5).abs() < 0.05, "{pull}");
    near(sensor("string_force"), pull, pull);
    let on_bar = way.map(|x| pull * x / length);
    let moment = end[0] * on_bar[1] - end[1] * on_bar[0];
    let alpha = PRESSURE.to_radians();
    let normal = moment.abs() / (5.0 * alpha.cos());
    assert!((normal - 1.1558e5).abs() < 5.0, "{normal}");
    for pair in ["inner", "outer"] {
        let pair = |key: &str| values["pairs"][pair][key].as_f64().unwrap();
        near(pair("normal_force"), normal, normal);
        near(pair("turn_a").abs(), 1.0, 1.0);
        near(pair("turn_b").abs(), 1.0, 1.0);
    }
    near(sensor("bar"), 1.0, 1.0);
    // The teeth press the first wheel back along the bar and push it across; the foundation holds it.
    let (towards, across) = ([cos, sin], [-sin, cos]);
    let held = [0, 1].map(|i| normal * (alpha.sin() * towards[i] + alpha.cos() * across[i]));
    for (i, axis) in ["x", "y"].into_iter().enumerate() {
        let foundation = sensor(&format!("foundation_force_{axis}"));
        near(foundation, held[i], normal);
        // Foundation, pivot and string together hold the machine.
        let pivot = sensor(&format!("pivot_force_{axis}"));
        near(pivot, -held[i] - on_bar[i], normal);
        near(sensor(&format!("string_force_{axis}")), on_bar[i], normal);
    }
    near(sensor("foundation_torque_z"), -moment, moment.abs());
    audit_pictures(folder.path());
}
