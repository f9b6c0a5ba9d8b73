//! Machines with flexible bodies: an arm and a gear beside closed forms, a gear from each source beside its finite elements.

use pitchline::Model;
use pitchline::fem::{ReducedBody, Sector};

use super::machines::{Csv, audit_pictures, run_into};
use super::*;

/// The bar of the example: Euler and Bernoulli's beam, clamped at one end, a body at the other.
mod beam {
    use std::f64::consts::PI;

    pub const LENGTH: f64 = 0.3;
    const DIAMETER: f64 = 0.024;
    const G: f64 = 9.81;

    /// E I
    pub fn stiffness() -> f64 {
        206e9 * PI * DIAMETER.powi(4) / 64.0
    }

    pub fn mass() -> f64 {
        7850.0 * PI * DIAMETER.powi(2) / 4.0 * LENGTH
    }

    /// Deflection and slope of the end under a force on it and a torque.
    pub fn under(force: f64, torque: f64) -> [f64; 2] {
        let (l, ei) = (LENGTH, stiffness());
        [
            (force * l / 3.0 + torque / 2.0) * l * l / ei,
            (force * l / 2.0 + torque) * l / ei,
        ]
    }

    /// Deflection and slope of the end under the weight of the bar and of a body.
    pub fn sag(body: f64) -> [f64; 2] {
        let [deflection, slope] = under(-body * G, 0.0);
        let (l, weight) = (LENGTH, mass() * G);
        [
            deflection - weight * l.powi(3) / (8.0 * stiffness()),
            slope - weight * l.powi(2) / (6.0 * stiffness()),
        ]
    }

    /// What the clamp bears under a force and a torque at the end and the weight of bar and body.
    pub fn clamp(force: f64, torque: f64, body: f64) -> [f64; 2] {
        let weights = [mass() * G, body * G];
        [
            weights[0] + weights[1] - force,
            (0.5 * weights[0] + weights[1] - force) * LENGTH - torque,
        ]
    }

    /// Determinant of E I w″ = ω² J w′ and E I w‴ = −ω² m w at the end, of w = A (cos − cosh) + B (sin − sinh).
    fn determinant(z: f64, mass_ratio: f64, inertia_ratio: f64) -> f64 {
        let (sin, cos) = z.sin_cos();
        let (sinh, cosh) = (z.sinh(), z.cosh());
        let bend = [
            -cos - cosh + z.powi(3) * inertia_ratio * (sin + sinh),
            -sin - sinh - z.powi(3) * inertia_ratio * (cos - cosh),
        ];
        let shear = [
            sin - sinh + z * mass_ratio * (cos - cosh),
            -cos - cosh + z * mass_ratio * (sin - sinh),
        ];
        bend[0] * shear[1] - bend[1] * shear[0]
    }

