//! A direct look at two pitch surfaces: parallel projection, outlines of cones and cylinders.

use crate::geometry::{PitchGear, PitchPair, Vector};
use crate::pictures::Point;

/// Points on an end circle.
const POINTS: usize = 96;
/// Points of a tooth line for each turn that it makes, and at least.
const LINE_POINTS: f64 = 72.0;
/// Most tooth lines on a gear: beyond them lines run together.
const MOST_LINES: u32 = 120;

/// Where the reader stands: a point of the paper, and what is right and up on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    origin: Vector,
    right: Vector,
    up: Vector,
}

/// A gear in space: its surface, its centre and its axes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    pub(super) gear: PitchGear,
    pub(super) center: Vector,
    /// Axis, direction to the contact point, turning direction.
    pub(super) frame: [Vector; 3],
    pub(super) face_width: f64,
}

impl View {
    /// Along the common perpendicular of the axes, from the crossing point on the axis of a; the axis of a to the right.
    pub(super) fn along_perpendicular(pair: &PitchPair) -> Self {
        let [right, other] = [pair.frame_a()[0], pair.frame_b()[0]];
        let up = unit(plus(other, -dot(other, right), right));
        // Of two cylinders the smaller one stands in front, so that nothing is drawn over what would hide it.
        let is_behind = (pair.offset() > 0.0) == (pair.a.radius < pair.b.radius);
        let up = if pair.a.is_cylinder() && is_behind {
            up.map(|x| -x)
        } else {
            up
        };
        Self {
            origin: crossing_point(pair),
            right,
            up,
        }
    }

    /// Along the axis of a gear, from its apex side.
    pub(super) fn along_axis(pair: &PitchPair, axis: Vector, across: Vector) -> Self {
        let right = unit(plus(across, -dot(across, axis), axis));
        Self {
            origin: crossing_point(pair),
            right,
            up: cross(right, axis),
        }
    }

    /// A point on the paper (mm).
    pub(super) fn map(&self, point: Vector) -> Point {
        let from = plus(point, -1.0, self.origin);
        [1e3 * dot(from, self.right), 1e3 * dot(from, self.up)]
    }

    /// Towards the reader.
    fn reader(&self) -> Vector {
        cross(self.right, self.up)
    }

    /// A direction on the paper, of unit length; `None` if it points to the reader.
    pub(super) fn direction(&self, vector: Vector) -> Option<Point> {
        let flat = [dot(vector, self.right), dot(vector, self.up)];
        let size = flat[0].hypot(flat[1]);
        (size > 1e-6).then(|| flat.map(|x| x / size))
    }

    /// Outline of points of the body on paper.
    pub(super) fn outline(&self, points: &[Vector]) -> Vec<Point> {
        hull(points.iter().map(|point| self.map(*point)).collect())
    }
}

impl Body {
    /// Points of a circle of the pitch surface, this far along the generatrix from the contact point (m).
    pub(super) fn circle(&self, distance: f64) -> Vec<Vector> {
        let (sin, cos) = self.gear.cone_angle.sin_cos();
        let center = plus(self.center, distance * cos, self.frame[0]);
        let radius = self.gear.radius + distance * sin;
        (0..POINTS)
            .map(|i| {
                let (s, c) = (std::f64::consts::TAU * i as f64 / POINTS as f64).sin_cos();
                plus(
                    plus(center, radius * c, self.frame[1]),
                    radius * s,
                    self.frame[2],
                )
            })
            .collect()
    }

    /// Both end circles of the face.
    pub(super) fn face(&self) -> Vec<Vector> {
        let mut points = self.circle(-0.5 * self.face_width);
        points.extend(self.circle(0.5 * self.face_width));
        points
    }

    /// Lines along the teeth on the side of the pitch surface that the reader sees.
    pub(super) fn tooth_lines(&self, view: &View) -> Vec<Vec<Point>> {
        let reader = view.reader();
        let step = self.gear.teeth.div_ceil(MOST_LINES).max(1);
        let turns = (self.turn(0.5 * self.face_width) - self.turn(-0.5 * self.face_width)).abs()
            / std::f64::consts::TAU;
        // A line of many turns is a thread that no picture shows.
        let n = (LINE_POINTS * (1.0 + turns.min(50.0))) as usize;
        let mut lines = Vec::new();
        for tooth in (0..self.gear.teeth).step_by(step as usize) {
            let start = std::f64::consts::TAU * f64::from(tooth) / f64::from(self.gear.teeth);
            let mut line = Vec::new();
            for i in 0..=n {
                let distance = self.face_width * (i as f64 / n as f64 - 0.5);
                let (point, outward) = self.surface(distance, start + self.turn(distance));
                if dot(outward, reader) > 1e-6 {
                    line.push(view.map(point));
                } else if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
            }
            lines.push(line);
        }
        lines.retain(|line| line.len() > 1);
        lines
    }

    /// Angle by which a tooth has turned this far along the generatrix (rad): its spiral angle is the same everywhere.
    fn turn(&self, distance: f64) -> f64 {
        let sin = self.gear.cone_angle.sin();
        let slope = -self.gear.helix_angle.tan();
        // [theory:pitch-geometry] (1): r dφ = −tan β ds with r growing by sin γ ds.
        if self.gear.is_cylinder() {
            slope * distance / self.gear.radius
        } else {
            let growth = (1.0 + distance * sin / self.gear.radius).max(1e-3);
            slope / sin * growth.ln()
        }
    }

    /// A point of the pitch surface and its outward normal there.
    fn surface(&self, distance: f64, angle: f64) -> (Vector, Vector) {
        let (sin_c, cos_c) = self.gear.cone_angle.sin_cos();
        let (sin, cos) = angle.sin_cos();
        let radial = plus(self.frame[1].map(|x| cos * x), sin, self.frame[2]);
        let axial = plus(self.center, distance * cos_c, self.frame[0]);
        let point = plus(axial, self.gear.radius + distance * sin_c, radial);
        (
            point,
            plus(radial.map(|x| cos_c * x), -sin_c, self.frame[0]),
        )
    }

    /// The apex; `None` on a cylinder.
    pub(super) fn apex(&self) -> Option<Vector> {
        (!self.gear.is_cylinder())
            .then(|| plus(self.center, -self.gear.apex_distance(), self.frame[0]))
    }
}

/// Foot of the common perpendicular on the axis of a.
fn crossing_point(pair: &PitchPair) -> Vector {
    let distance = pair.mounting_distances().map_or(0.0, |[a, _]| a);
    plus([0.0; 3], -distance, pair.frame_a()[0])
}

pub(super) fn plus(a: Vector, factor: f64, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + factor * b[i])
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

fn unit(a: Vector) -> Vector {
    let size = dot(a, a).sqrt();
    a.map(|x| x / size)
}

/// Convex hull, anticlockwise (Andrew's chains).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turn = |o: Point, a: Point, b: Point| {
        (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    };
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut kept: Vec<Point> = Vec::new();
        for point in points {
            while let [.., o, a] = kept[..] {
                if turn(o, a, point) > 0.0 {
                    break;
                }
                kept.pop();
            }
            kept.push(point);
        }
        kept.pop();
        kept
    };
    let mut lower = chain(&mut points.iter().copied());
    lower.extend(chain(&mut points.iter().rev().copied()));
    lower
}

#[cfg(test)]
mod tests {
    use super::hull;

    #[test]
    fn hull_of_a_square_with_a_point_inside() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mut points = square.to_vec();
        points.insert(2, [0.4, 0.6]);
        assert_eq!(hull(points), square);
    }
}
