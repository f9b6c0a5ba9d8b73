//! Triangles of self-adjoint matrices: L Lᴴ where A is positive definite, else P A Pᵀ = L B Lᴴ with blocks of one or
//! two rows in B \[bunch1977\].

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::cholesky::{lblt, llt};
use faer::perm::Perm;
use faer::{Conj, Mat, MatMut, Par};
use rayon::prelude::*;

use super::{Scalar, check_length, check_numbers, scaled};
use crate::Error;
use crate::inertia::{Inertia, LEAST_PIVOT};
use crate::scaling::equilibration_of;

/// Right-hand sides that one thread takes.
const COLUMNS: usize = 32;

enum Kind<T: Scalar> {
    PositiveDefinite,
    Indefinite {
        /// Diagonal of B.
        diagonal: Diag<T>,
        /// What couples the two rows of a block of B.
        off_diagonal: Diag<T>,
        /// P.
        order: Perm<usize>,
    },
}

/// A factorised matrix S A S: rows and columns are multiplied by powers of two first.
pub struct Factor<T: Scalar> {
    triangle: Mat<T>,
    kind: Kind<T>,
    scale: Vec<f64>,
    inertia: Inertia,
    zero_pivot: Option<usize>,
}

impl<T: Scalar> Factor<T> {
    /// L Lᴴ; the lower triangle is read.
    pub fn positive_definite(n: usize, matrix: &[T]) -> Result<Self, Error> {
        check_length("matrix", n * n, matrix)?;
        check_numbers(n, matrix)?;
        let mut scale = Vec::with_capacity(n);
        for i in 0..n {
            let diagonal = matrix[i * (n + 1)].real_part();
            if diagonal <= 0.0 {
                return Err(Error::NotPositiveDefinite {
                    unknown: i,
                    remains: diagonal,
                });
            }
            scale.push((-0.5 * diagonal.log2()).round().exp2());
        }
        let triangle = cholesky(scaled(n, matrix, &scale), LEAST_PIVOT)?;
        let inertia = Inertia {
            positive: n,
            ..Inertia::default()
        };
        Ok(Self {
            triangle,
            kind: Kind::PositiveDefinite,
            scale,
            inertia,
            zero_pivot: None,
        })
    }

    /// L B Lᴴ; the lower triangle is read. A singular matrix is told by its inertia.
    pub fn indefinite(n: usize, matrix: &[T]) -> Result<Self, Error> {
        check_length("matrix", n * n, matrix)?;
        check_numbers(n, matrix)?;
        let scale = equilibration_of(n, |entry| {
            for column in 0..n {
                for row in column..n {
                    entry(row, column, matrix[row + n * column].size());
                }
            }
        });
        let mut triangle = scaled(n, matrix, &scale);
        let mut off_diagonal = Diag::<T>::zeros(n);
        let (mut forward, mut inverse) = (vec![0_usize; n], vec![0_usize; n]);
        let need =
            lblt::factor::cholesky_in_place_scratch::<usize, T>(n, Par::Seq, Default::default());
        lblt::factor::cholesky_in_place(
            triangle.as_mut(),
            off_diagonal.as_mut(),
            &mut forward,
            &mut inverse,
            Par::Seq,
            MemStack::new(&mut buffer(need)?),
            Default::default(),
        );
        let mut inertia = Inertia::default();
        let mut zero_pivot = None;
        let mut i = 0;
        while i < n {
            let (coupling, zero) = (off_diagonal[i].size(), inertia.zero);
            let (rows, is_finite) = match coupling == 0.0 {
                true => (1, inertia.add(triangle[(i, i)].real_part())),
                false => {
                    let [a, b] = [i, i + 1].map(|k| triangle[(k, k)].real_part());
                    (2, inertia.add_pair(a, coupling, b))
                }
            };
            if !is_finite {
                return Err(Error::Singular {
                    unknown: forward[i],
                });
            }
            if inertia.zero > zero {
                zero_pivot.get_or_insert(forward[i]);
            }
            i += rows;
        }
        let mut diagonal = Diag::<T>::zeros(n);
        (0..n).for_each(|i| diagonal[i] = triangle[(i, i)]);
        Ok(Self {
            triangle,
            kind: Kind::Indefinite {
                diagonal,
                off_diagonal,
                order: Perm::new_checked(forward.into(), inverse.into(), n),
            },
            scale,
            inertia,
            zero_pivot,
        })
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.scale.len()
    }

