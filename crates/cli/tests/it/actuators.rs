//! Motors, brakes, friction about an axis and controllers through the model file, beside closed forms and an integration that this code did not make.

use super::machines::{Csv, audit_pictures, run_into, run_text};
use super::*;

/// A disc of 3e-4 kg m² on a hinge that turns with a speed (rad/s) at the start, and what follows.
fn disc(speed: f64, tail: &str) -> String {
    format!(
        "[model]\nname = \"test\"\nschema = 1\n\
         [bodies.rotor]\nmass = \"0.5 kg\"\ninertia = [\"3e-4 kg m2\", \"3e-4 kg m2\", \"3e-4 kg m2\"]\nspin = [0, 0, {speed}]\n\
         [joints.axle]\nkind = \"revolute\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\n\
         [sensors.angle]\nkind = \"joint-angle\"\nof = \"axle\"\n{tail}"
    )
}

/// A force between ground and disc.
fn force(name: &str, kind: &str, keys: &str) -> String {
    format!(
        "[forces.{name}]\nkind = \"{kind}\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\n{keys}\n"
    )
}

/// A motor of 0.8 Ω and 0.06 N m/A at 12 V.
fn motor(inductance: &str) -> String {
    let keys = format!(
        "resistance = \"0.8 ohm\"\ninductance = \"{inductance}\"\ntorque_constant = \"0.06 V s/rad\"\nvoltage = \"12 V\""
    );
    let sensor = "[sensors.motor]\nkind = \"motor\"\nof = \"motor\"\n\
         components = [\"current\", \"torque\", \"speed\", \"electrical_power\", \"power_lost\"]\n";
    force("motor", "dc-motor", &keys) + sensor
}

fn transient(end: &str, accuracy: f64, rows: &str) -> String {
    format!(
        "[[studies]]\nname = \"run\"\nkind = \"transient\"\nscheme = \"radau\"\nend = \"{end}\"\naccuracy = {accuracy:e}\noutput_step = \"{rows}\"\n"
    )
}

/// Values of the study `run` and its table of sensors.
fn ran(text: &str) -> (Json, Csv) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}\n{text}", ran.err);
    let out = folder.path().join("out");
    audit_pictures(&out);
    let study = &ran.json()["studies"]["run"];
    assert_eq!(study["warnings"].as_array().map(Vec::len), Some(0));
    (study["values"].clone(), Csv::read(&out, "run/sensors.csv"))
}

fn number(values: &Json, path: &str) -> f64 {
    let found = path.split('.').fold(values, |value, key| &value[key]);
    found.as_f64().unwrap_or_else(|| panic!("{path}: {found}"))
}

/// Without inductance ω = u/k (1 − e^(−t/T)) with T = R J/k² = 66.7 ms: no-load speed 200 rad/s, stall torque k u/R at the start. Out of its
/// source comes what is in the disc and in heat.
#[test]
fn a_motor_speeds_up_to_its_no_load_speed() {
    let accuracy = 1e-8;
    let text = disc(0.0, &(motor("0 H") + &transient("1 s", accuracy, "20 ms")));
    let (values, table) = ran(&text);
    let constant = 0.8 * 3e-4 / (0.06 * 0.06);
    let times = table.column("time");
    for (time, speed) in times.iter().zip(table.column("motor_speed")) {
        let expected = 200.0 * (1.0 - (-time / constant).exp());
        assert!(
            (speed - expected).abs() < 1e-6 * 200.0,
            "{time}: {speed} {expected}"
        );
    }
    let torque = table.column("motor_torque")[0];
    assert!((torque - 0.06 * 12.0 / 0.8).abs() < 1e-12, "{torque}");
    let kinetic = number(&values, "machine.energy.kinetic");
    let [supplied, delivered, lost] = ["electrical_energy", "mechanical_energy", "energy_lost"]
        .map(|key| number(&values, &format!("forces.motor.{key}")));
    // ½ J ω² is half of what the source gives.
    let rest = (-1.0 / constant).exp();
    let expected = 0.5 * 3e-4 * 200.0f64.powi(2) * (1.0 - rest).powi(2);
    for (found, expected) in [
        (kinetic, expected),
        (delivered, expected),
        (supplied, delivered + lost),
    ] {
        assert!(
            (found - expected).abs() < 1e-6 * supplied,
            "{found} {expected}"
        );
    }
    assert!((supplied - 12.0 * 3e-4 * 200.0 * (1.0 - rest) / 0.06).abs() < 1e-6 * supplied);
}

