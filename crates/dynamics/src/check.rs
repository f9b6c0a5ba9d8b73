//! Refuses numbers that nothing can have.

use crate::Error;

/// A stiffness, a damping, a clearance: finite and not below zero.
pub(crate) fn not_negative(of: &str, values: &[(&'static str, f64)]) -> Result<(), Error> {
    each(of, values, "a finite number, not below 0", |value| {
        value.is_finite() && value >= 0.0
    })
}

/// A spring and damper between two points.
pub(crate) fn spring(
    of: &str,
    stiffness: f64,
    damping: f64,
    rest_length: f64,
) -> Result<(), Error> {
    let values = [
        ("stiffness", stiffness),
        ("damping", damping),
        ("rest_length", rest_length),
    ];
    not_negative(of, &values)
}

/// A time, a rest angle: finite.
pub(crate) fn finite(of: &str, values: &[(&'static str, f64)]) -> Result<(), Error> {
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
