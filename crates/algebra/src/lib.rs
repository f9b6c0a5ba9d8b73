//! Large symmetric systems: sparse matrices, fill-reducing orderings, factorisations, eigenvalues.
//!
//! It knows nothing of gears. The only crate that sees `faer` and METIS: both are hidden behind concrete `f64`
//! functions, because each new user of generic algebra costs much build time.
//!
//! ```text
//! Triplets ──build──▶ SymmetricMatrix ──factor──▶ Factor ──solve──▶ many right-hand sides
//!                                    K, M ──▶ Eigenproblem ──▶ Eigenpairs, checked by an inertia count
//! ```
//!
//! Results have the same bits for any number of threads.

mod analysis;
mod dense;
mod eigen;
mod error;
mod factor;
mod lanczos;
mod metis;
mod ordering;
mod panel;
mod product;
mod progress;
mod sparse;
#[cfg(test)]
mod testing;

pub use analysis::{Analysis, Estimate};
pub use dense::{DenseEigen, generalised_eigen, symmetric_eigen};
pub use eigen::{Count, Eigenpairs, Eigenproblem};
pub use error::Error;
pub use factor::{Factor, Inertia};
pub use product::{times, transpose_times};
pub use progress::{Observer, Phase, Progress, unobserved};
pub use sparse::SymmetricMatrix;
