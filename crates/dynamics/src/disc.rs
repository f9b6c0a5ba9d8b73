//! A disc on a shaft: a rigid body whose centre of mass may stand off the axis. \[theory:shafts\] (26)-(28)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | m | `mass` | kg |
//! | I_p, I_d | `polar_inertia`, `diametral_inertia`, about the centre of mass | kg m² |
//! | e | `unbalance`: from the seat to the centre of mass, in the axes of the seat | m |
//!
//! z of the seat is the disc's axis: a seat that is tilted on the node makes a moment of unbalance. With u from the node to the
//! centre of mass, in the node's axes, the force is F = m (ẍ + R (ω̇ × u + ω × (ω × u)) − g), the torque
//! u × Rᵀ F + J ω̇ + ω × J ω.

use std::f64::consts::PI;

use pitchline_geometry::tensor::{
    IDENTITY, Tensor, product, product_transposed, skew, sum, times, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, minus, plus, plus_scaled};

use crate::{Element, Energy, Error, Frame, Kinematics, LocalMatrix, Touched, Weights};

/// A rigid disc on a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Disc {
    /// Where it sits; its axis is z.
    pub seat: Frame,
    /// Mass (kg).
    pub mass: f64,
    /// Inertia about its axis (kg m²).
    pub polar_inertia: f64,
    /// Inertia about any axis across (kg m²), through the centre of mass.
    pub diametral_inertia: f64,
    /// From the seat to its centre of mass (m), in the axes of the seat.
    pub unbalance: Vector,
}

impl Disc {
    /// A ring of uniform density, centred on its seat.
    pub fn from_sizes(
        seat: Frame,
        outer_diameter: f64,
        inner_diameter: f64,
        width: f64,
        density: f64,
    ) -> Self {
        let squares = [outer_diameter, inner_diameter].map(|d| d * d);
        let mass = PI / 4.0 * density * width * (squares[0] - squares[1]);
        let polar = mass * (squares[0] + squares[1]) / 8.0;
        Self {
            seat,
            mass,
            polar_inertia: polar,
            diametral_inertia: 0.5 * polar + mass * width * width / 12.0,
            unbalance: [0.0; 3],
        }
    }

    /// Refuses what no disc has; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        let values = [
            ("mass", self.mass),
            ("polar_inertia", self.polar_inertia),
            ("diametral_inertia", self.diametral_inertia),
        ];
        for (key, value) in values {
            if !(value >= 0.0 && value.is_finite()) {
                return wrong(key, value, "a finite number, not below 0");
            }
        }
        // ∫(x² + y²) dm cannot exceed ∫(x² + z²) dm + ∫(y² + z²) dm.
        if self.polar_inertia > 2.0 * self.diametral_inertia * (1.0 + 1e-12) {
            return wrong(
                "polar_inertia",
                self.polar_inertia,
                "at most twice the diametral inertia, as that of any body",
            );
        }
        match self.unbalance.iter().find(|x| !x.is_finite()) {
            Some(&value) => wrong("unbalance", value, "finite"),
            None => Ok(()),
        }
    }

    /// u: from the node to the centre of mass, in the node's axes.
    fn arm(&self) -> Vector {
        plus(self.seat.place, times(&self.seat.axes, self.unbalance))
    }

    /// J about the centre of mass, in the node's axes.
    fn inertia(&self) -> Tensor {
        let axis = self.seat.axes.map(|row| row[2]);
        let more = self.polar_inertia - self.diametral_inertia;
        let mut inertia = [[0.0; 3]; 3];
        for i in 0..3 {
            inertia[i][i] = self.diametral_inertia;
            for j in 0..3 {
                inertia[i][j] += more * axis[i] * axis[j];
            }
        }
        inertia
    }

    /// ω × (ω × u) + ω̇ × u
    fn swing(&self, k: &Kinematics) -> Vector {
        let (spin, rate) = self.spins(k);
        let arm = self.arm();
        plus(cross(spin, cross(spin, arm)), cross(rate, arm))
    }

    fn spins(&self, k: &Kinematics) -> (Vector, Vector) {
        let node = self.seat.node;
        (k.velocity(node).about, k.acceleration(node).about)
    }

    /// m (a − g) of the centre of mass, ground axes.
    fn force(&self, k: &Kinematics) -> Vector {
        let axes = k.pose(self.seat.node).axes;
        let a = k.acceleration(self.seat.node).along;
        let felt = minus(plus(a, times(&axes, self.swing(k))), k.gravity);
        felt.map(|x| self.mass * x)
    }
}

impl Element for Disc {
    fn touched(&self) -> Touched {
        Touched::nodes([self.seat.node])
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let axes = k.pose(self.seat.node).axes;
        let (spin, rate) = self.spins(k);
        let inertia = self.inertia();
        let force = self.force(k);
        let own = plus(times(&inertia, rate), cross(spin, times(&inertia, spin)));
        let torque = plus(own, cross(self.arm(), transposed_times(&axes, force)));
        for i in 0..3 {
            out[i] += force[i];
            out[3 + i] += torque[i];
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let axes = k.pose(self.seat.node).axes;
        let (spin, _) = self.spins(k);
        let (inertia, u) = (self.inertia(), self.arm());
        let arm = skew(u);
        // −∂(swing): by ω̇ ũ, by ω (ω × u)~ + ω̃ ũ, by Θ the whole swing turned
        let rates = sum(&skew(cross(spin, u)), &product(&skew(spin), &arm));
        let mut swung = [[0.0; 3]; 3];
        let parts = [
            (weights.acceleration, &arm),
            (weights.velocity, &rates),
            (weights.position, &skew(self.swing(k))),
        ];
        for (weight, part) in parts {
            for (sum, part) in swung.iter_mut().flatten().zip(part.iter().flatten()) {
                *sum -= weight * part;
            }
        }
        let m = self.mass;
        out.add_block(0, 0, m * weights.acceleration, &IDENTITY);
        out.add_block(0, 3, m, &product(&axes, &swung));
        let turned = product_transposed(&arm, &axes);
        out.add_block(3, 0, m * weights.acceleration, &turned);
        out.add_block(3, 3, m, &product(&arm, &swung));
        out.add_block(3, 3, weights.acceleration, &inertia);
        let momentum = times(&inertia, spin);
        let gyroscopic = sum(&product(&skew(spin), &inertia), &skew(momentum.map(|x| -x)));
        out.add_block(3, 3, weights.velocity, &gyroscopic);
        if weights.position != 0.0 {
            // δ(Rᵀ F) = (Rᵀ F)~ δΘ
            let seen = skew(transposed_times(&axes, self.force(k)));
            out.add_block(3, 3, weights.position, &product(&arm, &seen));
        }
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (node, arm) = (self.seat.node, self.arm());
        let (pose, rate) = (k.pose(node), k.velocity(node));
        let swing = times(&pose.axes, cross(rate.about, arm));
        let velocity = plus(rate.along, swing);
        let place = plus_scaled(pose.place, 1.0, times(&pose.axes, arm));
        let momentum = times(&self.inertia(), rate.about);
        Energy {
            kinetic: 0.5 * (self.mass * dot(velocity, velocity) + dot(rate.about, momentum)),
            potential: -self.mass * dot(k.gravity, place),
            ..Energy::default()
        }
    }
}
