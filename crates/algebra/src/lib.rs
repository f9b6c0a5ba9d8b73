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
//!
//! # Main types
//!
//! Large symmetric systems:
//! - [`SymmetricMatrix`]: the lower triangle of a sparse matrix
//! - [`Analysis`], [`Estimate`]: the order of elimination; what a factor will cost, before memory is taken
//! - [`Factor`], [`Inertia`]: a factorised matrix: solutions for many right-hand sides, signs of its eigenvalues
//! - [`Eigenproblem`], [`Eigenpairs`]: the lowest eigenvalues or all of a band, with the count that proves none is missing
//! - [`Inverse`], [`EigenSearch`]: eigenvalues of a problem known by its inverse alone, in a growing block Lanczos basis
//! - [`Condensation`]: a matrix condensed to some of its unknowns
//!
//! Dense systems:
//! - [`HermitianFactor`], [`DenseFactor`]: factors, inertia, eigenvalues, complex and real, with one core for both
//! - [`general_eigen`]: all eigenvalues of a dense real matrix
//! - [`QuadraticPencil`], [`QuadraticSearch`], [`HarmonicSolver`]: (λ²M + λC + K) x without symmetry: eigenvalues of small and
//!   large problems, responses at complex λ
//!
//! Small unsymmetric systems:
//! - [`FixedLu`], [`RowPattern`]: systems that share one pattern: pivots chosen once, then factored and solved in microseconds
//! - [`SmallLu`]: the same for a few unknowns, as full matrices without a plan
//! - [`solve_few`]: a few equations, solved once
//! - [`SparseQr`]: sparse vectors made orthogonal front by front: which depend on others, and how

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
