//! Keys of small motions of the machine.

use super::{Object, ResultKey, detail, machine, of};

const fn state(key: &'static str, unit: &'static str, meaning: &'static str) -> ResultKey {
    of(Object::State, key, unit, meaning)
}

/// What the studies `modal`, `campbell`, `frequency-response` and `linearise` tell.
#[rustfmt::skip] // a table: one row, one line
pub(super) const KEYS: &[ResultKey] = &[
    machine("rigid_modes", "1", "unconstrained motions: modes of frequency zero"),
    detail(machine("frequencies", "Hz", "natural frequencies |λ|/2π of the requested modes, rigid ones omitted")),
    detail(machine("damping_ratios", "1", "damping ratios −Re λ/|λ| of the same modes")),
    machine("is_stable", "", "whether no mode is unstable"),
    detail(machine("critical_speeds", "rad/s", "speeds of the drive at which one of the orders meets a natural frequency, rising")),
    detail(machine("peak_frequencies", "Hz", "frequency at which each response is largest, in the order of the table `peaks`; responses that are zero are omitted")),
    machine("states", "1", "states of the matrices A, B, C, D"),
    detail(machine("input_speed_power", "1", "of unbalance: power of the speed by which an unbalance is multiplied to be the input of A, B, C, D")),
    detail(state("friction", "", "state of each friction surface")),
    state("states", "1", "states of the matrices A, B, C, D, without those on which nothing depends"),
    state("rigid_modes", "1", "unconstrained motions: poles at zero"),
    state("is_stable", "", "whether no pole is unstable"),
    detail(state("frequencies", "Hz", "natural frequencies |λ|/2π of the poles, those at zero omitted")),
    detail(state("damping_ratios", "1", "damping ratios −Re λ/|λ| of the same poles")),
    state("loop.dc_gain", "1", "the open loop at frequency zero; null where it is unbounded, as with an integrator"),
    state("loop.gain_margin", "1", "least factor above 1 on the gain at which the closed loop oscillates; null where there is none between the frequencies of the study"),
    state("loop.gain_margin_frequency", "Hz", "frequency of that oscillation, at which the phase is −180°"),
    state("loop.gain_reduction", "1", "largest factor below 1 on the gain at which it does, where there is one"),
    state("loop.gain_reduction_frequency", "Hz", "frequency of that oscillation"),
    state("loop.phase_margin", "rad", "phase of the open loop above −180° where its magnitude is 1; null where it never is"),
    state("loop.phase_margin_frequency", "Hz", "frequency at which the magnitude is 1; of several the one with the least margin"),
    state("loop.delay_margin", "s", "delay that consumes the phase margin"),
    state("loop.bandwidth", "Hz", "first frequency at which the closed-loop gain has dropped by 3 dB"),
    state("loop.is_stable", "", "whether the closed loop is stable"),
];
