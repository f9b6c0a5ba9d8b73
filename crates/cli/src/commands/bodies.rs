//! The commands of finite-element bodies.

use std::path::Path;

use pitchline::fem::{ElementKind, MeshSize};
use pitchline::model::finite_elements::{FeTarget, ModeRange, SeatSupport};
use pitchline::model::{Study, StudyKind};

use super::execute;
use crate::arguments::{Bodies, Element, Modes, Seat, Size};
use crate::model_file::{self, ModelFile};
use crate::{Console, ExitStatus, show};

/// `pitchline mesh`
pub(super) fn mesh(bodies: &Bodies, console: &mut Console) -> Result<(), ExitStatus> {
    let file = model_file::open(&bodies.model, console)?;
    let kind = StudyKind::Mesh(target(&file, bodies, console)?);
    run(&file, bodies, ("mesh", kind), console)
}

/// `pitchline modes`
pub(super) fn modes(modes: &Modes, console: &mut Console) -> Result<(), ExitStatus> {
    let bodies = &modes.bodies;
    let file = model_file::open(&bodies.model, console)?;
    let kind = StudyKind::Modes {
        target: target(&file, bodies, console)?,
        support: match modes.support {
            Seat::Fixed => SeatSupport::FIXED,
            Seat::Turning => SeatSupport::TURNING,
            Seat::Rigid => SeatSupport::Rigid { locked: [false; 6] },
            Seat::Free => SeatSupport::Free,
        },
        range: ModeRange::Lowest(modes.count.into()),
    };
    run(&file, bodies, ("modes", kind), console)
}

fn run(
    file: &ModelFile,
    bodies: &Bodies,
    (name, kind): (&str, StudyKind),
    console: &mut Console,
) -> Result<(), ExitStatus> {
    let study = Study {
        name: name.to_owned(),
        kind,
    };
    execute(file, &[study], &bodies.output, console)
}

/// The gears that are meant, all of them with a body.
fn target(
    file: &ModelFile,
    bodies: &Bodies,
    console: &mut Console,
) -> Result<FeTarget, ExitStatus> {
    let model = &file.model;
    let wrong = |console: &mut Console, path: &Path, message: &str, help: &str| {
        show::plain_error(console, path, "no-body", message, help);
        ExitStatus::WrongInput
    };
    let has_body = |name: &str| model.body(name).is_some();
    if let Some(name) = bodies.gear.as_deref().filter(|name| !has_body(name)) {
        let message = format!("there is no gear `{name}` with a complete blank");
        let help = "name a cylindrical gear of the model that has a blank, such as blank = { bore_radius = \"12 mm\" }";
        return Err(wrong(console, &bodies.model, &message, help));
    }
    if !model.gears.iter().any(|gear| has_body(&gear.name)) {
        let help = "write blank = { bore_radius = \"12 mm\" } into a gear; of an internal gear or a rack blank = { rim = \"8 mm\" }";
        return Err(wrong(
            console,
            &bodies.model,
            "no gear has a body to mesh",
            help,
        ));
    }
    Ok(FeTarget {
        gear: bodies.gear.clone(),
        mesh: None,
        size: bodies.size.map(|size| match size {
            Size::Coarse => MeshSize::Coarse,
            Size::Medium => MeshSize::Medium,
            Size::Fine => MeshSize::Fine,
        }),
        element: bodies.element.map(|element| match element {
            Element::Hex8 => ElementKind::Hex8,
            Element::Hex20 => ElementKind::Hex20,
        }),
    })
}
