//! `[bearings.N]`

use super::body::DIRECTION;
use super::joint::BODY_REFERENCE;
use super::shaft::STATION;
use super::{bushing, plain_bearing, rolling_bearing};
use crate::input::field::{Choice, Collection, Field, FieldKind, Record};

/// What holds a shaft.
pub static BEARING: Record = Record {
    name: "bearing",
    doc: "What holds a shaft at a place along it. It is a force or a joint between `on` and the shaft, whose z is the axis of the shaft; its name \
          is also a point of the shaft. What it bears is among the reactions.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new(
                    "plain-bearing",
                    "Stiffness and damping across the axis, which may be coupled as those of an oil film are.",
                ),
                Choice::new("rolling-bearing", "Stiffness that grows with the load."),
                Choice::new(
                    "bushing",
                    "Stiffness and damping in all six directions, for a shaft that turns by less than half a turn.",
                ),
                Choice::new("rigid", "No motion at all in what `holds` names; the shaft turns freely."),
            ]),
            "\"plain-bearing\"",
            "How it holds.",
        ),
        Field::required("shaft", FieldKind::Reference(Collection::Shafts), "\"rotor\"", "The shaft."),
        Field::required("at", STATION, "\"40 mm\"", "Where along the shaft, from its beginning, or the name of a point of it."),
        Field::optional(
            "on",
            BODY_REFERENCE,
            "\"housing\"",
            "What it stands on: a body, a point of a flexible body or of another shaft, or `ground`.",
        )
        .default("\"ground\""),
        Field::optional(
            "x",
            DIRECTION,
            "[1, 0, 0]",
            "Where its local x points at the start, in ground axes: what of it is at a right angle to the shaft counts. The x of the shaft unless given.",
        ),
        plain_bearing::COUPLED_STIFFNESS,
        plain_bearing::COUPLED_DAMPING,
        plain_bearing::AXIAL_STIFFNESS,
        plain_bearing::AXIAL_DAMPING,
        rolling_bearing::RADIAL,
        rolling_bearing::AXIAL,
        rolling_bearing::TILT,
        rolling_bearing::CONSTANT_DAMPING,
        rolling_bearing::DAMPING_TIME,
        bushing::DIAGONAL_STIFFNESS,
        bushing::STIFFNESS_MATRIX,
        bushing::DIAGONAL_DAMPING,
        bushing::DAMPING_MATRIX,
        bushing::PRELOAD_FORCE,
        bushing::PRELOAD_TORQUE,
        Field::optional(
            "holds",
            FieldKind::List(&FieldKind::Choice(&[
                Choice::new("radial", "The displacements across the axis."),
                Choice::new("axial", "The displacement along it."),
                Choice::new("tilting", "The turns about the axes across."),
            ])),
            "[\"radial\", \"axial\"]",
            "What it holds: `radial`, `axial`, `tilting`.",
        )
        .default("[\"radial\"]")
        .only_for(&["rigid"]),
    ],
};
