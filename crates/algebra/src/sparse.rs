//! A sparse symmetric matrix: its lower triangle, column by column.

mod product;

use crate::Error;

/// Lower triangle of a symmetric matrix in compressed columns, rows ascending, diagonal entries always stored.
#[derive(Debug, Clone, PartialEq)]
pub struct SymmetricMatrix {
    /// Number of rows.
    pub n: usize,
    /// Where each column begins in `rows` and `values`; n + 1 entries.
    pub column_starts: Vec<usize>,
    /// Rows of the entries.
    pub rows: Vec<u32>,
    /// The entries.
    pub values: Vec<f64>,
}

impl SymmetricMatrix {
    /// The diagonal matrix of these entries.
    pub fn diagonal(values: &[f64]) -> Self {
        Self {
            n: values.len(),
            column_starts: (0..=values.len()).collect(),
            rows: (0..values.len() as u32).collect(),
            values: values.to_vec(),
        }
    }

    /// Sum of (row, column, value): entries of either triangle, each pair (i, j), (j, i) given once. Entries of the
    /// same place are added in the order given.
    pub fn from_triplets(n: usize, triplets: &[(usize, usize, f64)]) -> Result<Self, Error> {
        let mut sorted: Vec<(u32, u32, f64)> = Vec::with_capacity(triplets.len() + n);
        for &(i, j, value) in triplets {
            let (row, column) = (i.max(j), i.min(j));
            if row >= n {
                return Err(Error::Pattern { column: row, n });
            }
            sorted.push((column as u32, row as u32, value));
        }
        sorted.extend((0..n as u32).map(|i| (i, i, 0.0)));
        // Stable: equal places keep their order, so the sums have the same bits each time.
        sorted.sort_by_key(|&(column, row, _)| (column, row));
        let mut matrix = Self {
            n,
            column_starts: vec![0; n + 1],
            rows: Vec::new(),
            values: Vec::new(),
        };
        let mut last = None;
        for (column, row, value) in sorted {
            match matrix.values.last_mut() {
                Some(sum) if last == Some((column, row)) => *sum += value,
                _ => {
                    matrix.rows.push(row);
                    matrix.values.push(value);
                    matrix.column_starts[column as usize + 1] = matrix.rows.len();
                    last = Some((column, row));
                }
            }
        }
        Ok(matrix)
    }

    /// Rows and entries of a column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.column_starts[column]..self.column_starts[column + 1];
        let rows = self.rows[range.clone()].iter().map(|&row| row as usize);
        rows.zip(self.values[range].iter().copied())
    }

    /// The diagonal entries.
    pub fn diagonal_entries(&self) -> Vec<f64> {
        (0..self.n)
            .map(|column| self.values[self.column_starts[column]])
            .collect()
    }

    /// All entries of both triangles, by columns.
    pub fn to_dense(&self) -> Vec<f64> {
        let mut entries = vec![0.0; self.n * self.n];
        for column in 0..self.n {
            for (row, value) in self.column(column) {
                entries[row + self.n * column] = value;
                entries[column + self.n * row] = value;
            }
        }
        entries
    }

    /// Largest sum of the absolute values of a row: a bound of all eigenvalues.
    pub fn norm(&self) -> f64 {
        let mut sums = vec![0.0; self.n];
        for column in 0..self.n {
            for (row, value) in self.column(column) {
                sums[row] += value.abs();
                if row != column {
                    sums[column] += value.abs();
                }
            }
        }
        sums.into_iter().fold(0.0, f64::max)
    }

    /// Whether this is the lower triangle of a symmetric matrix of numbers.
    pub fn check(&self) -> Result<(), Error> {
        let length = |what, expected, found| match expected == found {
            true => Ok(()),
            false => Err(Error::Length {
                what,
                expected,
                found,
            }),
        };
        length("column_starts", self.n + 1, self.column_starts.len())?;
        length("rows", self.column_starts[self.n], self.rows.len())?;
        length("values", self.rows.len(), self.values.len())?;
        let bad = (0..self.n).find(|&column| !self.is_column(column));
        if let Some(column) = bad {
            return Err(Error::Pattern { column, n: self.n });
        }
        for column in 0..self.n {
            if let Some((row, value)) = self.column(column).find(|(_, v)| !v.is_finite()) {
                return Err(Error::NotFinite { row, column, value });
            }
        }
        Ok(())
    }

    fn is_column(&self, column: usize) -> bool {
        let range = self.column_starts[column]..self.column_starts[column + 1];
        let Some(rows) = self.rows.get(range) else {
            return false;
        };
        rows.first() == Some(&(column as u32))
            && rows.is_sorted_by(|a, b| a < b)
            && rows.last().is_some_and(|&row| (row as usize) < self.n)
    }

    /// Whether both have entries at the same places.
    pub fn has_pattern_of(&self, other: &Self) -> bool {
        self.n == other.n && self.column_starts == other.column_starts && self.rows == other.rows
    }

    /// K − σ M, on the union of both patterns.
    pub fn combine(stiffness: &Self, mass: &Self, shift: f64) -> Result<Self, Error> {
        if stiffness.n != mass.n {
            return Err(Error::Length {
                what: "mass matrix",
                expected: stiffness.n,
                found: mass.n,
            });
        }
        if stiffness.has_pattern_of(mass) {
            let mut sum = stiffness.clone();
            let entries = sum.values.iter_mut().zip(&mass.values);
            entries.for_each(|(k, m)| *k -= shift * m);
            return Ok(sum);
        }
        let mut sum = Self {
            n: stiffness.n,
            column_starts: vec![0],
            rows: Vec::with_capacity(stiffness.rows.len() + mass.rows.len()),
            values: Vec::with_capacity(stiffness.rows.len() + mass.rows.len()),
        };
        for column in 0..stiffness.n {
            sum.push_merged(stiffness.column(column), mass.column(column), shift);
        }
        Ok(sum)
    }

    /// Adds a column a − σ b.
    fn push_merged(
        &mut self,
        a: impl Iterator<Item = (usize, f64)>,
        b: impl Iterator<Item = (usize, f64)>,
        shift: f64,
    ) {
        let (mut a, mut b) = (a.peekable(), b.peekable());
        loop {
            let row_a = a.peek().map_or(usize::MAX, |&(row, _)| row);
            let row_b = b.peek().map_or(usize::MAX, |&(row, _)| row);
            let row = row_a.min(row_b);
            if row == usize::MAX {
                break;
            }
            let mut value = 0.0;
            if row_a == row {
                value += a.next().map_or(0.0, |(_, v)| v);
            }
            if row_b == row {
                value -= shift * b.next().map_or(0.0, |(_, v)| v);
            }
            self.rows.push(row as u32);
            self.values.push(value);
        }
        self.column_starts.push(self.rows.len());
    }
}

#[cfg(test)]
mod tests;
