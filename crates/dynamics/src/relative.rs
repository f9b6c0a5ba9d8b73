//! The motion of one frame as another sees it, and how forces between the two act on their nodes.
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | d | `displacement` | from a to b, in the axes of a (m) |
//! | R | `rotation` | axes of b in the axes of a |
//! | ḋ, ω | `velocity` | rate of d; spin of b relative to a in the axes of b |
//! | J | `jacobian` | (ḋ, ω) = J (ẋ_a, ω_a, ẋ_b, ω_b) |
//!
//! A force f = (f_d, f_θ) that does work on (ḋ, ω) acts on the nodes as Jᵀ f: action is reaction, and turning both nodes
//! changes nothing, whatever the law. \[theory:multibody\] (16)-(24)

use pitchline_geometry::tensor::{
    Tensor, product, scaled, skew, times, transposed, transposed_product, transposed_times,
};
use pitchline_geometry::vector::{Vector, cross, minus, plus};

use crate::{Frame, Kinematics, LocalMatrix};

/// Two frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relative {
    /// The frame that looks.
    pub a: Frame,
    /// The frame that is looked at.
    pub b: Frame,
}

/// A row over the velocities of both nodes: along a, about a, along b, about b.
pub type NodeRow = [f64; 12];

/// The relative motion with what is needed to bring forces to the nodes.
#[derive(Debug, Clone)]
pub struct RelativeMotion {
    /// From a to b, in the axes of a (m).
    pub displacement: Vector,
    /// Axes of b in the axes of a.
    pub rotation: Tensor,
    /// Rate of `displacement`, then spin of b relative to a in the axes of b.
    pub velocity: [f64; 6],
    /// J by rows.
    pub jacobian: [NodeRow; 6],
    /// R_a, axes of a in ground axes.
    axes_a: Tensor,
    /// From the node of a to b, in the axes of a.
    arm: Vector,
    /// E_aᵀ: from the node's axes to the frame's.
    into_a: Tensor,
    /// A_bᵀ R_a: from the axes of a to those of the node of b.
    from_a_to_b: Tensor,
    /// Spin of a in its own axes.
    spin_a: Vector,
    /// Velocity of b less that of the node of a, in the axes of a.
    apart: Vector,
    /// ω_b × p_b in the axes of the node of b.
    swing: Vector,
    place_b: Vector,
}

impl Relative {
    /// How b moves relative to a.
    pub fn motion(&self, k: &Kinematics) -> RelativeMotion {
        let (node_a, node_b) = (k.pose(self.a.node), k.pose(self.b.node));
        let (v_a, v_b) = (k.velocity(self.a.node), k.velocity(self.b.node));
        let (a, b) = (self.a.pose(node_a), self.b.pose(node_b));
        let displacement = transposed_times(&a.axes, minus(b.place, a.place));
        let rotation = transposed_product(&a.axes, &b.axes);
        let arm = plus(transposed_times(&self.a.axes, self.a.place), displacement);
        let swing = cross(v_b.about, self.b.place);
        let apart = plus(minus(v_b.along, v_a.along), times(&node_b.axes, swing));
        let mut motion = RelativeMotion {
            displacement,
            rotation,
            velocity: [0.0; 6],
            jacobian: [[0.0; 12]; 6],
            into_a: transposed(&self.a.axes),
            from_a_to_b: transposed_product(&node_b.axes, &a.axes),
            spin_a: transposed_times(&self.a.axes, v_a.about),
            apart: transposed_times(&a.axes, apart),
            axes_a: a.axes,
            arm,
            swing,
            place_b: self.b.place,
        };
        motion.set_jacobian(&transposed(&self.b.axes));
        let rates = [v_a.along, v_a.about, v_b.along, v_b.about];
        motion.velocity = motion.of_rates(rates);
        motion
    }
}

