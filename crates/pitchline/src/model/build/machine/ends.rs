//! Where joints, forces and sensors hold on to bodies.

use super::Reading;
use super::bodies::KnownBody;
use crate::geometry::tensor::{IDENTITY, Tensor};
use crate::geometry::vector::{Vector, cross, dot, length, minus, times};
use crate::input::Section;
use crate::input::field::GROUND;
use crate::input::place::cut;
use crate::model::machine::{Carrier, Connection, End, Frame};
use crate::nearest::nearest;

/// Directions whose angle is smaller than this (rad) give no plane.
const SMALLEST_ANGLE: f64 = 1e-6;

/// Whether the table may have this key and the file says it.
pub(crate) fn is_given(section: &Section, key: &str) -> bool {
    section.record().field(key).is_some() && section.is_given(key)
}

/// Three numbers.
pub(crate) fn vector(section: &Section, key: &str) -> Option<Vector> {
    section.record().field(key)?;
    <[f64; 3]>::try_from(section.quantities(key)?.value).ok()
}

/// The body, point or ground that a key names.
pub(crate) fn carrier(
    (what, section): (&str, &Section),
    key: &str,
    reading: &mut Reading,
) -> Option<Carrier> {
    let written = section.text(key)?;
    let (name, point) = match written.value.split_once(':') {
        Some((name, point)) => (name.trim(), Some(point.trim())),
        None => (written.value, None),
    };
    let place = (written.span, "this body");
    let is_ground = name == GROUND;
    let known = match is_ground {
        true => KnownBody::Rigid,
        false => reading.bodies.find(name)?.clone(),
    };
    let own = name.to_owned();
    match (known, point) {
        (KnownBody::Rigid, None) if is_ground => Some(Carrier::Ground),
        (KnownBody::Rigid | KnownBody::Refused, None) => Some(Carrier::Body(own)),
        (KnownBody::Refused, Some(point)) => Some(Carrier::Point(own, point.to_owned())),
        (KnownBody::Rigid, Some(point)) => {
            let subject = match is_ground {
                true => "the ground".to_owned(),
                false => format!("body `{name}` is rigid and"),
            };
            let point = cut(point);
            reading.refuse(
                "no-points",
                place,
                format!("{what}: {subject} has no points, so none that is called `{point}`"),
                format!("write {key} = \"{name}\" and say where with a place"),
            )
        }
        (KnownBody::Flexible(points), point) => {
            let subject = [
                format!("body `{name}`"),
                format!("body `{name}` is flexible"),
            ];
            point_of(
                (what, key),
                (name, &subject),
                (&points, point),
                place,
                reading,
            )
        }
        (KnownBody::Shaft, point) => {
            let shaft = reading.shafts.iter().find(|shaft| shaft.name == name)?;
            let points = shaft.points.iter().map(|point| point.name.clone());
            let points: Vec<String> = points.collect();
            let subject = [format!("shaft `{name}`"), format!("`{name}` is a shaft")];
            point_of(
                (what, key),
                (name, &subject),
                (&points, point),
                place,
                reading,
            )
        }
    }
}

/// A point of a body that has points; how it is called and why one is needed come with its name.
fn point_of(
    (what, key): (&str, &str),
    (name, [called, why]): (&str, &[String; 2]),
    (points, point): (&[String], Option<&str>),
    place: (std::ops::Range<usize>, &str),
    reading: &mut Reading,
) -> Option<Carrier> {
    let Some(point) = point else {
        let example = points.first().map_or("center", String::as_str);
        return reading.refuse(
            "which-point",
            place,
            format!("{what}: {why}, so a point of it must be named"),
            format!("write for example {key} = \"{name}:{example}\""),
        );
    };
    // Where the points are not known yet, the study that makes the body tells.
    if points.is_empty() || points.iter().any(|known| known == point) {
        return Some(Carrier::Point(name.to_owned(), point.to_owned()));
    }
    let near = nearest(point, points.iter().map(String::as_str));
    let shown: Vec<&str> = points.iter().take(12).map(String::as_str).collect();
    let help = match near {
        Some(near) => format!("did you mean \"{name}:{near}\"?"),
        None => format!("it has {}", shown.join(", ")),
    };
    reading.refuse(
        "unknown-point",
        place,
        format!("{what}: {called} has no point `{}`", cut(point)),
        help,
    )
}

/// Right-handed axes (columns) with this z and an x near the given one; without one, near the x axis or, for a z along it,
/// the y axis. `None` where the directions give none.
pub(super) fn axes(z: Vector, x: Option<Vector>) -> Option<Tensor> {
    let norm = length(z);
    if !(norm > 0.0 && norm.is_finite()) {
        return None;
    }
    let z = times(1.0 / norm, z);
    let wanted = x.unwrap_or(if z[0].abs() < 0.9 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    });
    let across = minus(wanted, times(dot(wanted, z), z));
    let size = length(across);
    // False for NaN too.
    let is_across = size > SMALLEST_ANGLE * length(wanted);
    if !is_across {
        return None;
    }
    let x = times(1.0 / size, across);
    Some(columns([x, cross(z, x), z]))
}

/// Right-handed axes (columns) with this z.
pub(crate) fn axes_along(z: Vector) -> Option<Tensor> {
    axes(z, None)
}

