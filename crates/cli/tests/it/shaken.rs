//! What shakes a machine in the study `frequency-response`: unbalance, loads whatever their momentary value, drives.

use std::f64::consts::{PI, TAU};

use super::machines::{Csv, run_text};
use super::small_motions::{ROTOR, matrix, solved};

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

/// Ω² (C (iΩ − A)⁻¹ (b₁ − i b₂) + d₁ − i d₂) of the written matrices, A and C of the speed Ω, is the written answer, for places,
/// accelerations and what a bearing bears. Here the equations are put together from the files and solved by plain elimination.
#[test]
fn written_matrices_answer_to_unbalance_as_the_table() {
    let model = JEFFCOTT
        .replace("SPEED", "25")
        .replace("speed = \"25", "elements = 2\nspeed = \"25")
        .replace("at = \"400 mm\"", "at = \"250 mm\"")
        .replace("density = \"50 kg/m3\"", "density = \"7800 kg/m3\"")
        .replace("20000 kg", "20 kg")
        .replace("150 kg m2", "0.15 kg m2")
        .replace("80 kg m2", "0.08 kg m2")
        .replace(
            "stiffness = \"3 N/um\"",
            "stiffness = { xx = \"3 N/um\", yy = \"5 N/um\" }",
        )
        .replace("300 kN s/m", "300 N s/m")
        .replace("1.5 Hz", "90 Hz")
        .replace("points = 121", "points = 19")
        + "[sensors.shaking]\nkind = \"acceleration\"\nof = \"rotor:disc\"\ncomponents = [\"x\"]\n\
           [sensors.left]\nkind = \"bearing\"\nof = \"left\"\ncomponents = [\"force_y\"]\n";
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&model, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let folder = folder.path().join("out/unbalance");
    let of = |name: &str| matrix(&folder, name);
    let ([b, d], n) = (["b", "d"].map(of), of("a").len());
    let [a, c] =
        ["a", "c"].map(|name| ["", "-speed", "-speed2"].map(|power| of(&format!("{name}{power}"))));
    assert!(
        a[1].iter().flatten().any(|x| x.abs() > 0.1),
        "no gyroscopic terms"
    );
    let table = Csv::read(&folder, "response.csv");
    let outputs = ["disc_x", "disc_y", "shaking_x", "left_force_y"];
    assert_eq!(d.len(), outputs.len());
    for (at, frequency) in table.column("frequency").iter().enumerate() {
        let speed = TAU * frequency;
        let over = |of: &[Vec<Vec<f64>>; 3], i: usize, j: usize| {
            of[0][i][j] + speed * (of[1][i][j] + speed * of[2][i][j])
        };
        // (iΩ − A)(x + iy) = b₁ − i b₂ as real equations.
        let mut large = vec![vec![0.0; 2 * n]; 2 * n];
        for i in 0..n {
            for j in 0..n {
                large[i][j] = -over(&a, i, j);
                large[n + i][n + j] = -over(&a, i, j);
            }
            large[i][n + i] -= speed;
            large[n + i][i] += speed;
        }
        let right = b.iter().map(|row| row[0]);
        let right: Vec<f64> = right.chain(b.iter().map(|row| -row[1])).collect();
        let x = solved(&large, &right);
        for (o, output) in outputs.iter().enumerate() {
            let along = |x: &[f64]| (0..n).map(|j| over(&c, o, j) * x[j]).sum::<f64>();
            let found = [along(&x[..n]) + d[o][0], along(&x[n..]) - d[o][1]];
            let [size, phase] = ["magnitude", "phase"]
                .map(|part| table.column(&format!("{output}_by_rotor:disc_{part}"))[at]);
            let expected = [size * phase.cos(), size * phase.sin()];
            let [re, im] = [0, 1].map(|i| speed * speed * found[i] - expected[i]);
            // Outputs are differences of eight digits, elimination over entries from 1 to 1e9 keeps seven.
            assert!(
                re.hypot(im) <= 1e-7 * size,
                "{output} {frequency}: {found:?} {expected:?}"
            );
        }
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
