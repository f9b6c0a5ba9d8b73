//! Shaded pictures of a body: its mesh, deflections, stresses, mode shapes.

use super::statics::CaseResult;
use super::{Body, Failure, element_name};
use crate::fem::Mesh;
use crate::geometry::FlankSide;
use crate::plot::{Axis, RichText};
use crate::render::{Deformation, Field, Lines, Magnification, Page, Render, Surface, View};
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

/// Deflection of the body and stress in its loaded teeth.
pub(super) fn case(body: &Body, case: &CaseResult) -> Result<Vec<Picture>, Failure> {
    let name = &body.gear.name;
    let flanks = case.loaded_flanks(body);
    let scaled = |values: &[f64], factor: f64| values.iter().map(|value| factor * value).collect();
    let views = [
        (
            "deflection",
            "Deflection",
            surface(&body.mesh)?,
            View::OBLIQUE,
            scaled(&case.lengths(), 1e6),
            Axis::new("Displacement", "µm"),
        ),
        (
            "stress",
            "Stress",
            surface(&around(body, &flanks))?,
            towards(body, &flanks),
            scaled(&case.von_mises, 1e-6),
            Axis::new("Von Mises stress", "MPa"),
        ),
    ];
    views
        .into_iter()
        .map(|(kind, what, surface, view, values, axis)| {
            let render = Render {
                title: RichText::plain(&format!("{what} of gear {name}, case {}", case.name)),
                subtitle: RichText::plain(&size(&body.mesh)),
                surface,
                field: Some(Field { values, axis }),
                deformation: Some(Deformation {
                    displacements: case.deflection.displacements.clone(),
                    magnification: Magnification::Auto,
                }),
                lines: Lines::Features,
                view,
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

/// Shapes of a reduced body, each with its caption.
pub(super) fn shapes(
    body: &Body,
    shapes: Vec<(RichText, Vec<[f64; 3]>)>,
) -> Result<Picture, Failure> {
    let name = &body.gear.name;
    let title = RichText::plain(&format!("Shapes of the reduced gear {name}"));
    let mut page = Page::of_shapes(title, surface(&body.mesh)?, shapes);
    page.subtitle = RichText::plain(&size(&body.mesh));
    Ok(Picture::shaded(
        format!("shapes-{name}"),
        page.png().map_err(|e| e.to_string())?,
    ))
}

/// The sectors of the loaded teeth and their neighbours, so that roots can be seen; the whole gear where all are loaded or
/// none is.
fn around(body: &Body, flanks: &[(u32, FlankSide)]) -> Mesh {
    let total = body.sector.teeth;
    let mut mesh = body.mesh.clone();
    let is_near = |sector: u32| {
        flanks.iter().any(|&(tooth, _)| {
            let apart = (tooth - 1).abs_diff(sector);
            let is_across_the_end = !body.sector.is_rack && apart + 1 >= total;
            apart <= 1 || is_across_the_end
        })
    };
    let near: Vec<u32> = (0..total).filter(|&sector| is_near(sector)).collect();
    if near.is_empty() {
        return mesh;
    }
    // The elements of the whole stand sector by sector.
    let per_sector = body.sector.mesh.connectivity.len();
    let of_sector = |&sector: &u32| {
        let start = sector as usize * per_sector;
        body.mesh.connectivity[start..start + per_sector].to_vec()
    };
    mesh.connectivity = near.iter().flat_map(of_sector).collect();
    mesh
}

/// Seen from the side of the first of these flanks, from where the teeth of this gear can be seen.
fn towards(body: &Body, flanks: &[(u32, FlankSide)]) -> View {
    let mut view = View::OBLIQUE;
    let Some((tooth, side)) = flanks.first() else {
        return view;
    };
    let [x, y, z] = view.towards_eye;
    let is_internal = body
        .gear
        .geometry
        .as_wheel()
        .is_some_and(|w| w.is_internal());
    view.towards_eye = [if is_internal { -x } else { x }, side.sign() * y.abs(), z];
    if !body.sector.is_rack {
        let (sin, cos) = (f64::from(tooth - 1) * body.sector.pitch).sin_cos();
        let [x, y, z] = view.towards_eye;
        view.towards_eye = [x * cos - y * sin, x * sin + y * cos, z];
    }
    view
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
