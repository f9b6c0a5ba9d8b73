//! Parts of machines that the model file describes, each beside a closed form.

use super::machines::{Csv, HEAD, run_text};
use super::*;

/// A mass of two kilograms that drag slows down: v = v₀ e^{−c t/m}.
#[test]
fn drag_slows_a_mass_down() {
    let text = "[model]\nname = \"test\"\nschema = 1\n\
        [bodies.ball]\nmass = \"2 kg\"\ninertia = [\"0.1 kg m2\", \"0.1 kg m2\", \"0.1 kg m2\"]\nvelocity = [\"3 m/s\", \"-4 m/s\", 0]\n\
        [forces.air]\nkind = \"drag\"\na = \"ground\"\nb = \"ball\"\ncoefficient = \"4 N s/m\"\n\
        [sensors.v]\nkind = \"velocity\"\nof = \"ball\"\ncomponents = [\"x\", \"y\"]\n\
        [sensors.air]\nkind = \"force\"\nof = \"air\"\ncomponents = [\"force\"]\n\
        [[studies]]\nname = \"flight\"\nkind = \"transient\"\nend = \"0.5 s\"\nstep = \"1 ms\"\n";
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out"), "flight/sensors.csv");
    let [time, x, y, force] = ["time", "v_x", "v_y", "air_force"].map(|name| table.column(name));
    for (i, t) in time.iter().enumerate() {
        let left = (-2.0 * t).exp();
        // Second order: (c h/m)² = 4e-6.
        assert!((x[i] - 3.0 * left).abs() < 4e-6 * 3.0, "{t}");
        assert!((y[i] + 4.0 * left).abs() < 4e-6 * 4.0, "{t}");
        assert!((force[i] - 20.0 * left).abs() < 4e-6 * 20.0, "{t}");
    }
}

