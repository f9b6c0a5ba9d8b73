//! Meshes, assembly, statics and modes of a whole gear, beside scipy and CalculiX.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use pitchline::Model;
use pitchline::fem::{
    ElementKind, FeModel, Material, Mesh, MeshControls, MeshSize, ModeRange, Sector, Support,
};
use pitchline::fields::abaqus::{self, Elastic, Formulation, Input, NodeForce, Step};
use pitchline_algebra::{Factor, unobserved};

use crate::Line;
use crate::measure::{Cost, alone, compare_measured, repeated};
use crate::peers::{self, Calculix, Script};

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

/// A peer who must agree with us, or solves something else.
fn agree(ours: &[f64], peer: &str, theirs: &[f64], tolerance: f64) {
    assert_eq!(theirs.len(), ours.len(), "{peer}");
    let largest = ours.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for (ours, theirs) in ours.iter().zip(theirs) {
        let difference = (ours - theirs).abs();
        let is_same = difference <= tolerance * largest;
        assert!(is_same, "{peer}: {theirs}, ours is {ours}");
    }
}

/// Beside scipy on the same matrices in a file: `statics` with so many loads, or so many `modes`.
fn beside_scipy(
    name: &'static str,
    scipy: (&str, &Path, usize),
    ours: impl Fn() -> Vec<f64>,
) -> Line {
    let (what, matrices, count) = scipy;
    let mut peer = Script::scipy(what, matrices, count);
    let shown = Script::name(peer.as_ref(), "scipy");
    if let Some(peer) = &mut peer {
        agree(&ours(), &shown, &peer.values(), SAME_MATRICES);
    }
    let ours = repeated(|| drop(black_box(ours())));
    let found = compare_measured(ours, peer.as_mut().map(Script::cost));
    Line::new(name, found.wall, "s").beside(&shown, found.ratio)
}

/// Beside runs of CalculiX from its input file on.
fn beside_calculix(
    name: &'static str,
    calculix: Option<Calculix>,
    ours: impl Fn() -> Vec<f64>,
) -> Line {
    let shown = Calculix::name(calculix.as_ref());
    if let Some(calculix) = &calculix {
        calculix.run();
        agree(&ours(), &shown, &calculix.values(), SAME_MESH);
    }
    let peer = calculix
        .as_ref()
        .map(|calculix| repeated(|| calculix.run()));
    let found = compare_measured(repeated(|| drop(black_box(ours()))), peer);
    Line::new(name, found.wall, "s").beside(&shown, found.ratio)
}

pub fn gear_mesh() -> Line {
    let time = alone(Duration::from_secs(2), || drop(black_box(medium())));
    Line::new("gear-mesh", time * 1e3, "ms")
}

pub fn assembly() -> Line {
    let mesh = medium();
    let time = alone(Duration::from_secs(3), || drop(black_box(model(&mesh))));
    Line::new("fe-assembly", time, "s")
}

pub fn statics() -> Vec<Line> {
    let mut lines = Vec::new();
    {
        let large = model(&medium());
        forget_peak();
        let (cost, _) = Cost::of(|| solve(&large, LOADS));
        lines.push(Line::new("fe-statics", cost.wall, "s"));
        let what = format!(
            "the largest memory of the process at that, {} unknowns (aim: below 4 GiB)",
            large.stiffness.n
        );
        lines.push(Line::new("fe-statics", peak_memory(), "GiB").what(&what));
    }
    let mesh = coarse();
    let small = model(&mesh);
    let n = small.stiffness.n;
    let folder = tempfile::tempdir().unwrap();
    let matrices = folder.path().join("matrices");
    peers::write_matrices(&small, &matrices);
    let what =
        format!("the same of a coarse gear of {n} unknowns, against SuperLU on the same matrix");
    let scipy = ("statics", &*matrices, LOADS);
    let line = beside_scipy("fe-statics", scipy, || vec![solve(&small, LOADS)]);
    lines.push(line.what(&what));
    lines.push(one_load(&mesh, folder.path()));
    lines
}

/// A push on a tooth of the coarse gear.
fn one_load(mesh: &Mesh, folder: &Path) -> Line {
    let node = (0..mesh.nodes.len()).max_by(|&i, &j| {
        let [a, b] = [i, j].map(|i| mesh.nodes[i][0]);
        a.total_cmp(&b)
    });
    let node = node.unwrap() as u32;
    let force = [0.0, 1000.0, 0.0];
    let ours = || {
        let model = model(mesh);
        let mut forces = vec![[0.0; 3]; mesh.nodes.len()];
        forces[node as usize] = force;
        let mut x = model.dof_map.reduce(&forces).unwrap();
        let factor = Factor::positive_definite(&model.stiffness, Some(&groups(&model))).unwrap();
        factor.solve_in_place(&mut x, 1).unwrap();
        model.dof_map.expand(&x).unwrap()[node as usize].to_vec()
    };
    let push = Step::Static {
        name: "push".to_owned(),
        forces: vec![NodeForce { node, force }],
        on_support: [0.0; 6],
    };
    let calculix = Calculix::on(&input(mesh, push, &[node]), folder);
    let what = "assemble, factorise and solve that coarse gear for one load, against a run of CalculiX on the same mesh";
    beside_calculix("fe-statics", calculix, ours).what(what)
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
    let held = model(&mesh);
    let n = held.stiffness.n;
    let hertz = |model: &FeModel| -> Vec<f64> {
        let found = model.modes(ModeRange::Lowest(MODES), None, &mut unobserved);
        let elastic = found.unwrap().elastic;
        elastic.iter().map(|mode| mode.frequency_hz).collect()
    };
    let eigenvalues = || {
        let hertz = hertz(&held).into_iter();
        hertz.map(|f| (std::f64::consts::TAU * f).powi(2)).collect()
    };
    let folder = tempfile::tempdir().unwrap();
    let matrices = folder.path().join("matrices");
    peers::write_matrices(&held, &matrices);
    let what = format!(
        "the {MODES} lowest modes of a coarse gear of {n} unknowns held in its bore, none missing by a count, \
         against ARPACK and SuperLU on the same matrices (aim: below 20 s)"
    );
    let scipy = ("modes", &*matrices, MODES);
    let frequency = Step::Frequency { count: MODES };
    let calculix = Calculix::on(&input(&mesh, frequency, &[]), folder.path());
    let whole = "assembly and those modes, against a run of CalculiX on the same mesh";
    vec![
        beside_scipy("fe-modes", scipy, eigenvalues).what(&what),
        beside_calculix("fe-modes", calculix, || hertz(&model(&mesh))).what(whole),
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
