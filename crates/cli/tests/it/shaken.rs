//! What shakes a machine in the study `frequency-response`: unbalance, loads whatever their momentary value, drives.

use std::f64::consts::{PI, TAU};

use super::machines::{Csv, run_text};
use super::small_motions::ROTOR;

/// A disc in the middle of a shaft that weighs next to nothing beside it, on two damped springs.
const JEFFCOTT: &str = r#"
[model]
name = "Jeffcott rotor"
schema = 1

[materials.light]
youngs_modulus = "200 GPa"
poisson_ratio = 0.25
density = "50 kg/m3"

[shafts.rotor]
material = "light"
segments = [{ length = "800 mm", diameter = "24 mm" }]
speed = "SPEED rad/s"
discs = [{ name = "disc", at = "400 mm", mass = "20000 kg", polar_inertia = "150 kg m2", diametral_inertia = "80 kg m2", unbalance_angle = "40 deg" }]

[bearings.left]
kind = "plain-bearing"
shaft = "rotor"
at = 0
stiffness = "3 N/um"
damping = "300 kN s/m"
axial_stiffness = "10 N/um"

[bearings.right]
kind = "plain-bearing"
shaft = "rotor"
at = "800 mm"
stiffness = "3 N/um"
damping = "300 kN s/m"

[drives.motor]
kind = "speed"
shaft = "rotor:start"
value = "SPEED rad/s"

[sensors.disc]
kind = "position"
of = "rotor:disc"
components = ["x", "y"]

[[studies]]
name = "unbalance"
kind = "frequency-response"
about = "turning"
inputs = ["rotor:disc"]
frequency_range = ["0 Hz", "1.5 Hz"]
points = 121
"#;

/// r = U Ω²/(k − m Ω²) with 1/k = L³/48EI + L/4κGA + 1/(2 (k_b + i c_b Ω)), at any speed of the drive, forward and backward.
#[test]
fn an_unbalanced_disc_whirls_as_jeffcott_has_it() {
    let (length, d, modulus, poisson): (f64, f64, f64, f64) = (0.8, 0.024, 200e9, 0.25);
    let bending = length.powi(3) / (48.0 * modulus * PI / 64.0 * d.powi(4));
    // [cowper1966] shear factor of a full circle
    let factor = 6.0 * (1.0 + poisson) / (7.0 + 6.0 * poisson);
    let shear = modulus / (2.0 * (1.0 + poisson)) * factor * PI / 4.0 * d * d;
    let shaft = bending + length / (4.0 * shear);
    for (speed, sense) in [("25", 1.0), ("-7", -1.0)] {
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&JEFFCOTT.replace("SPEED", speed), folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let study = &ran.json()["studies"]["unbalance"];
        assert_eq!(study["warnings"], serde_json::json!([]));
        let table = Csv::read(&folder.path().join("out/unbalance"), "response.csv");
        let column = |name: &str| table.column(&format!("disc_{name}"));
        let frequencies = table.column("frequency");
        let sizes = ["x", "y"].map(|axis| column(&format!("{axis}_by_rotor:disc_magnitude")));
        let phases = ["x", "y"].map(|axis| column(&format!("{axis}_by_rotor:disc_phase")));
        assert_eq!(frequencies.len(), 121);
        let mut largest = 0.0_f64;
        for (i, frequency) in frequencies.iter().enumerate() {
            let omega = TAU * frequency;
            let (k, c) = (2.0 * 3e6, 2.0 * 3e5 * omega);
            let [re, im] = inverse([shaft + k / (k * k + c * c), -c / (k * k + c * c)]);
            let left = [re - 2e4 * omega * omega, im];
            let size = omega * omega / left[0].hypot(left[1]);
            largest = largest.max(size);
            for (axis, later) in [0.0, PI / 2.0].into_iter().enumerate() {
                // The shaft weighs 9e-7 of the disc, which the resonance magnifies.
                assert!(
                    (sizes[axis][i] - size).abs() <= 9e-7 * (1.0 + 2e4 * size) * size,
                    "{speed} {frequency}: {} {size}",
                    sizes[axis][i]
                );
                // The unbalance stands 40° from x; y is a quarter turn behind x, before it where the shaft turns backward.
                let angle = sense * (40_f64.to_radians() - later) - left[1].atan2(left[0]);
                let off = (phases[axis][i] - angle + PI).rem_euclid(TAU) - PI;
                assert!(
                    size == 0.0 || off.abs() < 9e-7 * (1.0 + 2e4 * size),
                    "{speed} {frequency}: {off}"
                );
            }
        }
        // The speeds go through the critical one.
        assert!(largest > 5.0 / 2e4, "{largest}");
    }
}

