//! What a mesh spring knows of its wheels.

use crate::input::field::{Choice, Field, FieldKind};
use crate::input::interval::Interval;
use crate::units::Dimension;

const ONLY: &[&str] = &["gear-spring"];

const fn radius(key: &'static str, doc: &'static str) -> Field {
    let kind = FieldKind::Quantity {
        dimension: Dimension::LENGTH,
        range: Interval::POSITIVE,
    };
    Field::optional(key, kind, "\"28.2 mm\"", doc).only_for(ONLY)
}

const fn angle(key: &'static str, range: Interval, doc: &'static str) -> Field {
    let kind = FieldKind::Quantity {
        dimension: Dimension::ANGLE,
        range,
    };
    Field::optional(key, kind, "\"20 deg\"", doc).only_for(ONLY)
}

/// By its geometry.
pub(super) const PAIR: Field = Field::optional(
    "pair",
    FieldKind::Text,
    "\"first\"",
    "The pair of cylindrical gears whose teeth these are, also one of a planetary set: its gear `a` is on `a` of the force. Base radii, kind and helix \
     are those of its geometry.",
)
.only_for(ONLY);

/// By numbers.
pub(super) const BASE_RADIUS_A: Field = radius(
    "base_radius_a",
    "Base radius of the wheel on `a`, in place of `pair`.",
);

/// By numbers.
pub(super) const BASE_RADIUS_B: Field = radius("base_radius_b", "Base radius of the wheel on `b`.");

/// By numbers.
pub(super) const INTERNAL: Field = Field::optional(
    "internal",
    FieldKind::Boolean,
    "true",
    "Whether the wheel with the larger base circle is internal, in place of `pair`. Not, unless given.",
)
.only_for(ONLY);

/// A check.
pub(super) const PRESSURE_ANGLE: Field = angle(
    "pressure_angle",
    Interval::open(0.0, std::f64::consts::FRAC_PI_2),
    "Working pressure angle, in place of `pair`. It follows from the base radii and the distance of the axes; given, it must be that one.",
);

/// By numbers.
pub(super) const BASE_HELIX_ANGLE: Field = angle(
    "base_helix_angle",
    Interval::open(-std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_2),
    "Helix angle on the base cylinder, positive where the wheel on `a` is right-handed, in place of `pair`. 0 unless given.",
);

/// Which side touches.
pub(super) const FLANK: Field = Field::optional(
    "flank",
    FieldKind::Choice(&[
        Choice::new(
            "right",
            "The right flanks of the wheel on `a`: it drives the other when it turns about its +z.",
        ),
        Choice::new("left", "Its left flanks."),
    ]),
    "\"left\"",
    "Which flanks of the wheel on `a` the spring stands for.",
)
.default("\"right\"")
.only_for(ONLY);
