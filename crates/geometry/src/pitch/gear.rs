//! The pitch cone of one gear at its contact point; a cylinder is a cone of angle 0 or 180°.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | r | `radius` | m |
//! | γ | `cone_angle` | rad |
//! | β | `helix_angle` | rad |
//! | Y | `tooth_axes` | |
//!
//! # References
//!
//! \[cardona\] section 3.1, with the corrections that `docs/theory/pitch-geometry.md` derives.

use crate::Hand;
use crate::vector::{Triad, Vector};

/// Pitch cone and tooth direction of a gear at the contact point, with the signs of the 3D joint.
///
/// The user never types these angles: the builders derive them from hands, teeth and shafts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PitchGear {
    /// Number of teeth z; of starts on a worm.
    pub teeth: u32,
    /// Pitch radius at the contact point r (m), positive for every kind.
    pub radius: f64,
    /// Signed cone angle γ (rad): the radius grows along the axis for 0 < γ < 180°; 180° is a ring.
    pub cone_angle: f64,
    /// Signed helix angle β (rad): positive when a tooth, followed along the outward generatrix, turns back about
    /// the axis.
    pub helix_angle: f64,
}

impl PitchGear {
    /// Normal module at the contact point, m_n = 2 r cos β / z.
    pub fn normal_module(&self) -> f64 {
        2.0 * self.radius * self.helix_angle.cos() / f64::from(self.teeth)
    }

    /// Distance from the apex of the pitch cone to the contact point (m); infinite for a cylinder.
    pub fn cone_distance(&self) -> f64 {
        if self.is_cylinder() {
            f64::INFINITY
        } else {
            self.radius / self.cone_angle.sin()
        }
    }

    /// Distance of the apex from the centre, against the axis (m); infinite for a cylinder.
    pub fn apex_distance(&self) -> f64 {
        if self.is_cylinder() {
            f64::INFINITY
        } else {
            self.radius / self.cone_angle.tan()
        }
    }

    /// Whether the pitch surface is a cylinder, external or internal.
    pub fn is_cylinder(&self) -> bool {
        self.cone_angle.sin().abs() < 1e-12
    }

    /// Whether it is a ring: its teeth point to its axis.
    pub fn is_ring(&self) -> bool {
        Self::is_ring_angle(self.cone_angle)
    }

    fn is_ring_angle(cone_angle: f64) -> bool {
        cone_angle > 0.75 * std::f64::consts::PI
    }

    /// Hand of the teeth; `None` when they are straight.
    pub fn hand(&self) -> Option<Hand> {
        let turn = self.helix_angle * Self::hand_sign(self.cone_angle);
        match turn {
            t if t > 0.0 => Some(Hand::Left),
            t if t < 0.0 => Some(Hand::Right),
            _ => None,
        }
    }

    /// The signed helix angle of unsigned data.
    pub(super) fn signed_helix(angle: f64, hand: Hand, cone_angle: f64) -> f64 {
        // [theory:pitch-geometry] (2)
        let sign = match hand {
            Hand::Left => 1.0,
            Hand::Right => -1.0,
        };
        sign * Self::hand_sign(cone_angle) * angle
    }

    /// The generatrix of a ring runs against its axis, so that its hand looks reversed.
    fn hand_sign(cone_angle: f64) -> f64 {
        if Self::is_ring_angle(cone_angle) {
            -1.0
        } else {
            1.0
        }
    }

    /// Components of the tooth's axes in the frame (axis, towards the contact point, turning direction):
    /// along the tooth, out of the pitch surface, normal to the tooth's middle plane.
    pub fn tooth_axes(&self) -> Triad {
        let (sin_c, cos_c) = sin_cos(self.cone_angle);
        let (sin_h, cos_h) = sin_cos(self.helix_angle);
        // [cardona] (7), columns; [theory:pitch-geometry] (1)
        let along: Vector = [cos_c * cos_h, sin_c * cos_h, -sin_h];
        let outward: Vector = [-sin_c, cos_c, 0.0];
        let across: Vector = [cos_c * sin_h, sin_c * sin_h, cos_h];
        [along, outward, across]
    }
}

/// Sine and cosine that are exact at the right angles and the straight one.
pub(super) fn sin_cos(angle: f64) -> (f64, f64) {
    use std::f64::consts::{FRAC_PI_2, PI};
    let is = |value: f64| (angle.abs() - value).abs() < 1e-15;
    if is(PI) {
        (0.0, -1.0)
    } else if is(FRAC_PI_2) {
        (angle.signum(), 0.0)
    } else {
        angle.sin_cos()
    }
}
