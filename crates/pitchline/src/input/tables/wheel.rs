//! `[wheels.N]`

use super::body::{DIRECTION, PLACE};
use super::joint::{BODY_REFERENCE, FRAME};
use crate::input::field::{Collection, Field, FieldKind, Record};

/// A gear on a body.
pub static WHEEL: Record = Record {
    name: "wheel",
    doc: "A gear of the machine: which gear, on which body, and where. A pair of two wheels brings their teeth into mesh. One gear may be on \
          several bodies, and a body may carry several wheels.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "gear",
            FieldKind::Reference(Collection::Gears),
            "\"pinion\"",
            "The gear.",
        ),
        Field::required(
            "body",
            BODY_REFERENCE,
            "\"rotor\"",
            "The body that carries it, or `ground`; of a flexible body or a shaft a point of it: `\"shaft:middle\"`.",
        ),
        Field::optional(
            "at",
            PLACE,
            "[\"0 mm\", \"90 mm\", \"0 mm\"]",
            "Its centre at the start, in ground axes: on the axis, level with the contact point, which is the middle of the face; of a rack the middle of \
             its datum line. If omitted, it is the position of the body: its centre of mass, or the point that is named.",
        ),
        Field::optional(
            "axis",
            DIRECTION,
            "[0, 0, 1]",
            "Its +z at the start, in ground axes; of a bevel or hypoid gear from the apex to the gear, of a rack along its width. If omitted, it is the z axis of the body, or of the shaft.",
        ),
        Field::optional(
            "x",
            DIRECTION,
            "[0, 1, 0]",
            "Where its +x points at the start: of a rack out of its teeth, towards the wheel. Its component perpendicular to `axis` is used. If omitted, it is the x axis of the body where `axis` is omitted too.",
        ),
        Field::optional(
            "frame",
            FieldKind::Table(&FRAME),
            "{ place = [0, 0, \"40 mm\"] }",
            "Centre and axes on the body, in its own axes, in place of `at`, `axis` and `x`.",
        ),
    ],
};
