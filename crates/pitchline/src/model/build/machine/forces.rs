//! Forces.

mod friction;
mod gear_spring;
mod plain_bearing;
mod rolling_bearing;

use super::Reading;
use super::controllers::signal;
use super::ends::{carrier, connection, is_given, vector};
use super::functions::{function, three};
use crate::dynamics::LoadAxes;
use crate::geometry::tensor::IDENTITY;
use crate::input::Section;
use crate::model::machine::{
    Carrier, Connection, End, ForceKind, ForceRequest, Frame, PlayDirection,
};

/// What holds a shaft, as the force that it is: the kinds that bearings share with forces.
pub(super) fn bearing(
    named: (&str, &Section),
    kind: &str,
    between: Connection,
    reading: &mut Reading,
) -> Option<ForceKind> {
    match kind {
        "bushing" => bushing(named, Some(between), reading),
        "rolling-bearing" => rolling_bearing::kind(named, Some(between), reading),
        _ => plain_bearing::kind(named, Some(between), reading),
    }
}

/// What gives way between a planet and its carrier.
pub(super) fn planet_bearing(
    named: (&str, &Section),
    between: Connection,
    reading: &mut Reading,
) -> Option<ForceKind> {
    rolling_bearing::kind(named, Some(between), reading)
}

/// The forces that could be read.
pub(super) fn read(section: &Section, reading: &mut Reading) -> Vec<ForceRequest> {
    let mut forces = Vec::new();
    for (name, _, entry) in section.entries("forces") {
        let what = format!("force `{name}`");
        let kind = kind((&what, entry), reading);
        forces.extend(kind.map(|kind| ForceRequest {
            name: name.to_owned(),
            kind,
        }));
    }
    forces
}

fn kind(named: (&str, &Section), reading: &mut Reading) -> Option<ForceKind> {
    let section = named.1;
    let kind = section.choice("kind")?.value;
    if kind == "load" {
        return load(named, reading);
    }
    let between = connection(named, reading);
    let get = |key: &str| Some(section.quantity(key)?.value);
    let rest_length = || section.quantity("rest_length").map(|length| length.value);
    match kind {
        "spring" => Some(ForceKind::Spring {
            between: between?,
            stiffness: get("stiffness")?,
            damping: get("damping")?,
            rest_length: rest_length(),
        }),
        "string" => Some(ForceKind::String {
            between: between?,
            stiffness: get("stiffness")?,
            damping: get("damping")?,
            rest_length: rest_length(),
        }),
        "torsion-spring" => Some(ForceKind::TorsionSpring {
            between: between?,
            stiffness: get("stiffness")?,
            damping: get("damping")?,
            rest_angle: get("rest_angle")?,
        }),
        "bushing" => bushing(named, between, reading),
        "rolling-bearing" => rolling_bearing::kind(named, between, reading),
        "plain-bearing" => plain_bearing::kind(named, between, reading),
        "gear-spring" => gear_spring::kind(named, between, reading),
        "viscous" => Some(ForceKind::Viscous {
            between: between?,
            coefficient: get("coefficient")?,
        }),
        "drag" => Some(ForceKind::Drag {
            between: between?,
            coefficient: get("coefficient")?,
        }),
        "clearance-spring" => {
            let direction = direction(named, reading);
            Some(ForceKind::ClearanceSpring {
                between: between?,
                stiffness: get("stiffness")?,
                damping: get("damping")?,
                clearance: get("clearance")?,
                direction: direction?,
            })
        }
        "force-between" => {
            let force = function(named, "force", reading);
            Some(ForceKind::ForceBetween {
                between: between?,
                force: force?,
            })
        }
        "dc-motor" => {
            let voltage = signal(named, ["voltage", "controller"], reading);
            Some(ForceKind::DcMotor {
                between: between?,
                resistance: get("resistance")?,
                inductance: get("inductance")?,
                torque_constant: get("torque_constant")?,
                voltage: voltage?,
            })
        }
        "friction" => friction::hinge(named, between, reading),
        "brake" => friction::brake(named, between, reading),
        _ => {
            let torque = signal(named, ["torque", "controller"], reading);
            Some(ForceKind::TorqueBetween {
                between: between?,
                torque: torque?,
            })
        }
    }
}

