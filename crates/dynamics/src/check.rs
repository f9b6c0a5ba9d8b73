//! Refuses data that no law can have.

use crate::Error;

/// A stiffness, a damping, a clearance: finite and not below zero.
pub(super) fn not_negative(of: &str, values: &[(&'static str, f64)]) -> Result<(), Error> {
    each(of, values, "a finite number, not below 0", |value| {
        value.is_finite() && value >= 0.0
    })
}

/// A rest length, a rest angle: finite.
pub(super) fn finite(of: &str, values: &[(&'static str, f64)]) -> Result<(), Error> {
    each(of, values, "a finite number", f64::is_finite)
}

fn each(
    of: &str,
    values: &[(&'static str, f64)],
    allowed: &'static str,
    is_allowed: impl Fn(f64) -> bool,
) -> Result<(), Error> {
    let wrong = values.iter().find(|(_, value)| !is_allowed(*value));
    wrong.map_or(Ok(()), |&(key, value)| {
        Err(Error::Value {
            of: of.to_owned(),
            key,
            value,
            allowed,
        })
    })
}
