//! A symmetric matrix as a product of triangles, and solutions with it.
//!
//! Positive definite: A = L Lᵀ. Indefinite: A = L B Lᵀ with blocks of one or two rows in B, chosen after Bunch and
//! Kaufman \[bunch1977\] within the columns that are eliminated together. The signs of B are those of the eigenvalues
//! of A (Sylvester's law of inertia).

mod checks;

use std::sync::{Arc, Mutex, PoisonError};

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::perm::{Perm, PermRef};
use faer::sparse::linalg::cholesky::{IntranodeLbltRef, LltRef};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side};
use rayon::prelude::*;

use crate::analysis::{Analysis, all_threads};
use crate::inertia::Inertia;
use crate::scaling::{equilibration, multiply_rows, scaled_values};
use crate::{Error, SymmetricMatrix};

/// Right-hand sides solved together: enough to keep the arithmetic busy while the factor streams by.
const BLOCK: usize = 32;

enum Kind {
    PositiveDefinite,
    Indefinite {
        off_diagonal: Vec<f64>,
        order: Perm<usize>,
        /// Rows and columns were multiplied by these powers of two.
        scale: Vec<f64>,
    },
}

/// A factorised symmetric matrix.
pub struct Factor {
    analysis: Arc<Analysis>,
    values: Vec<f64>,
    kind: Kind,
    inertia: Inertia,
    /// Where the first pivot vanished.
    zero_pivot: Option<usize>,
    residual: f64,
    scratch: Mutex<Vec<(usize, MemBuffer)>>,
}

impl Factor {
    /// L Lᵀ of a positive definite matrix. Unknowns of equal `groups` belong to one node.
    pub fn positive_definite(
        matrix: &SymmetricMatrix,
        groups: Option<&[u32]>,
    ) -> Result<Self, Error> {
        Self::positive_definite_as(&Arc::new(Analysis::new(matrix, groups)?), matrix)
    }

    /// The same with an analysis made before.
    pub fn positive_definite_as(
        analysis: &Arc<Analysis>,
        matrix: &SymmetricMatrix,
    ) -> Result<Self, Error> {
        matrix.check()?;
        analysis.fits(matrix)?;
        let mut factor = Self::empty(analysis, Kind::PositiveDefinite)?;
        if matrix.n == 0 {
            return Ok(factor);
        }
        let par = all_threads();
        let symbolic = &analysis.symbolic;
        let mut memory =
            buffer(symbolic.factorize_numeric_llt_scratch::<f64>(par, Default::default()))?;
        let rows: Vec<usize> = matrix.rows.iter().map(|&row| row as usize).collect();
        let done = symbolic.factorize_numeric_llt(
            &mut factor.values,
            as_faer(matrix, &rows, &matrix.values),
            Side::Lower,
            Default::default(),
            par,
            MemStack::new(&mut memory),
            Default::default(),
        );
        if let Err(faer::linalg::cholesky::llt::factor::LltError::NonPositivePivot { index }) = done
        {
            // The index is of the failing column where the elimination tells it, else of its block.
            return Err(Error::NotPositiveDefinite {
                unknown: analysis.unknown(index),
                remains: f64::NAN,
            });
        }
        drop(memory);
        factor.check_pivots(matrix)?;
        factor.inertia.positive = matrix.n;
        factor.check_residual(matrix)?;
        Ok(factor)
    }

    /// L B Lᵀ of any symmetric matrix.
    pub fn indefinite(matrix: &SymmetricMatrix, groups: Option<&[u32]>) -> Result<Self, Error> {
        Self::indefinite_as(&Arc::new(Analysis::new(matrix, groups)?), matrix)
    }

    /// The same with an analysis made before.
    pub fn indefinite_as(
        analysis: &Arc<Analysis>,
        matrix: &SymmetricMatrix,
    ) -> Result<Self, Error> {
        matrix.check()?;
        analysis.fits(matrix)?;
        let n = matrix.n;
        if n == 0 {
            return Self::empty(analysis, Kind::PositiveDefinite);
        }
        let scale = equilibration(matrix);
        let scaled = scaled_values(matrix, &scale);
        let mut factor = Self::empty(analysis, Kind::PositiveDefinite)?;
        let par = all_threads();
        let symbolic = &analysis.symbolic;
        let mut memory = buffer(
            symbolic.factorize_numeric_intranode_lblt_scratch::<f64>(par, Default::default()),
        )?;
        let rows: Vec<usize> = matrix.rows.iter().map(|&row| row as usize).collect();
        let (mut off_diagonal, mut forward, mut inverse) = (vec![0.0; n], vec![0; n], vec![0; n]);
        symbolic.factorize_numeric_intranode_lblt(
            &mut factor.values,
            &mut off_diagonal,
            &mut forward,
            &mut inverse,
            as_faer(matrix, &rows, &scaled),
            Side::Lower,
            par,
            MemStack::new(&mut memory),
            Default::default(),
        );
        drop(memory);
        factor.count_signs(&off_diagonal)?;
        factor.kind = Kind::Indefinite {
            off_diagonal,
            order: Perm::new_checked(forward.into(), inverse.into(), n),
            scale,
        };
        if factor.inertia.zero == 0 {
            factor.check_residual(matrix)?;
        }
        Ok(factor)
    }

