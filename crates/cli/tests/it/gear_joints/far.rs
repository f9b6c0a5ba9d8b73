//! Machines that begin hundreds of turns away, and studies that go on from each other there.

use super::*;

/// Four equal planets of an ideal set: their pairs follow from each other, and after a hundred turns they do so no better than to rounding of
/// all of them. The carrier turns by z_s/(z_s + z_r) of the sun, and bears (1 + z_r/z_s) of its torque.
#[test]
fn a_planetary_set_is_turned_a_hundred_times() {
    let gear = |name: &str, kind: &str, teeth: u32| {
        format!(
            "[gears.{name}]\nkind = \"{kind}\"\nteeth = {teeth}\nmodule = \"2 mm\"\nface_width = \"25 mm\"\nthickness_allowance = \"-40 um\"\n"
        )
    };
    let member = |name: &str| {
        format!(
            "[bodies.{name}]\nmass = \"2 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"2e-3 kg m2\"]\n\
             [joints.{name}]\nkind = \"revolute\"\na = \"ground\"\nb = \"{name}\"\nat = [0, 0, 0]\n"
        )
    };
    for turned in [36_000, -36_000, 35_000, 100_000] {
        let text = format!(
            "[model]\nname = \"far\"\nschema = 1\n{}{}{}tip_alteration = -0.25\n{}{}{}\
             [planetary.set]\nkind = \"simple\"\nsun = \"s\"\nplanet = \"p\"\nring = \"r\"\nplanets = 4\n\
             bodies = {{ sun = \"sun\", ring = \"ring\", carrier = \"carrier\" }}\n\
             [drives.hold]\nkind = \"angle\"\njoint = \"ring\"\nvalue = 0\n\
             [drives.turn]\nkind = \"angle\"\njoint = \"sun\"\nvalue = \"{turned} deg\"\n\
             [forces.load]\nkind = \"load\"\non = \"carrier\"\ntorque = [0, 0, \"100 N m\"]\n\
             [sensors.angle]\nkind = \"joint-angle\"\nof = \"carrier\"\n[sensors.torque]\nkind = \"drive\"\nof = \"turn\"\n\
             [[studies]]\nname = \"rest\"\nkind = \"static\"\n",
            gear("s", "external", 24),
            gear("p", "external", 36),
            gear("r", "internal", 96),
            member("sun"),
            member("ring"),
            member("carrier"),
        );
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{turned}: {}", ran.err);
        let table = Csv::read(&folder.path().join("out"), "rest/sensors.csv");
        let angle = f64::from(turned).to_radians();
        assert_near(last(&table, "angle"), 0.2 * angle, angle.abs());
        assert_near(last(&table, "torque"), -20.0, 100.0);
    }
}

const ELASTIC: &str = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\" }\n";

/// A transient of elastic teeth that begins hundreds of turns away begins without force and ends there.
#[test]
fn a_transient_begins_hundreds_of_turns_away() {
    for turned in [36_000.0_f64, -36_010.0, 123_456.0] {
        let drive = format!("kind = \"angle\"\nvalue = \"{turned} deg\"\n");
        let study = "[[studies]]\nname = \"rest\"\nkind = \"transient\"\nend = \"0.1 ms\"\nstep = \"10 us\"\n";
        let (_, _, table) = meshing(&statics::far(ELASTIC, &drive, study), "rest");
        let first = table.column("normal_force")[0];
        // 10 N m will need 266 N.
        assert!(first.abs() < 1.0, "{turned}: {first}");
        let angle = turned.to_radians();
        assert_near(table.column("turn_b")[0], -0.5 * angle, angle.abs());
        // The teeth give way by micrometres on 40 mm.
        assert!((last(&table, "turn_b") + 0.5 * angle).abs() < 1e-3);
    }
}

/// A study that goes on from another long after it, with the drive that the first one was set to, is led over all turns between.
#[test]
fn a_study_goes_on_hundreds_of_turns_later() {
    let drive = "kind = \"speed\"\nvalue = 100\n";
    for speed in [300.0_f64, -1000.0] {
        for (pair, next) in [
            ("", "kind = \"kinematic\"\nstep = \"0.5 ms\"\n"),
            ("", "kind = \"transient\"\nstep = \"0.1 ms\"\n"),
            (ELASTIC, "kind = \"transient\"\nstep = \"10 us\"\n"),
        ] {
            let studies = format!(
                "[[studies]]\nname = \"first\"\nkind = \"kinematic\"\nend = \"10 ms\"\nstep = \"1 ms\"\nset = {{ drives.d.value = {speed} }}\n\
                 [[studies]]\nname = \"rest\"\nstart = \"first\"\nbegin = \"2 s\"\nend = \"2.001 s\"\n{next}"
            );
            // Elastic teeth leave the wheel free, which a kinematic study would not.
            let studies = match pair.is_empty() {
                true => studies,
                false => studies.replacen(
                    "kind = \"kinematic\"",
                    "kind = \"kinematic\"\nquasi_static = true",
                    1,
                ),
            };
            let (_, _, table) = meshing(&statics::far(pair, drive, &studies), "rest");
            let angle = 2.001 * speed;
            assert_near(last(&table, "turn_a"), angle, angle.abs());
            // Teeth give way by 10 N m on 40 mm and 2e8 N/m, 35 µrad; in motion by some times as much.
            let off = last(&table, "turn_b") + 0.5 * angle;
            assert!(off.abs() < 1e-3, "{speed} {next}: {off}");
        }
    }
}
