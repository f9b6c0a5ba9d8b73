//! A body whose basis moves on by whole teeth relative to its material. \[liu\] section 3.3
//!
//! Nothing is computed again: nodes and teeth are renamed, vectors turned. K, M, the rows of the interface and the flank compliance
//! stay as they are, because points on teeth count their motions in the axes of their tooth.
//! \[theory:floating-frame\] (10)-(13)
//!
//! A turn is a whole number of teeth, taken modulo the teeth of the body; its sine and cosine come from that number each
//! time, so that a thousand turns forth and back leave nothing behind.

use std::f64::consts::TAU;

use super::mass_matrix::{product, transposed};
use super::{BodyError, MassMoments, Recovery, ReducedBody};
use crate::tensor::{Tensor, times};
use crate::{Error, FlankGrid, InterfacePoint, Site};

/// A turn about z by whole teeth, positive or none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Turn {
    pub(super) steps: u32,
    teeth: u32,
    sector_nodes: u32,
    sin: f64,
    cos: f64,
}

/// Sine and cosine of 2π k/z, exact at quarters.
pub(super) fn sin_cos(k: i64, z: u32) -> (f64, f64) {
    let z = i64::from(z.max(1));
    let k = k.rem_euclid(z);
    // To the nearest side of zero: sines of small angles keep all their digits.
    let k = if 2 * k > z { k - z } else { k };
    if 2 * k == z {
        (0.0, -1.0)
    } else if 4 * k.abs() == z {
        (k.signum() as f64, 0.0)
    } else {
        (TAU * k as f64 / z as f64).sin_cos()
    }
}

impl Turn {
    pub(super) fn new(body: &ReducedBody, teeth: i64) -> Result<Self, Error> {
        let origin = &body.origin;
        let is_closed = u64::from(origin.teeth) * u64::from(origin.sector_nodes) == origin.n_nodes;
        if origin.teeth == 0 || origin.sector_nodes == 0 || origin.pitch == 0.0 || !is_closed {
            return Err(BodyError::NoTurn.into());
        }
        let steps = teeth.rem_euclid(i64::from(origin.teeth));
        let (sin, cos) = sin_cos(steps, origin.teeth);
        Ok(Self {
            steps: steps as u32,
            teeth: origin.teeth,
            sector_nodes: origin.sector_nodes,
            sin,
            cos,
        })
    }

