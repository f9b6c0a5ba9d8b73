//! The flank of one tooth as a surface: point, outward normal and derivatives at (profile, width).
//!
//! The profile parameter of a wheel is the roll length s = r_b tan α, that of a rack the length along its transverse
//! profile from the datum line. The width parameter is z, from −b/2 to b/2. Derivation: docs/theory/flank-surfaces.md.

mod descent;
mod edge;
mod helicoid;
mod nearest;
mod plane;
mod root;
mod shape;
mod tooth;

pub use edge::EdgePoint;
pub(crate) use helicoid::{InvoluteHelicoid, wrapped};
pub use nearest::{Border, Nearest};
pub(crate) use plane::RackPlane;
pub(crate) use root::RootCurve;
pub use root::{ProfileJet, RootSurface};
pub(crate) use shape::Shape;
pub use tooth::{NearestOnTooth, ToothPart};

use std::sync::Arc;

use crate::Modifications;
use crate::vector::{cross, dot, minus, plus_scaled, unit_or};

/// Which flank of a tooth (`sign:flanks`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlankSide {
    /// Its outward normal has a positive component along +φ; on a rack along +y.
    Right,
    /// The other.
    Left,
}

impl FlankSide {
    /// +1 for the right, −1 for the left flank.
    pub fn sign(self) -> f64 {
        match self {
            Self::Right => 1.0,
            Self::Left => -1.0,
        }
    }
}

/// Limits of the parameters of a flank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlankDomain {
    /// Profile parameter where the generated root begins (m).
    pub root: f64,
    /// Profile parameter of the tip edge (m); less than `root` on an internal tooth.
    pub tip: f64,
    /// Half the face width (m).
    pub half_width: f64,
}

impl FlankDomain {
    /// Least and greatest profile parameter (m).
    pub fn profile(&self) -> [f64; 2] {
        [self.root.min(self.tip), self.root.max(self.tip)]
    }

    /// How far inside its limits a profile parameter lies (m); negative outside.
    pub fn profile_margin(&self, profile: f64) -> f64 {
        let [low, high] = self.profile();
        (profile - low).min(high - profile)
    }

    /// Place between root (−½) and tip (½), and its derivative by the profile parameter.
    pub(crate) fn height(&self, profile: f64) -> (f64, f64) {
        let rate = 1.0 / (self.tip - self.root);
        (rate * (profile - 0.5 * (self.root + self.tip)), rate)
    }
}

/// A point of a surface and its outward unit normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfacePoint {
    /// Place (m).
    pub point: [f64; 3],
    /// Unit normal, out of the material.
    pub normal: [f64; 3],
}

/// A point of a surface with its derivatives by the profile (s) and width (z) parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceJet {
    /// Place (m).
    pub point: [f64; 3],
    /// Unit normal, out of the material.
    pub normal: [f64; 3],
    /// ∂/∂s
    pub d_s: [f64; 3],
    /// ∂/∂z
    pub d_z: [f64; 3],
    /// ∂²/∂s²
    pub d_ss: [f64; 3],
    /// ∂²/∂s∂z
    pub d_sz: [f64; 3],
    /// ∂²/∂z²
    pub d_zz: [f64; 3],
}

/// The flank of one tooth, with its modifications and deviations, in the frame of its gear.
#[derive(Debug, Clone)]
pub struct Flank {
    /// Number of the tooth, from 1.
    pub tooth: u32,
    /// Which of its flanks.
    pub side: FlankSide,
    /// Limits of the parameters.
    pub domain: FlankDomain,
    pub(crate) shape: Shape,
    /// Displacement of the teeth from the axis: run-out (m).
    pub(crate) offset: [f64; 3],
    pub(crate) modifications: Arc<Modifications>,
}

