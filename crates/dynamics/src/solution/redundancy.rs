//! Constraints that follow from others: found, named, and their multipliers made as short as they can be.
//!
//! Rows of B are made orthogonal one after another, the longest remainder first; a row of which nothing remains depends on
//! those before it. \[theory:multibody\] (35)

use super::constrained::Constrained;
use crate::{Equations, Error, State, Weights};

/// A row counts as dependent when so little of its length remains: the root of rounding, between the digits of a true
/// dependence (1e-15) and those of a mechanism near a singular position.
const DEPENDENT: f64 = 1e-8;
/// A row takes part in a dependence from this share on.
const TAKES_PART: f64 = 1e-5;

/// A constraint that follows from others.
#[derive(Debug, Clone, PartialEq)]
pub struct RedundantConstraint {
    /// Its number among all multipliers.
    pub constraint: usize,
    /// Those from which it follows.
    pub follows_from: Vec<usize>,
}

/// All constraints that follow from others, in one position.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Redundancy {
    /// The constraints.
    pub constraints: Vec<RedundantConstraint>,
    /// Number of independent constraints.
    pub rank: usize,
    /// Combinations n of multipliers without effect, Bᵀ n = 0: orthonormal, one after another.
    null: Vec<Vec<f64>>,
    /// Length of each row of B in the metric of the coordinates: multipliers are compared as forces on coordinates.
    lengths: Vec<f64>,
}

impl Redundancy {
    /// Looks at the state that the equations look at. `weight` is the metric of the coordinates.
    pub(crate) fn find(equations: &mut Equations, weight: impl Fn(usize) -> f64) -> Self {
        let (rows, lengths) = scaled_rows(equations, weight);
        let n = rows.len();
        let mut remainder = rows.clone();
        let mut left: Vec<usize> = (0..n).filter(|&i| equations.is_active(i)).collect();
        let mut basis: Vec<usize> = Vec::new();
        while let Some(at) = longest(&remainder, &left) {
            if norm(&remainder[left[at]]) < DEPENDENT {
                break;
            }
            let row = left.swap_remove(at);
            let length = norm(&remainder[row]);
            let unit: Vec<f64> = remainder[row].iter().map(|x| x / length).collect();
            for &other in &left {
                // Twice is enough for orthogonality to rounding.
                for _ in 0..2 {
                    let share = dot(&unit, &remainder[other]);
                    add(&mut remainder[other], -share, &unit);
                }
            }
            basis.push(row);
        }
        left.sort_unstable();
        let mut found = Self {
            rank: basis.len(),
            lengths,
            ..Self::default()
        };
        for row in left {
            let combination = found.combination(&rows, &basis, row);
            let mut follows_from: Vec<usize> = (0..n)
                .filter(|&i| i != row && combination[i].abs() > TAKES_PART)
                .collect();
            follows_from.sort_unstable();
            found.constraints.push(RedundantConstraint {
                constraint: row,
                follows_from,
            });
            found.keep(combination);
        }
        found
    }

    /// Coefficients n with Σ n_i row_i = 0 and n = −1 at `row`, by least squares over the independent rows.
    fn combination(&self, rows: &[Vec<f64>], basis: &[usize], row: usize) -> Vec<f64> {
        let mut coefficients = vec![0.0; rows.len()];
        coefficients[row] = -1.0;
        let mut rest = rows[row].clone();
        // Conjugate gradients on the normal equations: as many steps as there are rows, at most twice.
        let apply = |x: &[f64]| {
            let mut sum = vec![0.0; rows[row].len()];
            for (k, &i) in basis.iter().enumerate() {
                add(&mut sum, x[k], &rows[i]);
            }
            sum
        };
        let mut x = vec![0.0; basis.len()];
        let gradient =
            |rest: &[f64]| -> Vec<f64> { basis.iter().map(|&i| dot(&rows[i], rest)).collect() };
        let mut g = gradient(&rest);
        let mut direction = g.clone();
        let mut square = dot(&g, &g);
        for _ in 0..2 * basis.len() {
            let image = apply(&direction);
            let length = dot(&image, &image);
            if square < 1e-28 || length <= 0.0 {
                break;
            }
            let step = square / length;
            add(&mut x, step, &direction);
            add(&mut rest, -step, &image);
            g = gradient(&rest);
            let next = dot(&g, &g);
            for (d, g) in direction.iter_mut().zip(&g) {
                *d = g + next / square * *d;
            }
            square = next;
        }
        for (k, &i) in basis.iter().enumerate() {
            coefficients[i] = x[k];
        }
        coefficients
    }

