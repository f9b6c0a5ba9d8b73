//! Is an interface the same on every tooth? Then a turn by whole teeth only renames its coordinates, and one sector stands for
//! all.

use super::Interface;
use super::teeth::{Teeth, turned};
use crate::tensor::{dot, minus};
use crate::{LoadCase, Mesh, Site};

/// Forces that differ by less, relative to the largest of their pattern, are the same: rounding of a turn.
const SAME_FORCE: f64 = 1e-9;

/// Coordinates of an interface that is the same on every tooth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToothPatterns {
    /// `on_teeth[k][s]`: the coordinate of pattern k on tooth 1 + s.
    pub on_teeth: Vec<Vec<usize>>,
    /// Coordinates of the centre, in the axes of the body.
    pub on_centre: Vec<usize>,
}

impl Interface {
    /// Whether this is an interface that is the same on every tooth of a gear with equal sectors, besides a centre.
    pub fn is_cyclic(&self, mesh: &Mesh) -> bool {
        self.tooth_patterns(mesh).is_some()
    }

    /// Its coordinates by patterns and teeth; none if they are not the same on every tooth, or sectors differ.
    pub fn tooth_patterns(&self, mesh: &Mesh) -> Option<ToothPatterns> {
        let teeth = Teeth::of(mesh);
        let own = teeth.sector_nodes()?;
        let mut by_tooth = vec![Vec::new(); teeth.number() as usize];
        let mut on_centre = Vec::new();
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            let point = self.points.get(coordinate.point)?;
            match (point.site, point.tooth) {
                (Site::Centre(_), None) => on_centre.push(i),
                (_, Some(tooth)) => by_tooth.get_mut((tooth as usize).checked_sub(1)?)?.push(i),
                _ => return None,
            }
        }
        let first = by_tooth.first()?.clone();
        for (s, there) in by_tooth.iter().enumerate() {
            if there.len() != first.len() {
                return None;
            }
            let step = Step {
                nodes: own as usize * s,
                of: mesh.nodes.len(),
                angle: teeth.angle(Some(s as u32 + 1)),
            };
            let same = first.iter().zip(there).all(|(&a, &b)| {
                let (a, b) = (&self.coordinates[a], &self.coordinates[b]);
                step.carries(&a.pattern, &b.pattern)
            });
            if !same {
                return None;
            }
        }
        let on_teeth = (0..first.len())
            .map(|k| by_tooth.iter().map(|there| there[k]).collect())
            .collect();
        Some(ToothPatterns {
            on_teeth,
            on_centre,
        })
    }
}

/// A turn by some teeth.
struct Step {
    nodes: usize,
    of: usize,
    angle: f64,
}

impl Step {
    fn carries(&self, a: &LoadCase, b: &LoadCase) -> bool {
        let square = |f: [f64; 3]| dot(f, f);
        let largest = a.nodes.values().map(|&f| square(f)).fold(0.0, f64::max);
        a.centres.is_empty()
            && b.centres.is_empty()
            && a.nodes.len() == b.nodes.len()
            && a.nodes.iter().all(|(&node, &force)| {
                let there = (node as usize + self.nodes) % self.of.max(1);
                let difference = minus(turned(force, self.angle), b.force(there as u32));
                b.nodes.contains_key(&(there as u32))
                    && square(difference) <= SAME_FORCE * SAME_FORCE * largest
            })
    }
}
