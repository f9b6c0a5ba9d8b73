//! What the search for eigenvalues needs of K x = λ M x: products with (K − σM)⁻¹ and with M
//! \[theory:large-systems\] (13).

use crate::self_adjoint::check_length;
use crate::{Error, Factor, SymmetricMatrix};

/// G = (K − σM)⁻¹ and M, both symmetric in xᵀ y, M without negative eigenvalue.
///
/// G may be singular: where motions are held or projected out, it is the inverse on what is left, and maps all else to
/// zero. Vectors are then found in that space alone.
pub trait Inverse {
    /// Number of unknowns.
    fn n(&self) -> usize;

    /// x ← G x for vectors stored one after another.
    fn solve_in_place(&self, x: &mut [f64], columns: usize) -> Result<(), Error>;

    /// y ← M x for vectors stored one after another.
    fn mass_times(&self, x: &[f64], y: &mut [f64]);
}

/// The inverse by a sparse factor of K − σM.
#[derive(Debug, Clone, Copy)]
pub struct FactoredInverse<'a> {
    /// Of K − σM.
    pub factor: &'a Factor,
    /// M.
    pub mass: &'a SymmetricMatrix,
}

impl<'a> FactoredInverse<'a> {
    /// Refuses a factor and a mass of different size.
    pub fn new(factor: &'a Factor, mass: &'a SymmetricMatrix) -> Result<Self, Error> {
        check_length("mass matrix", factor.n() + 1, &mass.column_starts)?;
        Ok(Self { factor, mass })
    }
}

impl Inverse for FactoredInverse<'_> {
    fn n(&self) -> usize {
        self.mass.n
    }

    fn solve_in_place(&self, x: &mut [f64], columns: usize) -> Result<(), Error> {
        self.factor.solve_in_place(x, columns)
    }

    fn mass_times(&self, x: &[f64], y: &mut [f64]) {
        self.mass.multiply_many(x, y);
    }
}
