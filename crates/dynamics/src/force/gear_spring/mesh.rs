//! Deflection of a mesh of involutes with its derivatives over the relative motion of the wheels. \[theory:gear-spring\]
//! (7)-(12)

use pitchline_geometry::tensor::{product, product_transposed, skew, transposed_times};
use pitchline_geometry::vector::{cross, dot};

use super::GearSpringData;
use crate::RelativeMotion;
use crate::centers::{Centers, Curve, DISTANCE};
use crate::six::add_block as add;

/// δ at an instant, within one turn of the line of centres and without its value at the start.
pub(super) struct Mesh {
    /// Where the wheels stand.
    pub centers: Centers,
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
            centers: Centers::of(motion),
            value: 0.0,
            gradient: [0.0; 6],
            curvature: [[0.0; 6]; 6],
        };
        let radii = data.signed_radii().map(|radius| -data.sense() * radius);
        for (which, factor) in radii.into_iter().enumerate() {
            mesh.value += factor * mesh.centers.0[which].value;
            mesh.add_curve(which, factor);
        }
        mesh.add_distance(data);
        if data.base_helix_angle != 0.0 {
            mesh.add_axial(data, motion);
        }
        mesh
    }

    /// χ_a and χ_b (rad).
    pub fn angles(&self) -> [f64; 2] {
        [0, 1].map(|which| self.centers.0[which].value)
    }

    /// Adds derivatives of one of the three: `factor` times its own.
    fn add_curve(&mut self, which: usize, factor: f64) {
        let curve = &self.centers.0[which];
        for (sum, g) in self.gradient.iter_mut().zip(&curve.gradient) {
            *sum += factor * g;
        }
        for (sums, row) in self.curvature.iter_mut().zip(&curve.curvature) {
            for (sum, h) in sums.iter_mut().zip(row) {
                *sum += factor * h;
            }
        }
    }

    /// Adds ∓ |S| inv α, whose slope over the distance of the axes is ∓ sin α. (5), (6)
    fn add_distance(&mut self, data: &GearSpringData) {
        let Curve {
            value: distance,
            gradient,
            ..
        } = self.centers.0[DISTANCE];
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
        self.add_curve(DISTANCE, sign * sine);
        let along = sign * cosine * cosine / (distance * sine);
        for i in 0..2 {
            for j in 0..2 {
                self.curvature[i][j] += along * gradient[i] * gradient[j];
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
