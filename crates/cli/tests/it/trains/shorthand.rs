//! A set by the shorthand and the same set written out.

use std::f64::consts::{PI, TAU};

use super::*;

const TEETH: [u32; 3] = [28, 20, 68];
/// Speeds about the common axis (rad/s): the ring turns too.
const SUN: f64 = 150.0;
const CARRIER: f64 = 60.0;
const PLANETS: usize = 3;

const MESH: &str = "stiffness = \"3e8 N/m\", damping_ratio = 0.05, transmission_error = { kind = \"series\", harmonics = [{ order = 1, amplitude = \"2 um\", phase = 0.3 }, \
     { order = 1, period = \"turn-of-a\", amplitude = \"3 um\" }] }";
const MESH_RING: &str = "stiffness = \"4e8 N/m\", damping = \"300 N s/m\"";

fn ring_speed() -> f64 {
    let ratio = f64::from(TEETH[0]) / f64::from(TEETH[2]);
    CARRIER - ratio * (SUN - CARRIER)
}

/// The axis of the set is y of the ground; its first planet is along z, so that a quarter turn on is x.
fn head() -> String {
    let mut text = HEAD.to_owned()
        + &gear("s", "external", TEETH[0])
        + &gear("p", "external", TEETH[1])
        + &gear("r", "internal", TEETH[2]);
    for (name, speed) in [("sun", SUN), ("ring", ring_speed()), ("carrier", CARRIER)] {
        let placed = format!(
            "position = [0, \"10 mm\", 0]\norientation = {{ z = [0, 1, 0], x = [0, 0, 1] }}\nspin = [0, 0, {speed}]\n[joints.{name}]"
        );
        text += &member(name)
            .replace(&format!("[joints.{name}]"), &placed)
            .replace("at = [0, 0, 0]", "at = [0, 0, 0]\naxis = [0, 1, 0]");
    }
    text + &drive("sun", SUN)
        + &drive("ring", ring_speed())
        + "[forces.load]\nkind = \"load\"\non = \"carrier\"\naxes = \"body\"\ntorque = [0, 0, \"-80 N m\"]\n\
           [sensors.pin]\nkind = \"reaction\"\nof = \"set-pin-2\"\naxes = \"joint\"\n\
           [sensors.planet]\nkind = \"position\"\nof = \"set-planet-3\"\n\
           [sensors.mesh]\nkind = \"pair\"\nof = \"set-planet-ring-2\"\ncomponents = [\"normal_force\", \"transmission_error\"]\n\
           [[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"2 ms\"\nstep = \"10 us\"\ntolerance = 1e-12\n"
}

fn shorthand() -> String {
    head()
        + &format!(
            "[planetary.set]\nkind = \"simple\"\nsun = \"s\"\nplanet = \"p\"\nring = \"r\"\nplanets = {PLANETS}\nlevel = \"joint\"\n\
             bodies = {{ sun = \"sun\", ring = \"ring\", carrier = \"carrier\" }}\nmesh = {{ {MESH} }}\nmesh_ring = {{ {MESH_RING} }}\n"
        )
}

fn written_out() -> String {
    let [z_sun, z_planet, _] = TEETH.map(f64::from);
    let distance = 1e-3 * (z_sun + z_planet);
    let speed = CARRIER - (SUN - CARRIER) * z_sun / z_planet;
    let mut text = head();
    for (wheel, gear) in [("sun", "s"), ("ring", "r")] {
        text += &format!("[wheels.set-{wheel}]\ngear = \"{gear}\"\nbody = \"{wheel}\"\n");
    }
    for i in 0..PLANETS {
        let angle = TAU * i as f64 / PLANETS as f64;
        let (sin, cos) = angle.sin_cos();
        let (n, x, z) = (i + 1, distance * sin, distance * cos);
        let (v_x, v_z) = (CARRIER * distance * cos, -CARRIER * distance * sin);
        // A space towards the sun, whose tooth number there is z_s ψ/2π.
        let turn = angle + PI - (0.5 - z_sun * angle / TAU) * TAU / z_planet;
        text += &format!(
            "[bodies.set-planet-{n}]\ngear = \"p\"\nposition = [{x}, 0.01, {z}]\nvelocity = [{v_x}, 0, {v_z}]\nspin = [0, 0, {speed}]\n\
             orientation = {{ z = [0, 1, 0], x = [{}, 0, {}] }}\n\
             [wheels.set-planet-{n}]\ngear = \"p\"\nbody = \"set-planet-{n}\"\n\
             [joints.set-pin-{n}]\nkind = \"revolute\"\na = \"carrier\"\nb = \"set-planet-{n}\"\nat = [{x}, 0.01, {z}]\naxis = [0, 1, 0]\nx = [{sin}, 0, {cos}]\n",
            turn.sin(),
            turn.cos()
        );
    }
    let lag = |i: usize| z_sun * i as f64 / PLANETS as f64;
    for i in 0..PLANETS {
        let (n, cycle) = (i + 1, -lag(i));
        text += &format!(
            "[[pairs]]\nname = \"set-sun-planet-{n}\"\na = \"set-sun\"\nb = \"set-planet-{n}\"\nlevel = \"joint\"\nmesh = {{ {MESH}, start_cycle = {cycle} }}\n"
        );
    }
    for i in 0..PLANETS {
        let (n, cycle) = (i + 1, 0.5 * (z_planet - 1.0) + lag(i));
        text += &format!(
            "[[pairs]]\nname = \"set-planet-ring-{n}\"\na = \"set-planet-{n}\"\nb = \"set-ring\"\nlevel = \"joint\"\nmesh = {{ {MESH_RING}, start_cycle = {cycle} }}\n"
        );
    }
    text
}

