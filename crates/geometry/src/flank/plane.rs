//! The flank of a rack: a plane.
//!
//! x is the height over the datum line, y runs along the rack, z across its face. The profile parameter is the length
//! along the transverse profile from the datum line, positive to the tip.

use super::shape::{FirstOrder, Foot};

/// Flank plane of a rack in the rack's frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RackPlane {
    /// Half the transverse tooth thickness on the datum line (m).
    pub half_thickness: f64,
    /// Place of the tooth's centre line at z = 0 (m).
    pub phase: f64,
    /// +1 right, −1 left.
    pub side: f64,
    /// dy/dz: tan β with the sign of the hand.
    pub twist: f64,
    /// cos α_t and sin α_t.
    pub pressure: [f64; 2],
    /// cos β_b.
    pub cos_base_helix: f64,
}

impl RackPlane {
    pub fn first(&self, s: f64, z: f64) -> FirstOrder {
        let [cos, sin] = self.pressure;
        FirstOrder {
            turn: [0.0, 1.0],
            // [theory:flank-surfaces] (6)
            point: [
                s * cos,
                self.phase + self.twist * z + self.side * (self.half_thickness - s * sin),
                z,
            ],
            point_s: [cos, -self.side * sin, 0.0],
            point_z: [0.0, self.twist, 1.0],
            normal: self.normal(),
            normal_s: [0.0; 3],
            normal_z: [0.0; 3],
        }
    }

    pub fn foot(&self, [x, y, z]: [f64; 3]) -> Foot {
        let normal = self.normal();
        let flank = self.phase + self.side * self.half_thickness;
        let gap = x * normal[0] + (y - flank) * normal[1] + z * normal[2];
        Foot {
            profile: (x - gap * normal[0]) / self.pressure[0],
            width: z - gap * normal[2],
            gap,
            exists: true,
        }
    }

    fn normal(&self) -> [f64; 3] {
        let [cos, sin] = self.pressure.map(|p| p * self.cos_base_helix);
        [sin, self.side * cos, -self.side * cos * self.twist]
    }
}
