//! Equilibria: forces of textbooks, and how far teeth give way.

use super::*;

const HELIX: f64 = 15.0;

fn helical(hand_of_one: &str, pair: &str) -> Stand {
    let mate = if hand_of_one == "right" {
        "left"
    } else {
        "right"
    };
    let gear = |hand: &str| format!("helix_angle = \"{HELIX} deg\"\nhand = \"{hand}\"\n");
    Stand {
        gears: [gear(hand_of_one), gear(mate)],
        distance: 0.09 / HELIX.to_radians().cos(),
        ..Stand::spur(pair, LOADED)
    }
}

/// Radius of the reference circle, transverse pressure angle and base radius of the first wheel.
fn sizes() -> [f64; 3] {
    let helix = HELIX.to_radians();
    let radius = 0.5 * MODULE * TEETH[0] / helix.cos();
    let transverse = (PRESSURE.to_radians().tan() / helix.cos()).atan();
    [radius, transverse, radius * transverse.cos()]
}

/// Tangential, radial and axial force of helical gears at both hands, rigid and elastic: F_t, F_t tan α_n/cos β, F_t tan β. The thumb of the driver's hand shows its thrust.
#[test]
fn helical_forces_are_those_of_textbooks() {
    let [radius, ..] = sizes();
    let helix = HELIX.to_radians();
    let tangential = TORQUE / radius;
    let radial = tangential * PRESSURE.to_radians().tan() / helix.cos();
    for (hand, thumb) in [("right", 1.0), ("left", -1.0)] {
        for level in [
            "",
            "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\" }\n",
        ] {
            let (_, values, table) = meshing(&helical(hand, level).text(), "rest");
            for (column, expected) in [
                ("tangential_force_a", -tangential),
                ("radial_force_a", -radial),
                ("axial_force_a", thumb * tangential * helix.tan()),
                ("tangential_force_b", -tangential),
                ("radial_force_b", -radial),
                ("axial_force_b", -thumb * tangential * helix.tan()),
                ("torque_a", -TORQUE),
                ("torque_b", -2.0 * TORQUE),
                ("flank", 1.0),
            ] {
                assert_near(last(&table, column), expected, tangential);
            }
            assert_near(values["torque_b"].as_f64().unwrap(), -2.0 * TORQUE, TORQUE);
        }
    }
}

/// A stiffness of 2e8 N/m along the line of action gives way by T/(r_b k), which is the transmission error; the flanks bear T/(r_b cos β_b). Across the
/// tooth in the pitch surfaces the same number is another spring: T/(r k cos β).
#[test]
fn mesh_stiffness_acts_along_the_line_of_action() {
    let [radius, _, base_radius] = sizes();
    let helix = HELIX.to_radians();
    let base_helix = (helix.sin() * PRESSURE.to_radians().cos()).asin();
    let mesh = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\", measured_along = \"line-of-action\" }\n";
    let (_, values, table) = meshing(&helical("right", mesh).text(), "rest");
    let force = TORQUE / base_radius;
    let way = force / 2e8;
    for (column, expected, scale) in [
        ("mesh_force", force, force),
        ("normal_force", force / base_helix.cos(), force),
        ("deformation", way, way),
        ("transmission_error", way, way),
        ("turn_a", way / base_radius, way / base_radius),
    ] {
        assert_near(last(&table, column), expected, scale);
    }
    assert_near(values["te_mean"].as_f64().unwrap(), way, way);
    let hoop = mesh.replace("line-of-action", "pitch-circle");
    let (_, _, table) = meshing(&helical("right", &hoop).text(), "rest");
    let hoop_force = TORQUE / (radius * helix.cos());
    let way = hoop_force / 2e8;
    assert_near(last(&table, "mesh_force"), hoop_force, hoop_force);
    assert_near(last(&table, "deformation"), way, way);
    assert_near(
        last(&table, "turn_a"),
        way / (radius * helix.cos()),
        way / radius,
    );
}

