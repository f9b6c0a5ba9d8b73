//! The exact profile of half a tooth in the unrolled plane, by parameters that spread nodes evenly.

use pitchline_geometry::{CylindricalGear, Flank, FlankSide, GearFlanks, RootSurface};

use super::controls::MeshControls;
use super::error::MeshError;
use super::plane::Plane;

/// Points of the fillet between which its length is measured.
const SAMPLES: usize = 256;

/// Right half of the tooth: flank, fillet, half the root land.
#[derive(Debug, Clone)]
pub(crate) struct Outline {
    pub plane: Plane,
    flank: Flank,
    root: RootSurface,
    /// Length of the fillet from the flank to each sample, sample 0 at the flank (m).
    lengths: Vec<f64>,
    /// Length of half the root land (m).
    land: f64,
}

impl Outline {
    pub fn new(gear: &CylindricalGear) -> Result<Self, MeshError> {
        let plane = Plane::new(gear);
        let flanks = GearFlanks::plain(gear);
        let (Some(flank), Some(root)) = (
            flanks.flank(1, FlankSide::Right),
            flanks.root(1, FlankSide::Right),
        ) else {
            return Err(MeshError::Degenerate {
                curve: "pitch",
                length: plane.half_pitch,
            });
        };
        let mut outline = Self {
            plane,
            flank,
            root,
            lengths: vec![0.0],
            land: 0.0,
        };
        let mut last = outline.fillet(1.0);
        let mut length = 0.0;
        for sample in 1..=SAMPLES {
            let point = outline.fillet(1.0 - sample as f64 / SAMPLES as f64);
            length += (point[0] - last[0]).hypot(point[1] - last[1]);
            outline.lengths.push(length);
            last = point;
        }
        outline.land = (plane.half_pitch - last[1]).max(0.0);
        let tip = outline.flank_point(1.0, 1.0);
        let sizes = [
            ("half pitch", plane.half_pitch),
            ("root", length + outline.land),
            ("flank", tip[0] - outline.flank_point(1.0, 0.0)[0]),
            ("tip land", tip[1]),
        ];
        for (curve, length) in sizes {
            // 1e-6 of the pitch: below it the angles of elements are lost in rounding.
            if !(length.is_finite() && length > 1e-6 * plane.half_pitch) {
                return Err(MeshError::Degenerate { curve, length });
            }
        }
        Ok(outline)
    }

    /// Profile parameter of the flank at `t`, 0 at the root and 1 at the tip.
    ///
    /// The length of an involute grows with the square of its roll length, [theory:gear-meshes] (3).
    pub fn flank_profile(&self, grading: f64, t: f64) -> f64 {
        let fraction = graded(grading, t);
        let [root, tip] = [self.flank.domain.root, self.flank.domain.tip];
        // The ends exactly: the edge of the flank is the edge of its neighbour.
        if t <= 0.0 {
            root
        } else if t >= 1.0 {
            tip
        } else if self.plane.is_rack() {
            root + fraction * (tip - root)
        } else {
            (root * root + fraction * (tip * tip - root * root)).sqrt()
        }
    }

    /// Point of the flank at `t`, 0 at the root and 1 at the tip.
    pub fn flank_point(&self, grading: f64, t: f64) -> [f64; 2] {
        let [x, y, _] = self.flank.point(self.flank_profile(grading, t), 0.0).point;
        self.plane.unrolled([x, y])
    }

    /// Point of the root at `t`, 0 at the flank and 1 in the middle of the space, evenly by length.
    pub fn root_point(&self, t: f64) -> [f64; 2] {
        let half_pitch = self.plane.half_pitch;
        match self.root_place(t) {
            RootPlace::Land(along) => [0.0, half_pitch - self.land + along],
            RootPlace::Middle => [0.0, half_pitch],
            RootPlace::Fillet(fraction) => self.fillet(fraction),
        }
    }

    /// Unit normal of the root at `t`, into the material.
    pub fn root_inward(&self, t: f64) -> [f64; 2] {
        let RootPlace::Fillet(fraction) = self.root_place(t) else {
            return [-1.0, 0.0];
        };
        let surface = self.root.point(fraction, 0.0);
        let [x, y, _] = surface.point;
        let at = self.plane.unrolled([x, y]);
        let [du, dv] = self
            .plane
            .unrolled_direction(at, [surface.normal[0], surface.normal[1]]);
        let length = du.hypot(dv).max(f64::MIN_POSITIVE);
        [-du / length, -dv / length]
    }

    /// Depth of the layer below the root land: as deep as the layer is thick where the root begins, or less where the
    /// rim is thin.
    pub fn layer_depth(&self, controls: &MeshControls, rim_depth: f64) -> f64 {
        let foot = self.flank_point(1.0, 0.0);
        let halves = (controls.across / 2).max(1) as f64;
        let thickness = foot[1] * controls.layer as f64 / halves;
        thickness.min(0.5 * rim_depth)
    }

    fn fillet(&self, fraction: f64) -> [f64; 2] {
        let [x, y, _] = self.root.point(fraction, 0.0).point;
        self.plane.unrolled([x, y])
    }

    /// Length of the root from the flank to the middle of the space (m).
    pub fn root_length(&self) -> f64 {
        self.fillet_length() + self.land
    }

    fn fillet_length(&self) -> f64 {
        self.lengths.last().copied().unwrap_or(0.0)
    }

    fn root_place(&self, t: f64) -> RootPlace {
        let fillet = self.fillet_length();
        let along = t * (fillet + self.land);
        if t >= 1.0 {
            return RootPlace::Middle;
        }
        if along >= fillet {
            return RootPlace::Land(along - fillet);
        }
        let next = self.lengths.partition_point(|&length| length <= along);
        let last = next.max(1) - 1;
        let step = self.lengths[next.min(SAMPLES)] - self.lengths[last];
        let inside = if step > 0.0 {
            (along - self.lengths[last]) / step
        } else {
            0.0
        };
        RootPlace::Fillet((1.0 - (last as f64 + inside) / SAMPLES as f64).clamp(0.0, 1.0))
    }
}

/// Where on the root.
enum RootPlace {
    /// Parameter of the fillet, 1 at the flank.
    Fillet(f64),
    /// Way along the land from the fillet (m).
    Land(f64),
    Middle,
}

/// Part of a length at part `t` of its elements, when lengths grow `ratio` times faster at its end than at its start.
///
/// [theory:gear-meshes] (4)
pub(crate) fn graded(ratio: f64, t: f64) -> f64 {
    let q = ratio.ln();
    if q.abs() < 1e-9 {
        t
    } else {
        (q * t).exp_m1() / q.exp_m1()
    }
}
