//! The root of an internal gear as the rounded tip of a pinion cutter cuts it.
//!
//! As for the rack, a point of the cutter cuts when its normal passes through the pitch point. The normal of the
//! rounding at φ passes its centre (r_c, γ_c); in the cutter's frame the pitch point is at (r_w0, −θ_0), hence
//! sin(φ + θ_0) = (r_c / r_w0) sin(φ − γ_c). Derivation: docs/theory/cylindrical-gears.md, "Root cut by a pinion cutter".

use crate::profile::ProfilePoint;
use crate::{PinionCutter, ProfileJet};

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

    /// The point at `parameter` with its derivatives by the parameter, and the outward normal.
    pub fn jet(&self, parameter: f64) -> ProfileJet {
        let cutter = &self.cutter;
        let pitch_radius_cutter = self.pitch_radius() - cutter.center_distance;
        let (r_c, rho) = (cutter.rounding_center_radius, cutter.rounding);
        let (sin, cos) = (parameter - cutter.rounding_center_angle).sin_cos();
        // q = sin(φ + θ_0), its derivatives, and those of θ_0.
        let q = [r_c * sin, r_c * cos, -r_c * sin].map(|v| v / pitch_radius_cutter);
        let root = (1.0 - q[0] * q[0]).max(f64::MIN_POSITIVE).sqrt();
        let turn = [
            q[0].clamp(-1.0, 1.0).asin() - parameter,
            q[1] / root - 1.0,
            q[2] / root + q[0] * q[1] * q[1] / (root * root * root),
        ];
        // e^{iψ} with derivatives, for the centre of the rounding (ψ′ = θ′) and its normal (ψ′ = 1 + θ′).
        let circle = |angle: f64, rate: f64| {
            let (sin, cos) = angle.sin_cos();
            let bend = turn[2];
            [
                [cos, -sin * rate, -cos * rate * rate - sin * bend],
                [sin, cos * rate, -sin * rate * rate + cos * bend],
            ]
        };
        let center = circle(cutter.rounding_center_angle + turn[0], turn[1]);
        let normal = circle(parameter + turn[0], 1.0 + turn[1]);
        let mut place = [0, 1].map(|k| [0, 1, 2].map(|i| r_c * center[k][i] + rho * normal[k][i]));
        place[0][0] += cutter.center_distance;
        let mut gear_turn = turn.map(|v| v / self.ratio);
        gear_turn[0] += self.half_pitch;
        ProfileJet::of_cut(
            [place[0], place[1], gear_turn],
            self.normal_to_radius(parameter),
        )
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
