//! Shafts, bearings and mesh springs of model files, beside closed forms.

use std::f64::consts::PI;

use super::machines::{Csv, audit_pictures, run_into, run_text};
use super::*;

/// The rotor of the example by Mohr's integrals: it is statically determinate, so that moments and shear forces follow from
/// lever arms alone.
mod mohr {
    use super::PI;

    const E: f64 = 210e9;
    const NU: f64 = 0.3;
    const DENSITY: f64 = 7850.0;
    pub const G: f64 = 9.81;
    pub const BEARINGS: [f64; 2] = [0.03, 0.57];
    pub const WHEEL: f64 = 0.3;
    pub const HUB_MASS: f64 = 2.0;
    pub const STIFFNESS: f64 = 5e7;
    pub const DAMPING: f64 = 5e4;
    /// Steps of the section, bearings and wheel: between them everything is smooth.
    const PIECES: [f64; 7] = [0.0, 0.03, 0.06, 0.3, 0.54, 0.57, 0.6];

    fn area(d: f64) -> f64 {
        PI / 4.0 * d * d
    }

    fn diameter(x: f64) -> f64 {
        if (0.06..0.54).contains(&x) {
            0.04
        } else {
            0.03
        }
    }

    pub fn wheel_mass() -> f64 {
        DENSITY * 0.04 * (area(0.25) - area(0.04))
    }

    pub fn shaft_mass() -> f64 {
        DENSITY * (0.12 * area(0.03) + 0.48 * area(0.04))
    }

    /// Three points of Gauss in each of four parts of each piece, `also` being one more place where something may jump.
    pub fn integral(also: f64, f: impl Fn(f64) -> f64) -> f64 {
        let mut ends: Vec<f64> = PIECES.into_iter().chain([also]).collect();
        ends.sort_by(f64::total_cmp);
        let mut sum = 0.0;
        for ends in ends.windows(2) {
            let h = (ends[1] - ends[0]) / 4.0;
            for part in 0..4 {
                let middle = ends[0] + (f64::from(part) + 0.5) * h;
                for (at, weight) in [(-0.6f64.sqrt(), 5.0), (0.0, 8.0), (0.6f64.sqrt(), 5.0)] {
                    sum += h / 18.0 * weight * f(middle + 0.5 * h * at);
                }
            }
        }
        sum
    }

    /// Shares of a load at x that the bearings bear.
    fn shares(x: f64) -> [f64; 2] {
        let [a, b] = BEARINGS;
        let rear = (x - a) / (b - a);
        [1.0 - rear, rear]
    }

    /// Bending moment and shear force at s of a unit load at x.
    fn unit(x: f64, s: f64) -> [f64; 2] {
        let [front, rear] = shares(x);
        let loads = [(BEARINGS[0], front), (BEARINGS[1], rear), (x, -1.0)];
        let mut sum = [0.0; 2];
        for (at, force) in loads.into_iter().filter(|(at, _)| s > *at) {
            sum[0] += force * (s - at);
            sum[1] += force;
        }
        sum
    }

    /// Deflection of the wheel for a unit load at x; of the shaft alone, without its bearings.
    fn shaft_alone(x: f64) -> f64 {
        // [cowper1966] shear factor of a full circle
        let shear = 6.0 * (1.0 + NU) / (7.0 + 6.0 * NU) * E / (2.0 * (1.0 + NU));
        integral(x, |s| {
            let ([m, v], [m_wheel, v_wheel]) = (unit(x, s), unit(WHEEL, s));
            let d = diameter(s);
            m * m_wheel / (E * PI / 64.0 * d.powi(4)) + v * v_wheel / (shear * area(d))
        })
    }

    pub fn flexibility(x: f64) -> f64 {
        let ([a, b], [wheel_a, wheel_b]) = (shares(x), shares(WHEEL));
        shaft_alone(x) + (a * wheel_a + b * wheel_b) / STIFFNESS
    }

