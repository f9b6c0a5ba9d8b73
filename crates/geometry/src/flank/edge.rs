//! The tip edge of a flank: a feature of its own, where corners touch.

use super::{Flank, Shape};
use crate::vector::{plus_scaled, unit_or};

/// A point of the tip edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgePoint {
    /// Place (m).
    pub point: [f64; 3],
    /// Unit tangent, toward +z.
    pub tangent: [f64; 3],
    /// Unit vector out of the corner, half way between both normals.
    pub direction: [f64; 3],
    /// Outward unit normal of the flank at its tip.
    pub flank_normal: [f64; 3],
    /// Outward unit normal of the tip land.
    pub land_normal: [f64; 3],
    /// Derivative of the place by the width parameter.
    pub d_z: [f64; 3],
    /// Second derivative of the place by the width parameter (1/m).
    pub d_zz: [f64; 3],
}

impl Flank {
    /// The tip edge at a width.
    pub fn tip_edge(&self, width: f64) -> EdgePoint {
        let jet = self.evaluate(self.domain.tip, width);
        let land_normal = match &self.shape {
            Shape::Involute(shape) => {
                let [x, y, _] = self.without_offset(jet.point);
                unit_or([shape.outward * x, shape.outward * y, 0.0], jet.normal)
            }
            Shape::Plane(_) => [1.0, 0.0, 0.0],
        };
        EdgePoint {
            point: jet.point,
            tangent: unit_or(jet.d_z, [0.0, 0.0, 1.0]),
            direction: unit_or(plus_scaled(jet.normal, 1.0, land_normal), land_normal),
            flank_normal: jet.normal,
            land_normal,
            d_z: jet.d_z,
            d_zz: jet.d_zz,
        }
    }
}
