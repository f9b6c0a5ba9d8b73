//! Deflection of a mesh of involutes with its derivatives over the relative motion of the wheels. \[theory:gear-spring\]
//! (7)-(12)

use super::GearSpringData;
use crate::RelativeMotion;
use crate::centers::{Centers, Curve};

/// δ at an instant, within one turn of the line of centres and without its value at the start.
pub(super) struct Mesh {
    /// Where the wheels stand.
    pub centers: Centers,
    /// δ (m) with its derivatives.
    pub deflection: Curve,
}

impl Mesh {
    pub fn of(data: &GearSpringData, motion: &RelativeMotion) -> Self {
        let centers = Centers::of(motion);
        let mut deflection = Curve::ZERO;
        let radii = data.signed_radii().map(|radius| -data.sense() * radius);
        for (factor, angle) in radii.into_iter().zip(&centers.0) {
            deflection.add(factor, angle);
        }
        // ∓ |S| inv α (5), (6)
        let opens = if data.is_internal { 1.0 } else { -1.0 };
        deflection.add(opens, &centers.involute(data.sum().abs()));
        if data.base_helix_angle != 0.0 {
            let axial = Centers::axial(motion, data.base_radius_a / data.sum(), 1.0);
            deflection.add(data.sense() * data.base_helix_angle.tan(), &axial);
        }
        Self {
            centers,
            deflection,
        }
    }

    /// χ_a and χ_b (rad).
    pub fn angles(&self) -> [f64; 2] {
        self.centers.angles()
    }
}
