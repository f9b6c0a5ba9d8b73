//! The values that a number may take.

use crate::number::short;
use crate::units::{Dimension, describe};

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No end.
    None,
    /// The end itself is allowed.
    Closed(f64),
    /// The end itself is not allowed.
    Open(f64),
}

/// The values that a number may take, in SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lower: Bound,
    /// Upper end.
    pub upper: Bound,
}

impl Interval {
    /// Every finite number.
    pub const ALL: Self = Self::new(Bound::None, Bound::None);
    /// Above zero.
    pub const POSITIVE: Self = Self::new(Bound::Open(0.0), Bound::None);
    /// Zero or above.
    pub const NOT_NEGATIVE: Self = Self::new(Bound::Closed(0.0), Bound::None);

    /// From its two ends.
    pub const fn new(lower: Bound, upper: Bound) -> Self {
        Self { lower, upper }
    }

    /// Both ends are allowed.
    pub const fn closed(lower: f64, upper: f64) -> Self {
        Self::new(Bound::Closed(lower), Bound::Closed(upper))
    }

    /// Neither end is allowed.
    pub const fn open(lower: f64, upper: f64) -> Self {
        Self::new(Bound::Open(lower), Bound::Open(upper))
    }

    /// Above zero, up to and including the upper end.
    pub const fn positive_up_to(upper: f64) -> Self {
        Self::new(Bound::Open(0.0), Bound::Closed(upper))
    }

    /// Whether the value is allowed. A value that is not finite never is.
    pub fn contains(&self, value: f64) -> bool {
        let above = match self.lower {
            Bound::None => true,
            Bound::Closed(end) => value >= end,
            Bound::Open(end) => value > end,
        };
        let below = match self.upper {
            Bound::None => true,
            Bound::Closed(end) => value <= end,
            Bound::Open(end) => value < end,
        };
        value.is_finite() && above && below
    }

    /// In words with units, angles in degrees: "greater than 5 deg and less than 45 deg". Empty for [`Interval::ALL`].
    pub fn words(&self, dimension: Dimension) -> String {
        let lower = match self.lower {
            Bound::None => None,
            Bound::Closed(end) => Some(format!("at least {}", with_unit(end, dimension))),
            Bound::Open(end) => Some(format!("greater than {}", with_unit(end, dimension))),
        };
        let upper = match self.upper {
            Bound::None => None,
            Bound::Closed(end) => Some(format!("at most {}", with_unit(end, dimension))),
            Bound::Open(end) => Some(format!("less than {}", with_unit(end, dimension))),
        };
        let both: Vec<String> = lower.into_iter().chain(upper).collect();
        both.join(" and ")
    }
}

/// A value as a person would write it: angles in degrees, small lengths in millimetres, zero without a unit.
pub(super) fn with_unit(value: f64, dimension: Dimension) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if dimension == Dimension::ANGLE {
        return format!("{} deg", short(value.to_degrees()));
    }
    if dimension == Dimension::LENGTH && value.abs() < 1.0 {
        return format!("{} mm", short(value * 1e3));
    }
    format!("{} {}", short(value), describe(dimension).unit)
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_in_or_out() {
        let half_open = Interval::positive_up_to(1.0);
        assert!(half_open.contains(1.0) && half_open.contains(0.5));
        assert!(!half_open.contains(0.0) && !half_open.contains(1.1));
        assert!(!Interval::ALL.contains(f64::NAN) && !Interval::ALL.contains(f64::INFINITY));
        assert!(Interval::NOT_NEGATIVE.contains(0.0) && !Interval::POSITIVE.contains(0.0));
    }

    #[test]
    fn words_have_units() {
        let angle = Interval::open(5f64.to_radians(), 45f64.to_radians());
        assert_eq!(
            angle.words(Dimension::ANGLE),
            "greater than 5 deg and less than 45 deg"
        );
        let length = Interval::positive_up_to(0.2);
        assert_eq!(
            length.words(Dimension::LENGTH),
            "greater than 0 and at most 200 mm"
        );
        assert_eq!(
            Interval::closed(-5.0, 5.0).words(Dimension::NONE),
            "at least -5 and at most 5"
        );
        assert_eq!(Interval::ALL.words(Dimension::NONE), "");
    }
}
