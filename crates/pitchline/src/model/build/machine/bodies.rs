//! Bodies.

mod flexible;
pub(super) mod solid;

use std::collections::HashMap;

use super::Reading;
use super::ends::{axes, check_direction, is_given, vector};
use crate::dynamics::Rotation;
use crate::geometry::tensor::{Tensor, principal};
use crate::geometry::vector::{Vector, length, times};
use crate::input::Section;
use crate::input::field::GROUND;
use crate::model::build::Gears;
use crate::model::build::finite_elements::meshed_gears;
use crate::model::machine::{BodyKind, BodyRequest, MassSource};
use crate::number::short;

/// Share of the largest moment of inertia by which rounded numbers of a drawing may miss the triangle inequality.
const ROUNDING: f64 = 1e-6;

/// What others need to know of a body.
#[derive(Clone, Debug)]
pub(super) enum KnownBody {
    /// It has no points.
    Rigid,
    /// It is held at its points; none where they are not known before it is made.
    Flexible(Vec<String>),
    /// A shaft, which is held at its points.
    Shaft,
    /// It was refused, and that was reported: whatever others say of it is believed.
    Refused,
}

/// The bodies that could be read.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    known: HashMap<String, KnownBody>,
}

impl Bodies {
    pub fn find(&self, name: &str) -> Option<&KnownBody> {
        self.known.get(name)
    }

    /// Makes a body known to others.
    pub fn add(&mut self, name: &str, body: KnownBody) {
        self.known.insert(name.to_owned(), body);
    }
}

/// The bodies that could be read, which others may then refer to.
pub(super) fn read(root: &Section, gears: &Gears, reading: &mut Reading) -> Vec<BodyRequest> {
    let mut bodies = Vec::new();
    for (name, span, section) in root.entries("bodies") {
        if name == GROUND {
            reading.refuse::<()>(
                "reserved-name",
                (span, "taken"),
                format!("no body can be called `{GROUND}`: that is what never moves"),
                "choose another name, such as [bodies.frame]; nothing needs to be said of the ground",
            );
            continue;
        }
        let found = body(name, section, (root, gears), reading);
        let (body, known) = found.map_or((None, KnownBody::Refused), |(body, known)| {
            (Some(body), known)
        });
        reading.bodies.add(name, known);
        bodies.extend(body);
    }
    bodies
}

fn body(
    name: &str,
    section: &Section,
    (root, gears): (&Section, &Gears),
    reading: &mut Reading,
) -> Option<(BodyRequest, KnownBody)> {
    let what = format!("body `{name}`");
    let named = (what.as_str(), section);
    let gear = section.text("gear").map(|gear| gear.value.to_owned());
    let orientation = orientation(named, reading);
    let (kind, known) = match section.choice("kind")?.value {
        "flexible" => {
            let (kind, points) = flexible::kind(named, (root, gears), reading)?;
            (kind, KnownBody::Flexible(points))
        }
        _ => (
            BodyKind::Rigid(mass(named, gears, reading)?),
            KnownBody::Rigid,
        ),
    };
    let body = BodyRequest {
        name: name.to_owned(),
        kind,
        gear,
        position: vector(section, "position")?,
        orientation: orientation?,
        velocity: vector(section, "velocity")?,
        spin: vector(section, "spin")?,
        is_free: section.boolean("free")?.value,
    };
    Some((body, known))
}

/// Mass and inertia as given, or those of the gear.
pub(super) fn mass(
    (what, section): (&str, &Section),
    gears: &Gears,
    reading: &mut Reading,
) -> Option<MassSource> {
    let keys = ["mass", "inertia"];
    if is_given(section, "gear") {
        if let Some(key) = keys.into_iter().find(|key| is_given(section, key)) {
            return reading.refuse(
                "two-masses",
                (section.span_of(key), "and a gear"),
                format!("{what} has a gear and `{key}`: both say how heavy it is"),
                "keep one of the two",
            );
        }
        if let Some(solid) = solid::mass((what, section), gears, reading) {
            return solid;
        }
        has_body(section, gears, reading)?;
        return Some(MassSource::Gear);
    }
    if section.has_errors() && keys.into_iter().any(|key| section.is_faulty(key)) {
        return None;
    }
    let missing: Vec<&str> = keys
        .into_iter()
        .filter(|key| !is_given(section, key))
        .collect();
    if let [first, ..] = missing.as_slice() {
        let lines: Vec<&str> = missing
            .iter()
            .map(|key| match *key {
                "mass" => "mass = \"2 kg\"",
                _ => "inertia = [\"0.01 kg m2\", \"0.01 kg m2\", \"0.02 kg m2\"]",
            })
            .collect();
        return reading.refuse(
            "missing-key",
            (section.span_of(first), "mass or inertia is missing"),
            format!("{what} lacks `{}`", missing.join("` and `")),
            format!("add, with your own values:\n{}\nor gear = with the name of a gear that has a blank", lines.join("\n")),
        );
    }
    Some(MassSource::Given {
        mass: section.quantity("mass")?.value,
        inertia: inertia((what, section), reading)?,
    })
}