/// Held fast the current rises with L/R = 6.25 ms to u/R = 15 A; free it swings by the roots of L J s² + R J s + k² = 0.
#[test]
fn a_motor_with_inductance_has_two_time_constants() {
    let held = "[drives.hold]\nkind = \"speed\"\njoint = \"axle\"\nvalue = \"0 rad/s\"\n";
    let tail = motor("5 mH") + held + &transient("40 ms", 1e-9, "1 ms");
    let (_, table) = ran(&disc(0.0, &tail));
    for (time, current) in table
        .column("time")
        .iter()
        .zip(table.column("motor_current"))
    {
        let expected = 15.0 * (1.0 - (-time * 0.8 / 5e-3).exp());
        assert!(
            (current - expected).abs() < 1e-6 * 15.0,
            "{time}: {current} {expected}"
        );
    }
    let (_, table) = ran(&disc(
        0.0,
        &(motor("5 mH") + &transient("0.4 s", 1e-9, "10 ms")),
    ));
    let half = 0.5 * 0.8 / 5e-3;
    let root = (half * half - 0.06f64.powi(2) / (5e-3 * 3e-4)).sqrt();
    let [s, f] = [-half + root, -half - root];
    for (time, speed) in table.column("time").iter().zip(table.column("motor_speed")) {
        let left = (f * (s * time).exp() - s * (f * time).exp()) / (f - s);
        let expected = 200.0 * (1.0 - left);
        assert!(
            (speed - expected).abs() < 1e-6 * 200.0,
            "{time}: {speed} {expected}"
        );
    }
}

/// A brake of 0.3 N m stops 100 rad/s against a load of 0.1 N m after J ω/(T − M) = 0.15 s, 7.5 rad further on, and holds it there for 1000 s
/// without creep; the regularised one gives way by ω_r artanh(M/T) each second.
#[test]
fn a_brake_stops_and_holds() {
    let load = "[forces.weight]\nkind = \"load\"\non = \"rotor\"\ntorque = [0, 0, \"0.1 N m\"]\n";
    let sensor = "[sensors.brake]\nkind = \"friction\"\nof = \"brake\"\ncomponents = [\"torque\", \"sliding\", \"speed\"]\n";
    let tail = |keys: &str| {
        force("brake", "brake", keys) + load + sensor + &transient("1000 s", 1e-6, "1 s")
    };
    let (values, table) = ran(&disc(
        100.0,
        &tail("torque = \"0.3 N m\"\nstatic_ratio = 1.5"),
    ));
    let (angles, torques) = (table.column("angle"), table.column("brake_torque"));
    assert!((angles[1] - 7.5).abs() < 1e-5, "{}", angles[1]);
    // Rounding of the last digits, and no more for every second.
    let moved = |angle: &f64| (angle - angles[1]).abs();
    assert!(
        angles[1..]
            .iter()
            .all(|angle| moved(angle) < 4.0 * f64::EPSILON * 7.5)
    );
    assert!(
        torques[1..]
            .iter()
            .all(|torque| (torque + 0.1).abs() < 1e-9)
    );
    assert_eq!(values["forces"]["brake"]["stick_phases"], 1);
    // ½ J ω² and the work of the load.
    let lost = number(&values, "forces.brake.energy_lost");
    assert!((lost - (1.5 + 0.75)).abs() < 1e-4, "{lost}");
    let regularised = tail("torque = \"0.3 N m\"\nstiction = \"regularised\"");
    // So slow that rounding would limit more.
    let regularised = regularised.replace("accuracy = 1e-6", "accuracy = 1e-4");
    let (_, table) = ran(&disc(0.0, &regularised));
    let creep = table.column("angle").last().copied().unwrap();
    let expected = 1e-3 * (1.0f64 / 3.0).atanh() * 1000.0;
    assert!(
        (creep - expected).abs() < 1e-4 * expected,
        "{creep} {expected}"
    );
}

