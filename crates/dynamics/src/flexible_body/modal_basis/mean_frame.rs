//! Sums over the mass of combined shapes, and of shapes from which rigid motions are taken. \[theory:flexible-bodies\] (15)-(17)

use pitchline_algebra::{product as multiplied, transposed as transposed_matrix};
use pitchline_fem::MassMoments;
use pitchline_geometry::tensor::{
    Tensor, determinant, inverse, principal, product, product_transposed, scaled, skew, sum, times,
    transposed,
};
use pitchline_geometry::vector::{Vector, cross, minus, times as scale};

use super::super::moments::{Products, by_rows, turning};
use super::super::{FlexibleBodyError, InertiaForm};
use super::ModalBasis;

/// Least moment of inertia as a share of the largest that counts as one.
const LEAST_INERTIA: f64 = 1e-12;
/// Mass and inertia about the centre of mass.
pub(super) struct Rigid {
    mass: f64,
    pub(super) centre: Vector,
    /// Σ m (s − c)(s − c)ᵀ
    second: Tensor,
    inertia_inverse: Tensor,
}

impl Rigid {
    pub(super) fn of(name: &str, moments: &MassMoments) -> Result<Self, FlexibleBodyError> {
        let refused = |what, value| {
            Err(FlexibleBodyError::NoInertia {
                of: name.to_owned(),
                what,
                value,
            })
        };
        let mass = moments.mass;
        if !(mass.is_finite() && mass > 0.0) {
            return refused("the mass (kg)", mass);
        }
        let centre = scale(1.0 / mass, moments.first);
        let shift = centre.map(|x| moments.first.map(|y| -x * y));
        let second = sum(&moments.second, &shift);
        let inertia = turning(&second);
        let ([largest, _, least], _) = principal(&inertia);
        if !(least.is_finite() && least > LEAST_INERTIA * largest) {
            return refused("the least moment of inertia (kg m²)", least);
        }
        Ok(Self {
            mass,
            centre,
            second,
            inertia_inverse: inverse(&inertia, determinant(&inertia)),
        })
    }

    /// Momentum and angular momentum about the centre that a shape has per unit rate.
    pub(super) fn momenta(&self, shape_sum: Vector, arm: &Tensor) -> [Vector; 2] {
        let about_origin = Products(*arm).crossed();
        [
            shape_sum,
            minus(about_origin, cross(self.centre, shape_sum)),
        ]
    }

    /// The rigid motion about the centre with these momenta.
    pub(super) fn motion(&self, [along, about]: [Vector; 2]) -> [Vector; 2] {
        [
            scale(1.0 / self.mass, along),
            times(&self.inertia_inverse, about),
        ]
    }
}

impl ModalBasis {
    /// Moves the origin to the centre of mass and takes rigid motions out of the shapes. (15)-(17)
    pub(super) fn leave_rigid_motion(&mut self, rigid: &Rigid) {
        let k = self.n();
        let old: Vec<(Vector, Tensor)> = shapes(&self.moments).collect();
        self.carried = (old.iter())
            .map(|(sum, arm)| rigid.motion(rigid.momenta(*sum, arm)))
            .collect();
        // ⟨s − c, φ_i⟩
        let centred: Vec<Tensor> = (old.iter())
            .map(|(shape_sum, arm)| {
                let shift = rigid.centre.map(|x| shape_sum.map(|y| -x * y));
                sum(arm, &shift)
            })
            .collect();
        let turns: Vec<Tensor> = self.carried.iter().map(|c| skew(c[1])).collect();
        for i in 0..k {
            let carried = product_transposed(&rigid.second, &turns[i]);
            let arm = sum(&centred[i], &scaled(-1.0, &carried));
            // Its cross product is zero but for rounding: so is the angular momentum of the mode.
            write(&mut self.moments.arms, i, &without_rotation(&arm));
        }
        self.moments.sums.fill(0.0);
        self.moments.first = [0.0; 3];
        self.moments.second = rigid.second;
        if self.moments.pairs.is_empty() {
            return;
        }
        for j in 0..k {
            for i in 0..k {
                let at = i + k * j;
                let mut pair = by_rows_at(&self.moments.pairs, at);
                let (s_i, t_j) = (old[i].0, self.carried[j][0]);
                let left = product_transposed(&transposed(&centred[i]), &turns[j]);
                let right = product(&turns[i], &centred[j]);
                let both = product(&turns[i], &product_transposed(&rigid.second, &turns[j]));
                for a in 0..3 {
                    for b in 0..3 {
                        pair[a][b] += both[a][b] - s_i[a] * t_j[b] - left[a][b] - right[a][b];
                    }
                }
                write(&mut self.moments.pairs, at, &pair);
            }
        }
    }
}

/// The symmetric part.
fn without_rotation(a: &Tensor) -> Tensor {
    scaled(0.5, &sum(a, &transposed(a)))
}

/// S_i and N_0i of each shape.
pub(super) fn shapes(moments: &MassMoments) -> impl Iterator<Item = (Vector, Tensor)> {
    let arms = moments.arms.as_chunks::<9>().0.iter().map(by_rows);
    moments.sums.as_chunks::<3>().0.iter().copied().zip(arms)
}

fn by_rows_at(values: &[f64], at: usize) -> Tensor {
    let entry = |i: usize, j: usize| values[9 * at + i + 3 * j];
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| entry(i, j)))
}

fn write(values: &mut [f64], at: usize, tensor: &Tensor) {
    for (i, row) in tensor.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            values[9 * at + i + 3 * j] = *value;
        }
    }
}

/// Moments of combined shapes: X on the side of every shape.
pub(super) fn combine(
    moments: &MassMoments,
    n: usize,
    x: &[f64],
    k: usize,
    form: InertiaForm,
) -> MassMoments {
    let mut combined = MassMoments {
        sums: multiplied(&moments.sums, 3, n, x, k),
        arms: multiplied(&moments.arms, 9, n, x, k),
        pairs: Vec::new(),
        ..moments.clone()
    };
    if form == InertiaForm::Simplified {
        return combined;
    }
    combined.pairs = vec![0.0; 9 * k * k];
    let back = transposed_matrix(n, x);
    for alpha in 0..3 {
        for beta in alpha..3 {
            let entries = moments.pairs.iter().skip(alpha + 3 * beta).step_by(9);
            let one: Vec<f64> = entries.copied().collect();
            let one = multiplied(&back, k, n, &multiplied(&one, n, n, x, k), k);
            for (at, value) in one.iter().enumerate() {
                let (i, j) = (at % k, at / k);
                combined.pairs[alpha + 3 * beta + 9 * at] = *value;
                // ⟨φ_j, φ_i⟩ = ⟨φ_i, φ_j⟩ᵀ
                combined.pairs[beta + 3 * alpha + 9 * (j + k * i)] = *value;
            }
        }
    }
    combined
}