/// Whether the gear that the body names has a blank that can be meshed; says so otherwise.
pub(super) fn has_body(section: &Section, gears: &Gears, reading: &mut Reading) -> Option<()> {
    let gear = section.text("gear")?.value;
    meshed_gears(Some(gear), section, gears, reading.diagnostics).map(|_| ())
}

fn inertia((what, section): (&str, &Section), reading: &mut Reading) -> Option<Tensor> {
    let tensor = match section.table("inertia") {
        Some(table) => {
            let get = |key: &str| Some(table.quantity(key)?.value);
            let [xx, yy, zz] = [get("xx")?, get("yy")?, get("zz")?];
            let [xy, yz, zx] = [get("xy")?, get("yz")?, get("zx")?];
            [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]
        }
        None => {
            let [xx, yy, zz] = vector(section, "inertia")?;
            [[xx, 0.0, 0.0], [0.0, yy, 0.0], [0.0, 0.0, zz]]
        }
    };
    let (mut moments, _) = principal(&tensor);
    moments.sort_by(f64::total_cmp);
    let [least, middle, most] = moments;
    let place = (section.span_of("inertia"), "no body has it");
    let list = moments.map(short).join(", ");
    // Not `<=`, so that NaN is refused.
    if !(least > 0.0 && most.is_finite()) {
        return reading.refuse(
            "bad-inertia",
            place,
            format!(
                "{what}: the principal moments of its inertia, {list} kg m2, are not all positive"
            ),
            "write positive moments; a thin rod along z has small ones about z, but not none",
        );
    }
    if least + middle < most * (1.0 - ROUNDING) {
        return reading.refuse(
            "bad-inertia",
            place,
            format!(
                "{what}: of the principal moments of its inertia, {list} kg m2, the largest exceeds the sum of the others"
            ),
            format!(
                "no distribution of mass has such moments: the largest is at most {} kg m2; is the inertia about the centre of mass?",
                short(least + middle)
            ),
        );
    }
    Some(tensor)
}

/// The rotation vector that brings the axes of the ground to those of the body.
fn orientation((what, section): (&str, &Section), reading: &mut Reading) -> Option<Vector> {
    let Some(table) = section.table("orientation") else {
        return vector(section, "orientation");
    };
    let title = format!("`orientation` of {what}");
    let named = (title.as_str(), table);
    let given = ["axis", "angle", "z", "x"].map(|key| is_given(table, key));
    if table.has_errors() {
        return None;
    }
    match given {
        [true, true, false, false] => {
            let axis = vector(table, "axis")?;
            check_direction(named, "axis", axis, reading)?;
            let angle = table.quantity("angle")?.value;
            Some(times(angle / length(axis), axis))
        }
        [false, false, true, _] => {
            let z = vector(table, "z")?;
            check_direction(named, "z", z, reading)?;
            let x = vector(table, "x");
            if let Some(x) = x {
                check_direction(named, "x", x, reading)?;
            }
            match axes(z, x) {
                Some(axes) => Some(Rotation::from_matrix(&axes).vector()),
                None => reading.refuse(
                    "bad-direction",
                    (table.span_of("x"), "along z"),
                    format!("{title}: `x` points along `z`, so it does not define the rotation of the body about it"),
                    "choose a direction across `z`, or leave `x` out",
                ),
            }
        }
        _ => reading.refuse(
            "bad-orientation",
            (section.span_of("orientation"), "incomplete"),
            format!("{title} needs `axis` and `angle`, or `z` and perhaps `x`"),
            "write orientation = { axis = [0, 1, 0], angle = \"90 deg\" }",
        ),
    }
}
