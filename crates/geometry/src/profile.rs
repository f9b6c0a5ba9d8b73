//! Half a tooth in the transverse plane: root land, fillet, involute flank, tip land.
//!
//! Points are polar, seen from the tooth's centre line; positive angles are on the right flank (`sign:flanks`).

use crate::involute::{involute_at_radius, roll_tangent};
use crate::{CutterFillet, RackFillet};

/// A point of the profile in polar coordinates about the gear's axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProfilePoint {
    /// Distance from the axis (m).
    pub radius: f64,
    /// Angle from the centre line of the tooth (rad).
    pub angle: f64,
}

impl ProfilePoint {
    /// Cartesian coordinates with the centre line of the tooth on +x (m).
    pub fn cartesian(&self) -> [f64; 2] {
        let (sin, cos) = self.angle.sin_cos();
        [self.radius * cos, self.radius * sin]
    }
}

/// The generated root of a wheel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fillet {
    /// Cut by a rack or hob.
    Rack(RackFillet),
    /// Cut by a pinion cutter.
    Cutter(CutterFillet),
}

impl Fillet {
    /// Point at `fraction` of the fillet, 0 at the root land and 1 at the involute.
    pub fn point(&self, fraction: f64) -> ProfilePoint {
        match self {
            Self::Rack(fillet) => fillet.point(fraction * fillet.end),
            Self::Cutter(fillet) => {
                fillet.point(fillet.start + fraction * (fillet.end - fillet.start))
            }
        }
    }

    /// Angle between the outward normal of the root surface and the radius at `fraction` (rad).
    pub fn normal_to_radius(&self, fraction: f64) -> f64 {
        match self {
            Self::Rack(fillet) => fillet.normal_to_radius(fraction * fillet.end),
            Self::Cutter(fillet) => {
                fillet.normal_to_radius(fillet.start + fraction * (fillet.end - fillet.start))
            }
        }
    }

    /// Half the angle of the bottom of the space (rad).
    pub fn land_half_angle(&self) -> f64 {
        match self {
            Self::Rack(fillet) => fillet.land_half_angle(),
            Self::Cutter(fillet) => fillet.land_half_angle(),
        }
    }
}

/// Tooth of a wheel in the transverse plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ToothProfile {
    /// Number of teeth.
    pub teeth: u32,
    /// Whether the teeth point to the axis.
    pub is_internal: bool,
    /// Base radius (m).
    pub base_radius: f64,
    /// Root radius (m).
    pub root_radius: f64,
    /// Radius at which the fillet ends and the involute begins (m).
    pub form_radius: f64,
    /// Tip radius (m).
    pub tip_radius: f64,
    /// Half angular thickness of the involute tooth, continued to the base circle (rad).
    pub base_half_angle: f64,
    /// The root.
    pub fillet: Fillet,
}

impl ToothProfile {
    /// Half angular thickness of the involute tooth at a radius outside the base circle (rad).
    pub fn flank_half_angle(&self, radius: f64) -> f64 {
        let involute = involute_at_radius(self.base_radius, radius);
        if self.is_internal {
            self.base_half_angle + involute
        } else {
            self.base_half_angle - involute
        }
    }

    /// Transverse tooth thickness, an arc, at a radius on the involute (m).
    pub fn thickness(&self, radius: f64) -> f64 {
        2.0 * radius * self.flank_half_angle(radius)
    }

    /// Right flank at a radius on the involute.
    pub fn flank(&self, radius: f64) -> ProfilePoint {
        ProfilePoint {
            radius,
            angle: self.flank_half_angle(radius),
        }
    }

    /// Angle between the outward normal of the right flank and the radius at a radius on the involute (rad).
    ///
    /// The normal touches the base circle: 90° − α on an external tooth, 90° + α on an internal one.
    pub fn flank_normal_to_radius(&self, radius: f64) -> f64 {
        let alpha = roll_tangent(self.base_radius, radius).atan();
        std::f64::consts::FRAC_PI_2 + if self.is_internal { alpha } else { -alpha }
    }

    /// Half a tooth from the middle of the root land to the middle of the tip land on the right flank (m).
    pub fn half_outline(&self, points_per_curve: usize) -> Vec<[f64; 2]> {
        let n = points_per_curve.max(2);
        let half_pitch = std::f64::consts::PI / f64::from(self.teeth);
        let mut points = Vec::with_capacity(4 * n);
        let mut push =
            |radius: f64, angle: f64| points.push(ProfilePoint { radius, angle }.cartesian());
        let fractions = |count: usize| (0..count).map(move |i| i as f64 / (count - 1) as f64);

        let land = self.fillet.land_half_angle();
        for f in fractions(n.div_ceil(2).max(2)) {
            push(self.root_radius, half_pitch - f * land);
        }
        for f in fractions(n).skip(1) {
            let point = self.fillet.point(f);
            push(point.radius, point.angle);
        }
        // Equal steps of the roll angle put the points where the involute bends.
        let rolls = [self.form_radius, self.tip_radius].map(|r| roll_tangent(self.base_radius, r));
        for f in fractions(n).skip(1) {
            let roll = rolls[0] + f * (rolls[1] - rolls[0]);
            let radius = self.base_radius * roll.hypot(1.0);
            push(radius, self.flank_half_angle(radius));
        }
        let tip_half_angle = self.flank_half_angle(self.tip_radius);
        for f in fractions(n.div_ceil(2).max(2)).skip(1) {
            push(self.tip_radius, (1.0 - f) * tip_half_angle);
        }
        points
    }
}
