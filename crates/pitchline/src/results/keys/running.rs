//! Keys of machines that run evenly.

use super::{Object, ResultKey, detail, machine, of, pair};

/// What the studies `efficiency-map` and `breakaway` tell.
#[rustfmt::skip] // a table: one row, one line
pub(super) const KEYS: &[ResultKey] = &[
    machine("points", "1", "points of an efficiency map"),
    machine("points_without_balance", "1", "points at which no equilibrium was found, or a quantity has no steady value: their rows are empty"),
    machine("speed_ratio", "1", "speed of the load over that of the drive"),
    machine("largest_efficiency", "1", "largest efficiency of an efficiency map: output over input power, by all paths"),
    detail(machine("largest_efficiency_speed", "rad/s", "speed of the drive at which it is reached")),
    detail(machine("largest_efficiency_torque", "N m", "torque of the load at which it is reached")),
    machine("quadrant_1.points", "1", "points at which speed and torque of the drive are positive: it drives"),
    machine("quadrant_1.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_1.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_1.points_without_output", "1", "how many of them transmit no power: both ends must be driven, the set is self-locking"),
    machine("quadrant_2.points", "1", "points at which the speed of the drive is negative and its torque positive: it brakes"),
    machine("quadrant_2.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_2.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_2.points_without_output", "1", "how many of them transmit no power"),
    machine("quadrant_3.points", "1", "points at which speed and torque of the drive are negative: it drives"),
    machine("quadrant_3.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_3.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_3.points_without_output", "1", "how many of them transmit no power"),
    machine("quadrant_4.points", "1", "points at which the speed of the drive is positive and its torque negative: it brakes"),
    machine("quadrant_4.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_4.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_4.points_without_output", "1", "how many of them transmit no power"),
    machine("preload", "N m", "torque of the load from which `breakaway` starts"),
    machine("first_slip.falling", "N m", "torque of the load at which the first teeth begin to slide as it falls from the preload"),
    machine("first_slip.rising", "N m", "the same as it rises"),
    machine("moves.falling", "N m", "torque of the load below which the machine no longer holds; none where it holds to the end of the range"),
    machine("moves.rising", "N m", "torque of the load above which it no longer holds; the machine holds between the two"),
    machine("holds_without_load", "", "whether the machine holds without the load: it is self-locking against all other loads"),
    pair("breakaway_torque.falling", "N m", "", "torque of the load at which the teeth of the pair begin to slide as it falls from the preload"),
    pair("breakaway_torque.rising", "N m", "", "the same as it rises"),
    of(Object::Force, "breakaway_torque.falling", "N m", "torque of the load at which the brake or friction begins to turn as it falls from the preload"),
    of(Object::Force, "breakaway_torque.rising", "N m", "the same as it rises"),
];
