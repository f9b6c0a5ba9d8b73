//! The point of a flank that is nearest to a given one.
//!
//! The foot on the unmodified flank has a closed form. Where the flank is modified or the foot lies beyond a border, a
//! Newton iteration on the distance continues from it: limited to the domain, each step made shorter until it
//! descends, and never more than [`MOST_STEPS`].

use super::{Flank, SurfaceJet};
use crate::vector::{dot, length, minus};

/// Steps after which the best point so far is returned.
const MOST_STEPS: u32 = 40;

/// The borders of a flank that hold the nearest point.
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

/// The point of a flank nearest to a given one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Profile parameter (m).
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
    /// the one that the foot on the unmodified flank leads to.
    pub fn nearest(&self, point: [f64; 3]) -> Nearest {
        self.nearest_within(point, self.domain.profile(), self.domain.half_width)
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
        self.descend(point, at, [[low, high], [-half, half]])
    }

    fn descend(&self, point: [f64; 3], start: [f64; 2], limits: [[f64; 2]; 2]) -> Nearest {
        let mut at = start;
        let mut jet = self.evaluate(at[0], at[1]);
        let mut apart = minus(jet.point, point);
        let size = limits[0][1].abs().max(limits[0][0].abs()) + limits[1][1];
        let mut steps = 0;
        while steps < MOST_STEPS {
            steps += 1;
            let step = newton_step(&jet, apart, at, limits);
            let mut scale = 1.0;
            let mut moved = false;
            for _ in 0..30 {
                let next =
                    [0, 1].map(|i| (at[i] + scale * step[i]).clamp(limits[i][0], limits[i][1]));
                let next_jet = self.evaluate(next[0], next[1]);
                let next_apart = minus(next_jet.point, point);
                let change = (next[0] - at[0]).abs() + (next[1] - at[1]).abs();
                // Near the end rounding hides the descent: a short step is taken as it is.
                if descends(apart, next_apart) || change < 1e-7 * size {
                    // Newton squares the error: after a step this short nothing but rounding is left.
                    moved = change > 1e-10 * size;
                    (at, jet, apart) = (next, next_jet, next_apart);
                    break;
                }
                scale *= 0.25;
            }
            if !moved {
                break;
            }
        }
        let side = |value: f64, [low, high]: [f64; 2], slope: f64| {
            if value <= low && slope > 0.0 {
                -1
            } else if value >= high && slope < 0.0 {
                1
            } else {
                0
            }
        };
        Nearest {
            profile: at[0],
            width: at[1],
            gap: -dot(apart, jet.normal),
            distance: length(apart),
            border: Border {
                profile: side(at[0], limits[0], dot(apart, jet.d_s)),
                width: side(at[1], limits[1], dot(apart, jet.d_z)),
            },
            steps,
        }
    }
}

/// Whether the second vector is shorter, to rounding.
fn descends(from: [f64; 3], to: [f64; 3]) -> bool {
    dot(to, to) <= dot(from, from)
}

/// Newton's step for half the square of the distance; a limit that the slope presses against holds its parameter.
fn newton_step(jet: &SurfaceJet, apart: [f64; 3], at: [f64; 2], limits: [[f64; 2]; 2]) -> [f64; 2] {
    let slope = [dot(apart, jet.d_s), dot(apart, jet.d_z)];
    let metric = [
        dot(jet.d_s, jet.d_s),
        dot(jet.d_s, jet.d_z),
        dot(jet.d_z, jet.d_z),
    ];
    let bend = [
        dot(apart, jet.d_ss),
        dot(apart, jet.d_sz),
        dot(apart, jet.d_zz),
    ];
    let is_held = |i: usize| {
        (at[i] <= limits[i][0] && slope[i] > 0.0) || (at[i] >= limits[i][1] && slope[i] < 0.0)
    };
    let mut hessian = [0, 1, 2].map(|i| metric[i] + bend[i]);
    let is_convex = hessian[0] > 0.0
        && hessian[2] > 0.0
        && hessian[0] * hessian[2] - hessian[1] * hessian[1] > 1e-12 * hessian[0] * hessian[2];
    if !is_convex {
        // Without the bend the matrix cannot be indefinite; what is missing at the base circle is put on its diagonal.
        hessian = metric;
        hessian[0] += bend[0].abs() + 1e-9 * metric[2];
        hessian[2] += bend[2].abs();
    }
    match [is_held(0), is_held(1)] {
        [true, true] => [0.0; 2],
        [true, false] => [0.0, -slope[1] / hessian[2]],
        [false, true] => [-slope[0] / hessian[0], 0.0],
        [false, false] => {
            let det = hessian[0] * hessian[2] - hessian[1] * hessian[1];
            [
                (hessian[1] * slope[1] - hessian[2] * slope[0]) / det,
                (hessian[1] * slope[0] - hessian[0] * slope[1]) / det,
            ]
        }
    }
}
