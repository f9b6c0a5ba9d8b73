//! Keys of machines that run evenly.

use super::{Object, ResultKey, detail, machine, of, pair};

/// What the studies `efficiency-map` and `breakaway` tell.
#[rustfmt::skip] // a table: one row, one line
pub(super) const KEYS: &[ResultKey] = &[
    machine("points", "1", "points of an efficiency map"),
    machine("points_without_balance", "1", "points at which no balance was found, or something has no steady value: their rows hold no numbers"),
    machine("speed_ratio", "1", "speed of the load over that of the drive"),
    machine("largest_efficiency", "1", "largest efficiency of an efficiency map: power that leaves over power that enters, by whatever way"),
    detail(machine("largest_efficiency_speed", "rad/s", "speed of the drive at which it is reached")),
    detail(machine("largest_efficiency_torque", "N m", "torque of the load at which it is reached")),
    machine("quadrant_1.points", "1", "points at which speed and torque of the drive are positive: it drives"),
    machine("quadrant_1.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_1.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_1.points_without_output", "1", "how many of them pass nothing on: both ends must be driven, the load alone would stand still"),
    machine("quadrant_2.points", "1", "points at which the speed of the drive is negative and its torque positive: it brakes"),
    machine("quadrant_2.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_2.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_2.points_without_output", "1", "how many of them pass nothing on"),
    machine("quadrant_3.points", "1", "points at which speed and torque of the drive are negative: it drives"),
    machine("quadrant_3.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_3.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_3.points_without_output", "1", "how many of them pass nothing on"),
    machine("quadrant_4.points", "1", "points at which the speed of the drive is positive and its torque negative: it brakes"),
    machine("quadrant_4.efficiency_mean", "1", "mean of their efficiencies"),
    machine("quadrant_4.efficiency_largest", "1", "largest of their efficiencies"),
    machine("quadrant_4.points_without_output", "1", "how many of them pass nothing on"),
    machine("preload", "N m", "torque of the load from which `breakaway` starts"),
    machine("first_slip.falling", "N m", "torque of the load at which the first teeth begin to slide as it falls from the preload"),
    machine("first_slip.rising", "N m", "the same as it rises"),
    machine("moves.falling", "N m", "torque of the load below which nothing holds the machine any more; none where it is held to the end of the range"),
    machine("moves.rising", "N m", "torque of the load above which nothing holds it; the machine holds between the two"),
    machine("holds_without_load", "", "whether the machine holds where the load is taken away: it locks itself against all else that acts on it"),
    pair("breakaway_torque.falling", "N m", "", "torque of the load at which the teeth of the pair begin to slide as it falls from the preload"),
    pair("breakaway_torque.rising", "N m", "", "the same as it rises"),
    of(Object::Force, "breakaway_torque.falling", "N m", "torque of the load at which the brake or friction begins to turn as it falls from the preload"),
    of(Object::Force, "breakaway_torque.rising", "N m", "the same as it rises"),
];
