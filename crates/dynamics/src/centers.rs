//! Where the centres of two wheels stand: the angle of the line between them as each wheel sees it, and its length.
//!
//! Everything that a mesh on parallel axes does depends on these three alone. \[theory:gear-spring\] (7), (8)

use pitchline_geometry::tensor::{
    Tensor, product, product_transposed, skew, times, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross};

use crate::RelativeMotion;
use crate::six::add_block;

/// A function of the relative motion with its derivatives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Curve {
    pub value: f64,
    /// Over (d, θ).
    pub gradient: [f64; 6],
    /// Change of the gradient over (d, θ); rows follow it.
    pub curvature: [[f64; 6]; 6],
}

/// χ_a, χ_b (rad, between −π and π) and the distance of the axes in the plane of a (m).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Centers(pub [Curve; 3]);

/// Place of the distance among the three.
pub(crate) const DISTANCE: usize = 2;

impl Curve {
    pub const ZERO: Self = Self {
        value: 0.0,
        gradient: [0.0; 6],
        curvature: [[0.0; 6]; 6],
    };

    /// So many times as much.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.value *= factor;
        self.gradient = self.gradient.map(|g| factor * g);
        self.curvature = self.curvature.map(|row| row.map(|h| factor * h));
        self
    }

    /// Adds so many times another.
    pub fn add(&mut self, factor: f64, other: &Self) {
        self.value += factor * other.value;
        for (sum, g) in self.gradient.iter_mut().zip(&other.gradient) {
            *sum += factor * g;
        }
        for (sums, row) in self.curvature.iter_mut().zip(&other.curvature) {
            for (sum, h) in sums.iter_mut().zip(row) {
                *sum += factor * h;
            }
        }
    }

    /// Its rate, for the relative velocity.
    pub fn rate(&self, velocity: &[f64; 6]) -> f64 {
        let parts = self.gradient.iter().zip(velocity);
        parts.map(|(g, v)| g * v).sum()
    }

    /// ∂ rate/∂(d, θ) with the velocity held.
    pub fn rate_gradient(&self, velocity: &[f64; 6]) -> [f64; 6] {
        let mut gradient = [0.0; 6];
        for (row, v) in self.curvature.iter().zip(velocity) {
            for (sum, h) in gradient.iter_mut().zip(row) {
                *sum += h * v;
            }
        }
        gradient
    }
}

impl Centers {
    pub fn of(motion: &RelativeMotion) -> Self {
        Self([angle_a(motion), angle_b(motion), distance(motion)])
    }

    /// Rates of the three.
    pub fn rates(&self, velocity: &[f64; 6]) -> [f64; 3] {
        self.0.map(|curve| curve.rate(velocity))
    }

    /// χ_a and χ_b.
    pub fn angles(&self) -> [f64; 2] {
        [self.0[0].value, self.0[1].value]
    }

    /// Forces over (χ_a, χ_b, l) as forces over (d, θ).
    pub fn force(&self, forces: &[f64; 3]) -> [f64; 6] {
        let mut sum = [0.0; 6];
        for (curve, force) in self.0.iter().zip(forces) {
            for (sum, g) in sum.iter_mut().zip(&curve.gradient) {
                *sum += force * g;
            }
        }
        sum
    }

    /// |S| inv α with cos α = |S|/l: how far involutes with this sum of base radii open along the line of action as their axes part. Its slope over the
    /// distance of the axes is sin α. Nearer than the base circles there is no line of action, and no slope. \[theory:gear-spring\] (4)-(6)
    pub fn involute(&self, sum: f64) -> Curve {
        let distance = &self.0[DISTANCE];
        let cosine = sum / distance.value;
        if cosine.is_nan() || cosine >= 1.0 {
            return Curve::ZERO;
        }
        let angle = cosine.acos();
        let sine = angle.sin();
        let mut curve = distance.scaled(sine);
        curve.value = sum * (angle.tan() - angle);
        let along = cosine * cosine / (distance.value * sine);
        for i in 0..2 {
            for j in 0..2 {
                curve.curvature[i][j] += along * distance.gradient[i] * distance.gradient[j];
            }
        }
        curve
    }

