//! Worms that rub, racks that travel, and what locks.

use super::*;

const LEAD: f64 = 10.0;

/// A worm of two starts and a wheel of 40 teeth; one side turns with 100 rad/s or as given, the other is loaded.
fn worm(coefficient: f64, driven: &str, loaded: &str, torque: &str, studies: &str) -> String {
    let lead = LEAD.to_radians();
    let distance = 0.1 + 0.005 / lead.tan();
    format!(
        "[model]\nname = \"worm\"\nschema = 1\n\
         [gears.screw]\nkind = \"worm\"\nteeth = 2\nmodule = \"5 mm\"\nlead_angle = \"{LEAD} deg\"\nhand = \"right\"\nface_width = \"60 mm\"\n\
         [gears.disc]\nkind = \"worm-wheel\"\nteeth = 40\nmodule = \"5 mm\"\nhand = \"right\"\nface_width = \"40 mm\"\n\
         [bodies.worm]\ngear = \"screw\"\n[bodies.wheel]\ngear = \"disc\"\nposition = [{distance}, 0, 0]\norientation = {{ z = [0, 1, 0] }}\n\
         [wheels.worm]\ngear = \"screw\"\nbody = \"worm\"\n[wheels.wheel]\ngear = \"disc\"\nbody = \"wheel\"\n\
         [[pairs]]\nname = \"mesh\"\na = \"worm\"\nb = \"wheel\"\nfriction = {{ kind = \"coulomb\", coefficient = {coefficient} }}\n\
         [joints.worm]\nkind = \"revolute\"\na = \"ground\"\nb = \"worm\"\nat = [0, 0, 0]\n\
         [joints.wheel]\nkind = \"revolute\"\na = \"ground\"\nb = \"wheel\"\nat = [{distance}, 0, 0]\naxis = [0, 1, 0]\n\
         [drives.motor]\nkind = \"speed\"\njoint = \"{driven}\"\nvalue = \"100 rad/s\"\n\
         [forces.load]\nkind = \"load\"\non = \"{loaded}\"\naxes = \"body\"\ntorque = [0, 0, \"{torque}\"]\n{studies}"
    )
}

const MOTION: &str =
    "[[studies]]\nname = \"motion\"\nkind = \"kinematic\"\nend = \"50 ms\"\nstep = \"5 ms\"\n";

/// η = (cos α − μ tan λ)/(cos α + μ cot λ) where the worm drives, (cos α − μ cot λ)/(cos α + μ tan λ) where the wheel does.
#[test]
fn worms_have_the_efficiency_of_textbooks() {
    let (lead, alpha, mu) = (LEAD.to_radians().tan(), PRESSURE.to_radians().cos(), 0.05);
    let by_worm = (alpha - mu * lead) / (alpha + mu / lead);
    let by_wheel = (alpha - mu / lead) / (alpha + mu * lead);
    for (text, driver, expected) in [
        (worm(mu, "worm", "wheel", "200 N m", MOTION), "a", by_worm),
        (worm(mu, "wheel", "worm", "5 N m", MOTION), "b", by_wheel),
    ] {
        let (_, values, table) = meshing(&text, "motion");
        // tanh v/v₀ is one to every digit at this speed.
        let efficiency = |driver: &str| values[format!("efficiency_from_{driver}")].as_f64();
        assert_near(efficiency(driver).unwrap(), expected, 1.0);
        let other = if driver == "a" { "b" } else { "a" };
        assert_eq!(efficiency(other), None);
        let powers = ["power_from_a", "power_from_b", "power_lost"].map(|name| last(&table, name));
        assert_near(powers[0] + powers[1], powers[2], powers[0].abs());
    }
}

