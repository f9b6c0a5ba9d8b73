//! Studies of machines that run evenly.

use super::linear::{count, ends, inputs};
use crate::dynamics::DriveMotion;
use crate::geometry::vector::{Vector, dot};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::StudyKind;
use crate::model::machine::{
    BreakawayRequest, EfficiencyMapRequest, ForceKind, MachineRequest, MachineStudy, PlanarRequest,
    ShakenPart,
};
use crate::number::short;

/// Most points of a map: a table of some hundred megabytes.
const MOST_POINTS: usize = 1_000_000;
/// Speeds and torques, unless given.
const USUAL: i64 = 40;

/// Efficiency over speed, torque and temperature; `None` when something in it was refused.
pub(super) fn efficiency_map(
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    (machine, time): (MachineStudy, f64),
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    let drive = drive(section, request, diagnostics);
    let load = load(section, (root, request), time, diagnostics);
    let speeds = ends(section, "speed_range", "rad/s", diagnostics);
    let torques = ends(section, "torque_range", "N m", diagnostics);
    let temperatures = match section.quantities("temperatures") {
        Some(given) => given.value.to_vec(),
        None if section.is_faulty("temperatures") => return None,
        None => Vec::new(),
    };
    let has_oil = |planar: &PlanarRequest| planar.oil.is_some();
    if !temperatures.is_empty()
        && !request
            .pairs
            .iter()
            .any(|p| p.planar().is_some_and(has_oil))
    {
        diagnostics.push(
            Diagnostic::error(
                "no-oil",
                section.span_of("temperatures"),
                "no pair has a friction that depends on the temperature of an oil",
            )
            .label("temperatures of which oil?")
            .help(
                "give a pair of level \"planar\" friction = { kind = \"iso-14179\", oil = { grade = 220 }, … }, or remove `temperatures`",
            ),
        );
        return None;
    }
    let counts = [
        count(section, "speed_points", USUAL)?,
        count(section, "torque_points", USUAL)?,
    ];
    let points = counts[0] * counts[1] * temperatures.len().max(1);
    if points > MOST_POINTS {
        diagnostics.push(
            Diagnostic::error(
                "too-many-points",
                section.span_of("speed_points"),
                format!("the map has {points} points, of which no more than {MOST_POINTS} are computed at once"),
            )
            .label("too many")
            .help("write smaller `speed_points` and `torque_points`"),
        );
        return None;
    }
    let (load, direction) = load?;
    Some(StudyKind::EfficiencyMap(EfficiencyMapRequest {
        machine,
        time,
        drive: drive?,
        load,
        direction,
        speeds: between(speeds?, counts[0]),
        torques: between(torques?, counts[1]),
        temperatures,
    }))
}

/// How much a machine at rest holds; `None` when something in it was refused.
pub(super) fn breakaway(
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    (machine, time): (MachineStudy, f64),
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    let found = load(section, (root, request), time, diagnostics);
    let range = ends(section, "torque_range", "N m", diagnostics)?;
    let (load, direction) = found?;
    let ForceKind::Load { torque, .. } = &request.force(&load)?.kind else {
        return None;
    };
    let now: Vector = [0, 1, 2].map(|i| torque[i].at(time).value);
    let preload = dot(now, direction);
    if !(range[0] <= preload && preload <= range[1]) {
        diagnostics.push(
            Diagnostic::error(
                "bad-range",
                section.span_of("torque_range"),
                format!(
                    "load `{load}` is {} N m at t = {} s, which lies outside",
                    short(preload),
                    short(time)
                ),
            )
            .label("does not contain the torque from which it starts")
            .help("let the range contain the torque that the load has at `at`"),
        );
        return None;
    }
    Some(StudyKind::Breakaway(BreakawayRequest {
        machine,
        time,
        load,
        direction,
        preload,
        range,
    }))
}

fn between([low, high]: [f64; 2], count: usize) -> Vec<f64> {
    let last = (count - 1) as f64;
    (0..count)
        .map(|i| low + (high - low) * i as f64 / last)
        .collect()
}

fn drive(
    section: &Section,
    request: &MachineRequest,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let name = section.text("drive")?;
    let drive = request.drive(name.value)?;
    if matches!(drive.motion, DriveMotion::Angle | DriveMotion::Speed) {
        return Some(name.value.to_owned());
    }
    diagnostics.push(
        Diagnostic::error(
            "wrong-drive",
            name.span,
            format!("drive `{}` turns nothing, so it has no speed", name.value),
        )
        .label("moves along its axis")
        .help("name a drive of kind speed or angle"),
    );
    None
}

/// The same line with its largest component positive: torques are counted about axes, whichever way the load of the model turns.
fn along_axis(direction: Vector) -> Vector {
    let largest = direction
        .into_iter()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    match largest.is_some_and(|component| component < 0.0) {
        true => direction.map(|component| -component),
        false => direction,
    }
}

/// A torque by its load and direction.
fn load(
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<(String, Vector)> {
    let name = section.text("load")?;
    if inputs::is_refused(root, request, name.value) {
        return None;
    }
    let (message, label, help) = match inputs::part(request, name.value, time) {
        Ok(ShakenPart::Load {
            load,
            is_torque: true,
            direction,
            ..
        }) => return Some((load, along_axis(direction))),
        Ok(_) => (
            format!("`{}` is no torque of a load", name.value),
            "no torque",
            "name a force of kind load that has a torque, or one component of it, such as \"road:torque_z\"".to_owned(),
        ),
        Err(refusal) => refusal,
    };
    diagnostics.push(
        Diagnostic::error("wrong-input", name.span, message)
            .label(label)
            .help(help),
    );
    None
}