    /// Sag of the wheel under all weights: by Maxwell's theorem the weights times their flexibilities.
    pub fn sag() -> f64 {
        let own = integral(0.0, |x| DENSITY * area(diameter(x)) * flexibility(x));
        G * (own + wheel_mass() * flexibility(WHEEL) + HUB_MASS * flexibility(BEARINGS[0]))
    }

    /// Mass of wheel, hub and shaft as the wheel feels it, for the shape of a load on the wheel.
    fn mass() -> f64 {
        let shape = |x: f64| (flexibility(x) / flexibility(WHEEL)).powi(2);
        let own = integral(0.0, |x| DENSITY * area(diameter(x)) * shape(x));
        own + wheel_mass() + HUB_MASS * shape(BEARINGS[0])
    }

    /// Radius of the whirl with the unbalance u at the speed Ω: Ω² u/|k − m Ω²|, with dampers beside the springs of the bearings.
    pub fn whirl(u: f64, speed: f64) -> f64 {
        let (k, c) = (2.0 * STIFFNESS, 2.0 * DAMPING * speed);
        // 1/k_w = flexibility of the shaft + 1/(k + i c)
        let square = k * k + c * c;
        let (re, im) = (shaft_alone(WHEEL) + k / square, -c / square);
        let square = re * re + im * im;
        let stiffness = [re / square, -im / square];
        let left = stiffness[0] - mass() * speed * speed;
        speed * speed * u / left.hypot(stiffness[1])
    }
}

#[test]
fn rotor() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/rotor.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let summary = ran.json();
    assert_eq!(summary["studies"]["sag"]["warnings"], serde_json::json!([]));
    let sag = &summary["studies"]["sag"]["values"];
    // Equilibrium holds to 1e-8 of the forces; beams are exact for loads on their ends and for their own weight at nodes.
    let found = sag["sensors"]["wheel_z"]["last"].as_f64().unwrap();
    assert!((found / -mohr::sag() - 1.0).abs() < 1e-7, "{found}");
    let half = 0.5 * mohr::G * (mohr::wheel_mass() + mohr::shaft_mass());
    for (name, force) in [("front", half + mohr::G * mohr::HUB_MASS), ("rear", half)] {
        let bearing = &sag["bearings"][name];
        let found = bearing["largest_force"].as_f64().unwrap();
        assert!((found / force - 1.0).abs() < 1e-8, "{name}: {found}");
        assert_eq!(bearing["largest_torque"], 0.0);
        assert_eq!(bearing["is_reaction_unique"], true);
    }
    // The motor holds the unbalance, which points along the shaft's x, across gravity.
    let torque = sag["drives"]["motor"]["largest_reaction"].as_f64().unwrap();
    assert!((torque - 600e-6 * mohr::G).abs() < 1e-8, "{torque}");
    let radius = whirl(folder.path());
    run_up(folder.path(), radius);
    audit_pictures(folder.path());
}

/// The last five turns of the study in time; their mean radius (m).
fn whirl(folder: &Path) -> f64 {
    let table = Csv::read(folder, "whirl/sensors.csv");
    let [y, z] = ["wheel_y", "wheel_z"].map(|name| table.column(name));
    let last = y.len() - 250..y.len();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (y_mean, z_mean) = (mean(&y[last.clone()]), mean(&z[last.clone()]));
    // It whirls about where it sags to; exp(-11.6) of the start is left.
    assert!((z_mean / -mohr::sag() - 1.0).abs() < 1e-5, "{z_mean}");
    let expected = mohr::whirl(600e-6, 100.0 * PI);
    let mut sum = 0.0;
    for i in last {
        let radius = (y[i] - y_mean).hypot(z[i] - z_mean);
        // One shape lacks what the next modes add, 0.06 % here; the step errs by 0.02 %.
        assert!(
            (radius / expected - 1.0).abs() < 1e-3,
            "{radius} {expected}"
        );
        sum += radius / 250.0;
    }
    sum
}