pub(super) fn columns([x, y, z]: [Vector; 3]) -> Tensor {
    [0, 1, 2].map(|i| [x[i], y[i], z[i]])
}

/// Axes from the keys `axis` and `x` of a table; what is wrong with them is reported.
pub(super) fn axes_of(named: (&str, &Section), reading: &mut Reading) -> Option<Tensor> {
    axes_from(named, IDENTITY, reading)
}

/// The same where they are others if neither key is given, and z is theirs if only `x` is.
pub(super) fn axes_from(
    (what, section): (&str, &Section),
    default: Tensor,
    reading: &mut Reading,
) -> Option<Tensor> {
    if section.is_faulty("axis") || section.is_faulty("x") {
        return None;
    }
    let x = vector(section, "x");
    let z = match (vector(section, "axis"), x) {
        (Some(z), _) => z,
        (None, Some(_)) => default.map(|row| row[2]),
        (None, None) => return Some(default),
    };
    check_direction((what, section), "axis", z, reading)?;
    if let Some(x) = x {
        check_direction((what, section), "x", x, reading)?;
    }
    axes(z, x).or_else(|| {
        reading.refuse(
            "bad-direction",
            (section.span_of("x"), "along the axis"),
            format!(
                "{what}: `x` points along the axis, so it does not define the rotation of the axes about it"
            ),
            "choose a direction across the axis, or leave `x` out",
        )
    })
}

/// Refuses a direction without a length.
pub(super) fn check_direction(
    (what, section): (&str, &Section),
    key: &str,
    direction: Vector,
    reading: &mut Reading,
) -> Option<()> {
    let size = length(direction);
    if size > 0.0 && size.is_finite() {
        return Some(());
    }
    reading.refuse(
        "zero-axis",
        (section.span_of(key), "no direction"),
        format!("{what}: `{key}` has no length, so it points nowhere"),
        format!("write for example {key} = [0, 0, 1]"),
    )
}

/// Both ends of a joint or force that is called `what`.
pub(crate) fn connection(
    (what, section): (&str, &Section),
    reading: &mut Reading,
) -> Option<Connection> {
    let named = (what, section);
    let (a, b) = (carrier(named, "a", reading), carrier(named, "b", reading));
    let (Some(carrier_a), Some(carrier_b)) = (a, b) else {
        return None;
    };
    if carrier_a == carrier_b {
        return reading.refuse(
            "same-body",
            (section.span_of("b"), "`a` and `b` are the same"),
            format!("{what} connects {carrier_a} with itself"),
            "name two different bodies, or `ground` and one body",
        );
    }
    let shared = axes_of(named, reading)?;
    let frame_a = frame(named, ["frame_a", "at_a", "a"], &shared, reading)?;
    let frame_b = frame(named, ["frame_b", "at_b", "b"], &shared, reading)?;
    let end = |carrier, frame| End { carrier, frame };
    Some(Connection {
        a: end(carrier_a, frame_a),
        b: end(carrier_b, frame_b),
    })
}

/// One end: on the body, at a place of its own, or at the place of both.
fn frame(
    (what, section): (&str, &Section),
    [own, at_own, end]: [&str; 3],
    shared: &Tensor,
    reading: &mut Reading,
) -> Option<Frame> {
    let on_ground = ["at", at_own]
        .into_iter()
        .filter(|key| is_given(section, key));
    let on_ground: Vec<&str> = on_ground.collect();
    let directions = ["axis", "x", "axis_b"];
    if let Some(table) = section.table(own) {
        let spoiling = directions.into_iter().filter(|key| is_given(section, key));
        if let Some(key) = on_ground.iter().copied().chain(spoiling).next() {
            return reading.refuse(
                "two-places",
                (section.span_of(key), "a second place"),
                format!("{what} has `{key}` and `{own}`, which both say where it is"),
                format!("keep one of the two: `{key}` is in ground axes, `{own}` in those of body `{end}`"),
            );
        }
        let title = format!("`{own}` of {what}");
        return Some(Frame::Own {
            place: vector(table, "place")?,
            axes: axes_of((&title, table), reading)?,
        });
    }
    if section.is_faulty(own) || on_ground.iter().any(|key| section.is_faulty(key)) {
        return None;
    }
    match on_ground.as_slice() {
        [key] => Some(Frame::Ground {
            place: vector(section, key)?,
            axes: *shared,
        }),
        [_, second, ..] => reading.refuse(
            "two-places",
            (section.span_of(second), "a second place"),
            format!("{what} has `at` and `{second}`, which both say where it is"),
            "keep `at` for both ends, or write at_a and at_b",
        ),
        [] if section.record().field("rest_length").is_some() && is_line(section) => {
            Some(Frame::Own {
                place: [0.0; 3],
                axes: IDENTITY,
            })
        }
        [] => reading.refuse(
            "no-place",
            (section.span(), "position is missing"),
            format!("{what} has no position on body `{end}`"),
            "write at = [x, y, z] with its place at the start, in ground axes, or frame_a and frame_b with places on the bodies",
        ),
    }
}

/// Whether it is between two points and needs no axis: they are the places of the bodies unless given; z of the bodies are the axes of
/// wheels.
fn is_line(section: &Section) -> bool {
    let kind = section.choice("kind").map(|kind| kind.value);
    matches!(kind, Some("spring" | "string" | "drag" | "gear-spring"))
}
