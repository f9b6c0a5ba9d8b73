//! Loops around motors, through samples and without, beside Routh, Jury and the sum over all frequencies that a held voltage shakes.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::super::machines::{Csv, run_text};
use super::{Number, Pair, near, over, study, times};

/// A motor with the constants R, L, k that turns a wheel of inertia J against a damper d.
pub(in super::super) fn motor(inductance: &str, control: &str, rest: &str) -> String {
    format!(
        r#"
[model]
name = "motor"
schema = 1
[bodies.wheel]
mass = "1 kg"
inertia = ["1e-3 kg m2", "1e-3 kg m2", "4e-4 kg m2"]
[joints.bearing]
kind = "revolute"
a = "ground"
b = "wheel"
at = [0, 0, 0]
[forces.drag]
kind = "viscous"
a = "ground"
b = "wheel"
at = [0, 0, 0]
coefficient = "3e-3 N m s/rad"
[forces.motor]
kind = "dc-motor"
a = "ground"
b = "wheel"
at = [0, 0, 0]
resistance = "0.5 ohm"
torque_constant = "0.07 N m/A"
inductance = "{inductance}"
{control}
[sensors.angle]
kind = "joint-angle"
of = "bearing"
[[studies]]
name = "linear"
kind = "linearise"
frequency_range = ["0.01 Hz", "300 Hz"]
{rest}
"#
    )
}

const INERTIA: f64 = 4e-4;
const DRAG: f64 = 3e-3;
const RESISTANCE: f64 = 0.5;
const CONSTANT: f64 = 0.07;

/// g k/(s ((L s + R)(J s + d) + k²)): by Routh it oscillates at ω² = (R d + k²)/(L J) with g = (R J + L d)(R d + k²)/(L J k). The charge of
/// the motor is no state.
#[test]
fn a_motor_with_an_integrating_load_has_the_margins_of_routh() {
    let inductance = 2e-3;
    let rest = "inputs = [\"motor\"]\nloop = { input = \"motor\", output = \"angle\", gain = 2 }\n";
    let folder = tempfile::tempdir().unwrap();
    let study = study(&motor("2e-3 H", "voltage = 0", rest), folder.path());
    let values = &study["values"]["states"];
    assert_eq!(values.as_object().unwrap().len(), 1, "{values}");
    let free = &values["free"];
    assert_eq!(free["states"], 3);
    let found = |key: &str| free["loop"][key].as_f64().unwrap();
    let stiff = RESISTANCE * DRAG + CONSTANT * CONSTANT;
    let inert = inductance * INERTIA;
    let lossy = RESISTANCE * INERTIA + inductance * DRAG;
    near(
        found("gain_margin"),
        lossy * stiff / (inert * CONSTANT * 2.0),
        1e-7,
    );
    near(
        found("gain_margin_frequency"),
        (stiff / inert).sqrt() / TAU,
        1e-7,
    );
    // The phase of the three factors where the product of their sizes is 1.
    let w = TAU * found("phase_margin_frequency");
    let rest = [stiff - inert * w * w, lossy * w];
    near(w * rest[0].hypot(rest[1]), 2.0 * CONSTANT, 1e-7);
    near(
        found("phase_margin"),
        FRAC_PI_2 - rest[1].atan2(rest[0]),
        1e-7,
    );
    // An integrator has no bound at rest, and closed it is stable up to its gain margin.
    assert!(free["loop"]["dc_gain"].is_null());
    assert_eq!(free["loop"]["is_stable"], true);
    for (gain, is_stable) in [(0.999, true), (1.001, false)] {
        let gain = 2.0 * gain * found("gain_margin");
        let rest = format!(
            "inputs = [\"motor\"]\nloop = {{ input = \"motor\", output = \"angle\", gain = {gain} }}\n"
        );
        let folder = tempfile::tempdir().unwrap();
        let study = self::study(&motor("2e-3 H", "voltage = 0", &rest), folder.path());
        let free = &study["values"]["states"]["free"];
        assert_eq!(free["loop"]["is_stable"], is_stable);
    }
}

fn control(sample_time: &str) -> String {
    format!(
        "controller = \"position\"\n[controllers.position]\nkind = \"angle-to-voltage\"\njoint = \"bearing\"\n\
         setpoint = 0\nproportional = \"5 V/rad\"\n{sample_time}"
    )
}