/// The answer to unbalance is the whirl of the study in time, and at speeds below the critical one that of one shape.
fn run_up(folder: &Path, radius: f64) {
    let table = Csv::read(folder, "run-up/response.csv");
    let frequencies = table.column("frequency");
    let [y, z] =
        ["y", "z"].map(|axis| table.column(&format!("wheel_{axis}_by_rotor:wheel_magnitude")));
    for (i, frequency) in frequencies.iter().enumerate().skip(1) {
        // Bearings are the same all round: a circle. At 149 Hz the sag couples the motion along the shaft, which nothing damps.
        let off = (y[i] / z[i] - 1.0).abs();
        assert!(*frequency > 120.0 || off < 1e-6, "{frequency}: {off}");
        // The next modes take away 0.06 % at 50 Hz and less below it.
        let expected = mohr::whirl(1.0, 2.0 * PI * frequency);
        if *frequency <= 50.0 {
            assert!(
                (y[i] / expected - 1.0).abs() < 1e-3,
                "{frequency}: {} {expected}",
                y[i]
            );
        }
    }
    let at = frequencies.iter().position(|f| (f - 50.0).abs() < 1e-9);
    let at = at.unwrap();
    // The time step errs by 0.02 %.
    let found = 600e-6 * y[at];
    assert!((found / radius - 1.0).abs() < 3e-4, "{found} {radius}");
}

const WHEELS: &str = r#"
[model]
name = "test"
schema = 1

[bodies.a]
mass = "1 kg"
inertia = ["1e-3 kg m2", "1e-3 kg m2", "1e-3 kg m2"]

[bodies.b]
mass = "1 kg"
inertia = ["1e-3 kg m2", "1e-3 kg m2", "1e-3 kg m2"]
position = ["60 mm", "DISTANCE", 0]

[joints.a]
kind = "revolute"
a = "ground"
b = "a"
frame_a = {}
frame_b = {}

[joints.b]
kind = "fixed"
a = "ground"
b = "b"
frame_a = { place = ["60 mm", "DISTANCE", 0] }
frame_b = {}

[forces.torque]
kind = "load"
on = "a"
torque = [0, 0, "30 N m"]

[forces.teeth]
kind = "gear-spring"
a = "a"
b = "b"
stiffness = "200 N/um"
SPRING

[sensors.teeth]
kind = "mesh"
of = "teeth"
components = ["force", "deflection", "deflection_rate"]

[sensors.on-b]
kind = "force"
of = "teeth"
axes = "ground"

[sensors.angle]
kind = "joint-angle"
of = "a"

[[studies]]
name = "rest"
kind = "static"
"#;

