//! Stiffness and damping of a plain bearing, across its axis and along it.

use super::bushing::along;
use super::force::not_negative;
use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const ONLY: &[&str] = &["plain-bearing"];

const fn entry(
    key: &'static str,
    dimension: Dimension,
    example: &'static str,
    doc: &'static str,
) -> Field {
    let kind = FieldKind::Quantity {
        dimension,
        range: Interval::ALL,
    };
    Field::optional(key, kind, example, doc).default("0")
}

/// Rows are forces, columns displacements.
const fn matrix(dimension: Dimension, own: &'static str, across: &'static str) -> [Field; 4] {
    [
        entry(
            "xx",
            dimension,
            own,
            "Force against x for a motion along x.",
        ),
        entry(
            "xy",
            dimension,
            across,
            "Force against x for a motion along y.",
        ),
        entry(
            "yx",
            dimension,
            across,
            "Force against y for a motion along x.",
        ),
        entry(
            "yy",
            dimension,
            own,
            "Force against y for a motion along y.",
        ),
    ]
}

static STIFFNESS: Record = Record {
    name: "coupled stiffness",
    doc: "Stiffness across the axis as rotor dynamics gives it: k_xx, k_xy, k_yx and k_yy. The force on the journal is −k_xx x − k_xy y along x \
          and −k_yx x − k_yy y along y. A film of oil has k_xy ≠ k_yx.",
    discriminator: None,
    variants: &[],
    fields: &matrix(Dimension::STIFFNESS, "\"100 N/um\"", "\"40 N/um\""),
};

static DAMPING: Record = Record {
    name: "coupled damping",
    doc: "Damping across the axis: c_xx, c_xy, c_yx and c_yy, in the same way. It must not feed the motion.",
    discriminator: None,
    variants: &[],
    fields: &matrix(Dimension::DAMPING, "\"50 kN s/m\"", "\"5 kN s/m\""),
};

static STIFFNESSES: [FieldKind; 2] = [
    not_negative(Dimension::STIFFNESS),
    FieldKind::Table(&STIFFNESS),
];

static DAMPINGS: [FieldKind; 2] = [not_negative(Dimension::DAMPING), FieldKind::Table(&DAMPING)];

/// Across the axis.
pub(super) const COUPLED_STIFFNESS: Field = Field::optional(
    "stiffness",
    FieldKind::Either(&STIFFNESSES),
    "\"200 N/um\"",
    "Stiffness across the axis: one for all directions, or a table with `xx`, `xy`, `yx` and `yy`.",
)
.only_for(ONLY);

/// Across the axis.
pub(super) const COUPLED_DAMPING: Field = Field::optional(
    "damping",
    FieldKind::Either(&DAMPINGS),
    "\"500 N s/m\"",
    "Damping across the axis: one for all directions, or a table with `xx`, `xy`, `yx` and `yy`.",
)
.only_for(ONLY);

/// Along the axis.
pub(super) const AXIAL_STIFFNESS: Field = along(
    "axial_stiffness",
    Dimension::STIFFNESS,
    "\"80 N/um\"",
    "Stiffness along the axis.",
)
.only_for(ONLY);

/// Along the axis.
pub(super) const AXIAL_DAMPING: Field = along(
    "axial_damping",
    Dimension::DAMPING,
    "\"200 N s/m\"",
    "Damping along the axis.",
)
.only_for(ONLY);
