//! Dense matrices A = Aᴴ of real or complex numbers: what [`crate::dense`] and [`crate::hermitian`] have in common.
//!
//! Everything here runs on one thread: callers share matrices or right-hand sides among threads, so the bits do not
//! depend on their number.

mod eigen;
mod factor;

use faer::traits::ComplexField;
use faer::{Mat, MatRef};

pub use self::eigen::{eigen, generalised};
pub use self::factor::{Factor, cholesky};
use crate::{Complex, Error};

/// A number that a self-adjoint matrix may hold.
pub trait Scalar: ComplexField<Real = f64> + Copy + Send + Sync {
    /// A real number.
    fn real_number(value: f64) -> Self;
    /// Real part.
    fn real_part(self) -> f64;
    /// The number times a real one.
    fn times(self, factor: f64) -> Self;
    /// Its conjugate.
    fn conjugate(self) -> Self;
    /// Absolute value.
    fn size(self) -> f64;
    /// Whether it is a number.
    fn is_number(self) -> bool;
}

impl Scalar for f64 {
    fn real_number(value: f64) -> Self {
        value
    }
    fn real_part(self) -> f64 {
        self
    }
    fn times(self, factor: f64) -> Self {
        self * factor
    }
    fn conjugate(self) -> Self {
        self
    }
    fn size(self) -> f64 {
        self.abs()
    }
    fn is_number(self) -> bool {
        self.is_finite()
    }
}

impl Scalar for Complex {
    fn real_number(value: f64) -> Self {
        Self::new(value, 0.0)
    }
    fn real_part(self) -> f64 {
        self.re
    }
    fn times(self, factor: f64) -> Self {
        Self::new(self.re * factor, self.im * factor)
    }
    fn conjugate(self) -> Self {
        self.conj()
    }
    fn size(self) -> f64 {
        self.re.hypot(self.im)
    }
    fn is_number(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
}

/// Refuses a slice that has not so many entries.
pub fn check_length<T>(what: &'static str, expected: usize, found: &[T]) -> Result<(), Error> {
    match found.len() == expected {
        true => Ok(()),
        false => Err(Error::Length {
            what,
            expected,
            found: found.len(),
        }),
    }
}

/// Refuses a lower triangle with an entry that is no number.
pub fn check_numbers<T: Scalar>(n: usize, matrix: &[T]) -> Result<(), Error> {
    for column in 0..n {
        for row in column..n {
            let entry = matrix[row + n * column];
            if !entry.is_number() {
                let value = entry.size();
                return Err(Error::NotFinite { row, column, value });
            }
        }
    }
    Ok(())
}

/// S A S from the lower triangle of A; both triangles are filled.
pub fn scaled<T: Scalar>(n: usize, matrix: &[T], scale: &[f64]) -> Mat<T> {
    Mat::from_fn(n, n, |i, j| match i >= j {
        true => matrix[i + n * j].times(scale[i]).times(scale[j]),
        false => matrix[j + n * i]
            .conjugate()
            .times(scale[j])
            .times(scale[i]),
    })
}

/// The entries one column after another.
pub fn column_major<T: Scalar>(matrix: MatRef<'_, T>) -> Vec<T> {
    let mut entries = Vec::with_capacity(matrix.nrows() * matrix.ncols());
    for column in matrix.col_iter() {
        entries.extend(column.iter().copied());
    }
    entries
}
