//! From a finite-element gear to a reduced body: one sector for all, against the whole gear.

use std::hint::black_box;
use std::process::{Command, Stdio};

use pitchline::Model;
use pitchline::fem::{
    ComplianceDirections, CyclicBody, CyclicSupport, ElementKind, FeModel, FlankChoice, Interface,
    MeshControls, MeshSize, ModeChoice, PointMotions, RecoveryNodes, ReducedBody, ReductionKind,
    ReductionOptions, Sector,
};
use pitchline_algebra::unobserved;

use crate::Line;
use crate::finite_elements::{STEEL, forget_peak, peak_memory};
use crate::measure::compare;

const MODEL: &str = include_str!("../../../../examples/spur-50-50.toml");
/// As many as the published reduction of this gear has. [bruzzone] table 2
const COORDINATES: usize = 229;
/// Parts of the width of each flank with a load of their own.
const ZONES: u32 = 2;
/// Two bases of one space: rounding of static solutions and modes.
const SAME: f64 = 1e-8;

/// The bore tied to a shaft that may turn.
const SEAT: CyclicSupport = CyclicSupport::Tied {
    place_z: 0.0,
    moves: [false, false, false, false, false, true],
};

fn sector() -> Sector {
    let (model, _) = Model::load(MODEL.as_bytes());
    let gear = model.unwrap().body("pinion").unwrap();
    let blank = gear.blank.unwrap();
    let mut controls = MeshControls::of(MeshSize::Medium, &gear.geometry, &blank);
    controls.rim = 7;
    controls.fit_rim(MeshSize::Medium, &gear.geometry, &blank);
    Sector::build(&gear.geometry, &blank, &controls, ElementKind::Hex8).unwrap()
}

fn options(displacements: RecoveryNodes) -> ReductionOptions {
    ReductionOptions {
        kind: ReductionKind::DualCraigBampton,
        modes: ModeChoice::Fill(COORDINATES),
        drop_below: ReductionOptions::DROP_BELOW,
        displacements,
        stresses: Vec::new(),
        compare: 10,
        compliance: ComplianceDirections::Normal,
        turns: false,
        memory_limit: None,
    }
}

fn interface(mesh: &pitchline::fem::Mesh, map: &pitchline::fem::DofMap) -> Interface {
    Interface::on(mesh, map)
        .flank_joints(&FlankChoice::all(), ZONES, PointMotions::Normal)
        .unwrap()
        .finish()
}

fn cyclic(displacements: RecoveryNodes) -> ReducedBody {
    let sector = sector();
    let whole = sector.whole();
    let body = CyclicBody::build(&sector, STEEL, &SEAT, None).unwrap();
    let map = body.whole_dof_map(&whole).unwrap();
    let interface = interface(&whole, &map);
    body.reduce(&whole, &interface, &options(displacements), &mut unobserved)
        .unwrap()
}

fn whole(displacements: RecoveryNodes) -> ReducedBody {
    let sector = sector();
    let mesh = sector.whole();
    let support = SEAT.on(&mesh, sector.seat()).unwrap();
    let model = FeModel::build(mesh, STEEL, support).unwrap();
    let interface = interface(&model.mesh, &model.dof_map);
    model
        .reduce(&interface, &options(displacements), &mut unobserved)
        .unwrap()
}

/// Both span the same space: the same frequencies.
fn assert_same(a: &ReducedBody, b: &ReducedBody) {
    assert_eq!((a.n(), b.n()), (COORDINATES, COORDINATES));
    let sorted = |body: &ReducedBody| {
        let mut values: Vec<f64> = (0..body.n())
            .map(|i| body.stiffness[i * (body.n() + 1)])
            .collect();
        values.sort_by(f64::total_cmp);
        values
    };
    for (a, b) in sorted(a).iter().zip(sorted(b)) {
        assert!((a - b).abs() < SAME * b, "{a} {b}");
    }
}

pub fn reduce() -> Vec<Line> {
    forget_peak();
    let ours = cyclic(RecoveryNodes::Flanks);
    let memory = peak_memory();
    assert_same(&ours, &whole(RecoveryNodes::Flanks));
    let unknowns = ours.origin.n_unknowns;
    let on_flanks = compare(
        || drop(black_box(cyclic(RecoveryNodes::Flanks))),
        || drop(black_box(whole(RecoveryNodes::Flanks))),
    );
    let everywhere = compare(
        || {
            let body = cyclic(RecoveryNodes::All);
            black_box(body.explicit_recovery().unwrap());
        },
        || drop(black_box(whole(RecoveryNodes::All))),
    );
    let what = format!(
        "mesh to reduced body: {unknowns} unknowns to {COORDINATES} coordinates by one sector, with flank compliance and recovery on the flanks (aim: 6 times)"
    );
    let of_memory = "the largest memory of the process at that (aim: below 1 GiB)";
    let of_all = "the same with recovery of all nodes of all sectors (aim: 4 times)";
    let peer = "whole-gear route";
    [
        Line::new("reduce", on_flanks.wall, "s")
            .what(&what)
            .beside(peer, on_flanks.ratio),
        Line::new("reduce", memory, "GiB").what(of_memory),
        Line::new("reduce", everywhere.wall, "s")
            .what(of_all)
            .beside(peer, everywhere.ratio),
    ]
    .into()
}

/// That gear with a study, for the program.
fn model_with_study() -> String {
    let blank = "blank = { bore_radius = \"30.5 mm\" }";
    let meshed = format!("{blank}\nmesh = {{ size = \"medium\", rim = 7 }}");
    let study = "\n[[studies]]\nname = \"reduce\"\nkind = \"reduce\"\ngear = \"pinion\"\nsupport = { turn_z = \"free\" }\n\
                 interface = { flanks = \"joints\", zones = 2, motions = \"normal\" }\ncoordinates = 229\n";
    let mut text = MODEL.replacen(blank, &meshed, 1);
    text.push_str(study);
    text
}

/// The whole program on a model whose reduced body is in the cache, beside the run that put it there.
pub fn cached() -> Line {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model.toml");
    std::fs::write(&model, model_with_study()).unwrap();
    let cache = folder.path().join("cache");
    let run = || {
        let program = Command::new(env!("CARGO_BIN_EXE_pitchline"))
            .args(["run", "--study", "reduce", "--quiet", "--out"])
            .arg(folder.path().join("results"))
            .arg(&model)
            .env("PITCHLINE_CACHE", &cache)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(program.unwrap().success());
    };
    let anew = || {
        if cache.exists() {
            std::fs::remove_dir_all(&cache).unwrap();
        }
        run();
    };
    anew();
    let found = compare(run, anew);
    Line::new("reduce-cached", found.wall, "s").beside("the first run", found.ratio)
}
