//! `[events.N]`

use crate::input::field::{Choice, Collection, Field, FieldKind, Record};
use crate::input::interval::Interval;

/// What happens during a run.
pub static EVENT: Record = Record {
    name: "event",
    doc: "Something that happens during a study `transient` when a sensor passes a value: the instant is found within the step, and the run \
          goes on from there. Sudden changes of a sensor, as a velocity has them where bodies meet, are no passing. What happens is listed \
          in the table `events` of the results; a joint that is locked or released already is told there and stays as it is.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "sensor",
            FieldKind::Reference(Collection::Sensors),
            "\"height\"",
            "The sensor that is watched, of one component.",
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
            "The value that it passes, in the unit of the sensor.",
        ),
        Field::optional(
            "direction",
            FieldKind::Choice(&[
                Choice::new("rising", "From below the value."),
                Choice::new("falling", "From above it."),
                Choice::new("either", "Both."),
            ]),
            "\"falling\"",
            "Which way the sensor must go.",
        )
        .default("\"either\""),
        Field::optional(
            "action",
            FieldKind::Choice(&[
                Choice::new("record", "The instant is noted."),
                Choice::new("stop", "The run ends there."),
                Choice::new("release", "The joint `joint` lets go."),
                Choice::new(
                    "lock",
                    "The joint `joint` holds from now on, from where its bodies stand; velocities change by the impulse that this takes.",
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
            "The joint that is released or locked. One that shall not hold from the start says `released = true`.",
        ),
    ],
};