fn inverse([re, im]: [f64; 2]) -> [f64; 2] {
    let square = re * re + im * im;
    [re / square, -im / square]
}

/// Loads that are zero now, or always, on the rotor of the other tests, whose motor stands still at first.
const LOADS: &str = r#"
[drives.motor]
kind = "speed"
joint = "bearing"
value = { kind = "ramp", start = "1 s", end = "2 s", from = 0, to = "100 rad/s" }

[forces.push]
kind = "load"
on = "rotor"
force = [0, { kind = "sine", amplitude = "-3 N", frequency = "20 Hz" }, 0]

[forces.aslant]
kind = "load"
on = "rotor"
force = [{ kind = "sine", amplitude = "4 N", frequency = "20 Hz" }, { kind = "sine", amplitude = "3 N", frequency = "20 Hz" }, 0]

[forces.later]
kind = "load"
on = "rotor"
force = [0, { kind = "ramp", start = "1 s", end = "2 s", from = 0, to = "5 N" }, 0]

[forces.none]
kind = "load"
on = "rotor"
force = [0, 0, 0]
torque = [0, 0, 0]

[sensors.turn]
kind = "angle"
of = "hub"
axis = [0, 0, 1]

[sensors.place]
kind = "position"
of = "rotor"
components = ["y"]

[[studies]]
name = "response"
kind = "frequency-response"
inputs = ["push", "aslant", "later", "none:force_y", "none:torque_z", "motor"]
frequency_range = ["10 Hz", "500 Hz"]
points = 50
AT
"#;

/// What a load or a drive is at the moment does not matter: none of them is zero as an input, and none has another sign.
#[test]
fn inputs_that_are_zero_now_shake_as_others() {
    // At 40 ms the sines point the other way.
    for at in ["", "at = \"40 ms\""] {
        let folder = tempfile::tempdir().unwrap();
        let loads = LOADS.replace("AT\n", &format!("{at}\n"));
        let (rotor, _) = ROTOR.split_once("[drives.motor]").unwrap();
        let ran = run_text(&format!("{rotor}{loads}"), folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let table = Csv::read(&folder.path().join("out/response"), "response.csv");
        let value = |name: &str, i: usize| {
            let [size, phase] =
                ["magnitude", "phase"].map(|part| table.column(&format!("{name}_{part}"))[i]);
            [size * phase.cos(), size * phase.sin()]
        };
        for (i, frequency) in table.column("frequency").into_iter().enumerate() {
            let omega = TAU * frequency;
            let square = omega * omega;
            let [re, im] = inverse([1e7 - 10.1 * square, 100.0 * omega]);
            let turned = 1.0 / (5e4 - 0.0801 * square);
            let expected = [
                ("place_y_by_push", [-re, -im]),
                ("place_y_by_aslant", [0.6 * re, 0.6 * im]),
                ("place_y_by_later", [re, im]),
                ("place_y_by_none:force_y", [re, im]),
                ("turn_by_none:torque_z", [turned, 0.0]),
                // J_r (φ̈ + s̈) + J_h φ̈ + k φ = 0 with ṡ = 1
                ("turn_by_motor", [0.0, -0.08 * omega * turned]),
            ];
            for (name, [re, im]) in expected {
                let found = value(name, i);
                let off = (found[0] - re).hypot(found[1] - im);
                // Sensors are differences with ten digits.
                assert!(
                    off < 1e-7 * re.hypot(im),
                    "{at} {frequency} {name}: {found:?} {re} {im}"
                );
            }
        }
    }
}
