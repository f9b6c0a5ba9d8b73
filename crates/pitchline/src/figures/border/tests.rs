//! Borders of gears, their sectors and a ring.

use super::*;
use crate::fem::{ElementKind, Mesh};
use crate::fields::testing::{annulus, keep, sector};
use crate::pictures::{Axis, Deformation, Figure, Lines, Magnification, ShadedView, audit};

/// A bending tooth: displacements grow with the height above the root, on the side of +x only.
fn bent(mesh: &Mesh) -> Vec<[f64; 3]> {
    let reach = mesh.nodes.iter().map(|p| p[0]).fold(0.0, f64::max);
    let shape = |p: &[f64; 3]| {
        let x = (p[0] / reach).max(0.0);
        [
            0.0,
            1e-5 * x.powi(8) * (-(p[1] / (0.15 * reach)).powi(2)).exp(),
            0.0,
        ]
    };
    mesh.nodes.iter().map(shape).collect()
}

#[test]
fn gears_are_drawn() {
    let [linear, quadratic] =
        [ElementKind::Hex8, ElementKind::Hex20].map(|kind| sector("helical", 0, kind));
    let whole = linear.whole();
    let border = Border::of(&whole).unwrap();
    let moves = bent(&whole);
    let sizes: Vec<f64> = moves.iter().map(|u| 1e6 * u[1]).collect();
    let axis = Axis::new("Deflection", "µm");
    let bending = ShadedView {
        field: Some(border.field(&sizes, axis).unwrap()),
        deformation: Some(Deformation {
            displacements: border.values("displacement", &moves).unwrap(),
            magnification: Magnification::Auto,
        }),
        lines: Lines::Features,
        ..ShadedView::of_mesh("Deflection of the pinion", border.surface.clone())
    };
    let page = [
        ("gear.png", border.surface),
        ("sector.png", Border::of(&linear.mesh).unwrap().surface),
        ("sector20.png", Border::of(&quadratic.mesh).unwrap().surface),
    ];
    let meshes =
        page.map(|(name, surface)| (name, ShadedView::of_mesh("Mesh of the pinion", surface)));
    for (name, view) in meshes.into_iter().chain([("bending.png", bending)]) {
        let figure = Figure::from(view);
        keep(name, &figure.draw().unwrap().png().unwrap());
        assert_eq!(audit::of(&figure).unwrap(), [], "{name}");
    }
}

#[test]
fn the_border_has_its_own_nodes_and_the_extremes_of_all() {
    let mut mesh = annulus(ElementKind::Hex8, [2, 8, 2]);
    let radius = |p: &[f64; 3]| p[0].hypot(p[1]);
    let inside: Vec<bool> = mesh
        .nodes
        .iter()
        .map(|p| p[2].abs() < 1e-9 && (0.04..0.07).contains(&radius(p)))
        .collect();
    let n_inside = inside.iter().filter(|is| **is).count();
    assert_eq!(n_inside, 8);
    let border = Border::of(&mesh).unwrap();
    assert_eq!(border.surface.nodes().len(), mesh.nodes.len() - n_inside);
    let values: Vec<f64> = inside
        .iter()
        .map(|is| if *is { 7.0 } else { 1.0 })
        .collect();
    let field = border.field(&values, Axis::new("x", "–")).unwrap();
    assert_eq!(field.extremes, Some([1.0, 7.0]));
    assert_eq!(field.values, vec![1.0; 64]);
    let short = border.values("x", &values[1..]).unwrap_err();
    assert!(short.to_string().contains("71 values where 72"), "{short}");
    mesh.connectivity[3] = 99;
    let wrong = Border::of(&mesh).err().unwrap();
    assert!(wrong.to_string().contains("node 99"), "{wrong}");
}
