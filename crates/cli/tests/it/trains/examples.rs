//! The example `planetary-drive`.

use std::f64::consts::TAU;

use super::*;

/// The motor bears 28/96 of the load, and feels every third harmonic of the mesh only.
#[test]
fn planetary_drive() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/planetary-drive.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let json = ran.json();
    let warnings = &json["studies"]["run"]["warnings"];
    assert_eq!(warnings.as_array().map(Vec::len), Some(0), "{warnings}");
    let table = Csv::read(folder.path(), "run/sensors.csv");
    let [time, torque, speed] = ["time", "motor", "speed"].map(|name| table.column(name));
    // Eight mesh cycles at the end, when the load has been on for 9 ms.
    let frequency = 28.0 * 25.0 * 68.0 / 96.0;
    let begin = time[time.len() - 1] - 8.0 / frequency;
    let first = time.iter().position(|t| *t > begin).unwrap();
    let n = (time.len() - first) as f64;
    let mean = |values: &[f64]| values[first..].iter().sum::<f64>() / n;
    let middle = mean(&torque);
    let harmonic = |order: f64| {
        let rows = time[first..].iter().zip(&torque[first..]);
        let [x, y] = rows.fold([0.0, 0.0], |[x, y], (t, torque)| {
            let (sin, cos) = (TAU * order * frequency * t).sin_cos();
            [x + (torque - middle) * cos, y + (torque - middle) * sin]
        });
        2.0 / n * x.hypot(y)
    };
    // Rows are 20 µs apart, so that the window misses whole cycles by 1e-3 of their number.
    assert!(
        (middle - 400.0 * 28.0 / 96.0).abs() < 1e-3 * middle,
        "{middle}"
    );
    let expected = 1500.0 * TAU / 60.0 * 28.0 / 96.0;
    assert!((mean(&speed) / expected - 1.0).abs() < 1e-4);
    let third = harmonic(3.0);
    assert!(third > 1.0, "{third}");
    for order in [1.0, 2.0, 4.0, 5.0] {
        assert!(
            harmonic(order) < 2e-3 * third,
            "{order}: {}",
            harmonic(order)
        );
    }
    audit_pictures(folder.path());
}
