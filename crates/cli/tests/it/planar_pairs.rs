//! Pairs of level `planar`: teeth that deform, rub, stick and slide, beside closed forms and an integration that this code did not make.

mod breakaways;
mod efficiency_maps;
mod friction;
mod laws;
mod power_flow;
mod sets;
mod test_rig;

use super::machines::{Csv, audit_pictures, run_into, run_text};
use super::*;

/// Two wheels of 20 and 40 teeth and 3 mm on hinges, 90 mm apart; the first turns with a speed (rad/s) at the start.
fn stand(pair: &str, speed: f64, tail: &str) -> String {
    let part = |name: &str, teeth: u32, x: f64, spin: f64| {
        format!(
            "[gears.{name}]\nkind = \"external\"\nteeth = {teeth}\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
             [bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"2e-3 kg m2\"]\nposition = [{x}, 0, 0]\n\
             spin = [0, 0, {spin}]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [{x}, 0, 0]\n\
             [wheels.w-{name}]\ngear = \"{name}\"\nbody = \"{name}\"\n"
        )
    };
    format!(
        "[model]\nname = \"test\"\nschema = 1\n{}{}[[pairs]]\nname = \"mesh\"\na = \"w-one\"\nb = \"w-two\"\nlevel = \"planar\"\n{pair}\n{tail}",
        part("one", 20, 0.0, speed),
        part("two", 40, 0.09, -0.5 * speed),
    )
}

/// The same wheels with teeth at 20° to their axes, which have the same pitch circles; in two halves of as much width each or in one.
fn helical(stand: &str, is_double: bool) -> String {
    let module = 3.0 * 20_f64.to_radians().cos();
    let mut text = stand.to_owned();
    for hand in ["right", "left"] {
        let with = format!(
            "module = \"{module} mm\"\nhelix_angle = \"20 deg\"\nhand = \"{hand}\"\ndouble_helical = {is_double}"
        );
        text = text.replacen("module = \"3 mm\"", &with, 1);
    }
    text
}

/// The values of the pair `mesh` in a study, and its table.
fn meshing(text: &str, study: &str) -> (Json, Csv) {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}\n{text}", ran.err);
    let values = ran.json()["studies"][study]["values"]["pairs"]["mesh"].clone();
    let out = folder.path().join("out");
    audit_pictures(&out);
    (values, Csv::read(&out, &format!("{study}/pair_mesh.csv")))
}

fn number(values: &Json, key: &str) -> f64 {
    let found = &values[key];
    found.as_f64().unwrap_or_else(|| panic!("{key}: {found}"))
}

fn last(table: &Csv, column: &str) -> f64 {
    table.column(column).last().copied().unwrap()
}