    fn keep(&mut self, mut combination: Vec<f64>) {
        for _ in 0..2 {
            for other in &self.null {
                let share = dot(other, &combination);
                add(&mut combination, -share, other);
            }
        }
        let length = norm(&combination);
        if length > 0.0 {
            self.null
                .push(combination.iter().map(|x| x / length).collect());
        }
    }

    /// Whether the multiplier of a constraint is not unique.
    pub fn is_ambiguous(&self, constraint: usize) -> bool {
        self.null
            .iter()
            .any(|n| n.get(constraint).is_some_and(|x| x.abs() > TAKES_PART))
    }

    /// Takes away what has no effect: the shortest of all multipliers that do the same, measured by what they do to the
    /// coordinates.
    pub(crate) fn shorten(&self, multipliers: &mut [f64]) {
        for n in &self.null {
            let parts = n.iter().zip(multipliers.iter().zip(&self.lengths));
            let share: f64 = parts.map(|(n, (m, length))| n * m * length).sum();
            for (m, (n, length)) in multipliers.iter_mut().zip(n.iter().zip(&self.lengths)) {
                *m -= share * n / length;
            }
        }
    }

    /// A functional of multipliers that gives for any of them what the first gave for the shortest.
    pub(crate) fn of_shortest(&self, functional: &mut [f64]) {
        for n in &self.null {
            let parts = n.iter().zip(functional.iter().zip(&self.lengths));
            let share: f64 = parts.map(|(n, (c, length))| n * c / length).sum();
            for (c, (n, length)) in functional.iter_mut().zip(n.iter().zip(&self.lengths)) {
                *c -= share * n * length;
            }
        }
    }

    pub(crate) fn refusal(&self, equations: &Equations) -> Error {
        let names: Vec<String> = self
            .constraints
            .iter()
            .take(3)
            .map(|c| equations.constraint_name(c.constraint))
            .collect();
        Error::Redundant {
            constraints: names.join("; "),
            count: self.constraints.len(),
        }
    }
}

/// Of all multipliers that exert the same forces on a machine in this state the shortest. Which combinations exert none depends on the
/// position: they are found anew. \[theory:multibody\] (35)
pub fn shorten_multipliers(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let mut metric = Constrained::new(equations);
    metric.set_length(equations.extent(state));
    equations.set(state)?;
    let redundancy = Redundancy::find(equations, |i| metric.weight(i));
    redundancy.shorten(&mut state.multipliers);
    equations.set(state)
}

/// Rows of B, each of length one in the metric of the coordinates.
fn scaled_rows(
    equations: &mut Equations,
    weight: impl Fn(usize) -> f64,
) -> (Vec<Vec<f64>>, Vec<f64>) {
    let n_v = equations.n_velocities();
    equations.tangent(
        Weights {
            position: 1.0,
            ..Weights::default()
        },
        None,
    );
    let (starts, columns) = equations.pattern();
    (n_v..equations.n())
        .map(|i| {
            let mut row = vec![0.0; n_v];
            let range = starts[i] as usize..starts[i + 1] as usize;
            for (&j, value) in columns[range.clone()]
                .iter()
                .zip(&equations.values()[range])
            {
                if let Some(entry) = row.get_mut(j as usize) {
                    *entry = value / weight(j as usize).sqrt();
                }
            }
            let length = norm(&row);
            let length = if length > 0.0 { length } else { 1.0 };
            row.iter_mut().for_each(|x| *x /= length);
            (row, length)
        })
        .unzip()
}

fn longest(rows: &[Vec<f64>], left: &[usize]) -> Option<usize> {
    (0..left.len()).max_by(|&i, &j| norm(&rows[left[i]]).total_cmp(&norm(&rows[left[j]])))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

fn add(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += factor * b;
    }
}
