//! The example `worm-drive` beside closed forms.

use super::*;

const RATIO: f64 = 15.0;
const WEIGHT: f64 = 176.58;
const INERTIAS: [f64; 2] = [0.01, 1.18];
const KINETIC: f64 = 0.05;

/// tan λ and cos α_n.
fn flank() -> [f64; 2] {
    [6.0 / 44.0, 20f64.to_radians().cos()]
}

/// Of the worm that drives and of the wheel that drives, at high speed.
fn efficiencies() -> [f64; 2] {
    let [tan, cos] = flank();
    let forward = (cos - KINETIC * tan) / (cos + KINETIC / tan);
    [forward, (cos - KINETIC / tan) / (cos + KINETIC * tan)]
}

/// Acceleration of the worm (rad/s²) when the motor is off and the mesh passes a share of the power from wheel to worm.
fn acceleration(share: f64) -> f64 {
    -WEIGHT * share / RATIO / (INERTIAS[0] + INERTIAS[1] * share / (RATIO * RATIO))
}

fn speeds(folder: &Path, study: &str) -> [Vec<f64>; 2] {
    let table = Csv::read(folder, &format!("{study}/sensors.csv"));
    ["time", "speed"].map(|name| table.column(name))
}

#[test]
fn worm_drive() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/worm-drive.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let json = ran.json();
    let pair = |study: &str, key: &str| {
        let values = &json["studies"][study]["values"]["pairs"]["mesh"];
        values[key].as_f64().unwrap()
    };
    let [forward, backward] = efficiencies();
    // Nothing slides at rest: the brake holds the weight over the ratio of teeth.
    assert_near(pair("hold", "torque_a").abs(), WEIGHT / RATIO, WEIGHT);
    // Nothing is left of the fall of friction at 3.5 m/s, exp(−17²).
    for (study, key, found) in [
        ("lift", "efficiency_from_a", forward),
        ("lower", "efficiency_from_b", backward),
    ] {
        let off = pair(study, key) - found;
        assert!(off.abs() < 1e-9, "{study}: {off}");
    }
    let torque = WEIGHT / RATIO;
    let lift = pair("lift", "torque_a").abs() * forward / torque;
    let lower = pair("lower", "torque_a").abs() / backward / torque;
    assert!((lift - 1.0).abs() < 1e-6 && (lower - 1.0).abs() < 1e-6);

    // The teeth ring out in 60 ms; friction begins to rise below 0.6 m/s, 27 rad/s of the worm.
    let [time, speed] = speeds(folder.path(), "fail-lifting");
    let slope = |time: &[f64], speed: &[f64], from: f64, to: f64| {
        let at = |t: f64| time.iter().position(|x| *x >= t).unwrap();
        let (i, k) = (at(from), at(to));
        (speed[k] - speed[i]) / (time[k] - time[i])
    };
    let rise = slope(&time, &speed, 0.06, 0.11) / acceleration(1.0 / forward);
    assert!((rise - 1.0).abs() < 2e-3, "{rise}");
    // It comes to rest and creeps with the slip at which friction holds it: 0.16 tanh(v/v₀) = cos α tan λ, v = r ω/cos λ; the fall of friction
    // changes that by 3e-5.
    let [tan, cos] = flank();
    let creep = 1e-3 * (cos * tan / 0.16).atanh() / (0.022 * (1.0 + tan * tan).sqrt());
    let last = *speed.last().unwrap();
    assert!((last / -creep - 1.0).abs() < 1e-3, "{last} {creep}");
    let said = json["studies"]["fail-lifting"]["warnings"].to_string();
    assert!(said.contains("is self-locking"), "{said}");

    let [time, speed] = speeds(folder.path(), "fail-lowering");
    let fall = slope(&time, &speed, 0.1, 0.29) / acceleration(backward);
    assert!((fall - 1.0).abs() < 1e-4, "{fall}");
    audit_pictures(folder.path());
}
