//! The example `spur-transmission` beside its source, in pounds of force and inches.

use super::*;

const POUND: f64 = 4.4482216152605;

/// What a case does once it has settled.
struct Settled {
    /// Mean and half peak-to-peak of the force along the pitch circle (lbf).
    mean: f64,
    swing: f64,
    /// Vertical force of the support on wheel a, least and largest (lbf).
    vertical: [f64; 2],
}

fn settled(case: &str) -> Settled {
    let folder = tempfile::tempdir().unwrap();
    let file = "../../examples/spur-transmission.toml";
    let ran = run_into(file, folder.path(), &["--study", case]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = ran.json()["studies"][case].clone();
    // As published: where supports give way the program says what that leaves out.
    let warnings = study["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), usize::from(["b", "d"].contains(&case)));
    let is_told = |text: &Json| text.to_string().contains("with formulation");
    assert!(warnings.iter().all(is_told));
    let number = |value: &Json| value.as_f64().unwrap() / POUND;
    let pair = &study["values"]["pairs"]["mesh"];
    let vertical = &study["values"]["sensors"]["support_a_force_y"];
    audit_pictures(folder.path());
    Settled {
        mean: number(&pair["mesh_force_mean"]),
        swing: number(&pair["mesh_force_half_peak_to_peak"]),
        vertical: [number(&vertical["min"]), number(&vertical["max"])],
    }
}

fn within(found: f64, expected: f64, share: f64) {
    assert!((found / expected - 1.0).abs() < share, "{found} {expected}");
}

/// 945.8 lbf in over a radius of 1.9685 in. Losses wind up the first shaft by a fifth of its torque, and the machine swings into that: in case A, where it
/// takes longest, with a time constant of 0.17 s. What a second leaves of it moves the mean over ten mesh periods by more than a percent.
fn carries_the_load(case: &Settled) {
    within(case.mean, 480.5, 0.02);
}

/// \[cardona\] 7.3 has 1.4 times the amplitude where supports give way, and a vertical reaction of one sign where they do not.
#[test]
fn soft_supports_raise_the_force() {
    let [a, b] = ["a", "b"].map(settled);
    carries_the_load(&a);
    carries_the_load(&b);
    within(a.swing, 5.64e3, 0.02);
    let ratio = b.swing / a.swing;
    assert!((ratio - 1.40).abs() < 0.02, "{ratio}");
    assert!(a.vertical[0] > 0.0 && b.vertical[0] < 0.0 && b.vertical[1] > 0.0);
}

#[test]
fn backlash_raises_the_force_further() {
    let [c, d] = ["c", "d"].map(settled);
    carries_the_load(&c);
    carries_the_load(&d);
    within(c.swing, 1.41e4, 0.02);
    assert!(d.swing > c.swing);
    assert!(c.vertical[0] > 0.0 && d.vertical[0] < 0.0);
}

/// The first two phases: the torque over the radius at rest, and all the time while the wheels turn without inertia.
#[test]
fn the_start_is_an_equilibrium() {
    for case in ["a", "d"] {
        for phase in ["rest", "turning"] {
            let folder = tempfile::tempdir().unwrap();
            let name = format!("{case}-{phase}");
            let file = "../../examples/spur-transmission.toml";
            let ran = run_into(file, folder.path(), &["--study", &name]);
            assert_eq!(ran.code(), 0, "{}", ran.err);
            let pair = ran.json()["studies"][&name]["values"]["pairs"]["mesh"].clone();
            let force = 945.8 / (0.5 * 3.937) * POUND;
            assert_near(pair["mesh_force_mean"].as_f64().unwrap(), force, force);
            let swing = pair["mesh_force_half_peak_to_peak"].as_f64().unwrap();
            assert_near(swing, 0.0, force);
        }
    }
}
