//! Meshes, assembly, statics and modes of a whole gear, beside scipy and CalculiX.

use std::hint::black_box;
use std::time::Duration;

use pitchline::Model;
use pitchline::fem::{
    ElementKind, FeModel, Material, Mesh, MeshControls, MeshSize, ModeRange, Sector, Support,
};
use pitchline::fields::abaqus::{self, Elastic, Formulation, Input, NodeForce, Step};
use pitchline_algebra::{Factor, unobserved};

use crate::peers::{self, Told};
use crate::{Line, median, once, ratio};

const MODEL: &str = include_str!("../../../../examples/spur-50-50.toml");
/// Right-hand sides.
const LOADS: usize = 300;
/// Right-hand sides solved at a time, so that they take little memory beside the factor.
const TOGETHER: usize = 64;
/// Modes.
const MODES: usize = 30;
/// Results of the same matrices agree to rounding times their condition.
const SAME_MATRICES: f64 = 1e-6;
/// Is the peer's problem ours? With 20 nodes, where both have the same element, three coarse teeth have the frequencies
/// of CalculiX in all its digits. Its C3D8I softens in another way than our eight nodes: there the two differ by up to
/// 10 % in the same modes, ours and its both on the way to those of 20 nodes.
const SAME_MESH: f64 = 0.1;

/// The whole gear, of medium size, with as many rows as make 262 000 unknowns.
fn medium() -> Mesh {
    mesh(MeshSize::Medium, |controls| controls.rim = 7)
}

/// A coarse one of about 60 000 unknowns, on which the peers take seconds.
fn coarse() -> Mesh {
    mesh(MeshSize::Coarse, |controls| {
        (controls.width, controls.rim) = (4, 5)
    })
}

fn mesh(size: MeshSize, change: impl FnOnce(&mut MeshControls)) -> Mesh {
    let (model, _) = Model::load(MODEL.as_bytes());
    let gear = model.unwrap().body("pinion").unwrap();
    let blank = gear.blank.unwrap();
    let mut controls = MeshControls::of(size, &gear.geometry, &blank);
    change(&mut controls);
    controls.fit_rim(size, &gear.geometry, &blank);
    let sector = Sector::build(&gear.geometry, &blank, &controls, ElementKind::Hex8).unwrap();
    sector.whole()
}

pub const STEEL: Material = Material {
    youngs_modulus: 207e9,
    poisson_ratio: 0.3,
    density: 7600.0,
};

/// The gear held in its bore.
fn model(mesh: &Mesh) -> FeModel {
    let bore = &mesh.node_set("bore").unwrap().nodes;
    let support = Support::free(mesh).locked(bore, [true; 3]).unwrap();
    FeModel::build(mesh.clone(), STEEL, support).unwrap()
}

/// Node of each unknown.
fn groups(model: &FeModel) -> Vec<u32> {
    let map = &model.dof_map;
    let nodes = 0..map.n_nodes();
    nodes
        .flat_map(|node| {
            let unknowns = map.node_unknowns(node).into_iter().flatten();
            unknowns.map(move |_| node as u32)
        })
        .collect()
}

pub fn line(name: &'static str, value: f64, unit: &'static str) -> Line {
    Line {
        name,
        value,
        unit,
        ratio: None,
        peer: "-".to_owned(),
        what: None,
    }
}

/// Our time beside that of a peer, who must agree with us.
fn beside(
    name: &'static str,
    ours: (Duration, &[f64]),
    peer: (&str, Option<Told>, f64),
    what: String,
) -> Line {
    let (time, values) = ours;
    let (peer_name, told, tolerance) = peer;
    if let Some(told) = &told {
        assert_eq!(told.values.len(), values.len(), "{}", told.name);
        for (ours, theirs) in values.iter().zip(&told.values) {
            let difference = (ours - theirs).abs();
            let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            assert!(
                difference <= tolerance * largest,
                "{}: {theirs}, ours is {ours}",
                told.name
            );
        }
    }
    Line {
        ratio: told.as_ref().and_then(|told| ratio(told.time, time)),
        peer: told.map_or(format!("{peer_name}-not-installed"), |told| told.name),
        what: Some(what),
        ..line(name, time.as_secs_f64(), "s")
    }
}

pub fn gear_mesh() -> Line {
    let ours = median(Duration::from_secs(2), || {
        black_box(medium());
    });
    line("gear-mesh", ours.as_secs_f64() * 1e3, "ms")
}

pub fn assembly() -> Line {
    let mesh = medium();
    let ours = median(Duration::from_secs(3), || {
        black_box(model(&mesh));
    });
    line("fe-assembly", ours.as_secs_f64(), "s")
}

pub fn statics() -> Vec<Line> {
    let mut lines = Vec::new();
    {
        let large = model(&medium());
        forget_peak();
        let (time, _) = once(|| solve(&large, LOADS));
        lines.push(line("fe-statics", time.as_secs_f64(), "s"));
        lines.push(Line {
            what: Some(format!(
                "the largest memory of the process at that, {} unknowns (aim: below 4 GiB)",
                large.stiffness.n
            )),
            ..line("fe-statics", peak_memory(), "GiB")
        });
    }
    let mesh = coarse();
    let small = model(&mesh);
    let n = small.stiffness.n;
    let folder = tempfile::tempdir().unwrap();
    let matrices = folder.path().join("matrices");
    peers::write_matrices(&small, &matrices);
    let (time, sum) = once(|| solve(&small, LOADS));
    let told = peers::scipy("statics", &matrices, LOADS);
    lines.push(beside(
        "fe-statics",
        (time, &[sum]),
        ("scipy", told, SAME_MATRICES),
        format!("the same of a coarse gear of {n} unknowns, against SuperLU on the same matrix"),
    ));
    lines.push(one_load(&mesh, folder.path()));
    lines
}