/// Without samples L = P b/(s (s + a)): ω_g² = (√(a⁴ + 4 P² b²) − a²)/2, φ_m = π/2 − atan(ω_g/a), no gain margin; the set point is followed
/// by P b/(s² + a s + P b).
#[test]
fn a_controller_without_samples_is_cut_out_of_the_machine() {
    let rest = "inputs = [\"position\"]\nloop = { controller = \"position\" }\npoints = 40\n";
    let folder = tempfile::tempdir().unwrap();
    let study = study(&motor("0 H", &control(""), rest), folder.path());
    let free = &study["values"]["states"]["free"];
    let found = |key: &str| free["loop"][key].as_f64().unwrap();
    let a = (CONSTANT * CONSTANT / RESISTANCE + DRAG) / INERTIA;
    let push = 5.0 * CONSTANT / (RESISTANCE * INERTIA);
    let w = (((a.powi(4) + 4.0 * push * push).sqrt() - a * a) / 2.0).sqrt();
    near(found("phase_margin_frequency"), w / TAU, 1e-7);
    near(found("phase_margin"), FRAC_PI_2 - (w / a).atan(), 1e-7);
    assert!(free["loop"]["gain_margin"].is_null());
    assert_eq!(free["loop"]["is_stable"], true);
    let table = Csv::read(&folder.path().join("out/linear"), "response-free.csv");
    for (at, frequency) in table.column("frequency").iter().enumerate() {
        let w = TAU * frequency;
        let [re, im] = over([push, 0.0], [push - w * w, a * w]);
        near(
            table.column("angle_by_position_magnitude")[at],
            re.hypot(im),
            1e-7,
        );
    }
}

/// With samples, E = e^{−aT}: b/a² ((aT − 1 + E) z + 1 − E − aTE)/((z − 1)(z − E)) from voltage to angle, and by Jury the gain may grow
/// until E + K β₀ = 1, where 2 cos ωT = 1 + E − K β₁.
#[test]
fn a_sampled_controller_has_the_margins_of_jury() {
    let rest = "inputs = [\"motor\"]\nloop = { controller = \"position\" }\n";
    let folder = tempfile::tempdir().unwrap();
    let sampled = control("sample_time = \"5 ms\"");
    let study = study(&motor("0 H", &sampled, rest), folder.path());
    let free = &study["values"]["states"]["free"];
    let found = |key: &str| free["loop"][key].as_f64().unwrap();
    let a = (CONSTANT * CONSTANT / RESISTANCE + DRAG) / INERTIA;
    let (b, time) = (CONSTANT / (RESISTANCE * INERTIA), 5e-3);
    let decay = (-a * time).exp();
    let [first, last] =
        [a * time - 1.0 + decay, 1.0 - decay - a * time * decay].map(|share| b / (a * a) * share);
    let most = (1.0 - decay) / last;
    near(found("gain_margin"), most / 5.0, 1e-6);
    let w = ((1.0 + decay - most * first) / 2.0).acos() / time;
    near(found("gain_margin_frequency"), w / TAU, 1e-6);
    assert_eq!(free["loop"]["is_stable"], true);
    // At the gain crossing: the phase of L(z).
    let w = TAU * found("phase_margin_frequency");
    let (sin, cos) = (w * time).sin_cos();
    let poles = times([cos - 1.0, sin], [cos - decay, sin]);
    let l = over([5.0 * (first * cos + last), 5.0 * first * sin], poles);
    near(l[0].hypot(l[1]), 1.0, 1e-6);
    near(
        found("phase_margin"),
        (l[1].atan2(l[0]) + TAU) % TAU - PI,
        1e-6,
    );
    assert!(w < PI / time);
    // Nothing beyond half the rate of the samples is drawn.
    let curve = Csv::read(&folder.path().join("out/linear"), "loop-free.csv");
    assert!(curve.column("frequency").iter().all(|f| *f <= 100.0));
}

/// A brake that is open holds nothing; closed it holds the wheel, and there is nothing left to move.
#[test]
fn brakes_hold_where_they_are_closed() {
    let brake = |torque: &str| {
        format!(
            "voltage = 0\n[forces.brake]\nkind = \"brake\"\na = \"ground\"\nb = \"wheel\"\nat = [0, 0, 0]\ntorque = {torque}\nstatic_ratio = 1.3\n"
        )
    };
    let rest = "inputs = [\"motor\"]\npoints = 5\n";
    let folder = tempfile::tempdir().unwrap();
    let closed = study(&motor("0 H", &brake("\"0.2 N m\""), rest), folder.path());
    let states = &closed["values"]["states"];
    assert_eq!(states.as_object().unwrap().len(), 4, "{states}");
    assert_eq!(states["stuck"]["states"], 0);
    assert_eq!(states["forward"]["states"], 2);
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&motor("0 H", &brake("0"), rest), folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let open = &ran.json()["studies"]["linear"];
    let warnings = open["warnings"].to_string();
    assert!(warnings.contains("state `stuck` is omitted"), "{warnings}");
    assert!(open["values"]["states"]["stuck"].is_null());
}