/// Halves of opposite hands: no thrust, and the flanks of both bear T/(r_b cos β_b).
#[test]
fn double_helical_gears_have_no_thrust() {
    let mut stand = helical("left", "");
    for gear in &mut stand.gears {
        gear.push_str("double_helical = true\n");
    }
    let (_, _, table) = meshing(&stand.text(), "rest");
    let [radius, transverse, base_radius] = sizes();
    let base_helix = (HELIX.to_radians().sin() * PRESSURE.to_radians().cos()).asin();
    let tangential = TORQUE / radius;
    for (column, expected) in [
        ("axial_force_a", 0.0),
        ("axial_force_b", 0.0),
        ("tangential_force_a", -tangential),
        ("radial_force_a", -tangential * transverse.tan()),
        ("normal_force", TORQUE / (base_radius * base_helix.cos())),
    ] {
        assert_near(last(&table, column), expected, tangential);
    }
}

/// A ring is pushed in the sense of its pinion and away from it, an external mate against it.
#[test]
fn rings_turn_with_their_pinions() {
    let stand = Stand {
        gears: [String::new(), "tip_alteration = -0.2\n".to_owned()],
        kinds: ["external", "internal"],
        distance: 0.03,
        ..Stand::spur("interference = \"allow\"\n", LOADED)
    };
    let (_, _, table) = meshing(&stand.text(), "rest");
    let tangential = TORQUE / 0.03;
    let radial = tangential * PRESSURE.to_radians().tan();
    for (column, expected) in [
        ("torque_a", -TORQUE),
        ("torque_b", 2.0 * TORQUE),
        ("tangential_force_b", tangential),
        ("radial_force_a", -radial),
        ("radial_force_b", radial),
    ] {
        assert_near(last(&table, column), expected, tangential);
    }
}

/// The ground carries a wheel too, and backlash leaves the loaded flank alone: a negative torque closes the play first.
#[test]
fn backlash_is_closed_before_teeth_carry() {
    let mesh = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\", backlash = \"0.1 mm\" }\n";
    let tail = LOADED.replace("\"100 N m\"", "\"-100 N m\"");
    let (_, _, table) = meshing(&Stand::spur(mesh, &tail).text(), "rest");
    let base_radius = 0.03 * PRESSURE.to_radians().cos();
    let way = TORQUE / base_radius / 2e8;
    assert_near(last(&table, "flank"), -1.0, 1.0);
    let force = TORQUE / base_radius;
    assert_near(last(&table, "mesh_force"), -force, force);
    assert_near(last(&table, "normal_force"), force, force);
    assert_near(last(&table, "deformation"), -way, 1e-4);
    assert_near(last(&table, "transmission_error"), -1e-4 - way, 1e-4);
}

/// A wheel that the teeth push along its guide, against a spring of 1e6 N/m: the joint does not follow, and says by how much.
#[test]
fn supports_that_give_way_are_told() {
    let stand = Stand::spur("", LOADED);
    let text = stand.text().replace(
        "[drives.hold]\nkind = \"angle\"\njoint = \"two\"\nvalue = 0\n",
        "",
    );
    let text = text.replace(
        "kind = \"revolute\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\n",
        "kind = \"prismatic\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\naxis = [1, 0, 0]\n",
    ) + "[forces.guide]\nkind = \"spring\"\na = \"ground\"\nb = \"two\"\nat_a = [1.09, 0, 0]\nat_b = [0.09, 0, 0]\nstiffness = \"1e6 N/m\"\n";
    let (ran, ..) = meshing(&text, "rest");
    // The working angle follows: T/r_b along the line of action, whose share sin α parts the axes, with cos α = 90 mm cos α_0 over their distance.
    let base = 0.03 * PRESSURE.to_radians().cos();
    let mut way = 0.0;
    for _ in 0..50 {
        let angle = (3.0 * base / (0.09 + way)).acos();
        way = TORQUE / base * angle.sin() / 1e6;
    }
    let said = format!("centre distance grow by {:.5} mm", 1e3 * way);
    let warnings = ran.json()["studies"]["rest"]["warnings"].to_string();
    assert!(warnings.contains(&said), "{said}: {warnings}");
}

/// A gear without a blank is a solid cylinder of its pitch diameter: its weight hangs on the hinge.
#[test]
fn gears_without_a_blank_are_solid() {
    let text = "[model]\nname = \"test\"\nschema = 1\ngravity = [0, \"-10 m/s2\", 0]\n\
        [materials.heavy]\nyoungs_modulus = \"200 GPa\"\npoisson_ratio = 0.3\ndensity = \"8000 kg/m3\"\n\
        [gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\nmaterial = \"heavy\"\n\
        [bodies.one]\ngear = \"pinion\"\n[joints.pin]\nkind = \"fixed\"\na = \"ground\"\nb = \"one\"\nat = [0, 0, 0]\n\
        [[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let weight = 8000.0 * std::f64::consts::PI * 0.03f64.powi(2) * 0.02 * 10.0;
    let held = &ran.json()["studies"]["rest"]["values"]["joints"]["pin"]["largest_force"];
    assert_near(held.as_f64().unwrap(), weight, weight);
}

