//! A number as a function of time: what drives prescribe and loads follow.
//!
//! Value, first and second derivative come together; at a jump they are those just after it. Angles are wanted within one
//! turn after millions of them, so value and integral are also computed with twice the digits. \[theory:joints\] (18)-(21)

mod piecewise;
mod segment;
mod sine;
mod table;
#[cfg(test)]
#[allow(clippy::float_cmp, reason = "held values are copies")]
mod tests;

pub use table::{Interpolation, TimeTable};

use crate::Error;
use crate::check::finite;
use crate::two_part::TwoPart;
use segment::Segment;
use sine::Sine;

/// Value of a function of time with its derivatives.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TimeValue {
    /// Value.
    pub value: f64,
    /// First derivative (1/s).
    pub rate: f64,
    /// Second derivative (1/s²).
    pub second: f64,
}

/// A function of time.
#[derive(Debug, Clone, PartialEq)]
pub enum TimeFunction {
    /// Always the same.
    Constant(f64),
    /// A straight line between two times, held before and after.
    Ramp {
        /// When it begins (s).
        start: f64,
        /// When it ends (s).
        end: f64,
        /// Value before.
        from: f64,
        /// Value after.
        to: f64,
    },
    /// A cubic 3 u² − 2 u³ between two times, held before and after: its rate does not jump.
    SmoothStep {
        /// When it begins (s).
        start: f64,
        /// When it ends (s).
        end: f64,
        /// Value before.
        from: f64,
        /// Value after.
        to: f64,
    },
    /// `offset` + `amplitude` sin(`angular_frequency` (t − `start`) + `phase`); before `start` the value it has there.
    Sine {
        /// Mean value.
        offset: f64,
        /// Amplitude.
        amplitude: f64,
        /// Angular frequency (rad/s).
        angular_frequency: f64,
        /// Phase at the start (rad).
        phase: f64,
        /// When it begins (s).
        start: f64,
    },
    /// Values at given times.
    Table(TimeTable),
    /// Functions one after the other, each from a time on, the first also before its time. All see the same time, not that
    /// since their own start: `(2.0, Ramp { start: 2.0, … })`.
    Piecewise(Vec<(f64, TimeFunction)>),
}