    /// How far b's middle plane is ahead of a's along z_a at the pitch point, which lies at this share of the line of centres from a. The axis of b has the
    /// direction of that of a (1) or the opposite one (−1). \[theory:gear-spring\] (9), (10)
    pub fn axial(motion: &RelativeMotion, share: f64, sense: f64) -> Curve {
        let r = &motion.rotation;
        let lambda = [share - 1.0, share - 1.0, -1.0];
        // Λ R and Λ d: the pitch point as b's centre sees it, along the axes of a
        let turned = [0, 1, 2].map(|i| r[i].map(|x| lambda[i] * x));
        let from_b = [0, 1, 2].map(|i| lambda[i] * motion.displacement[i]);
        let seen = transposed_times(r, from_b);
        let z = [0.0, 0.0, 1.0];
        let mut curve = Curve {
            value: -sense * seen[2],
            ..Curve::ZERO
        };
        let torque = cross(z, seen);
        for i in 0..3 {
            curve.gradient[i] = -sense * turned[i][2];
            curve.gradient[3 + i] = -sense * torque[i];
        }
        let z = skew(z);
        let h = &mut curve.curvature;
        add_block(h, 0, 3, sense, &product(&turned, &z));
        add_block(h, 3, 0, -sense, &product_transposed(&z, &turned));
        add_block(h, 3, 3, -sense, &product(&z, &skew(seen)));
        curve
    }

    /// χ_a or χ_b and its rate.
    pub fn angle(&self, which: usize, velocity: &[f64; 6]) -> [f64; 2] {
        let curve = &self.0[which.min(1)];
        [curve.value, curve.rate(velocity)]
    }
}

/// Axes turned about their own z: to count angles from another line of centres.
pub(crate) fn turned(axes: &Tensor, angle: f64) -> Tensor {
    let (s, c) = angle.sin_cos();
    axes.map(|[x, y, z]| [c * x + s * y, c * y - s * x, z])
}

/// χ_a (7)
fn angle_a(motion: &RelativeMotion) -> Curve {
    let (value, slope, bend) = direction(motion.displacement);
    let mut curve = Curve {
        value,
        ..Curve::ZERO
    };
    curve.gradient[..3].copy_from_slice(&slope);
    add_block(&mut curve.curvature, 0, 0, 1.0, &bend);
    curve
}

/// χ_b: the same of e = Rᵀ d, with δe = Rᵀ δd + ẽ δθ. (8)
fn angle_b(motion: &RelativeMotion) -> Curve {
    let r = &motion.rotation;
    let e = transposed_times(r, motion.displacement);
    let (value, slope, bend) = direction(e);
    let mut curve = Curve {
        value,
        ..Curve::ZERO
    };
    curve.gradient[..3].copy_from_slice(&times(r, slope));
    curve.gradient[3..].copy_from_slice(&cross(slope, e));
    let (e, c) = (skew(e), skew(slope));
    let along = difference(&product(&bend, &e), &c);
    let about = difference(&c, &product(&e, &bend));
    let bent = product_transposed(&product(r, &bend), r);
    let h = &mut curve.curvature;
    add_block(h, 0, 0, 1.0, &bent);
    add_block(h, 0, 3, 1.0, &product(r, &along));
    add_block(h, 3, 0, 1.0, &product_transposed(&about, r));
    add_block(h, 3, 3, 1.0, &product(&about, &e));
    curve
}

/// Length of the displacement in the plane of a; without a direction where the axes coincide.
fn distance(motion: &RelativeMotion) -> Curve {
    let [x, y, _] = motion.displacement;
    let value = x.hypot(y);
    let mut curve = Curve {
        value,
        ..Curve::ZERO
    };
    if value <= f64::MIN_POSITIVE {
        return curve;
    }
    let n = [x / value, y / value];
    for i in 0..2 {
        curve.gradient[i] = n[i];
        for j in 0..2 {
            let same = f64::from(u8::from(i == j));
            curve.curvature[i][j] = (same - n[i] * n[j]) / value;
        }
    }
    curve
}

/// Angle of a vector about z from x, its gradient and its second derivative. None of it where the vector is along z.
pub(crate) fn direction([x, y, _]: Vector) -> (f64, Vector, Tensor) {
    let square = x * x + y * y;
    if square <= f64::MIN_POSITIVE {
        return (0.0, [0.0; 3], [[0.0; 3]; 3]);
    }
    let fourth = square * square;
    let (mixed, twice) = ((y * y - x * x) / fourth, 2.0 * x * y / fourth);
    let bend = [[twice, mixed, 0.0], [mixed, -twice, 0.0], [0.0; 3]];
    (y.atan2(x), [-y / square, x / square, 0.0], bend)
}

fn difference(a: &Tensor, b: &Tensor) -> Tensor {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[i][j] - b[i][j]))
}