/// A seal with a Stribeck fall holds what is below its torque at rest and lets go what is above.
#[test]
fn a_seal_holds_up_to_its_torque_at_rest() {
    let keys = "constant = \"0.01 N m\"\nviscous = \"1e-5 N m s/rad\"\nbreakaway = \"0.02 N m\"\nstribeck_speed = \"3 rad/s\"\nstatic_torque = \"0.03 N m\"";
    let load = "[forces.pull]\nkind = \"torque-between\"\na = \"ground\"\nb = \"rotor\"\nat = [0, 0, 0]\n\
         torque = { kind = \"ramp\", end = \"1 s\", to = \"0.04 N m\" }\n";
    let tail = force("seal", "friction", keys) + load + &transient("1 s", 1e-7, "0.1 s");
    let (values, _) = ran(&disc(0.0, &tail));
    let seal = &values["forces"]["seal"];
    assert_eq!(seal["stick_phases"], 1);
    // 0.03 N m of 0.04 N m in a second.
    let times = seal["breakaway_times"].as_array().unwrap();
    assert!(
        times.len() == 1 && (times[0].as_f64().unwrap() - 0.75).abs() < 1e-9,
        "{times:?}"
    );
}

/// Loops without samples through a motor and through a torque swing as known: J φ̈ + k²/R φ̇ + (k/R) P (φ − r) = 0 and J φ̈ + P (φ − r) = 0.
#[test]
fn loops_without_samples_swing_as_known() {
    let controller = |kind: &str, gain: &str| {
        format!(
            "[controllers.loop]\nkind = \"{kind}\"\njoint = \"axle\"\nsetpoint = \"0.7 rad\"\nproportional = \"{gain}\"\n"
        )
    };
    let study = transient("0.4 s", 1e-8, "10 ms");
    let motor = "resistance = \"0.8 ohm\"\ntorque_constant = \"0.06 N m/A\"\ncontroller = \"loop\"";
    let by_motor = force("motor", "dc-motor", motor) + &controller("angle-to-voltage", "2 V/rad");
    let by_torque = force("torque", "torque-between", "controller = \"loop\"")
        + &controller("angle-to-torque", "0.15 N m/rad");
    let damping = 0.06 * 0.06 / 0.8;
    for (tail, stiffness, damping) in [(by_motor, 0.15, damping), (by_torque, 0.15, 0.0)] {
        let (_, table) = ran(&disc(0.0, &(tail + &study)));
        let decay = -0.5 * damping / 3e-4;
        let swing = f64::sqrt(stiffness / 3e-4 - decay * decay);
        for (t, angle) in table.column("time").iter().zip(table.column("angle")) {
            let left = (decay * t).exp() * ((swing * t).cos() - decay / swing * (swing * t).sin());
            let expected = 0.7 * (1.0 - left);
            assert!((angle - expected).abs() < 1e-6, "{t}: {angle} {expected}");
        }
    }
}

