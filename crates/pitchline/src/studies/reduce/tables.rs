//! Values and tables of a reduced body.

use super::line_compliance::LineCompliance;
use crate::fem::{self, Coordinate, CoordinateKind, ReducedBody, ReductionKind};
use crate::figures::reduction::LineAnswers;
use crate::geometry::FlankSide;
use crate::results::{Group, Table};

/// What stands in the summary.
pub(super) fn put(group: &mut Group, body: &ReducedBody) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let is_mode = |coordinate: &&Coordinate| {
        matches!(
            coordinate.kind,
            CoordinateKind::Mode { .. } | CoordinateKind::HeldMode { .. }
        )
    };
    let origin = &body.origin;
    group.put("reduction.method", method(origin.kind));
    group.put(
        "reduction.route",
        if origin.is_cyclic { "cyclic" } else { "whole" },
    );
    let unknowns = u32::try_from(origin.n_unknowns).unwrap_or(u32::MAX);
    group.put("reduction.unknowns", unknowns);
    group.put("reduction.coordinates", count(body.n()));
    group.put("reduction.interface_coordinates", count(body.motions.len()));
    let modes = body.coordinates.iter().filter(is_mode).count();
    group.put("reduction.modes", count(modes));
    group.put("reduction.dropped", origin.n_dropped);
    group.put("reduction.rigid_motions", origin.n_rigid);
    let checks = &body.check.modes;
    let largest = |value: &dyn Fn(&fem::ModeCheck) -> f64| {
        let values = checks.iter().map(value).filter(|v| !v.is_nan());
        let values = values.map(f64::abs);
        values.reduce(f64::max)
    };
    group.put_some(
        "reduction.largest_frequency_error",
        largest(&frequency_error),
    );
    let missing = checks.iter().filter(|check| check.reduced_hz.is_none());
    let missing = count(missing.count());
    group.put_some(
        "reduction.missing_modes",
        (!checks.is_empty()).then_some(missing),
    );
    let macs = checks.iter().map(|check| check.mac);
    group.put_some("reduction.smallest_mac", macs.reduce(f64::min));
    group.put_some(
        "reduction.largest_static_error",
        largest(&|check| check.static_error),
    );
}

/// The compliance along the tip and the middle of the right flank of tooth 1, and of the next one with it.
pub(super) fn put_compliance(group: &mut Group, lines: &LineAnswers) {
    for (name, over_teeth) in ["tip", "middle"].into_iter().zip(&lines.over_teeth) {
        let mut put = |neighbour: &str, value: Option<&f64>| {
            let key = format!("flank_compliance.{name}{neighbour}");
            group.put_some(&key, value.copied());
        };
        put("", over_teeth.first());
        put("_next", over_teeth.get(1));
    }
}

/// Answers to forces along lines of the right flank of tooth 1.
pub(super) fn line_answers(
    body: &ReducedBody,
    is_rack: bool,
) -> Result<Option<LineAnswers>, fem::Error> {
    let compliance = body.compliance.as_ref();
    let lines = compliance.and_then(|c| LineCompliance::of(c, FlankSide::Right));
    let (Some(compliance), Some(lines)) = (compliance, lines) else {
        return Ok(None);
    };
    let rows = 0..lines.n_rows;
    let on_tooth = |tooth: u32| -> Result<Vec<f64>, fem::Error> {
        let rows = rows.clone().map(|row| lines.between(tooth, [row, row]));
        rows.collect()
    };
    let of_row = |row: u32| -> Result<Vec<f64>, fem::Error> {
        let teeth = 1..=compliance.teeth;
        teeth
            .map(|tooth| lines.between(tooth, [row, row]))
            .collect()
    };
    let next = compliance.teeth.min(2);
    Ok(Some(LineAnswers {
        places: rows.clone().map(|row| lines.place(row, is_rack)).collect(),
        answers: [on_tooth(1)?, on_tooth(next)?],
        over_teeth: [of_row(lines.n_rows - 1)?, of_row(lines.middle())?],
    }))
}

/// The compliance of the rows of a flank, from root to tip.
pub(super) fn compliance(name: &str, lines: &LineAnswers) -> Table {
    let mut table = Table::new(format!("compliance-{name}"));
    table.push("place", "m", lines.places.clone());
    for (name, values) in ["loaded_tooth", "next_tooth"]
        .into_iter()
        .zip(&lines.answers)
    {
        table.push(name, "m/N", values.clone());
    }
    table
}

