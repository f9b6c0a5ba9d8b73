//! Coefficients of friction of a turning pair, beside the formulas of the standards written once more, and play that teeth cross.

use super::*;

/// The pair turns with 100 rad/s under 400 N m; share of friction in the normal force (1), normal force (N), speed through the mesh (m/s) at the end.
fn rubbed(friction: &str) -> [f64; 3] {
    let pair = format!(
        "mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\nfriction = {{ {friction} }}"
    );
    let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"100 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"400 N m\"]\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"50 ms\"\naccuracy = 1e-7\n";
    let (_, table) = meshing(&stand(&pair, 100.0, tail), "run");
    let [rub, force, speed] =
        ["friction", "normal_force", "mesh_velocity"].map(|name| last(&table, name));
    [rub / force, force, speed]
}

#[test]
fn coefficients_are_those_of_the_standards() {
    let oil = "static_coefficient = 0.3, viscosity = \"80 mPa s\", roughness = \"0.8 um\"";
    // In N/mm, m/s, mm, mPa s and µm. Radii 30 mm and 60 mm, 20 mm wide, 20°.
    let sine = 20_f64.to_radians().sin();
    let radius = 30.0 * 60.0 / 90.0 * sine;
    let [found, force, speed] = rubbed(&format!("kind = \"din-3990\", {oil}"));
    let (line, sum) = (force / 20.0, 2.0 * speed * sine);
    let expected = 0.12 * (line * 0.8 / (80.0 * sum * radius)).powf(0.25);
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    let [found, force, speed] = rubbed(&format!("kind = \"iso-14179\", {oil}"));
    let (line, sum) = (force / 20.0, 2.0 * speed * sine);
    let expected =
        0.048 * (line / (sum * radius)).powf(0.2) * 80_f64.powf(-0.05) * 0.8_f64.powf(0.25);
    assert!(
        line > 150.0 && (found / expected - 1.0).abs() < 1e-9,
        "{found} {expected}"
    );
    // 3 m/s through the mesh is a row of the table.
    let table =
        "kind = \"table\", speeds = [0, \"3 m/s\", \"10 m/s\"], coefficients = [0.2, 0.07, 0.05]";
    let [found, _, speed] = rubbed(table);
    assert!((speed - 3.0).abs() < 1e-5, "{speed}");
    assert!((found - 0.07).abs() < 1e-6, "{found}");
}

/// Levers that follow the phase make friction excite the wheels once in a pitch; their mean is near that of the shared load.
#[test]
fn levers_over_the_phase_excite() {
    let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"20 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"400 N m\"]\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"100 ms\"\naccuracy = 1e-6\noutput_step = \"0.2 ms\"\n";
    let torques = |levers: &str| {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n\
             friction = {{ kind = \"coulomb\", coefficient = 0.1, levers = \"{levers}\" }}"
        );
        let (_, table) = meshing(&stand(&pair, 20.0, tail), "run");
        let mut late = table.column("torque_a").split_off(185);
        late.truncate(314);
        let mean = late.iter().sum::<f64>() / late.len() as f64;
        let [most, least] = [f64::max, f64::min].map(|f| late.iter().copied().reduce(f).unwrap());
        (mean, most - least)
    };
    // 20 teeth at 20 rad/s: a pitch lasts 15.7 ms, and four of them are 314 rows.
    let (mean, swing) = torques("over-phase");
    let (shared, none) = torques("shared");
    assert!((mean / shared - 1.0).abs() < 0.01, "{mean} {shared}");
    assert!(
        swing > 0.01 * mean.abs() && none < 1e-3 * mean.abs(),
        "{swing} {none}"
    );
}

/// A load that turns over takes the teeth through their play: the other flanks carry, and the wheel has turned by the play.
#[test]
fn a_load_that_turns_over_crosses_the_play() {
    let pair = "mesh = { stiffness = \"2e8 N/m\", damping_ratio = 0.3, backlash = \"0.2 mm\" }";
    let tail = "[drives.hold]\nkind = \"angle\"\njoint = \"two\"\nvalue = 0\n\
         [forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, { kind = \"smooth-step\", from = \"50 N m\", to = \"-50 N m\", start = \"20 ms\", end = \"60 ms\" }]\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nstart = \"rest\"\nend = \"0.3 s\"\naccuracy = 1e-6\n";
    let (values, table) = meshing(&stand(pair, 0.0, tail), "run");
    let flanks = table.column("flank");
    assert!(flanks[0] > 0.5 && last(&table, "flank") < -0.5);
    assert!(number(&values, "share_without_contact") > 0.0);
    // The play along the line of action, and twice what teeth give way: 50 N m over 30 mm · cos 20° on 2e8 N/m.
    let cos = 20_f64.to_radians().cos();
    let expected = -(0.2e-3 + 2.0 * 50.0 / (0.03 * cos) / 2e8) / (0.03 * cos);
    let turns = table.column("turn_a");
    let turned = turns[turns.len() - 1] - turns[0];
    assert!(
        (turned / expected - 1.0).abs() < 1e-4,
        "{turned} {expected}"
    );
}
