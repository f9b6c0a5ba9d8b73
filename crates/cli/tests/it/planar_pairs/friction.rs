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

/// Torque on wheel a, per torque on b, of contacts that stand where they stand after a way of a on its pitch circle: points of contact
/// on the line of action, each pressed by its length and rubbing against the velocity of its surfaces. Wheels of 30 and 60 mm, 20°, tips 3 mm
/// higher; teeth as thick as spaces, of which one of a is in the middle of a space at first; contacts are 0.1 pitches long.
fn torque_by_contacts(way: f64, coefficient: f64) -> f64 {
    let (sin, cos) = 20_f64.to_radians().sin_cos();
    let reach = |radius: f64| {
        let tip: f64 = radius + 0.003;
        (tip * tip - (radius * cos).powi(2)).sqrt() - radius * sin
    };
    let (start, end) = (-reach(0.06), reach(0.03));
    let pitch = std::f64::consts::PI * 0.003;
    let mut torques = [0.0; 2];
    for tooth in -10..10 {
        // Where the right flank of a tooth of a crosses the pitch circle, as a way beyond the pitch point.
        let flank = (f64::from(tooth) + 0.25) * pitch + way;
        let [from, to] = [flank - 0.05 * pitch, flank + 0.05 * pitch].map(|x| x * cos);
        let (from, to) = (from.max(start), to.min(end));
        // Points so dense that the one with the pitch point in it does not matter.
        let n = 2000;
        let length = (to - from).max(0.0) / f64::from(n);
        for i in 0..n {
            let zeta = from + (f64::from(i) + 0.5) * length;
            let at = [0.03 + zeta * sin, zeta * cos];
            // Wheel a turns by 1 rad/s, b by −1/2; velocity of a against b there, and the force on a against it.
            let slides = [-at[1] - 0.5 * at[1], at[0] + 0.5 * (at[0] - 0.09)];
            let size = slides[0].hypot(slides[1]);
            let on_a = [
                -sin - coefficient * slides[0] / size,
                -cos - coefficient * slides[1] / size,
            ];
            torques[0] += length * (at[0] * on_a[1] - at[1] * on_a[0]);
            torques[1] -= length * ((at[0] - 0.09) * on_a[1] - at[1] * on_a[0]);
        }
    }
    torques[0] / torques[1]
}

/// Levers that follow the phase make friction excite the wheels once in a pitch, as contacts do that come and go: row by row.
#[test]
fn levers_over_the_phase_excite() {
    let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"20 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"400 N m\"]\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"100 ms\"\naccuracy = 1e-6\noutput_step = \"0.2 ms\"\n";
    let run = |levers: &str| {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n\
             friction = {{ kind = \"coulomb\", coefficient = 0.1, levers = \"{levers}\" }}"
        );
        let (values, table) = meshing(&stand(&pair, 20.0, tail), "run");
        // 20 teeth at 20 rad/s: a pitch lasts 15.7 ms, and four of them are 314 rows.
        let rows = |name: &str| table.column(name)[185..499].to_vec();
        (values, rows("torque_a"), rows("mesh_distance"))
    };
    let (values, torques, ways) = run("over-phase");
    assert_eq!(values["stick_phases"], 0);
    let expected: Vec<f64> = (ways.iter())
        .map(|way| -400.0 * torque_by_contacts(*way, 0.1))
        .collect();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let [most, least] = [f64::max, f64::min].map(|f| expected.iter().copied().reduce(f).unwrap());
    assert!(
        most - least > 0.02 * mean(&expected).abs(),
        "{most} {least}"
    );
    for (told, expected) in torques.iter().zip(&expected) {
        // A contact that comes turns the torque by a fiftieth within 1.6 ms, to which teeth and wheels answer within 0.1 ms.
        assert!((told / expected - 1.0).abs() < 2.5e-3, "{told} {expected}");
    }
    // Answers that come late even out over whole pitches; points about the pitch point are coarse to 1/2000 of what friction changes, a fiftieth.
    let [told, expected] = [mean(&torques), mean(&expected)];
    assert!((told / expected - 1.0).abs() < 2e-5, "{told} {expected}");
    let (_, even, _) = run("shared");
    let [most, least] = [f64::max, f64::min].map(|f| even.iter().copied().reduce(f).unwrap());
    assert!(most - least < 1e-3 * mean(&even).abs(), "{most} {least}");
}

/// Over whole pitches a given efficiency is that of the machine, up to the square of what friction changes of the normal force: (μ tan α)².
#[test]
fn an_efficiency_over_the_phase_is_that_of_the_machine_in_the_mean() {
    let pair = "mesh = { stiffness = \"2e8 N/m\", damping_ratio = 0.3 }\n\
        friction = { kind = \"efficiency\", forward = 0.99, levers = \"over-phase\" }";
    let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"20 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"400 N m\"]\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"100 ms\"\naccuracy = 1e-6\noutput_step = \"0.2 ms\"\n";
    let (_, table) = meshing(&stand(pair, 20.0, tail), "run");
    let mean = |name: &str| table.column(name)[185..499].iter().sum::<f64>() / 314.0;
    let found = -mean("power_from_b") / mean("power_from_a");
    let coefficient = last(&table, "friction") / last(&table, "normal_force");
    let close = (coefficient * 20_f64.to_radians().tan()).powi(2);
    assert!(
        close < 2e-3 && (found - 0.99).abs() < close,
        "{found} {close}"
    );
}

/// Friction that begins from nothing lets a mesh through rest: from backward to forward, and on to where it balances 1 % of the load.
#[test]
fn a_mesh_without_friction_at_rest_passes_through_it() {
    let tail = "[forces.load]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, \"20.2 N m\"]\n\
        [forces.hold]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"40 N m\"]\n\
        [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"4 s\"\naccuracy = 1e-7\noutput_step = \"10 ms\"\n";
    let levers = "levers = { a = \"-3 mm\", b = \"4 mm\" }";
    let cos = 20_f64.to_radians().cos();
    // T_A (60 cos α − 4 μ) = T_B (30 cos α + 3 μ) in mm.
    let needed = (20.2 * 60.0 - 40.0 * 30.0) * cos / (20.2 * 4.0 + 40.0 * 3.0);
    for law in [
        "kind = \"table\", speeds = [0, \"1 m/s\", \"2 m/s\"], coefficients = [0, 0.1, 0.1]",
        "kind = \"efficiency\", speeds = [0, \"1 m/s\"], forward = [1.0, 0.98]",
    ] {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\nfriction = {{ {law}, {levers} }}"
        );
        let (values, table) = meshing(&stand(&pair, -20.0, tail), "run");
        // No state of rest, and nothing that it could hold.
        assert_eq!(values["stick_phases"], Json::Null);
        assert!(
            table
                .column("friction_limit")
                .iter()
                .all(|limit| *limit == 0.0)
        );
        let [speeds, rubs] = ["mesh_velocity", "friction"].map(|name| table.column(name));
        assert!(speeds[0] < -0.5 && speeds[speeds.len() - 1] > 0.1);
        // Once through rest, after the teeth have been pressed together in some milliseconds, and friction against the motion on either side.
        let turns = speeds[5..]
            .windows(2)
            .filter(|two| two[0] < 0.0 && two[1] >= 0.0);
        assert_eq!(turns.count(), 1, "{law}");
        assert!(
            speeds[5..]
                .iter()
                .zip(&rubs[5..])
                .all(|(v, rub)| v * rub >= 0.0)
        );
        // Twelve times as long as it takes to fall by e.
        let found = last(&table, "friction") / last(&table, "normal_force");
        assert!(
            (found / needed - 1.0).abs() < 1e-4,
            "{law}: {found} {needed}"
        );
    }
}