/// A push on a tooth of the coarse gear, against CalculiX from its input file on.
fn one_load(mesh: &Mesh, folder: &std::path::Path) -> Line {
    let node = (0..mesh.nodes.len()).max_by(|&i, &j| {
        let [a, b] = [i, j].map(|i| mesh.nodes[i][0]);
        a.total_cmp(&b)
    });
    let node = node.unwrap() as u32;
    let force = [0.0, 1000.0, 0.0];
    let (time, deflection) = once(|| {
        let model = model(mesh);
        let mut forces = vec![[0.0; 3]; mesh.nodes.len()];
        forces[node as usize] = force;
        let mut x = model.dof_map.reduce(&forces).unwrap();
        let factor = Factor::positive_definite(&model.stiffness, Some(&groups(&model))).unwrap();
        factor.solve_in_place(&mut x, 1).unwrap();
        model.dof_map.expand(&x).unwrap()[node as usize]
    });
    let push = Step::Static {
        name: "push".to_owned(),
        forces: vec![NodeForce { node, force }],
        on_support: [0.0; 6],
    };
    let told = peers::calculix(&input(mesh, push, &[node]), folder);
    beside(
        "fe-statics",
        (time, &deflection),
        ("CalculiX", told, SAME_MESH),
        "assemble, factorise and solve that coarse gear for one load, against a run of CalculiX on the same mesh"
            .to_owned(),
    )
}

fn input<'m>(mesh: &'m Mesh, step: Step, watched: &[u32]) -> Input<'m> {
    Input {
        heading: "gear".to_owned(),
        mesh,
        formulation: Formulation::Full,
        material: Elastic {
            name: "steel".to_owned(),
            young_modulus: STEEL.youngs_modulus,
            poisson_ratio: STEEL.poisson_ratio,
            density: STEEL.density,
        },
        supports: vec![abaqus::Support::Fixed {
            set: "bore".to_owned(),
        }],
        steps: vec![step],
        watched: vec![pitchline::fem::NodeSet {
            name: "watched".to_owned(),
            nodes: watched.to_vec(),
        }],
        printed_sets: Vec::new(),
        printed_stresses: Vec::new(),
    }
}

/// Factorises the stiffness and solves for unit loads spread over the unknowns; the sum of the deflections under them.
fn solve(model: &FeModel, loads: usize) -> f64 {
    let n = model.stiffness.n;
    let factor = Factor::positive_definite(&model.stiffness, Some(&groups(model))).unwrap();
    let places: Vec<usize> = (0..loads).map(|load| load * n / loads).collect();
    let mut sum = 0.0;
    for some in places.chunks(TOGETHER) {
        let mut x = vec![0.0; n * some.len()];
        some.iter()
            .enumerate()
            .for_each(|(i, &place)| x[i * n + place] = 1.0);
        factor.solve_in_place(&mut x, some.len()).unwrap();
        sum += some
            .iter()
            .enumerate()
            .map(|(i, &place)| x[i * n + place])
            .sum::<f64>();
    }
    sum
}

pub fn modes() -> Vec<Line> {
    let mesh = coarse();
    let (assembly, model) = once(|| model(&mesh));
    let n = model.stiffness.n;
    let (time, found) = once(|| {
        model
            .modes(ModeRange::Lowest(MODES), None, &mut unobserved)
            .unwrap()
    });
    let hertz: Vec<f64> = found.elastic.iter().map(|mode| mode.frequency_hz).collect();
    let eigenvalues: Vec<f64> = hertz
        .iter()
        .map(|f| (std::f64::consts::TAU * f).powi(2))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let matrices = folder.path().join("matrices");
    peers::write_matrices(&model, &matrices);
    let scipy = peers::scipy("modes", &matrices, MODES);
    let frequency = Step::Frequency { count: MODES };
    let calculix = peers::calculix(&input(&mesh, frequency, &[]), folder.path());
    vec![
        beside(
            "fe-modes",
            (time, &eigenvalues),
            ("scipy", scipy, SAME_MATRICES),
            format!(
                "the {MODES} lowest modes of a coarse gear of {n} unknowns held in its bore, none missing by a count, \
                 against ARPACK and SuperLU on the same matrices (aim: below 20 s)"
            ),
        ),
        beside(
            "fe-modes",
            (assembly + time, &hertz),
            ("CalculiX", calculix, SAME_MESH),
            "assembly and those modes, against a run of CalculiX on the same mesh".to_owned(),
        ),
    ]
}

/// Starts the record of the largest memory anew, where the system can.
pub fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The largest memory of the process (GiB); NaN where the system does not tell.
pub fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.map_or(f64::NAN, |kib| kib / 1024.0 / 1024.0)
}
