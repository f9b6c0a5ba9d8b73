//! `[bearings.N]`

use super::body::DIRECTION;
use super::joint::BODY_REFERENCE;
use super::shaft::STATION;
use crate::input::field::{Choice, Collection, Field, FieldKind, Keys, Record, Variant};
use crate::parts::force::{bushing, plain_bearing, rolling_bearing};

/// What holds a shaft.
pub static BEARING: Record = Record {
    name: "bearing",
    doc: "A support of a shaft at a position along it. It is a force or a joint between `on` and the shaft, whose z is the axis of the shaft; its name is also a point of the shaft. Its load is among the reactions.",
    discriminator: Some("kind"),
    variants: &VARIANTS,
    fields: &[
        Field::required("kind", FieldKind::Choice(&CHOICES), "\"plain-bearing\"", "Type of the support."),
        Field::required("shaft", FieldKind::Reference(Collection::Shafts), "\"rotor\"", "The shaft."),
        Field::required("at", STATION, "\"40 mm\"", "Where along the shaft, from its beginning, or the name of a point of it."),
        Field::optional(
            "on",
            BODY_REFERENCE,
            "\"housing\"",
            "What it is mounted on: a body, a point of a flexible body or of another shaft, or `ground`.",
        )
        .default("\"ground\""),
        Field::optional(
            "x",
            DIRECTION,
            "[1, 0, 0]",
            "Where its local x points at the start, in ground axes: its component perpendicular to the shaft is used. The x of the shaft unless given.",
        ),
    ],
};

static CHOICES: [Choice; VARIANTS.len()] = Variant::choices(&VARIANTS, &[]);

/// Kinds of forces, and one that is a joint.
static VARIANTS: [&Variant; 4] = [&PLAIN, &ROLLING, &BUSHING, &RIGID];

static PLAIN: Variant = Variant {
    name: plain_bearing::KIND.variant.name,
    doc: plain_bearing::KIND.variant.doc,
    keys: &[&plain_bearing::KEYS],
};

static ROLLING: Variant = Variant {
    name: rolling_bearing::KIND.variant.name,
    doc: "Stiffness that grows with the load.",
    keys: &[&rolling_bearing::KEYS],
};

static BUSHING: Variant = Variant {
    name: bushing::KIND.variant.name,
    doc: "Stiffness and damping in all six directions, for a shaft that turns by less than half a turn.",
    keys: &[&bushing::KEYS],
};

static RIGID: Variant = Variant {
    name: "rigid",
    doc: "Rigid in the directions that `holds` names; the shaft rotates freely.",
    keys: &[&HOLDS],
};

static HOLDS: Keys = Keys {
    shared_by: None,
    fields: &[Field::optional(
        "holds",
        FieldKind::List(&FieldKind::Choice(&[
            Choice::new("radial", "The displacements across the axis."),
            Choice::new("axial", "The displacement along it."),
            Choice::new("tilting", "The turns about the axes across."),
        ])),
        "[\"radial\", \"axial\"]",
        "Constrained directions: `radial`, `axial`, `tilting`.",
    )
    .default("[\"radial\"]")],
};
