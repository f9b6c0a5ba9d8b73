//! The example `differential`.

use super::*;

/// The cage turns with the mean of both sides; both sides bear the same torque, and the cage their sum.
#[test]
fn speeds_and_torques_are_shared() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/differential.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(folder.path(), "curve/sensors.csv");
    let [time, left, right] = ["time", "speed-left", "speed-right"].map(|name| table.column(name));
    let [cage_torque, left_torque] = ["cage-torque", "left-torque"].map(|name| table.column(name));
    for i in 0..time.len() {
        // Places in the file are rounded to 1e-6 mm of 17 mm: what that tilts is of second order.
        assert_near(0.5 * (left[i] + right[i]), 40.0, 40.0);
        if (0.1..0.3).contains(&time[i]) {
            continue;
        }
        // Nothing is accelerated: left bears what right bears.
        assert_near(left_torque[i], -300.0, 300.0);
        assert_near(cage_torque[i], 600.0, 600.0);
        let powers = [
            cage_torque[i] * 40.0,
            left_torque[i] * left[i],
            -300.0 * right[i],
        ];
        assert_balanced(&powers);
    }
    assert!((left[0] - 40.0).abs() < 1e-9 && (left[time.len() - 1] - 30.0).abs() < 1e-9);
    // Every pair bears half of a side: F_t = 75 N m over the mean radius, 32 mm less 6 mm of the cone distance √1424 mm.
    let values = &ran.json()["studies"]["curve"]["values"]["pairs"];
    let radius = 32e-3 * (1.0 - 6.0 / 1424f64.sqrt());
    let normal = 150.0 / radius / 20f64.to_radians().cos();
    for pair in ["left-1", "left-2", "right-1", "right-2"] {
        let found = values[pair]["normal_force"].as_f64().unwrap();
        assert!((found / normal - 1.0).abs() < 1e-7, "{found} {normal}");
    }
    // At every instant, also while the wheels of the car change their speeds: only the pinions take a torque for themselves, some J α = 1e-5 kg m² · 120 rad/s² each.
    let side = |name: &str| {
        let pairs = [1, 2].map(|i| Csv::read(folder.path(), &format!("curve/pair_{name}-{i}.csv")));
        let [one, two] = pairs.map(|pair| pair.column("torque_a"));
        one.iter().zip(two).map(|(a, b)| a + b).collect::<Vec<_>>()
    };
    // The axis of the left gear points the other way.
    let mut largest = 0.0_f64;
    for (left, right) in side("left").iter().zip(side("right")) {
        largest = largest.max(right);
        assert!((left + right).abs() < 5e-5 * right, "{left} {right}");
    }
    // The right wheel needs 1.2 kg m² times 1.5 · 10 rad/s in 0.2 s besides.
    assert!((largest - 390.0).abs() < 1e-3 * 390.0, "{largest}");
    audit_pictures(folder.path());
}
