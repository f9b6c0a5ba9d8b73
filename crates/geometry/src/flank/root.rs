//! The generated root beside a flank: a curve of the transverse plane, swept along the helix.
//!
//! Its profile parameter u runs from 0 at the root land to 1 at the flank.

use super::{FlankSide, SurfaceJet, SurfacePoint};
use crate::vector::turn_z;
use crate::{Fillet, RackGear};

/// A point of a plane curve with its derivatives by the curve's parameter, and the outward unit normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProfileJet {
    /// Place, the centre line of the tooth on +x (m).
    pub point: [f64; 2],
    /// First derivative.
    pub d: [f64; 2],
    /// Second derivative.
    pub dd: [f64; 2],
    /// Unit normal, out of the material.
    pub normal: [f64; 2],
}

impl ProfileJet {
    /// The mirror image of A(p) e^{iθ(p)}: what a tool cuts at (R, T) while the gear turns by θ.
    ///
    /// `cut` holds R, T, θ, each with first and second derivative.
    pub(crate) fn of_cut(cut: [[f64; 3]; 3], normal: f64) -> Self {
        let [radial, tangential, turn] = cut;
        let (sin, cos) = turn[0].sin_cos();
        let turned = |[x, y]: [f64; 2]| [x * cos - y * sin, x * sin + y * cos];
        let a = [0, 1, 2].map(|i| [radial[i], -tangential[i]]);
        // A′ + iθ′A and A″ + 2iθ′A′ + iθ″A − θ′²A
        let d = [a[1][0] - turn[1] * a[0][1], a[1][1] + turn[1] * a[0][0]];
        let square = turn[1] * turn[1];
        let dd = [
            a[2][0] - 2.0 * turn[1] * a[1][1] - turn[2] * a[0][1] - square * a[0][0],
            a[2][1] + 2.0 * turn[1] * a[1][0] + turn[2] * a[0][0] - square * a[0][1],
        ];
        let point = turned(a[0]);
        // From the radius to the normal.
        let (sin, cos) = (point[1].atan2(point[0]) + normal).sin_cos();
        Self {
            point,
            d: turned(d),
            dd: turned(dd),
            normal: [cos, sin],
        }
    }

    /// The same curve with its parameter stretched: p = p_0 + k u.
    fn stretched(self, k: f64) -> Self {
        Self {
            d: self.d.map(|v| k * v),
            dd: self.dd.map(|v| k * k * v),
            ..self
        }
    }
}

/// What the root is cut by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum RootCurve {
    Wheel(Fillet),
    /// Fillet of a rack.
    Rack {
        center: [f64; 2],
        rounding: f64,
        cos_helix: f64,
        end: f64,
    },
}

impl RootCurve {
    pub fn of_rack(rack: &RackGear) -> Self {
        let [center, end] = rack.fillet();
        Self::Rack {
            center,
            rounding: rack.root_fillet,
            cos_helix: rack.data.system.helix_angle.cos(),
            end: end[1],
        }
    }

    fn jet(&self, u: f64) -> ProfileJet {
        match self {
            Self::Wheel(Fillet::Rack(fillet)) => fillet.jet(u * fillet.end).stretched(fillet.end),
            Self::Wheel(Fillet::Cutter(fillet)) => {
                let range = fillet.end - fillet.start;
                fillet.jet(fillet.start + u * range).stretched(range)
            }
            Self::Rack {
                center,
                rounding,
                cos_helix,
                end,
            } => {
                let (sin, cos) = (u * end).sin_cos();
                let (x, y) = (rounding * cos, rounding * sin / cos_helix);
                let slope = (sin * cos_helix).hypot(cos);
                ProfileJet {
                    point: [center[0] - x, center[1] - y],
                    d: [rounding * sin, -rounding * cos / cos_helix],
                    dd: [x, y],
                    normal: [cos / slope, sin * cos_helix / slope],
                }
                .stretched(*end)
            }
        }
    }
}

/// The generated root beside one flank of a tooth, in the frame of its gear.
#[derive(Debug, Clone, Copy)]
pub struct RootSurface {
    /// Half the face width (m).
    pub half_width: f64,
    pub(crate) curve: RootCurve,
    pub(crate) side: FlankSide,
    /// Angle of the tooth's centre line at z = 0; on a rack its place (m).
    pub(crate) phase: f64,
    /// Angle per width; on a rack dy/dz.
    pub(crate) twist: f64,
    pub(crate) is_rack: bool,
    pub(crate) offset: [f64; 3],
}

impl RootSurface {
    /// Point and outward unit normal at u from 0 (root land) to 1 (flank).
    pub fn point(&self, u: f64, width: f64) -> SurfacePoint {
        let jet = self.evaluate(u, width);
        SurfacePoint {
            point: jet.point,
            normal: jet.normal,
        }
    }

    /// Point, normal, first and second derivatives by u (as s) and width.
    pub fn evaluate(&self, u: f64, width: f64) -> SurfaceJet {
        let curve = self.curve.jet(u);
        let flat = |[x, y]: [f64; 2]| [x, self.side.sign() * y, 0.0];
        let [point, d, dd, normal] = [curve.point, curve.d, curve.dd, curve.normal].map(flat);
        let place = self.phase + self.twist * width;
        // Per width the section moves along +y on a rack, about +z on a wheel.
        let (turn, shift, slide, bend, turned_d) = if self.is_rack {
            ([0.0, 1.0], place, [0.0, 1.0, 0.0], [0.0; 3], [0.0; 3])
        } else {
            let (sin, cos) = place.sin_cos();
            let quarter = |[x, y, _]: [f64; 3]| [-y, x, 0.0];
            let bend = point.map(|v| -v);
            ([sin, cos], 0.0, quarter(point), bend, quarter(d))
        };
        let k = self.twist;
        let tilt = -k * (slide[0] * normal[0] + slide[1] * normal[1]);
        let size = 1.0 / tilt.hypot(1.0);
        let global = |vector: [f64; 3]| turn_z(vector, turn);
        let [x, y, _] = global(point);
        SurfaceJet {
            point: [
                x + self.offset[0],
                y + shift + self.offset[1],
                width + self.offset[2],
            ],
            normal: global([normal[0] * size, normal[1] * size, tilt * size]),
            d_s: global(d),
            d_z: global([k * slide[0], k * slide[1], 1.0]),
            d_ss: global(dd),
            d_sz: global(turned_d.map(|v| k * v)),
            d_zz: global(bend.map(|v| k * k * v)),
        }
    }
}