impl Flank {
    /// Point and outward unit normal.
    pub fn point(&self, profile: f64, width: f64) -> SurfacePoint {
        let base = self.shape.first(profile, width);
        if self.modifications.is_empty() {
            return SurfacePoint {
                point: plus_scaled(base.global(base.point), 1.0, self.offset),
                normal: base.global(base.normal),
            };
        }
        let amount = self.modifications.amount(&self.domain, profile, width);
        let [d_s, d_z] = offset_tangents(&base, amount.value, [amount.d_s, amount.d_z]);
        let point = plus_scaled(base.point, -amount.value, base.normal);
        SurfacePoint {
            point: plus_scaled(base.global(point), 1.0, self.offset),
            normal: base.global(outward(d_s, d_z, base.normal)),
        }
    }

    /// Point, normal, first and second derivatives.
    pub fn evaluate(&self, profile: f64, width: f64) -> SurfaceJet {
        let base = self.shape.first(profile, width);
        let second = self.shape.second(profile);
        let amount = self.modifications.amount(&self.domain, profile, width);
        let m = amount.value;
        let [d_s, d_z] = offset_tangents(&base, m, [amount.d_s, amount.d_z]);
        // [theory:flank-surfaces] (8)
        let double = |i: usize, d: f64, [first, other]: [f64; 2], [p, q]: [[f64; 3]; 2]| {
            let bent = plus_scaled(second.point[i], -m, second.normal[i]);
            let tilted = plus_scaled(plus_scaled(bent, -first, q), -other, p);
            plus_scaled(tilted, -d, base.normal)
        };
        let (n_s, n_z) = (base.normal_s, base.normal_z);
        let d_ss = double(0, amount.d_ss, [amount.d_s; 2], [n_s, n_s]);
        let d_sz = double(1, amount.d_sz, [amount.d_s, amount.d_z], [n_s, n_z]);
        let d_zz = double(2, amount.d_zz, [amount.d_z; 2], [n_z, n_z]);
        let point = plus_scaled(base.point, -m, base.normal);
        SurfaceJet {
            point: plus_scaled(base.global(point), 1.0, self.offset),
            normal: base.global(if self.modifications.is_empty() {
                base.normal
            } else {
                outward(d_s, d_z, base.normal)
            }),
            d_s: base.global(d_s),
            d_z: base.global(d_z),
            d_ss: base.global(d_ss),
            d_sz: base.global(d_sz),
            d_zz: base.global(d_zz),
        }
    }

    /// Amount that the modifications take off along the normal (m) (`sign:relief`).
    pub fn relief(&self, profile: f64, width: f64) -> f64 {
        self.modifications
            .amount(&self.domain, profile, width)
            .value
    }

    /// Profile parameter at a radius from the gear's axis, on a rack at a height over the datum line (m).
    pub fn profile_at(&self, radius_or_height: f64) -> f64 {
        match &self.shape {
            Shape::Involute(shape) => {
                let (r, r_b) = (radius_or_height, shape.base_radius);
                ((r - r_b) * (r + r_b)).max(0.0).sqrt()
            }
            Shape::Plane(shape) => radius_or_height / shape.pressure[0],
        }
    }

    pub(crate) fn has_run_out(&self) -> bool {
        self.offset.iter().any(|&part| part != 0.0)
    }

    pub(crate) fn is_rack(&self) -> bool {
        matches!(self.shape, Shape::Plane(_))
    }

    /// Point in the frame in which the teeth were cut: without run-out.
    pub(crate) fn without_offset(&self, point: [f64; 3]) -> [f64; 3] {
        minus(point, self.offset)
    }
}

/// Tangents of the surface that lies `m` inside along the normal. [theory:flank-surfaces] (7)
fn offset_tangents(base: &shape::FirstOrder, m: f64, [m_s, m_z]: [f64; 2]) -> [[f64; 3]; 2] {
    let tangent =
        |point, normal, rate: f64| plus_scaled(plus_scaled(point, -m, normal), -rate, base.normal);
    [
        tangent(base.point_s, base.normal_s, m_s),
        tangent(base.point_z, base.normal_z, m_z),
    ]
}

/// Unit normal of two tangents, on the side of the normal of the unmodified flank.
fn outward(d_s: [f64; 3], d_z: [f64; 3], near: [f64; 3]) -> [f64; 3] {
    let normal = unit_or(cross(d_s, d_z), near);
    if dot(normal, near) < 0.0 {
        normal.map(|n| -n)
    } else {
        normal
    }
}