    fn empty(analysis: &Arc<Analysis>, kind: Kind) -> Result<Self, Error> {
        let length = analysis.symbolic.len_val();
        let mut values = Vec::new();
        values
            .try_reserve_exact(length)
            .map_err(|_| Error::OutOfMemory {
                what: "the factor",
                bytes: 8 * length as u64,
            })?;
        values.resize(length, 0.0);
        Ok(Self {
            analysis: Arc::clone(analysis),
            values,
            kind,
            inertia: Inertia::default(),
            zero_pivot: None,
            residual: f64::NAN,
            scratch: Mutex::new(Vec::new()),
        })
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.analysis.n()
    }

    /// Signs of the eigenvalues.
    pub fn inertia(&self) -> Inertia {
        self.inertia
    }

    /// An unknown that the matrix leaves free, if it is singular within rounding.
    pub fn zero_pivot(&self) -> Option<usize> {
        self.zero_pivot
    }

    /// ‖A x − b‖ / (‖A‖ ‖x‖) of a trial solution; NaN if the matrix is singular.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// x ← A⁻¹ x for `n_rhs` vectors stored one after another. Memory for it is kept for the next call.
    pub fn solve_in_place(&self, x: &mut [f64], n_rhs: usize) -> Result<(), Error> {
        let n = self.n();
        if x.len() != n * n_rhs {
            return Err(Error::Length {
                what: "right-hand sides",
                expected: n * n_rhs,
                found: x.len(),
            });
        }
        if n == 0 || n_rhs == 0 {
            return Ok(());
        }
        // Threads share the vectors, not the sums within one: so the bits do not depend on the number of threads. Nor
        // does the width.
        let width = n_rhs.div_ceil(n_rhs.div_ceil(BLOCK).next_multiple_of(2));
        x.par_chunks_mut(n * width)
            .try_for_each(|block| self.solve_block(block))
    }

    fn solve_block(&self, x: &mut [f64]) -> Result<(), Error> {
        let n = self.n();
        let width = x.len() / n;
        let mut memory = self.take_scratch(width)?;
        let stack = MemStack::new(&mut memory);
        let symbolic = &self.analysis.symbolic;
        match &self.kind {
            Kind::PositiveDefinite => {
                let x = MatMut::from_column_major_slice_mut(x, n, width);
                LltRef::new(symbolic, &self.values).solve_in_place_with_conj(
                    Conj::No,
                    x,
                    Par::Seq,
                    stack,
                );
            }
            Kind::Indefinite {
                off_diagonal,
                order,
                scale,
            } => {
                multiply_rows(x, scale);
                let columns = MatMut::from_column_major_slice_mut(x, n, width);
                let order: PermRef<'_, usize> = order.as_ref();
                IntranodeLbltRef::new(symbolic, &self.values, off_diagonal, order)
                    .solve_in_place_with_conj(Conj::No, columns, Par::Seq, stack);
                multiply_rows(x, scale);
            }
        }
        self.scratch
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((width, memory));
        Ok(())
    }

    fn take_scratch(&self, width: usize) -> Result<MemBuffer, Error> {
        let mut kept = self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = kept.iter().position(|(w, _)| *w >= width) {
            return Ok(kept.swap_remove(place).1);
        }
        kept.pop();
        drop(kept);
        let symbolic = &self.analysis.symbolic;
        buffer(symbolic.solve_in_place_scratch::<f64>(width, Par::Seq))
    }
}

impl std::fmt::Debug for Factor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Factor")
            .field("n", &self.n())
            .field("entries", &self.values.len())
            .field("inertia", &self.inertia)
            .field("residual", &self.residual)
            .finish()
    }
}

fn as_faer<'a>(
    matrix: &'a SymmetricMatrix,
    rows: &'a [usize],
    values: &'a [f64],
) -> SparseColMatRef<'a, usize, f64> {
    let n = matrix.n;
    let pattern = SymbolicSparseColMatRef::new_checked(n, n, &matrix.column_starts, None, rows);
    SparseColMatRef::new(pattern, values)
}

fn buffer(need: faer::dyn_stack::StackReq) -> Result<MemBuffer, Error> {
    MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "work space of the factorisation",
        bytes: need.unaligned_bytes_required() as u64,
    })
}

#[cfg(test)]
mod tests;
