//! Modes of two small matrices, part by part.
//!
//! Coordinates that neither matrix couples are solved apart: waves of different nodal diameters stay what they are to the last
//! digit, and moments that symmetry makes zero stay zero.

use pitchline_algebra::{Error, generalised_eigen};

/// Coupling relative to the diagonal below which there is none: what rounding leaves.
const NO_COUPLING: f64 = 1e-13;

/// K x = λ M x with xᵀ M x = 1, in no order.
pub(super) fn solve(
    n: usize,
    stiffness: &[f64],
    mass: &[f64],
) -> Result<Vec<(f64, Vec<f64>)>, Error> {
    let mut modes = Vec::with_capacity(n);
    for block in blocks(n, &[stiffness, mass]) {
        let part = |matrix: &[f64]| -> Vec<f64> {
            let columns = block.iter();
            columns
                .flat_map(|j| block.iter().map(move |i| matrix[i + n * j]))
                .collect()
        };
        let size = block.len();
        let eigen = generalised_eigen(size, &part(stiffness), &part(mass))?;
        for (value, vector) in eigen.values.iter().zip(eigen.vectors.chunks(size)) {
            let mut whole = vec![0.0; n];
            for (i, x) in block.iter().zip(vector) {
                whole[*i] = *x;
            }
            modes.push((*value, whole));
        }
    }
    Ok(modes)
}

/// Coordinates that hang together.
fn blocks(n: usize, matrices: &[&[f64]]) -> Vec<Vec<usize>> {
    let is_coupled = |i: usize, j: usize| {
        matrices.iter().any(|matrix| {
            let size = (matrix[i * (n + 1)] * matrix[j * (n + 1)]).abs().sqrt();
            let entry = matrix[i + n * j].abs();
            // A matrix with entries that are no numbers is left to the solver to refuse.
            entry.is_nan() || entry > NO_COUPLING * size
        })
    };
    let mut is_taken = vec![false; n];
    let mut blocks = Vec::new();
    for first in 0..n {
        if is_taken[first] {
            continue;
        }
        is_taken[first] = true;
        let mut block = vec![first];
        let mut next = 0;
        while let Some(&i) = block.get(next) {
            next += 1;
            for (j, is_taken) in is_taken.iter_mut().enumerate() {
                if !*is_taken && is_coupled(i, j) {
                    *is_taken = true;
                    block.push(j);
                }
            }
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_solved_apart_and_together_make_the_whole() {
        // Two oscillators, coordinates 0 and 2 coupled, 1 alone: ω² = (1, 3) of [[2, -1], [-1, 2]], and 5.
        let k = [2.0, 0.0, -1.0, 0.0, 5.0, 0.0, -1.0, 0.0, 2.0];
        let m = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let mut modes = solve(3, &k, &m).unwrap();
        modes.sort_by(|a, b| a.0.total_cmp(&b.0));
        for ((value, vector), (expected, own)) in
            modes
                .iter()
                .zip([(1.0, [0, 2]), (3.0, [0, 2]), (5.0, [1, 1])])
        {
            assert!((value - expected).abs() < 1e-14);
            for (i, x) in vector.iter().enumerate() {
                assert_eq!(x.abs() > 0.0, own.contains(&i), "{expected} {i}");
            }
        }
    }
}
