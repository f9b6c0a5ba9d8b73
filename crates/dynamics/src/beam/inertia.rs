//! Inertia and weight of a beam. \[theory:shafts\] (12)-(24)
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | p_i | [`Carried`] | x_a, h d_a, x_b, h d_b: the places of the ends and their directors, R times the axis |
//! | M_ij | `mass` | constant, over these four vectors (kg) |
//! | n_i | `first` | mass that each carries in a uniform acceleration (kg) |
//! | J | `polar`, `diametral` | of the sections, by the spins of the ends in their own axes (kg m²) |
//!
//! The place at any share of the length is linear in p, so the kinetic energy of the masses is ½ Σ M_ij ṗ_i · ṗ_j in any
//! motion, however large.

use pitchline_geometry::tensor::{
    Tensor, product, product_transposed, skew, sum, times, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, dot, plus, plus_scaled};

use super::integrals::{Integrals, Shapes};
use crate::{Frame, Kinematics, LocalMatrix, NodeId, Weights};

/// A vector that a node carries: `share` times its place and u in its own axes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Carried {
    /// Which of the two ends.
    end: usize,
    /// 1 for a place, 0 for a director.
    share: f64,
    /// u (m).
    vector: Vector,
}

/// The inertia of a beam.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Inertia {
    nodes: [NodeId; 2],
    carried: [Carried; 4],
    mass: [Shapes; 4],
    first: Shapes,
    /// Of the sections about the axes of each node, by its own spin; in its axes.
    own: [Tensor; 2],
    /// Axis of the beam in the axes of each node.
    axes: [Vector; 2],
    /// What couples the spins about the axis.
    coupled: f64,
}

/// How a carried vector moves.
#[derive(Debug, Clone, Copy, Default)]
struct Moving {
    /// ω × u
    swing: Vector,
    /// b = ω × (ω × u) + ω̇ × u
    turned: Vector,
    /// p̈, ground axes.
    acceleration: Vector,
}

impl Inertia {
    pub fn of(a: &Frame, b: &Frame, length: f64, integrals: &Integrals) -> Self {
        let axes = [a, b].map(|frame| frame.axes.map(|row| row[0]));
        let place = |end, vector| Carried {
            end,
            share: 1.0,
            vector,
        };
        let director = |end: usize| Carried {
            end,
            share: 0.0,
            vector: axes[end].map(|x| length * x),
        };
        let own = [(0, a), (1, b)].map(|(end, frame)| {
            let [about_y, about_z] = integrals.diametral[end];
            let principal = [integrals.polar[end], about_y, about_z];
            let turned = frame
                .axes
                .map(|row| [0, 1, 2].map(|i| row[i] * principal[i]));
            product_transposed(&turned, &frame.axes)
        });
        Self {
            nodes: [a.node, b.node],
            carried: [
                place(0, a.place),
                director(0),
                place(1, b.place),
                director(1),
            ],
            mass: integrals.mass,
            first: integrals.first,
            own,
            axes,
            coupled: integrals.polar[2],
        }
    }

    pub fn mass(&self) -> f64 {
        self.first[0] + self.first[2]
    }

    fn moving(&self, k: &Kinematics) -> [Moving; 4] {
        let mut all = [Moving::default(); 4];
        for (moving, of) in all.iter_mut().zip(&self.carried) {
            let node = self.nodes[of.end];
            let (spin, rate) = (k.velocity(node).about, k.acceleration(node));
            moving.swing = cross(spin, of.vector);
            moving.turned = plus(cross(spin, moving.swing), cross(rate.about, of.vector));
            let turned = times(&k.pose(node).axes, moving.turned);
            moving.acceleration = plus_scaled(turned, of.share, rate.along);
        }
        all
    }

    /// What acts along a carried vector: Σ M_ij p̈_j − n_i g.
    fn force(&self, i: usize, k: &Kinematics, moving: &[Moving; 4]) -> Vector {
        let mut force = k.gravity.map(|g| -self.first[i] * g);
        for (m, other) in self.mass[i].iter().zip(moving) {
            force = plus_scaled(force, *m, other.acceleration);
        }
        force
    }

    /// Momentum of the sections' spins about the axes of an end, for any two vectors that stand for the spins.
    fn momentum(&self, end: usize, own: Vector, other: Vector) -> Vector {
        let coupled = self.coupled * dot(self.axes[1 - end], other);
        plus_scaled(times(&self.own[end], own), coupled, self.axes[end])
    }

    pub fn add_residual(&self, k: &Kinematics, out: &mut [f64]) {
        let moving = self.moving(k);
        for (i, carried) in self.carried.iter().enumerate() {
            let axes = &k.pose(self.nodes[carried.end]).axes;
            let force = self.force(i, k, &moving);
            let torque = cross(carried.vector, transposed_times(axes, force));
            let out = &mut out[6 * carried.end..];
            for i in 0..3 {
                out[i] += carried.share * force[i];
                out[3 + i] += torque[i];
            }
        }
        let spins = self.nodes.map(|node| k.velocity(node).about);
        let rates = self.nodes.map(|node| k.acceleration(node).about);
        for end in 0..2 {
            let momentum = self.momentum(end, spins[end], spins[1 - end]);
            let change = self.momentum(end, rates[end], rates[1 - end]);
            let torque = plus(change, cross(spins[end], momentum));
            for i in 0..3 {
                out[6 * end + 3 + i] += torque[i];
            }
        }
    }

