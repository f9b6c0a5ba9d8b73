//! What shakes the machine: loads, single components of them, drives, voltages, torques and set points, and unbalance of discs.

use std::ops::Range;

use super::reading::About;
use crate::dynamics::TimeFunction;
use crate::geometry::vector::{Vector, dot, length, times};
use crate::input::{Diagnostic, Diagnostics, Located, Section};
use crate::model::machine::MachineRequest;
use crate::parts::force::ForceRequest;
use crate::parts::force::load::Load;
use crate::studies::StudyContext;

/// What is shaken, by name.
#[derive(Debug, Clone, PartialEq)]
pub enum ShakenPart {
    /// A load, or a component of it.
    Load {
        /// How the file calls it.
        title: String,
        /// The load.
        load: String,
        /// Whether its torque shakes, not its force.
        is_torque: bool,
        /// Along what, of length 1, in the axes of the load.
        direction: Vector,
    },
    /// A drive.
    Drive(String),
    /// The voltage of a motor, or a torque that a controller sets, by the name of the force.
    Force(String),
    /// The set point of a controller.
    Setpoint(String),
    /// The unbalance of a disc, which turns with the frequency.
    Disc {
        /// Its shaft.
        shaft: String,
        /// Its name.
        disc: String,
    },
}

impl ShakenPart {
    /// How the file calls it.
    pub fn title(&self) -> String {
        match self {
            Self::Load { title, .. } => title.clone(),
            Self::Drive(name) | Self::Force(name) | Self::Setpoint(name) => name.clone(),
            Self::Disc { shaft, disc } => format!("{shaft}:{disc}"),
        }
    }
}

/// Components of a load by their names, as sensors call them.
const COMPONENTS: [&str; 6] = [
    "force_x", "force_y", "force_z", "torque_x", "torque_y", "torque_z",
];

/// What can be named.
const NAMED: &str = "name a force of kind load, a drive, a motor, a torque that a controller sets, a controller without sample_time, or a disc as \"SHAFT:DISC\"";

