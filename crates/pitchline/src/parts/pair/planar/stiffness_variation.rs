//! `stiffness_variation` of a mesh.

use crate::input::field::{Choice, Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::parts::pair::transmission_error::{MESH_CYCLES, ORDER, PERIOD, PHASE};
use crate::units::Dimension;

const SERIES: &[&str] = &["series"];
const TABLE: &[&str] = &["table"];

static SHARE_HARMONIC: Record = Record {
    name: "harmonic of the stiffness",
    doc: "A wave of the stiffness, A cos(2π n c/P + φ) over the mesh cycles c, as a fraction of its mean.",
    discriminator: None,
    variants: &[],
    fields: &[
        ORDER,
        PERIOD,
        Field::required(
            "amplitude",
            FieldKind::Number {
                range: Interval::open(-1.0, 1.0),
            },
            "0.1",
            "Amplitude A, as a fraction of the mean stiffness. Their sum is below 1.",
        ),
        PHASE,
    ],
};

/// How the stiffness of teeth varies with their position.
pub static STIFFNESS_VARIATION: Record = Record {
    name: "stiffness variation",
    doc: "Factor of the stiffness over mesh cycles, passings of a tooth of `a`: 1 where it is that of the table `mesh`. The torque needed to rotate loaded teeth towards higher stiffness is included.",
    discriminator: Some("kind"),
    variants: &[],
    fields: &[
        Field::required(
            "kind",
            FieldKind::Choice(&[
                Choice::new("series", "1 and harmonics of the mesh and of turns."),
                Choice::new("table", "Factors over one or many mesh cycles."),
            ]),
            "\"series\"",
            "How it is given.",
        ),
        Field::required(
            "harmonics",
            FieldKind::ListOf(&SHARE_HARMONIC),
            "[{ order = 1, amplitude = 0.1 }]",
            "The waves.",
        )
        .only_for(SERIES),
        MESH_CYCLES.only_for(TABLE),
        Field::required(
            "factors",
            FieldKind::QuantityList {
                dimension: Dimension::NONE,
                range: Interval::positive_up_to(100.0),
            },
            "[1.1, 1.05, 0.9, 0.95]",
            "Factors, equally spaced over these cycles, the first at their beginning; its repetition at the end is omitted. They are interpolated smoothly.",
        )
        .only_for(TABLE),
    ],
};