/// A foot that its supports hold, one node with turns: K and M diagonal, weight by a table of its own.
fn foot(damping: &str, folder: &Path) -> String {
    let diagonal = |along: f64, about: f64| {
        let entry = |i: usize| format!("{i} {i} {}\n", if i < 4 { along } else { about });
        let entries: String = (1..7).map(entry).collect();
        format!("%%MatrixMarket matrix coordinate real symmetric\n6 6 6\n{entries}")
    };
    for (name, text) in [
        ("k.mtx", diagonal(1e6, 1e3)),
        ("m.mtx", diagonal(1.0, 1e-3)),
        (
            "n.csv",
            "node,x [m],y [m],z [m],turns\n1,0,0,0,1\n".to_owned(),
        ),
        (
            "sums.csv",
            "x,y,z\n1,0,0\n0,3,0\n0,0,1\n0,0,0\n0,0,0\n0,0.5,0\n".to_owned(),
        ),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    format!(
        "[model]\nname = \"test\"\nschema = 1\ngravity = [0, \"-10 m/s2\", 0]\n\
         [bodies.foot]\nkind = \"flexible\"\nstiffness = \"k.mtx\"\nmass = \"m.mtx\"\nnodes = \"n.csv\"\nsums = \"sums.csv\"\nframe = \"ground\"\ndamping = {damping}\n\
         [forces.push]\nkind = \"load\"\non = \"foot:node_1\"\n\
         force = [{{ kind = \"table\", times = [\"0 s\", \"1e-9 s\"], values = [\"1 kN\", \"0 N\"] }}, 0, 0]\n\
         [sensors.at]\nkind = \"position\"\nof = \"foot:node_1\"\n[sensors.turn]\nkind = \"orientation\"\nof = \"foot:node_1\"\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n\
         [[studies]]\nname = \"swing\"\nkind = \"transient\"\nstart = \"rest\"\nend = \"40 ms\"\nstep = \"20 us\"\n"
    )
}

/// Largest displacements of a curve, one for each swing.
fn peaks(values: &[f64]) -> Vec<f64> {
    let is_peak = |w: &&[f64]| w[1] > 0.0 && w[1] >= w[0] && w[1] > w[2];
    values.windows(3).filter(is_peak).map(|w| w[1]).collect()
}

/// Ratios over frequency, and α M + β K: the logarithmic decrement of a mode of 1000 rad/s tells its damping.
#[test]
fn modes_are_damped_as_their_table_says() {
    let hertz = 1000.0 / std::f64::consts::TAU;
    let between = 0.02 + 0.02 * (hertz - 100.0) / 100.0;
    for (damping, ratio) in [
        ("0.03", 0.03),
        (
            "{ frequencies = [\"100 Hz\", \"200 Hz\"], ratios = [0.02, 0.04] }",
            between,
        ),
        // ζ = (α/ω + β ω)/2
        ("{ mass = \"20 1/s\", stiffness = \"40 us\" }", 0.03),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text = foot(damping, folder.path());
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let out = folder.path().join("out");
        let rest = Csv::read(&out, "rest/sensors.csv");
        // Weight by the table: 3 kg along y and 0.5 kg m about z, of 10 m/s². A linear body.
        assert!((rest.column("at_x")[0] - 1e-3).abs() < 1e-12);
        assert!((rest.column("at_y")[0] + 3e-5).abs() < 1e-14);
        assert!((rest.column("turn_z")[0] + 5e-3).abs() < 1e-7);
        let swing = Csv::read(&out, "swing/sensors.csv");
        let peaks = peaks(&swing.column("at_x"));
        assert!(peaks.len() > 4, "{damping}");
        let swings = (peaks.len() - 1) as f64;
        let decrement = (peaks[0] / peaks[peaks.len() - 1]).ln() / swings;
        let expected = std::f64::consts::TAU * ratio / (1.0 - ratio * ratio).sqrt();
        // (ω h)² of the scheme, and half a step from a peak: (ω h)²/8 of two of them over all swings.
        assert!(
            (decrement / expected - 1.0).abs() < 1e-3,
            "{damping}: {decrement} {expected}"
        );
    }
}

/// What a model has is counted, and what it does not have is not.
#[test]
fn checks_count_the_parts_of_machines() {
    let said = |file: &str| {
        let ran = run(["check", &format!("../../examples/{file}.toml")]);
        assert_eq!(ran.code(), 0, "{}", ran.err);
        ran.out.split_once(": ").unwrap().1.to_owned()
    };
    assert_eq!(
        said("slider-crank"),
        "3 bodies, 4 joints, 1 force, 1 drive, 4 sensors, 3 studies; no errors, 0 warnings\n"
    );
    assert_eq!(
        said("flexible-arm"),
        "1 gear, 2 bodies, 2 joints, 1 force, 1 drive, 5 sensors, 4 studies; no errors, 0 warnings\n"
    );
    assert_eq!(
        said("fzg-c"),
        "2 gears, 1 pair, 1 study; no errors, 0 warnings\n"
    );
}

/// Prescribed motion counts the iterations of its positions.
#[test]
fn prescribed_motion_counts_its_iterations() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--study", "motion", "--no-pictures"];
    let ran =
        super::machines::run_into("../../examples/slider-crank.toml", folder.path(), &options);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let machine = &ran.json()["studies"]["motion"]["values"]["machine"];
    let table = Csv::read(folder.path(), "motion/energy.csv");
    // A row for each step: the iterations of all of them together.
    let sum: f64 = table.column("newton_iterations").iter().sum();
    assert_eq!(machine["iterations"].as_f64(), Some(sum));
    assert!(sum >= 401.0, "{sum}");
}

/// A joint carries b against its weight, and a drive turns b about +z of the frame on a. Named the other way round, the same forces are
/// those on the ground. `sign:reaction`, `sign:drive`
#[test]
fn reactions_and_drives_act_on_b() {
    let held = |a: &str, b: &str| {
        let text = format!(
            "{HEAD}[joints.hinge]\nkind = \"revolute\"\na = \"{a}\"\nb = \"{b}\"\nat = [0, 0, 0]\n\
             [drives.motor]\nkind = \"angle\"\njoint = \"hinge\"\nvalue = 0\n\
             [[studies]]\nname = \"rest\"\nkind = \"static\"\n"
        );
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let table = Csv::read(&folder.path().join("out"), "rest/reactions.csv");
        ["hinge_force_y", "motor_torque_z"]
            .map(|name| table.column(&format!("{name}_on_b_in_axes_of_a"))[0])
    };
    let (weight, arm) = (2.0 * 9.81, 0.5);
    for (found, sign) in [(held("ground", "rod"), 1.0), (held("rod", "ground"), -1.0)] {
        assert!((found[0] - sign * weight).abs() < 1e-9, "{found:?}");
        assert!((found[1] - sign * weight * arm).abs() < 1e-9, "{found:?}");
    }
}