    pub fn add_tangent(&self, k: &Kinematics, weights: Weights, out: &mut LocalMatrix) {
        let moving = self.moving(k);
        let mut changes = [[[0.0; 3]; 3]; 4];
        for (change, (carried, moving)) in changes.iter_mut().zip(self.carried.iter().zip(&moving))
        {
            let node = self.nodes[carried.end];
            let own = own_change(carried, moving, k.velocity(node).about, weights);
            *change = product(&k.pose(node).axes, &own);
        }
        for (i, carried) in self.carried.iter().enumerate() {
            let row = 6 * carried.end;
            let axes = &k.pose(self.nodes[carried.end]).axes;
            // u × Rᵀ
            let lever = product_transposed(&skew(carried.vector), axes);
            for end in 0..2 {
                let (mut along, mut about) = (0.0, [[0.0; 3]; 3]);
                for (j, other) in self
                    .carried
                    .iter()
                    .enumerate()
                    .filter(|(_, o)| o.end == end)
                {
                    along += weights.acceleration * self.mass[i][j] * other.share;
                    add_scaled(&mut about, self.mass[i][j], &changes[j]);
                }
                let column = 6 * end;
                for d in 0..3 {
                    out.add(row + d, column + d, along * carried.share);
                }
                out.add_block(row + 3, column, along, &lever);
                if carried.share != 0.0 {
                    out.add_block(row, column + 3, carried.share, &about);
                }
                out.add_block(row + 3, column + 3, 1.0, &product(&lever, &about));
            }
            if weights.position != 0.0 {
                // δ(Rᵀ F) = (Rᵀ F)~ δΘ
                let seen = skew(transposed_times(axes, self.force(i, k, &moving)));
                let turned = product(&skew(carried.vector), &seen);
                out.add_block(row + 3, row + 3, weights.position, &turned);
            }
        }
        self.add_spin_tangent(k, weights, out);
    }

    /// Of the sections' own inertia: J ω̇ + ω × J ω with the coupling of both ends. (24)
    fn add_spin_tangent(&self, k: &Kinematics, weights: Weights, out: &mut LocalMatrix) {
        let spins = self.nodes.map(|node| k.velocity(node).about);
        for end in 0..2 {
            let (row, column) = (6 * end + 3, 6 * (1 - end) + 3);
            let across = outer(self.axes[end], self.axes[1 - end]);
            out.add_block(row, row, weights.acceleration, &self.own[end]);
            out.add_block(row, column, weights.acceleration * self.coupled, &across);
            if weights.velocity != 0.0 {
                let spin = skew(spins[end]);
                let momentum = self.momentum(end, spins[end], spins[1 - end]);
                let gyroscopic = sum(&product(&spin, &self.own[end]), &skew(momentum.map(|x| -x)));
                out.add_block(row, row, weights.velocity, &gyroscopic);
                let coupled = weights.velocity * self.coupled;
                out.add_block(row, column, coupled, &product(&spin, &across));
            }
        }
    }

    /// Kinetic energy and that of the weight (J).
    pub fn energy(&self, k: &Kinematics) -> [f64; 2] {
        let velocities = self.carried.map(|carried| {
            let node = self.nodes[carried.end];
            let rate = k.velocity(node);
            let swing = times(&k.pose(node).axes, cross(rate.about, carried.vector));
            plus_scaled(swing, carried.share, rate.along)
        });
        let (mut kinetic, mut weight) = (0.0, 0.0);
        for (i, carried) in self.carried.iter().enumerate() {
            let pose = k.pose(self.nodes[carried.end]);
            let place = plus_scaled(times(&pose.axes, carried.vector), carried.share, pose.place);
            weight -= self.first[i] * dot(k.gravity, place);
            for (m, other) in self.mass[i].iter().zip(velocities) {
                kinetic += 0.5 * m * dot(velocities[i], other);
            }
        }
        let spins = self.nodes.map(|node| k.velocity(node).about);
        for end in 0..2 {
            let momentum = self.momentum(end, spins[end], spins[1 - end]);
            kinetic += 0.5 * dot(spins[end], momentum);
        }
        [kinetic, weight]
    }
}

/// ∂p̈/∂Θ, ∂p̈/∂ω and ∂p̈/∂ω̇ with their weights, in the axes of the node. \[theory:shafts\] (23)
fn own_change(carried: &Carried, moving: &Moving, spin: Vector, weights: Weights) -> Tensor {
    let arm = skew(carried.vector);
    let mut sum = [[0.0; 3]; 3];
    add_scaled(&mut sum, -weights.acceleration, &arm);
    if weights.velocity != 0.0 {
        add_scaled(&mut sum, -weights.velocity, &skew(moving.swing));
        add_scaled(&mut sum, -weights.velocity, &product(&skew(spin), &arm));
    }
    add_scaled(&mut sum, -weights.position, &skew(moving.turned));
    sum
}

fn add_scaled(sum: &mut Tensor, factor: f64, part: &Tensor) {
    for (sum, part) in sum.iter_mut().zip(part) {
        for (sum, part) in sum.iter_mut().zip(part) {
            *sum += factor * part;
        }
    }
}

fn outer(a: Vector, b: Vector) -> Tensor {
    a.map(|a| b.map(|b| a * b))
}
