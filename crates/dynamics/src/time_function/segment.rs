//! A stretch of time on which a function is a cubic.

use crate::two_part::TwoPart;

use super::TimeValue;

/// y = y₀ + c₁ u + c₂ u² + c₃ u³ with u = (t − `start`)/(`end` − `start`); held before and after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Segment {
    start: f64,
    end: f64,
    length: TwoPart,
    first: f64,
    coefficients: [TwoPart; 3],
}

impl Segment {
    /// A straight line.
    pub fn line([start, end]: [f64; 2], [from, to]: [f64; 2]) -> Self {
        let rise = TwoPart::sum(to, -from);
        Self::new(start, end, from, [rise, 0.0.into(), 0.0.into()])
    }

    /// y₀ + (y₁ − y₀) (3 u² − 2 u³): at rest at both ends.
    pub fn smooth_step(times: [f64; 2], values: [f64; 2]) -> Self {
        Self::hermite(times, values, [0.0; 2])
    }

    /// The cubic with these values and slopes at both ends.
    pub fn hermite([start, end]: [f64; 2], [from, to]: [f64; 2], slopes: [f64; 2]) -> Self {
        let rise = TwoPart::sum(to, -from);
        let length = TwoPart::sum(end, -start);
        let [m_0, m_1] = slopes.map(|slope| length.times(slope.into()));
        let times = |k: f64, x: TwoPart| x.times(k.into());
        let second = times(3.0, rise).minus(times(2.0, m_0).plus(m_1));
        let third = m_0.plus(m_1).minus(times(2.0, rise));
        Self::new(start, end, from, [m_0, second, third])
    }

    fn new(start: f64, end: f64, first: f64, coefficients: [TwoPart; 3]) -> Self {
        Self {
            start,
            end,
            length: TwoPart::sum(end, -start),
            first,
            coefficients,
        }
    }

    /// u, unbounded.
    fn part(&self, t: f64) -> TwoPart {
        TwoPart::sum(t, -self.start).over(self.length)
    }

    fn value_at(&self, u: TwoPart) -> TwoPart {
        let [c_1, c_2, c_3] = self.coefficients;
        let rise = c_3.times(u).plus(c_2).times(u).plus(c_1).times(u);
        rise.plus(self.first.into())
    }

    /// Value with all digits.
    pub fn value(&self, t: f64) -> TwoPart {
        if t < self.start {
            self.first.into()
        } else if t >= self.end {
            self.value_at(1.0.into())
        } else {
            self.value_at(self.part(t))
        }
    }

    /// Value and derivatives.
    pub fn at(&self, t: f64) -> TimeValue {
        let (value, u) = (self.value(t).total(), self.part(t).total());
        // By times: u rounds to one just before the end.
        if !(self.start..self.end).contains(&t) {
            return TimeValue {
                value,
                ..TimeValue::default()
            };
        }
        let [c_1, c_2, c_3] = self.coefficients.map(TwoPart::total);
        let length = self.length.total();
        TimeValue {
            value,
            rate: (c_1 + u * (2.0 * c_2 + u * 3.0 * c_3)) / length,
            second: (2.0 * c_2 + u * 6.0 * c_3) / (length * length),
        }
    }

    /// Integral from the start.
    pub fn integral(&self, t: f64) -> TwoPart {
        let since = TwoPart::sum(t, -self.start);
        if t < self.start {
            since.times(self.first.into())
        } else if t >= self.end {
            let held = self.value_at(1.0.into());
            self.area(1.0.into())
                .plus(held.times(since.minus(self.length)))
        } else {
            self.area(self.part(t))
        }
    }

    /// Integral over the first part of the segment.
    fn area(&self, u: TwoPart) -> TwoPart {
        let [c_1, c_2, c_3] = self.coefficients;
        let part = |c: TwoPart, k: f64| c.over(k.into());
        let mean = part(c_3, 4.0).times(u).plus(part(c_2, 3.0)).times(u);
        let mean = mean.plus(part(c_1, 2.0)).times(u).plus(self.first.into());
        mean.times(u).times(self.length)
    }
}
