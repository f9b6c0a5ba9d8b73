//! Units at the border of the program: a quantity in a model file is an SI number or `"number unit"`.
//!
//! Inside the program everything is SI and nothing carries a unit.

mod dimension;
mod error;
mod scan;
mod symbols;
#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

pub use dimension::{Description, Dimension, describe};
pub use error::UnitError;
pub use symbols::symbols;

use crate::nearest::nearest;

/// A value in SI units with its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// In SI units.
    pub value: f64,
    /// What it is.
    pub dimension: Dimension,
}

impl Quantity {
    /// Reads `"number unit"` of any dimension.
    pub fn parse(text: &str) -> Result<Self, UnitError> {
        scan::scan(text).map(|(quantity, _)| quantity)
    }
}

/// Reads `"number unit"` where `expected` should stand; the result is in SI units.
pub fn parse(text: &str, expected: Dimension) -> Result<f64, UnitError> {
    let (quantity, has_unit) = scan::scan(text).map_err(|error| suggest_like(error, expected))?;
    let Quantity { value, dimension } = quantity;
    if expected.accepts(dimension) {
        Ok(value)
    } else if !has_unit {
        Err(UnitError::UnitMissing { expected })
    } else if expected == Dimension::ANGULAR_SPEED && Dimension::FREQUENCY.accepts(dimension) {
        Err(UnitError::RateForSpeed {
            hertz: value,
            found: dimension,
        })
    } else {
        Err(UnitError::WrongDimension {
            expected,
            found: dimension,
        })
    }
}

/// A slip of a unit of the expected dimension ("mn" for a length) is nearer than any other unit ("mN").
fn suggest_like(mut error: UnitError, expected: Dimension) -> UnitError {
    if let UnitError::UnknownUnit {
        symbol, suggestion, ..
    } = &mut error
        && let Some(near) = nearest(symbol, symbols::symbols_of(expected))
    {
        *suggestion = Some(near.to_owned());
    }
    error
}

/// Takes a bare number where `expected` should stand: it is in SI units, and an angle is at most a turn.
pub fn from_number(value: f64, expected: Dimension) -> Result<f64, UnitError> {
    if !value.is_finite() {
        Err(UnitError::NotFinite)
    } else if expected == Dimension::ANGLE && value.abs() > TAU {
        Err(UnitError::BareAngle { value })
    } else {
        Ok(value)
    }
}
