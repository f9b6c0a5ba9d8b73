//! What the words are worth: frequencies of coarse meshes beside those of quadratic elements.

use pitchline_fem::{
    Centre, ElementKind, FeModel, Material, MeshControls, MeshSize, ModeRange, Sector, Support,
};
use pitchline_geometry::{Blank, CylindricalGear, GearKind};

use super::mesher_gears::data;

/// The lowest frequencies of a thin wheel whose bore is held (Hz).
fn frequencies(kind: ElementKind, change: impl Fn(&mut MeshControls)) -> Vec<f64> {
    let mut thin = data(GearKind::External, 24, 2e-3);
    thin.face_width = 5e-3;
    let gear = CylindricalGear::build(thin).unwrap();
    let blank = Blank::solid(6e-3);
    let mut controls = MeshControls::of(MeshSize::Coarse, &gear, &blank);
    change(&mut controls);
    controls.fit_rim(MeshSize::Coarse, &gear, &blank);
    let mesh = Sector::build(&gear, &blank, &controls, kind)
        .unwrap()
        .whole();
    let bore = mesh.node_set("bore").unwrap().nodes.clone();
    let centre = Centre {
        place: [0.0; 3],
        moves: [false; 6],
    };
    let support = Support::free(&mesh).tied(&bore, centre).unwrap();
    let steel = Material {
        youngs_modulus: 206e9,
        poisson_ratio: 0.3,
        density: 7850.0,
    };
    let model = FeModel::build(mesh, steel, support).unwrap();
    let mut unwatched = |_: pitchline_fem::Progress| std::ops::ControlFlow::Continue(());
    let modes = model.modes(ModeRange::Lowest(4), None, &mut unwatched);
    let modes = modes.unwrap().elastic;
    modes.iter().map(|mode| mode.frequency_hz).collect()
}

/// A wheel that bends about its bore: the word `coarse` promises frequencies within two per cent. Twenty nodes, which agree
/// with CalculiX in all digits (`validation/gear-bodies`), stand for the truth.
#[test]
fn coarse_is_good_for_frequencies() {
    let truth = frequencies(ElementKind::Hex20, |_| {});
    let coarse = frequencies(ElementKind::Hex8, |_| {});
    for (coarse, truth) in coarse.iter().zip(&truth) {
        assert!((coarse / truth - 1.0).abs() < 0.02, "{coarse} {truth}");
    }
}

/// More rows come nearer to the truth: their growth follows their number.
#[test]
fn more_rows_are_better_rows() {
    let first = |rim: usize| frequencies(ElementKind::Hex8, |controls| controls.rim = rim)[0];
    let [few, some, many] = [3, 6, 12].map(first);
    assert!(few > some && some > many, "{few} {some} {many}");
}
