//! `oil` and `levers` of the friction of a pair.

use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

/// An oil.
pub static OIL: Record = Record {
    name: "oil",
    doc: "An oil by its grade, or by its viscosity at two temperatures; between and beyond them it follows the law of Walther.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "grade",
            FieldKind::Number {
                range: Interval::positive_up_to(100_000.0),
            },
            "220",
            "Number of its viscosity grade of ISO 3448: viscosity at 40 °C in mm²/s.",
        ),
        Field::optional(
            "viscosity_index",
            FieldKind::Number {
                range: Interval::closed(-100.0, 500.0),
            },
            "95",
            "Viscosity index of ISO 2909, beside `grade`: 95 unless given.",
        ),
        Field::optional(
            "temperatures",
            FieldKind::QuantityList {
                dimension: Dimension::TEMPERATURE,
                range: Interval::closed(150.0, 600.0),
            },
            "[\"40 degC\", \"100 degC\"]",
            "Two temperatures, in place of `grade`.",
        ),
        Field::optional(
            "viscosities",
            FieldKind::QuantityList {
                dimension: Dimension::KINEMATIC_VISCOSITY,
                range: Interval::POSITIVE,
            },
            "[\"220 mm2/s\", \"19 mm2/s\"]",
            "Kinematic viscosities there.",
        ),
        Field::optional(
            "density",
            FieldKind::Quantity {
                dimension: Dimension::DENSITY,
                range: Interval::POSITIVE,
            },
            "\"880 kg/m3\"",
            "Density at 15 °C.",
        )
        .default("\"880 kg/m3\""),
    ],
};

/// Arms of friction.
pub static LEVERS: Record = Record {
    name: "lever arms of friction",
    doc: "Arms of friction about both axes, d_τA and d_τB of the source: that of `a` is negative for most pairs. The force between the axes follows.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::required(
            "a",
            LEVER,
            "\"-1.005583 mm\"",
            "Lever arm d_τA about the axis of `a`.",
        ),
        Field::required(
            "b",
            LEVER,
            "\"1.938541 mm\"",
            "Lever arm d_τB about the axis of `b`.",
        ),
    ],
};

const LEVER: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::closed(-1.0, 1.0),
};
