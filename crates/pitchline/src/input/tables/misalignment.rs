//! `misalignment` of `[[pairs]]`

use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const OFFSET: FieldKind = FieldKind::Quantity {
    dimension: Dimension::LENGTH,
    range: Interval::closed(-5e-3, 5e-3),
};

const TILT: FieldKind = FieldKind::Quantity {
    dimension: Dimension::ANGLE,
    // More than an assembly error: one degree.
    range: Interval::closed(-(1f64.to_radians()), 1f64.to_radians()),
};

/// Where gear `b` stands away from its place.
pub(super) static MISALIGNMENT: Record = Record {
    name: "misalignment",
    doc: "Displacement and tilt of gear `b`, relative to `a`: x from `a` to the pitch point, z along the axis of `a`.",
    discriminator: None,
    variants: &[],
    fields: &[
        Field::optional(
            "parallel_in_plane",
            OFFSET,
            "\"20 um\"",
            "Parallel, in the plane of the axes: what is added to the centre distance.",
        )
        .default("0"),
        Field::optional(
            "parallel_out_of_plane",
            OFFSET,
            "\"20 um\"",
            "Parallel, across the plane of the axes: along +y.",
        )
        .default("0"),
        Field::optional("axial", OFFSET, "\"0.5 mm\"", "Along the axis: +z.").default("0"),
        Field::optional(
            "angular_in_plane",
            TILT,
            "\"0.5 mrad\"",
            "Inclination of b's axis in the plane of the axes: about +y.",
        )
        .default("0"),
        Field::optional(
            "angular_out_of_plane",
            TILT,
            "\"0.5 mrad\"",
            "Skew of b's axis across the plane of the axes: about +x.",
        )
        .default("0"),
    ],
};
