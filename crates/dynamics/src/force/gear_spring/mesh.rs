//! Deflection of a mesh of involutes with its derivatives over the relative motion of the wheels. \[theory:gear-spring\]
//! (7)-(12)

use pitchline_geometry::tensor::{
    Tensor, product, product_transposed, skew, times, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot};

use super::GearSpringData;
use crate::RelativeMotion;

/// δ at an instant, within one turn of the line of centres and without its value at the start.
pub(super) struct Mesh {
    /// χ_a and χ_b (rad), between −π and π.
    pub angles: [f64; 2],
    /// Their gradients over (d, θ).
    gradients: [[f64; 6]; 2],
    /// δ (m).
    pub value: f64,
    /// ∂δ/∂(d, θ).
    pub gradient: [f64; 6],
    /// Change of the gradient over (d, θ); rows follow it.
    pub curvature: [[f64; 6]; 6],
}

impl Mesh {
    pub fn of(data: &GearSpringData, motion: &RelativeMotion) -> Self {
        let mut mesh = Self {
            angles: [0.0; 2],
            gradients: [[0.0; 6]; 2],
            value: 0.0,
            gradient: [0.0; 6],
            curvature: [[0.0; 6]; 6],
        };
        let [r_a, r_b] = data.signed_radii().map(|radius| -data.sense() * radius);
        mesh.add_angle_a(r_a, motion.displacement);
        mesh.add_angle_b(r_b, motion);
        mesh.add_distance(data, motion.displacement);
        if data.base_helix_angle != 0.0 {
            mesh.add_axial(data, motion);
        }
        mesh
    }

    /// Angle of the line of centres in the axes of a wheel and its rate, for the relative velocity.
    pub fn angle(&self, which: usize, velocity: &[f64; 6]) -> [f64; 2] {
        let which = which.min(1);
        let rates = self.gradients[which].iter().zip(velocity);
        [self.angles[which], rates.map(|(g, v)| g * v).sum()]
    }

    /// Adds `factor` χ_a. (7)
    fn add_angle_a(&mut self, factor: f64, d: Vector) {
        let (angle, slope, bend) = direction(d);
        self.angles[0] = angle;
        self.gradients[0][..3].copy_from_slice(&slope);
        add(&mut self.curvature, 0, 0, factor, &bend);
        self.add_weighted(0, factor);
    }

    /// Adds `factor` χ_b: the same of e = Rᵀ d, with δe = Rᵀ δd + ẽ δθ. (8)
    fn add_angle_b(&mut self, factor: f64, motion: &RelativeMotion) {
        let r = &motion.rotation;
        let e = transposed_times(r, motion.displacement);
        let (angle, slope, bend) = direction(e);
        self.angles[1] = angle;
        self.gradients[1][..3].copy_from_slice(&times(r, slope));
        self.gradients[1][3..].copy_from_slice(&cross(slope, e));
        let (e, c) = (skew(e), skew(slope));
        let along = difference(&product(&bend, &e), &c);
        let about = difference(&c, &product(&e, &bend));
        let bent = product_transposed(&product(r, &bend), r);
        add(&mut self.curvature, 0, 0, factor, &bent);
        add(&mut self.curvature, 0, 3, factor, &product(r, &along));
        add(
            &mut self.curvature,
            3,
            0,
            factor,
            &product_transposed(&about, r),
        );
        add(&mut self.curvature, 3, 3, factor, &product(&about, &e));
        self.add_weighted(1, factor);
    }

    fn add_weighted(&mut self, which: usize, factor: f64) {
        self.value += factor * self.angles[which];
        for (sum, g) in self.gradient.iter_mut().zip(&self.gradients[which]) {
            *sum += factor * g;
        }
    }

    /// Adds ∓ |S| inv α, whose slope over the distance of the axes is ∓ sin α. (5), (6)
    fn add_distance(&mut self, data: &GearSpringData, [x, y, _]: Vector) {
        let distance = x.hypot(y);
        let sum = data.sum().abs();
        let sign = if data.is_internal { 1.0 } else { -1.0 };
        let cosine = sum / distance;
        // Nearer than the base circles there is no line of action; at α = 0 value and slope are zero.
        if cosine.is_nan() || cosine >= 1.0 {
            return;
        }
        let angle = cosine.acos();
        let sine = angle.sin();
        self.value += sign * sum * (angle.tan() - angle);
        let n = [x / distance, y / distance];
        let along = sign * cosine * cosine / (distance * sine);
        let across = sign * sine / distance;
        for i in 0..2 {
            self.gradient[i] += sign * sine * n[i];
            for j in 0..2 {
                let square = n[i] * n[j];
                let same = f64::from(u8::from(i == j));
                self.curvature[i][j] += along * square + across * (same - square);
            }
        }
    }

    /// Adds s tan β_b ζ with ζ = −z_b · Λ d at the pitch point. (9), (10)
    fn add_axial(&mut self, data: &GearSpringData, motion: &RelativeMotion) {
        let r = &motion.rotation;
        let share = data.base_radius_a / data.sum();
        let lambda = [share - 1.0, share - 1.0, -1.0];
        let factor = -data.sense() * data.base_helix_angle.tan();
        // Λ R and Λ d: the pitch point as b's centre sees it, along the axes of a
        let turned = [0, 1, 2].map(|i| r[i].map(|x| lambda[i] * x));
        let from_b = [0, 1, 2].map(|i| lambda[i] * motion.displacement[i]);
        let seen = transposed_times(r, from_b);
        let z = [0.0, 0.0, 1.0];
        self.value += factor * dot(z, seen);
        let torque = cross(z, seen);
        for i in 0..3 {
            self.gradient[i] += factor * turned[i][2];
            self.gradient[3 + i] += factor * torque[i];
        }
        let z = skew(z);
        add(&mut self.curvature, 0, 3, -factor, &product(&turned, &z));
        add(
            &mut self.curvature,
            3,
            0,
            factor,
            &product_transposed(&z, &turned),
        );
        add(&mut self.curvature, 3, 3, factor, &product(&z, &skew(seen)));
    }
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

fn add(m: &mut [[f64; 6]; 6], row: usize, column: usize, factor: f64, block: &Tensor) {
    for (row, block) in m[row..].iter_mut().zip(block) {
        for (entry, value) in row[column..].iter_mut().zip(block) {
            *entry += factor * value;
        }
    }
}
