//! Shaded pictures of a body: its mesh, deflections, stresses, mode shapes.

use super::statics::CaseResult;
use super::{Body, Failure, element_name};
use crate::fem::Mesh;
use crate::plot::{Axis, RichText};
use crate::render::{Deformation, Field, Lines, Magnification, Page, Render, Surface};
use crate::results::Picture;

/// Most modes on a page.
const MODES_SHOWN: usize = 6;

/// One sector, and the whole gear.
pub(super) fn mesh(body: &Body) -> Result<Vec<Picture>, Failure> {
    let name = &body.gear.name;
    let views = [
        (
            "sector",
            format!("One tooth of gear {name}"),
            &body.sector.mesh,
        ),
        ("mesh", format!("Mesh of gear {name}"), &body.mesh),
    ];
    views
        .into_iter()
        .map(|(kind, title, mesh)| {
            let mut render = Render::of_mesh(RichText::plain(&title), surface(mesh)?);
            render.subtitle = RichText::plain(&size(mesh));
            picture(format!("{kind}-{name}"), &render)
        })
        .collect()
}

/// Deflection and stress of a load case.
pub(super) fn case(body: &Body, case: &CaseResult) -> Result<Vec<Picture>, Failure> {
    let name = &body.gear.name;
    let surface = surface(&body.mesh)?;
    let scaled = |values: &[f64], factor: f64| values.iter().map(|value| factor * value).collect();
    let views = [
        (
            "deflection",
            "Deflection",
            scaled(&case.lengths(), 1e6),
            Axis::new("Displacement", "µm"),
        ),
        (
            "stress",
            "Stress",
            scaled(&case.von_mises, 1e-6),
            Axis::new("Von Mises stress", "MPa"),
        ),
    ];
    views
        .into_iter()
        .map(|(kind, what, values, axis)| {
            let render = Render {
                title: RichText::plain(&format!("{what} of gear {name}, case {}", case.name)),
                subtitle: RichText::plain(&size(&body.mesh)),
                surface: surface.clone(),
                field: Some(Field { values, axis }),
                deformation: Some(Deformation {
                    displacements: case.deflection.displacements.clone(),
                    magnification: Magnification::Auto,
                }),
                lines: Lines::Features,
                view: crate::render::View::OBLIQUE,
            };
            picture(format!("{kind}-{name}-{}", case.name), &render)
        })
        .collect()
}

/// The first modes on a page.
pub(super) fn modes(body: &Body, shapes: &[(f64, Vec<[f64; 3]>)]) -> Result<Picture, Failure> {
    let name = &body.gear.name;
    let shown = &shapes[..shapes.len().min(MODES_SHOWN)];
    let title = RichText::plain(&format!("Modes of gear {name}"));
    let mut page = Page::of_modes(title, surface(&body.mesh)?, shown);
    page.subtitle = RichText::plain(&size(&body.mesh));
    Ok(Picture::shaded(
        format!("modes-{name}"),
        page.png().map_err(|e| e.to_string())?,
    ))
}

fn surface(mesh: &Mesh) -> Result<Surface, Failure> {
    Surface::of_mesh(mesh).map_err(|e| e.to_string())
}

fn size(mesh: &Mesh) -> String {
    format!(
        "{} elements {}, {} nodes",
        mesh.n_elements(),
        element_name(mesh.kind),
        mesh.nodes.len()
    )
}

fn picture(name: String, render: &Render) -> Result<Picture, Failure> {
    Ok(Picture::shaded(
        name,
        render.png().map_err(|e| e.to_string())?,
    ))
}
