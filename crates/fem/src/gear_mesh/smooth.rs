//! Smoothing of a plane mesh of quadrilaterals: nodes move until the corners have the angles and proportions wanted.
//!
//! At each corner T = A W⁻¹ compares the two edges A with the wanted ones W. The sum of (|T|² / 2 det T)² over all corners
//! is least where every corner is wanted up to size and rotation, and infinite where one folds. A mesh that starts
//! folded is drawn apart by a determinant that stays positive. [theory:gear-meshes] (5), (6)
//!
//! # References
//! \[knupp2001\] the measure; \[escobar2003\] the positive determinant.

type Point = [f64; 2];

/// How a node may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Motion {
    Fixed,
    /// Along the first axis only.
    First,
    /// Along the second axis only.
    Second,
    Free,
}

/// What is smoothed.
pub(crate) struct Smoothing<'a> {
    pub quads: &'a [[usize; 4]],
    pub motions: &'a [Motion],
    /// Wanted angle at each node (rad).
    pub angles: &'a [f64],
    /// Wanted lengths of the first and the second edge of each quadrilateral, and of those opposite.
    pub lengths: &'a [[f64; 2]],
}

/// Inverse of the wanted edges of a corner, upper triangular: [1/w₁, −cot/w₁, 1/(w₂ sin)].
type Wanted = [f64; 3];

const SWEEPS: usize = 80;
/// Sweeps end when no node moves further than this part of its edges.
const STILL: f64 = 1e-3;
/// A determinant below this counts as folded while the mesh is drawn apart.
const FOLDED: f64 = 0.05;

impl Smoothing<'_> {
    /// Moves the points.
    pub fn run(&self, points: &mut [Point]) {
        let wanted: Vec<[Wanted; 4]> = self
            .quads
            .iter()
            .zip(self.lengths)
            .map(|(quad, lengths)| self.wanted(quad, lengths))
            .collect();
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
        for (index, quad) in self.quads.iter().enumerate() {
            for &node in quad {
                around[node].push(index);
            }
        }
        for _ in 0..SWEEPS {
            let lift = self.lift(&wanted, points);
            let mut furthest = 0.0_f64;
            for (node, around) in around.iter().enumerate() {
                let energy = |points: &[Point]| -> f64 {
                    around
                        .iter()
                        .map(|&quad| energy(&self.quads[quad], &wanted[quad], points, lift))
                        .sum()
                };
                let size = around
                    .iter()
                    .map(|&quad| shortest_edge(&self.quads[quad], points))
                    .fold(f64::INFINITY, f64::min);
                furthest = furthest.max(self.improve(node, size, points, energy));
            }
            if furthest < STILL && lift == 0.0 {
                break;
            }
        }
    }

    fn wanted(&self, quad: &[usize; 4], lengths: &[f64; 2]) -> [Wanted; 4] {
        [0, 1, 2, 3].map(|i| {
            let [w_1, w_2] = [lengths[i % 2], lengths[(i + 1) % 2]];
            let (sin, cos) = self.angles[quad[i]].sin_cos();
            [1.0 / w_1, -cos / (sin * w_1), 1.0 / (w_2 * sin)]
        })
    }

    /// How far determinants are lifted in this sweep: not at all once no corner is folded.
    fn lift(&self, wanted: &[[Wanted; 4]], points: &[Point]) -> f64 {
        let least = self
            .quads
            .iter()
            .zip(wanted)
            .flat_map(|(quad, wanted)| (0..4).map(|i| corner(quad, wanted, points, i).1))
            .fold(f64::INFINITY, f64::min);
        if least > FOLDED {
            0.0
        } else {
            (FOLDED * (FOLDED - least)).max(FOLDED * FOLDED).sqrt()
        }
    }

    /// One step of Newton's method for a node; how far it went, as a part of `size`.
    fn improve(
        &self,
        node: usize,
        size: f64,
        points: &mut [Point],
        energy: impl Fn(&[Point]) -> f64,
    ) -> f64 {
        let [first, second] = match self.motions[node] {
            Motion::Fixed => return 0.0,
            Motion::First => [true, false],
            Motion::Second => [false, true],
            Motion::Free => [true, true],
        };
        let start = points[node];
        let h = 1e-3 * size;
        if !(h > 0.0 && h.is_finite()) {
            return 0.0;
        }
        let mut at = |du: f64, dv: f64| {
            points[node] = [start[0] + du, start[1] + dv];
            energy(points)
        };
        let here = at(0.0, 0.0);
        let slope_and_bend = |plus: f64, minus: f64| {
            (
                (plus - minus) / (2.0 * h),
                (plus - 2.0 * here + minus) / (h * h),
            )
        };
        let (mut g, mut k) = ([0.0; 2], [1.0, 0.0, 1.0]);
        if first {
            (g[0], k[0]) = slope_and_bend(at(h, 0.0), at(-h, 0.0));
        }
        if second {
            (g[1], k[2]) = slope_and_bend(at(0.0, h), at(0.0, -h));
        }
        if first && second {
            k[1] = (at(h, h) + at(-h, -h) - at(h, -h) - at(-h, h)) / (4.0 * h * h);
        }
        let mut step = newton_step(g, k);
        let length = step[0].hypot(step[1]);
        // No further than the nodes around.
        let reach = 0.5 * size;
        if length > reach {
            step = step.map(|part| part * reach / length);
        }
        for _ in 0..8 {
            if at(step[0], step[1]) < here {
                return step[0].hypot(step[1]) / size;
            }
            step = step.map(|part| 0.4 * part);
        }
        points[node] = start;
        0.0
    }
}

