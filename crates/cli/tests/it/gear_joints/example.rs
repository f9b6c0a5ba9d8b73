//! The example `bevel-pair` beside its source and global equilibrium.

use super::*;

/// \[cardona\] 7.1 prints a normal force of 1.064e3 and wheel angles of −1 and +5 about axes that point to the apex.
#[test]
fn bevel_pair() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/bevel-pair.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = &ran.json()["studies"]["turned"]["values"];
    let pair = |key: &str| values["pairs"]["mesh"][key].as_f64().unwrap();
    let alpha = 20f64.to_radians();
    let normal = pair("normal_force");
    assert!((normal - 1.0642e3).abs() < 0.05, "{normal}");
    assert_near(normal, 1000.0 / alpha.cos(), 1e3);
    assert_near(pair("turn_a"), 1.0, 1.0);
    assert_near(pair("turn_b"), -5.0, 5.0);
    // The bar points along e; the contact is 5 m out, and a wheel that turns about +y moves there along t. The teeth push the first wheel along t with
    // 1000 N, and away from the cone of the other, whose apex is at (0, 1, 0).
    let (sin, cos) = 1f64.sin_cos();
    let (e, t) = ([sin, 0.0, cos], [cos, 0.0, -sin]);
    let normal_to_cones = [0, 1, 2].map(|i| (e[i] + if i == 1 { 5.0 } else { 0.0 }) / 26f64.sqrt());
    let reaction = [0, 1, 2].map(|i| -1e3 * t[i] + 1e3 * alpha.tan() * normal_to_cones[i]);
    let contact = e.map(|x| 5.0 * x);
    let moment = [0, 1, 2].map(|i| {
        let [j, k] = [(i + 1) % 3, (i + 2) % 3];
        contact[j] * reaction[k] - contact[k] * reaction[j]
    });
    for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
        let sensor = |what: &str| {
            let name = format!("foundation_{what}_{axis}");
            values["sensors"][&name]["last"].as_f64().unwrap()
        };
        assert_near(sensor("force"), reaction[i], 1e3);
        assert_near(sensor("torque"), moment[i], 5e3);
    }
    audit_pictures(folder.path());
}