impl RelativeMotion {
    fn set_jacobian(&mut self, into_b: &Tensor) {
        let ground = transposed(&self.axes_a);
        let j = &mut self.jacobian;
        put(j, 0, 0, &scaled(-1.0, &ground));
        put(j, 0, 3, &product(&skew(self.arm), &self.into_a));
        put(j, 0, 6, &ground);
        let swing = product(&transposed(&self.from_a_to_b), &skew(self.place_b));
        put(j, 0, 9, &scaled(-1.0, &swing));
        put(
            j,
            3,
            3,
            &scaled(-1.0, &transposed_product(&self.rotation, &self.into_a)),
        );
        put(j, 3, 9, into_b);
    }

    /// J applied to velocities (or other rates) of both nodes.
    pub fn of_rates(&self, rates: [Vector; 4]) -> [f64; 6] {
        self.jacobian.map(|row| {
            let parts = row.chunks_exact(3).zip(&rates);
            parts
                .map(|(j, v)| j[0] * v[0] + j[1] * v[1] + j[2] * v[2])
                .sum()
        })
    }

    /// Adds `factor` Jᵀ f over the local velocities of both nodes.
    pub fn add_force(&self, factor: f64, force: &[f64; 6], out: &mut [f64]) {
        for (row, f) in self.jacobian.iter().zip(force) {
            for (out, j) in out.iter_mut().zip(row) {
                *out += factor * f * j;
            }
        }
    }

    /// Adds `factor` Jᵀ D J for a matrix D over the relative coordinates.
    pub fn add_square(&self, factor: f64, d: &[[f64; 6]; 6], out: &mut LocalMatrix) {
        self.add_product(factor, &self.after(d), out);
    }

    /// D J
    pub fn after(&self, d: &[[f64; 6]; 6]) -> [NodeRow; 6] {
        d.map(|row| {
            let mut sum = [0.0; 12];
            for (d, j) in row.iter().zip(&self.jacobian) {
                for (sum, j) in sum.iter_mut().zip(j) {
                    *sum += d * j;
                }
            }
            sum
        })
    }

    /// Adds `factor` Jᵀ N for rows N over the local velocities of both nodes.
    pub fn add_product(&self, factor: f64, rows: &[NodeRow; 6], out: &mut LocalMatrix) {
        for (j, n) in self.jacobian.iter().zip(rows) {
            for (i, j) in j.iter().enumerate() {
                let k = factor * j;
                if k != 0.0 {
                    for (out, n) in out.row_mut(i).iter_mut().zip(n) {
                        *out += k * n;
                    }
                }
            }
        }
    }

    /// Adds `factor` ∂(Jᵀ f)/∂q with f held: what turning the frames does to a force between them.
    pub fn add_geometric(&self, factor: f64, force: &[f64; 6], out: &mut LocalMatrix) {
        let f_d = [force[0], force[1], force[2]];
        let f_t = [force[3], force[4], force[5]];
        // δ(R_a f_d) = −R_a f̃_d E_aᵀ δΘ_a
        let turned = product(&skew(f_d), &self.into_a);
        let ground = product(&self.axes_a, &turned);
        out.add_block(0, 3, factor, &ground);
        out.add_block(6, 3, -factor, &ground);
        // δ(arm × f_d + R f_θ) = −f̃_d δd − R f̃_θ δθ, seen by the node of a
        let from_a = transposed(&self.into_a);
        let of_d = product(&from_a, &skew(f_d));
        let of_t = product(&from_a, &product(&self.rotation, &skew(f_t)));
        for i in 0..3 {
            let row = out.row_mut(3 + i);
            for k in 0..3 {
                let (d, t) = (factor * of_d[i][k], factor * of_t[i][k]);
                let rates = self.jacobian[k].iter().zip(&self.jacobian[3 + k]);
                for (out, (j_d, j_t)) in row.iter_mut().zip(rates) {
                    *out += d * j_d + t * j_t;
                }
            }
        }
        // p̃_b g with g = A_bᵀ R_a f_d
        let g = times(&self.from_a_to_b, f_d);
        let p = skew(self.place_b);
        out.add_block(9, 9, factor, &product(&p, &skew(g)));
        out.add_block(
            9,
            3,
            -factor,
            &product(&p, &product(&self.from_a_to_b, &turned)),
        );
    }

