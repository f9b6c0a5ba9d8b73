//! Machines from model files, against what a pencil gives.

use super::*;
use crate::dynamics::{Kinematics, TimeFunction};
use crate::geometry::vector::{dot, minus};
use crate::parts::force::load::Load;
use crate::studies::kinematic::KinematicStudy;
use crate::studies::statics::StaticStudy;

const HEAD: &str = "[model]\nname = \"test\"\nschema = 1\n";

const BODY: &str = "mass = \"2 kg\"\ninertia = [\"0.01 kg m2\", \"0.01 kg m2\", \"0.02 kg m2\"]\n";

fn load(text: &str) -> Model {
    let (model, diagnostics) = Model::load(format!("{HEAD}{text}").as_bytes());
    model.unwrap_or_else(|| panic!("{text}\n{diagnostics:#?}"))
}

fn build(model: &Model) -> BuiltMachine {
    let mut none = |_: &str, _: &str| Err("there is no study".to_owned());
    assemble(model, &mut none).unwrap_or_else(|error| panic!("{error}"))
}

fn at_start(built: &BuiltMachine) -> Kinematics {
    let mut kinematics = Kinematics::new(&built.machine);
    kinematics.set(&built.machine.start(0.0));
    kinematics
}

fn assert_near(a: [f64; 3], b: [f64; 3], tolerance: f64) {
    let is_near = (0..3).all(|i| (a[i] - b[i]).abs() <= tolerance);
    assert!(is_near, "{a:?} is not {b:?}");
}

/// A joint given by its place in the ground holds both bodies there, however they are turned.
#[test]
fn joints_at_a_place_fit_at_the_start() {
    for kind in [
        "fixed",
        "revolute",
        "prismatic",
        "cylindrical",
        "spherical",
        "universal",
        "planar",
    ] {
        let model = load(&format!(
            "[bodies.a]\n{BODY}position = [\"10 mm\", \"20 mm\", \"-5 mm\"]\norientation = [\"30 deg\", \"-50 deg\", \"70 deg\"]\n\
             [bodies.b]\n{BODY}position = [\"-40 mm\", 0, \"15 mm\"]\norientation = {{ axis = [1, 2, 3], angle = \"200 deg\" }}\n\
             [joints.j]\nkind = \"{kind}\"\na = \"a\"\nb = \"b\"\nat = [\"7 mm\", \"8 mm\", \"9 mm\"]\naxis = [1, -1, 2]\n"
        ));
        let built = build(&model);
        let mut residual = [0.0; 12 + 6];
        let element = built.machine.element(built.joints[0].element);
        let (_, element) = element.unwrap_or_else(|| panic!("{kind}: no element"));
        let n = element.touched().n_multipliers;
        element.add_residual(&at_start(&built), &vec![0.0; n], &mut residual[..12 + n]);
        // Lengths below 0.1 m and direction cosines, a few roundings each.
        let worst = residual.iter().fold(0.0, |m: f64, r| m.max(r.abs()));
        assert!(worst < 1e-15, "{kind}: {worst:e}");
    }
}

/// The cross of a universal joint between inclined shafts: its pins are at a right angle to each other and to their shafts.
#[test]
fn universal_joints_take_the_axes_of_both_shafts() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}[joints.j]\nkind = \"universal\"\na = \"ground\"\nb = \"b\"\nat = [0, 0, 0]\naxis = [0, 0, 1]\naxis_b = [0, 1, 2]\n"
    ));
    let built = build(&model);
    let between = built.joints[0].joint.between;
    let column = |axes: &[[f64; 3]; 3], j: usize| [0, 1, 2].map(|i| axes[i][j]);
    let (pin_a, pin_b) = (column(&between.a.axes, 0), column(&between.b.axes, 1));
    assert!(dot(pin_a, pin_b).abs() < 1e-15);
    assert_near(column(&between.a.axes, 2), [0.0, 0.0, 1.0], 1e-15);
    let root = 5f64.sqrt();
    assert_near(
        column(&between.b.axes, 2),
        [0.0, 1.0 / root, 2.0 / root],
        1e-15,
    );
}

