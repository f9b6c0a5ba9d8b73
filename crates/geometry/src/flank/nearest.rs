//! The point of a flank, its tip edge or its root that is nearest to a given one.
//!
//! The foot on the unmodified flank has a closed form. Where the flank is modified or the foot lies beyond a border, a
//! safeguarded Newton iteration on the distance continues from it. A root has no such form: there, on the tip edge and
//! beyond the borders the iteration starts from the least samples of a grid.

use super::descent::Patch;
use super::{Flank, RootSurface, Shape};

/// Steps of a grid along the profile.
const PROFILE_STEPS: usize = 12;

/// The borders of a surface that hold the nearest point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Border {
    /// At the least or greatest profile parameter: −1 or 1; 0 between.
    pub profile: i8,
    /// At −b/2 or b/2: −1 or 1; 0 between.
    pub width: i8,
}

impl Border {
    /// Whether no border is active.
    pub fn is_inside(self) -> bool {
        self == Self::default()
    }
}

/// The point of a surface nearest to a given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Profile parameter (m); of a root u from 0 at the root land to 1 at the flank.
    pub profile: f64,
    /// Width parameter (m).
    pub width: f64,
    /// Distance along the outward normal: positive outside the material (m) (`sign:gap`).
    pub gap: f64,
    /// Distance in space; equal to |gap| unless a border is active (m).
    pub distance: f64,
    /// Which border holds it.
    pub border: Border,
    /// Newton steps made; 0 when the closed form was enough.
    pub steps: u32,
}

impl Flank {
    /// The point of the flank, within its limits, nearest to `point`.
    ///
    /// Where several are nearest among their neighbours, as inside the material beside the kink of a linear relief, it is
    /// the one that the foot on the unmodified flank leads to. Where that is held by a border all parts of the flank are
    /// searched.
    pub fn nearest(&self, point: [f64; 3]) -> Nearest {
        let (profile, half) = (self.domain.profile(), self.domain.half_width);
        let found = self.nearest_within(point, profile, half);
        if found.border.is_inside() {
            return found;
        }
        let searched = self.patch(profile, [-half, half], &|patch| {
            patch.search(point, [PROFILE_STEPS, self.width_steps()])
        });
        if searched.distance < found.distance {
            searched
        } else {
            found
        }
    }

    /// The point of the tip edge nearest to `point`: the profile parameter is that of the tip.
    pub fn nearest_on_tip_edge(&self, point: [f64; 3]) -> Nearest {
        let half = self.domain.half_width;
        self.patch([self.domain.tip; 2], [-half, half], &|patch| {
            patch.search(point, [0, self.width_steps()])
        })
    }

    /// The same on the flank continued by half its size on all sides, but not below the base circle.
    pub(crate) fn nearest_beyond(&self, point: [f64; 3]) -> Nearest {
        let [low, high] = self.domain.profile();
        let more = 0.5 * (high - low);
        let least = if self.is_rack() { low - more } else { 0.0 };
        let limits = [(low - more).max(least), high + more];
        self.nearest_within(point, limits, 1.5 * self.domain.half_width)
    }

    fn nearest_within(&self, point: [f64; 3], [low, high]: [f64; 2], half: f64) -> Nearest {
        let foot = self.shape.foot(self.without_offset(point));
        let is_inside = foot.profile >= low && foot.profile <= high && foot.width.abs() <= half;
        if foot.exists && is_inside && self.modifications.is_empty() {
            return Nearest {
                profile: foot.profile,
                width: foot.width,
                gap: foot.gap,
                distance: foot.gap.abs(),
                border: Border::default(),
                steps: 0,
            };
        }
        // A point with no foot, NaN too, starts from the middle.
        let start = |value: f64, low: f64, high: f64| {
            if value.is_finite() {
                value.clamp(low, high)
            } else {
                0.5 * (low + high)
            }
        };
        let at = [
            start(foot.profile, low, high),
            start(foot.width, -half, half),
        ];
        self.patch([low, high], [-half, half], &|patch| {
            patch.descend(point, at)
        })
    }

    fn patch(
        &self,
        profile: [f64; 2],
        width: [f64; 2],
        then: &dyn Fn(Patch<'_>) -> Nearest,
    ) -> Nearest {
        let size = profile[1].abs().max(profile[0].abs()) + width[1];
        then(Patch {
            jet: &|s, z| self.evaluate(s, z),
            point: &|s, z| self.point(s, z),
            limits: [profile, width],
            scale: [size; 2],
        })
    }

    fn width_steps(&self) -> usize {
        let twist = match &self.shape {
            Shape::Involute(shape) => shape.twist,
            Shape::Plane(_) => 0.0,
        };
        width_steps(twist, self.domain.half_width)
    }
}

impl RootSurface {
    /// The point of the root, within its limits, nearest to `point`.
    pub fn nearest(&self, point: [f64; 3]) -> Nearest {
        let half = self.half_width;
        let patch = Patch {
            jet: &|u, z| self.evaluate(u, z),
            point: &|u, z| self.point(u, z),
            limits: [[0.0, 1.0], [-half, half]],
            scale: [1.0, half],
        };
        let twist = if self.is_rack { 0.0 } else { self.twist };
        patch.search(point, [PROFILE_STEPS, width_steps(twist, half)])
    }
}

/// Steps of a grid along a helix: a tenth of a radian each, so that no turn of it hides between two of them.
fn width_steps(twist: f64, half_width: f64) -> usize {
    ((20.0 * twist * half_width).abs() as usize).clamp(6, 600)
}
