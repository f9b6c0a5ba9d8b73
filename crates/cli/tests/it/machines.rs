//! Studies of machines: examples beside their closed forms, what a failed run keeps, and what it says.

use pitchline::pictures::audit;

use super::*;

/// A run into a folder.
pub(super) fn run_into(file: &str, folder: &Path, options: &[&str]) -> Ran {
    let head = ["run", file, "--json", "--out"].map(OsString::from);
    let options = options.iter().map(OsString::from);
    run(head.into_iter().chain([folder.into()]).chain(options))
}

/// A table that a study wrote, by column.
pub(super) struct Csv {
    pub head: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Csv {
    pub fn read(folder: &Path, file: &str) -> Self {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let mut lines = text.lines();
        let head = lines.next().unwrap().split(',');
        let name = |cell: &str| cell.split(" [").next().unwrap().to_owned();
        let number = |cell: &str| cell.parse().unwrap_or(f64::NAN);
        Self {
            head: head.map(name).collect(),
            rows: lines
                .map(|line| line.split(',').map(number).collect())
                .collect(),
        }
    }

    pub fn column(&self, name: &str) -> Vec<f64> {
        let at = self.head.iter().position(|head| head == name);
        let at = at.unwrap_or_else(|| panic!("{name} is none of {:?}", self.head));
        self.rows.iter().map(|row| row[at]).collect()
    }
}

/// Arithmetic-geometric mean: twelve steps reach every digit.
pub(super) fn agm(mut a: f64, mut b: f64) -> f64 {
    for _ in 0..12 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

/// The period by an elliptic integral, and on the way energy and force in the bearing as functions of the angle.
#[test]
fn pendulum() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/pendulum.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let (mass, length, g) = (2.0, 1.0, 9.81f64);
    let start = 150f64.to_radians();
    // T = 4 √(2 l / 3 g) K(sin θ₀/2), K(k) = π / 2 agm(1, √(1 − k²)).
    let quarter = std::f64::consts::FRAC_PI_2 / agm(1.0, (0.5 * start).cos());
    let period = 4.0 * (2.0 * length / (3.0 * g)).sqrt() * quarter;
    let table = Csv::read(folder.path(), "swing/sensors.csv");
    let [time, angle, speed] = ["time", "angle", "speed"].map(|name| table.column(name));
    let [force_x, force_y] = ["bearing_force_x", "bearing_force_y"].map(|n| table.column(n));
    assert_eq!(time.len(), 579);
    assert!((time[578] - period).abs() < 1e-12);
    // Back where it began: the angle by the damping of the scheme, of third order in ω h = 3.7e-3; the speed by its error of the
    // period, at most (ω h)²/6 of it, at 7.36 rad/s².
    assert!((angle[578] - start).abs() < 1e-6, "{}", angle[578] - start);
    assert!(speed[578].abs() < 4.9e-5, "{}", speed[578]);
    let rate = 1.5 * g / length;
    for i in 0..time.len() {
        let (sin, cos) = angle[i].sin_cos();
        let square = 2.0 * rate * (cos - start.cos());
        // (ω h)² of the largest value.
        assert!((speed[i].powi(2) - square).abs() < 1.4e-5 * 54.9, "{i}");
        let second = -rate * sin;
        let x = 0.5 * length * (cos * second - sin * square);
        let y = 0.5 * length * (sin * second + cos * square);
        let error = (force_x[i] - mass * x).hypot(force_y[i] - mass * (y + g));
        assert!(error < 1.4e-5 * 74.5, "{i}: {error}");
    }
    let summary = ran.json();
    let values = &summary["studies"]["swing"]["values"];
    assert_eq!(values["machine"]["degrees_of_freedom"], 1);
    assert_eq!(values["machine"]["redundant_constraints"], 0);
    assert!(
        values["machine"]["energy"]["relative_drift"]
            .as_f64()
            .unwrap()
            < 1.4e-5
    );
    assert_eq!(
        summary["studies"]["swing"]["units"]["sensors"]["tip_x"]["max"],
        "m"
    );
    audit_pictures(folder.path());
}

pub(super) fn audit_pictures(folder: &Path) {
    let files = tree(folder);
    let pictures: Vec<&String> = files.iter().filter(|f| f.ends_with(".svg")).collect();
    assert!(!pictures.is_empty());
    for picture in pictures {
        let svg = std::fs::read_to_string(folder.join(picture)).unwrap();
        assert_eq!(audit::faults(&svg), [], "{picture}");
    }
    assert!(!files.iter().any(|file| file.ends_with(".part")));
}

/// The slider crank with one coordinate, the angle φ of the crank: T = ½ J(φ) φ̇², V(φ).
mod crank {
    const R: f64 = 0.05;
    const L: f64 = 0.15;

