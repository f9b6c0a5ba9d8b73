//! What can be wrong with a law, and what to write instead.

use thiserror::Error;

/// Why there is no such law. Numbers are in SI.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(
    missing_docs,
    reason = "the fields are named after the quantities that the messages explain"
)]
pub enum LawError {
    #[error("{key} = {value} is not possible; write {allowed}")]
    Value {
        key: &'static str,
        value: f64,
        allowed: &'static str,
    },
    #[error("{key}, {place} = {value} is not possible; write {allowed}")]
    Entry {
        key: &'static str,
        place: String,
        value: f64,
        allowed: &'static str,
    },
    #[error("{key} has {count} of them, which is too few; write {needed}")]
    TooFew {
        key: &'static str,
        count: usize,
        needed: &'static str,
    },
    #[error(
        "transition_speed = {transition_speed} m/s is too near to stribeck_speed = {stribeck_speed} m/s: friction would never reach static_coefficient; write at most {largest} m/s"
    )]
    TransitionTooSlow {
        transition_speed: f64,
        stribeck_speed: f64,
        largest: f64,
    },
    #[error(
        "ISO 6336-1 has no tooth stiffness for such teeth ({what} = {value}); write stiffness, the force in N per metre of deflection"
    )]
    OutsideStandard { what: &'static str, value: f64 },
    #[error(
        "pitch_radius of b = {radius_b} m does not fit {} and {} teeth and pitch_radius of a = {radius_a} m: both wheels need one pitch; write {same_pitch} m",
        teeth[0], teeth[1]
    )]
    PitchRadii {
        radius_a: f64,
        radius_b: f64,
        teeth: [u32; 2],
        same_pitch: f64,
    },
    #[error("{key} = {degrees} degrees is not possible; write {allowed}")]
    Angle {
        key: &'static str,
        degrees: f64,
        allowed: &'static str,
    },
    #[error(
        "{key} = {tip} m lies within the base circle, where there is no involute; write more than {base} m"
    )]
    TipBelowBase {
        key: &'static str,
        tip: f64,
        base: f64,
    },
    #[error(
        "the teeth do not reach each other: {gap} m of the line of action lie between their tip circles; write larger tip radii (a smaller one for a ring)"
    )]
    NoContact { gap: f64 },
    #[error(
        "the tip of {wheel} touches {by} m beyond {point}, where the line of action leaves the base circle of {mate}: there {mate} has no involute; write a tip_radius of {wheel} that ends contact before it, or shift the profiles"
    )]
    ContactOutside {
        wheel: &'static str,
        point: &'static str,
        mate: &'static str,
        by: f64,
    },
    #[error(
        "the contact ratio {ratio} is below 1: at times no teeth touch, and none can share the load; write larger tip radii, or lever arms that are smeared or given"
    )]
    NoShare { ratio: f64 },
    #[error(
        "d_force = {force} does not balance the moments of both lever arms; write {balanced}, or leave it out"
    )]
    UnbalancedLevers { force: f64, balanced: f64 },
    #[error(
        "these lever arms would make friction drive the wheels (mean distance of contact from the pitch point {loss} m); write a lever arm of a that is smaller, or of b that is larger, as (27) and (30) of the source give them"
    )]
    GainingLevers { loss: f64 },
    #[error(
        "static_coefficient = {static_coefficient} is below the coefficient of slow motion, {coefficient}: teeth would chatter between rest and motion; write at least {coefficient}"
    )]
    StaticBelowKinetic {
        static_coefficient: f64,
        coefficient: f64,
    },
    #[error(
        "static_torque = {static_torque} N m is below the torque of slow motion, {slow} N m; write at least that"
    )]
    StaticTorque { static_torque: f64, slow: f64 },
    #[error(
        "an oil of {} m2/s at {} K and {} m2/s at {} K would not lose viscosity with temperature; write two temperatures that differ, and less viscosity at the higher",
        viscosities[0], temperatures[0], viscosities[1], temperatures[1]
    )]
    Viscosity {
        temperatures: [f64; 2],
        viscosities: [f64; 2],
    },
    #[error(
        "no oil of {grade} mm2/s at 40 degC has a viscosity index of {index} in the range of ISO 2909 (2 mm2/s and more at 100 degC); write its viscosity at two temperatures"
    )]
    ViscosityIndex { grade: f64, index: f64 },
    #[error(
        "no standard gives a tooth stiffness for {kind}; write stiffness, the force in N per metre of deflection"
    )]
    NoStandard { kind: &'static str },
}

/// What a positive number must be.
const POSITIVE: &str = "a finite number larger than 0";
/// What a number that may vanish must be.
pub(crate) const NOT_NEGATIVE: &str = "a finite number, not below 0";
/// What any number must be.
pub(crate) const FINITE: &str = "a finite number";

/// A stiffness, a speed: finite and larger than zero.
pub(crate) fn positive(key: &'static str, value: f64) -> Result<(), LawError> {
    accept(key, value, value.is_finite() && value > 0.0, POSITIVE)
}

/// A damping, a backlash, a coefficient: finite and not below zero.
pub(crate) fn not_negative(key: &'static str, value: f64) -> Result<(), LawError> {
    accept(key, value, value.is_finite() && value >= 0.0, NOT_NEGATIVE)
}

/// Any finite number.
pub(crate) fn finite(key: &'static str, value: f64) -> Result<(), LawError> {
    accept(key, value, value.is_finite(), FINITE)
}

fn accept(
    key: &'static str,
    value: f64,
    is_allowed: bool,
    allowed: &'static str,
) -> Result<(), LawError> {
    if is_allowed {
        Ok(())
    } else {
        Err(LawError::Value {
            key,
            value,
            allowed,
        })
    }
}