/// −K⁻¹ g where K is positive definite, else down the slope.
fn newton_step(g: [f64; 2], k: [f64; 3]) -> [f64; 2] {
    let det = k[0] * k[2] - k[1] * k[1];
    if k[0] > 0.0 && det > 1e-6 * k[0] * k[2] {
        [
            (k[1] * g[1] - k[2] * g[0]) / det,
            (k[1] * g[0] - k[0] * g[1]) / det,
        ]
    } else {
        let scale = k[0].abs().max(k[2].abs()).max(f64::MIN_POSITIVE);
        [-g[0] / scale, -g[1] / scale]
    }
}

/// |T|² and det T of corner i.
fn corner(quad: &[usize; 4], wanted: &[Wanted; 4], points: &[Point], i: usize) -> (f64, f64) {
    let p = points[quad[i]];
    let next = points[quad[(i + 1) % 4]];
    let last = points[quad[(i + 3) % 4]];
    let a = [next[0] - p[0], next[1] - p[1]];
    let b = [last[0] - p[0], last[1] - p[1]];
    let [w_11, w_12, w_22] = wanted[i];
    let t_1 = [w_11 * a[0], w_11 * a[1]];
    let t_2 = [w_12 * a[0] + w_22 * b[0], w_12 * a[1] + w_22 * b[1]];
    (
        t_1[0] * t_1[0] + t_1[1] * t_1[1] + t_2[0] * t_2[0] + t_2[1] * t_2[1],
        t_1[0] * t_2[1] - t_1[1] * t_2[0],
    )
}

fn energy(quad: &[usize; 4], wanted: &[Wanted; 4], points: &[Point], lift: f64) -> f64 {
    (0..4)
        .map(|i| {
            let (square, det) = corner(quad, wanted, points, i);
            let det = if lift > 0.0 {
                0.5 * (det + (det * det + 4.0 * lift * lift).sqrt())
            } else if det > 0.0 {
                det
            } else {
                return f64::INFINITY;
            };
            let measure = square / (2.0 * det);
            measure * measure
        })
        .sum()
}

fn shortest_edge(quad: &[usize; 4], points: &[Point]) -> f64 {
    (0..4)
        .map(|i| edge_length(quad, points, i))
        .fold(f64::INFINITY, f64::min)
}

/// Length of the edge from corner i to the next.
pub(crate) fn edge_length(quad: &[usize; 4], points: &[Point], i: usize) -> f64 {
    let [a, b] = [points[quad[i % 4]], points[quad[(i + 1) % 4]]];
    (b[0] - a[0]).hypot(b[1] - a[1])
}
