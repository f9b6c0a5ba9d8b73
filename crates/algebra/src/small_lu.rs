//! Systems so small that a full matrix is factored sooner than any plan for its entries is made.
//!
//! P A = L U with ones on the diagonal of L, row by row in place. Of each column the row is taken whose entry is largest beside
//! what the row had in A. Nothing is remembered of other matrices: their pivots are chosen anew.
//!
//! The last columns may come first. Those of multipliers should: where two constraints say the same, one of their pivots is the
//! small number that keeps the matrix regular, and what is eliminated before it is found from what comes after, divided by it.
//! \[theory:large-systems\]

use crate::fixed_pattern::{VANISHED, measure, subtract};
use crate::{Error, RowPattern};

/// A factorised full matrix, with its memory.
#[derive(Debug, Clone)]
pub struct SmallLu {
    n: usize,
    /// So many of the last columns come first.
    leading: usize,
    /// By rows, L below the diagonal.
    entries: Vec<f64>,
    /// Inverses of the pivots.
    inverses: Vec<f64>,
    /// Row of A that stands in each row.
    order: Vec<usize>,
    /// Largest entry of each row of A.
    row_sizes: Vec<f64>,
    permuted: Vec<f64>,
    is_factored: bool,
}

impl SmallLu {
    /// Memory for matrices of this many unknowns, of which the last ones are eliminated first.
    pub fn new(n: usize, leading: usize) -> Self {
        Self {
            n,
            leading: leading.min(n),
            entries: vec![0.0; n * n],
            inverses: vec![0.0; n],
            order: (0..n).collect(),
            row_sizes: vec![0.0; n],
            permuted: vec![0.0; n],
            is_factored: false,
        }
    }

    /// Factors the matrix with these values of a pattern; no memory is taken.
    pub fn factor(&mut self, pattern: &RowPattern, values: &[f64]) -> Result<(), Error> {
        self.is_factored = false;
        if pattern.n != self.n {
            return Err(Error::Length {
                what: "list of rows",
                expected: self.n,
                found: pattern.n,
            });
        }
        measure(pattern, values, &mut self.row_sizes)?;
        self.entries.fill(0.0);
        for row in 0..self.n {
            self.order[row] = row;
            let entries = &mut self.entries[row * self.n..(row + 1) * self.n];
            let columns = pattern.row(row).iter().zip(&values[pattern.range(row)]);
            for (&column, value) in columns {
                let place = column as usize + self.leading;
                entries[if place < self.n {
                    place
                } else {
                    place - self.n
                }] = *value;
            }
        }
        for column in 0..self.n {
            self.choose(column)?;
            self.eliminate(column);
        }
        self.is_factored = true;
        Ok(())
    }

    /// Brings the row with the best pivot of a column to its place.
    fn choose(&mut self, column: usize) -> Result<(), Error> {
        let (mut best, mut share) = (column, 0.0);
        for row in column..self.n {
            let own = self.entries[row * self.n + column].abs() / self.row_sizes[self.order[row]];
            // A row of zeros has no share.
            if own > share {
                (best, share) = (row, own);
            }
        }
        let inverse = 1.0 / self.entries[best * self.n + column];
        // Written so that NaN is refused.
        let is_pivot = share > VANISHED && inverse.is_finite();
        if !is_pivot {
            return Err(Error::VanishingPivot {
                row: self.order[best],
                column: (column + self.n - self.leading) % self.n,
                remains: share,
            });
        }
        self.inverses[column] = inverse;
        if best != column {
            let (upper, lower) = self.entries.split_at_mut(best * self.n);
            let row = &mut upper[column * self.n..(column + 1) * self.n];
            row.swap_with_slice(&mut lower[..self.n]);
            self.order.swap(best, column);
        }
        Ok(())
    }

    /// Removes the row of a pivot from those below.
    fn eliminate(&mut self, column: usize) {
        let (upper, lower) = self.entries.split_at_mut((column + 1) * self.n);
        let pivots = &upper[column * self.n + column + 1..];
        for row in lower.chunks_exact_mut(self.n) {
            let (left, rest) = row.split_at_mut(column + 1);
            if left[column] != 0.0 {
                left[column] *= self.inverses[column];
                subtract(rest, left[column], pivots);
            }
        }
    }

    /// Whether the last matrix was factored.
    pub fn is_factored(&self) -> bool {
        self.is_factored
    }

    /// x ← A⁻¹ x. NaN throughout if the last factorisation was refused or the length is not that of the matrix.
    pub fn solve(&mut self, right: &mut [f64]) {
        if !self.is_factored || right.len() != self.n {
            right.fill(f64::NAN);
            return;
        }
        let rows = || self.entries.chunks_exact(self.n.max(1)).enumerate();
        for (x, row) in self.permuted.iter_mut().zip(&self.order) {
            *x = right[*row];
        }
        for (i, row) in rows() {
            let known = row[..i].iter().zip(&*right);
            right[i] = known.fold(self.permuted[i], |sum, (entry, x)| sum - entry * x);
        }
        for (i, row) in rows().rev() {
            let known = row[i + 1..].iter().zip(&right[i + 1..]);
            let left = known.fold(right[i], |sum, (entry, x)| sum - entry * x);
            right[i] = left * self.inverses[i];
        }
        right.rotate_left(self.leading);
    }
}
