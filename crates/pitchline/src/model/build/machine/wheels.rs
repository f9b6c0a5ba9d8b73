//! Gears on bodies: where they sit.

use super::Reading;
use super::ends::{axes_from, carrier, is_given, vector};
use crate::geometry::tensor::{IDENTITY, transposed_product};
use crate::input::Section;
use crate::model::machine::{Carrier, End, Frame, WheelRequest};

/// Keys that place a wheel in ground axes.
const IN_GROUND_AXES: [&str; 3] = ["at", "axis", "x"];

/// The wheels that could be read.
pub(super) fn read(section: &Section, reading: &mut Reading) -> Vec<WheelRequest> {
    let mut wheels = Vec::new();
    for (name, _, entry) in section.entries("wheels") {
        let what = format!("wheel `{name}`");
        let seat = seat((&what, entry), reading);
        wheels.extend(
            seat.zip(entry.text("gear"))
                .map(|(seat, gear)| WheelRequest {
                    name: name.to_owned(),
                    gear: gear.value.to_owned(),
                    seat,
                }),
        );
    }
    wheels
}

fn seat((what, section): (&str, &Section), reading: &mut Reading) -> Option<End> {
    let carrier = carrier((what, section), "body", reading)?;
    let given = IN_GROUND_AXES
        .into_iter()
        .find(|key| is_given(section, key));
    if section.has_errors() {
        return None;
    }
    let frame = match (section.table("frame"), given) {
        (Some(_), Some(key)) => {
            return reading.refuse(
                "two-places",
                (section.span_of(key), "a second place"),
                format!("{what} has `{key}` and `frame`, which both say where it is"),
                format!(
                    "keep one of the two: `{key}` is in ground axes, `frame` in those of its body"
                ),
            );
        }
        (Some(table), None) => {
            let title = format!("`frame` of {what}");
            Frame::Own {
                place: vector(table, "place")?,
                axes: axes_from((&title, table), IDENTITY, reading)?,
            }
        }
        (None, None) => Frame::Own {
            place: [0.0; 3],
            axes: IDENTITY,
        },
        (None, Some(_)) => in_ground_axes((what, section), &carrier, reading)?,
    };
    Some(End { carrier, frame })
}

/// What is left out is that of the body.
fn in_ground_axes(
    named: (&str, &Section),
    carrier: &Carrier,
    reading: &mut Reading,
) -> Option<Frame> {
    let own = End {
        carrier: carrier.clone(),
        frame: Frame::Own {
            place: [0.0; 3],
            axes: IDENTITY,
        },
    };
    // A body that was refused stands nowhere, and that was reported.
    let (_, own) = reading.stands(&own)?;
    let axes = axes_from(named, own, reading)?;
    Some(match vector(named.1, "at") {
        Some(place) => Frame::Ground { place, axes },
        None => Frame::Own {
            place: [0.0; 3],
            axes: transposed_product(&own, &axes),
        },
    })
}
