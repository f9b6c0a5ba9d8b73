//! How coordinates change when a basis that turns carry into itself moves on by whole teeth. \[theory:floating-frame\] (14), (15)
//!
//! S Φ = Φ D: the field of one coordinate, turned by a tooth, is a field of the basis again. Coordinates of waves turn in pairs,
//! motions of the interface go over to the next tooth, those of a centre turn as vectors.

use super::turn::{Turn, sin_cos};
use super::{BodyError, CoordinateKind, ReducedBody};
use crate::{Error, Motion, Site};

/// Where a coordinate goes: two coordinates and their weights; the second weight may be zero.
type Image = [(usize, f64); 2];

/// D: each coordinate's field, turned, over the coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct CoordinateTurn {
    images: Vec<Image>,
}

impl CoordinateTurn {
    /// D q.
    pub fn apply(&self, q: &[f64]) -> Vec<f64> {
        let mut turned = vec![0.0; self.images.len()];
        for (image, q) in self.images.iter().zip(q) {
            for &(to, weight) in image {
                turned[to] += weight * q;
            }
        }
        turned
    }

    /// Column j of X D for a matrix X with `rows` rows, by columns.
    pub(super) fn column(&self, x: &[f64], rows: usize, j: usize, out: &mut [f64]) {
        let [(a, weight_a), (b, weight_b)] = self.images[j];
        let (a, b) = (&x[rows * a..rows * (a + 1)], &x[rows * b..rows * (b + 1)]);
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = weight_a * a + weight_b * b;
        }
    }

    /// X D.
    pub(super) fn right(&self, x: &[f64], rows: usize) -> Vec<f64> {
        let mut out = vec![0.0; x.len()];
        for (j, out) in out.chunks_mut(rows.max(1)).enumerate() {
            self.column(x, rows, j, out);
        }
        out
    }
}

impl ReducedBody {
    /// D for whole teeth in the positive sense: the motion Φ q moved on by so many teeth is Φ D q. Refuses a basis that
    /// turns do not carry into itself.
    pub fn coordinate_turn(&self, teeth: i64) -> Result<CoordinateTurn, Error> {
        let turn = Turn::new(self, teeth)?;
        let images = (0..self.n()).map(|j| {
            self.image(j, &turn)
                .filter(|image| image.iter().all(|&(to, _)| to < self.n()))
                .ok_or(BodyError::NoPartner { coordinate: j })
        });
        let images = images.collect::<Result<_, _>>()?;
        Ok(CoordinateTurn { images })
    }

    /// Coordinates of the same motion after the basis has moved on by whole teeth: Φ q = S Φ q′, q′ = D⁻¹ q.
    pub fn coordinates_after_turn(&self, teeth: i64, q: &[f64]) -> Result<Vec<f64>, Error> {
        if q.len() != self.n() {
            return Err(Error::Count {
                what: "coordinates of a motion",
                given: q.len(),
                needed: self.n(),
            });
        }
        // D is orthogonal: back is its inverse, for any number of teeth.
        let back = -(teeth.rem_euclid(i64::from(self.origin.teeth.max(1))));
        Ok(self.coordinate_turn(back)?.apply(q))
    }

    fn image(&self, j: usize, turn: &Turn) -> Option<Image> {
        let coordinate = &self.coordinates[j];
        match (coordinate.partner, coordinate.nodal_diameter) {
            (Some(partner), Some(n)) => {
                let (sin, cos) = sin_cos(i64::from(n) * i64::from(turn.steps), self.origin.teeth);
                let partner = partner as usize;
                // Re(a e^{−i n θ k}): the second of the pair is i a.
                let sign = match j.cmp(&partner) {
                    std::cmp::Ordering::Less => -1.0,
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Greater => 1.0,
                };
                Some([(j, cos), (partner, sign * sin)])
            }
            _ => match coordinate.kind {
                CoordinateKind::Interface(number) => self.interface_image(number, turn),
                _ => None,
            },
        }
    }

    fn interface_image(&self, number: u32, turn: &Turn) -> Option<Image> {
        let &(point, motion) = self.motions.get(number as usize)?;
        let moved = turn.point(self.points.get(point as usize)?);
        if let Site::Centre(_) = moved.site {
            return self.centre_image(point, motion, turn);
        }
        let same = |p: &crate::InterfacePoint| p.site == moved.site && p.tooth == moved.tooth;
        let target = self.points.iter().position(same)?;
        let to = self.coordinate_of(target as u32, motion)?;
        Some([(to, 1.0), (to, 0.0)])
    }

    /// Motions along and about x and y of the body turn as vectors.
    fn centre_image(&self, point: u32, motion: Motion, turn: &Turn) -> Option<Image> {
        let [[cos, ..], [sin, ..], _] = turn.rotation();
        let (axis, kind): (u8, fn(u8) -> Motion) = match motion {
            Motion::Along(axis) => (axis, Motion::Along),
            Motion::About(axis) => (axis, Motion::About),
            Motion::Direction(_) => return None,
        };
        let own = self.coordinate_of(point, motion)?;
        match axis {
            0 => Some([(own, cos), (self.coordinate_of(point, kind(1))?, sin)]),
            1 => Some([(own, cos), (self.coordinate_of(point, kind(0))?, -sin)]),
            _ => Some([(own, 1.0), (own, 0.0)]),
        }
    }

    /// The coordinate that is this motion of this point.
    fn coordinate_of(&self, point: u32, motion: Motion) -> Option<usize> {
        let number = self.motions.iter().position(|&m| m == (point, motion))?;
        let is_it = |kind| kind == CoordinateKind::Interface(number as u32);
        self.coordinates.iter().position(|c| is_it(c.kind))
    }
}
