//! Vectors and matrices over displacements and rotations: along x, y, z, then about them.

use pitchline_geometry::tensor::Tensor;
use pitchline_geometry::vector::Vector;

/// Along and about.
pub(crate) fn halves(x: &[f64; 6]) -> (Vector, Vector) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

/// Both as one.
pub(crate) fn joined(along: Vector, about: Vector) -> [f64; 6] {
    let ([x, y, z], [u, v, w]) = (along, about);
    [x, y, z, u, v, w]
}

/// Adds `factor` times a block.
pub(crate) fn add_block(
    m: &mut [[f64; 6]; 6],
    row: usize,
    column: usize,
    factor: f64,
    block: &Tensor,
) {
    for (row, block) in m[row..].iter_mut().zip(block) {
        for (entry, value) in row[column..].iter_mut().zip(block) {
            *entry += factor * value;
        }
    }
}
