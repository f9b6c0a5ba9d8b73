//! How a machine in space is put on paper: in its plane if it has one, isometric otherwise.

use crate::geometry::vector::{Vector, dot};
use crate::pictures::{Axis, Point};

/// A machine thinner than this share of its extent is flat.
const FLAT: f64 = 0.05;

/// Directions of the paper in ground axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Projection {
    right: Vector,
    up: Vector,
    /// Towards the reader.
    toward: Vector,
    names: [&'static str; 2],
}

const AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Projection {
    /// The one that shows these places best.
    pub fn of(places: &[Vector]) -> Self {
        let extent = [0, 1, 2].map(|axis| {
            let values = places.iter().map(|place| place[axis]);
            let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], v| {
                [l.min(v), h.max(v)]
            });
            high - low
        });
        let largest = extent.iter().copied().fold(0.0, f64::max);
        // z first: most machines of one plane lie in x and y.
        let flat = [2, 1, 0]
            .into_iter()
            .find(|&axis| extent[axis] <= FLAT * largest);
        match flat {
            Some(2) => Self::plane(0, 1, 2, ["x", "y"]),
            // WholeState against y, so that x points to the right and z up.
            Some(1) => Self {
                toward: [0.0, -1.0, 0.0],
                ..Self::plane(0, 2, 1, ["x", "z"])
            },
            Some(_) => Self::plane(1, 2, 0, ["y", "z"]),
            None => Self::isometric(),
        }
    }

    /// Of some axes (columns) the one that is seen longest.
    pub fn in_sight(&self, axes: &[[f64; 3]; 3]) -> Vector {
        let column = |j: usize| [0, 1, 2].map(|i| axes[i][j]);
        let hidden = |j: &usize| dot(column(*j), self.toward).abs();
        let best = (0..3).min_by(|a, b| hidden(a).total_cmp(&hidden(b)));
        column(best.unwrap_or(0))
    }

    fn plane(right: usize, up: usize, toward: usize, names: [&'static str; 2]) -> Self {
        Self {
            right: AXES[right],
            up: AXES[up],
            toward: AXES[toward],
            names,
        }
    }

    /// From (1, −1, 1) with z up: x runs down to the right, y up to the right.
    fn isometric() -> Self {
        let (half, third) = (0.5f64.sqrt(), (1.0f64 / 3.0).sqrt());
        let sixth = (1.0f64 / 6.0).sqrt();
        Self {
            right: [half, half, 0.0],
            up: [-sixth, sixth, 2.0 * sixth],
            toward: [third, -third, third],
            names: ["isometric, across", "isometric, up"],
        }
    }

    /// A place (m) on paper (mm).
    pub fn map(&self, place: Vector) -> Point {
        [1e3 * dot(self.right, place), 1e3 * dot(self.up, place)]
    }

    /// How much of a unit vector points to the reader.
    pub fn depth(&self, direction: Vector) -> f64 {
        dot(self.toward, direction)
    }

    /// The axes of the paper.
    pub fn axes(&self) -> [Axis; 2] {
        self.names.map(|name| Axis::new(name, "mm"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::vector::cross;

    #[test]
    fn paper_has_right_handed_axes() {
        let flat = |axis: usize| {
            let mut corners = vec![[0.0; 3], [1.0, 1.0, 1.0], [0.3, 0.7, 0.5]];
            corners.iter_mut().for_each(|corner| corner[axis] = 2.0);
            Projection::of(&corners)
        };
        let space = Projection::of(&[[0.0; 3], [1.0, 0.9, 0.8]]);
        for p in [flat(0), flat(1), flat(2), space] {
            let normal = cross(p.right, p.up);
            let apart = crate::geometry::vector::minus(normal, p.toward);
            assert!(apart.iter().all(|x| x.abs() < 1e-15), "{p:?}");
        }
        assert_eq!(flat(1).names, ["x", "z"]);
        assert_eq!(space.names[0], "isometric, across");
    }
}
