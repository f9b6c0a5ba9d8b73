//! Keys of friction about an axis: bearings, seals and brakes.

use super::bushing::along;
use super::force::not_negative;
use super::functions;
use crate::input::field::{Choice, Field, FieldKind};
use crate::input::interval::Interval;
use crate::units::Dimension;

const FRICTION: &[&str] = &["friction"];
const RUBBING: &[&str] = &["friction", "brake"];

pub(super) const BRAKE_TORQUE: Field = Field::required(
    "torque",
    functions::TORQUE,
    "\"3 N m\"",
    "Torque while it slides, or a function of time; below 0 it is open.",
)
.only_for(&["brake"]);

pub(super) const CONSTANT: Field = along(
    "constant",
    Dimension::TORQUE,
    "\"0.02 N m\"",
    "Torque T_c in motion, whatever the speed.",
)
.only_for(FRICTION);

pub(super) const VISCOUS: Field = along(
    "viscous",
    Dimension::ROTATIONAL_DAMPING,
    "\"0.0004 N m s/rad\"",
    "Further torque k for each rad/s.",
)
.only_for(FRICTION);

pub(super) const BREAKAWAY: Field = Field::optional(
    "breakaway",
    not_negative(Dimension::TORQUE),
    "\"0.05 N m\"",
    "Torque T_s in slow motion, from which it falls to `constant` over `stribeck_speed`: T_c + (T_s − T_c) exp(−(ω/ω_s)²) + k ω. Not below `constant`, \
     which it is unless given.",
)
.only_for(FRICTION);

pub(super) const STRIBECK_SPEED: Field = Field::optional(
    "stribeck_speed",
    FieldKind::Quantity {
        dimension: Dimension::ANGULAR_SPEED,
        range: Interval::POSITIVE,
    },
    "\"2 rad/s\"",
    "Speed ω_s of the fall from `breakaway`: a share 1/e of it is left there.",
)
.only_for(FRICTION);

pub(super) const STATIC_TORQUE: Field = Field::optional(
    "static_torque",
    not_negative(Dimension::TORQUE),
    "\"0.06 N m\"",
    "Largest torque T_0 that holds at rest, not below that of slow motion, which it is unless given.",
)
.only_for(FRICTION);

pub(super) const STATIC_RATIO: Field = Field::optional(
    "static_ratio",
    FieldKind::Number {
        range: Interval::closed(1.0, 100.0),
    },
    "1.2",
    "How many times `torque` it holds at rest.",
)
.default("1")
.only_for(&["brake"]);

pub(super) const STICTION: Field = Field::optional(
    "stiction",
    FieldKind::Choice(&[
        Choice::new(
            "hinge",
            "It holds: at rest nothing turns until the torque at rest is exceeded.",
        ),
        Choice::new(
            "regularised",
            "It never holds: friction is smooth through zero over `transition_speed`, and a held load creeps. For comparison.",
        ),
    ]),
    "\"regularised\"",
    "What happens where nothing turns.",
)
.default("\"hinge\"")
.only_for(RUBBING);

pub(super) const TRANSITION_SPEED: Field = Field::optional(
    "transition_speed",
    FieldKind::Quantity {
        dimension: Dimension::ANGULAR_SPEED,
        range: Interval::POSITIVE,
    },
    "\"1 mrad/s\"",
    "Speed ω_r over which friction turns its sign, as tanh(ω/ω_r), of `stiction = \"regularised\"` only: 1 mrad/s unless given.",
)
.only_for(RUBBING);
