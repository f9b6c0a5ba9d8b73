//! Products with vectors. Several vectors share one pass over the matrix: reading it is what a product costs.

use std::ops::Range;

use rayon::prelude::*;

use super::SymmetricMatrix;

/// Entries below which a product is not worth sharing among threads.
const ENTRIES_PER_CHUNK: usize = 100_000;
/// Most parts of a product; fixed, so that the order of summation does not depend on the number of threads.
pub(super) const MOST_CHUNKS: usize = 8;
/// Vectors that share a pass.
const MOST_LANES: usize = 8;
/// Rows that one task copies.
const ROWS: usize = 4096;

impl SymmetricMatrix {
    /// y ← A x. The bits of the sum do not depend on the number of threads.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        debug_assert!(x.len() == self.n && y.len() == self.n);
        self.multiply_lanes::<1>(x.as_chunks().0, y.as_chunks_mut().0);
    }

    /// Y ← A X for vectors stored one after another; each has the bits of [`Self::multiply`].
    pub fn multiply_many(&self, x: &[f64], y: &mut [f64]) {
        debug_assert!(x.len() == y.len());
        if self.n == 0 {
            return;
        }
        let x: Vec<&[f64]> = x.chunks(self.n).collect();
        let mut y: Vec<&mut [f64]> = y.chunks_mut(self.n).collect();
        self.multiply_columns(&x, &mut y);
    }

    /// Y ← A X for vectors stored anywhere; each has the bits of [`Self::multiply`].
    pub(crate) fn multiply_columns(&self, x: &[&[f64]], y: &mut [&mut [f64]]) {
        for (x, y) in x.chunks(MOST_LANES).zip(y.chunks_mut(MOST_LANES)) {
            match (x, &mut *y) {
                ([x], [y]) => self.multiply(x, y),
                _ if x.len() <= 2 => self.multiply_interleaved::<2>(x, y),
                _ if x.len() <= 4 => self.multiply_interleaved::<4>(x, y),
                _ if x.len() <= 6 => self.multiply_interleaved::<6>(x, y),
                _ => self.multiply_interleaved::<MOST_LANES>(x, y),
            }
        }
    }

    /// Brings the entries of a row together, so that one read of the matrix serves all vectors.
    fn multiply_interleaved<const LANES: usize>(&self, x: &[&[f64]], y: &mut [&mut [f64]]) {
        let mut from = vec![[0.0; LANES]; self.n];
        let mut to = from.clone();
        from.par_chunks_mut(ROWS).enumerate().for_each(|(i, part)| {
            for (lane, x) in x.iter().enumerate() {
                let values = &x[i * ROWS..];
                part.iter_mut().zip(values).for_each(|(p, v)| p[lane] = *v);
            }
        });
        self.multiply_lanes(&from, &mut to);
        y.par_iter_mut().enumerate().for_each(|(lane, y)| {
            y.iter_mut().zip(&to).for_each(|(y, row)| *y = row[lane]);
        });
    }

    fn multiply_lanes<const LANES: usize>(&self, x: &[[f64; LANES]], y: &mut [[f64; LANES]]) {
        let chunks = self.chunks();
        if let [_] = chunks[..] {
            y.fill([0.0; LANES]);
            self.add_columns(0..self.n, x, y);
            return;
        }
        // A column writes only to rows below its own: a part needs no memory for the rows above its first column.
        let parts: Vec<(usize, Vec<[f64; LANES]>)> = chunks
            .into_par_iter()
            .map(|columns| {
                let first = columns.start;
                let mut part = vec![[0.0; LANES]; self.n - first];
                self.add_columns(columns, x, &mut part);
                (first, part)
            })
            .collect();
        y.par_chunks_mut(ROWS).enumerate().for_each(|(i, y)| {
            for (i, y) in (i * ROWS..).zip(y) {
                let reaching = parts.iter().take_while(|(first, _)| *first <= i);
                *y = reaching.fold([0.0; LANES], |mut sum, (first, part)| {
                    add_scaled(&mut sum, 1.0, &part[i - first]);
                    sum
                });
            }
        });
    }

    /// Adds the products of some columns, and of the rows of the upper triangle they stand for, to y, whose first
    /// entry belongs to the first of these columns.
    fn add_columns<const LANES: usize>(
        &self,
        columns: Range<usize>,
        x: &[[f64; LANES]],
        y: &mut [[f64; LANES]],
    ) {
        let first = columns.start;
        for column in columns {
            let range = self.column_starts[column]..self.column_starts[column + 1];
            let (rows, values) = (&self.rows[range.clone()], &self.values[range]);
            let Some((diagonal, below)) = values.split_first() else {
                continue;
            };
            let x_column = x[column];
            let mut sum = x_column.map(|x| diagonal * x);
            for (&row, &value) in rows[1..].iter().zip(below) {
                add_scaled(&mut sum, value, &x[row as usize]);
                add_scaled(&mut y[row as usize - first], value, &x_column);
            }
            add_scaled(&mut y[column - first], 1.0, &sum);
        }
    }

    /// Columns in parts of about equal work.
    pub(super) fn chunks(&self) -> Vec<Range<usize>> {
        let entries = self.rows.len();
        let count = (entries / ENTRIES_PER_CHUNK).clamp(1, MOST_CHUNKS);
        let mut ends: Vec<usize> = (1..count)
            .map(|part| {
                let target = part * entries / count;
                self.column_starts.partition_point(|&start| start < target)
            })
            .collect();
        ends.push(self.n);
        let mut start = 0;
        ends.into_iter()
            .map(|end| {
                let range = start..end.clamp(start, self.n);
                start = range.end;
                range
            })
            .collect()
    }
}

/// sum ← sum + factor · x.
#[inline(always)]
fn add_scaled<const LANES: usize>(sum: &mut [f64; LANES], factor: f64, x: &[f64; LANES]) {
    for (sum, x) in sum.iter_mut().zip(x) {
        *sum += factor * x;
    }
}
