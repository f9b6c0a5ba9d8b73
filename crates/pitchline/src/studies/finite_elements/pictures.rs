//! Shaded pictures of a body: its mesh, deflections, stresses, mode shapes.

use crate::fem::Mesh;
use crate::figures::Border;
use crate::geometry::FlankSide;
use crate::number::short;
use crate::pictures::{
    Axis, Deformation, Lines, Magnification, PageView, RichText, ShadedPage, ShadedView, View,
};
use crate::resources::{GearBody, element_name};
use crate::results::Picture;
use crate::studies::Failure;
use crate::studies::fe_static::CaseResult;

/// Most modes on a page.
const MODES_SHOWN: usize = 6;

/// One sector, and the whole gear.
pub(in crate::studies) fn mesh(body: &GearBody) -> Result<Vec<Picture>, Failure> {
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
            let mut view = ShadedView::of_mesh(RichText::plain(&title), border(mesh)?.surface);
            view.subtitle = RichText::plain(&size(mesh));
            Ok(Picture::new(format!("{kind}-{name}"), view))
        })
        .collect()
}

/// Deflection of the body and stress in its loaded teeth.
pub(in crate::studies) fn case(
    body: &GearBody,
    case: &CaseResult,
) -> Result<Vec<Picture>, Failure> {
    let name = &body.gear.name;
    let flanks = case.loaded_flanks(body);
    let scaled = |values: &[f64], factor: f64| values.iter().map(|value| factor * value).collect();
    let views = [
        (
            "deflection",
            "Deflection",
            border(&body.mesh)?,
            View::OBLIQUE,
            scaled(&case.lengths(), 1e6),
            Axis::new("Displacement", "µm"),
        ),
        (
            "stress",
            "Stress",
            border(&around(body, &flanks))?,
            towards(body, &flanks),
            scaled(&case.von_mises, 1e-6),
            Axis::new("Von Mises stress", "MPa"),
        ),
    ];
    views
        .into_iter()
        .map(
            |(kind, what, border, view, values, axis): (_, _, Border, _, Vec<f64>, _)| {
                let displacements = border.values("displacement", &case.deflection.displacements);
                let view = ShadedView {
                    title: RichText::plain(&format!("{what} of gear {name}, case {}", case.name)),
                    subtitle: RichText::plain(&size(&body.mesh)),
                    field: Some(border.field(&values, axis)?),
                    deformation: Some(Deformation {
                        displacements: displacements?,
                        magnification: Magnification::Auto,
                    }),
                    surface: border.surface,
                    lines: Lines::Features,
                    view,
                };
                let file = format!("{kind}-{name}-{}", case.name);
                Ok(Picture::new(file, view))
            },
        )
        .collect()
}

/// The first modes on a page.
pub(in crate::studies) fn modes(
    body: &GearBody,
    shapes: &[(f64, Vec<[f64; 3]>)],
) -> Result<Picture, Failure> {
    let captioned = shapes.iter().take(MODES_SHOWN).enumerate();
    let captioned = captioned.map(|(i, (frequency, shape))| {
        let caption = format!("Mode {}: {} Hz", i + 1, short(*frequency));
        (RichText::plain(&caption), shape)
    });
    page(body, "modes", "Modes of gear", captioned)
}

/// Shapes of a reduced body, each with its caption.
pub(in crate::studies) fn shapes(
    body: &GearBody,
    shapes: &[(RichText, Vec<[f64; 3]>)],
) -> Result<Picture, Failure> {
    let captioned = shapes
        .iter()
        .map(|(caption, shape)| (caption.clone(), shape));
    page(body, "shapes", "Shapes of the reduced gear", captioned)
}

fn page<'s>(
    body: &GearBody,
    kind: &str,
    what: &str,
    shapes: impl Iterator<Item = (RichText, &'s Vec<[f64; 3]>)>,
) -> Result<Picture, Failure> {
    let name = &body.gear.name;
    let border = border(&body.mesh)?;
    let views = shapes.map(|(caption, shape)| border.shape(caption, shape));
    let views: Result<Vec<PageView>, _> = views.collect();
    let views = views?;
    let title = RichText::plain(&format!("{what} {name}"));
    let mut page = ShadedPage::of_shapes(title, border.surface, views);
    page.subtitle = RichText::plain(&size(&body.mesh));
    Ok(Picture::new(format!("{kind}-{name}"), page))
}

/// The sectors of the loaded teeth and their neighbours, so that roots can be seen; the whole gear where all are loaded or
/// none is.
fn around(body: &GearBody, flanks: &[(u32, FlankSide)]) -> Mesh {
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
fn towards(body: &GearBody, flanks: &[(u32, FlankSide)]) -> View {
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

fn border(mesh: &Mesh) -> Result<Border, Failure> {
    Ok(Border::of(mesh)?)
}

fn size(mesh: &Mesh) -> String {
    format!(
        "{} elements {}, {} nodes",
        mesh.n_elements(),
        element_name(mesh.kind),
        mesh.nodes.len()
    )
}
