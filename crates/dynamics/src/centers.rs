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
    const ZERO: Self = Self {
        value: 0.0,
        gradient: [0.0; 6],
        curvature: [[0.0; 6]; 6],
    };

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
fn direction([x, y, _]: Vector) -> (f64, Vector, Tensor) {
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
