//! Matrices for the tests, and what elimination with full pivoting rows makes of them.

use pitchline_algebra::{FixedLu, RowPattern};

/// A matrix by rows.
#[derive(Debug, Clone)]
pub struct Matrix {
    pub pattern: RowPattern,
    pub values: Vec<f64>,
}

impl Matrix {
    /// From entries in any order, each place once.
    pub fn new(n: usize, entries: &[(usize, usize, f64)]) -> Self {
        let mut entries = entries.to_vec();
        entries.sort_by_key(|&(row, column, _)| (row, column));
        let places: Vec<(usize, usize)> = entries.iter().map(|e| (e.0, e.1)).collect();
        let pattern = RowPattern::from_entries(n, &places).expect("entries within the matrix");
        assert_eq!(pattern.columns.len(), entries.len(), "a place twice");
        let values = entries.into_iter().map(|e| e.2).collect();
        Self { pattern, values }
    }

    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.pattern.n)
            .map(|row| self.row(row).map(|(column, value)| value * x[column]).sum())
            .collect()
    }

    pub fn transpose_times(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        for (row, &x) in x.iter().enumerate() {
            self.row(row)
                .for_each(|(column, value)| y[column] += value * x);
        }
        y
    }

    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let columns = self.pattern.row(row).iter().map(|&column| column as usize);
        columns.zip(self.values[self.pattern.range(row)].iter().copied())
    }

    /// Largest sum of |entries| of a row.
    pub fn norm(&self) -> f64 {
        let sum = |row| self.row(row).map(|(_, value)| value.abs()).sum::<f64>();
        (0..self.pattern.n).map(sum).fold(0.0, f64::max)
    }

    /// Largest sum of |entries| of a column.
    pub fn transposed_norm(&self) -> f64 {
        let mut sums = vec![0.0; self.pattern.n];
        for row in 0..self.pattern.n {
            self.row(row)
                .for_each(|(column, value)| sums[column] += value.abs());
        }
        largest(&sums)
    }

    /// Solution by dense elimination that takes the largest entry of each column: code of its own.
    pub fn dense_solution(&self, right: &[f64]) -> Vec<f64> {
        let n = self.pattern.n;
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|row| {
                let mut dense = vec![0.0; n + 1];
                self.row(row)
                    .for_each(|(column, value)| dense[column] = value);
                dense[n] = right[row];
                dense
            })
            .collect();
        for k in 0..n {
            let by_size = |&a: &usize, &b: &usize| rows[a][k].abs().total_cmp(&rows[b][k].abs());
            let best = (k..n).max_by(by_size).expect("a row");
            rows.swap(k, best);
            let pivot = rows[k].clone();
            for row in &mut rows[k + 1..] {
                let factor = row[k] / pivot[k];
                row.iter_mut()
                    .zip(&pivot)
                    .for_each(|(a, p)| *a -= factor * p);
            }
        }
        let mut x = vec![0.0; n];
        for k in (0..n).rev() {
            let known: f64 = (k + 1..n).map(|j| rows[k][j] * x[j]).sum();
            x[k] = (rows[k][n] - known) / rows[k][k];
        }
        x
    }
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// Numbers in −1 … 1 that look random and are always the same.
pub fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..n)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        })
        .collect()
}

/// ‖A x − b‖ / (‖A‖ ‖x‖) of solutions with A and with Aᵀ: the larger.
pub fn backward_error(lu: &mut FixedLu, matrix: &Matrix, seed: u64) -> f64 {
    let right = noise(matrix.pattern.n, seed);
    let error = |product: Vec<f64>, norm: f64, x: &[f64]| {
        let residual: Vec<f64> = product.iter().zip(&right).map(|(p, b)| p - b).collect();
        largest(&residual) / (norm * largest(x))
    };
    let mut x = right.clone();
    lu.solve(&mut x);
    let plain = error(matrix.times(&x), matrix.norm(), &x);
    let mut x = right.clone();
    lu.solve_transposed(&mut x);
    let transposed = error(matrix.transpose_times(&x), matrix.transposed_norm(), &x);
    plain.max(transposed)
}
