//! 3 × 3 tensors by rows: the few operations that finite elements and moving bodies need.

use crate::vector::{Vector, cross, dot};

/// A 3 × 3 matrix, by rows.
pub type Tensor = [[f64; 3]; 3];

/// 1
pub const IDENTITY: Tensor = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// 0
pub const ZERO: Tensor = [[0.0; 3]; 3];

/// a x
#[inline]
pub fn times(a: &Tensor, x: Vector) -> Vector {
    a.map(|row| dot(row, x))
}

/// aᵀ x
#[inline]
pub fn transposed_times(a: &Tensor, x: Vector) -> Vector {
    [0, 1, 2].map(|i| a[0][i] * x[0] + a[1][i] * x[1] + a[2][i] * x[2])
}

/// a b
#[inline]
pub fn product(a: &Tensor, b: &Tensor) -> Tensor {
    a.map(|row| transposed_times(b, row))
}

/// aᵀ b
#[inline]
pub fn transposed_product(a: &Tensor, b: &Tensor) -> Tensor {
    product(&transposed(a), b)
}

/// a bᵀ
#[inline]
pub fn product_transposed(a: &Tensor, b: &Tensor) -> Tensor {
    a.map(|row| times(b, row))
}

/// aᵀ
#[inline]
pub fn transposed(a: &Tensor) -> Tensor {
    [0, 1, 2].map(|i| [a[0][i], a[1][i], a[2][i]])
}

/// a + b
#[inline]
pub fn sum(a: &Tensor, b: &Tensor) -> Tensor {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| a[i][j] + b[i][j]))
}

/// k a
#[inline]
pub fn scaled(k: f64, a: &Tensor) -> Tensor {
    a.map(|row| row.map(|x| k * x))
}

/// x̃, with x̃ y = x × y.
#[inline]
pub fn skew([x, y, z]: Vector) -> Tensor {
    [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
}

/// Determinant of a.
#[inline]
pub fn determinant(a: &Tensor) -> f64 {
    dot(a[0], cross(a[1], a[2]))
}

/// Inverse of a tensor whose determinant is known and not zero.
#[inline]
pub fn inverse(a: &Tensor, determinant: f64) -> Tensor {
    let k = 1.0 / determinant;
    let columns = [cross(a[1], a[2]), cross(a[2], a[0]), cross(a[0], a[1])];
    let mut inverse = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            inverse[i][j] = k * columns[j][i];
        }
    }
    inverse
}

/// Eigenvalues of a symmetric tensor, largest first, and their unit vectors: Jacobi's rotations, which keep every digit of
/// close eigenvalues.
pub fn principal(tensor: &Tensor) -> ([f64; 3], Tensor) {
    let mut a = *tensor;
    let mut vectors = IDENTITY;
    // Convergence is quadratic: six sweeps reach the last bit, more are a guard.
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, &mut vectors, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    (order.map(|i| a[i][i]), order.map(|i| vectors[i]))
}

/// One rotation that makes the entry (p, q) vanish; rows of `vectors` turn with it.
fn rotate(a: &mut Tensor, vectors: &mut Tensor, p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let ratio = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    for k in 0..3 {
        (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
        (vectors[p][k], vectors[q][k]) = (
            c * vectors[p][k] - s * vectors[q][k],
            s * vectors[p][k] + c * vectors[q][k],
        );
    }
    (a[p][q], a[q][p]) = (0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_tensor() {
        let a = [[2.0, 1.0, 0.5], [-1.0, 3.0, 0.2], [0.3, -0.4, 1.5]];
        let inverse = inverse(&a, determinant(&a));
        for (i, &row) in a.iter().enumerate() {
            for j in [0, 1, 2] {
                let product = dot(row, [inverse[0][j], inverse[1][j], inverse[2][j]]);
                let expected = f64::from(u8::from(i == j));
                assert!((product - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn principal_values_and_vectors_make_the_tensor_again() {
        let a = [[2.0, -1.0, 0.5], [-1.0, 3.0, 0.2], [0.5, 0.2, -1.5]];
        let (values, vectors) = principal(&a);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        for i in 0..3 {
            for j in 0..3 {
                let sum: f64 = (0..3)
                    .map(|k| values[k] * vectors[k][i] * vectors[k][j])
                    .sum();
                assert!((sum - a[i][j]).abs() < 1e-14);
            }
        }
    }
}