    /// Lowest natural frequency (Hz) with a rigid body at the end.
    pub fn frequency(body: f64, inertia: f64) -> f64 {
        let ratios = (body / mass(), inertia / (mass() * LENGTH.powi(2)));
        let at = |z: f64| determinant(z, ratios.0, ratios.1);
        // Without a body it would be 1.875.
        let (mut low, mut high) = (0.5, 1.876);
        assert!(at(low) * at(high) < 0.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if at(low) * at(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        low * low * (stiffness() / (mass() * LENGTH.powi(3))).sqrt() / (2.0 * PI)
    }
}

/// Frequency of the zeros that a curve passes upwards.
fn frequency(time: &[f64], value: impl Fn(usize) -> f64) -> f64 {
    let rises = (1..time.len()).filter(|&i| value(i - 1) < 0.0 && value(i) >= 0.0);
    let zeros: Vec<f64> = rises
        .map(|i| time[i] - value(i) * (time[i] - time[i - 1]) / (value(i) - value(i - 1)))
        .collect();
    (zeros.len() - 1) as f64 / (zeros[zeros.len() - 1] - zeros[0])
}

#[test]
fn flexible_arm() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_into("../../examples/flexible-arm.toml", folder.path(), &[]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let summary = ran.json();
    let pinion = &summary["studies"]["reduced"]["values"]["gears"]["pinion"]["fe"];
    let [mass, inertia] = ["mass", "inertia_axis"].map(|key| pinion[key].as_f64().unwrap());
    let read = |study: &str| {
        let table = Csv::read(folder.path(), &format!("{study}/sensors.csv"));
        move |name: &str| table.column(name)[0]
    };
    let (sag, loaded) = (read("sag"), read("loaded"));
    // Cubics are exact at the nodes, for the weight too. Places of 0.3 m carry 1e-16 of that, 4e-12 of the sag; what remains is
    // of second order in the slope of 8e-5.
    let [deflection, slope] = beam::sag(mass);
    assert!((sag("end_y") / deflection - 1.0).abs() < 1e-8);
    assert!((sag("slope_z") / slope - 1.0).abs() < 1e-8);
    // The brake bears the torque about the bearing, which a bent arm draws in by at most half the square of its slope, 1.7e-3.
    let square = 1.66e-3 * 1.66e-3;
    let force = -100.0;
    let torque = force * loaded("flank_x");
    let drawn_in = 0.5 * square * beam::LENGTH;
    assert!((loaded("brake") + torque).abs() < force.abs() * drawn_in);
    let by_load = beam::under(force, torque);
    // A force that keeps its direction on an arm that turns: the square of the slope again.
    assert!((loaded("end_y") / (deflection + by_load[0]) - 1.0).abs() < square);
    assert!((loaded("slope_z") / (slope + by_load[1]) - 1.0).abs() < square);
    let [up, about] = beam::clamp(force, torque, mass);
    assert!((loaded("clamp_force_y") - up).abs() < 1e-9);
    assert!((loaded("clamp_torque_z") / about - 1.0).abs() < square);
    // What the tooth adds to the motion of its seat: some tenths of a micrometre, down.
    let turned = (loaded("slope_z") - sag("slope_z")) * loaded("flank_x");
    let seat = loaded("end_y") - sag("end_y") + turned;
    let own = loaded("flank_y") - sag("flank_y") - seat;
    assert!((-6e-7..-2e-7).contains(&own), "{own}");
    // It rings about the sag. The scheme slows it by (ω h)²/12 = 2.8e-5; four elements, the flexible pinion (4e-5 of the square
    // of its frequency) and the second mode in the zeros are below that.
    let table = Csv::read(folder.path(), "ringing/sensors.csv");
    let (time, end) = (table.column("time"), table.column("end_y"));
    let begin = time.iter().position(|t| *t > 0.01).unwrap();
    let found = frequency(&time[begin..], |i| end[begin + i] - deflection);
    let expected = beam::frequency(mass, inertia);
    assert!(
        (found / expected - 1.0).abs() < 5e-5,
        "{found} Hz {expected} Hz"
    );
    // Small deflections: one factor serves all steps, up to those after which a run is founded anew so that it can be resumed.
    let ringing = &summary["studies"]["ringing"]["values"]["machine"];
    assert!(ringing["factorisations"].as_u64() <= Some(4));
    assert!(ringing["iterations"].as_u64() <= Some(3 * 10_000));
    audit_pictures(folder.path());
}

const GEAR: &str = "[model]\nname = \"sources\"\nschema = 1\n\
    [gears.pinion]\nkind = \"external\"\nteeth = 12\nmodule = \"3 mm\"\nface_width = \"10 mm\"\nprofile_shift = 0.3\n\
    blank = { bore_radius = \"6 mm\" }\nmesh = { size = \"coarse\" }\n";

const STUDIES: &str = "[[studies]]\nname = \"pull\"\nkind = \"static\"\n\
    [[studies]]\nname = \"full\"\nkind = \"fe-static\"\nloads = [{ kind = \"nodes\", set = \"tip_1\", forces = [\"-3 N\", \"-6 N\", \"1.5 N\"] }]\n";

const FORCE: [f64; 3] = [-3.0, -6.0, 1.5];

/// Nodes of the tip of tooth 1 with their places.
fn tip_nodes() -> Vec<(u32, [f64; 3])> {
    let (model, _) = Model::load(GEAR.as_bytes());
    let model = model.unwrap();
    let gear = model.body("pinion").unwrap();
    let blank = gear.blank.unwrap();
    let controls = gear.mesh.controls(&gear.geometry, &blank);
    let sector = Sector::build(&gear.geometry, &blank, &controls, gear.mesh.element);
    let whole = sector.unwrap().whole();
    let nodes = whole.node_set("tip_1").unwrap().nodes.iter();
    nodes.map(|&n| (n, whole.nodes[n as usize])).collect()
}

/// The gear on a fixed joint, its tip pulled at all its nodes: the mean displacement of these along the force, and that of the full
/// finite elements.
fn pulled(
    (source, seat): (&str, &str),
    further: &str,
    nodes: &[(u32, [f64; 3])],
    folder: &Path,
) -> [f64; 2] {
    let mut text = format!(
        "{GEAR}[bodies.wheel]\nkind = \"flexible\"\n{source}[joints.seat]\nkind = \"fixed\"\na = \"ground\"\nb = \"wheel:{seat}\"\nat = [0, 0, 0]\n"
    );
    let share = FORCE.map(|f| f / nodes.len() as f64);
    for (n, _) in nodes {
        text += &format!(
            "[forces.pull-{n}]\nkind = \"load\"\non = \"wheel:node_{n}\"\nforce = {share:?}\n\
             [sensors.tip-{n}]\nkind = \"position\"\nof = \"wheel:node_{n}\"\n"
        );
    }
    let file = folder.join("model.toml");
    std::fs::write(&file, format!("{text}{further}{STUDIES}")).unwrap();
    let out = folder.join("out");
    let ran = run_into(file.to_str().unwrap(), &out, &["--no-pictures"]);
    assert_eq!(ran.code(), 0, "{}", ran.err);
    let table = Csv::read(&out, "pull/sensors.csv");
    let work = nodes.iter().map(|(n, place)| -> f64 {
        let along = |i: usize| {
            let axis = ["x", "y", "z"][i];
            let now = table.column(&format!("tip-{n}_{axis}"))[0];
            share[i] * (now - place[i])
        };
        (0..3).map(along).sum()
    });
    let size = FORCE.iter().map(|f| f * f).sum::<f64>().sqrt();
    let full = Csv::read(&out, "full/cases-pinion.csv");
    [
        work.sum::<f64>() / size,
        full.column("deflection_at_load")[0],
    ]
}

/// A matrix by columns as other programs write it.
fn matrix_market(n: usize, values: &[f64]) -> String {
    let lines: Vec<String> = values.iter().map(|x| format!("{x:e}")).collect();
    format!(
        "%%MatrixMarket matrix array real general\n{n} {n}\n{}\n",
        lines.join("\n")
    )
}

/// One gear from a study of the file, from the file that this study wrote, and from matrices: each gives way as its finite elements.
#[test]
fn each_source_gives_way_as_the_finite_elements() {
    let nodes = tip_nodes();
    let numbers: Vec<u32> = nodes.iter().map(|(n, _)| *n).collect();
    let reduce = format!(
        "[[studies]]\nname = \"reduced\"\nkind = \"reduce\"\nsupport = \"rigid\"\nmethod = \"craig-bampton\"\nmodes = 4\ncompliance = \"none\"\ncompare = 0\n\
             interface = {{ flanks = \"none\", center = true, nodes = {numbers:?} }}\n"
    );
    // The tip moves by 65 nm at 20 mm from the axis: the frame of the body turns by no more than 3e-6, which linear elements neglect.
    let assert_same = |[found, full]: [f64; 2], from: &str| {
        assert!((found / full - 1.0).abs() < 3e-6, "{from}: {found} {full}");
    };
    let folder = tempfile::tempdir().unwrap();
    let source = ("gear = \"pinion\"\nreduction = \"reduced\"\n", "center");
    let found = pulled(source, &reduce, &nodes, folder.path());
    assert_same(found, "study");
    let file = folder.path().join("out/reduced/reduced-pinion.body");
    let body = ReducedBody::from_bytes(&std::fs::read(&file).unwrap()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(&file, folder.path().join("x.body")).unwrap();
    assert_same(
        pulled(("file = \"x.body\"\n", "center"), "", &nodes, folder.path()),
        "file",
    );

    // Motions of the nodes, those of the centre, modes: the order that matrices have.
    let mut places = String::from("node,x [m],y [m],z [m],turns\n");
    for point in &body.points {
        let [x, y, z] = point.place;
        let number = point.name.strip_prefix("node_").unwrap_or("0");
        let turns = u8::from(point.name == "center");
        places += &format!("{number},{x:e},{y:e},{z:e},{turns}\n");
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("k.mtx", matrix_market(body.n(), &body.stiffness)),
        ("m.mtx", matrix_market(body.n(), &body.mass)),
        ("nodes.csv", places),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let source = "stiffness = \"k.mtx\"\nmass = \"m.mtx\"\nnodes = \"nodes.csv\"\n";
    let found = pulled((source, "node_0"), "", &nodes, folder.path());
    assert_same(found, "matrices");
}
