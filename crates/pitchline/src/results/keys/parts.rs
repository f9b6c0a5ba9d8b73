//! Keys of joints, drives, bearings, motors, brakes, friction about an axis, controllers and events.

use super::{Object, ResultKey, of};

/// What studies of the machine tell of them.
#[rustfmt::skip] // a table: one row, one line
pub(super) const PART_KEYS: &[ResultKey] = &[
    of(Object::Joint, "largest_force", "N", "largest magnitude of the force on b, of all rows"),
    of(Object::Joint, "largest_torque", "N m", "largest magnitude of the torque on b, of all rows"),
    of(Object::Joint, "is_reaction_unique", "", "whether force and torque follow from equilibrium with the joints and stops that are closed at the start of the study; redundant joints share them by the minimum-norm multipliers. Stops that close later are not considered"),
    of(Object::Joint, "hits", "1", "impacts on a stop"),
    of(Object::Joint, "largest_impulse", "N s", "largest impulse of an impact on a stop"),
    of(Object::Drive, "largest_reaction", ResultKey::OPEN_UNIT, "largest magnitude of the torque or force with which it moves b, of all rows"),
    of(Object::Drive, "is_reaction_unique", "", "whether it follows from equilibrium"),
    of(Object::Bearing, "largest_force", "N", "largest magnitude of the force on the shaft, of all rows"),
    of(Object::Bearing, "largest_torque", "N m", "largest magnitude of the torque on the shaft, of all rows"),
    of(Object::Bearing, "is_reaction_unique", "", "whether force and torque follow from equilibrium; those of elastic bearings always do"),
    of(Object::Event, "count", "1", "how often it happened"),
    of(Object::Event, "first_time", "s", "when it happened for the first time"),
    of(Object::Event, "last_time", "s", "when it happened for the last time"),
    of(Object::Force, "electrical_energy", "J", "energy drawn from the source of a motor since the start of the study"),
    of(Object::Force, "mechanical_energy", "J", "energy delivered by a motor to its rotor since the start of the study"),
    of(Object::Force, "energy_lost", "J", "energy turned into heat since the start of the study: of a motor in its resistance, of friction and brakes where they slide"),
    of(Object::Force, "stick_phases", "1", "how often friction or a brake was stuck; the phase in which it starts counts"),
    of(Object::Force, "breakaway_times", "s", "when friction or a brake that was stuck began to slide"),
    of(Object::Controller, "output", ResultKey::OPEN_UNIT, "output of a controller at the end"),
    of(Object::Controller, "largest_output", ResultKey::OPEN_UNIT, "largest magnitude of its output, of all steps"),
];
