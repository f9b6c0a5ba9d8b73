//! A sparse symmetric matrix: its lower triangle, column by column.

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
    /// y ← A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        debug_assert!(x.len() == self.n && y.len() == self.n);
        y.fill(0.0);
        for column in 0..self.n {
            let range = self.column_starts[column]..self.column_starts[column + 1];
            let mut sum = 0.0;
            for (&row, &value) in self.rows[range.clone()].iter().zip(&self.values[range]) {
                let row = row as usize;
                sum += value * x[row];
                if row != column {
                    y[row] += value * x[column];
                }
            }
            y[column] += sum;
        }
    }
}
