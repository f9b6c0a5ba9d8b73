//! The root of an external gear as the rounded tip of a rack or hob cuts it: a true trochoid.
//!
//! The tool tooth stands in a space of the gear; its rounding is an arc in the normal plane and an ellipse in the
//! transverse one. A point of the tool cuts when its normal passes through the pitch point, which gives the position
//! of the tool in closed form. Derivation: docs/theory/cylindrical-gears.md, "Root cut by a rack".
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | φ | `parameter` | rad, 0 at the bottom of the space, π/2 − α_n where the flank of the tool begins |
//! | u, w | `along`, `height` | m, tool point along the pitch line and above it |
//! | s | `shift` | m, displacement of the tool |

use crate::ProfileJet;
use crate::profile::ProfilePoint;

/// Fillet cut by the tip of a rack-shaped tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RackFillet {
    /// Reference radius of the gear (m).
    pub reference_radius: f64,
    /// Half the angular pitch of the gear, π/z (rad).
    pub half_pitch: f64,
    /// Helix angle (rad).
    pub helix_angle: f64,
    /// Radius of the tool's rounding in the normal plane (m).
    pub rounding: f64,
    /// Height of the centre of the rounding over the pitch line, negative (m).
    pub center_height: f64,
    /// Distance of that centre from the middle of the tool tooth, normal plane (m).
    pub center_along: f64,
    /// Parameter at which the fillet meets the involute (rad).
    pub end: f64,
}

impl RackFillet {
    /// The point that the tool cuts with its normal at `parameter`, seen from the centre line of the gear tooth.
    pub fn point(&self, parameter: f64) -> ProfilePoint {
        let [radial, tangential, turn] = self.cut(parameter);
        let radius = radial.hypot(tangential);
        let from_space = tangential.atan2(radial) - turn;
        ProfilePoint {
            radius,
            angle: self.half_pitch - from_space,
        }
    }

    /// Half the angle of the flat bottom of the space (rad).
    pub fn land_half_angle(&self) -> f64 {
        self.center_along / (self.reference_radius * self.helix_angle.cos())
    }

    /// Angle between the outward normal of the root surface at `parameter` and the radius there (rad).
    pub fn normal_to_radius(&self, parameter: f64) -> f64 {
        let [radial, tangential, _] = self.cut(parameter);
        // Opposite to the tool's normal, also where the tool stays outside the pitch circle.
        let normal = -(parameter.tan() * self.helix_angle.cos()).atan();
        // Seen from the tooth, on the other side of its flank than the space: the sign turns.
        tangential.atan2(radial) - normal
    }

    /// That point with its derivatives by the parameter, and the outward normal.
    pub fn jet(&self, parameter: f64) -> ProfileJet {
        let (sin, cos) = parameter.sin_cos();
        let tan = sin / cos;
        let square = 1.0 / (cos * cos);
        let cos_beta = self.helix_angle.cos();
        let (rho, r) = (self.rounding, self.reference_radius);
        let height = [self.center_height - rho * cos, rho * sin, rho * cos];
        let along = [
            (self.center_along + rho * sin) / cos_beta,
            rho * cos / cos_beta,
            -rho * sin / cos_beta,
        ];
        let tangential = [
            -cos_beta * height[0] * tan,
            -cos_beta * (height[1] * tan + height[0] * square),
            -cos_beta
                * (height[2] * tan + 2.0 * height[1] * square + 2.0 * height[0] * square * tan),
        ];
        let mut turn = [0, 1, 2].map(|i| (tangential[i] - along[i]) / r);
        turn[0] += self.half_pitch;
        let radial = [r + height[0], height[1], height[2]];
        ProfileJet::of_cut([radial, tangential, turn], self.normal_to_radius(parameter))
    }

    /// Where the tool cuts: radial and tangential position (m) with the pitch point at (r, 0), and the gear's turn.
    fn cut(&self, parameter: f64) -> [f64; 3] {
        let (sin, cos) = parameter.sin_cos();
        let along = (self.center_along + self.rounding * sin) / self.helix_angle.cos();
        let height = self.center_height - self.rounding * cos;
        // (w, u + s) is normal to the tool: w w′ + (u + s) u′ = 0, with w′/u′ = tan φ cos β.
        let tangential = -height * (sin / cos) * self.helix_angle.cos();
        let shift = tangential - along;
        [
            self.reference_radius + height,
            tangential,
            shift / self.reference_radius,
        ]
    }
}
