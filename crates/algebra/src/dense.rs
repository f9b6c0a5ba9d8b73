//! Dense symmetric matrices, stored by columns, of which the lower triangle is read.

use crate::self_adjoint;
use crate::{Error, Inertia};

/// Eigenvalues, ascending, with their vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct DenseEigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The vectors one after another, each of the size of the matrix.
    pub vectors: Vec<f64>,
}

/// A x = λ x for a symmetric matrix stored by columns; its lower triangle is read. Vectors are of length 1.
pub fn symmetric_eigen(n: usize, matrix: &[f64]) -> Result<DenseEigen, Error> {
    let (values, vectors) = self_adjoint::eigen(n, matrix)?;
    Ok(DenseEigen { values, vectors })
}

/// K x = λ M x for symmetric K and positive definite M stored by columns. Vectors have xᵀ M x = 1.
pub fn generalised_eigen(n: usize, stiffness: &[f64], mass: &[f64]) -> Result<DenseEigen, Error> {
    let (values, vectors) = self_adjoint::generalised(n, stiffness, mass)?;
    Ok(DenseEigen { values, vectors })
}

/// A factorised symmetric matrix.
pub struct DenseFactor(self_adjoint::Factor<f64>);

impl DenseFactor {
    /// L Lᵀ of a positive definite matrix; the error names the unknown at which it breaks down.
    pub fn positive_definite(n: usize, matrix: &[f64]) -> Result<Self, Error> {
        self_adjoint::Factor::positive_definite(n, matrix).map(Self)
    }

    /// L B Lᵀ of any symmetric matrix; see [`Self::inertia`].
    pub fn indefinite(n: usize, matrix: &[f64]) -> Result<Self, Error> {
        self_adjoint::Factor::indefinite(n, matrix).map(Self)
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.0.n()
    }

    /// Signs of the eigenvalues.
    pub fn inertia(&self) -> Inertia {
        self.0.inertia()
    }

    /// x ← A⁻¹ x for vectors stored one after another. A singular matrix is refused.
    pub fn solve_in_place(&self, x: &mut [f64], columns: usize) -> Result<(), Error> {
        self.0.solve_in_place(x, columns)
    }
}

impl std::fmt::Debug for DenseFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DenseFactor")
            .field("n", &self.n())
            .field("inertia", &self.inertia())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{free_chain, laplacian, laplacian_eigenvalues, noise};

    #[test]
    fn eigenvalues_do_not_depend_on_the_scale() {
        // Free chain and grid: a zero eigenvalue, double eigenvalues.
        for sides in [vec![1], vec![2], vec![3], vec![30], vec![15, 15]] {
            let matrix = laplacian(&sides).to_dense();
            let exact = laplacian_eigenvalues(&sides);
            let n = exact.len();
            for exponent in [-300, -150, -12, 0, 12, 150, 300] {
                let scale = 10f64.powi(exponent);
                let scaled: Vec<f64> = matrix.iter().map(|v| v * scale).collect();
                let found = symmetric_eigen(n, &scaled).unwrap();
                for (a, b) in found.values.iter().zip(&exact) {
                    assert!(
                        (a / scale - b).abs() < 1e-13,
                        "{sides:?} 1e{exponent}: {a} {b}"
                    );
                }
            }
        }
    }

    #[test]
    fn vectors_satisfy_the_equation() {
        let n = 200;
        let stiffness = free_chain(n).to_dense();
        // Diagonally dominant, with masses from 1e-6 to 1e6 as of rotations and translations.
        let size: Vec<f64> = noise(n, 1).iter().map(|v| 10f64.powf(3.0 * v)).collect();
        let coupling = noise(n * n, 2);
        let entry = |i: usize, j: usize| {
            let c = coupling[i.max(j) + n * i.min(j)];
            if i == j { 2.0 } else { c / n as f64 }
        };
        let mass: Vec<f64> = (0..n * n)
            .map(|p| entry(p % n, p / n) * size[p % n] * size[p / n])
            .collect();
        let found = generalised_eigen(n, &stiffness, &mass).unwrap();
        let product =
            |a: &[f64], x: &[f64], i: usize| -> f64 { (0..n).map(|j| a[i + n * j] * x[j]).sum() };
        for (value, x) in found.values.iter().zip(found.vectors.chunks(n)) {
            let norm: f64 = (0..n).map(|i| x[i] * product(&mass, x, i)).sum();
            assert!((norm - 1.0).abs() < 1e-12);
            let worst = (0..n)
                .map(|i| (product(&stiffness, x, i) - value * product(&mass, x, i)).abs() / size[i])
                .fold(0.0, f64::max);
            // Backward error with respect to the largest eigenvalue.
            assert!(worst < 1e-12 * found.values[n - 1], "{value}: {worst}");
        }
        assert!(found.values[0].abs() < 1e-13 * found.values[n - 1]);
    }

    #[test]
    fn masses_that_are_none_are_refused() {
        let refused = generalised_eigen(2, &[1.0, 0.0, 0.0, 1.0], &[1.0, 1.0, 1.0, 1.0]);
        assert!(matches!(
            refused,
            Err(Error::NotPositiveDefinite { unknown: 1, .. })
        ));
        let refused = generalised_eigen(1, &[1.0], &[0.0]);
        assert!(matches!(
            refused,
            Err(Error::NotPositiveDefinite { unknown: 0, .. })
        ));
        assert!(matches!(
            symmetric_eigen(2, &[1.0]),
            Err(Error::Length { .. })
        ));
        assert!(matches!(
            symmetric_eigen(1, &[f64::NAN]),
            Err(Error::Dense { .. })
        ));
    }
}
