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
        "ISO 6336-1 has no tooth stiffness for such teeth ({what} = {value}); write stiffness, the force in N that presses the teeth together by a metre"
    )]
    OutsideStandard { what: &'static str, value: f64 },
    #[error(
        "no standard gives a tooth stiffness for {kind}; write stiffness, the force in N that presses the teeth together by a metre"
    )]
    NoStandard { kind: &'static str },
}

/// What a positive number must be.
const POSITIVE: &str = "a finite number larger than 0";
/// What a number that may vanish must be.
const NOT_NEGATIVE: &str = "a finite number, not below 0";
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