/// A torque on wheel a, wheel b held: F = T/r_a along the common tangent of the base circles, δ = F/k, turned by δ/r_a.
#[test]
fn a_mesh_spring_carries_a_torque_along_its_line_of_action() {
    let radii = |a: &str, b: &str| format!("base_radius_a = \"{a}\"\nbase_radius_b = \"{b}\"\n");
    // Distance along y with 60 mm along x, base radii, whether internal.
    let cases = [
        ("80 mm", radii("30 mm", "60 mm"), [0.03, 0.06], false),
        (
            "-80 mm",
            radii("30 mm", "60 mm") + "flank = \"left\"\n",
            [0.03, 0.06],
            false,
        ),
        (
            "80 mm",
            radii("30 mm", "120 mm") + "internal = true\n",
            [0.03, 0.12],
            true,
        ),
    ];
    for (distance, spring, [r_a, r_b], is_internal) in cases {
        let text = WHEELS
            .replace("DISTANCE", distance)
            .replace("SPRING", &spring);
        let folder = tempfile::tempdir().unwrap();
        let ran = run_text(&text, folder.path());
        assert_eq!(ran.code(), 0, "{}", ran.err);
        let values = &ran.json()["studies"]["rest"]["values"]["sensors"];
        let get = |name: &str| values[name]["last"].as_f64().unwrap();
        // The left flanks are pulled by the torque: a linear spring never lets go.
        let sign = if spring.contains("left") { -1.0 } else { 1.0 };
        let force = 30.0 / r_a;
        assert!((get("teeth_force") / (sign * force) - 1.0).abs() < 1e-8);
        assert!((get("teeth_deflection") / (sign * force / 2e8) - 1.0).abs() < 1e-8);
        assert!(get("teeth_deflection_rate").abs() < 1e-300);
        assert!((get("angle") - force / 2e8 / r_a).abs() < 1e-11);
        let on_b = [get("on-b_force_x"), get("on-b_force_y")];
        // Pushed to the side towards which a's teeth turn, which are between the centres or, in a ring, beyond that of a; cos α of
        // it across the line of centres, sin α along it.
        let size = on_b[0].hypot(on_b[1]);
        assert!((size / force - 1.0).abs() < 1e-8, "{size}");
        let y = if distance.starts_with('-') { -0.8 } else { 0.8 };
        let along = (0.6 * on_b[0] + y * on_b[1]) / size;
        let across = (0.6 * on_b[1] - y * on_b[0]) / size;
        let cosine: f64 = if is_internal {
            (r_b - r_a) / 0.1
        } else {
            (r_a + r_b) / 0.1
        };
        let sine = (1.0 - cosine * cosine).sqrt();
        let outward = if is_internal { -sign } else { sign };
        let side = if is_internal { -1.0 } else { 1.0 };
        assert!((side * across - cosine).abs() < 1e-6, "{across} {cosine}");
        assert!((along - outward * sine).abs() < 1e-6, "{along} {sine}");
        // Torque on b about its axis: r_b F, as a wheel outside is turned back and a ring is taken along.
        let turn = if is_internal { r_b } else { -r_b } * force;
        assert!((get("on-b_torque_z") - turn).abs() < 1e-6 * turn.abs());
    }
}

/// A pair brings its radii: of 20 and 40 teeth of module 3 mm at 20° r_b = r cos α.
#[test]
fn a_mesh_spring_takes_its_wheels_from_a_pair() {
    let gears = "\n[gears.pinion]\nkind = \"external\"\nteeth = 20\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
        [gears.wheel]\nkind = \"external\"\nteeth = 40\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n\
        [[pairs]]\nname = \"first\"\na = \"pinion\"\nb = \"wheel\"\n";
    let text = WHEELS.replace("SPRING", "pair = \"first\"") + gears;
    let text = text.replace("DISTANCE", "67.082039324993691 mm");
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = &ran.json()["studies"]["rest"]["values"]["sensors"];
    let force = values["teeth_force"]["last"].as_f64().unwrap();
    let expected = 30.0 / (0.03 * 20f64.to_radians().cos());
    assert!((force / expected - 1.0).abs() < 1e-8, "{force}");
}

const SHAFT: &str = r#"
[model]
name = "test"
schema = 1

[shafts.rotor]
segments = [{ length = "400 mm", diameter = "50 mm" }]
points = { middle = "200 mm" }
MORE

[bearings.front]
shaft = "rotor"
at = "start"
FRONT

[bearings.rear]
shaft = "rotor"
at = "end"
kind = "plain-bearing"
stiffness = { xx = "100 N/um", xy = "40 N/um", yx = "-60 N/um", yy = "150 N/um" }

[joints.turn]
kind = "custom"
locked = ["rz"]
a = "ground"
b = "rotor:start"
at = [0, 0, 0]

[forces.push]
kind = "load"
on = "rotor:middle"
force = ["2 kN", "0 N", "0 N"]

[sensors.end]
kind = "position"
of = "rotor:rear"

[sensors.rear]
kind = "bearing"
of = "rear"

[sensors.front]
kind = "bearing"
of = "front"

[[studies]]
name = "rest"
kind = "static"
"#;

fn rest(more: &str, front: &str) -> (Json, tempfile::TempDir) {
    let text = SHAFT.replace("MORE", more).replace("FRONT", front);
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    (ran.json()["studies"]["rest"]["values"].clone(), folder)
}

