//! Newton's method for the point of a surface nearest to a given one, safeguarded.
//!
//! Half the square of the distance is made least within limits: a parameter that is pressed against its limit is held, a
//! Hessian that is not positive definite gives way to the metric, each step is made shorter until it descends, and there
//! are never more than [`MOST_STEPS`]. [theory:flank-surfaces], "Nearest point".

use super::nearest::{Border, Nearest};
use super::{SurfaceJet, SurfacePoint};
use crate::vector::{dot, length, minus};

/// Steps after which the best point so far is returned.
const MOST_STEPS: u32 = 40;

/// A surface over two parameters within limits.
pub(super) struct Patch<'s> {
    /// Point, normal and derivatives.
    pub jet: &'s dyn Fn(f64, f64) -> SurfaceJet,
    /// Point and normal alone.
    pub point: &'s dyn Fn(f64, f64) -> SurfacePoint,
    /// Least and greatest profile and width parameter; a parameter whose limits are equal is fixed.
    pub limits: [[f64; 2]; 2],
    /// What is a large change of each parameter.
    pub scale: [f64; 2],
}

impl Patch<'_> {
    /// The nearest point of all: along the width for each profile place of a grid, and from the least of these on.
    ///
    /// On a helix the least over both parameters lies in a valley that runs across a grid; width by width nothing hides.
    pub fn search(&self, point: [f64; 3], steps: [usize; 2]) -> Nearest {
        let [low, high] = self.limits[0];
        let steps_profile = if low < high { steps[0].max(1) } else { 0 };
        let row = |i: usize| {
            let profile = low + (high - low) * i as f64 / steps_profile.max(1) as f64;
            self.search_row(point, profile, steps[1])
        };
        let rows: Vec<Nearest> = (0..=steps_profile).map(row).collect();
        let is_least = |i: &usize| {
            let near = i.saturating_sub(1)..=(i + 1).min(steps_profile);
            near.into_iter()
                .all(|k| rows[*i].distance <= rows[k].distance)
        };
        let mut best = rows[0];
        for i in (0..=steps_profile).filter(is_least) {
            let found = self.descend(point, [rows[i].profile, rows[i].width]);
            if found.distance <= best.distance {
                best = found;
            }
        }
        best
    }

    /// The nearest point at a profile place.
    fn search_row(&self, point: [f64; 3], profile: f64, steps: usize) -> Nearest {
        let [low, high] = self.limits[1];
        let row = Patch {
            limits: [[profile; 2], [low, high]],
            ..*self
        };
        let steps = steps.max(1);
        let mut best = [f64::INFINITY, 0.5 * (low + high)];
        for i in 0..=steps {
            let width = low + (high - low) * i as f64 / steps as f64;
            let apart = minus((self.point)(profile, width).point, point);
            if dot(apart, apart) < best[0] {
                best = [dot(apart, apart), width];
            }
        }
        row.descend(point, [profile, best[1]])
    }

    /// The nearest point that a start leads to.
    pub fn descend(&self, point: [f64; 3], start: [f64; 2]) -> Nearest {
        let limits = self.limits;
        let mut at = start;
        let mut jet = (self.jet)(at[0], at[1]);
        let mut apart = minus(jet.point, point);
        let mut steps = 0;
        while steps < MOST_STEPS {
            steps += 1;
            let step = self.newton_step(&jet, apart, at);
            let mut scale = 1.0;
            let mut moved = false;
            for _ in 0..30 {
                let next =
                    [0, 1].map(|i| (at[i] + scale * step[i]).clamp(limits[i][0], limits[i][1]));
                let next_jet = (self.jet)(next[0], next[1]);
                let next_apart = minus(next_jet.point, point);
                let change: f64 = (0..2)
                    .map(|i| (next[i] - at[i]).abs() / self.scale[i])
                    .sum();
                // Near the end rounding hides the descent: a short step is taken as it is.
                if descends(apart, next_apart) || change < 1e-7 {
                    // Newton squares the error: after a step this short nothing but rounding is left.
                    moved = change > 1e-10;
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

    /// Newton's step for half the square of the distance; a limit that the slope presses against holds its parameter.
    fn newton_step(&self, jet: &SurfaceJet, apart: [f64; 3], at: [f64; 2]) -> [f64; 2] {
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
            let [low, high] = self.limits[i];
            low >= high || (at[i] <= low && slope[i] > 0.0) || (at[i] >= high && slope[i] < 0.0)
        };
        let mut hessian = [0, 1, 2].map(|i| metric[i] + bend[i]);
        // Along an edge only the free parameter has to be convex.
        match [is_held(0), is_held(1)] {
            [true, true] => return [0.0; 2],
            [true, false] => return [0.0, -slope[1] / convex(hessian[2], metric[2], bend[2])],
            [false, true] if hessian[0] > 0.0 => return [-slope[0] / hessian[0], 0.0],
            _ => {}
        }
        let is_convex = hessian[0] > 0.0
            && hessian[2] > 0.0
            && hessian[0] * hessian[2] - hessian[1] * hessian[1] > 1e-12 * hessian[0] * hessian[2];
        if !is_convex {
            // Without the bend the matrix cannot be indefinite; what is missing at the base circle and on a root without
            // rounding is put on its diagonal.
            let ratio = self.scale[1] / self.scale[0];
            hessian = metric;
            hessian[0] += bend[0].abs() + 1e-9 * metric[2] * ratio * ratio;
            hessian[2] += bend[2].abs();
        }
        if is_held(1) {
            return [-slope[0] / hessian[0], 0.0];
        }
        let det = hessian[0] * hessian[2] - hessian[1] * hessian[1];
        [
            (hessian[1] * slope[1] - hessian[2] * slope[0]) / det,
            (hessian[1] * slope[0] - hessian[0] * slope[1]) / det,
        ]
    }
}

/// The curvature of the square of the distance along the width, which is never without metric.
fn convex(hessian: f64, metric: f64, bend: f64) -> f64 {
    if hessian > 0.0 {
        hessian
    } else {
        metric + bend.abs()
    }
}

/// Whether the second vector is shorter, to rounding.
fn descends(from: [f64; 3], to: [f64; 3]) -> bool {
    dot(to, to) <= dot(from, from)
}
