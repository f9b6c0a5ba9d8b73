//! Keys of a direct-current motor.

use super::force::not_negative;
use super::functions;
use crate::input::field::{Field, FieldKind};
use crate::input::interval::Interval;
use crate::units::Dimension;

const MOTORS: &[&str] = &["dc-motor"];

pub(super) const RESISTANCE: Field = Field::required(
    "resistance",
    FieldKind::Quantity {
        dimension: Dimension::RESISTANCE,
        range: Interval::POSITIVE,
    },
    "\"0.8 ohm\"",
    "Resistance R of the armature.",
)
.only_for(MOTORS);

pub(super) const INDUCTANCE: Field = Field::optional(
    "inductance",
    not_negative(Dimension::INDUCTANCE),
    "\"0.5 mH\"",
    "Inductance L. With 0 the current follows the voltage at once.",
)
.default("0")
.only_for(MOTORS);

pub(super) const TORQUE_CONSTANT: Field = Field::required(
    "torque_constant",
    FieldKind::Quantity {
        dimension: Dimension::TORQUE_CONSTANT,
        range: Interval::POSITIVE,
    },
    "\"0.06 N m/A\"",
    "Torque k for each ampere, which is also the induced voltage for each rad/s.",
)
.only_for(MOTORS);

pub(super) const VOLTAGE: Field = Field::optional(
    "voltage",
    functions::VOLTAGE,
    "\"24 V\"",
    "Voltage u, or a function of time. Required unless `controller` is given.",
)
.only_for(MOTORS);
