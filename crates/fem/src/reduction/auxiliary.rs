//! Nodes chosen for what modes do there, and for their distance from each other.
//!
//! The value of node a is g_a = Σ_i |φ_i(a)|² / max_b |φ_i(b)|² over the modes i. The next node is the one with the largest g_a d_a, d_a
//! its distance from the nearest point chosen before; of equal ones the first. \[theory:reduction\] (18) After the
//! modal-geometrical criterion named in \[bruzzone\] section 2.

use super::InterfaceBuilder;
use super::Site;
use crate::tensor::{dot, minus};
use crate::{Error, Modes, Tie};

/// Values nearer than this are equal: rounding must not decide between mirrored nodes.
const EQUAL: f64 = 1e-9;

impl InterfaceBuilder<'_> {
    /// Adds so many nodes, with three motions each in the axes of the body or of their tooth, where these modes have most of
    /// their motion.
    pub fn auxiliary_nodes(mut self, count: usize, modes: &Modes) -> Result<Self, Error> {
        let mut values = self.modal_values(modes)?;
        let places = &self.mesh.nodes;
        let taken: Vec<u32> = self.interface.points.iter().filter_map(node_of).collect();
        for (node, value) in values.iter_mut().enumerate() {
            let is_free = self.dof_map.tie(node) == Tie::FREE;
            if !is_free || taken.contains(&(node as u32)) {
                *value = -1.0;
            }
        }
        let has = values.iter().filter(|&&value| value >= 0.0).count();
        if count > has {
            return Err(Error::AuxiliaryNodes { asked: count, has });
        }
        let distance = |a: [f64; 3], b: [f64; 3]| {
            let d = minus(a, b);
            dot(d, d).sqrt()
        };
        // Without a point before, all are equally far.
        let mut distances = vec![f64::INFINITY; places.len()];
        for point in &self.interface.points {
            for (d, &place) in distances.iter_mut().zip(places) {
                *d = d.min(distance(place, point.place));
            }
        }
        for _ in 0..count {
            let mut best: Option<(usize, f64)> = None;
            for (node, (&value, &d)) in values.iter().zip(&distances).enumerate() {
                let score = value * if d.is_finite() { d } else { 1.0 };
                if value >= 0.0 && best.is_none_or(|(_, most)| score > most * (1.0 + EQUAL)) {
                    best = Some((node, score));
                }
            }
            let Some((node, _)) = best else { break };
            values[node] = -1.0;
            let place = places[node];
            for (d, &other) in distances.iter_mut().zip(places) {
                *d = d.min(distance(other, place));
            }
            let tooth = self.teeth.tooth_of(node as u32);
            self.add_node(node as u32, Site::Auxiliary(node as u32), tooth, None)?;
        }
        Ok(self)
    }

    /// g of each node.
    fn modal_values(&self, modes: &Modes) -> Result<Vec<f64>, Error> {
        let mut values = vec![0.0; self.mesh.nodes.len()];
        for mode in &modes.elastic {
            let u = self.dof_map.expand(&mode.shape)?;
            let squares: Vec<f64> = u.iter().map(|&u| dot(u, u)).collect();
            let largest = squares.iter().copied().fold(0.0, f64::max);
            if largest > 0.0 {
                let shares = values.iter_mut().zip(&squares);
                shares.for_each(|(value, square)| *value += square / largest);
            }
        }
        Ok(values)
    }
}

fn node_of(point: &crate::InterfacePoint) -> Option<u32> {
    match point.site {
        Site::Node(node) | Site::Auxiliary(node) => Some(node),
        Site::Flank { .. } | Site::Centre(_) => None,
    }
}
