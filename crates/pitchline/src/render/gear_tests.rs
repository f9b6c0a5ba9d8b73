//! Pictures of gears and their sectors.

use super::*;
use crate::fem::{ElementKind, Mesh};
use crate::fields::testing::{keep, sector};
use crate::plot::{Axis, audit, svg};

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

fn field(mesh: &Mesh) -> Field {
    Field {
        values: bent(mesh).iter().map(|u| 1e6 * u[1]).collect(),
        axis: Axis::new("Deflection", "µm"),
    }
}

#[test]
fn gears_are_drawn() {
    let [linear, quadratic] =
        [ElementKind::Hex8, ElementKind::Hex20].map(|kind| sector("helical", 0, kind));
    let whole = linear.whole();
    let surface = Surface::of_mesh(&whole).unwrap();
    let bending = Render {
        field: Some(field(&whole)),
        deformation: Some(Deformation {
            displacements: bent(&whole),
            magnification: Magnification::Auto,
        }),
        lines: Lines::Features,
        ..Render::of_mesh("Deflection of the pinion", surface.clone())
    };
    let page = [
        ("gear.png", surface),
        ("sector.png", Surface::of_mesh(&linear.mesh).unwrap()),
        ("sector20.png", Surface::of_mesh(&quadratic.mesh).unwrap()),
    ];
    let meshes = page.map(|(name, surface)| (name, Render::of_mesh("Mesh of the pinion", surface)));
    for (name, render) in meshes.into_iter().chain([("bending.png", bending)]) {
        keep(name, &render.png().unwrap());
        let scene = render.draw().unwrap().1;
        assert_eq!(audit::faults(&svg::write(&scene)), [], "{name}");
    }
}