/// Both halves of double helical gears bear: the line load of the formulas is over twice the face width.
#[test]
fn both_halves_of_double_helical_gears_bear() {
    let tail = "[drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"100 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"900 N m\"]\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"50 ms\"\naccuracy = 1e-7\n";
    // Transverse angle, angle of the base helix, radius of curvature (mm) of wheels of 30 and 60 mm.
    let beta = 20_f64.to_radians();
    let alpha = (20_f64.to_radians().tan() / beta.cos()).atan();
    let base = (beta.sin() * 20_f64.to_radians().cos()).asin();
    let radius = 20.0 * alpha.sin() / base.cos();
    for (kind, exponent) in [("din-3990", 0.25), ("iso-14179", 0.2)] {
        let pair = format!(
            "mesh = {{ stiffness = \"2e8 N/m\", damping_ratio = 0.3 }}\n\
             friction = {{ kind = \"{kind}\", static_coefficient = 0.3, viscosity = \"80 mPa s\", roughness = \"0.8 um\" }}"
        );
        for halves in [1.0, 2.0] {
            let text = helical(&stand(&pair, 100.0, tail), halves > 1.0);
            let (_, table) = meshing(&text, "run");
            let [rub, speed] = ["friction", "mesh_velocity"].map(|name| last(&table, name));
            // Of the contact in the plane, not normal to the inclined flanks.
            let force = last(&table, "mesh_force");
            let line = force / (20.0 * halves);
            assert!(line > 150.0, "{line}");
            let ground = match kind {
                "din-3990" => 0.12 * (0.8_f64 / 80.0).powf(0.25),
                _ => 0.048 * 80_f64.powf(-0.05) * 0.8_f64.powf(0.25),
            };
            let expected = ground * (line / (2.0 * speed * alpha.sin() * radius)).powf(exponent);
            let found = rub / force;
            assert!(
                (found / expected - 1.0).abs() < 1e-9,
                "{kind} {halves}: {found} {expected}"
            );
        }
    }
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

/// Loads that only friction would hold have no equilibrium without it, and a user is told why.
#[test]
fn an_equilibrium_by_friction_alone_is_told_of() {
    let pair =
        "mesh = { stiffness = \"2e8 N/m\" }\nfriction = { kind = \"coulomb\", coefficient = 0.1 }";
    let loads = "[forces.a]\nkind = \"load\"\non = \"one\"\ntorque = [0, 0, 5]\n\
        [forces.b]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, 10.01]\n\
        [[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&stand(pair, 0.0, loads), folder.path());
    assert_eq!(ran.code(), 1);
    let told = "Friction of teeth does not act in a study static";
    assert!(ran.err.contains(told), "{}", ran.err);
}
