//! The mass matrix of a body in a moving frame. \[liu\] (11)-(14), (16)-(18); \[theory:floating-frame\] (5)-(8)

use super::Invariants;
use crate::Error;
use crate::tensor::{Tensor, Vector, dot, times};

/// Blocks for the velocities of the frame v̄, ω̄ along the axes of the body, and q̇; the matrix is symmetric.
#[derive(Debug, Clone, PartialEq)]
pub struct MassBlocks {
    /// Translation: this times the unit matrix.
    pub tt: f64,
    /// Translation and turn, by rows.
    pub tr: [[f64; 3]; 3],
    /// Translation and deformation, 3 × n by columns.
    pub tf: Vec<f64>,
    /// Turn, by rows.
    pub rr: [[f64; 3]; 3],
    /// Turn and deformation, 3 × n by columns.
    pub rf: Vec<f64>,
    /// Deformation, n × n by columns.
    pub ff: Vec<f64>,
}

impl Invariants {
    /// Number of shapes.
    pub fn n(&self) -> usize {
        self.sums.len() / 3
    }

    /// Blocks at the deformation q, nothing left out.
    pub fn mass_blocks(&self, q: &[f64]) -> Result<MassBlocks, Error> {
        let n = self.count("coordinates of a deformation", q)?;
        let mut blocks = self.undeformed();
        blocks.ff.clone_from(&self.modal_mass);
        let mut first = self.first;
        let (sums, _) = self.sums.as_chunks::<3>();
        for (i, &q_i) in q.iter().enumerate() {
            add_scaled(&mut first, q_i, &sums[i]);
            let pairs = &self.pair_moments[3 * n * i..3 * n * (i + 1)];
            add_scaled(&mut blocks.rf, q_i, pairs);
            let change = &self.inertia_changes[i];
            // Σ_j q_j U_8ij
            let mut pairs = [[0.0; 3]; 3];
            for (j, &q_j) in q.iter().enumerate() {
                add_scaled(
                    pairs.as_flattened_mut(),
                    q_j,
                    self.inertia_pairs[i + n * j].as_flattened(),
                );
            }
            for row in 0..3 {
                for column in 0..3 {
                    blocks.rr[row][column] +=
                        q_i * (change[row][column] + change[column][row] + pairs[row][column]);
                }
            }
        }
        blocks.tr = minus_skew(first);
        Ok(blocks)
    }

    /// Blocks of the simplified form: of the undeformed body, without what accelerations of the deformation need.
    pub fn simplified_mass_blocks(&self) -> MassBlocks {
        self.undeformed()
    }

    fn undeformed(&self) -> MassBlocks {
        MassBlocks {
            tt: self.mass,
            tr: minus_skew(self.first),
            tf: self.sums.clone(),
            rr: self.inertia,
            rf: self.moments.clone(),
            ff: vec![0.0; self.modal_mass.len()],
        }
    }

    /// Kinetic energy (J) at the velocities v̄ and ω̄ of the frame along the axes of the body, deformation q and its rate q̇.
    pub fn kinetic_energy(
        &self,
        velocity: [f64; 3],
        angular_velocity: [f64; 3],
        q: &[f64],
        q_rate: &[f64],
    ) -> Result<f64, Error> {
        self.count("rates of a deformation", q_rate)?;
        let blocks = self.mass_blocks(q)?;
        Ok(blocks.kinetic_energy(velocity, angular_velocity, q_rate))
    }

    fn count(&self, what: &'static str, q: &[f64]) -> Result<usize, Error> {
        let needed = self.n();
        match q.len() == needed {
            true => Ok(needed),
            false => Err(Error::Count {
                what,
                given: q.len(),
                needed,
            }),
        }
    }
}

impl MassBlocks {
    /// ½ ẋᵀ M ẋ with ẋ = (v̄, ω̄, q̇); rates that are missing count as zero.
    pub fn kinetic_energy(
        &self,
        velocity: Vector,
        angular_velocity: Vector,
        q_rate: &[f64],
    ) -> f64 {
        let along = combine(&self.tf, q_rate);
        let about = combine(&self.rf, q_rate);
        let n = self.tf.len() / 3;
        let modal: f64 = self
            .ff
            .chunks(n.max(1))
            .zip(q_rate)
            .map(|(column, rate)| rate * inner(column, q_rate))
            .sum();
        let turned = times(&self.tr, angular_velocity);
        0.5 * (self.tt * dot(velocity, velocity)
            + dot(angular_velocity, times(&self.rr, angular_velocity))
            + modal)
            + dot(velocity, turned)
            + dot(velocity, along)
            + dot(angular_velocity, about)
    }

    /// The same for velocities ṙ along fixed axes and rates φ̇ of rotation parameters: the body is turned by A, and
    /// ω̄ = Hᵀ φ̇. \[liu\] (12)-(14)
    pub fn oriented(&self, a: &[[f64; 3]; 3], h: &[[f64; 3]; 3]) -> Self {
        let columns = |matrix: &Tensor, block: &[f64]| -> Vec<f64> {
            let (columns, _) = block.as_chunks::<3>();
            columns.iter().flat_map(|&c| times(matrix, c)).collect()
        };
        Self {
            tt: self.tt,
            tr: product(a, &product(&self.tr, &transposed(h))),
            tf: columns(a, &self.tf),
            rr: product(h, &product(&self.rr, &transposed(h))),
            rf: columns(h, &self.rf),
            ff: self.ff.clone(),
        }
    }
}

fn add_scaled(sum: &mut [f64], factor: f64, x: &[f64]) {
    sum.iter_mut()
        .zip(x)
        .for_each(|(sum, x)| *sum += factor * x);
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Columns of three, times weights.
fn combine(columns: &[f64], weights: &[f64]) -> Vector {
    let mut sum = [0.0; 3];
    for (column, &weight) in columns.chunks_exact(3).zip(weights) {
        add_scaled(&mut sum, weight, column);
    }
    sum
}

/// −x̃
fn minus_skew([x, y, z]: Vector) -> Tensor {
    [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]
}

pub(super) fn transposed(a: &Tensor) -> Tensor {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[j][i]))
}

pub(super) fn product(a: &Tensor, b: &Tensor) -> Tensor {
    let b = transposed(b);
    a.map(|row| b.map(|column| dot(row, column)))
}