/// Beyond μ = cos α tan λ the wheel cannot drive: prescribed motion says so, time steps say so, and a load on the wheel only creeps.
#[test]
fn a_worm_that_locks_says_so() {
    let limit = PRESSURE.to_radians().cos() * LEAD.to_radians().tan();
    let in_time = "[[studies]]\nname = \"motion\"\nkind = \"transient\"\nend = \"20 ms\"\nstep = \"0.02 ms\"\n";
    for study in [MOTION, in_time] {
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&worm(0.2, "wheel", "worm", "5 N m", study), folder.path());
        assert_eq!(ran.code(), 1, "{}", ran.out);
        let said = format!(
            "wheel `wheel` cannot drive wheel `worm`, because friction of 0.2 is beyond the limit of {limit:.6}"
        );
        assert!(
            ran.err.replace("\n  │ ", " ").contains(&said),
            "{}",
            ran.err
        );
        // At the start, and not because steps get too small.
        let why = ran.err.replace("\n  │ ", " ");
        assert!(
            why.contains("at t = 0 s: the machine is self-locking"),
            "{why}"
        );
    }
    let free = worm(0.2, "worm", "wheel", "200 N m", in_time);
    let free = free.replace(
        "[drives.motor]\nkind = \"speed\"\njoint = \"worm\"\nvalue = \"100 rad/s\"\n",
        "",
    );
    let elastic = "a = \"worm\"\nlevel = \"joint\"\nmesh = { stiffness = \"1e8 N/m\", damping_ratio = 0.2 }\n";
    let free = free.replacen("a = \"worm\"\n", elastic, 1);
    let (ran, _, table) = meshing(&free, "motion");
    let warnings = ran.json()["studies"]["motion"]["warnings"].to_string();
    assert!(
        warnings.contains("at the end its flanks only creep"),
        "{warnings}"
    );
    // Where friction, 0.2 tanh v/v₀, just holds the load.
    let creep = 1e-3 * (limit / 0.2).atanh();
    assert!(
        (last(&table, "slip").abs() / creep - 1.0).abs() < 1e-2,
        "{}",
        last(&table, "slip")
    );
    let at_rest = "[[studies]]\nname = \"motion\"\nkind = \"static\"\n";
    let (ran, ..) = meshing(&worm(0.2, "wheel", "worm", "5 N m", at_rest), "motion");
    // Whoever reads numbers by a program sees what is to be known of them, too.
    assert!(ran.err.contains("nothing slides at rest"), "{}", ran.err);
    let warnings = ran.json()["studies"]["motion"]["warnings"].to_string();
    assert!(
        warnings.contains("nothing slides at rest") && warnings.contains("is self-locking"),
        "{warnings}"
    );
}

/// A rack travels by the arc of its wheel's reference circle, and carries force for torque.
#[test]
fn racks_travel_with_the_reference_circle() {
    for (axis, sign) in [("[0, 0, 1]", -1.0), ("[0, 0, -1]", 1.0)] {
        let text = format!(
            "[model]\nname = \"rack\"\nschema = 1\n\
             [gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nprofile_shift = 0.5\n\
             [gears.bar]\nkind = \"rack\"\nteeth = 40\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
             [bodies.one]\ngear = \"pinion\"\n[bodies.two]\nmass = \"1 kg\"\ninertia = [\"1e-3 kg m2\", \"1e-3 kg m2\", \"1e-3 kg m2\"]\nposition = [\"31.5 mm\", 0, 0]\n\
             [wheels.one]\ngear = \"pinion\"\nbody = \"one\"\n[wheels.two]\ngear = \"bar\"\nbody = \"two\"\naxis = {axis}\nx = [-1, 0, 0]\n\
             [[pairs]]\nname = \"mesh\"\na = \"one\"\nb = \"two\"\n\
             [joints.one]\nkind = \"revolute\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\n\
             [joints.two]\nkind = \"prismatic\"\na = \"ground\"\nb = \"two\"\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
             [drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"10 rad/s\"\n\
             [forces.load]\nkind = \"load\"\non = \"two\"\nforce = [0, \"-500 N\", 0]\n\
             [sensors.rack]\nkind = \"position\"\nof = \"two\"\ncomponents = [\"y\"]\n\
             [sensors.pair]\nkind = \"pair\"\nof = \"mesh\"\ncomponents = [\"normal_force\", \"turn_b\"]\n{MOTION}"
        );
        let (ran, values, table) = meshing(&text, "motion");
        let travel = 0.03 * 10.0 * 0.05;
        let json = ran.json();
        let study = &json["studies"]["motion"];
        let sensor = |name: &str| study["values"]["sensors"][name]["last"].as_f64().unwrap();
        assert_near(sensor("rack_y"), travel, travel);
        // The rack's own +y is its z × x.
        assert_near(values["travel_b"].as_f64().unwrap(), sign * travel, travel);
        assert_near(sensor("pair_turn_b"), sign * travel, travel);
        assert_eq!(study["units"]["sensors"]["pair_turn_b"]["last"], "m");
        assert_near(last(&table, "torque_a"), -500.0 * 0.03, 15.0);
        assert_near(last(&table, "tangential_force_b"), sign * 500.0, 500.0);
        assert_near(
            sensor("pair_normal_force"),
            500.0 / PRESSURE.to_radians().cos(),
            500.0,
        );
        assert_near(values["efficiency_from_a"].as_f64().unwrap(), 1.0, 1.0);
    }
}
