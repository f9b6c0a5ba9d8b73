//! Values at given times, joined by straight lines or by a spline.
//!
//! The spline has continuous first and second derivatives and zero slope at both ends, because the value is held outside.
//! \[theory:joints\] (21)

use crate::Error;
use crate::two_part::TwoPart;

use super::TimeValue;
use super::segment::Segment;

/// How the points of a table are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// By straight lines: the rate jumps at each point.
    Linear,
    /// By cubics whose first and second derivatives are continuous; at rest at both ends.
    Cubic,
}

/// A table of values over time; held before the first and after the last.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeTable {
    points: Vec<[f64; 2]>,
    interpolation: Interpolation,
    segments: Vec<Segment>,
    /// Integral from the first point up to each.
    areas: Vec<TwoPart>,
}

impl TimeTable {
    /// Points (time, value) with ascending times; one point is a constant.
    pub fn new(points: Vec<[f64; 2]>, interpolation: Interpolation) -> Result<Self, Error> {
        check(&points)?;
        let slopes = match interpolation {
            Interpolation::Linear => Vec::new(),
            Interpolation::Cubic => slopes(&points),
        };
        let mut segments = Vec::with_capacity(points.len());
        let mut areas = vec![TwoPart::default()];
        let mut area = TwoPart::default();
        for (i, pair) in points.windows(2).enumerate() {
            let ([t_0, y_0], [t_1, y_1]) = (pair[0], pair[1]);
            let segment = match interpolation {
                Interpolation::Linear => Segment::line([t_0, t_1], [y_0, y_1]),
                Interpolation::Cubic => {
                    Segment::hermite([t_0, t_1], [y_0, y_1], [slopes[i], slopes[i + 1]])
                }
            };
            area = area.plus(segment.integral(t_1));
            areas.push(area);
            segments.push(segment);
        }
        Ok(Self {
            points,
            interpolation,
            segments,
            areas,
        })
    }

    /// Its points (time, value).
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// How they are joined.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// The segment that rules at a time: its number, or none for a table of one point.
    fn segment(&self, t: f64) -> Option<(usize, &Segment)> {
        let after = self.points.partition_point(|point| point[0] <= t);
        let last = self.segments.len().checked_sub(1)?;
        let i = after.saturating_sub(1).min(last);
        Some((i, &self.segments[i]))
    }

    /// The only value of a table of one point.
    fn only(&self) -> f64 {
        self.points.first().map_or(0.0, |point| point[1])
    }

    pub(super) fn value(&self, t: f64) -> TwoPart {
        self.segment(t)
            .map_or_else(|| self.only().into(), |(_, segment)| segment.value(t))
    }

    pub(super) fn at(&self, t: f64) -> TimeValue {
        let only = || TimeValue {
            value: self.only(),
            ..TimeValue::default()
        };
        self.segment(t)
            .map_or_else(only, |(_, segment)| segment.at(t))
    }

    /// Integral from the first point.
    pub(super) fn integral(&self, t: f64) -> TwoPart {
        match self.segment(t) {
            Some((i, segment)) => self.areas[i].plus(segment.integral(t)),
            None => TwoPart::product(self.only(), t),
        }
    }

    pub(super) fn breaks(&self) -> impl Iterator<Item = f64> + '_ {
        let times = self.points.iter().map(|point| point[0]);
        times.take(if self.segments.is_empty() {
            0
        } else {
            usize::MAX
        })
    }
}

fn check(points: &[[f64; 2]]) -> Result<(), Error> {
    if points.is_empty() {
        return Err(Error::Empty {
            of: "table over time".to_owned(),
            needed: "at least one point (time, value)",
        });
    }
    for (i, point) in points.iter().enumerate() {
        for (key, value) in ["time", "value"].into_iter().zip(*point) {
            if !value.is_finite() {
                return Err(Error::Value {
                    of: format!("table over time, point {}", i + 1),
                    key,
                    value,
                    allowed: "a finite number",
                });
            }
        }
    }
    super::check_order("table over time", points.iter().map(|point| point[0]))
}

/// Slopes at the points: continuous second derivatives, zero at both ends. The matrix is diagonally dominant, so elimination
/// without exchange of rows is safe.
fn slopes(points: &[[f64; 2]]) -> Vec<f64> {
    let n = points.len();
    let mut slopes = vec![0.0; n];
    // What elimination has left above the diagonal.
    let mut above = vec![0.0; n];
    for i in 1..n.saturating_sub(1) {
        let [before, after] = [i - 1, i].map(|k| 1.0 / (points[k + 1][0] - points[k][0]));
        let rise = |k: usize, inverse: f64| 3.0 * (points[k + 1][1] - points[k][1]) * inverse;
        let right = rise(i - 1, before) * before + rise(i, after) * after;
        let diagonal = 2.0 * (before + after) - before * above[i - 1];
        above[i] = after / diagonal;
        slopes[i] = (right - before * slopes[i - 1]) / diagonal;
    }
    for i in (1..n.saturating_sub(1)).rev() {
        slopes[i] -= above[i] * slopes[i + 1];
    }
    slopes
}