fn method(kind: ReductionKind) -> &'static str {
    match kind {
        ReductionKind::CraigBampton => "craig-bampton",
        ReductionKind::StaticModes => "static",
        ReductionKind::DualCraigBampton => "dual",
    }
}

/// Of a mode that the reduced body has; else not a number, which leaves its cell empty.
fn frequency_error(check: &fem::ModeCheck) -> f64 {
    check
        .reduced_hz
        .map_or(f64::NAN, |hz| hz / check.full_hz - 1.0)
}

/// Each coordinate: what it is, its frequency, nodal diameter and partner.
pub(super) fn coordinates(name: &str, body: &ReducedBody) -> Table {
    let mut table = Table::new(format!("coordinates-{name}"));
    table.is_long = true;
    let kinds = body
        .coordinates
        .iter()
        .map(|coordinate| kind(body, coordinate));
    table.words = vec![("kind", kinds.collect())];
    let column = |value: &dyn Fn(&Coordinate) -> Option<f64>| -> Vec<f64> {
        let values = body.coordinates.iter().map(value);
        values.map(|value| value.unwrap_or(f64::NAN)).collect()
    };
    let numbers = (1..=body.n()).map(|number| number as f64);
    table.push("coordinate", "1", numbers.collect());
    let frequency = |coordinate: &Coordinate| match coordinate.kind {
        CoordinateKind::Interface(_) => None,
        CoordinateKind::HeldMode { frequency_hz }
        | CoordinateKind::Mode { frequency_hz }
        | CoordinateKind::Residual { frequency_hz } => Some(frequency_hz),
    };
    table.push("frequency", "Hz", column(&frequency));
    let diameter = |coordinate: &Coordinate| coordinate.nodal_diameter.map(f64::from);
    table.push("nodal_diameter", "1", column(&diameter));
    let partner = |coordinate: &Coordinate| coordinate.partner.map(|k| f64::from(k) + 1.0);
    table.push("partner", "1", column(&partner));
    table
}

fn kind(body: &ReducedBody, coordinate: &Coordinate) -> String {
    match coordinate.kind {
        CoordinateKind::Interface(number) => {
            let motion = body.motions.get(number as usize);
            let point = motion.and_then(|(point, _)| body.points.get(*point as usize));
            let name = point.map_or("interface", |point| &point.name);
            match motion {
                Some((_, motion)) => format!("{name} {}", motion_name(motion)),
                None => name.to_owned(),
            }
        }
        CoordinateKind::HeldMode { .. } => "held mode".to_owned(),
        CoordinateKind::Mode { .. } => "mode".to_owned(),
        CoordinateKind::Residual { .. } => "residual".to_owned(),
    }
}

/// A motion of a point in one word.
pub(super) fn motion_name(motion: &fem::Motion) -> &'static str {
    let of = |names: [&'static str; 3], axis: u8| names[usize::from(axis % 3)];
    match motion {
        fem::Motion::Along(axis) => of(["x", "y", "z"], *axis),
        fem::Motion::About(axis) => of(["turn_x", "turn_y", "turn_z"], *axis),
        fem::Motion::Direction(_) => "normal",
    }
}

/// Mode by mode, the full body beside the reduced one.
pub(super) fn checks(name: &str, body: &ReducedBody) -> Table {
    let modes = &body.check.modes;
    let mut table = Table::new(format!("reduction-{name}"));
    let numbers = (1..=modes.len()).map(|number| number.to_string());
    let diameters = modes.iter().map(|check| {
        let diameter = check.nodal_diameter.map(|n| n.to_string());
        diameter.unwrap_or_default()
    });
    table.words = vec![
        ("mode", numbers.collect()),
        ("nodal_diameter", diameters.collect()),
    ];
    let mut push = |name: &str, unit: &'static str, value: &dyn Fn(&fem::ModeCheck) -> f64| {
        table.push(name, unit, modes.iter().map(value).collect());
    };
    push("full_frequency", "Hz", &|check| check.full_hz);
    push("reduced_frequency", "Hz", &|check| {
        check.reduced_hz.unwrap_or(f64::NAN)
    });
    push("frequency_error", "1", &frequency_error);
    push("mac", "1", &|check| check.mac);
    push("static_error", "1", &|check| check.static_error);
    table
}