    pub fn slider(phi: f64) -> f64 {
        R * phi.cos() + L * (1.0 - (R * phi.sin() / L).powi(2)).sqrt()
    }

    fn inertia(phi: f64) -> f64 {
        let (sin, cos) = phi.sin_cos();
        let tilt = (R * sin / L).asin();
        let turn = R * cos / (L * tilt.cos());
        let slider = -R * sin - L * tilt.sin() * turn;
        let rod = [-R * sin - 0.5 * L * tilt.sin() * turn, 0.5 * R * cos];
        let crank = 5e-4 + (0.5 * R).powi(2);
        crank + 0.5 * (rod[0].powi(2) + rod[1].powi(2)) + 1e-3 * turn.powi(2) + 0.8 * slider.powi(2)
    }

    fn potential(phi: f64) -> f64 {
        let spring = 0.5 * 2e3 * (0.15 - slider(phi)).powi(2);
        spring + 9.81 * 0.5 * R * phi.sin() * (1.0 + 0.5)
    }

    fn slope(of: fn(f64) -> f64, phi: f64) -> f64 {
        const STEP: f64 = 1e-5;
        (of(phi + STEP) - of(phi - STEP)) / (2.0 * STEP)
    }

    /// Angle, speed and their rate: 60° and the integral of a smooth step to 60 rad/s in 0.1 s.
    pub fn motion(t: f64) -> [f64; 3] {
        let s = (t / 0.1).min(1.0);
        let angle = 6.0 * (s.powi(3) - 0.5 * s.powi(4)) + 60.0 * (t - 0.1).max(0.0);
        let speed = 60.0 * (3.0 * s * s - 2.0 * s.powi(3));
        let rate = 3600.0 * (s - s * s);
        [std::f64::consts::FRAC_PI_3 + angle, speed, rate]
    }

    /// τ = J φ̈ + ½ J′ φ̇² + V′
    pub fn torque(t: f64) -> f64 {
        let [phi, speed, rate] = motion(t);
        inertia(phi) * rate + 0.5 * slope(inertia, phi) * speed.powi(2) + slope(potential, phi)
    }
}

#[test]
fn slider_crank() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/slider-crank.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    for (study, rows, tolerance) in [
        ("rest", 1, 1e-8),
        ("motion", 401, 1e-8),
        ("run-up", 401, 2e-4),
    ] {
        let table = Csv::read(folder.path(), &format!("{study}/sensors.csv"));
        let [time, angle, slider, torque] =
            ["time", "angle", "slider_x", "torque"].map(|name| table.column(name));
        assert_eq!(time.len(), rows, "{study}");
        for (i, &t) in time.iter().enumerate() {
            let phi = crank::motion(t)[0];
            // Joints are closed to 1e-12 of the machine's extent, Newton's corrections of an equilibrium to 1e-11.
            assert!((angle[i] - phi).abs() < 1e-12, "{study} {t}");
            assert!(
                (slider[i] - crank::slider(phi)).abs() < 5e-12,
                "{study} {t}"
            );
            // Differences of the closed form leave 1e-9. In time the torque is right to second order, but for the steps after
            // t = 0 and t = 0.1 s, where the rate of the prescribed acceleration jumps.
            let is_smooth = !(0.0..0.01).contains(&t) && !(0.0995..0.11).contains(&t);
            if study != "run-up" || is_smooth {
                let error = torque[i] - crank::torque(t);
                assert!(error.abs() < tolerance, "{study} {t}: {error:e}");
            }
        }
    }
    let summary = ran.json();
    let run_up = &summary["studies"]["run-up"]["values"];
    let energy = |key: &str| run_up["machine"]["energy"][key].as_f64().unwrap();
    let rest = &summary["studies"]["rest"]["values"]["machine"]["energy"]["potential"];
    let gained = energy("kinetic") + energy("potential") - rest.as_f64().unwrap();
    // What the motor brought in is there, to the drift that is reported.
    assert!((energy("supplied") - gained - energy("drift").abs()).abs() < 1e-9);
    assert!(energy("relative_drift") < 1e-4);
    assert_eq!(run_up["joints"]["guide"]["is_reaction_unique"], true);
    audit_pictures(folder.path());
    // A study that starts from another computes that one, and finds the same.
    let alone = tempfile::tempdir().unwrap();
    let options = ["--study", "run-up", "--no-pictures"];
    let ran = run_into("../../examples/slider-crank.toml", alone.path(), &options);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    assert_eq!(&ran.json()["studies"]["run-up"]["values"], run_up);
    assert!(!alone.path().join("rest").exists());
}

