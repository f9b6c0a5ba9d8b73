//! Derivatives of a relative motion: what tangents are made of. \[theory:multibody\] (17)-(24)

use pitchline_geometry::tensor::{
    Tensor, product, scaled, skew, times, transposed, transposed_product, transposed_times,
};

use super::{Relative, RelativeMotion};
use crate::{Kinematics, LocalMatrix};

/// A row over the velocities of both nodes: along a, about a, along b, about b.
pub type NodeRow = [f64; 12];

/// A relative motion with its derivatives.
#[derive(Debug, Clone)]
pub struct Linearised {
    /// The motion.
    pub motion: RelativeMotion,
    /// J by rows: (ḋ, ω) = J (ẋ_a, ω_a, ẋ_b, ω_b).
    pub jacobian: [NodeRow; 6],
}

impl Linearised {
    pub(super) fn of(motion: RelativeMotion) -> Self {
        let mut jacobian = [[0.0; 12]; 6];
        let j = &mut jacobian;
        let ground = transposed(&motion.axes_a);
        put(j, 0, 0, &scaled(-1.0, &ground));
        put(j, 0, 3, &product(&skew(motion.arm), &motion.into_a));
        put(j, 0, 6, &ground);
        let swing = product(&transposed(&motion.from_a_to_b), &skew(motion.place_b));
        put(j, 0, 9, &scaled(-1.0, &swing));
        let carried = transposed_product(&motion.rotation, &motion.into_a);
        put(j, 3, 3, &scaled(-1.0, &carried));
        put(j, 3, 9, &transposed(&motion.from_b));
        Self { motion, jacobian }
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
        let turned = product(&skew(f_d), &self.motion.into_a);
        let ground = product(&self.motion.axes_a, &turned);
        out.add_block(0, 3, factor, &ground);
        out.add_block(6, 3, -factor, &ground);
        // δ(arm × f_d + R f_θ) = −f̃_d δd − R f̃_θ δθ, seen by the node of a
        let from_a = transposed(&self.motion.into_a);
        let of_d = product(&from_a, &skew(f_d));
        let of_t = product(&from_a, &product(&self.motion.rotation, &skew(f_t)));
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
        let g = times(&self.motion.from_a_to_b, f_d);
        let p = skew(self.motion.place_b);
        out.add_block(9, 9, factor, &product(&p, &skew(g)));
        out.add_block(
            9,
            3,
            -factor,
            &product(&p, &product(&self.motion.from_a_to_b, &turned)),
        );
    }

    /// ∂(J v)/∂q with v held.
    pub fn velocity_gradient(&self) -> [NodeRow; 6] {
        let mut rows = [[0.0; 12]; 6];
        // δ(R_aᵀ u) = (R_aᵀ u)~ E_aᵀ δΘ_a − R_aᵀ A_b (ω_b × p_b)~ δΘ_b
        put(
            &mut rows,
            0,
            3,
            &product(&skew(self.motion.apart), &self.motion.into_a),
        );
        let swing = product(
            &transposed(&self.motion.from_a_to_b),
            &skew(self.motion.swing),
        );
        put(&mut rows, 0, 9, &scaled(-1.0, &swing));
        // δ(arm × ω_a) = −ω̃_a δd; δ(Rᵀ ω_a) = (Rᵀ ω_a)~ δθ
        let carried = skew(transposed_times(&self.motion.rotation, self.motion.spin_a));
        let spin = skew(self.motion.spin_a);
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