/// The loop of the example through its samples: a held voltage shakes the arm at all frequencies ω + 2πk/T at once, so that between samples
/// L = (P + I T/(z − 1)) Σ (1 − e^{−sT})/(sT) G(s) over s = i(ω + 2πk/T). The program takes an exponential of the matrices instead.
fn sampled_loop(pair: &Pair, share: f64, w: f64) -> Number {
    let ([p, i], time, by_voltage) = ([-10.0, -150.0], 0.01, 0.08 / 0.6);
    let mut sum = [0.0; 2];
    for k in -3000..=3000 {
        let s = w + TAU * f64::from(k) / time;
        // 1 − e^{−iωT} is the same for all of them.
        let held = over([1.0 - (w * time).cos(), (w * time).sin()], [0.0, s * time]);
        let [_, arm] = pair.sliding(share, [0.0, s]);
        let term = times(held, arm);
        sum = [sum[0] + by_voltage * term[0], sum[1] + by_voltage * term[1]];
    }
    let (sin, cos) = (w * time).sin_cos();
    let summed = over([i * time, 0.0], [cos - 1.0, sin]);
    times([p + summed[0], summed[1]], sum)
}

#[test]
fn the_position_loop_has_the_margins_of_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string("../../examples/position-loop.toml").unwrap();
    let (head, studies) = text.split_once("# Without friction.").unwrap();
    let margins = studies.split("# What the loop").nth(1).unwrap();
    let model = format!(
        "{head}[[studies]]\nname = \"balance\"\nkind = \"static\"\n# What the loop{}",
        margins.replace("\"margins\"", "\"linear\"")
    );
    let study = study(&model, folder.path());
    let back = 0.08 * 0.08 / 0.6;
    let pair = Pair::new(([5e-5, 2e-3], [2e6, 1e3], [[0.5, back], [0.0, 0.0]]));
    for (state, share) in [("forward", 0.1), ("backward", -0.1)] {
        let found = &study["values"]["states"][state]["loop"];
        let number = |key: &str| found[key].as_f64().unwrap();
        // Terms fall with the cube of k: 3000 of them leave 1e-7 of the last.
        let [re, im] = sampled_loop(&pair, share, TAU * number("gain_margin_frequency"));
        near(-1.0 / re, number("gain_margin"), 1e-6);
        assert!((im / re).abs() < 1e-6, "{state}: {re} {im}");
        let [re, im] = sampled_loop(&pair, share, TAU * number("phase_margin_frequency"));
        near(re.hypot(im), 1.0, 1e-6);
        near(number("phase_margin"), im.atan2(re) + PI, 1e-6);
        assert_eq!(found["is_stable"], true);
    }
    // As printed on the page.
    let of = |state: &str, key: &str| {
        study["values"]["states"][state]["loop"][key]
            .as_f64()
            .unwrap()
    };
    assert!((of("forward", "gain_margin") - 3.75).abs() < 0.005);
    assert!((of("backward", "gain_margin") - 3.80).abs() < 0.005);
    assert!((of("forward", "phase_margin").to_degrees() - 61.5).abs() < 0.05);
    assert!((of("backward", "phase_margin").to_degrees() - 63.5).abs() < 0.05);
    // Stuck: the voltage presses the teeth, and the arm gives way to the other side.
    let ([_, _, k], lever) = pair.stuck();
    let table = Csv::read(&folder.path().join("out/linear"), "response-stuck.csv");
    let slow = table.column("arm_by_motor_magnitude")[0];
    assert!(
        (slow - 0.08 / 0.6 * lever / k).abs() < 1e-5 * slow,
        "{slow}"
    );
    assert!((slow - 4.62e-5).abs() < 5e-8, "{slow}");
    let stuck = &study["values"]["states"]["stuck"]["loop"];
    assert_eq!(stuck["is_stable"], false);
    assert!(stuck["gain_margin"].is_null() && stuck["phase_margin"].is_null());
}
