//! Shafts: segments, points and how fine they are cut.

mod disc;

use super::Reading;
use super::bodies::KnownBody;
use super::ends::{axes_of, is_given, vector};
use crate::dynamics::{Fineness, Segment};
use crate::input::field::GROUND;
use crate::input::place::cut;
use crate::input::{Located, Section};
use crate::model::build::Gears;
use crate::model::machine::{ShaftPoint, ShaftRequest};
use crate::nearest::nearest;
use crate::number::short;

/// The points that every shaft has.
const ENDS: [&str; 2] = ["start", "end"];

/// Most beams that one shaft may be cut into by `element_length`.
const MOST_BEAMS: f64 = 5000.0;

/// Share of the length by which a place may miss the shaft: rounding of lengths that are added up.
const ROUNDING: f64 = 1e-9;

/// Reads the shafts, which others may then refer to.
pub(super) fn read(root: &Section, gears: &Gears, reading: &mut Reading) {
    for (name, span, section) in root.entries("shafts") {
        let is_body = reading.bodies.find(name).is_some();
        if name == GROUND || is_body {
            let message = match is_body {
                true => format!("a body and a shaft are both called `{name}`"),
                false => format!("no shaft can be called `{GROUND}`: that is what never moves"),
            };
            reading.refuse::<()>(
                "reserved-name",
                (span, "taken"),
                message,
                "choose another name for [shafts.NAME]",
            );
            continue;
        }
        let found = shaft(name, section, gears, reading);
        let known = match found {
            Some(shaft) => {
                reading.shafts.push(shaft);
                KnownBody::Shaft
            }
            None => KnownBody::Refused,
        };
        reading.bodies.add(name, known);
    }
}

fn shaft(
    name: &str,
    section: &Section,
    gears: &Gears,
    reading: &mut Reading,
) -> Option<ShaftRequest> {
    let what = format!("shaft `{name}`");
    let named = (what.as_str(), section);
    let axes = axes_of(named, reading);
    let segments = segments(named, reading)?;
    let length = segments.iter().map(|segment| segment.length).sum();
    let fineness = fineness(named, length, reading);
    let mut shaft = ShaftRequest {
        name: name.to_owned(),
        position: vector(section, "position")?,
        axes: axes?,
        segments,
        fineness: fineness?,
        internal_damping: section.quantity("damping_time")?.value,
        speed: section.quantity("speed")?.value,
        points: vec![point(ENDS[0], 0.0), point(ENDS[1], length)],
        discs: Vec::new(),
        is_free: section.boolean("free")?.value,
    };
    let mut is_sound = !section.is_faulty("points");
    for (point, position) in section.named_quantities("points") {
        let called = format!("{what}: point `{point}`");
        is_sound &= shaft
            .add_point((&called, point), position, reading)
            .is_some();
    }
    is_sound &= disc::read(named, &mut shaft, gears, reading).is_some();
    is_sound.then_some(shaft)
}

fn point(name: &str, position: f64) -> ShaftPoint {
    ShaftPoint {
        name: name.to_owned(),
        position,
    }
}

fn segments((what, section): (&str, &Section), reading: &mut Reading) -> Option<Vec<Segment>> {
    if section.is_faulty("segments") {
        return None;
    }
    let mut segments = Vec::new();
    let mut is_sound = true;
    for (i, item) in section.items("segments").enumerate() {
        let found = segment((what, section), (i + 1, item), reading);
        is_sound &= found.is_some();
        segments.extend(found);
    }
    if segments.is_empty() && is_sound {
        return reading.refuse(
            "no-segments",
            (section.span_of("segments"), "no length"),
            format!("{what} has no segments"),
            "write segments = [{ length = \"400 mm\", diameter = \"40 mm\" }]",
        );
    }
    if !is_sound {
        return None;
    }
    check_lengths((what, section), &segments, reading)?;
    Some(segments)
}

/// Refuses segments whose ends rounding cannot tell apart.
fn check_lengths(
    (what, section): (&str, &Section),
    segments: &[Segment],
    reading: &mut Reading,
) -> Option<()> {
    let whole: f64 = segments.iter().map(|segment| segment.length).sum();
    let shortest = 2.0 * ROUNDING * whole;
    let mut items = section.items("segments").zip(segments).enumerate();
    let found = items.find(|(_, (_, segment))| segment.length <= shortest);
    let Some((i, (item, segment))) = found else {
        return Some(());
    };
    let [length, whole, shortest] =
        [segment.length, whole, shortest].map(|length| short(1e3 * length));
    reading.refuse(
        "too-short",
        (item.span_of("length"), "no length beside the others"),
        format!(
            "{what}, segment {}: {length} mm is less than rounding of its {whole} mm",
            i + 1
        ),
        format!("write more than \"{shortest} mm\", or remove the segment"),
    )
}

