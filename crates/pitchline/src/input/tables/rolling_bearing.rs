//! Stiffness of a rolling bearing: load over deflection.

use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const ONLY: &[&str] = &["rolling-bearing"];

const fn list(dimension: Dimension) -> FieldKind {
    FieldKind::QuantityList {
        dimension,
        range: Interval::NOT_NEGATIVE,
    }
}

pub(super) const fn quantity(dimension: Dimension, range: Interval) -> FieldKind {
    FieldKind::Quantity { dimension, range }
}

/// By two lists or by one stiffness.
const fn curve(
    [load, deflection, stiffness]: [Dimension; 3],
    examples: [&'static str; 4],
) -> [Field; 4] {
    [
        Field::optional("loads", list(load), examples[0], "Loads, ascending."),
        Field::optional(
            "deflections",
            list(deflection),
            examples[1],
            "Deflections at these loads, ascending.",
        ),
        Field::optional(
            "stiffnesses",
            list(stiffness),
            examples[2],
            "Stiffnesses at these loads, in place of `deflections`.",
        ),
        Field::optional(
            "stiffness",
            quantity(stiffness, Interval::POSITIVE),
            examples[3],
            "One stiffness for all loads, in place of the lists.",
        ),
    ]
}

pub(super) static STRAIGHT: Record = Record {
    name: "load curve",
    doc: "Load of a bearing over its deflection. It rises beyond the last load with the stiffness that it has there.",
    discriminator: None,
    variants: &[],
    fields: &curve(
        [Dimension::FORCE, Dimension::LENGTH, Dimension::STIFFNESS],
        [
            "[\"0 N\", \"1 kN\", \"3 kN\"]",
            "[\"0 um\", \"8 um\", \"17 um\"]",
            "[\"50 N/um\", \"150 N/um\", \"220 N/um\"]",
            "\"150 N/um\"",
        ],
    ),
};

pub(super) static TILTING: Record = Record {
    name: "moment curve",
    doc: "Moment of a bearing over its tilting angle.",
    discriminator: None,
    variants: &[],
    fields: &curve(
        [
            Dimension::TORQUE,
            Dimension::ANGLE,
            Dimension::ROTATIONAL_STIFFNESS,
        ],
        [
            "[\"0 N m\", \"10 N m\"]",
            "[\"0 mrad\", \"1 mrad\"]",
            "[\"5000 N m/rad\", \"9000 N m/rad\"]",
            "\"8000 N m/rad\"",
        ],
    ),
};

const fn damping(key: &'static str, dimension: Dimension, doc: &'static str) -> Field {
    let kind = quantity(dimension, Interval::NOT_NEGATIVE);
    Field::optional(key, kind, "100", doc).default("0")
}

pub(super) static DAMPING: Record = Record {
    name: "bearing damping",
    doc: "Damping of a bearing that does not depend on its load.",
    discriminator: None,
    variants: &[],
    fields: &[
        damping("radial", Dimension::DAMPING, "Across the axis."),
        damping("axial", Dimension::DAMPING, "Along the axis."),
        damping("tilting", Dimension::ROTATIONAL_DAMPING, "Of tilting."),
    ],
};

/// Across the axis.
pub(super) const RADIAL: Field = Field::optional(
    "radial",
    FieldKind::Table(&STRAIGHT),
    "{ loads = [\"0 N\", \"1 kN\", \"3 kN\"], deflections = [\"0 um\", \"8 um\", \"17 um\"] }",
    "Radial load over radial deflection. Left out, it carries nothing there.",
)
.only_for(ONLY);

/// Along the axis.
pub(super) const AXIAL: Field = Field::optional(
    "axial",
    FieldKind::Table(&STRAIGHT),
    "{ stiffness = \"80 N/um\" }",
    "Axial load over axial deflection, the same to both sides. Left out, it carries nothing there.",
)
.only_for(ONLY);

/// About the axes across.
pub(super) const TILT: Field = Field::optional(
    "tilting",
    FieldKind::Table(&TILTING),
    "{ stiffness = \"8000 N m/rad\" }",
    "Moment over tilting angle. Left out, it tilts freely.",
)
.only_for(ONLY);

/// By constants.
pub(super) const CONSTANT_DAMPING: Field = Field::optional(
    "damping",
    FieldKind::Table(&DAMPING),
    "{ radial = \"500 N s/m\" }",
    "Damping by constants.",
)
.only_for(ONLY);

/// By the stiffness.
pub(super) const DAMPING_TIME: Field = Field::optional(
    "damping_time",
    quantity(Dimension::TIME, Interval::NOT_NEGATIVE),
    "\"0.02 ms\"",
    "Damping as this time multiplied by the stiffness under load, in place of `damping`.",
)
.only_for(ONLY);
