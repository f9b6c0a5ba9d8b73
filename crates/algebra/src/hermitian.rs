//! Dense Hermitian matrices A = Aᴴ, stored by columns, of which the lower triangle is read.
//!
//! What A = B + i C does to u + i v is what the symmetric matrix [[B, −C], [C, B]] does to (u, v)
//! \[theory:large-systems\] (14): each eigenvalue of A is there twice.

use crate::self_adjoint;
use crate::{Error, Inertia};

/// A complex number: `re`, `im`, `conj()`, `norm()`, `Complex::new`, arithmetic.
pub type Complex = faer::c64;

/// A factorised Hermitian matrix.
pub struct HermitianFactor(self_adjoint::Factor<Complex>);

impl HermitianFactor {
    /// L Lᴴ of a positive definite matrix; the error names the unknown at which it breaks down.
    pub fn positive_definite(n: usize, matrix: &[Complex]) -> Result<Self, Error> {
        self_adjoint::Factor::positive_definite(n, matrix).map(Self)
    }

    /// L B Lᴴ of any Hermitian matrix; see [`Self::inertia`].
    pub fn indefinite(n: usize, matrix: &[Complex]) -> Result<Self, Error> {
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
    pub fn solve_in_place(&self, x: &mut [Complex], columns: usize) -> Result<(), Error> {
        self.0.solve_in_place(x, columns)
    }
}

impl std::fmt::Debug for HermitianFactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HermitianFactor")
            .field("n", &self.n())
            .field("inertia", &self.inertia())
            .finish()
    }
}

/// Signs of the eigenvalues of a Hermitian matrix.
pub fn hermitian_inertia(n: usize, matrix: &[Complex]) -> Result<Inertia, Error> {
    Ok(HermitianFactor::indefinite(n, matrix)?.inertia())
}

/// Eigenvalues, ascending, with their vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct HermitianEigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The vectors one after another, each of the size of the matrix.
    pub vectors: Vec<Complex>,
}

/// A x = λ x. Vectors are of length 1.
pub fn hermitian_eigen(n: usize, matrix: &[Complex]) -> Result<HermitianEigen, Error> {
    let (values, vectors) = self_adjoint::eigen(n, matrix)?;
    Ok(HermitianEigen { values, vectors })
}

/// K x = λ M x for Hermitian K and positive definite M. Vectors have xᴴ M x = 1.
pub fn generalised_hermitian_eigen(
    n: usize,
    stiffness: &[Complex],
    mass: &[Complex],
) -> Result<HermitianEigen, Error> {
    let (values, vectors) = self_adjoint::generalised(n, stiffness, mass)?;
    Ok(HermitianEigen { values, vectors })
}

#[cfg(test)]
mod tests;
