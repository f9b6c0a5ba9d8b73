//! Stiffness and damping of a bushing, along and about six axes.

use super::force::not_negative;
use crate::input::field::{Field, FieldKind, Record};
use crate::input::interval::Interval;
use crate::units::Dimension;

const ONLY: &[&str] = &["bushing"];

/// A number that is nothing unless given.
pub(super) const fn along(
    key: &'static str,
    dimension: Dimension,
    example: &'static str,
    doc: &'static str,
) -> Field {
    Field::optional(key, not_negative(dimension), example, doc).default("0")
}

static STIFFNESS: Record = Record {
    name: "stiffness",
    doc: "Stiffness along and about the axes of the bushing, without coupling.",
    discriminator: None,
    variants: &[],
    fields: &[
        along("x", Dimension::STIFFNESS, "\"1 N/um\"", "Along x."),
        along("y", Dimension::STIFFNESS, "\"1 N/um\"", "Along y."),
        along("z", Dimension::STIFFNESS, "\"1 N/um\"", "Along the axis."),
        along(
            "rx",
            Dimension::ROTATIONAL_STIFFNESS,
            "\"10 N m/rad\"",
            "About x.",
        ),
        along(
            "ry",
            Dimension::ROTATIONAL_STIFFNESS,
            "\"10 N m/rad\"",
            "About y.",
        ),
        along(
            "rz",
            Dimension::ROTATIONAL_STIFFNESS,
            "\"10 N m/rad\"",
            "About the axis.",
        ),
    ],
};

static DAMPING: Record = Record {
    name: "damping",
    doc: "Damping along and about the axes of the bushing, without coupling.",
    discriminator: None,
    variants: &[],
    fields: &[
        along("x", Dimension::DAMPING, "\"100 N s/m\"", "Along x."),
        along("y", Dimension::DAMPING, "\"100 N s/m\"", "Along y."),
        along("z", Dimension::DAMPING, "\"100 N s/m\"", "Along the axis."),
        along(
            "rx",
            Dimension::ROTATIONAL_DAMPING,
            "\"1 N m s/rad\"",
            "About x.",
        ),
        along(
            "ry",
            Dimension::ROTATIONAL_DAMPING,
            "\"1 N m s/rad\"",
            "About y.",
        ),
        along(
            "rz",
            Dimension::ROTATIONAL_DAMPING,
            "\"1 N m s/rad\"",
            "About the axis.",
        ),
    ],
};

const MATRIX: FieldKind = FieldKind::List(&FieldKind::List(&FieldKind::Number {
    range: Interval::ALL,
}));

const ROWS: &str = "[[1e6, 0, 0, 0, 0, 0], [0, 1e6, 0, 0, 0, 0], [0, 0, 1e6, 0, 0, 0], [0, 0, 0, 10, 0, 0], [0, 0, 0, 0, 10, 0], [0, 0, 0, 0, 0, 0]]";

/// Along and about each axis.
pub(super) const DIAGONAL_STIFFNESS: Field = Field::optional(
    "stiffness",
    FieldKind::Table(&STIFFNESS),
    "{ x = \"1 N/um\", y = \"1 N/um\" }",
    "Stiffness along and about each axis.",
)
.only_for(ONLY);

/// All of them.
pub(super) const STIFFNESS_MATRIX: Field = Field::optional(
    "stiffness_matrix",
    MATRIX,
    ROWS,
    "All 36 numbers in SI units, in place of `stiffness`: rows x, y, z, rx, ry, rz.",
)
.only_for(ONLY);

/// Along and about each axis.
pub(super) const DIAGONAL_DAMPING: Field = Field::optional(
    "damping",
    FieldKind::Table(&DAMPING),
    "{ x = \"100 N s/m\" }",
    "Damping along and about each axis.",
)
.only_for(ONLY);

/// All of them.
pub(super) const DAMPING_MATRIX: Field = Field::optional(
    "damping_matrix",
    MATRIX,
    ROWS,
    "All 36 numbers in SI units, in place of `damping`.",
)
.only_for(ONLY);

/// Without deflection.
pub(super) const PRELOAD_FORCE: Field = Field::optional(
    "preload_force",
    FieldKind::Vector {
        dimension: Dimension::FORCE,
    },
    "[0, 0, \"200 N\"]",
    "Force on `b` where nothing is deflected.",
)
.default("[0, 0, 0]")
.only_for(ONLY);

/// Without deflection.
pub(super) const PRELOAD_TORQUE: Field = Field::optional(
    "preload_torque",
    FieldKind::Vector {
        dimension: Dimension::TORQUE,
    },
    "[0, 0, \"5 N m\"]",
    "Torque on `b` where nothing is deflected.",
)
.default("[0, 0, 0]")
.only_for(ONLY);