/// Why a name shakes nothing: message, label, what to write.
pub(in crate::studies) type Refusal = (String, &'static str, String);

/// The inputs by their names; `time` is when loads are taken.
pub(in crate::studies) fn inputs(
    section: &Section,
    names: Located<Vec<&str>>,
    context: &StudyContext,
    about: About,
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<ShakenPart>> {
    let request = context.machine;
    if names.value.iter().any(|name| is_refused(context, name)) {
        return None;
    }
    let found: Result<Vec<ShakenPart>, Refusal> = match names.value.is_empty() {
        true => Err((
            "there is no input that excites the machine".to_owned(),
            "no inputs",
            NAMED.to_owned(),
        )),
        false => {
            let parts = names.value.iter();
            parts.map(|name| part(request, name, time)).collect()
        }
    };
    let mut refuse = |span: Range<usize>, (message, label, help): Refusal| {
        let fault = Diagnostic::error("wrong-input", span, message);
        diagnostics.push(fault.label(label).help(help));
    };
    match found {
        Err(refusal) => refuse(names.span, refusal),
        Ok(parts) => match together(&parts, about) {
            Some((key, refusal)) => refuse(section.span_of(key), refusal),
            None => return Some(parts),
        },
    }
    None
}

/// Whether a name is that of a part which the file has and the machine lacks: it was refused, and that was reported.
pub(in crate::studies) fn is_refused(context: &StudyContext, name: &str) -> bool {
    let (root, request) = (context.root, context.machine);
    let owner = name.split_once(':').map_or(name, |(owner, _)| owner);
    let is_lost = |key: &str, known: bool| {
        let mut written = root.entries(key).map(|(written, ..)| written);
        !known && (root.is_faulty(key) || written.any(|written| written == owner))
    };
    is_lost("shafts", request.shaft(owner).is_some())
        || is_lost("forces", request.force(owner).is_some())
        || is_lost("drives", request.drive(owner).is_some())
        || is_lost("controllers", request.controller(owner).is_some())
}

/// What a name shakes.
pub(in crate::studies) fn part(
    request: &MachineRequest,
    name: &str,
    time: f64,
) -> Result<ShakenPart, Refusal> {
    if let Some((owner, of_it)) = name.split_once(':') {
        if let Some(shaft) = request.shaft(owner) {
            let discs = shaft.discs.iter().map(|disc| disc.name.as_str());
            return disc(owner, of_it, &discs.collect::<Vec<_>>());
        }
        if request.force(owner).is_some() {
            return component(request, owner, of_it);
        }
    }
    let force = request.force(name);
    if let Some(load) = force.and_then(ForceRequest::as_law::<Load>) {
        let (is_torque, direction) = direction(name, [&load.force, &load.torque], time)?;
        return Ok(ShakenPart::Load {
            title: name.to_owned(),
            load: name.to_owned(),
            is_torque,
            direction,
        });
    }
    match force {
        Some(force) if force.law.can_be_shaken() => Ok(ShakenPart::Force(name.to_owned())),
        _ if request.drive(name).is_some() => Ok(ShakenPart::Drive(name.to_owned())),
        Some(_) => Err((
            format!("force `{name}` is no load, no motor and no torque that a controller sets"),
            "cannot be an input",
            NAMED.to_owned(),
        )),
        None => setpoint(request, name),
    }
}

/// The set point of a controller.
fn setpoint(request: &MachineRequest, name: &str) -> Result<ShakenPart, Refusal> {
    let Some(controller) = request.controller(name) else {
        return Err(unknown(request, name));
    };
    match controller.is_sampled() {
        false => Ok(ShakenPart::Setpoint(name.to_owned())),
        true => Err((
            format!("controller `{name}` reads its set point at samples only"),
            "held between samples",
            "name the motor or the torque that it sets, or remove its `sample_time`".to_owned(),
        )),
    }
}

fn disc(shaft: &str, name: &str, known: &[&str]) -> Result<ShakenPart, Refusal> {
    if known.contains(&name) {
        return Ok(ShakenPart::Disc {
            shaft: shaft.to_owned(),
            disc: name.to_owned(),
        });
    }
    let help = match known {
        [] => format!("add discs = [{{ name = \"{name}\", … }}] to the shaft"),
        _ => format!("its discs are: {}", known.join(", ")),
    };
    let message = format!("shaft `{shaft}` has no disc `{name}`");
    Err((message, "unknown", help))
}

/// One component of a load, whatever the load is.
fn component(request: &MachineRequest, load: &str, name: &str) -> Result<ShakenPart, Refusal> {
    let force = request.force(load);
    if force.and_then(ForceRequest::as_law::<Load>).is_none() {
        return Err((
            format!("force `{load}` is no load, so it has no components"),
            "cannot be an input",
            "name a force of kind load".to_owned(),
        ));
    }
    let Some(number) = COMPONENTS.iter().position(|known| *known == name) else {
        return Err((
            format!("load `{load}` has no component `{name}`"),
            "unknown",
            format!("its components are: {}", COMPONENTS.join(", ")),
        ));
    };
    let mut direction = [0.0; 3];
    direction[number % 3] = 1.0;
    Ok(ShakenPart::Load {
        title: format!("{load}:{name}"),
        load: load.to_owned(),
        is_torque: number >= 3,
        direction,
    })
}

/// Whether a load is a torque, and its direction of length one.
fn direction(
    name: &str,
    [force, torque]: [&[TimeFunction; 3]; 2],
    time: f64,
) -> Result<(bool, Vector), Refusal> {
    let components = || {
        format!(
            "name the component to excite, such as \"{name}:{}\"; there are {}",
            COMPONENTS[0],
            COMPONENTS.join(", ")
        )
    };
    match (along(force, time), along(torque, time)) {
        (Some(direction), None) => Ok((false, direction)),
        (None, Some(direction)) => Ok((true, direction)),
        (Some(_), Some(_)) => Err((
            format!("load `{name}` is a force and a torque"),
            "component is missing",
            components(),
        )),
        (None, None) => Err((
            format!("load `{name}` is always zero, so that it has no direction"),
            "points nowhere",
            components(),
        )),
    }
}

/// The direction of a load, which does not depend on its momentary value: that of its largest values. Where it points elsewhere now,
/// for its direction changes, that of now.
fn along(functions: &[TimeFunction; 3], time: f64) -> Option<Vector> {
    let largest: Vector = [0, 1, 2].map(|i| functions[i].largest());
    let now: Vector = [0, 1, 2].map(|i| functions[i].at(time).value);
    let size = length(largest);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    // A sine that begins with sin 2π has some rounding for a value.
    if length(now) > 1e-9 * size {
        let sense = if dot(now, largest) < 0.0 { -1.0 } else { 1.0 };
        return Some(times(sense / length(now), now));
    }
    Some(times(1.0 / size, largest))
}

fn unknown(request: &MachineRequest, name: &str) -> Refusal {
    let loads = request.forces.iter();
    let is_load = |force: &ForceRequest| force.as_law::<Load>().is_some();
    let loads = loads.filter(|force| is_load(force) || force.law.can_be_shaken());
    let mut known: Vec<String> = loads.map(|force| force.name.clone()).collect();
    known.extend(request.drives.iter().map(|drive| drive.name.clone()));
    let controllers = request.controllers.iter().filter(|one| !one.is_sampled());
    known.extend(controllers.map(|one| one.name.clone()));
    for shaft in &request.shafts {
        let discs = shaft.discs.iter();
        known.extend(discs.map(|disc| format!("{}:{}", shaft.name, disc.name)));
    }
    let help = match known.is_empty() {
        true => "add a force of kind load, or a drive".to_owned(),
        false => format!("there are: {}", known.join(", ")),
    };
    (
        format!("there is no load, no drive, no motor, no controller and no disc `{name}`"),
        "unknown",
        help,
    )
}

/// What speaks against these inputs in one study, and at which key.
fn together(parts: &[ShakenPart], about: About) -> Option<(&'static str, Refusal)> {
    let discs = parts.iter();
    let discs = discs.filter(|part| matches!(part, ShakenPart::Disc { .. }));
    match discs.count() {
        0 => None,
        count if count < parts.len() => Some((
            "inputs",
            (
                "discs excite at the frequency of their rotation, loads and drives at any".to_owned(),
                "not in one study",
                "write a study for the unbalance of discs, and one for the others".to_owned(),
            ),
        )),
        _ if about != About::Turning => Some((
            "about",
            (
                "an unbalance excites the machine synchronously".to_owned(),
                "not `turning`",
                "write about = \"turning\": at each frequency the machine turns at the speed at which the disc makes that many revolutions per second"
                    .to_owned(),
            ),
        )),
        _ => None,
    }
}
