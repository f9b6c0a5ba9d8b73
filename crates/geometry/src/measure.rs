//! Inspection dimensions: span over k teeth and dimension over (between) balls.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | k, W_k | `teeth`, `length` | –, m |
//! | D_M, M_dK | `ball_diameter`, `dimension` | m |
//! | α_Kt, d_K | –, `center_diameter` | rad, m |
//!
//! An internal gear has spaces where an external one has teeth, on the same involutes: the formulas hold with its
//! space width in place of the tooth thickness. # References: \[iso21771\].

use std::f64::consts::PI;

use crate::involute::{inverse_involute, involute, roll_tangent};
use crate::{ToothSystem, Wheel};

/// Span measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Number of teeth spanned; of spaces on an internal gear.
    pub teeth: u32,
    /// Base tangent length W_k (m).
    pub length: f64,
    /// Radius at which the anvils touch the flanks (m).
    pub contact_radius: f64,
    /// Whether the anvils touch on the involute, inside the face width.
    pub is_measurable: bool,
}

/// Dimension over balls of an external gear, between balls of an internal one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallDimension {
    /// Ball diameter D_M (m).
    pub ball_diameter: f64,
    /// Diameter on which the centres of the balls lie (m).
    pub center_diameter: f64,
    /// Dimension M_dK (m).
    pub dimension: f64,
    /// Radius at which the balls touch the flanks (m).
    pub contact_radius: f64,
    /// Whether the balls touch on the involute and stand out beyond the tips.
    pub is_measurable: bool,
}

impl Wheel {
    /// Span over the given number of teeth, or over the number that touches nearest to the middle of the flank.
    ///
    /// `None` for internal helical gears, where no plane anvil reaches the flanks, and for more teeth than there are.
    pub fn span(&self, teeth: Option<u32>) -> Option<Span> {
        let system = &self.data.system;
        if self.is_internal() && system.is_helical() {
            return None;
        }
        let base_pitch_normal = PI * system.module * system.pressure_angle.cos();
        // Base tangent length over one tooth, transverse: 2 r_b times its half angle continued to the base circle.
        let one =
            2.0 * self.base_radius * self.solid_base_half_angle() * system.base_helix_angle().cos();
        let length_over = |k: u32| one + f64::from(k - 1) * base_pitch_normal;
        let contact_of = |k: u32| {
            let transverse = length_over(k) * system.base_helix_angle().cos();
            self.base_radius.hypot(0.5 * transverse)
        };
        let teeth = teeth.unwrap_or_else(|| {
            let middle = 0.5 * (self.form_radius + self.tip_radius);
            let wanted = 2.0 * self.base_radius * roll_tangent(self.base_radius, middle)
                / system.base_helix_angle().cos();
            let k = ((wanted - one) / base_pitch_normal).round().max(0.0) + 1.0;
            (k as u32).clamp(1, self.data.teeth)
        });
        if !(1..=self.data.teeth).contains(&teeth) {
            return None;
        }
        let length = length_over(teeth);
        let contact_radius = contact_of(teeth);
        // [iso21771]: the anvils need b > W_k sin β_b, else they slip off the face.
        let fits_width = self.data.face_width > length * system.base_helix_angle().sin();
        Some(Span {
            teeth,
            length,
            contact_radius,
            is_measurable: fits_width && self.is_on_flank(contact_radius),
        })
    }

    /// Dimension over balls of the given diameter, or of one that touches near the shifted reference circle.
    ///
    /// `None` when such a ball finds no place between the flanks.
    pub fn over_balls(&self, ball_diameter: Option<f64>) -> Option<BallDimension> {
        let system = &self.data.system;
        let ball_diameter = ball_diameter.or_else(|| self.usual_ball())?;
        let sign = if self.is_internal() { -1.0 } else { 1.0 };
        let across = ball_diameter / (2.0 * self.base_radius * system.base_helix_angle().cos());
        // The ball lies in the space; on an internal gear the space has the shape of an external tooth.
        let inv = if self.is_internal() {
            self.solid_base_half_angle() - across
        } else {
            self.solid_base_half_angle() + across - PI / f64::from(self.data.teeth)
        };
        let angle = inverse_involute(inv)?;
        let center_diameter = 2.0 * self.base_radius / angle.cos();
        let odd = if self.data.teeth % 2 == 1 {
            (0.5 * PI / f64::from(self.data.teeth)).cos()
        } else {
            1.0
        };
        let dimension = center_diameter * odd + sign * ball_diameter;
        // Contact lies half a ball diameter along the normal from the centre, in the base tangent plane.
        let curvature = self.base_radius * angle.tan()
            - sign * 0.5 * ball_diameter * system.base_helix_angle().cos();
        let contact_radius = self.base_radius.hypot(curvature);
        let crest = 0.5 * (center_diameter + sign * ball_diameter);
        let stands_out = sign * (crest - self.tip_radius) > 0.0;
        let above_root =
            sign * (0.5 * (center_diameter - sign * ball_diameter) - self.root_radius) > 0.0;
        let is_measurable =
            curvature > 0.0 && stands_out && above_root && self.is_on_flank(contact_radius);
        Some(BallDimension {
            ball_diameter,
            center_diameter,
            dimension,
            contact_radius,
            is_measurable,
        })
    }

    /// Half angle of the external tooth, or of the space of an internal gear, continued to the base circle (rad).
    fn solid_base_half_angle(&self) -> f64 {
        if self.is_internal() {
            PI / f64::from(self.data.teeth) - self.profile.base_half_angle
        } else {
            self.profile.base_half_angle
        }
    }

    fn is_on_flank(&self, radius: f64) -> bool {
        let (low, high) = if self.is_internal() {
            (self.generated_tip_radius, self.form_radius)
        } else {
            (self.form_radius, self.tip_radius)
        };
        (low..=high).contains(&radius)
    }

    /// The ball that touches on the circle r + x m, rounded up to a diameter that can be bought.
    fn usual_ball(&self) -> Option<f64> {
        let system: &ToothSystem = &self.data.system;
        let shifted = (self.reference_radius + self.data.profile_shift * system.module).clamp(
            self.form_radius.min(self.tip_radius),
            self.form_radius.max(self.tip_radius),
        );
        let roll = roll_tangent(self.base_radius, shifted);
        // Centre at roll ψ: inv(atan ψ) fixed by the ball, contact at roll ψ ∓ D cos β_b / (2 r_b). The contact's roll is
        // known, so D follows from one scalar equation in ψ; it is monotone.
        let cos_base = system.base_helix_angle().cos();
        let sign = if self.is_internal() { -1.0 } else { 1.0 };
        let rest = if self.is_internal() {
            self.solid_base_half_angle()
        } else {
            self.solid_base_half_angle() - PI / f64::from(self.data.teeth)
        };
        let diameter_at = |center_roll: f64| {
            sign * 2.0 * self.base_radius * cos_base * (involute(center_roll.atan()) - rest)
        };
        let mismatch = |center_roll: f64| {
            center_roll - sign * 0.5 * diameter_at(center_roll) * cos_base / self.base_radius - roll
        };
        let center_roll = crate::roots::bisect(1e-9, roll + 2.0, mismatch)?;
        let diameter = diameter_at(center_roll);
        if diameter <= 0.0 {
            return None;
        }
        let step = if system.module < 1e-3 {
            0.05e-3
        } else {
            0.25e-3
        };
        Some((diameter / step - 1e-9).ceil() * step)
    }
}
