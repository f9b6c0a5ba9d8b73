//! From where a body is seen: a parallel projection.

pub(super) use pitchline_geometry::vector::{cross, dot};

use pitchline_geometry::Vector;
use serde::Serialize;

/// Direction of sight and what is up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct View {
    /// From the body towards the eye; any length.
    pub towards_eye: Vector,
    /// What points up in the picture as far as it can.
    pub up: Vector,
}

impl View {
    /// A gear seen obliquely from above its face z = +b/2, axis upwards, tooth 1 in front on the right.
    pub const OBLIQUE: Self = Self {
        towards_eye: [0.42, -0.60, 0.68],
        up: [0.0, 0.0, 1.0],
    };
    /// Along the axis: x to the right, y upwards.
    pub const FRONT: Self = Self {
        towards_eye: [0.0, 0.0, 1.0],
        up: [0.0, 1.0, 0.0],
    };
    /// Across the axis: x to the right, z upwards.
    pub const SIDE: Self = Self {
        towards_eye: [0.0, -1.0, 0.0],
        up: [0.0, 0.0, 1.0],
    };

    /// Right, up and towards the eye as unit vectors. Directions that say nothing are replaced by the usual ones.
    pub(super) fn axes(&self) -> [Vector; 3] {
        let eye = unit(self.towards_eye)
            .or(unit(Self::OBLIQUE.towards_eye))
            .unwrap_or([0.0, 0.0, 1.0]);
        let right = unit(cross(self.up, eye))
            .or(unit(cross([0.0, 1.0, 0.0], eye)))
            .or(unit(cross([1.0, 0.0, 0.0], eye)))
            .unwrap_or([1.0, 0.0, 0.0]);
        [right, cross(eye, right), eye]
    }

    /// Places in the axes of the picture: right, up, towards the eye.
    pub(super) fn turned(&self, places: &[Vector]) -> Vec<Vector> {
        let axes = self.axes();
        let turn = |place: &Vector| axes.map(|axis| dot(axis, *place));
        places.iter().map(turn).collect()
    }
}

/// The unit vector along `a`, if it has a direction.
pub(super) fn unit(a: Vector) -> Option<Vector> {
    let length = dot(a, a).sqrt();
    (length > 1e-150 && length.is_finite()).then(|| a.map(|x| x / length))
}

/// Lowest and highest coordinates; `None` without points.
pub(super) fn bounds<const N: usize>(points: &[[f64; N]]) -> Option<[[f64; N]; 2]> {
    let first = *points.first()?;
    Some(points.iter().fold([first; 2], |[mut low, mut high], p| {
        for i in 0..N {
            low[i] = low[i].min(p[i]);
            high[i] = high[i].max(p[i]);
        }
        [low, high]
    }))
}
