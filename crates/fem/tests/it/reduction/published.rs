//! The gear of \[bruzzone\]: as many coordinates as there, on a coarse mesh.

use std::fmt::Write as _;

use pitchline_algebra::unobserved;
use pitchline_fem::{
    Centre, ElementKind, FeModel, FlankChoice, FlankNodes, Interface, Material, MeshControls,
    MeshSize, ModeChoice, ModeRange, PointMotions, RecoveryNodes, ReductionKind, Sector, Support,
};
use pitchline_geometry::{Blank, CylindricalData, CylindricalGear, FlankSide, GearKind};

use super::support::{options, reduce};
use crate::mesher_gears::data;

/// A gear whose bore is rigid, with a centre that moves as told. Elements over flank, root, layer, tip, width, rim; growth
/// of the rows of the rim.
pub(super) fn model(
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
