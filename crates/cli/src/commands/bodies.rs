//! The commands of finite-element bodies.

use std::path::Path;

use pitchline::Model;
use pitchline::fem::{ElementKind, MeshSize, ModeChoice, ReductionKind};
use pitchline::model::{Gear, NamedStudy};
use pitchline::studies::Study;
use pitchline::studies::finite_elements::{FeTarget, SeatSupport};
use pitchline::studies::mesh::MeshStudy;
use pitchline::studies::modes::{ModeRange, ModesStudy};
use pitchline::studies::reduce::ReduceStudy;
use pitchline::studies::reduce::request::{
    FlankInterface, FlankMotions, InterfaceRequest, ReductionRequest, RequestFault, Route,
};

use super::execute;
use crate::arguments::{
    Bodies, Element, KeptModes, Method, Modes, Motions, Reduce, RouteChoice, Seat, Size,
};
use crate::model_file;
use crate::{Console, ExitStatus, show};

/// `pitchline mesh`
pub(super) fn mesh(bodies: &Bodies, console: &mut Console) -> Result<(), ExitStatus> {
    let model = model_file::open(&bodies.model, console)?;
    let target = target(&model, bodies, console)?;
    run(&model, bodies, MeshStudy { target }, console)
}

/// `pitchline modes`
pub(super) fn modes(modes: &Modes, console: &mut Console) -> Result<(), ExitStatus> {
    let bodies = &modes.bodies;
    let model = model_file::open(&bodies.model, console)?;
    let study = ModesStudy {
        target: target(&model, bodies, console)?,
        support: support(modes.support),
        range: ModeRange::Lowest(modes.count.into()),
    };
    run(&model, bodies, study, console)
}

/// `pitchline reduce`
pub(super) fn reduce(reduce: &Reduce, console: &mut Console) -> Result<(), ExitStatus> {
    let bodies = &reduce.bodies;
    let model = model_file::open(&bodies.model, console)?;
    let target = target(&model, bodies, console)?;
    let support = support(reduce.support);
    let request = request(reduce);
    let is_meant = |gear: &&Gear| {
        let is_named = bodies.gear.as_ref().is_none_or(|name| gear.name == *name);
        is_named && model.body(&gear.name).is_some()
    };
    let gears = model.gears.iter().filter(is_meant);
    let mut faults = gears.flat_map(|gear| request.faults(gear, &target, support));
    if let Some(fault) = modes_of_static(reduce).or_else(|| faults.next()) {
        show::plain_error(console, &bodies.model, fault.code, &fault.what, &fault.help);
        return Err(ExitStatus::WrongInput);
    }
    let study = ReduceStudy {
        target,
        support,
        request,
    };
    run(&model, bodies, study, console)
}

/// Static shapes alone have no modes to choose.
fn modes_of_static(reduce: &Reduce) -> Option<RequestFault> {
    let KeptModes {
        modes,
        up_to,
        coordinates,
    } = reduce.kept;
    let is_given = modes.is_some() || up_to.is_some() || coordinates.is_some();
    (reduce.method == Method::Static && is_given).then(|| RequestFault {
        code: "bad-modes",
        keys: Vec::new(),
        what: "static shapes alone have no modes, but some are requested".to_owned(),
        help: "omit --modes, --up-to and --coordinates, or write --method craig-bampton".to_owned(),
    })
}

fn request(reduce: &Reduce) -> ReductionRequest {
    let kept = &reduce.kept;
    let method = match reduce.method {
        Method::Dual => ReductionKind::DualCraigBampton,
        Method::CraigBampton => ReductionKind::CraigBampton,
        Method::Static => ReductionKind::StaticModes,
    };
    let modes = match (kept.modes, kept.up_to, kept.coordinates) {
        _ if method == ReductionKind::StaticModes => ModeChoice::Count(0),
        (Some(count), ..) => ModeChoice::Count(count.into()),
        (_, Some(hertz), _) => ModeChoice::UpTo(hertz),
        (.., Some(coordinates)) => ModeChoice::Fill(coordinates as usize),
        _ => ModeChoice::Count(ReductionRequest::MODES),
    };
    let motions = match reduce.motions {
        Motions::Normal => FlankMotions::Normal,
        Motions::Forces => FlankMotions::Along,
        Motions::All => FlankMotions::All,
    };
    ReductionRequest {
        method,
        modes,
        interface: InterfaceRequest {
            flanks: FlankInterface::Joints {
                zones: reduce.zones,
                motions,
            },
            has_center: reduce.center,
            ..InterfaceRequest::default()
        },
        route: match reduce.route {
            RouteChoice::Auto => Route::Auto,
            RouteChoice::Cyclic => Route::Cyclic,
            RouteChoice::Whole => Route::Whole,
        },
        recovers_all: reduce.all_nodes,
        compare: reduce.compare.into(),
        ..ReductionRequest::default()
    }
}

fn support(seat: Seat) -> SeatSupport {
    match seat {
        Seat::Fixed => SeatSupport::FIXED,
        Seat::Turning => SeatSupport::TURNING,
        Seat::Rigid => SeatSupport::Rigid { locked: [false; 6] },
        Seat::Free => SeatSupport::Free,
    }
}

fn run(
    model: &Model,
    bodies: &Bodies,
    study: impl Study,
    console: &mut Console,
) -> Result<(), ExitStatus> {
    let named = NamedStudy::new(study.kind().name(), study);
    execute(model, &[named], &bodies.output, None, console)
}

/// The gears that are meant, all of them with a body.
fn target(model: &Model, bodies: &Bodies, console: &mut Console) -> Result<FeTarget, ExitStatus> {
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
