//! The root of an internal gear as the rounded tip of a pinion cutter cuts it.
//!
//! As for the rack, a point of the cutter cuts when its normal passes through the pitch point. The normal of the
//! rounding at φ passes its centre (r_c, γ_c); in the cutter's frame the pitch point is at (r_w0, −θ_0), hence
//! sin(φ + θ_0) = (r_c / r_w0) sin(φ − γ_c). Derivation: docs/theory/cylindrical-gears.md, "Root cut by a pinion cutter".

use crate::PinionCutter;
use crate::profile::ProfilePoint;

/// Fillet cut by the tip of a pinion cutter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutterFillet {
    /// The cutter in its final position.
    pub cutter: PinionCutter,
    /// Teeth of the gear over teeth of the cutter.
    pub ratio: f64,
    /// Half the angular pitch of the gear, π/z (rad).
    pub half_pitch: f64,
    /// Parameter at the bottom of the space: the direction of the cutter's tip (rad).
    pub start: f64,
    /// Parameter where the involute begins (rad).
    pub end: f64,
}

impl CutterFillet {
    pub(crate) fn new(cutter: PinionCutter, gear_teeth: u32) -> Self {
        let start = cutter.rounding_center_angle;
        Self {
            cutter,
            ratio: f64::from(gear_teeth) / f64::from(cutter.teeth),
            half_pitch: std::f64::consts::PI / f64::from(gear_teeth),
            start,
            // The flank's normal touches the base circle of the cutter.
            end: start
                + (cutter.base_radius / cutter.rounding_center_radius)
                    .min(1.0)
                    .asin(),
        }
    }

    /// The point that the cutter cuts with its normal at `parameter`, seen from the centre line of the gear tooth.
    pub fn point(&self, parameter: f64) -> ProfilePoint {
        let [radial, tangential, turn] = self.cut(parameter);
        let from_space = tangential.atan2(radial) - turn / self.ratio;
        ProfilePoint {
            radius: radial.hypot(tangential),
            angle: self.half_pitch - from_space,
        }
    }

    /// Half the angle of the bottom of the space, which is an arc about the axis (rad).
    pub fn land_half_angle(&self) -> f64 {
        self.cutter.rounding_center_angle / self.ratio
    }

    /// Angle between the outward normal of the root surface at `parameter` and the radius there (rad).
    pub fn normal_to_radius(&self, parameter: f64) -> f64 {
        let [radial, tangential, turn] = self.cut(parameter);
        // Opposite to the cutter's normal.
        let normal = parameter + turn - std::f64::consts::PI;
        // Seen from the tooth, on the other side of its flank than the space: the sign turns.
        tangential.atan2(radial) - normal
    }

    /// Working pitch radius of the gear against the cutter (m).
    fn pitch_radius(&self) -> f64 {
        self.cutter.center_distance * self.ratio / (self.ratio - 1.0)
    }

    /// Where the cutter cuts: position (m) with the gear's axis at 0 and the cutter's on +x, and the cutter's turn.
    fn cut(&self, parameter: f64) -> [f64; 3] {
        let cutter = &self.cutter;
        let pitch_radius_cutter = self.pitch_radius() - cutter.center_distance;
        let lever =
            cutter.rounding_center_radius * (parameter - cutter.rounding_center_angle).sin();
        let turn = (lever / pitch_radius_cutter).clamp(-1.0, 1.0).asin() - parameter;
        let center = cutter.rounding_center_angle + turn;
        let normal = parameter + turn;
        [
            cutter.center_distance
                + cutter.rounding_center_radius * center.cos()
                + cutter.rounding * normal.cos(),
            cutter.rounding_center_radius * center.sin() + cutter.rounding * normal.sin(),
            turn,
        ]
    }
}
