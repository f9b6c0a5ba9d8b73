//! Rows and columns multiplied so that their largest entries are near 1.

use crate::SymmetricMatrix;

/// Passes that scale rows and columns: each halves the decades between them.
const EQUILIBRATION_PASSES: usize = 12;

/// Powers of two that bring the largest entry of each row near 1: unknowns in metres and radians then compare. Each
/// pass takes the root of what is left \[ruiz2001\].
pub fn equilibration(matrix: &SymmetricMatrix) -> Vec<f64> {
    equilibration_of(matrix.n, |entry| {
        for column in 0..matrix.n {
            for (row, value) in matrix.column(column) {
                entry(row, column, value.abs());
            }
        }
    })
}

/// The same for a matrix that shows the sizes of its entries: row, column, |value|.
pub fn equilibration_of(n: usize, entries: impl Fn(&mut dyn FnMut(usize, usize, f64))) -> Vec<f64> {
    let mut scale = vec![1.0_f64; n];
    for _ in 0..EQUILIBRATION_PASSES {
        let mut largest = vec![0.0_f64; n];
        entries(&mut |row, column, value| {
            let value = value * scale[row] * scale[column];
            largest[row] = largest[row].max(value);
            largest[column] = largest[column].max(value);
        });
        for (scale, &largest) in scale.iter_mut().zip(&largest) {
            if largest > 0.0 {
                *scale = (scale.log2() - 0.5 * largest.log2())
                    .clamp(-510.0, 510.0)
                    .exp2();
            }
        }
        if largest
            .iter()
            .all(|&v| v == 0.0 || (0.25..4.0).contains(&v))
        {
            break;
        }
    }
    scale.into_iter().map(|s| s.log2().round().exp2()).collect()
}

/// The entries of S A S.
pub fn scaled_values(matrix: &SymmetricMatrix, scale: &[f64]) -> Vec<f64> {
    (0..matrix.n)
        .flat_map(|column| {
            matrix
                .column(column)
                .map(move |(row, value)| value * scale[row] * scale[column])
        })
        .collect()
}

/// S x of vectors stored one after another.
pub fn multiply_rows(x: &mut [f64], scale: &[f64]) {
    for vector in x.chunks_mut(scale.len()) {
        vector.iter_mut().zip(scale).for_each(|(x, s)| *x *= s);
    }
}
