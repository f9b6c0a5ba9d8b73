//! `transmission_error` of a mesh.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const SERIES: &[&str] = &["series"];
const TABLE: &[&str] = &["table"];

const LENGTH: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::ALL,
};

/// Waves in a period.
pub(in crate::parts::pair) const ORDER: Field = Field::required(
    "order",
    FieldKind::Integer {
        min: 1,
        max: 100_000,
    },
    "1",
    "Order n: waves in a period.",
);

/// What a wave repeats with.
pub(in crate::parts::pair) const PERIOD: Field = Field::optional(
    "period",
    FieldKind::Choice(&[
        Choice::new("mesh", "The passing of a tooth."),
        Choice::new("turn-of-a", "A turn of wheel `a` past the contact."),
        Choice::new("turn-of-b", "A turn of wheel `b` past the contact."),
    ]),
    "\"turn-of-b\"",
    "Period P of the first order.",
)
.default("\"mesh\"");

/// Where a wave begins.
pub(in crate::parts::pair) const PHASE: Field = Field::optional(
    "phase",
    FieldKind::Quantity {
        dimension: Dimension::ANGLE,
        range: Interval::ALL,
    },
    "\"30 deg\"",
    "Phase φ where the machine starts.",
)
.default("0");

/// What a table repeats with.
pub(in crate::parts::pair) const MESH_CYCLES: Field = Field::optional(
    "mesh_cycles",
    FieldKind::Integer {
        min: 1,
        max: 1_000_000,
    },
    "57",
    "Mesh cycles after which the values repeat. Over the lowest common multiple of both numbers of teeth every tooth meets every other.",
)
.default("1");

static HARMONIC: Record = Record {
    name: "harmonic",
    doc: "A wave of the transmission error, A cos(2π n c/P + φ) over the mesh cycles c.",
    discriminator: None,
    variants: &[],
    fields: &[
        ORDER,
        PERIOD,
        Field::required("amplitude", LENGTH, "\"4 um\"", "Amplitude A."),
        PHASE,
    ],
};

/// What errors and changing stiffness of teeth add.
pub static TRANSMISSION_ERROR: Record = Record {
    name: "transmission error",
    doc: "Transmission error under load, as measured or computed: what errors of the flanks and the changing stiffness of the teeth do to wheels \
          that turn slowly. Positive where `b` lags, when wheel `a` drives about its +z. It is counted from where the machine starts, over mesh \
          cycles: passings of a tooth of `a`.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new(
                    "amplitude",
                    "One wave per tooth that shortens the path: the teeth of `a` protrude by X (1 − cos z_a ψ_a), which is a transmission error of −X (1 − cos z_a ψ_a).",
                ),
                Choice::new("series", "A mean and harmonics of the mesh and of turns."),
                Choice::new("table", "Values over one or many mesh cycles."),
            ]),
            "\"series\"",
            "How it is given.",
        ),
        Field::required("amplitude", LENGTH, "\"10 um\"", "Amplitude X.").only_for(&["amplitude"]),
        Field::optional("mean", LENGTH, "\"12 um\"", "Mean value.").default("0").only_for(SERIES),
        Field::required(
            "harmonics",
            FieldKind::ListOf(&HARMONIC),
            "[{ order = 1, amplitude = \"4 um\" }]",
            "The waves.",
        )
        .only_for(SERIES),
        MESH_CYCLES.only_for(TABLE),
        Field::required(
            "values",
            FieldKind::QuantityList {
                dimension: Dimension::LENGTH,
                range: Interval::ALL,
            },
            "[0, \"3 um\", \"5 um\", \"2 um\"]",
            "Values, equally spaced over these cycles, the first at their beginning; its repetition at the end is omitted. They are interpolated smoothly.",
        )
        .only_for(TABLE),
    ],
};
