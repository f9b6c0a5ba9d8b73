//! `[events.N]`

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;

/// What happens during a run.
pub static EVENT: Record = Record {
    name: "event",
    doc: "Something that happens during a study `transient` when a sensor passes a value: the instant is found within the step, and the run \
          goes on from there. Jumps of a sensor, such as those of a velocity in an impact, do not count. What happens is listed \
          in the table `events` of the results; a joint that is already locked or released is noted there and unchanged.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "sensor",
            FieldKind::Reference(Collection::Sensors),
            "\"height\"",
            "The monitored sensor, of one component.",
        ),
        Field::required(
            "value",
            FieldKind::Either(&[
                FieldKind::Number {
                    range: Interval::ALL,
                },
                FieldKind::Text,
            ]),
            "\"3 mm\"",
            "The threshold, in the unit of the sensor.",
        ),
        Field::optional(
            "direction",
            FieldKind::Choice(&[
                Choice::new("rising", "From below the value."),
                Choice::new("falling", "From above it."),
                Choice::new("either", "Both."),
            ]),
            "\"falling\"",
            "Direction in which the sensor must cross the value.",
        )
        .default("\"either\""),
        Field::optional(
            "action",
            FieldKind::Choice(&[
                Choice::new("record", "The instant is noted."),
                Choice::new("stop", "The run ends there."),
                Choice::new("release", "The joint `joint` is released."),
                Choice::new(
                    "lock",
                    "The joint `joint` is locked in the current relative position; velocities change by the impulse that this requires.",
                ),
            ]),
            "\"release\"",
            "What is done.",
        )
        .default("\"record\""),
        Field::optional(
            "joint",
            FieldKind::Reference(Collection::Joints),
            "\"latch\"",
            "The joint that is released or locked. One that is open at the start has `released = true`.",
        ),
    ],
};
