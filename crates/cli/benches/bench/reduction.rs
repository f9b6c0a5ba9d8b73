//! From a finite-element gear to a reduced body: one sector for all, against the whole gear.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Duration;

use pitchline::Model;
use pitchline::fem::{
    ComplianceDirections, CyclicBody, CyclicSupport, ElementKind, FeModel, FlankChoice, Interface,
    MeshControls, MeshSize, ModeChoice, PointMotions, RecoveryNodes, ReducedBody, ReductionKind,
    ReductionOptions, Sector,
};
use pitchline_algebra::unobserved;

use crate::finite_elements::{STEEL, forget_peak, line, peak_memory};
use crate::{Line, median, once, ratio};

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
    let mut lines = Vec::new();
    forget_peak();
    let (time, ours) = once(|| cyclic(RecoveryNodes::Flanks));
    let memory = peak_memory();
    let (all_time, _) = once(|| {
        let body = cyclic(RecoveryNodes::All);
        black_box(body.explicit_recovery().unwrap())
    });
    let (whole_time, theirs) = once(|| whole(RecoveryNodes::Flanks));
    assert_same(&ours, &theirs);
    drop(theirs);
    let (whole_all_time, _) = once(|| black_box(whole(RecoveryNodes::All)));
    let unknowns = ours.origin.n_unknowns;
    lines.push(Line {
        ratio: ratio(whole_time, time),
        peer: "whole-gear route".to_owned(),
        what: Some(format!(
            "mesh to reduced body: {unknowns} unknowns to {COORDINATES} coordinates by one sector, with flank compliance and recovery on the flanks (aim: 6 times)"
        )),
        ..line("reduce", time.as_secs_f64(), "s")
    });
    lines.push(Line {
        what: Some("the largest memory of the process at that (aim: below 1 GiB)".to_owned()),
        ..line("reduce", memory, "GiB")
    });
    lines.push(Line {
        ratio: ratio(whole_all_time, all_time),
        peer: "whole-gear route".to_owned(),
        what: Some("the same with recovery of all nodes of all sectors (aim: 4 times)".to_owned()),
        ..line("reduce", all_time.as_secs_f64(), "s")
    });
    lines
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
    let run = || {
        let program = Command::new(env!("CARGO_BIN_EXE_pitchline"))
            .args(["run", "--study", "reduce", "--quiet", "--out"])
            .arg(folder.path().join("results"))
            .arg(&model)
            .env("PITCHLINE_CACHE", folder.path().join("cache"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(program.unwrap().success());
    };
    let (first, ()) = once(run);
    let again = median(Duration::from_secs(2), run);
    Line {
        ratio: ratio(first, again),
        peer: "the first run".to_owned(),
        ..line("reduce-cached", again.as_secs_f64(), "s")
    }
}