    /// Signs of the eigenvalues.
    pub fn inertia(&self) -> Inertia {
        self.inertia
    }

    /// x ← A⁻¹ x for vectors one after another.
    pub fn solve_in_place(&self, x: &mut [T], columns: usize) -> Result<(), Error> {
        let n = self.n();
        check_length("right-hand sides", n * columns, x)?;
        if let Some(unknown) = self.zero_pivot {
            return Err(Error::Singular { unknown });
        }
        if n == 0 || columns == 0 {
            return Ok(());
        }
        x.par_chunks_mut(n * COLUMNS)
            .try_for_each(|x| self.solve_block(x))
    }

    fn solve_block(&self, x: &mut [T]) -> Result<(), Error> {
        self.multiply_rows(x);
        let (n, l) = (self.n(), self.triangle.as_ref());
        let columns = x.len() / n;
        let right = MatMut::from_column_major_slice_mut(x, n, columns);
        match &self.kind {
            Kind::PositiveDefinite => {
                let need = llt::solve::solve_in_place_scratch::<T>(n, columns, Par::Seq);
                let memory = &mut buffer(need)?;
                let stack = MemStack::new(memory);
                llt::solve::solve_in_place_with_conj(l, Conj::No, right, Par::Seq, stack);
            }
            Kind::Indefinite {
                diagonal,
                off_diagonal,
                order,
            } => {
                let need = lblt::solve::solve_in_place_scratch::<usize, T>(n, columns, Par::Seq);
                lblt::solve::solve_in_place_with_conj(
                    l,
                    diagonal.as_ref(),
                    off_diagonal.as_ref(),
                    Conj::No,
                    order.as_ref(),
                    right,
                    Par::Seq,
                    MemStack::new(&mut buffer(need)?),
                );
            }
        }
        self.multiply_rows(x);
        Ok(())
    }

    fn multiply_rows(&self, x: &mut [T]) {
        for vector in x.chunks_mut(self.n()) {
            let entries = vector.iter_mut().zip(&self.scale);
            entries.for_each(|(x, &s)| *x = x.times(s));
        }
    }
}

/// L of L Lᴴ; the upper triangle is not read. Refused if no more than `least` remains of a diagonal entry.
pub fn cholesky<T: Scalar>(matrix: Mat<T>, least: f64) -> Result<Mat<T>, Error> {
    let n = matrix.nrows();
    let mut triangle = matrix.clone();
    let need = llt::factor::cholesky_in_place_scratch::<T>(n, Par::Seq, Default::default());
    let done = llt::factor::cholesky_in_place(
        triangle.as_mut(),
        Default::default(),
        Par::Seq,
        MemStack::new(&mut buffer(need)?),
        Default::default(),
    );
    if done.is_err() {
        // Blocks of columns are eliminated together, so the failing one is not known: find it column by column.
        return Err(breakdown(matrix, least));
    }
    for j in 0..n {
        let remains = triangle[(j, j)].real_part().powi(2) / matrix[(j, j)].real_part();
        if remains.is_nan() || remains <= least {
            return Err(Error::NotPositiveDefinite {
                unknown: j,
                remains,
            });
        }
    }
    Ok(triangle)
}

/// The first column at which the elimination of a matrix breaks down.
fn breakdown<T: Scalar>(mut matrix: Mat<T>, least: f64) -> Error {
    let n = matrix.nrows();
    for j in 0..n {
        let diagonal = matrix[(j, j)].real_part();
        for k in 0..j {
            let factor = matrix[(j, k)].conjugate();
            for i in j..n {
                let product = matrix[(i, k)] * factor;
                matrix[(i, j)] -= product;
            }
        }
        let pivot = matrix[(j, j)].real_part();
        // The last one is it, should rounding have kept all before.
        if pivot.is_nan() || pivot <= least * diagonal || pivot <= 0.0 || j + 1 == n {
            return Error::NotPositiveDefinite {
                unknown: j,
                remains: pivot / diagonal,
            };
        }
        let root = pivot.sqrt().recip();
        for i in j..n {
            matrix[(i, j)] = matrix[(i, j)].times(root);
        }
    }
    Error::Dense { n }
}

fn buffer(need: StackReq) -> Result<MemBuffer, Error> {
    MemBuffer::try_new(need).map_err(|_| Error::OutOfMemory {
        what: "work space of a dense factorisation",
        bytes: need.unaligned_bytes_required() as u64,
    })
}
