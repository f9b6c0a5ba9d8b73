//! Wheels that a motor turns without inertia: deformed by the load, shaken by the transmission error.

use super::*;

const STIFFNESS: f64 = 2e8;
const AMPLITUDE: f64 = 1e-5;
const SPEED: f64 = 10.0;

fn turning(quasi_static: bool) -> String {
    let tail = format!(
        "[forces.load]\nkind = \"load\"\non = \"two\"\ntorque = [0, 0, \"{TORQUE} N m\"]\n\
         [forces.brake]\nkind = \"torsion-spring\"\na = \"ground\"\nb = \"two\"\nat = [0.09, 0, 0]\nstiffness = 0\ndamping = \"5 N m s/rad\"\n\
         [drives.motor]\nkind = \"speed\"\njoint = \"one\"\nvalue = \"{SPEED} rad/s\"\n\
         [sensors.speed]\nkind = \"joint-speed\"\nof = \"two\"\n\
         [sensors.brake]\nkind = \"force\"\nof = \"brake\"\ncomponents = [\"torque_z\"]\n\
         [[studies]]\nname = \"turn\"\nkind = \"kinematic\"\nquasi_static = {quasi_static}\nend = \"50 ms\"\nstep = \"0.5 ms\"\n\
         [[studies]]\nname = \"run\"\nkind = \"transient\"\nstart = \"turn\"\nend = \"51 ms\"\nstep = \"10 us\"\n"
    );
    let mesh = "stiffness = \"2e8 N/m\", damping_ratio = 0.1, transmission_error = { kind = \"amplitude\", amplitude = \"10 um\" }";
    Stand::spur(&format!("level = \"joint\"\nmesh = {{ {mesh} }}\n"), &tail).text()
}

/// The mesh carries T/r_b at every instant, F/k = r_b1 θ_1 + r_b2 θ_2 + X(1 − cos zθ_1), and wheel 2 turns with the derivative of that. The brake has no
/// stiffness, and dampers do not act.
#[test]
fn wheels_follow_the_motor_slowly() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&turning(true), folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let out = folder.path().join("out");
    let [pair, sensors, energy] = ["pair_mesh", "sensors", "energy"]
        .map(|table| Csv::read(&out, &format!("turn/{table}.csv")));
    let base = TEETH.map(|z| 0.5 * z * MODULE * PRESSURE.to_radians().cos());
    let force = TORQUE / base[1];
    let speeds = sensors.column("speed");
    for (i, time) in pair.column("time").into_iter().enumerate() {
        let (sin, cos) = (TEETH[0] * SPEED * time).sin_cos();
        let error = AMPLITUDE * (1.0 - cos);
        let at = |name: &str| pair.column(name)[i];
        assert_near(at("mesh_force"), force, force);
        assert_near(at("deformation"), force / STIFFNESS, force / STIFFNESS);
        assert_near(
            at("transmission_error"),
            force / STIFFNESS - error,
            AMPLITUDE,
        );
        // What the error stores and gives back turns wheel 1 too.
        let slope = AMPLITUDE * TEETH[0] * sin;
        assert_near(at("torque_a"), -force * (base[0] + slope), TORQUE);
        assert_near(at("torque_b"), -TORQUE, TORQUE);
        assert_near(at("power_lost"), 0.0, TORQUE * SPEED);
        assert_near(speeds[i], -SPEED * (base[0] + slope) / base[1], SPEED);
        assert_near(sensors.column("brake_torque_z")[i], 0.0, TORQUE);
    }
    for name in ["kinetic", "dissipated"] {
        assert!(energy.column(name).iter().all(|x| *x == 0.0), "{name}");
    }
    // A transient goes on with these velocities.
    let goes_on = Csv::read(&out, "run/sensors.csv").column("speed")[0];
    assert_near(goes_on, *speeds.last().unwrap(), SPEED);
    audit_pictures(&out);
}

#[test]
fn teeth_that_give_way_are_not_prescribed() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&turning(false), folder.path());
    assert_eq!(ran.code(), 1);
    assert!(ran.out.contains("quasi_static = true"), "{}", ran.out);
}

/// A study sees what it sets, so do those that start from it, and no others.
#[test]
fn studies_change_the_model() {
    let chain = "[[studies]]\nname = \"soft\"\nkind = \"static\"\nset = { pairs.mesh.mesh.stiffness = \"1e8 N/m\", forces.load.torque = [0, 0, \"50 N m\"] }\n\
        [[studies]]\nname = \"after\"\nkind = \"static\"\nstart = \"soft\"\n\
        [[studies]]\nname = \"last\"\nkind = \"static\"\n\
        [studies.set.pairs.mesh]\nmesh.stiffness = \"4e8 N/m\"\n";
    let pair = "level = \"joint\"\nmesh = { stiffness = \"2e8 N/m\" }\n";
    let text = Stand::spur(pair, &format!("{LOADED}{chain}")).text();
    let force = TORQUE / (0.5 * TEETH[0] * MODULE * PRESSURE.to_radians().cos());
    for (study, expected) in [
        ("rest", force / 2e8),
        ("soft", 0.5 * force / 1e8),
        ("after", 0.5 * force / 1e8),
        ("last", force / 4e8),
    ] {
        let (_, _, table) = meshing(&text, study);
        assert_near(last(&table, "deformation"), expected, expected);
    }
}
