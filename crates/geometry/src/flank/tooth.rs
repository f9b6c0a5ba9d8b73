//! The nearest point of a whole side of a tooth: flank, tip edge and generated root in one call.

use super::{FlankSide, Nearest};
use crate::GearFlanks;

/// What part of a tooth a point lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToothPart {
    /// The flank.
    Flank,
    /// The edge between flank and tip land.
    TipEdge,
    /// The generated root.
    Root,
}

/// The point of one side of a tooth nearest to a given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearestOnTooth {
    /// What part holds it.
    pub part: ToothPart,
    /// Its parameters on that part, and the distance.
    pub nearest: Nearest,
}

impl GearFlanks {
    /// The point of a tooth's side, from the root land to the tip edge, nearest to `point` in the gear's frame; `None` for
    /// a tooth that the gear does not have.
    pub fn nearest(&self, tooth: u32, side: FlankSide, point: [f64; 3]) -> Option<NearestOnTooth> {
        let flank = self.flank(tooth, side)?;
        let root = self.root(tooth, side)?.nearest(point);
        let nearest = flank.nearest(point);
        // Written so that a point that is no number gives the flank.
        if root.distance < nearest.distance {
            return Some(NearestOnTooth {
                part: ToothPart::Root,
                nearest: root,
            });
        }
        let tip_border = if flank.domain.tip > flank.domain.root {
            1
        } else {
            -1
        };
        let part = if nearest.border.profile == tip_border {
            ToothPart::TipEdge
        } else {
            ToothPart::Flank
        };
        Some(NearestOnTooth { part, nearest })
    }
}
