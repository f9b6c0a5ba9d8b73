//! Rows of the constraints over the coordinates, sparse and of length one.

use pitchline_algebra::SparseVector;

use crate::solution::constrained::Constrained;
use crate::{Equations, Weights};

/// Rows of all constraints.
pub(super) struct Rows {
    pub vectors: Vec<SparseVector>,
    /// What made them of length one.
    pub lengths: Vec<f64>,
    /// Coordinates.
    pub n_coordinates: usize,
    /// The element behind each.
    pub elements: Vec<u32>,
    pub is_active: Vec<bool>,
}

impl Rows {
    fn new(equations: &Equations, mut vectors: Vec<SparseVector>) -> Self {
        let n = vectors.len();
        let element = |i| equations.constraint(i).map_or(0, |(element, _)| element);
        Self {
            lengths: vectors.iter_mut().map(scale).collect(),
            vectors,
            n_coordinates: equations.n_velocities(),
            elements: (0..n).map(|i| element(i) as u32).collect(),
            is_active: (0..n).map(|i| equations.is_active(i)).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.vectors.len()
    }

    /// Constraints that hold.
    pub fn n_active(&self) -> usize {
        self.is_active
            .iter()
            .filter(|is_active| **is_active)
            .count()
    }
}

/// Makes a row one of length one.
fn scale(row: &mut SparseVector) -> f64 {
    let length = row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
    let length = if length > 0.0 { length } else { 1.0 };
    row.iter_mut().for_each(|(_, x)| *x /= length);
    length
}

/// Rows of B, in the metric of the coordinates.
pub(super) fn constraint_rows(equations: &mut Equations, metric: &Constrained) -> Rows {
    let n_v = equations.n_velocities();
    let weights = Weights {
        position: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let row = |i: usize| {
        let range = starts[n_v + i] as usize..starts[n_v + i + 1] as usize;
        let entries = columns[range.clone()]
            .iter()
            .zip(&equations.values()[range]);
        let of_coordinates = entries.filter(|(column, _)| (**column as usize) < n_v);
        of_coordinates
            .map(|(&column, value)| (column, value / metric.weight(column as usize).sqrt()))
            .collect()
    };
    let rows = (0..equations.n_multipliers()).map(row).collect();
    Rows::new(equations, rows)
}

/// What each multiplier exerts on the coordinates, in their metric: −∂r/∂λ.
pub(super) fn force_rows(equations: &mut Equations, metric: &Constrained) -> Rows {
    let n_v = equations.n_velocities();
    let weights = Weights {
        multiplier: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let mut rows = vec![SparseVector::new(); equations.n_multipliers()];
    for j in 0..n_v {
        let range = starts[j] as usize..starts[j + 1] as usize;
        let entries = columns[range.clone()]
            .iter()
            .zip(&equations.values()[range]);
        for (&column, value) in entries {
            let row = (column as usize).checked_sub(n_v);
            if let Some(row) = row.and_then(|row| rows.get_mut(row)) {
                row.push((j as u32, -value / metric.weight(j).sqrt()));
            }
        }
    }
    Rows::new(equations, rows)
}