/// The position loop hunts as two equations of motion do that scipy integrates: the same breakaways, period and amplitude.
#[test]
fn a_position_loop_hunts() {
    let folder = tempfile::tempdir().unwrap();
    let file = "../../examples/position-loop.toml";
    let ran = run_into(file, folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let studies = &ran.json()["studies"];
    let pair = &studies["hunting"]["values"]["pairs"]["mesh"];
    let text = std::fs::read_to_string("../../validation/actuators/position_loop.csv").unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(2)
        .map(|line| line.split(',').collect())
        .collect();
    let of = |what: &str| -> Vec<f64> {
        let own = rows.iter().filter(|row| row[0] == what);
        own.map(|row| row[1].parse().unwrap()).collect()
    };
    let expected = of("breakaway");
    let found = pair["breakaway_times"].as_array().unwrap();
    let found = found.iter().map(|time| time.as_f64().unwrap());
    let found: Vec<f64> = found.filter(|time| *time < 6.3).collect();
    assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
    // All break away at samples, which six digits tell.
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }
    let late: Vec<f64> = found.iter().copied().filter(|time| *time > 3.0).collect();
    let period = 2.0 * (late[late.len() - 1] - late[0]) / (late.len() - 1) as f64;
    assert!((period - of("period")[0]).abs() < 1e-6, "{period}");
    let table = Csv::read(folder.path(), "hunting/sensors.csv");
    let errors = table
        .column("time")
        .into_iter()
        .zip(table.column("loop_missing"));
    let late = errors.filter(|(time, _)| (3.0..6.3).contains(time));
    let errors: Vec<f64> = late.map(|(_, error)| error).collect();
    let ends = [f64::max, f64::min].map(|pick| errors.iter().copied().reduce(pick).unwrap());
    // An accuracy of 1e-5 of the angle in each of a dozen jumps.
    for (found, expected) in ends
        .iter()
        .zip([of("largest_error")[0], of("least_error")[0]])
    {
        assert!((found - expected).abs() < 12.0 * 1e-5, "{found} {expected}");
    }
    // Without one of its causes it comes to rest: at its goal, or short of it.
    for (name, error) in [("without-stiction", 0.0), ("without-integrator", -0.0487)] {
        let values = &studies[name]["values"];
        let last = values["sensors"]["loop_missing"]["last"].as_f64().unwrap();
        assert!((last - error).abs() < 1e-4, "{name}: {last}");
        // It may rest from one sample to the next on its way, but it does not hunt: what is missing no longer changes sides.
        let table = Csv::read(folder.path(), &format!("{name}/sensors.csv"));
        let missing = table.column("time").into_iter();
        let missing = missing.zip(table.column("loop_missing"));
        let late: Vec<f64> = missing.filter(|(t, _)| *t > 6.0).map(|(_, e)| e).collect();
        let ends = [f64::max, f64::min].map(|pick| late.iter().copied().reduce(pick).unwrap());
        assert!(ends[0] - ends[1] < 1e-3, "{name}: {ends:?}");
    }
}

/// A loop without samples whose integral part throws it from one limit to the other: however exact the run, it gets over the kinks at its limits, where iterations of long steps fail.
#[test]
fn a_loop_that_swings_between_its_limits_comes_to_the_end() {
    let text = std::fs::read_to_string("../../examples/position-loop.toml").unwrap();
    let (text, _) = text.split_once("# Teeth hold hardly more").unwrap();
    let text = text
        .replace("sample_time = \"10 ms\"\n", "")
        .replace("-150 V/rad s", "-1500 V/rad s")
        .replace("end = \"8 s\"", "end = \"3 s\"");
    let cases = [
        ("1e-3", "0.2", ""),
        ("1e-4", "0.101", ""),
        ("1e-5", "0.2", "inductance = \"1 mH\"\n"),
    ];
    for (accuracy, at_rest, inductance) in cases {
        let text = text
            .replace("accuracy = 1e-6", &format!("accuracy = {accuracy}"))
            .replace(
                "static_coefficient = 0.2",
                &format!("static_coefficient = {at_rest}"),
            )
            .replace("torque_constant", &format!("{inductance}torque_constant"));
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{accuracy}: {}", ran.err);
        let table = Csv::read(&folder.path().join("out"), "hunting/sensors.csv");
        let output = table.column("loop_output");
        for limit in [-24.0, 24.0] {
            assert!(
                output.iter().any(|u| (u - limit).abs() < 1e-12),
                "{accuracy} {limit}"
            );
        }
        assert!(output.iter().all(|u| u.abs() <= 24.0));
    }
}
