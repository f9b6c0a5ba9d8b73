//! Eigenvalues of dense symmetric matrices.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{Col, Mat, MatRef, Par};

use crate::Error;

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
    check_length("matrix", n * n, matrix)?;
    // The solver compares with fixed small numbers: a matrix of stiffnesses would lose digits, one of masses its
    // eigenvalues. A power of two changes no digit.
    let largest = matrix.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if !matrix.iter().all(|v| v.is_finite()) {
        return Err(Error::Dense { n });
    }
    if n == 0 || largest == 0.0 {
        let vectors = (0..n * n)
            .map(|i| if i % (n + 1) == 0 { 1.0 } else { 0.0 })
            .collect();
        let values = vec![0.0; n];
        return Ok(DenseEigen { values, vectors });
    }
    let (down, up) = powers_of_two(largest);
    let scaled = Mat::from_fn(n, n, |i, j| matrix[i + n * j] * down[0] * down[1]);
    let (values, vectors) = eigen(scaled.as_ref())?;
    Ok(DenseEigen {
        values: values.iter().map(|v| v * up[0] * up[1]).collect(),
        vectors: column_major(vectors.as_ref()),
    })
}

/// K x = λ M x for symmetric K and positive definite M stored by columns. Vectors have xᵀ M x = 1.
pub fn generalised_eigen(n: usize, stiffness: &[f64], mass: &[f64]) -> Result<DenseEigen, Error> {
    check_length("stiffness matrix", n * n, stiffness)?;
    check_length("mass matrix", n * n, mass)?;
    // Unknowns are scaled to unit mass first: translations and rotations then compare.
    let mut scale = Vec::with_capacity(n);
    for i in 0..n {
        let diagonal = mass[i * (n + 1)];
        if diagonal.is_nan() || diagonal <= 0.0 || diagonal.is_infinite() {
            return Err(Error::NotPositiveDefinite {
                unknown: i,
                remains: diagonal,
            });
        }
        scale.push(diagonal.sqrt().recip());
    }
    let scaled = |a: &[f64]| Mat::from_fn(n, n, |i, j| a[i + n * j] * scale[i] * scale[j]);
    let factor = cholesky(scaled(mass))?;
    // C = L⁻¹ K L⁻ᵀ
    let mut c = scaled(stiffness);
    for i in 0..n {
        for j in 0..i {
            c[(j, i)] = c[(i, j)];
        }
    }
    let solve = faer::linalg::triangular_solve::solve_lower_triangular_in_place;
    solve(factor.as_ref(), c.as_mut(), Par::Seq);
    solve(factor.as_ref(), c.as_mut().transpose_mut(), Par::Seq);
    let reduced = symmetric_eigen(n, &column_major(c.as_ref()))?;
    let mut vectors = Mat::from_fn(n, n, |i, j| reduced.vectors[i + n * j]);
    faer::linalg::triangular_solve::solve_upper_triangular_in_place(
        factor.transpose(),
        vectors.as_mut(),
        Par::Seq,
    );
    let mut vectors = column_major(vectors.as_ref());
    for vector in vectors.chunks_mut(n.max(1)) {
        vector.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
    }
    Ok(DenseEigen {
        values: reduced.values,
        vectors,
    })
}

/// L of L Lᵀ; the upper triangle is not read.
pub(crate) fn cholesky(mut matrix: Mat<f64>) -> Result<Mat<f64>, Error> {
    let n = matrix.nrows();
    for j in 0..n {
        let diagonal = matrix[(j, j)];
        for k in 0..j {
            let factor = matrix[(j, k)];
            for i in j..n {
                let product = matrix[(i, k)] * factor;
                matrix[(i, j)] -= product;
            }
        }
        let pivot = matrix[(j, j)];
        if pivot.is_nan() || pivot <= f64::EPSILON * diagonal || pivot <= 0.0 {
            return Err(Error::NotPositiveDefinite {
                unknown: j,
                remains: pivot / diagonal,
            });
        }
        let root = pivot.sqrt();
        for i in j..n {
            matrix[(i, j)] /= root;
        }
    }
    Ok(matrix)
}

/// Eigenvalues and vectors of a matrix whose largest entry is about 1.
pub(crate) fn eigen(matrix: MatRef<'_, f64>) -> Result<(Vec<f64>, Mat<f64>), Error> {
    let n = matrix.nrows();
    let mut values = Col::<f64>::zeros(n);
    let mut vectors = Mat::<f64>::zeros(n, n);
    if n == 0 {
        return Ok((Vec::new(), vectors));
    }
    let need =
        self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "a dense eigenproblem",
        bytes: need.unaligned_bytes_required() as u64,
    })?;
    self_adjoint_evd(
        matrix,
        values.as_diagonal_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| Error::Dense { n })?;
    Ok((values.iter().copied().collect(), vectors))
}

fn column_major(matrix: MatRef<'_, f64>) -> Vec<f64> {
    let columns = 0..matrix.ncols();
    columns
        .flat_map(|j| (0..matrix.nrows()).map(move |i| matrix[(i, j)]))
        .collect()
}

/// Two powers of two whose product divides a number to 1 … 2, and two that undo it: one alone may overflow.
fn powers_of_two(largest: f64) -> ([f64; 2], [f64; 2]) {
    let exponent = largest.log2().floor();
    let half = (exponent / 2.0).floor();
    let parts = [half, exponent - half];
    (parts.map(|p| (-p).exp2()), parts.map(f64::exp2))
}

fn check_length(what: &'static str, expected: usize, found: &[f64]) -> Result<(), Error> {
    match found.len() == expected {
        true => Ok(()),
        false => Err(Error::Length {
            what,
            expected,
            found: found.len(),
        }),
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