/// Half of the load on each bearing; the coupled one gives way by K⁻¹ F, sideways too.
#[test]
fn a_coupled_bearing_gives_way_sideways() {
    let rigid = "kind = \"rigid\"\nholds = [\"radial\", \"axial\"]";
    let (values, folder) = rest("", rigid);
    let get = |name: &str| values["sensors"][name]["last"].as_f64().unwrap();
    let (k, f) = ([[1e8, 4e7], [-6e7, 1.5e8]], 1000.0);
    let determinant: f64 = k[0][0] * k[1][1] - k[0][1] * k[1][0];
    assert!((get("end_x") / (k[1][1] * f / determinant) - 1.0).abs() < 1e-7);
    assert!((get("end_y") / (-k[1][0] * f / determinant) - 1.0).abs() < 1e-7);
    for name in ["rear", "front"] {
        // What the bearings exert on the shaft is against the load.
        assert!((get(&format!("{name}_force_x")) + f).abs() < 1e-4, "{name}");
        assert!(get(&format!("{name}_force_y")).abs() < 1e-4, "{name}");
        let bearing = &values["bearings"][name];
        assert!((bearing["largest_force"].as_f64().unwrap() - f).abs() < 1e-4);
    }
    assert!(values["joints"].get("front").is_none());
    let table = Csv::read(&folder.path().join("out"), "rest/reactions.csv");
    for name in ["front", "rear"] {
        let column = table.column(&format!("{name}_force_x_on_b_in_axes_of_a"));
        assert!((column[0] + f).abs() < 1e-4);
    }
    audit_pictures(&folder.path().join("out"));
}

/// Other kinds of bearings have the keys of the forces of that kind.
#[test]
fn bearings_have_the_kinds_of_forces() {
    let rolling = "radial = { stiffness = \"100 N/um\" }\naxial = { stiffness = \"50 N/um\" }";
    let bushing = "stiffness = { x = \"100 N/um\", y = \"100 N/um\", z = \"50 N/um\" }";
    for (kind, keys) in [("rolling-bearing", rolling), ("bushing", bushing)] {
        let front = format!("kind = \"{kind}\"\n{keys}");
        let (values, _) = rest("element_length = \"20 mm\"", &front);
        let force = values["sensors"]["front_force_x"]["last"].as_f64();
        assert!((force.unwrap() + 1000.0).abs() < 1e-4, "{kind}");
    }
}

/// A gear as a disc weighs what its body weighs: the bearings bear it.
#[test]
fn a_gear_sits_on_a_shaft() {
    let gear = "\n[gears.pinion]\nkind = \"external\"\nteeth = 30\nmodule = \"4 mm\"\nface_width = \"30 mm\"\n\
        blank = { bore_radius = \"25 mm\" }\nmesh = { size = \"coarse\" }\n";
    let front = "kind = \"plain-bearing\"\nstiffness = \"100 N/um\"\naxial_stiffness = \"50 N/um\"";
    let disc = "discs = [{ name = \"pinion\", at = \"middle\", gear = \"pinion\" }]";
    let text = SHAFT.replace("MORE", disc).replace("FRONT", front) + gear;
    let text = text.replace("schema = 1", "schema = 1\ngravity = [0, \"-10 m/s2\", 0]");
    let text = text.replace("at = \"middle\"", "at = \"150 mm\"");
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let values = &ran.json()["studies"]["rest"]["values"]["sensors"];
    let get = |name: &str| values[name]["last"].as_f64().unwrap();
    let shaft = 7850.0 * 0.4 * PI / 4.0 * 0.05 * 0.05;
    let total = get("front_force_y") + get("rear_force_y");
    let mass = total / 10.0 - shaft;
    // Between the discs of its root and tip circles; levers from the rear bearing.
    let ring = |d: f64| 7850.0 * 0.03 * PI / 4.0 * (d * d - 0.05 * 0.05);
    assert!(mass > ring(0.110) && mass < ring(0.128), "{mass}");
    let lever = get("front_force_y") * 0.4 - 10.0 * shaft * 0.2;
    assert!((lever / (10.0 * mass * 0.25) - 1.0).abs() < 1e-6, "{lever}");
}
