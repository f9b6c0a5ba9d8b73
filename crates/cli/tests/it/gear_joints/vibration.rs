//! A wheel that vibrates against one on the ground, damped and with play.

use super::*;

const STIFFNESS: f64 = 2e8;

/// The second wheel is on the ground; the first starts with a speed (rad/s).
fn struck(mesh: &str, speed: f64, study: &str) -> String {
    let text = Stand::spur(
        &format!("level = \"joint\"\nmesh = {{ stiffness = \"2e8 N/m\", {mesh} }}\n"),
        study,
    )
    .text();
    let text = text.replace("body = \"two\"\n", "body = \"ground\"\nat = [0.09, 0, 0]\n");
    text.replace(
        "position = [0, 0, 0]\n",
        &format!("position = [0, 0, 0]\nspin = [0, 0, {speed}]\n"),
    )
}

fn base_radius() -> f64 {
    0.03 * PRESSURE.to_radians().cos()
}

/// Natural frequency of the wheel against its teeth: ω² = k r_b²/I.
fn omega() -> f64 {
    (STIFFNESS * base_radius().powi(2) / INERTIA).sqrt()
}

/// x = v e^{−ξωt} sin(ω_d t)/ω_d with ω_d = ω √(1 − ξ²): the damping ratio of the file is that of the motion, in either direction of measuring.
#[test]
fn damping_ratios_are_those_of_the_motion() {
    let (ratio, speed) = (0.1, 0.5);
    let study = "[[studies]]\nname = \"ring\"\nkind = \"transient\"\nend = \"2 ms\"\nstep = \"1 us\"\noutput_step = \"5 us\"\n";
    for (measured, stiffness) in [
        ("line-of-action", STIFFNESS),
        (
            "pitch-circle",
            STIFFNESS * PRESSURE.to_radians().cos().powi(2),
        ),
    ] {
        let mesh = format!("damping_ratio = {ratio}, measured_along = \"{measured}\"");
        let text = struck(&mesh, speed, study).replace("2e8 N/m", &format!("{stiffness} N/m"));
        let (ran, values, table) = meshing(&text, "ring");
        let (times, ways) = (table.column("time"), table.column("transmission_error"));
        let damped = omega() * (1.0f64 - ratio * ratio).sqrt();
        let amplitude = speed * base_radius() / damped;
        // The error of the period is (ω h)²/12 at most: over ω t = 19 that makes 1e-4 of the amplitude with ω h = 9e-3.
        let tolerance = 19.0 * (omega() * 1e-6).powi(2) * amplitude;
        for (t, way) in times.iter().zip(&ways) {
            let expected = amplitude * (-ratio * omega() * t).exp() * (damped * t).sin();
            assert!((way - expected).abs() < tolerance, "{t}: {way} {expected}");
        }
        // Teeth without play never part.
        assert!(values["share_without_contact"].is_null());
        let files = ran.json()["studies"]["ring"]["pictures"].to_string();
        assert!(
            files.contains("pair-mesh.svg") && files.contains("pair-mesh-spectrum.svg"),
            "{files}"
        );
    }
}

/// Without damping the wheel flies through the play b with its speed and turns on either flank in half a period: it is out of contact for
/// (2b/v)/(2b/v + 2π/ω) of the time, and the force of the mesh reaches ±v √(k m).
#[test]
fn play_is_crossed_at_constant_speed() {
    let speed = -2.0;
    let velocity = 2.0 * base_radius();
    let period = 2.0 * 1e-4 / velocity + std::f64::consts::TAU / omega();
    let step = period / 4000.0;
    let study = format!(
        "[[studies]]\nname = \"rattle\"\nkind = \"transient\"\nend = {period}\nstep = {step}\nscheme = \"newmark\"\n"
    );
    let (_, values, table) = meshing(&struck("backlash = \"0.1 mm\"", speed, &study), "rattle");
    let share = values["share_without_contact"].as_f64().unwrap();
    let expected = 2.0 * 1e-4 / velocity / period;
    // Rows tell contact to two of them at each of four changes.
    assert!(
        (share - expected).abs() < 8.0 / 4000.0,
        "{share} {expected}"
    );
    let flanks = table.column("flank");
    assert!([-1.0, 0.0, 1.0].iter().all(|flank| flanks.contains(flank)));
    // After a period it is where it was, and flies on.
    let way = last(&table, "transmission_error");
    assert!(way.abs() < 1e-2 * 1e-4, "{way}");
    let most = (INERTIA * STIFFNESS).sqrt() * 2.0;
    let half = values["mesh_force_half_peak_to_peak"].as_f64().unwrap();
    assert!((half / most - 1.0).abs() < 1e-5, "{half} {most}");
    assert!(values["power_lost_mean"].as_f64().unwrap() == 0.0);
}

/// An amplitude X of the source is a transmission error of −X (1 − cos zψ): driven slowly by a, wheel b is ahead by it under any load.
#[test]
fn transmission_errors_have_the_sign_of_users() {
    let turn = std::f64::consts::PI / TEETH[0];
    let tail = format!(
        "[forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"20 N m\"]\n\
         [drives.hold]\nkind = \"angle\"\njoint = \"one\"\nvalue = {turn}\n[[studies]]\nname = \"rest\"\nkind = \"static\"\n"
    );
    let base = TEETH[1] / TEETH[0] * base_radius();
    let elastic = 20.0 / base / STIFFNESS;
    let error = |of: &str| {
        let mesh = format!(
            "level = \"joint\"\nmesh = {{ stiffness = \"2e8 N/m\", transmission_error = {of} }}\n"
        );
        let (_, _, table) = meshing(&Stand::spur(&mesh, &tail).text(), "rest");
        last(&table, "transmission_error")
    };
    // Half a tooth on, where 1 − cos is 2: the load presses the right flanks, and teeth that stand out push b ahead.
    assert_near(
        error("{ kind = \"amplitude\", amplitude = \"10 um\" }"),
        elastic - 2e-5,
        1e-4,
    );
    // A measured error is what b lags.
    assert_near(
        error(
            "{ kind = \"series\", mean = \"8 um\", harmonics = [{ order = 1, amplitude = \"3 um\" }] }",
        ),
        elastic + 5e-6,
        1e-4,
    );
    assert_near(
        error("{ kind = \"table\", values = [0, \"1 um\", \"7 um\", \"1 um\"] }"),
        elastic + 7e-6,
        1e-4,
    );
}
