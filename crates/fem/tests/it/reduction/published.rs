//! The gears of \[bruzzone\] and \[virlez\]: as many coordinates as there, on coarse meshes.

use std::fmt::Write as _;

use pitchline_algebra::unobserved;
use pitchline_fem::{
    Centre, CoordinateKind, ElementKind, FeModel, FlankChoice, FlankNodes, Interface, Material,
    MeshControls, MeshSize, ModeChoice, ModeRange, PointMotions, RecoveryNodes, ReductionKind,
    Sector, Support,
};
use pitchline_geometry::{Blank, CylindricalData, CylindricalGear, FlankSide, GearKind, Tip};

use super::support::{options, reduce};
use crate::mesher_gears::data;

/// A gear whose bore is rigid, with a centre that moves as told. Elements over flank, root, layer, tip, width, rim; growth
/// of the rows of the rim.
fn model(
    data: CylindricalData,
    bore_radius: f64,
    material: Material,
    kind: ElementKind,
    (elements, growth): ([usize; 6], f64),
    moves: [bool; 6],
) -> FeModel {
    let gear = CylindricalGear::build(data).unwrap();
    let blank = Blank::solid(bore_radius);
    let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    [
        controls.flank,
        controls.root,
        controls.layer,
        controls.across,
        controls.width,
        controls.rim,
    ] = elements;
    controls.grading.rim = growth;
    let mesh = Sector::build(&gear, &blank, &controls, kind)
        .unwrap()
        .whole();
    let bore = mesh.node_set("bore").unwrap().nodes.clone();
    let centre = Centre {
        place: [0.0; 3],
        moves,
    };
    let support = Support::free(&mesh).tied(&bore, centre).unwrap();
    FeModel::build(mesh, material, support).unwrap()
}

/// Table 1 of \[bruzzone\]: ten flexible frequencies of 229 coordinates within 0.05 % of the full body's, its least MAC 0.889.
/// Here doublets are compared as planes, so that the least must be better.
#[test]
fn fifty_teeth_by_229_coordinates() {
    let material = Material {
        youngs_modulus: 207e9,
        poisson_ratio: 0.3,
        density: 7600.0,
    };
    let turns = [false, false, false, false, false, true];
    let fifty = data(GearKind::External, 50, 3e-3);
    let fineness = ([3, 2, 1, 4, 2, 4], 1.4);
    let model = model(fifty, 30.5e-3, material, ElementKind::Hex8, fineness, turns);
    assert!(model.dof_map.n_unknowns() < 60_000);
    let range = ModeRange::Lowest(10);
    let modes = model.modes(range, None, &mut unobserved).unwrap();
    // Three neighbouring flanks, on which contact moves.
    let spread = FlankNodes::Spread {
        rows: 4,
        columns: 2,
    };
    let flanks = FlankChoice::of_teeth(&[1, 2, 3]).on(FlankSide::Right);
    let interface = Interface::on(&model.mesh, &model.dof_map)
        .centre(0)
        .unwrap()
        .flank_nodes(&flanks, spread, PointMotions::Translations)
        .unwrap()
        .auxiliary_nodes(12, &modes)
        .unwrap()
        .finish();
    assert_eq!(interface.n(), 1 + 3 * (24 + 12));
    let mut options = options(ReductionKind::CraigBampton, ModeChoice::Fill(229));
    options.compare = 10;
    options.displacements = RecoveryNodes::Flanks;
    let body = reduce(&model, &interface, &options);
    assert_eq!((body.n(), body.origin.n_rigid), (229, 1));
    let mut seen = String::new();
    for (mode, full) in body.check.modes.iter().zip(&modes.elastic) {
        writeln!(seen, "{mode:?}").unwrap();
        assert!((mode.full_hz / full.frequency_hz - 1.0).abs() < 1e-9);
        let error = mode.reduced_hz.unwrap() / mode.full_hz - 1.0;
        // A Ritz value is not below.
        assert!((-1e-9..5e-4).contains(&error), "{seen}");
        assert!(mode.mac > 0.95 && mode.mac < 1.0 + 1e-9, "{seen}");
    }
    assert_eq!(body.check.modes.len(), 10);
}

/// The wheels of \[virlez\]: profile shifts that give the printed root diameters with a dedendum of 1.25 modules.
fn virlez(teeth: u32, bore_radius: f64, is_tied: bool) -> FeModel {
    let (tip_diameter, root_diameter) = match teeth {
        16 => (82.64e-3, 62.5e-3),
        _ => (118.64e-3, 98.37e-3),
    };
    let module = 4.5e-3;
    let mut wheel = data(GearKind::External, teeth, module);
    wheel.face_width = 15e-3;
    wheel.tip = Tip::Diameter(tip_diameter);
    wheel.profile_shift = 0.5 * (root_diameter / module - f64::from(teeth)) + 1.25;
    let steel = Material {
        youngs_modulus: 206e9,
        poisson_ratio: 0.3,
        density: 7850.0,
    };
    let fineness = ([1, 2, 1, 4, 2, 2], 1.5);
    let tied = model(
        wheel,
        bore_radius,
        steel,
        ElementKind::Hex20,
        fineness,
        [true; 6],
    );
    match is_tied {
        true => tied,
        false => {
            let support = Support::free(&tied.mesh);
            FeModel::build(tied.mesh, steel, support).unwrap()
        }
    }
}

/// Frequencies (Hz) with one mean joint of each flank held, and the centre where the bore is tied.
fn held_frequencies(model: &FeModel, n_modes: usize) -> Vec<f64> {
    let joints = Interface::on(&model.mesh, &model.dof_map)
        .flank_joints(&FlankChoice::all(), 1, PointMotions::All)
        .unwrap();
    let interface = match model.dof_map.centres() {
        [] => joints,
        _ => joints.centre(0).unwrap(),
    }
    .finish();
    let modes = ModeChoice::Fill(interface.n() + n_modes);
    let mut options = options(ReductionKind::CraigBampton, modes);
    options.displacements = RecoveryNodes::Flanks;
    let body = reduce(model, &interface, &options);
    let hz = |coordinate: &pitchline_fem::Coordinate| match coordinate.kind {
        CoordinateKind::HeldMode { frequency_hz } => Some(frequency_hz),
        _ => None,
    };
    body.coordinates.iter().filter_map(hz).collect()
}

/// The table of `validation/reduction`: modes with the flanks held, bore free, beside the printed ones.
#[test]
fn internal_modes_of_virlez_as_the_page_tells_them() {
    let folder = format!("{}/../../validation/reduction", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
    let printed = std::fs::read_to_string(format!("{folder}/virlez.csv")).unwrap();
    let lines = printed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    for line in lines {
        let cells: Vec<f64> = line
            .split(',')
            .map(|cell| cell.trim().parse().unwrap())
            .collect();
        let [teeth, f1, f100, bore_mm] = cells[..] else {
            panic!("{line}");
        };
        let bore = bore_mm * 1e-3;
        let free = held_frequencies(&virlez(teeth as u32, bore, false), 100);
        let tied = held_frequencies(&virlez(teeth as u32, bore, true), 1);
        let row = format!(
            "| {teeth} | {bore_mm} | {f1} | {:.0} | {f100} | {:.0} | {:.0} |",
            free[0], free[99], tied[0]
        );
        assert!(page.contains(&row), "{row}");
    }
}