/// The same files, and the same numbers in every table.
#[test]
fn a_set_is_what_it_stands_for() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for (folder, text) in folders.iter().zip([shorthand(), written_out()]) {
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
    }
    let [short, long] = folders.each_ref().map(|folder| folder.path().join("out"));
    audit_pictures(&short);
    let files = tree(&short);
    assert_eq!(files, tree(&long));
    let tables = files.iter().filter(|file| file.ends_with(".csv"));
    let mut n_tables = 0;
    for table in tables.filter(|file| !file.ends_with("energy.csv")) {
        let [a, b] = [&short, &long].map(|folder| Csv::read(folder, table));
        n_tables += 1;
        for name in &a.head {
            let [a, b] = [&a, &b].map(|table| table.column(name));
            // Joints are closed to 1e-12 of 0.1 m when a machine is assembled, which 4e8 N/m turn into 4e-8 of the forces of some 1 kN; vibrations carry that on. Columns of
            // nothing, as slip and thrust, hold rounding alone.
            let scale = a.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            let least = match name {
                _ if name.contains("force") => 1e3,
                _ if name.contains("torque") => 10.0,
                _ => 1e-2,
            };
            let tolerance = match scale < 1e-7 * least {
                true => 1e-7 * least,
                false => 1e-6 * scale,
            };
            for (x, y) in a.iter().zip(&b) {
                assert!(
                    (x - y).abs() <= tolerance || (x.is_nan() && y.is_nan()),
                    "{table} {name}: {x} {y}"
                );
            }
        }
    }
    // Sensors, reactions and six pairs.
    assert_eq!(n_tables, 8);
    let pair = Csv::read(&short, "run/pair_set-sun-planet-1.csv");
    let forces = pair.column("normal_force");
    assert!(forces.iter().all(|force| *force > 0.0), "{forces:?}");
}

/// Planets on bearings that give way: a pin of stiffness k gives way by F/k, twice the tangential force of a mesh.
#[test]
fn planets_on_bearings() {
    let text = HEAD.to_owned()
        + &gear("s", "external", TEETH[0])
        + &gear("p", "external", TEETH[1])
        + &gear("r", "internal", TEETH[2])
        + &member("sun")
        + &member("carrier")
        + "[planetary.set]\nkind = \"simple\"\nsun = \"s\"\nplanet = \"p\"\nring = \"r\"\nplanets = 3\n\
           bodies = { sun = \"sun\", ring = \"ground\", carrier = \"carrier\" }\nplanet_bearing = { radial = { stiffness = \"50 N/um\" } }\n\
           [drives.hold]\nkind = \"angle\"\njoint = \"carrier\"\nvalue = 0\n[forces.load]\nkind = \"load\"\non = \"sun\"\ntorque = [0, 0, \"60 N m\"]\n\
           [sensors.pin]\nkind = \"force\"\nof = \"set-pin-1\"\n[sensors.planet]\nkind = \"position\"\nof = \"set-planet-1\"\n\
           [[studies]]\nname = \"rest\"\nkind = \"static\"\n";
    let get = last_values(&text, "rest");
    // Each sun mesh carries 60/3 N m at 28 mm, and the mesh with the ring as much: the pin bears both along y.
    let force = 2.0 * 20.0 / 0.028;
    let way = force / 50e6;
    // The planet moves by 29 µm of its 48 mm, which turns the directions by as much.
    let rounding = way / 0.048;
    assert!(
        (get("planet_y") / way - 1.0).abs() < rounding,
        "{}",
        get("planet_y")
    );
    assert!(
        (get("pin_force_y").abs() / force - 1.0).abs() < rounding,
        "{}",
        get("pin_force_y")
    );
}
