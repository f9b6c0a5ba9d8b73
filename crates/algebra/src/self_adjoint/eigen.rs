//! Eigenvalues of self-adjoint matrices.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place, solve_upper_triangular_in_place,
};
use faer::{Mat, MatRef, Par};

use super::{Scalar, check_length, cholesky, column_major, scaled};
use crate::Error;

/// A x = λ x, ascending, vectors of length 1 one after another; the lower triangle is read.
pub fn eigen<T: Scalar>(n: usize, matrix: &[T]) -> Result<(Vec<f64>, Vec<T>), Error> {
    check_length("matrix", n * n, matrix)?;
    if !matrix.iter().all(|v| v.is_number()) {
        return Err(Error::Dense { n });
    }
    // The solver compares with fixed small numbers: a matrix of stiffnesses would lose digits, one of masses its
    // eigenvalues. A power of two changes no digit.
    let largest = matrix.iter().fold(0.0_f64, |m, v| m.max(v.size()));
    if n == 0 || largest == 0.0 {
        let vectors = (0..n * n)
            .map(|i| T::real_number(if i % (n + 1) == 0 { 1.0 } else { 0.0 }))
            .collect();
        return Ok((vec![0.0; n], vectors));
    }
    let (down, up) = powers_of_two(largest);
    let scaled = Mat::from_fn(n, n, |i, j| matrix[i + n * j].times(down[0]).times(down[1]));
    let (values, vectors) = eigen_of_size_one(scaled.as_ref())?;
    let values = values.iter().map(|v| v * up[0] * up[1]).collect();
    Ok((values, column_major(vectors.as_ref())))
}

/// K x = λ M x with positive definite M, ascending, xᴴ M x = 1; the lower triangles are read.
pub fn generalised<T: Scalar>(
    n: usize,
    stiffness: &[T],
    mass: &[T],
) -> Result<(Vec<f64>, Vec<T>), Error> {
    check_length("stiffness matrix", n * n, stiffness)?;
    check_length("mass matrix", n * n, mass)?;
    // Unknowns are scaled to unit mass first: translations and rotations then compare.
    let mut scale = Vec::with_capacity(n);
    for i in 0..n {
        let diagonal = mass[i * (n + 1)].real_part();
        if diagonal.is_nan() || diagonal <= 0.0 || diagonal.is_infinite() {
            return Err(Error::NotPositiveDefinite {
                unknown: i,
                remains: diagonal,
            });
        }
        scale.push(diagonal.sqrt().recip());
    }
    let factor = cholesky(scaled(n, mass, &scale), f64::EPSILON)?;
    // C = L⁻¹ K L⁻ᴴ: from the left twice, with the self-adjoint matrix turned over between.
    let mut c = scaled(n, stiffness, &scale);
    solve_lower_triangular_in_place(factor.as_ref(), c.as_mut(), Par::Seq);
    let mut c = c.adjoint().to_owned();
    solve_lower_triangular_in_place(factor.as_ref(), c.as_mut(), Par::Seq);
    let (values, vectors) = eigen(n, &column_major(c.as_ref()))?;
    let mut vectors = Mat::from_fn(n, n, |i, j| vectors[i + n * j]);
    solve_upper_triangular_in_place(factor.adjoint(), vectors.as_mut(), Par::Seq);
    let mut vectors = column_major(vectors.as_ref());
    for vector in vectors.chunks_mut(n.max(1)) {
        let entries = vector.iter_mut().zip(&scale);
        entries.for_each(|(x, &s)| *x = x.times(s));
    }
    Ok((values, vectors))
}

/// Eigenvalues and vectors of a matrix whose largest entry is about 1.
fn eigen_of_size_one<T: Scalar>(matrix: MatRef<'_, T>) -> Result<(Vec<f64>, Mat<T>), Error> {
    let n = matrix.nrows();
    let mut values = Diag::<T>::zeros(n);
    let mut vectors = Mat::<T>::zeros(n, n);
    let need =
        self_adjoint_evd_scratch::<T>(n, ComputeEigenvectors::Yes, Par::Seq, Default::default());
    let mut memory = MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "a dense eigenproblem",
        bytes: need.unaligned_bytes_required() as u64,
    })?;
    self_adjoint_evd(
        matrix,
        values.as_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut memory),
        Default::default(),
    )
    .map_err(|_| Error::Dense { n })?;
    let values = values.column_vector().iter().map(|v| v.real_part());
    Ok((values.collect(), vectors))
}

/// Two powers of two whose product divides a number to 1 … 2, and two that undo it: one alone may overflow.
fn powers_of_two(largest: f64) -> ([f64; 2], [f64; 2]) {
    let exponent = largest.log2().floor();
    let half = (exponent / 2.0).floor();
    let parts = [half, exponent - half];
    (parts.map(|p| (-p).exp2()), parts.map(f64::exp2))
}
