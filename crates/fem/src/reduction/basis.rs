//! The shapes that a reduction keeps, and K and M over them.

use super::columns::project;
use crate::{Coordinate, CoordinateKind, FeModel};
use pitchline_algebra::SymmetricMatrix;

/// Frequencies nearer than this belong together: far above what rounding splits, far below what a mesh or a gear does.
pub(super) const EQUAL_FREQUENCY: f64 = 1e-6;

/// Vectors multiplied at a time.
const TOGETHER: usize = 64;

/// A basis over the unknowns of the full body.
pub(super) struct Basis {
    /// Φ, one shape after another.
    pub(super) shapes: Vec<f64>,
    pub(super) coordinates: Vec<Coordinate>,
    pub(super) stiffness: Vec<f64>,
    pub(super) mass: Vec<f64>,
    /// Free motions over the coordinates, as far as these contain them.
    pub(super) rigid: Vec<f64>,
    pub(super) n_dropped: usize,
}

/// Φᵀ A Φ, symmetric.
pub(super) fn gram(matrix: &SymmetricMatrix, shapes: &[f64]) -> Vec<f64> {
    let n = matrix.n.max(1);
    let count = shapes.len() / n;
    let mut gram = Vec::with_capacity(count * count);
    let mut product = vec![0.0; (n * TOGETHER).min(shapes.len())];
    for some in shapes.chunks(n * TOGETHER) {
        let product = &mut product[..some.len()];
        matrix.multiply_many(some, product);
        gram.extend(project(n, shapes, product));
    }
    for i in 0..count {
        for j in 0..i {
            let mean = 0.5 * (gram[i + count * j] + gram[j + count * i]);
            gram[i + count * j] = mean;
            gram[j + count * i] = mean;
        }
    }
    gram
}

/// Vᵀ A W.
pub(super) fn between(matrix: &SymmetricMatrix, v: &[f64], w: &[f64]) -> Vec<f64> {
    let n = matrix.n.max(1);
    let mut result = Vec::new();
    let mut product = vec![0.0; (n * TOGETHER).min(w.len())];
    for some in w.chunks(n * TOGETHER) {
        let product = &mut product[..some.len()];
        matrix.multiply_many(some, product);
        result.extend(project(n, v, product));
    }
    result
}

/// A diagonal matrix, dense.
pub(super) fn diagonal(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let mut matrix = vec![0.0; n * n];
    for (i, value) in values.iter().enumerate() {
        matrix[i * (n + 1)] = *value;
    }
    matrix
}

/// How many of ascending frequencies are kept of `asked`: a doublet is not cut in two.
pub(super) fn whole_doublets(frequencies: &[f64], asked: usize) -> usize {
    match (
        asked.checked_sub(1).and_then(|i| frequencies.get(i)),
        frequencies.get(asked),
    ) {
        (Some(last), Some(next)) if next - last <= EQUAL_FREQUENCY * next => asked + 1,
        _ => asked.min(frequencies.len()),
    }
}

/// A coordinate without partner.
pub(super) fn coordinate(kind: CoordinateKind) -> Coordinate {
    Coordinate {
        kind,
        nodal_diameter: None,
        partner: None,
    }
}

/// Number of motions that are left to a body.
pub(super) fn n_elastic(model: &FeModel, n_rigid: usize) -> usize {
    model.dof_map.n_unknowns().saturating_sub(n_rigid)
}