/// A pinion and a wheel of twice its teeth, the pinion driven and the wheel loaded.
pub(super) fn far(pair: &str, drive: &str, studies: &str) -> String {
    format!(
        "[model]\nname = \"far\"\nschema = 1\n\
         [gears.p]\nkind = \"external\"\nteeth = 20\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n\
         [gears.w]\nkind = \"external\"\nteeth = 40\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n\
         [bodies.p]\ngear = \"p\"\n[bodies.w]\ngear = \"w\"\nposition = [0.06, 0, 0]\n\
         [wheels.p]\ngear = \"p\"\nbody = \"p\"\n[wheels.w]\ngear = \"w\"\nbody = \"w\"\n\
         [[pairs]]\nname = \"mesh\"\na = \"p\"\nb = \"w\"\n{pair}\
         [joints.p]\nkind = \"revolute\"\na = \"ground\"\nb = \"p\"\nat = [0, 0, 0]\n\
         [joints.w]\nkind = \"revolute\"\na = \"ground\"\nb = \"w\"\nat = [0.06, 0, 0]\n\
         [drives.d]\njoint = \"p\"\n{drive}\
         [forces.l]\nkind = \"load\"\non = \"w\"\ntorque = [0, 0, 10]\n{studies}"
    )
}

/// A drive beyond half a turn: every study begins with the wheels there, ψ_B = −ψ_A 20/40 but for what teeth give way, 10 N m on a base
/// radius of 40 mm cos 20° and 2e8 N/m along the line of action. Where one begins depends on no study before it.
#[test]
fn a_wheel_that_is_turned_far_takes_the_other_with_it() {
    let elastic = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\" }\n";
    let base = 0.04 * PRESSURE.to_radians().cos();
    let given_way = 10.0 / (base * base * 2e8);
    let at_rest = "kind = \"static\"\n";
    let moving = "kind = \"kinematic\"\nend = \"1 ms\"\nstep = \"1 ms\"\n";
    let slow = "kind = \"kinematic\"\nquasi_static = true\nend = \"1 ms\"\nstep = \"1 ms\"\n";
    let free = "kind = \"transient\"\nend = \"1 ms\"\nstep = \"0.1 ms\"\n";
    for (pair, study, give) in [
        ("", at_rest, 0.0),
        ("", moving, 0.0),
        ("", free, 0.0),
        (elastic, at_rest, given_way),
        (elastic, slow, given_way),
    ] {
        for turned in [170.0_f64, -170.0, 200.0, -200.0, 720.0, 1332.0, -36_010.0] {
            let text = far(
                pair,
                &format!("kind = \"angle\"\nvalue = \"{turned} deg\"\n"),
                &format!("[[studies]]\nname = \"rest\"\n{study}"),
            );
            let (_, _, table) = meshing(&text, "rest");
            let [a, b] = ["turn_a", "turn_b"].map(|column| last(&table, column));
            assert_near(a, turned.to_radians(), turned.to_radians().abs());
            assert_near(b, -0.5 * a + give, a.abs());
        }
    }
}

/// An elastic pair that begins far away begins without force: 200 deg are no deformation of its teeth.
#[test]
fn a_transient_that_begins_far_away_begins_gently() {
    let pair = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\" }\n";
    let drive = "kind = \"angle\"\nvalue = \"200 deg\"\n";
    let study =
        "[[studies]]\nname = \"rest\"\nkind = \"transient\"\nend = \"0.1 ms\"\nstep = \"10 us\"\n";
    let (_, _, table) = meshing(&far(pair, drive, study), "rest");
    let first = |name: &str| table.column(name)[0];
    // The force that 10 N m will need.
    assert!(
        first("normal_force").abs() < 1.0,
        "{}",
        first("normal_force")
    );
    assert_near(first("turn_b"), -0.5 * 200.0_f64.to_radians(), 1e4);
}

