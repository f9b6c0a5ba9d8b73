//! Numbers of twice the digits, for angles over millions of turns.
//!
//! ω t after a million turns is 6·10⁶ rad: its rounding alone is 10⁻⁹ rad. Kept in two parts, an angle can be brought back to
//! one turn without loss. \[theory:joints\] (19), (20)

use std::f64::consts::{PI, TAU};

use crate::rotation::two_sum;

/// What 2π is more than its nearest `f64`.
const TAU_REST: f64 = 2.449_293_598_294_706_4e-16;

/// A number as the sum of two, the second below the rounding of the first.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TwoPart {
    high: f64,
    low: f64,
}

impl From<f64> for TwoPart {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl TwoPart {
    /// a + b without rounding.
    pub fn sum(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, b);
        Self { high, low }
    }

    /// a b without rounding.
    pub fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Self {
            high,
            low: a.mul_add(b, -high),
        }
    }

    /// The sum with another.
    pub fn plus(self, other: Self) -> Self {
        let (high, low) = two_sum(self.high, other.high);
        Self::sum(high, low + (self.low + other.low))
    }

    /// The difference from another.
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.times((-1.0).into()))
    }

    /// The product with another.
    pub fn times(self, other: Self) -> Self {
        let Self { high, low } = Self::product(self.high, other.high);
        Self::sum(high, low + (self.high * other.low + self.low * other.high))
    }

    /// The ratio to another.
    pub fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self.minus(other.times(first.into()));
        Self::sum(first, rest.high / other.high)
    }

    /// Rounded to one number.
    pub fn total(self) -> f64 {
        self.high + self.low
    }

    /// As an angle (rad) less whole turns, between −π and π.
    pub fn within_turn(self) -> f64 {
        let turns = (self.high / TAU).round();
        // One rounding each: the large parts cancel inside the fused product.
        let rest = (-turns).mul_add(TAU, self.high);
        wrapped(rest + (-turns).mul_add(TAU_REST, self.low))
    }
}

/// An angle (rad) of a few turns at most, less whole turns: above −π, at most π.
pub(crate) fn wrapped(angle: f64) -> f64 {
    if angle > -PI && angle <= PI {
        angle
    } else {
        angle - TAU * ((angle - PI) / TAU).ceil()
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "what is compared is exact")]
mod tests {
    use super::*;

    #[test]
    fn products_and_ratios_keep_twice_the_digits() {
        let third = TwoPart::from(1.0).over(3.0.into());
        let back = third.times(3.0.into()).minus(1.0.into());
        // Two parts hold 106 bits.
        assert!(back.total().abs() < 1e-31, "{:e}", back.total());
        let square = TwoPart::product(1e8 + 1.0, 1e8 + 1.0);
        assert_eq!(square.minus(1e16.into()).total(), 2e8 + 1.0);
    }

    /// The standard library reduces the argument of a sine with all digits of π that it takes.
    #[test]
    fn a_million_turns_lose_no_digits() {
        for k in 1..200 {
            // 5000 rpm, up to 10⁶ turns.
            let (speed, time) = (523.598_775_598_298_8, 61.0 * f64::from(k) + 0.1);
            let angle = TwoPart::product(speed, time);
            let rest = angle.within_turn();
            assert!(rest.abs() <= PI);
            // sin(high + low) by the addition theorem; low is below 10⁻⁹.
            let (s, c) = angle.high.sin_cos();
            let expected = s + c * angle.low;
            // Half an ulp of π in `rest`, one of the sine and one of the sum.
            assert!((rest.sin() - expected).abs() < 8e-16, "{k}");
        }
    }

    #[test]
    fn angles_wrap_to_half_a_turn_either_way() {
        assert_eq!(wrapped(PI), PI);
        assert_eq!(wrapped(-PI), PI);
        assert!((wrapped(4.0) - (4.0 - TAU)).abs() < 1e-15);
        assert!((wrapped(-9.0) - (TAU - 9.0)).abs() < 2e-15);
        assert!(wrapped(f64::NAN).is_nan());
    }
}
