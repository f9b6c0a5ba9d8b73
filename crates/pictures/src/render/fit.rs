//! Where a body stands within its part of the picture.

use super::view::bounds;
use pitchline_geometry::Vector;

/// From the axes of the picture to samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    scale: f64,
    centre: [f64; 2],
    middle: [f64; 2],
}

impl Fit {
    /// As large as possible within a rectangle of samples: left, top, right, bottom.
    pub(super) fn new(places: &[Vector], [left, top, right, bottom]: [f64; 4]) -> Self {
        let [low, high] = bounds(places).unwrap_or([[0.0; 3]; 2]);
        let extent = |i: usize| high[i] - low[i];
        let fill = |room: f64, extent: f64| {
            if extent > 0.0 {
                room / extent
            } else {
                f64::INFINITY
            }
        };
        let scale = fill(right - left, extent(0)).min(fill(bottom - top, extent(1)));
        Self {
            scale: if scale.is_finite() { scale } else { 1.0 },
            centre: [0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])],
            middle: [0.5 * (left + right), 0.5 * (top + bottom)],
        }
    }

    /// Place in samples: x to the right, y down, z to the eye.
    pub(super) fn place(&self, [x, y, z]: Vector) -> Vector {
        [
            self.middle[0] + self.scale * (x - self.centre[0]),
            self.middle[1] - self.scale * (y - self.centre[1]),
            self.scale * z,
        ]
    }
}
