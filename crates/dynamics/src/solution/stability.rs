//! Whether an equilibrium lasts: signs of the tangent along all motions that the constraints allow. \[theory:multibody\] (44)

use pitchline_algebra::DenseFactor;

use crate::{Equations, State, Weights};

/// What a constraint gives way, so that those which depend on others have a sign too.
const YIELDING: f64 = 1e-11;
/// Unknowns of a dense matrix that is factored within a second.
const MOST_DENSE: usize = 1500;

/// Motions along which forces drive a machine away from an equilibrium: negative eigenvalues of [S Bᵀ; B −ε], which has one more for each
/// constraint. Places are measured by the extent, energies by the largest stiffness; below a `neutral` share of it a motion has none.
/// None where S is not symmetric, forces having no potential, and for machines too large for a dense matrix.
pub(super) fn n_falling(equations: &mut Equations, state: &State, neutral: f64) -> Option<usize> {
    let (n, n_v) = (equations.n(), equations.n_velocities());
    if n > MOST_DENSE || equations.set(state).is_err() {
        return None;
    }
    let weights = Weights {
        position: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let mut matrix = dense(equations);
    let units = units(&matrix, n, n_v, equations, state);
    for i in 0..n {
        for j in 0..n {
            matrix[i + n * j] *= units[i] * units[j];
        }
    }
    for i in 0..n_v {
        matrix[i * (n + 1)] += neutral;
        if (0..i).any(|j| (matrix[i + n * j] - matrix[j + n * i]).abs() > neutral) {
            return None;
        }
    }
    // Below the diagonal stand the rows of the constraints; that is what is read.
    for i in n_v..n {
        matrix[i * (n + 1)] = -YIELDING;
    }
    let signs = DenseFactor::indefinite(n, &matrix).ok()?.inertia();
    signs.negative.checked_sub(n - n_v)
}

/// The tangent by columns.
fn dense(equations: &Equations) -> Vec<f64> {
    let n = equations.n();
    let mut matrix = vec![0.0; n * n];
    let (starts, columns) = equations.pattern();
    for i in 0..n {
        let row = starts[i] as usize..starts[i + 1] as usize;
        for (&j, value) in columns[row.clone()].iter().zip(&equations.values()[row]) {
            matrix[i + n * j as usize] = *value;
        }
    }
    matrix
}

/// Units in which entries of the tangent are one at the most: the extent for places, one for turns; for scalars what stores the
/// energy unit, or less where constraints let nodes move less for it; for a constraint what makes its largest entry one.
fn units(matrix: &[f64], n: usize, n_v: usize, equations: &Equations, state: &State) -> Vec<f64> {
    let (nodes, length) = (6 * state.places.len(), equations.extent(state));
    let mut units: Vec<f64> = (0..n_v)
        .map(|i| if i < nodes && i % 6 < 3 { length } else { 1.0 })
        .collect();
    let of_nodes = (0..nodes).flat_map(|i| (0..nodes).map(move |j| (i, j)));
    let energy = of_nodes
        .map(|(i, j)| (matrix[i + n * j] * units[i] * units[j]).abs())
        .fold(0.0, f64::max);
    let energy = if energy > 0.0 { energy } else { 1.0 };
    units[..nodes].iter_mut().for_each(|u| *u /= energy.sqrt());
    let largest_of = |c: usize, units: &[f64]| {
        let entries = (0..nodes).map(|j| (matrix[c + n * j] * units[j]).abs());
        entries.fold(0.0, f64::max)
    };
    let rows: Vec<f64> = (n_v..n).map(|c| largest_of(c, &units)).collect();
    for i in nodes..n_v {
        // What moves by a unit where nodes do that it is tied to: stiffness of its own may be rounding.
        let tied = (n_v..n)
            .zip(&rows)
            .map(|(c, row)| row / matrix[c + n * i].abs());
        let tied = tied.filter(|unit| *unit > 0.0 && unit.is_finite());
        let coupled = 1.0 / largest_of(i, &units);
        let own = 1.0 / matrix[i * (n + 1)].abs().sqrt();
        let least = tied.fold(own.min(coupled), f64::min);
        units[i] = if least.is_finite() { least } else { 1.0 };
    }
    for c in n_v..n {
        let entries = (0..n_v).map(|j| (matrix[c + n * j] * units[j]).abs());
        let largest = entries.fold(0.0, f64::max);
        units.push(if largest > 0.0 { 1.0 / largest } else { 1.0 });
    }
    units
}
