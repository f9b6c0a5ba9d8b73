//! The line along which the teeth push their wheels apart. \[theory:gear-joint\] (9a)-(9d)
//!
//! A normal of a surface of revolution meets its axis, so that the normal of both pitch surfaces where they touch meets both axes. A force between
//! these two points of the axes turns no wheel about its own axis wherever the supports are: it works only where they move apart.

use pitchline_geometry::PitchGear;
use pitchline_geometry::tensor::{
    Tensor, product, product_transposed, skew, sum, times, transposed, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, length, minus, plus, times as scale};

use super::rows::N;
use super::{Engagement, in_frame};
use crate::RelativeMotion;

/// Axes whose directions have a larger product are parallel but for rounding.
pub(super) const PARALLEL: f64 = 1.0 - 1e-9;

/// A normal with less than this across the axis does not meet it: a crown wheel, whose pitch surface is flat.
const FLAT: f64 = 1e-6;

/// Where that line is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RadialLine {
    /// Between two axes that are parallel, across them: wherever the wheels slide along them, spur teeth push nothing along. The side says whether
    /// it pushes the axes apart (1) or, in a ring, together (−1).
    Across { side: f64 },
    /// Between a point of each axis, so far along it from the centre (m). The side says whether it pushes these points apart (1) or, in a ring,
    /// together (−1).
    Points { on_a: f64, on_b: f64, side: f64 },
    /// Through a point of the axis of a (m), along a direction in the axes of b: that of a rack, or the axis of a crown wheel.
    AlongB { on_a: f64, direction: Vector },
    /// Along the axis of a, a crown wheel, with this sign, through a point of the axis of b (m).
    AlongA { on_b: f64, sign: f64 },
}

/// A unit force along the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct RadialPush {
    line: RadialLine,
    /// In the axes of a.
    direction: Vector,
    /// In the axes of b.
    seen: Vector,
    /// Distance of the two points (m); 1 where there are none.
    length: f64,
    /// From the centre of b to a point of the line, in its axes (m).
    arm: Vector,
    rotation: Tensor,
}

/// Where the normal of a wheel's pitch surface meets its axis (m), from its centre along it; none for a flat one.
fn meets_axis(wheel: &PitchGear) -> Option<f64> {
    let [axial, radial, _] = wheel.tooth_axes()[1];
    (radial.abs() > FLAT).then(|| -wheel.radius * axial / radial)
}

impl RadialLine {
    pub fn new(engagement: &Engagement, outward: Vector, center_b: Vector) -> Self {
        let pair = match engagement {
            Engagement::Wheels(pair) => pair,
            Engagement::Rack(_) => {
                // x of a rack's frame points to the wheel.
                let direction = [-1.0, 0.0, 0.0];
                return Self::AlongB {
                    on_a: 0.0,
                    direction,
                };
            }
        };
        let axis_b = in_frame(pair.relative_axes().map(|row| row[0]));
        if axis_b[2].abs() > PARALLEL {
            // The centre of a ring lies on the other side of its pinion's than the contact.
            let side = dot(outward, center_b).signum();
            return Self::Across { side };
        }
        match [meets_axis(&pair.a), meets_axis(&pair.b)] {
            [Some(on_a), Some(on_b)] => {
                let b = plus(center_b, scale(on_b, axis_b));
                let side = dot(minus(b, [0.0, 0.0, on_a]), outward).signum();
                Self::Points { on_a, on_b, side }
            }
            [on_a, None] => Self::AlongB {
                on_a: on_a.unwrap_or(0.0),
                direction: [0.0, 0.0, dot(axis_b, outward).signum()],
            },
            [None, Some(on_b)] => Self::AlongA {
                on_b,
                sign: outward[2].signum(),
            },
        }
    }

    /// The force at an instant.
    pub fn at(&self, motion: &RelativeMotion) -> RadialPush {
        let rotation = motion.rotation;
        let (direction, arm, length) = match *self {
            Self::Across { side } => {
                let [x, y, _] = motion.displacement;
                let length = x.hypot(y).max(f64::MIN_POSITIVE);
                (scale(side / length, [x, y, 0.0]), [0.0; 3], length)
            }
            Self::Points { on_a, on_b, side } => {
                let arm = [0.0, 0.0, on_b];
                let b = plus(motion.displacement, times(&rotation, arm));
                let between = minus(b, [0.0, 0.0, on_a]);
                let length = length(between).max(f64::MIN_POSITIVE);
                (scale(side / length, between), arm, length)
            }
            Self::AlongB { on_a, direction } => {
                let from_b = minus([0.0, 0.0, on_a], motion.displacement);
                let arm = transposed_times(&rotation, from_b);
                (times(&rotation, direction), arm, 1.0)
            }
            Self::AlongA { on_b, sign } => ([0.0, 0.0, sign], [0.0, 0.0, on_b], 1.0),
        };
        RadialPush {
            line: *self,
            direction,
            seen: transposed_times(&rotation, direction),
            length,
            arm,
            rotation,
        }
    }
}

impl RadialPush {
    /// On b, over (d, θ). (9b)
    pub fn on_b(&self) -> [f64; 6] {
        let [x, y, z] = self.direction;
        let [t_x, t_y, t_z] = cross(self.arm, self.seen);
        [x, y, z, t_x, t_y, t_z]
    }

    /// How fast its points move apart (m/s).
    pub fn rate(&self, motion: &RelativeMotion) -> f64 {
        let pairs = self.on_b().into_iter().zip(motion.velocity);
        pairs.map(|(force, rate)| force * rate).sum()
    }

    /// Adds the change of a force of this size with (d, θ). (9c), (9d)
    pub fn add_change(&self, size: f64, out: &mut [[f64; N]; N]) {
        let arm = skew(self.arm);
        match self.line {
            RadialLine::Across { side } => {
                let mut across = across(self.direction, side / self.length);
                across[2][2] = 0.0;
                add(out, [0, 0], size, &across);
            }
            RadialLine::Points { side, .. } => {
                let across = across(self.direction, side / self.length);
                let moment = product(&product_transposed(&arm, &self.rotation), &across);
                let seen = self::across(self.seen, -side / self.length);
                let turned = sum(&skew(self.seen), &product(&seen, &arm));
                add(out, [0, 0], size, &across);
                add(out, [0, 3], size, &transposed(&moment));
                add(out, [3, 0], size, &moment);
                add(out, [3, 3], size, &product(&arm, &turned));
            }
            RadialLine::AlongB { direction, .. } => {
                let direction = skew(direction);
                let moment = product_transposed(&direction, &self.rotation);
                add(out, [0, 3], size, &transposed(&moment));
                add(out, [3, 0], size, &moment);
                add(out, [3, 3], -size, &product(&direction, &arm));
            }
            RadialLine::AlongA { .. } => add(out, [3, 3], size, &product(&arm, &skew(self.seen))),
        }
    }
}

/// So many times what is across a unit vector.
fn across(direction: Vector, factor: f64) -> Tensor {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            factor * (f64::from(u8::from(i == j)) - direction[i] * direction[j])
        })
    })
}

/// Adds a block whose first row and column are given.
fn add(out: &mut [[f64; N]; N], [row, column]: [usize; 2], factor: f64, block: &Tensor) {
    for (out, block) in out[row..row + 3].iter_mut().zip(block) {
        for (out, block) in out[column..column + 3].iter_mut().zip(block) {
            *out += factor * block;
        }
    }
}