fn segment(
    (what, shaft): (&str, &Section),
    (number, section): (usize, &Section),
    reading: &mut Reading,
) -> Option<Segment> {
    if section.has_errors() {
        return None;
    }
    let get = |key: &str| section.quantity(key).map(|quantity| quantity.value);
    let (outer, inner) = (get("diameter")?, get("inner_diameter")?);
    let segment = Segment {
        length: get("length")?,
        outer_diameters: [outer, get("end_diameter").unwrap_or(outer)],
        inner_diameters: [inner, get("end_inner_diameter").unwrap_or(inner)],
        material: reading.material(
            section
                .text("material")
                .or_else(|| shaft.text("material"))?
                .value,
        )?,
    };
    for (i, [key, at]) in [
        ["inner_diameter", "beginning"],
        ["end_inner_diameter", "end"],
    ]
    .into_iter()
    .enumerate()
    {
        let (outer, inner) = (segment.outer_diameters[i], segment.inner_diameters[i]);
        if inner >= outer {
            let [inner, outer] = [inner, outer].map(|diameter| short(1e3 * diameter));
            let key = if is_given(section, key) {
                key
            } else {
                "inner_diameter"
            };
            return reading.refuse(
                "no-wall",
                (section.span_of(key), "no wall is left"),
                format!("{what}, segment {number}: at its {at} the inner diameter {inner} mm is not smaller than the outer diameter {outer} mm"),
                "write a smaller inner diameter, or end_inner_diameter for a bore that narrows with the shaft",
            );
        }
    }
    Some(segment)
}

fn fineness(
    (what, section): (&str, &Section),
    length: f64,
    reading: &mut Reading,
) -> Option<Fineness> {
    if section.is_faulty("elements") || section.is_faulty("element_length") {
        return None;
    }
    let count = section.integer("elements");
    match (count, section.quantity("element_length")) {
        (Some(_), Some(longest)) => reading.refuse(
            "two-finenesses",
            (longest.span, "and a number"),
            format!(
                "{what} has `elements` and `element_length`, which both say how fine it is cut"
            ),
            "keep one of the two",
        ),
        (Some(count), None) => Some(Fineness::Count(usize::try_from(count.value).ok()?)),
        (None, Some(longest)) => {
            // A whole number of longest beams is not cut once more for rounding.
            let count = (length / longest.value * (1.0 - 1e-12)).ceil().max(1.0);
            if count > MOST_BEAMS {
                return reading.refuse(
                    "too-fine",
                    (longest.span, "very short"),
                    format!("{what} would be cut into {count:.0} beams"),
                    format!(
                        "write at least \"{} mm\": {MOST_BEAMS} beams are enough for any shaft",
                        short((1e3 * length / MOST_BEAMS * 1e3).ceil() / 1e3)
                    ),
                );
            }
            Some(Fineness::Count(count as usize))
        }
        (None, None) => Some(Fineness::default()),
    }
}

impl ShaftRequest {
    /// Adds a point after looking at its place and name; `what` is how it is called.
    pub(super) fn add_point(
        &mut self,
        (what, name): (&str, &str),
        position: &Located<f64>,
        reading: &mut Reading,
    ) -> Option<()> {
        self.check_on(what, position, reading)?;
        if let Some(known) = self.point(name) {
            let place = short(1e3 * known.position);
            return reading.refuse(
                "duplicate-name",
                (position.span.clone(), "a second place"),
                format!("{what}: shaft `{}` has a point of this name at {place} mm", self.name),
                "points, discs and bearings of a shaft need different names; `start` and `end` are its ends",
            );
        }
        self.points.push(point(name, position.value));
        Some(())
    }

    /// Refuses a place beyond the ends.
    fn check_on(&self, what: &str, position: &Located<f64>, reading: &mut Reading) -> Option<()> {
        let (at, length) = (position.value, self.length());
        if at >= -ROUNDING * length && at <= (1.0 + ROUNDING) * length {
            return Some(());
        }
        let (end, at) = (short(1e3 * length), short(1e3 * at));
        reading.refuse(
            "outside-shaft",
            (position.span.clone(), "not on the shaft"),
            format!(
                "{what} is at {at} mm, but shaft `{}` goes from 0 mm to {end} mm",
                self.name
            ),
            format!("write a distance from the beginning of the shaft, \"0 mm\" to \"{end} mm\""),
        )
    }

    /// The place that `at` of a table says: a distance, or the name of a point.
    pub(super) fn station(
        &self,
        (what, section): (&str, &Section),
        reading: &mut Reading,
    ) -> Option<Located<f64>> {
        if let Some(position) = section.quantity("at") {
            self.check_on(what, &position, reading)?;
            return Some(position);
        }
        let name = section.text("at")?;
        if let Some(point) = self.point(name.value) {
            return Some(Located {
                value: point.position,
                span: name.span,
            });
        }
        let known = self.points.iter().map(|point| point.name.as_str());
        let help = match nearest(name.value, known.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => {
                let known: Vec<&str> = known.take(12).collect();
                format!(
                    "it has {}; or write a distance such as \"40 mm\"",
                    known.join(", ")
                )
            }
        };
        reading.refuse(
            "unknown-point",
            (name.span, "no such point"),
            format!(
                "{what}: shaft `{}` has no point `{}`",
                self.name,
                cut(name.value)
            ),
            help,
        )
    }
}