    /// R of u′ = R u.
    pub(super) fn rotation(&self) -> Tensor {
        let (sin, cos) = (self.sin, self.cos);
        [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
    }

    /// The node that stands where this one comes to.
    pub(super) fn node(&self, node: u32) -> u32 {
        let n_nodes = u64::from(self.teeth) * u64::from(self.sector_nodes);
        let moved = u64::from(node) + u64::from(self.steps) * u64::from(self.sector_nodes);
        (moved % n_nodes.max(1)) as u32
    }

    pub(super) fn tooth(&self, tooth: u32) -> u32 {
        let moved = u64::from(tooth) + u64::from(self.teeth) - 1 + u64::from(self.steps);
        (moved % u64::from(self.teeth)) as u32 + 1
    }

    /// A point that stays the same to its tooth. One counted in the axes of the body is carried along with these: they become
    /// the axes of the tooth that tooth 1 comes to.
    pub(super) fn point(&self, point: &InterfacePoint) -> InterfacePoint {
        let old = point.tooth.unwrap_or(1);
        let tooth = self.tooth(old);
        let (site, name) = match point.site {
            Site::Node(node) => {
                let moved = self.node(node);
                (Site::Node(moved), renamed(&point.name, node, moved))
            }
            Site::Auxiliary(node) => {
                let moved = self.node(node);
                (Site::Auxiliary(moved), renamed(&point.name, node, moved))
            }
            site @ Site::Flank { .. } => (site, renamed(&point.name, old, tooth)),
            site @ Site::Centre(_) => (site, point.name.clone()),
        };
        let has_body_axes = tooth == 1 && matches!(site, Site::Centre(_));
        InterfacePoint {
            name,
            site,
            place: times(&self.rotation(), point.place),
            tooth: (!has_body_axes).then_some(tooth),
        }
    }

    fn flank(&self, flank: &FlankGrid) -> FlankGrid {
        let rotation = self.rotation();
        flank.moved(
            self.tooth(flank.tooth),
            |node| self.node(node),
            |normal| times(&rotation, normal),
        )
    }

    fn recovery(&self, recovery: &Recovery) -> Recovery {
        let rotation = self.rotation();
        let mut turned = recovery.clone();
        let nodes = turned.nodes.iter_mut().chain(&mut turned.stress_nodes);
        nodes.for_each(|node| *node = self.node(*node));
        turned
            .places
            .iter_mut()
            .for_each(|place| *place = times(&rotation, *place));
        let (vectors, _) = turned.displacements.as_chunks_mut::<3>();
        vectors.iter_mut().for_each(|u| *u = times(&rotation, *u));
        let (stresses, _) = turned.stresses.as_chunks_mut::<6>();
        stresses
            .iter_mut()
            .for_each(|s| *s = turned_stress(&rotation, s));
        turned
    }

    /// Moments of the turned shapes; those without a shape belong to a body that looks the same after the turn.
    /// \[theory:floating-frame\] (13)
    fn moments(&self, moments: &MassMoments) -> MassMoments {
        let rotation = self.rotation();
        let mut turned = moments.clone();
        let (sums, _) = turned.sums.as_chunks_mut::<3>();
        sums.iter_mut()
            .for_each(|sum| *sum = times(&rotation, *sum));
        let tensors = turned.arms.as_chunks_mut::<9>().0.iter_mut();
        for tensor in tensors.chain(turned.pairs.as_chunks_mut::<9>().0) {
            // By columns: the rows of what is read are the columns of what is meant.
            let by_columns = std::array::from_fn(|i| std::array::from_fn(|j| tensor[3 * i + j]));
            let moved = product(&product(&rotation, &by_columns), &transposed(&rotation));
            tensor.copy_from_slice(moved.as_flattened());
        }
        turned
    }
}

impl ReducedBody {
    /// The body with its basis moved on by whole teeth in the positive sense (back, if negative). Coordinates keep their
    /// meaning to the teeth they move to: those of a motion that stays where it is change, see [`Self::coordinate_turn`].
    pub fn turned(&self, teeth: i64) -> Result<Self, Error> {
        let turn = Turn::new(self, teeth)?;
        if turn.steps == 0 {
            return Ok(self.clone());
        }
        Ok(Self {
            points: self.points.iter().map(|p| turn.point(p)).collect(),
            recovery: turn.recovery(&self.recovery),
            flanks: self.flanks.iter().map(|f| turn.flank(f)).collect(),
            moments: turn.moments(&self.moments),
            ..self.clone()
        })
    }
}

/// R σ Rᵀ for xx, yy, zz, xy, yz, zx.
pub(super) fn turned_stress(rotation: &Tensor, s: &[f64; 6]) -> [f64; 6] {
    let tensor = [[s[0], s[3], s[5]], [s[3], s[1], s[4]], [s[5], s[4], s[2]]];
    let t = product(&product(rotation, &tensor), &transposed(rotation));
    [t[0][0], t[1][1], t[2][2], t[0][1], t[1][2], t[2][0]]
}

/// `flank_right_3_zone_2` with tooth 3 becoming 4: the first number that is the old one.
fn renamed(name: &str, old: u32, new: u32) -> String {
    let old = old.to_string();
    let mut is_found = false;
    let words = name.split('_').map(|word| {
        let is_it = !is_found && word == old;
        is_found |= is_it;
        if is_it {
            new.to_string()
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_are_exact_and_turns_close() {
        assert_eq!(sin_cos(3, 12), (1.0, 0.0));
        assert_eq!(sin_cos(-3, 12), (-1.0, 0.0));
        assert_eq!(sin_cos(6, 12), (0.0, -1.0));
        assert_eq!(sin_cos(7, 13), sin_cos(7 - 13_000_013, 13));
        let (sin, cos) = sin_cos(5, 13);
        assert_eq!(sin_cos(-5, 13), (-sin, cos));
    }

    #[test]
    fn names_follow_teeth_and_nodes() {
        assert_eq!(
            renamed("flank_right_3_zone_3", 3, 4),
            "flank_right_4_zone_3"
        );
        assert_eq!(renamed("node_118", 118, 7), "node_7");
        assert_eq!(renamed("center", 1, 2), "center");
    }
}
