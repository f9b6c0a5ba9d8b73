//! Keys of small motions of the machine.

use super::{ResultKey, detail, machine};

/// What the studies `modal`, `campbell` and `frequency-response` tell.
#[rustfmt::skip] // a table: one row, one line
pub(super) const KEYS: &[ResultKey] = &[
    machine("rigid_modes", "1", "motions that nothing holds: modes of frequency zero"),
    detail(machine("frequencies", "Hz", "natural frequencies |λ|/2π of the modes that were asked for, rigid ones left out")),
    detail(machine("damping_ratios", "1", "damping ratios −Re λ/|λ| of the same modes")),
    machine("is_stable", "", "whether no mode grows by itself"),
    detail(machine("critical_speeds", "rad/s", "speeds of the drive at which one of the orders meets a natural frequency, rising")),
    detail(machine("peak_frequencies", "Hz", "frequency at which each answer is largest, in the order of the table `peaks`; answers that are zero are left out")),
    machine("states", "1", "states of the matrices A, B, C, D"),
    detail(machine("input_speed_power", "1", "of unbalance: power of the speed by which an unbalance is multiplied to be the input of A, B, C, D")),
];