pub(super) const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\ngravity = [0, \"-9.81 m/s2\", 0]\n\
    [bodies.rod]\nmass = \"2 kg\"\ninertia = [\"0.01 kg m2\", \"0.1 kg m2\", \"0.1 kg m2\"]\nposition = [\"0.5 m\", 0, 0]\n";

pub(super) const HINGE: &str = "kind = \"revolute\"\na = \"ground\"\nb = \"rod\"\n";

/// Runs a model text into a folder.
pub(super) fn run_text(text: &str, folder: &Path) -> Ran {
    let file = folder.join("model.toml");
    std::fs::write(&file, text).unwrap();
    run_into(file.to_str().unwrap(), &folder.join("out"), &[])
}

fn failure(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 1, "{}", ran.err);
    let last = ran.err.lines().last().unwrap_or_default();
    last.trim().to_owned()
}

/// Two hinges hold a door: the load along the axis may be with either, and the pictures and tables say so.
#[test]
fn reactions_that_are_not_unique_are_marked() {
    let text = format!(
        "{HEAD}[joints.upper]\n{HINGE}at = [0, 0, \"0.1 m\"]\n[joints.lower]\n{HINGE}at = [0, 0, \"-0.1 m\"]\n\
         [[studies]]\nname = \"swing\"\nkind = \"transient\"\nend = \"0.1 s\"\nstep = \"1 ms\"\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = &ran.json()["studies"]["swing"];
    let values = &study["values"];
    assert_eq!(values["machine"]["redundant_constraints"], 5);
    assert_eq!(values["joints"]["upper"]["is_reaction_unique"], false);
    let warning = study["warnings"][0].as_str().unwrap();
    assert!(
        warning.starts_with("5 constraints follow from others")
            && warning.contains("joint `upper`, joint `lower`"),
        "{warning}"
    );
    // Their sum is unique: of a rod let go horizontally they carry m g (1 − m d²/J) with its inertia J about the hinges.
    let table = Csv::read(&folder.path().join("out"), "swing/reactions.csv");
    assert!(table.head.iter().any(|name| name.ends_with("_not_unique")));
    let force = |joint: &str| {
        let name = |n: &&String| n.starts_with(&format!("{joint}_force_y"));
        let name = table.head.iter().find(name).unwrap();
        table.column(name)[0]
    };
    let carried = 2.0 * 9.81 * (1.0 - 2.0 * 0.25 / (0.1 + 2.0 * 0.25));
    // At the hinge the joint's axes are those of the ground.
    assert!((force("upper") + force("lower") - carried).abs() < 1e-6);
    // The same refused.
    let refused = text.replace("step = \"1 ms\"", "step = \"1 ms\"\nredundant = \"refuse\"");
    let said = failure(&refused);
    assert!(
        said.contains("study `swing` (line") && said.contains("cannot be distinguished"),
        "{said}"
    );
}

/// The door of the examples: its angle is that of a damped spring, what both hinges bear together is what moves the door.
#[test]
fn door() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/door.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let study = &ran.json()["studies"]["closing"];
    assert_eq!(study["values"]["machine"]["redundant_constraints"], 5);
    let warnings = study["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let sensors = Csv::read(folder.path(), "closing/sensors.csv");
    let reactions = Csv::read(folder.path(), "closing/reactions.csv");
    let is_marked = |name: &&String| name.ends_with("_on_b_in_axes_of_a_not_unique");
    assert_eq!(reactions.head.iter().filter(is_marked).count(), 12);
    let (mass, arm, inertia, stiffness, damping) = (30.0, 0.45, 8.1, 12.0, 25.0f64);
    let root = (damping * damping - 4.0 * inertia * stiffness).sqrt();
    let [fast, slow] = [-damping - root, -damping + root].map(|x| 0.5 * x / inertia);
    let start = std::f64::consts::FRAC_PI_3;
    let time = sensors.column("time");
    let angle = sensors.column("angle");
    let both = |part: &str| -> Vec<f64> {
        let column = |joint: &str| sensors.column(&format!("{joint}_{part}"));
        let pairs = column("upper").into_iter().zip(column("lower"));
        pairs.map(|(upper, lower)| upper + lower).collect()
    };
    let [x, y, z] = ["force_x", "force_y", "force_z"].map(both);
    for (i, &t) in time.iter().enumerate() {
        let (quick, long) = ((fast * t).exp(), (slow * t).exp());
        let share = start / (slow - fast);
        let phi = share * (slow * quick - fast * long);
        let rate = share * slow * fast * (quick - long);
        let second = share * slow * fast * (fast * quick - slow * long);
        // Second order: (2.5 h)² = 2.5e-5 of the angle at most, of the forces too.
        assert!((angle[i] - phi).abs() < 2.5e-5 * start, "{t}");
        let (sin, cos) = phi.sin_cos();
        let expected = [
            -mass * arm * (second * sin + rate * rate * cos),
            mass * arm * (second * cos - rate * rate * sin),
            mass * 9.81,
        ];
        let found = [x[i], y[i], z[i]];
        // The largest of them is 21 N, but for the weight.
        let is_near = |k: usize| (found[k] - expected[k]).abs() < 2.5e-5 * 21.0;
        assert!((0..3).all(is_near), "{t}: {found:?} {expected:?}");
    }
    audit_pictures(folder.path());
    // Hinges that leave free what real ones do: nothing is left to choose, at rest they hold the torque by a pair of forces.
    let model = std::fs::read_to_string("../../examples/door.toml").unwrap();
    let model = model.replacen("\"revolute\"", "\"spherical\"", 1);
    let model = model.replacen("\"revolute\"", "\"custom\"\nlocked = [\"x\", \"y\"]", 1);
    let (machine, _) = model.split_once("[sensors.angle]").unwrap();
    let text = format!(
        "{machine}[sensors.lower]\nkind = \"reaction\"\nof = \"lower\"\n[[studies]]\nname = \"rest\"\nkind = \"static\"\nredundant = \"refuse\"\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&folder.path().join("out"), "rest/sensors.csv");
    // Shut: the lower hinge pushes the door away along x by m g b/2 / 1.5 m. An equilibrium is found to 1e-8 of its forces.
    let push = table.column("lower_force_x")[0].abs();
    assert!((push - 30.0 * 9.81 * arm / 1.5).abs() < 1e-6, "{push}");
}

/// Matrices of a lumped mass without turning inertia: said before a step is taken.
#[test]
fn what_weighs_nothing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let diagonal = |entries: &[f64]| {
        let lines: Vec<String> = (1..)
            .zip(entries)
            .map(|(i, x)| format!("{i} {i} {x}\n"))
            .collect();
        format!(
            "%%MatrixMarket matrix coordinate real symmetric\n6 6 {}\n{}",
            entries.len(),
            lines.concat()
        )
    };
    for (name, text) in [
        ("k.mtx", diagonal(&[1e6, 1e6, 1e6, 1e3, 1e3, 1e3])),
        ("m.mtx", diagonal(&[2.0, 2.0, 2.0])),
        (
            "n.csv",
            "node,x [m],y [m],z [m],turns\n1,0,0,0,1\n".to_owned(),
        ),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let text = "[model]\nname = \"test\"\nschema = 1\n[bodies.foot]\nkind = \"flexible\"\nstiffness = \"k.mtx\"\nmass = \"m.mtx\"\n\
        nodes = \"n.csv\"\nframe = \"ground\"\nfree = true\n[[studies]]\nname = \"run\"\nkind = \"transient\"\nend = \"1 ms\"\nstep = \"0.1 ms\"\n";
    let ran = run_text(text, folder.path());
    assert_eq!(ran.code(), 1, "{}", ran.err);
    let said = ran.err.lines().last().unwrap_or_default().to_owned();
    assert!(
        said.contains("body `foot`") && said.contains("node_1 about x"),
        "{said}"
    );
}

#[test]
fn what_cannot_move_as_asked_is_told_with_its_line() {
    let free = format!(
        "{HEAD}[joints.pin]\n{HINGE}at = [0, 0, 0]\n[[studies]]\nname = \"turn\"\nkind = \"kinematic\"\nend = \"0.1 s\"\nstep = \"1 ms\"\n"
    );
    let said = failure(&free);
    assert!(said.starts_with("× study `turn` (line 15): rod,"), "{said}");
    assert!(
        said.contains("is free to move (free motions in all: 1)"),
        "{said}"
    );
    // A rod of half a metre between pins a metre and a half apart.
    let torn = format!(
        "{HEAD}[joints.one]\n{HINGE}frame_a = {{}}\nframe_b = {{ place = [\"-0.25 m\", 0, 0] }}\n\
         [joints.two]\n{HINGE}frame_a = {{ place = [\"1.5 m\", 0, 0] }}\nframe_b = {{ place = [\"0.25 m\", 0, 0] }}\n\
         [[studies]]\nname = \"rest\"\nkind = \"static\"\n"
    );
    let said = failure(&torn);
    assert!(
        said.contains("the total mismatch is 1 m") && said.contains("remains open by 0.5 m"),
        "{said}"
    );
    // Nothing holds a free body against its weight.
    let falling = format!("{HEAD}free = true\n[[studies]]\nname = \"rest\"\nkind = \"static\"\n");
    let said = failure(&falling);
    assert!(
        said.contains("no equilibrium was found") && said.contains("add a joint"),
        "{said}"
    );
}

/// A slider that is pulled beyond the reach of its crank: the rows up to there are kept, and the time is that of the dead centre.
#[test]
fn a_run_that_fails_keeps_its_rows() {
    let model = std::fs::read_to_string("../../examples/slider-crank.toml").unwrap();
    let (machine, _) = model.split_once("[drives.motor]").unwrap();
    let text = format!(
        "{machine}[drives.puller]\nkind = \"velocity\"\njoint = \"guide\"\nvalue = \"1 m/s\"\n\
         [sensors.slider]\nkind = \"position\"\nof = \"slider\"\n\
         [[studies]]\nname = \"pull\"\nkind = \"transient\"\nend = \"0.1 s\"\nstep = \"0.1 ms\"\noutput_step = \"1 ms\"\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let ran = run_text(&text, folder.path());
    assert_eq!(ran.code(), 1, "{}", ran.err);
    let study = &ran.json()["studies"]["pull"];
    assert_eq!(study["status"], "failed");
    let said = study["error"].as_str().unwrap();
    assert!(
        said.contains("at t = 0.03") && said.contains("The last good state is that of t = 0.03"),
        "{said}"
    );
    let table = Csv::read(&folder.path().join("out"), "pull/sensors.csv");
    let last = table.column("slider_x").last().copied().unwrap();
    // Crank and rod are 200 mm together; the last step before that is 0.1 mm long.
    assert!((0.1999..=0.2).contains(&last), "{last}");
}
