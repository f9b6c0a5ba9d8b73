//! A published test rig, found by going through time and by the study `efficiency-map`.

use super::*;

/// The test rig of the source: deflection over load by the law whose stiffness rises with it, losses by DIN 3990-4 in its own units, found by going through
/// time and by the map alike.
#[test]
fn gear_test_rig() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/gear-test-rig.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let pair = Csv::read(folder.path(), "forward/pair_mesh.csv");
    let column = |name: &str| pair.column(name);
    let [force, deflection, flank] = ["normal_force", "pitch_deflection", "flank"].map(column);
    // p = ln(1 + κ F/c₀)/κ with κ = (56 − 28) N/µm/800 N, beyond half of the play. Teeth that have just met still swing, up to 30 N here.
    let kappa = 28e6 / 800.0;
    let mut compared = 0;
    for i in (0..force.len()).filter(|&i| (40.0..800.0).contains(&force[i])) {
        let expected = flank[i] * (7.5e-6 + (1.0 + kappa * force[i] / 28e6).ln() / kappa);
        // The ramp presses by 0.3 N/ms, which damping sees as less than 0.1 N.
        assert!(
            (deflection[i] - expected).abs() < 1e-8,
            "{} {expected}",
            deflection[i]
        );
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
    // At the end 24 N m on the wheel: T_B = F (l_B − μ d_B), loss μ F (d_B/r_B − d_A/r_A) v.
    let (sin, cos) = 20_f64.to_radians().sin_cos();
    let [d_a, d_b, v] = [-1.005583e-3, 1.938541e-3, 0.1];
    let radius = 10.0 * 30.0 / 40.0 * sin;
    let mut rubbed = [0.0; 2];
    for _ in 0..100 {
        let normal = 24.0 / (0.03 * cos - rubbed[0] * d_b);
        let load = normal / (0.28 * 10.0);
        let mu = 0.12 * (load * 0.8 / (275.0 * 2.0 * v * sin * radius)).powf(0.25);
        rubbed = [mu, mu * normal * (d_b / 0.03 - d_a / 0.01) * v];
    }
    let map = Csv::read(folder.path(), "losses/efficiency-map.csv");
    let told = last(&map, "power_lost_mesh");
    // Constants of the source have seven digits.
    assert!(
        (told / rubbed[1] - 1.0).abs() < 1e-6,
        "{told} {}",
        rubbed[1]
    );
    // Seals at 10 rad/s; the motor drives both and the load.
    let seals = last(&map, "other_power_lost");
    assert!((seals - 0.5).abs() < 1e-9, "{seals}");
    let motor = Csv::read(folder.path(), "forward/sensors.csv");
    let expected = 24.0 / 3.0 + 0.1 * (rubbed[1] + 0.5);
    let driven = last(&motor, "motor");
    assert!(
        (driven.abs() - expected).abs() < 1e-3,
        "{driven} {expected}"
    );
    let simulated = last(&pair, "friction_loss");
    assert!((simulated / told - 1.0).abs() < 1e-4, "{simulated} {told}");
    audit_pictures(folder.path());
}
