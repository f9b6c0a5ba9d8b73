//! Flexible bodies: where they come from, and the points that others may hold on to.

mod damping;
mod matrices;

use std::ops::Range;

use super::super::Reading;
use super::super::ends::is_given;
use super::has_body;
use crate::fem::{ReducedBody, place_name};
use crate::geometry::FlankSide;
use crate::input::Section;
use crate::input::place::cut;
use crate::model::build::Gears;
use crate::model::data_file::Fault;
use crate::model::machine::{BodyKind, FlexibleFrame, FlexibleSource};

/// What the body is, and the names of its points; none where they are not known before it is made.
pub(super) fn kind(
    (what, section): (&str, &Section),
    (root, gears): (&Section, &Gears),
    reading: &mut Reading,
) -> Option<(BodyKind, Vec<String>)> {
    let named = (what, section);
    let (source, points) = match given(section)[..] {
        ["gear", "reduction"] => by_study(named, (root, gears), reading)?,
        ["file"] => by_file(named, reading)?,
        ["stiffness", "mass", "nodes"] | ["stiffness", "mass", "nodes", "sums"] => {
            matrices::read(named, reading)?
        }
        _ if section.has_errors() => return None,
        _ => return which(named, reading),
    };
    let modes = section.integer("modes").map(|modes| modes.value);
    let kind = BodyKind::Flexible {
        source,
        frame: match section.choice("frame")?.value {
            "ground" => FlexibleFrame::Ground,
            _ => FlexibleFrame::Floating,
        },
        modes: modes.and_then(|modes| usize::try_from(modes).ok()),
        damping: damping::read(named, reading)?,
    };
    Some((kind, points))
}

/// The keys that say where it comes from.
fn given(section: &Section) -> Vec<&'static str> {
    let keys = [
        "gear",
        "reduction",
        "file",
        "stiffness",
        "mass",
        "nodes",
        "sums",
    ];
    keys.into_iter()
        .filter(|key| is_given(section, key))
        .collect()
}

fn which<T>((what, section): (&str, &Section), reading: &mut Reading) -> Option<T> {
    let found = given(section);
    let message = match found.as_slice() {
        [] => format!("{what} is flexible, but nothing says where it comes from"),
        found => format!(
            "{what} is flexible, but `{}` do not say where it comes from",
            found.join("`, `")
        ),
    };
    let place = found
        .last()
        .map_or_else(|| section.span(), |key| section.span_of(key));
    reading.refuse(
        "which-source",
        (place, "source of the body"),
        message,
        "write gear = and reduction = with the name of a study of kind `reduce`, or file = \"x.body\", or stiffness, mass and nodes with files",
    )
}

/// A study of this file reduces the gear.
fn by_study(
    (what, section): (&str, &Section),
    (root, gears): (&Section, &Gears),
    reading: &mut Reading,
) -> Option<(FlexibleSource, Vec<String>)> {
    let name = section.text("reduction")?;
    let gear = section.text("gear")?;
    let is_named = |study: &&Section| study.text("name").is_some_and(|n| n.value == name.value);
    let study = root.items("studies").find(is_named)?;
    let kind = study.choice("kind")?.value;
    let place = (name.span.clone(), "this study");
    if kind != "reduce" {
        return reading.refuse(
            "wrong-study",
            place,
            format!(
                "{what}: study `{}` is of kind `{kind}` and reduces nothing",
                cut(name.value)
            ),
            "name a study of kind = \"reduce\"",
        );
    }
    let reduced = study.text("gear").map(|gear| gear.value);
    if let Some(other) = reduced.filter(|other| *other != gear.value) {
        return reading.refuse(
            "wrong-study",
            place,
            format!(
                "{what}: study `{}` reduces gear `{other}`, not `{}`",
                cut(name.value),
                gear.value
            ),
            "name the study of this gear, or leave `gear` out of the study: it then reduces all",
        );
    }
    has_body(section, gears, reading)?;
    let teeth = gears
        .find(gear.value)?
        .gear
        .cylindrical()?
        .geometry
        .data()
        .teeth;
    let points = points(study, teeth).unwrap_or_default();
    Some((FlexibleSource::Study(name.value.to_owned()), points))
}

/// Names of the points of an interface, as far as they do not depend on the mesh; none where some do.
fn points(study: &Section, teeth: u32) -> Option<Vec<String>> {
    let auxiliary = study.integer("auxiliary_nodes")?.value;
    let interface = study.table("interface")?;
    let flanks = interface.choice("flanks")?.value;
    let nodes = interface.integers("nodes")?.value;
    if auxiliary > 0 || flanks == "nodes" {
        return None;
    }
    let mut points = Vec::new();
    if interface.boolean("center")?.value {
        points.push(place_name::CENTER.to_owned());
    }
    let whole = |numbers: Vec<i64>| -> Option<Vec<u32>> {
        let numbers = numbers.into_iter();
        numbers.map(|number| u32::try_from(number).ok()).collect()
    };
    let teeth = match interface.integers("teeth") {
        Some(list) => whole(list.value)?,
        None => (1..=teeth).collect(),
    };
    let sides: &[FlankSide] = match interface.choice("sides")?.value {
        "right" => &[FlankSide::Right],
        "left" => &[FlankSide::Left],
        _ => &[FlankSide::Right, FlankSide::Left],
    };
    let zones = u32::try_from(interface.integer("zones")?.value).ok()?;
    for tooth in teeth.into_iter().filter(|_| flanks == "joints") {
        for &side in sides {
            points.extend((1..=zones).map(|zone| place_name::zone(side, tooth, zone, zones)));
        }
    }
    points.extend(whole(nodes)?.into_iter().map(place_name::node));
    Some(points)
}

/// A reduced body that a study wrote.
fn by_file(
    (what, section): (&str, &Section),
    reading: &mut Reading,
) -> Option<(FlexibleSource, Vec<String>)> {
    let file = section.text("file")?;
    let place = (file.span.clone(), "this file");
    let found = reading.files.bytes_of(file.value);
    let bytes = told(found, (what, &place), reading)?;
    match ReducedBody::from_bytes(&bytes) {
        Ok(body) => {
            let points = body.points.into_iter().map(|point| point.name).collect();
            Some((FlexibleSource::File(file.value.to_owned()), points))
        }
        Err(error) => reading.refuse(
            "data-file",
            place,
            format!(
                "{what}: \"{}\" is no reduced body: {error}",
                cut(file.value)
            ),
            "name a file that a study of kind = \"reduce\" wrote: reduced-NAME.body",
        ),
    }
}

/// What a file holds; what is wrong with it is reported.
fn told<T>(
    found: Result<T, Fault>,
    (what, (span, label)): (&str, &(Range<usize>, &str)),
    reading: &mut Reading,
) -> Option<T> {
    found.map_or_else(
        |fault| {
            let message = format!("{what}: {}", fault.message);
            reading.refuse(fault.code, (span.clone(), label), message, fault.help)
        },
        Some,
    )
}