fn bushing(
    named: (&str, &Section),
    between: Option<Connection>,
    reading: &mut Reading,
) -> Option<ForceKind> {
    let section = named.1;
    let stiffness = matrix(named, ["stiffness", "stiffness_matrix"], reading);
    let damping = matrix(named, ["damping", "damping_matrix"], reading);
    Some(ForceKind::Bushing {
        between: between?,
        stiffness: stiffness?,
        damping: damping?,
        preload: [
            vector(section, "preload_force")?,
            vector(section, "preload_torque")?,
        ],
    })
}

fn load((what, section): (&str, &Section), reading: &mut Reading) -> Option<ForceKind> {
    let named = (what, section);
    let carrier = carrier(named, "on", reading);
    let force = three(named, "force", reading);
    let torque = three(named, "torque", reading);
    let carrier = carrier?;
    if carrier == Carrier::Ground {
        return reading.refuse(
            "load-on-ground",
            (section.span_of("on"), "never moves"),
            format!("{what} acts on the ground, which nothing moves"),
            "name a body",
        );
    }
    if !is_given(section, "force") && !is_given(section, "torque") {
        return reading.refuse(
            "no-loads",
            (section.span(), "nothing acts"),
            format!("{what} has neither `force` nor `torque`"),
            "write force = [0, \"-500 N\", 0] or torque = [0, 0, \"40 N m\"]",
        );
    }
    let frame = match (vector(section, "at"), vector(section, "place")) {
        (Some(_), Some(_)) => {
            return reading.refuse(
                "two-places",
                (section.span_of("place"), "a second place"),
                format!("{what} has `at` and `place`, which both say where it acts"),
                "keep one of the two: `at` is in ground axes, `place` in those of the body",
            );
        }
        (Some(place), None) => Frame::Ground {
            place,
            axes: IDENTITY,
        },
        (None, place) => Frame::Own {
            place: place.unwrap_or_default(),
            axes: IDENTITY,
        },
    };
    Some(ForceKind::Load {
        on: End { carrier, frame },
        axes: match section.choice("axes")?.value {
            "body" => LoadAxes::Body,
            _ => LoadAxes::Ground,
        },
        force: force?,
        torque: torque?,
    })
}

/// A table of six numbers or a matrix; nothing is zero.
fn matrix(
    (what, section): (&str, &Section),
    [diagonal, full]: [&str; 2],
    reading: &mut Reading,
) -> Option<[[f64; 6]; 6]> {
    let mut matrix = [[0.0; 6]; 6];
    if let Some(rows) = section.rows(full) {
        if is_given(section, diagonal) {
            return reading.refuse(
                "two-stiffnesses",
                (rows.span, "and a table"),
                format!("{what} has `{diagonal}` and `{full}`"),
                "keep one of the two",
            );
        }
        if rows.value.len() != 6 || rows.value.iter().any(|row| row.len() != 6) {
            return reading.refuse(
                "wrong-count",
                (rows.span, "not 6 by 6"),
                format!("{what}: `{full}` is no matrix of 6 rows with 6 numbers each"),
                "write six rows, for x, y, z, rx, ry and rz, with six numbers each in SI units",
            );
        }
        for (row, values) in matrix.iter_mut().zip(&rows.value) {
            row.copy_from_slice(values);
        }
        return Some(matrix);
    }
    if section.is_faulty(full) || section.is_faulty(diagonal) {
        return None;
    }
    if let Some(table) = section.table(diagonal) {
        for (i, key) in ["x", "y", "z", "rx", "ry", "rz"].into_iter().enumerate() {
            matrix[i][i] = table.quantity(key)?.value;
        }
    }
    Some(matrix)
}

fn direction((what, section): (&str, &Section), reading: &mut Reading) -> Option<PlayDirection> {
    let middle = section.quantity("middle");
    let value = middle.as_ref().map(|middle| middle.value);
    match (section.choice("direction")?.value, middle) {
        ("line", Some(middle)) if middle.value < 0.0 => reading.refuse(
            "bad-middle",
            (middle.span, "no length"),
            format!("{what}: the length in the middle of its play is negative"),
            "write a length, or leave `middle` out for that at the start",
        ),
        ("line", _) => Some(PlayDirection::Line(value)),
        ("axial", _) => Some(PlayDirection::Axial(value)),
        (_, Some(middle)) => reading.refuse(
            "bad-middle",
            (middle.span, "not for a pin"),
            format!("{what}: the middle of a radial play is the axis"),
            "remove `middle`, or write direction = \"axial\"",
        ),
        (_, None) => Some(PlayDirection::Radial),
    }
}
