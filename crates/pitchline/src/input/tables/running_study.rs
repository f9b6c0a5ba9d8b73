//! What studies of machines that run evenly, or are about to, need: efficiency-map, breakaway.

use crate::input::field::{Collection, Field, FieldKind};
use crate::input::interval::Interval;
use crate::units::Dimension;

const MAP: &[&str] = &["efficiency-map"];
const BOTH: &[&str] = &["efficiency-map", "breakaway"];

/// Whose speed is varied.
pub(super) const DRIVE: Field = Field::required(
    "drive",
    FieldKind::Reference(Collection::Drives),
    "\"motor\"",
    "The drive whose speed is varied, of kind speed or angle; all others keep their speeds at `at`.",
)
.only_for(MAP);

/// Which torque is varied.
pub(super) const LOAD: Field = Field::required(
    "load",
    FieldKind::Text,
    "\"road\"",
    "The torque that is varied: a force of kind `load` about the line of its torque, or one component of it, such as `road:torque_z`. Positive about +x, +y or +z, whichever is nearest to the line.",
)
.only_for(BOTH);

/// Speeds.
pub(super) const SPEED_RANGE: Field = Field::required(
    "speed_range",
    FieldKind::QuantityList {
        dimension: Dimension::ANGULAR_SPEED,
        range: Interval::ALL,
    },
    "[\"-1500 rpm\", \"1500 rpm\"]",
    "Lowest and highest speed of the drive.",
)
.only_for(MAP);

/// Torques.
pub(super) const TORQUE_RANGE: Field = Field::required(
    "torque_range",
    FieldKind::QuantityList {
        dimension: Dimension::TORQUE,
        range: Interval::ALL,
    },
    "[\"-800 N m\", \"800 N m\"]",
    "Lowest and highest torque of the load. Of a map, ranges on both sides of zero show both ways of the power; of `breakaway`, where it is sought, around the torque at `at`.",
)
.only_for(BOTH);

const COUNT: FieldKind = FieldKind::Integer {
    min: 2,
    max: 10_000,
};

/// How many speeds.
pub(super) const SPEED_POINTS: Field = Field::optional(
    "speed_points",
    COUNT,
    "100",
    "How many speeds, at equal distances.",
)
.default("40")
.only_for(MAP);

/// How many torques.
pub(super) const TORQUE_POINTS: Field = Field::optional(
    "torque_points",
    COUNT,
    "100",
    "How many torques, at equal distances.",
)
.default("40")
.only_for(MAP);

/// Of the oil.
pub(super) const TEMPERATURES: Field = Field::optional(
    "temperatures",
    FieldKind::QuantityList {
        dimension: Dimension::TEMPERATURE,
        range: Interval::closed(150.0, 600.0),
    },
    "[\"-40 degC\", \"20 degC\", \"80 degC\"]",
    "Temperatures of the oil, in place of those of the pairs: a map for each. Friction without oil stays as it is.",
)
.only_for(MAP);
