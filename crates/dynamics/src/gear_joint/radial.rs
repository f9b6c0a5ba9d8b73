//! The line along which the pitch surfaces of a pair part, and its length. \[theory:gear-joint\] (9a)-(9d)
//!
//! A normal of a surface of revolution meets its axis, so that the normal of both pitch surfaces where they touch meets both axes. A force between
//! these two points of the axes turns no wheel about its own axis wherever the supports are: it works only where they move apart.

use pitchline_geometry::PitchGear;
use pitchline_geometry::tensor::{
    Tensor, product, product_transposed, skew, sum, times, transposed, transposed_product,
    transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, length, minus, plus, times as scale};

use super::{Engagement, in_frame};
use crate::RelativeMotion;
use crate::centers::{Centers, Curve, DISTANCE, direction};
use crate::six::{add_block, joined};

/// Axes whose directions have a larger product are parallel but for rounding.
const PARALLEL: f64 = 1.0 - 1e-9;

/// A normal with less than this across the axis does not meet it: a crown wheel, whose pitch surface is flat.
const FLAT: f64 = 1e-6;

/// Where that line is. The side says whether its length grows (1) or, in a ring, falls (−1) where the pitch surfaces part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RadialLine {
    /// Between two axes that are parallel, across them: wherever the wheels slide along them, spur teeth push nothing along.
    Across { side: f64 },
    /// Along the common perpendicular of the axes of two cylinders: a wheel that slides along its axis stays as far from the other.
    Perpendicular { side: f64 },
    /// Between a point of each axis, so far along it from the centre (m).
    Points { on_a: f64, on_b: f64, side: f64 },
    /// Through a point of the axis of a (m), along a direction in the axes of b: that of a rack, or the axis of a crown wheel.
    AlongB { on_a: f64, direction: Vector },
    /// Along the axis of a, a crown wheel, with this sign, through a point of the axis of b (m).
    AlongA { on_b: f64, sign: f64 },
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
        if pair.a.is_cylinder() && pair.b.is_cylinder() {
            let side = dot(outward, cross([0.0, 0.0, 1.0], axis_b)).signum();
            return Self::Perpendicular { side };
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

    /// Whether the axes are parallel.
    pub fn is_parallel(&self) -> bool {
        matches!(self, Self::Across { .. })
    }

    /// Its length with derivatives, growing where the pitch surfaces part. Its gradient is a unit force on b along it. (9b)-(9d)
    pub fn at(&self, motion: &RelativeMotion) -> Curve {
        match *self {
            Self::Across { side } => Centers::of(motion).0[DISTANCE].scaled(side),
            Self::Perpendicular { side } => perpendicular(motion).scaled(side),
            Self::Points { on_a, on_b, side } => between_points(on_a, on_b, motion).scaled(side),
            Self::AlongB { on_a, direction } => along_b(on_a, direction, motion),
            Self::AlongA { on_b, sign } => along_a(on_b, sign, motion),
        }
    }
}

/// |w| with w = d + R P_B − P_A. (9c)
fn between_points(on_a: f64, on_b: f64, motion: &RelativeMotion) -> Curve {
    let rotation = &motion.rotation;
    let on_axis = [0.0, 0.0, on_b];
    let b = plus(motion.displacement, times(rotation, on_axis));
    let between = minus(b, [0.0, 0.0, on_a]);
    let value = length(between).max(f64::MIN_POSITIVE);
    let direction = scale(1.0 / value, between);
    let seen = transposed_times(rotation, direction);
    let mut curve = Curve {
        value,
        gradient: joined(direction, cross(on_axis, seen)),
        ..Curve::ZERO
    };
    let arm = skew(on_axis);
    let across = across(direction, 1.0 / value);
    let moment = product(&product_transposed(&arm, rotation), &across);
    let turned = sum(
        &skew(seen),
        &product(&self::across(seen, -1.0 / value), &arm),
    );
    let h = &mut curve.curvature;
    add_block(h, 0, 0, 1.0, &across);
    add_block(h, 0, 3, 1.0, &transposed(&moment));
    add_block(h, 3, 0, 1.0, &moment);
    add_block(h, 3, 3, 1.0, &product(&arm, &turned));
    curve
}

/// d · (z_a × w)/|z_a × w| with the axis w = R z of b: d_y cos φ − d_x sin φ, φ the angle of w about z_a. (9g)
fn perpendicular(motion: &RelativeMotion) -> Curve {
    let rotation = &motion.rotation;
    let axis = rotation.map(|row| row[2]);
    let (angle, slope, bend) = direction(axis);
    let (sin, cos) = angle.sin_cos();
    let normal = [-sin, cos, 0.0];
    let along = [cos, sin, 0.0];
    let d = motion.displacement;
    // δφ = turning · δθ with δw = R (δθ × z)
    let z = [0.0, 0.0, 1.0];
    let seen = transposed_times(rotation, slope);
    let turning = cross(z, seen);
    let value = dot(d, normal);
    let by_angle = -dot(d, along);
    let mut curve = Curve {
        value,
        gradient: joined(normal, scale(by_angle, turning)),
        ..Curve::ZERO
    };
    let outer = |a: Vector, b: Vector| a.map(|a| b.map(|b| a * b));
    let z = skew(z);
    let bent = product(&transposed_product(rotation, &bend), rotation);
    let angle_bends = sum(
        &product(&z, &skew(seen)),
        &product(&product(&z, &bent), &z).map(|row| row.map(|x| -x)),
    );
    let h = &mut curve.curvature;
    let mixed = outer(scale(-1.0, along), turning);
    add_block(h, 0, 3, 1.0, &mixed);
    add_block(h, 3, 0, 1.0, &transposed(&mixed));
    add_block(h, 3, 3, -value, &outer(turning, turning));
    add_block(h, 3, 3, by_angle, &angle_bends);
    curve
}

/// ε · Rᵀ (d − P_A) with ε fixed in b. (9d)
fn along_b(on_a: f64, fixed: Vector, motion: &RelativeMotion) -> Curve {
    let rotation = &motion.rotation;
    let from_b = minus([0.0, 0.0, on_a], motion.displacement);
    let arm = transposed_times(rotation, from_b);
    let mut curve = Curve {
        value: -dot(fixed, arm),
        gradient: joined(times(rotation, fixed), cross(arm, fixed)),
        ..Curve::ZERO
    };
    let direction = skew(fixed);
    let moment = product_transposed(&direction, rotation);
    let h = &mut curve.curvature;
    add_block(h, 0, 3, 1.0, &transposed(&moment));
    add_block(h, 3, 0, 1.0, &moment);
    add_block(h, 3, 3, -1.0, &product(&direction, &skew(arm)));
    curve
}

/// ±z_a · (d + R P_B)
fn along_a(on_b: f64, sign: f64, motion: &RelativeMotion) -> Curve {
    let on_axis = [0.0, 0.0, on_b];
    let fixed = [0.0, 0.0, sign];
    let seen = transposed_times(&motion.rotation, fixed);
    let b = plus(motion.displacement, times(&motion.rotation, on_axis));
    let mut curve = Curve {
        value: dot(fixed, b),
        gradient: joined(fixed, cross(on_axis, seen)),
        ..Curve::ZERO
    };
    let turned = product(&skew(on_axis), &skew(seen));
    add_block(&mut curve.curvature, 3, 3, 1.0, &turned);
    curve
}

/// So many times what is across a unit vector.
fn across(direction: Vector, factor: f64) -> Tensor {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            factor * (f64::from(u8::from(i == j)) - direction[i] * direction[j])
        })
    })
}
