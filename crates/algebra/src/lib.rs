//! Large symmetric systems: sparse matrices, fill-reducing orderings, factorisations, eigenvalues.
//!
//! It knows nothing of gears. The only crate that sees `faer` and METIS: both are hidden behind concrete `f64`
//! functions, because each new user of generic algebra costs much build time.
//!
//! ```text
//! Triplets ──build──▶ SymmetricMatrix ──factor──▶ Factor ──solve──▶ many right-hand sides
//!                                    K, M, shift ──▶ BlockLanczos ──▶ Eigenpairs, checked by an inertia count
//! ```
//!
//! Results have the same bits for any number of threads.

mod error;
mod metis;
mod ordering;
mod sparse;
#[cfg(test)]
mod testing;

pub use error::Error;
pub use sparse::SymmetricMatrix;