/// The law behind a function.
enum Form<'f> {
    Constant(f64),
    Segment(Segment),
    Sine(Sine),
    Table(&'f TimeTable),
    Piecewise(&'f [(f64, TimeFunction)]),
}

impl From<f64> for TimeFunction {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

impl TimeFunction {
    fn form(&self) -> Form<'_> {
        match *self {
            Self::Constant(value) => Form::Constant(value),
            Self::Ramp {
                start,
                end,
                from,
                to,
            } => Form::Segment(Segment::line([start, end], [from, to])),
            Self::SmoothStep {
                start,
                end,
                from,
                to,
            } => Form::Segment(Segment::smooth_step([start, end], [from, to])),
            Self::Sine {
                offset,
                amplitude,
                angular_frequency,
                phase,
                start,
            } => Form::Sine(Sine {
                offset,
                amplitude,
                angular_frequency,
                phase,
                start,
            }),
            Self::Table(ref table) => Form::Table(table),
            Self::Piecewise(ref pieces) => Form::Piecewise(pieces),
        }
    }

    /// Value and derivatives at a time (s).
    pub fn at(&self, t: f64) -> TimeValue {
        if let Some(value) = self.held(t) {
            return TimeValue {
                value,
                ..TimeValue::default()
            };
        }
        match self.form() {
            Form::Constant(value) => TimeValue {
                value,
                ..TimeValue::default()
            },
            Form::Segment(segment) => segment.at(t),
            Form::Sine(sine) => sine.at(t),
            Form::Table(table) => table.at(t),
            Form::Piecewise(pieces) => {
                piecewise::piece(pieces, t).map_or_else(TimeValue::default, |f| f.at(t))
            }
        }
    }

    /// The value before and after a rise, for which no cubic is needed.
    fn held(&self, t: f64) -> Option<f64> {
        match *self {
            Self::Ramp {
                start,
                end,
                from,
                to,
            }
            | Self::SmoothStep {
                start,
                end,
                from,
                to,
            } => match t {
                t if t < start => Some(from),
                t if t >= end => Some(to),
                _ => None,
            },
            _ => None,
        }
    }

    /// Integral from t = 0, exact but for rounding.
    pub fn integral(&self, t: f64) -> f64 {
        self.long_integral(t).total()
    }

    /// Value with all digits.
    pub(crate) fn long_value(&self, t: f64) -> TwoPart {
        match self.form() {
            Form::Segment(segment) => segment.value(t),
            Form::Table(table) => table.value(t),
            Form::Piecewise(pieces) => {
                piecewise::piece(pieces, t).map_or_else(TwoPart::default, |f| f.long_value(t))
            }
            Form::Constant(_) | Form::Sine(_) => self.at(t).value.into(),
        }
    }

    /// Integral from t = 0 with all digits.
    pub(crate) fn long_integral(&self, t: f64) -> TwoPart {
        let between = |f: &dyn Fn(f64) -> TwoPart| f(t).minus(f(0.0));
        match self.form() {
            Form::Constant(value) => TwoPart::product(value, t),
            Form::Segment(segment) => between(&|t| segment.integral(t)),
            Form::Sine(sine) => between(&|t| sine.integral(t)),
            Form::Table(table) => between(&|t| table.integral(t)),
            Form::Piecewise(pieces) => piecewise::integral(pieces, t),
        }
    }

    /// The value that stands for its size, with its sign: the one farthest from zero that it goes through or to; of a sine its
    /// amplitude, unless that is zero.
    pub fn largest(&self) -> f64 {
        let farther = |a: f64, b: f64| if b.abs() > a.abs() { b } else { a };
        match self {
            Self::Constant(value) => *value,
            Self::Ramp { from, to, .. } | Self::SmoothStep { from, to, .. } => farther(*to, *from),
            Self::Sine {
                offset, amplitude, ..
            } if *amplitude == 0.0 => *offset,
            Self::Sine { amplitude, .. } => *amplitude,
            Self::Table(table) => {
                let values = table.points().iter().map(|point| point[1]);
                values.fold(0.0, farther)
            }
            Self::Piecewise(pieces) => {
                let values = pieces.iter().map(|(_, function)| function.largest());
                values.fold(0.0, farther)
            }
        }
    }

    /// Times (s) at which it or its first or second derivative may jump, ascending.
    pub fn breaks(&self) -> Vec<f64> {
        match self {
            Self::Constant(_) => Vec::new(),
            Self::Ramp { start, end, .. } | Self::SmoothStep { start, end, .. } => {
                vec![*start, *end]
            }
            Self::Sine { start, .. } => vec![*start],
            Self::Table(table) => table.breaks().collect(),
            Self::Piecewise(pieces) => piecewise::breaks(pieces),
        }
    }

    /// Whether all numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Constant(value) => finite("constant over time", &[("value", *value)]),
            Self::Ramp {
                start,
                end,
                from,
                to,
            } => check_step("ramp over time", [*start, *end, *from, *to]),
            Self::SmoothStep {
                start,
                end,
                from,
                to,
            } => check_step("smooth step over time", [*start, *end, *from, *to]),
            Self::Sine {
                offset,
                amplitude,
                angular_frequency,
                phase,
                start,
            } => finite(
                "sine over time",
                &[
                    ("offset", *offset),
                    ("amplitude", *amplitude),
                    ("angular_frequency", *angular_frequency),
                    ("phase", *phase),
                    ("start", *start),
                ],
            ),
            // Made by `TimeTable::new`, which checks.
            Self::Table(_) => Ok(()),
            Self::Piecewise(pieces) => piecewise::check(pieces),
        }
    }
}

fn check_step(of: &str, [start, end, from, to]: [f64; 4]) -> Result<(), Error> {
    let values = [("start", start), ("end", end), ("from", from), ("to", to)];
    finite(of, &values)?;
    if end > start {
        return Ok(());
    }
    Err(Error::Value {
        of: format!("{of} that starts at {start} s"),
        key: "end",
        value: end,
        allowed: "later than the start",
    })
}

/// Whether times ascend.
fn check_order(of: &str, times: impl Iterator<Item = f64>) -> Result<(), Error> {
    let mut previous = f64::NEG_INFINITY;
    for (i, time) in times.enumerate() {
        if time <= previous {
            return Err(Error::Order {
                of: of.to_owned(),
                number: i + 1,
                value: time,
                previous,
            });
        }
        previous = time;
    }
    Ok(())
}