/// Studies that begin later than their start ended, or late on their own, are led over the turns between.
#[test]
fn turns_before_a_study_are_counted() {
    let drive = "kind = \"speed\"\nvalue = 100\n";
    for studies in [
        "[[studies]]\nname = \"rest\"\nkind = \"kinematic\"\nbegin = \"0.7 s\"\nend = \"0.8 s\"\nstep = \"10 ms\"\n",
        "[[studies]]\nname = \"first\"\nkind = \"kinematic\"\nend = \"0.1 s\"\nstep = \"10 ms\"\n\
         [[studies]]\nname = \"rest\"\nkind = \"kinematic\"\nstart = \"first\"\nbegin = \"0.7 s\"\nend = \"0.8 s\"\nstep = \"10 ms\"\n",
    ] {
        let (_, _, table) = meshing(&far("", drive, studies), "rest");
        let [a, b] = ["turn_a", "turn_b"].map(|column| last(&table, column));
        assert_near(a, 80.0, 80.0);
        assert_near(b, -40.0, 80.0);
    }
}

/// A pinion on an elastic shaft, which no joint ties to the drive at its end: equilibria take it along. The wheel of twice its teeth follows
/// it, and the pinion its drive but for the twist T l/(G J) of the shaft, 5 N m on 50 mm of 20 mm, and for the turn of the line of centres:
/// the tangential force bends the shaft by F l³/(3 E I) + F l/(κ G A) across 60 mm.
#[test]
fn an_elastic_shaft_takes_its_wheel_far() {
    let text = "[model]\nname = \"far\"\nschema = 1\n\
        [materials.m]\nyoungs_modulus = \"208 GPa\"\npoisson_ratio = 0.3\ndensity = \"7850 kg/m3\"\n\
        [gears.p]\nkind = \"external\"\nteeth = 20\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n\
        [gears.w]\nkind = \"external\"\nteeth = 40\nmodule = \"2 mm\"\nface_width = \"20 mm\"\n\
        [shafts.one]\nmaterial = \"m\"\naxis = [0, 0, 1]\nposition = [0, 0, \"-50 mm\"]\n\
        segments = [{ length = \"100 mm\", diameter = \"20 mm\" }]\npoints = { middle = \"50 mm\" }\n\
        [bodies.w]\ngear = \"w\"\nposition = [0.06, 0, 0]\n\
        [wheels.p]\ngear = \"p\"\nbody = \"one:middle\"\n[wheels.w]\ngear = \"w\"\nbody = \"w\"\n\
        [[pairs]]\nname = \"mesh\"\na = \"p\"\nb = \"w\"\n\
        [joints.one]\nkind = \"revolute\"\na = \"ground\"\nb = \"one:start\"\nat = [0, 0, -0.05]\n\
        [joints.w]\nkind = \"revolute\"\na = \"ground\"\nb = \"w\"\nat = [0.06, 0, 0]\n\
        [drives.d]\nkind = \"angle\"\njoint = \"one\"\nvalue = \"1332 deg\"\n\
        [forces.l]\nkind = \"load\"\non = \"w\"\ntorque = [0, 0, 10]\n\
        [[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    let (_, _, table) = meshing(text, "rest");
    let [a, b] = ["turn_a", "turn_b"].map(|column| last(&table, column));
    let (young, shear, length, force) = (208e9, 80e9, 0.05_f64, 250.0);
    let area = std::f64::consts::PI * 0.01_f64.powi(2);
    let bending = 0.25 * area * 0.01_f64.powi(2);
    let twist = 5.0 * length / (shear * 2.0 * bending);
    // [cowper1966] for a round bar.
    let sheared = force * length / (6.0 * 1.3 / 8.8 * shear * area);
    let sag = force * length.powi(3) / (3.0 * young * bending) + sheared;
    let expected = -(twist + sag / 0.06);
    let found = a - 1332.0_f64.to_radians();
    // The shaft gives way to the force that parts the wheels, too: the rigid teeth follow on the line of action, by tan α sin α of the sag, over a base
    // radius of 40 mm cos α.
    let parted = sag * 20f64.to_radians().tan().powi(2) / 0.04;
    assert!(((b + 0.5 * a) / parted - 1.0).abs() < 1e-3, "{a} {b}");
    // Displacements of 1e-4 of the centre distance change levers by as much.
    assert!((found / expected - 1.0).abs() < 2e-4, "{found} {expected}");
}