/// Instants of the independent integration of two equations with scipy, 34 stuck phases in 10 s; the efficiency of sliding teeth in closed form.
#[test]
fn spring_loaded_actuator() {
    let folder = tempfile::tempdir().unwrap();
    let file = "../../examples/spring-loaded-actuator.toml";
    let ran = run_into(file, folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = &ran.json()["studies"]["wind-up"];
    let values = &study["values"];
    let pair = &values["pairs"]["mesh"];
    assert_eq!(study["warnings"].as_array().map(Vec::len), Some(0));
    assert_eq!(pair["stick_phases"], 34);
    assert_eq!(pair["stiction"], "mesh");
    let times = pair["breakaway_times"].as_array().unwrap();
    assert_eq!(times.len(), 33);
    // Six digits are printed.
    for (time, expected) in times.iter().zip([0.178016, 0.354073, 0.535868]) {
        assert!((time.as_f64().unwrap() - expected).abs() < 1e-6, "{time}");
    }
    let drift = number(&values["machine"]["energy"], "relative_drift");
    assert!(drift < 1e-5, "{drift}");
    // η = (1 − μ D_B)/(1 − μ D_A) with D = d/(r cos α) of the constants of the source; damping of the mesh takes a little besides.
    let cos = 20_f64.to_radians().cos();
    let [arm_a, arm_b] = [-1.005583 / (10.0 * cos), 1.938541 / (30.0 * cos)];
    let sliding = (1.0 - 0.1 * arm_b) / (1.0 - 0.1 * arm_a);
    let efficiency = number(pair, "efficiency_from_a");
    assert!(
        (efficiency - sliding).abs() < 1e-4,
        "{efficiency} {sliding}"
    );
    let table = Csv::read(folder.path(), "wind-up/pair_mesh.csv");
    let column = |name: &str| table.column(name);
    let rows = column("sliding").into_iter().zip(column("mesh_distance"));
    let rows: Vec<(f64, f64)> = rows.collect();
    for two in rows.windows(2) {
        assert!([0.0, 1.0].contains(&two[0].0));
        // Rows are 5 ms apart and teeth slide for 7 ms: none slips between two stuck rows.
        if two[0].0 == 0.0 && two[1].0 == 0.0 {
            assert!((two[1].1 - two[0].1).abs() < 1e-15, "{two:?}");
        }
    }
    let events = std::fs::read_to_string(folder.path().join("wind-up/events.csv")).unwrap();
    let said: Vec<&str> = events.lines().skip(1).take(3).collect();
    assert!(said[0].starts_with("mesh,sticks,0,"), "{}", said[0]);
    assert!(said[1].starts_with("mesh,slides forward,0.17801"));
    assert!(said[2].starts_with("mesh,sticks,0.18"));
    let balance = &ran.json()["studies"]["balance"];
    let notes = balance["warnings"].to_string();
    assert!(
        notes.contains("the equilibrium without friction"),
        "{notes}"
    );
    audit_pictures(folder.path());
}

/// Friction that gives an efficiency gives it, whichever wheel drives and whichever way they turn.
#[test]
fn a_given_efficiency_is_that_of_the_machine() {
    let pair = "mesh = { stiffness = \"2e8 N/m\", damping_ratio = 0.3 }\n\
                friction = { kind = \"efficiency\", forward = 0.95, reverse = 0.9, levers = \"shared\" }";
    for sense in [1.0, -1.0] {
        for (torque, expected) in [(20.0 * sense, 0.95), (-20.0 * sense, 0.9)] {
            let speed = 100.0 * sense;
            let tail = format!(
                "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = {speed}\n\
                 [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, {torque}]\n\
                 [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"50 ms\"\naccuracy = 1e-8\n"
            );
            let (values, table) = meshing(&stand(pair, speed, &tail), "run");
            let [a, b] = ["power_from_a", "power_from_b"].map(|name| last(&table, name));
            let found = -a.min(b) / a.max(b);
            assert!((found - expected).abs() < 1e-7, "{speed} {torque}: {found}");
            assert_eq!(values["stick_phases"], 0);
            assert!((last(&table, "sliding") - sense).abs() < 0.5);
            // Wheels are pushed apart, and power is lost.
            assert!(last(&table, "radial_force") > 0.0 && last(&table, "friction_loss") > 0.0);
            assert!(last(&table, "radial_force_a") < 0.0 && last(&table, "radial_force_b") < 0.0);
        }
    }
}

/// A load that friction holds stands still to the last bits for 1000 s; smooth friction beside it lets it creep by 0.624 m on the pitch circle, as two balances of
/// torques say.
#[test]
fn a_held_load_does_not_creep() {
    // In balance at first, then 1 % more on one side. The spring only says where they stand before.
    let tail = "[forces.spring]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\naxis = [0, 0, 1]\n\
                stiffness = \"1e-3 N m/rad\"\n\
                [forces.load]\nkind = \"load\"\non = \"one\"\n\
                torque = [0, 0, { kind = \"smooth-step\", from = \"20 N m\", to = \"20.2 N m\", start = \"10 ms\", end = \"60 ms\" }]\n\
                [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"40 N m\"]\n\
                [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
                [[studies]]\nname = \"hold\"\nkind = \"transient\"\nstart = \"rest\"\nend = \"1000 s\"\naccuracy = 1e-5\noutput_step = \"10 s\"\n";
    let friction = "friction = { kind = \"coulomb\", coefficient = 0.1, static_coefficient = 0.2, levers = { a = \"-3 mm\", b = \"4 mm\" } }";
    let held = format!("mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n{friction}");
    let (values, table) = meshing(&stand(&held, 0.0, tail), "hold");
    assert_eq!(values["stick_phases"], 1);
    assert_eq!(values["breakaway_times"].as_array().map(Vec::len), Some(0));
    let distance = table.column("mesh_distance");
    assert!((distance[100] - distance[1]).abs() < 1e-15);
    let smooth =
        "static_coefficient = 0.2, stiction = \"regularised\", transition_speed = \"1 mm/s\"";
    let creeping = held.replace("static_coefficient = 0.2", smooth);
    let (values, table) = meshing(&stand(&creeping, 0.0, tail), "hold");
    assert_eq!(values["stick_phases"], Json::Null);
    let distance = table.column("mesh_distance");
    for i in [20, 50, 100] {
        let found = distance[i] - distance[0];
        let expected = crept(10.0 * i as f64);
        // The step of the load comes 35 ms after the beginning, in the mean: 2e-4 of the first 200 s.
        assert!((found / expected - 1.0).abs() < 3e-4, "{found} {expected}");
    }
    // As documents say.
    assert!((crept(1000.0) - 0.624).abs() < 1e-3, "{}", crept(1000.0));
}

/// How far (m) the teeth of that machine creep with smooth friction: λ = μ F tanh(v/v₀), and both wheels in balance, T_A = F l_A − λ d_A and
/// T_B − κ φ_B = F l_B − λ d_B, where φ_B = −x/r_B.
fn crept(duration: f64) -> f64 {
    let cos = 20_f64.to_radians().cos();
    let speed = |x: f64| {
        let [on_a, on_b] = [20.2, 40.0 + 1e-3 * x / 0.06];
        let friction = (on_b - 2.0 * on_a) / (-2.0 * 0.003 - 0.004);
        let normal = (on_a - 0.003 * friction) / (0.03 * cos);
        1e-3 * (friction / (0.1 * normal)).atanh()
    };
    // By the midpoint rule: the speed falls by some percent on the whole way.
    let (mut x, step) = (0.0, 1e-3 * duration);
    for _ in 0..1000 {
        x += step * speed(x + 0.5 * step * speed(x));
    }
    x
}
