//! Large symmetric systems: sparse matrices, fill-reducing orderings, factorisations, eigenvalues. Small unsymmetric ones
//! that share a pattern.
//!
//! It knows nothing of gears. The only crate that sees `faer` and METIS: both are hidden behind concrete
//! functions of real and complex numbers, because each new user of generic algebra costs much build time.
//!
//! ```text
//! Triplets ──build──▶ SymmetricMatrix ──factor──▶ Factor ──solve──▶ many right-hand sides
//!                                 │  K, M ──▶ Eigenproblem ──▶ Eigenpairs, checked by an inertia count
//!                                 └──boundary──▶ Condensation ──▶ dense symmetric or Hermitian systems
//! RowPattern ──analyse──▶ FixedLu ──refactor, solve──▶ again and again with other values
//! RowPattern, values ──factor──▶ SmallLu ──solve──▶ where a full matrix is quicker than a plan
//! SparseVectors ──SparseQr──▶ which depend on others, and how
//! Inverse: (K − σM)⁻¹ and M as operators ──▶ EigenSearch ──▶ Found, counted by the caller
//! ```
//!
//! Results have the same bits for any number of threads.

mod analysis;
mod condensation;
mod dense;
mod dense_product;
mod eigen;
mod elimination;
mod error;
mod factor;
mod fixed_pattern;
mod fourier;
mod general_eigen;
mod hermitian;
mod inertia;
mod inverse;
mod lanczos;
mod metis;
mod ordering;
mod panel;
mod product;
mod progress;
mod quadratic;
mod scaling;
mod self_adjoint;
mod small_lu;
mod sparse;
mod sparse_qr;
#[cfg(test)]
mod testing;

pub use analysis::{Analysis, Estimate};
pub use condensation::Condensation;
pub use dense::{DenseEigen, DenseFactor, generalised_eigen, symmetric_eigen};
pub use dense_product::{
    add_complex_product, add_product, complex_gram, complex_product, gram, product,
};
pub use eigen::{Count, EigenSearch, Eigenpairs, Eigenproblem, Found, all_up_to, lowest_of};
pub use elimination::solve_few;
pub use error::Error;
pub use factor::Factor;
pub use fixed_pattern::{FixedLu, GROWTH_LIMIT, LuEffort, RowPattern};
pub use fourier::Fourier;
pub use general_eigen::{GeneralEigen, general_eigen};
pub use hermitian::{
    Complex, HermitianEigen, HermitianFactor, generalised_hermitian_eigen, hermitian_eigen,
    hermitian_inertia,
};
pub use inertia::Inertia;
pub use inverse::{FactoredInverse, Inverse};
pub use product::{times, transpose_times, transposed};
pub use progress::{Observer, Phase, Progress, tell, unobserved};
pub use quadratic::{HarmonicSolver, QuadraticEigen, QuadraticPencil, QuadraticSearch};
pub use small_lu::SmallLu;
pub use sparse::SymmetricMatrix;
pub use sparse_qr::{QrEffort, SparseQr, SparseVector};