    /// ∂(J v)/∂q with v held.
    pub fn velocity_gradient(&self) -> [NodeRow; 6] {
        let mut rows = [[0.0; 12]; 6];
        // δ(R_aᵀ u) = (R_aᵀ u)~ E_aᵀ δΘ_a − R_aᵀ A_b (ω_b × p_b)~ δΘ_b
        put(&mut rows, 0, 3, &product(&skew(self.apart), &self.into_a));
        let swing = product(&transposed(&self.from_a_to_b), &skew(self.swing));
        put(&mut rows, 0, 9, &scaled(-1.0, &swing));
        // δ(arm × ω_a) = −ω̃_a δd; δ(Rᵀ ω_a) = (Rᵀ ω_a)~ δθ
        let carried = skew(transposed_times(&self.rotation, self.spin_a));
        let spin = skew(self.spin_a);
        for i in 0..3 {
            for k in 0..3 {
                subtract(&mut rows[i], spin[i][k], &self.jacobian[k]);
                subtract(&mut rows[3 + i], carried[i][k], &self.jacobian[3 + k]);
            }
        }
        rows
    }

    /// J̇ v: the relative acceleration that nodes without acceleration have.
    pub fn bias(&self, k: &Kinematics, of: &Relative) -> [f64; 6] {
        let (a, b) = (k.velocity(of.a.node), k.velocity(of.b.node));
        let rates = [a.along, a.about, b.along, b.about];
        self.velocity_gradient().map(|row| {
            let parts = row.chunks_exact(3).zip(&rates);
            parts
                .map(|(j, v)| j[0] * v[0] + j[1] * v[1] + j[2] * v[2])
                .sum()
        })
    }

    /// The turn of b about the z axis that it shares with a.
    pub fn turn(&self) -> Turn {
        Turn::of(&self.rotation)
    }

    /// Angle of that turn (rad) and its rate (rad/s).
    pub fn turn_and_rate(&self) -> [f64; 2] {
        let turn = self.turn();
        let rates = turn.gradient.iter().zip(&self.velocity[3..]);
        [turn.angle, rates.map(|(g, w)| g * w).sum()]
    }
}

/// An angle φ about z: for axes that are not quite parallel, that of the nearest rotation about z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// φ (rad), between −π and π.
    pub angle: f64,
    /// ∂φ/∂θ in the axes of b.
    pub gradient: Vector,
    /// ∂²φ/∂θ²: change of `gradient` for a further turn in the axes of b; rows follow `gradient`.
    pub curvature: Tensor,
}

impl Turn {
    fn of(r: &Tensor) -> Self {
        let (s, c) = (r[1][0] - r[0][1], r[0][0] + r[1][1]);
        // Vanishes only where b's z points against a's.
        let square = (s * s + c * c).max(f64::MIN_POSITIVE);
        let (x, y) = (r[0][2], r[1][2]);
        let d_s = [-x, -y, c];
        let d_c = [y, -x, -s];
        let d_x = [-r[0][1], r[0][0], 0.0];
        let d_y = [-r[1][1], r[1][0], 0.0];
        let gradient = [(-c * x - s * y) / square, (s * x - c * y) / square, 1.0];
        let mut curvature = [[0.0; 3]; 3];
        for i in 0..3 {
            let d_square = 2.0 * (s * d_s[i] + c * d_c[i]);
            let first = -d_c[i] * x - c * d_x[i] - d_s[i] * y - s * d_y[i];
            let second = d_s[i] * x + s * d_x[i] - d_c[i] * y - c * d_y[i];
            curvature[0][i] = (first - gradient[0] * d_square) / square;
            curvature[1][i] = (second - gradient[1] * d_square) / square;
        }
        Self {
            angle: s.atan2(c),
            gradient,
            curvature,
        }
    }
}

fn put(rows: &mut [NodeRow; 6], row: usize, column: usize, block: &Tensor) {
    for i in 0..3 {
        rows[row + i][column..column + 3].copy_from_slice(&block[i]);
    }
}

fn subtract(row: &mut NodeRow, factor: f64, other: &NodeRow) {
    for (x, y) in row.iter_mut().zip(other) {
        *x -= factor * y;
    }
}
