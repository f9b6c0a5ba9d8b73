//! `[drives.N]`

use super::functions;
use super::joint::BODY_REFERENCE;
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};

/// About an axis.
const TURNS: &[&str] = &["angle", "speed"];

const fn value(kind: FieldKind, example: &'static str, doc: &'static str) -> Field {
    Field::required("value", kind, example, doc)
}

/// A prescribed motion.
pub static DRIVE: Record = Record {
    name: "drive",
    doc: "A prescribed motion of a joint, or the prescribed rotation of a shaft. The force or torque that it requires is a result.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("angle", "The angle of `b` about the axis, relative to `a`."),
                Choice::new(
                    "speed",
                    "The rate of that angle, which starts from its initial value.",
                ),
                Choice::new(
                    "displacement",
                    "The displacement of `b` along the axis, relative to `a`.",
                ),
                Choice::new(
                    "velocity",
                    "The rate of that displacement, which starts from its initial value.",
                ),
            ]),
            "\"speed\"",
            "What is prescribed.",
        ),
        Field::required(
            "joint",
            FieldKind::Reference(Collection::Joints),
            "\"bearing\"",
            "The joint, which must leave this motion free. Required unless `shaft` is given.",
        )
        .optional_for(TURNS),
        Field::optional(
            "shaft",
            BODY_REFERENCE,
            "\"rotor:start\"",
            "A point of a shaft that is rotated relative to the ground about the axis of the shaft, in place of `joint`. It may deflect there: a coupling that \
             bends freely.",
        )
        .only_for(TURNS),
        value(
            functions::ANGLE,
            "\"30 deg\"",
            "The angle, or a function of time.",
        )
        .only_for(&["angle"]),
        value(
            functions::SPEED,
            "\"1500 rpm\"",
            "The speed, or a function of time.",
        )
        .only_for(&["speed"]),
        value(
            functions::LENGTH,
            "\"5 mm\"",
            "The displacement, or a function of time.",
        )
        .only_for(&["displacement"]),
        value(
            functions::VELOCITY,
            "\"0.2 m/s\"",
            "The velocity, or a function of time.",
        )
        .only_for(&["velocity"]),
    ],
};
