//! How far a gear must move until its flank passes a point.
//!
//! A wheel turns about its axis, so the touching point lies at the same distance from the axis and the same width; a rack
//! slides, so it lies at the same height and width. On an unmodified wheel that is a closed form, else Newton's method
//! continues from there. [theory:flank-surfaces] (11)

use crate::Flank;
use crate::flank::{Shape, wrapped};

/// Where a flank passes a point after its gear has moved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Passing {
    /// Movement of the gear: an angle, of a rack a length.
    pub movement: f64,
    pub profile: f64,
    pub width: f64,
}

impl Flank {
    /// The movement of this flank's gear after which the flank, continued beyond its limits, passes `point`.
    ///
    /// `None` where no movement brings it there.
    pub(crate) fn passing(&self, point: [f64; 3]) -> Option<Passing> {
        let [x, y, z] = point;
        let (mut s, mut w) = match &self.shape {
            Shape::Involute(shape) => {
                let radius = x.hypot(y);
                let r_b = shape.base_radius;
                (((radius - r_b) * (radius + r_b)).sqrt(), z)
            }
            Shape::Plane(shape) => (x / shape.pressure[0], z),
        };
        if !s.is_finite() {
            return None;
        }
        let is_exact = self.modifications.is_empty() && !self.has_run_out();
        let movement = match &self.shape {
            Shape::Involute(shape) if is_exact => wrapped(y.atan2(x) - shape.angle_at(s, w)),
            Shape::Plane(_) | Shape::Involute(_) => {
                (s, w) = self.at_same_height(point, [s, w])?;
                let [at_x, at_y, _] = self.point(s, w).point;
                match &self.shape {
                    Shape::Involute(_) => (x * -at_y + y * at_x).atan2(x * at_x + y * at_y),
                    Shape::Plane(_) => y - at_y,
                }
            }
        };
        Some(Passing {
            movement,
            profile: s,
            width: w,
        })
    }

    /// Parameters at which the flank has the radius (height) and width of a point.
    fn at_same_height(&self, [x, y, z]: [f64; 3], start: [f64; 2]) -> Option<(f64, f64)> {
        let [mut s, mut w] = start;
        let size = s.abs() + self.domain.half_width;
        let is_rack = self.is_rack();
        for _ in 0..30 {
            let jet = self.evaluate(s, w);
            let [p_x, p_y, p_z] = jet.point;
            let (miss, by_s, by_w) = if is_rack {
                (p_x - x, jet.d_s[0], jet.d_z[0])
            } else {
                (
                    0.5 * (p_x * p_x + p_y * p_y - x * x - y * y),
                    p_x * jet.d_s[0] + p_y * jet.d_s[1],
                    p_x * jet.d_z[0] + p_y * jet.d_z[1],
                )
            };
            let apart = p_z - z;
            let det = by_s * jet.d_z[2] - by_w * jet.d_s[2];
            let step_s = (by_w * apart - jet.d_z[2] * miss) / det;
            let step_w = (jet.d_s[2] * miss - by_s * apart) / det;
            s += step_s;
            w += step_w;
            if !(s.is_finite() && w.is_finite()) {
                return None;
            }
            if step_s.abs() + step_w.abs() < 1e-10 * size {
                return Some((s, w));
            }
        }
        None
    }
}
