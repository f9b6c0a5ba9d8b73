//! What can be wrong with a quantity.

use std::f64::consts::PI;
use std::ops::Range;

use thiserror::Error;

use super::{Dimension, describe};
use crate::number::short;

/// Why a text or a number is not the quantity that is expected. Offsets are bytes within the text.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum UnitError {
    /// No number at the start.
    #[error("a quantity starts with a number, such as \"3 mm\"")]
    NumberExpected {
        /// Where the number should start.
        at: Range<usize>,
    },
    /// A comma as the decimal mark.
    #[error("the decimal mark is a point, not a comma")]
    DecimalComma {
        /// The comma.
        at: Range<usize>,
    },
    /// Infinite, not a number, or too large for a computer.
    #[error("the value is not a finite number")]
    NotFinite,
    /// A text without a unit where one is needed.
    #[error("the unit is missing: expected {}, such as \"{}\"", describe(*expected).words, describe(*expected).example)]
    UnitMissing {
        /// What should be there.
        expected: Dimension,
    },
    /// A unit should follow an operator.
    #[error("a unit should follow here")]
    UnitExpected {
        /// The end of the text or the place of the second operator.
        at: Range<usize>,
    },
    /// A spelling that is no unit.
    #[error("unknown unit `{symbol}`{}", did_you_mean(suggestion.as_deref()))]
    UnknownUnit {
        /// As written.
        symbol: String,
        /// Its place.
        at: Range<usize>,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A character that has no place in a unit.
    #[error(
        "`{character}` has no place in a unit: join units by a space or `*`, with at most one `/`, as in \"N s/m\""
    )]
    UnexpectedCharacter {
        /// The character.
        character: char,
        /// Its place.
        at: Range<usize>,
    },
    /// More than one `/`.
    #[error("a unit may have one `/`; all that follows it is below the line, as in \"W/m2 K\"")]
    SecondSlash {
        /// The second one.
        at: Range<usize>,
    },
    /// A power that is missing, zero or absurd.
    #[error("a power is a whole number from 1 to 9, or its negative, as in \"m2\" or \"s-2\"")]
    BadPower {
        /// Its place.
        at: Range<usize>,
    },
    /// Celsius or percent together with other units.
    #[error("`{symbol}` must be used alone{}", if *symbol == "%" { "" } else { "; in a product write K" })]
    NotAlone {
        /// The unit.
        symbol: &'static str,
        /// Its place.
        at: Range<usize>,
    },
    /// So many units that the product means nothing.
    #[error("this product of units has no physical meaning")]
    Absurd {
        /// Where it went too far.
        at: Range<usize>,
    },
    /// A quantity of another kind.
    #[error("expected {}, such as \"{}\", found {}", describe(*expected).words, describe(*expected).example, found_words(*found))]
    WrongDimension {
        /// What should be there.
        expected: Dimension,
        /// What is there.
        found: Dimension,
    },
    /// Hertz for a speed of rotation: it would be ambiguous by 2π.
    #[error("{} {} is {}, not a speed of rotation: write \"{} rpm\" or \"{} rad/s\"", short(*hertz), describe(*found).unit, describe(*found).words, short(hertz * 60.0), short(hertz * 2.0 * PI))]
    RateForSpeed {
        /// How many per second.
        hertz: f64,
        /// A frequency or a rate.
        found: Dimension,
    },
    /// A bare number for an angle that is surely in degrees.
    #[error("a number without a unit is in radians, and {} rad is more than a turn: write \"{} deg\"", short(*value), short(*value))]
    BareAngle {
        /// The number.
        value: f64,
    },
}

impl UnitError {
    /// The faulty bytes of the text, where the fault has a place of its own.
    pub fn place(&self) -> Option<Range<usize>> {
        match self {
            Self::NumberExpected { at }
            | Self::DecimalComma { at }
            | Self::UnitExpected { at }
            | Self::UnknownUnit { at, .. }
            | Self::UnexpectedCharacter { at, .. }
            | Self::SecondSlash { at }
            | Self::BadPower { at }
            | Self::NotAlone { at, .. }
            | Self::Absurd { at } => Some(at.clone()),
            Self::NotFinite
            | Self::UnitMissing { .. }
            | Self::WrongDimension { .. }
            | Self::RateForSpeed { .. }
            | Self::BareAngle { .. } => None,
        }
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |unit| format!("; did you mean `{unit}`?"))
}

fn found_words(found: Dimension) -> String {
    let description = describe(found);
    if description.unit.is_empty() || description.words.ends_with(&description.unit) {
        description.words
    } else {
        format!("{} ({})", description.words, description.unit)
    }
}