/// A spring that is 3 mm longer than at rest pulls its body back by k · 3 mm, at its place on the body.
#[test]
fn forces_are_told_at_their_places() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}position = [0, 0, \"50 mm\"]\norientation = [0, \"90 deg\", 0]\n\
         [forces.s]\nkind = \"spring\"\na = \"ground\"\nb = \"b\"\nat_a = [\"20 mm\", 0, 0]\nat_b = [\"20 mm\", \"30 mm\", \"40 mm\"]\nstiffness = \"10 N/mm\"\nrest_length = \"47 mm\"\n\
         [forces.l]\nkind = \"load\"\non = \"b\"\nplace = [\"10 mm\", 0, 0]\naxes = \"body\"\nforce = [0, 0, \"5 N\"]\ntorque = [\"2 N m\", 0, 0]\n"
    ));
    let built = build(&model);
    let k = at_start(&built);
    let told = |name: &str| {
        let force = built.force(name).unwrap_or_else(|| panic!("{name}"));
        let (_, element) = built
            .machine
            .element(force.element)
            .unwrap_or_else(|| panic!("{name}"));
        force.on_b(element, &k, &[])
    };
    let [force, torque] = told("s");
    assert_near(force, [0.0, -30.0 * 0.6, -30.0 * 0.8], 1e-11);
    assert_near(torque, [0.0; 3], 1e-12);
    // The body's z is the ground's x, its x the ground's −z.
    let [force, torque] = told("l");
    assert_near(force, [5.0, 0.0, 0.0], 1e-14);
    assert_near(torque, [0.0, 0.0, -2.0], 1e-14);
}

#[test]
fn springs_rest_at_the_start_unless_told() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}position = [0, 0, \"50 mm\"]\n[forces.s]\nkind = \"string\"\na = \"ground\"\nb = \"b\"\nstiffness = \"10 N/mm\"\n"
    ));
    let built = build(&model);
    let (_, element) = built
        .machine
        .element(built.forces[0].element)
        .unwrap_or_else(|| panic!());
    let [force, _] = built.forces[0].on_b(element, &at_start(&built), &[]);
    // 50 mm less 50 mm.
    assert_near(force, [0.0; 3], 1e-12);
}

/// Sectors turned and summed make the inertia that the whole mesh has.
#[test]
fn a_gear_is_as_heavy_as_its_finite_elements() {
    for (kind, blank) in [
        ("external", "blank = { bore_radius = \"10 mm\" }"),
        ("internal", "blank = { rim = \"8 mm\" }"),
        ("rack", "blank = { rim = \"8 mm\" }"),
    ] {
        let model = load(&format!(
            "[gears.g]\nkind = \"{kind}\"\nteeth = 60\nmodule = \"3 mm\"\nface_width = \"20 mm\"\n{blank}\nmesh = {{ size = \"coarse\" }}\n\
             [bodies.b]\ngear = \"g\"\nfree = true\n"
        ));
        let gear = model.body("g").unwrap_or_else(|| panic!("{kind}"));
        let blank = gear.blank.unwrap_or_else(|| panic!("{kind}"));
        let controls = gear.mesh.controls(&gear.geometry, &blank);
        let sector =
            crate::fem::Sector::build(&gear.geometry, &blank, &controls, gear.mesh.element);
        let whole = sector.unwrap_or_else(|e| panic!("{e}")).whole();
        let whole = whole.mass_properties(gear.material.density);
        let whole = whole.unwrap_or_else(|e| panic!("{e}"));
        let built = build(&model);
        let (mass, inertia) = built.bodies[0].inertia.unwrap_or_else(|| panic!("{kind}"));
        // Rounding of sums over thousands of points.
        assert!((mass - whole.mass).abs() < 1e-11 * whole.mass, "{kind}");
        let size = whole.inertia[2][2];
        for (found, expected) in inertia.into_iter().zip(whole.inertia) {
            assert_near(found, expected, 1e-11 * size);
        }
    }
}

/// A speed goes on from the angle at which the model puts its body.
#[test]
fn speeds_start_where_the_bodies_stand() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}orientation = [0, 0, \"40 deg\"]\n\
         [joints.j]\nkind = \"revolute\"\na = \"ground\"\nb = \"b\"\nframe_a = {{}}\nframe_b = {{}}\n\
         [drives.d]\nkind = \"speed\"\njoint = \"j\"\nvalue = {{ kind = \"ramp\", end = \"2 s\", to = \"60 rpm\" }}\n"
    ));
    let built = build(&model);
    let drive = &built.drives[0].drive;
    assert!((drive.start - 40f64.to_radians()).abs() < 1e-15);
    // Half of 2 s at one turn per second.
    let turn = drive.function.integral(2.0) / std::f64::consts::TAU;
    assert!((turn - 1.0).abs() < 1e-14);
}

#[test]
fn functions_have_the_units_of_their_place() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}[forces.l]\nkind = \"load\"\non = \"b\"\n\
         force = [{{ kind = \"sine\", amplitude = \"2 kN\", frequency = \"5 Hz\", phase = \"90 deg\" }}, \"1 kN\", \
         {{ kind = \"piecewise\", pieces = [{{ after = \"0 s\", kind = \"constant\", value = \"1 N\" }}, {{ after = \"1 s\", kind = \"table\", times = [\"1 s\", \"2 s\"], values = [\"2 N\", \"4 N\"] }}] }}]\n"
    ));
    let load: &Load = model.machine.forces[0].as_law().expect("a load");
    let force = &load.force;
    assert!((force[0].at(0.1).value + 2000.0).abs() < 1e-9);
    assert_eq!(force[1], TimeFunction::Constant(1000.0));
    assert!((force[2].at(0.5).value - 1.0).abs() < 1e-15);
    assert!((force[2].at(1.5).value - 3.0).abs() < 1e-15);
}

#[test]
fn studies_go_on_where_others_end() {
    let model = load(&format!(
        "[bodies.b]\n{BODY}free = true\n[sensors.s]\nkind = \"position\"\nof = \"b\"\ncomponents = [\"z\", \"size\"]\n\
         [[studies]]\nname = \"c\"\nkind = \"transient\"\nstart = \"b\"\nend = \"3 s\"\nstep = \"1 ms\"\n\
         [[studies]]\nname = \"a\"\nkind = \"static\"\nat = \"0.5 s\"\n\
         [[studies]]\nname = \"b\"\nkind = \"kinematic\"\nstart = \"a\"\nend = \"2 s\"\nstep = \"1 ms\"\n"
    ));
    let study = |i: usize| -> &dyn std::any::Any { model.studies[i].study.as_ref() };
    let transient = model.studies[0].study.interruptible();
    assert_eq!(transient.map(|run| run.times), Some([2.0, 3.0]));
    let equilibrium: Option<&StaticStudy> = study(1).downcast_ref();
    assert_eq!(equilibrium.map(|study| study.machine.begin), Some(0.5));
    let motion: Option<&KinematicStudy> = study(2).downcast_ref();
    let times = motion.map(|study| [study.machine.begin, study.end]);
    assert_eq!(times, Some([0.5, 2.0]));
    let columns = model.machine.sensors[0].columns();
    let columns: Vec<(&str, &str)> = columns.iter().map(|c| (c.name.as_str(), c.unit)).collect();
    assert_eq!(columns, [("s_z", "m"), ("s_size", "m")]);
}

/// A body in matrices of another program: two masses on a spring move as a whole at the start.
#[test]
fn flexible_bodies_move_with_their_points() {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let stiffness = 1e6;
    // Four masses at the corners of a tetrahedron, each pair joined by a spring along its line.
    let corners = [
        [0.0, 0.0, 0.0],
        [0.1, 0.0, 0.0],
        [0.0, 0.1, 0.0],
        [0.0, 0.0, 0.1],
    ];
    let mut k = vec![[0.0; 12]; 12];
    for i in 0..4 {
        for j in 0..i {
            let line = minus(corners[i], corners[j]);
            let square = dot(line, line);
            for r in 0..3 {
                for s in 0..3 {
                    let part = stiffness * line[r] * line[s] / square;
                    k[3 * i + r][3 * i + s] += part;
                    k[3 * j + r][3 * j + s] += part;
                    k[3 * i + r][3 * j + s] -= part;
                    k[3 * j + r][3 * i + s] -= part;
                }
            }
        }
    }
    let list = |m: &[[f64; 12]]| {
        let rows = m
            .iter()
            .flat_map(|row| row.iter().map(|x| format!("{x:?}\n")));
        format!(
            "%%MatrixMarket matrix array real general\n12 12\n{}",
            rows.collect::<String>()
        )
    };
    let mut m = vec![[0.0; 12]; 12];
    (0..12).for_each(|i| m[i][i] = 0.25);
    let rows = corners
        .iter()
        .enumerate()
        .map(|(i, [x, y, z])| format!("{i},{x},{y},{z}\n"));
    let nodes = format!("node,x [m],y [m],z [m]\n{}", rows.collect::<String>());
    for (name, text) in [
        ("k.mtx", list(&k)),
        ("m.mtx", list(&m)),
        ("nodes.csv", nodes),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap_or_else(|e| panic!("{e}"));
    }
    let text = format!(
        "{HEAD}[bodies.b]\nkind = \"flexible\"\nstiffness = \"k.mtx\"\nmass = \"m.mtx\"\nnodes = \"nodes.csv\"\n\
         position = [1, 2, 3]\norientation = [0, 0, \"90 deg\"]\nvelocity = [1, 0, 0]\nspin = [0, 0, \"10 rad/s\"]\nfree = true\n\
         [sensors.s]\nkind = \"velocity\"\nof = \"b:node_1\"\n"
    );
    let (model, diagnostics) = Model::load_from(text.as_bytes(), folder.path());
    let model = model.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let built = build(&model);
    assert_eq!(built.bodies[0].modes.len(), 6);
    let node = built.bodies[0]
        .point("node_1")
        .unwrap_or_else(|| panic!("no node"));
    let k = at_start(&built);
    assert_near(k.pose(node).place, [1.0, 2.1, 3.0], 1e-12);
    // The centre of mass is at (25, 25, 25) mm of the body: the node lies 75 mm ahead and 25 mm aside of it.
    assert_near(
        k.velocity(node).along,
        [1.0 - 10.0 * 0.075, 10.0 * 0.025, 0.0],
        1e-12,
    );
}
