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

/// Friction counts so many times as much as reactions of joints: what joints bear together with it is theirs.
const FRICTION: f64 = 1e5;
/// Friction counts by its share of what it can hold, down to limits of this part of the largest.
const WEAKEST: f64 = 1e3;

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
    /// Combinations of multipliers without effect, as forces: orthonormal, one after another.
    null: Vec<Vec<f64>>,
    /// What makes multipliers forces: 1 for those that are, one over the length of the metric for torques. So the shortest are the same
    /// however the axes of a joint are turned. Friction of surfaces that stick counts far more, and by its share of what it can hold.
    units: Vec<f64>,
}

impl Redundancy {
    /// Among the constraints that hold in a state.
    pub fn at(equations: &mut Equations, state: &State) -> Result<Self, Error> {
        equations.set(state)?;
        let mut metric = Constrained::new(equations);
        metric.set_length(equations.extent(state));
        Ok(Self::find(equations, &metric))
    }

    /// Looks at the state that the equations look at.
    pub(crate) fn find(equations: &mut Equations, metric: &Constrained) -> Self {
        let rows = constraint_rows(equations, metric);
        Self::among(equations, rows, metric)
    }

    /// The same of the forces that multipliers exert, which are not those of B where a force follows a reaction, as friction does.
    pub(crate) fn of_forces(equations: &mut Equations, metric: &Constrained) -> Self {
        let rows = force_rows(equations, metric);
        Self::among(equations, rows, metric)
    }

    fn among(equations: &Equations, rows: Vec<Vec<f64>>, metric: &Constrained) -> Self {
        let (rows, lengths) = scaled(rows);
        let n = rows.len();
        let force = |i: usize| match equations.constraint_is_angle(i) {
            true => 1.0 / metric.length(),
            false => 1.0,
        };
        let limit = |i: usize| {
            let is_stuck = equations.grip(i).is_some() && equations.is_active(i);
            is_stuck.then(|| force(i) * equations.rubbing(i).limit)
        };
        let strongest = (0..n).filter_map(limit).fold(0.0, f64::max);
        let unit = |i: usize| match limit(i) {
            Some(limit) => FRICTION * (strongest / limit).clamp(1.0, WEAKEST) * force(i),
            None => force(i),
        };
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
            units: (0..n).map(unit).collect(),
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
            // Of multipliers, no more of rows of length one.
            let parts = combination.iter().zip(lengths.iter().zip(&found.units));
            let forces = parts.map(|(c, (length, unit))| c / length * unit);
            found.keep(forces.collect());
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

    /// Takes away what has no effect: the shortest of all multipliers that do the same, measured as forces.
    pub(crate) fn shorten(&self, multipliers: &mut [f64]) {
        for n in &self.null {
            let parts = n.iter().zip(multipliers.iter().zip(&self.units));
            let share: f64 = parts.map(|(n, (m, unit))| n * m * unit).sum();
            for (m, (n, unit)) in multipliers.iter_mut().zip(n.iter().zip(&self.units)) {
                *m -= share * n / unit;
            }
        }
    }

    /// A functional of multipliers that gives for any of them what the first gave for the shortest.
    pub(crate) fn of_shortest(&self, functional: &mut [f64]) {
        for n in &self.null {
            let parts = n.iter().zip(functional.iter().zip(&self.units));
            let share: f64 = parts.map(|(n, (c, unit))| n * c / unit).sum();
            for (c, (n, unit)) in functional.iter_mut().zip(n.iter().zip(&self.units)) {
                *c -= share * n * unit;
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

/// Times that multipliers are shortened where their forces change with their signs.
const MAX_ROUNDS: u32 = 4;

/// Of all multipliers that exert the same forces on a machine in this state the shortest. Which combinations exert none depends on the
/// position: they are found anew. \[theory:multibody\] (35)
pub fn shorten_multipliers(equations: &mut Equations, state: &mut State) -> Result<(), Error> {
    let mut metric = Constrained::new(equations);
    metric.set_length(equations.extent(state));
    for _ in 0..MAX_ROUNDS {
        equations.set(state)?;
        let redundancy = Redundancy::of_forces(equations, &metric);
        let before = state.multipliers.clone();
        redundancy.shorten(&mut state.multipliers);
        // Forces that follow a reaction are the same combination of multipliers until one changes its sign.
        let mut pairs = before.iter().zip(&state.multipliers);
        if pairs.all(|(a, b)| a * b >= 0.0) {
            break;
        }
    }
    equations.set(state)
}

/// Rows of B over the coordinates, in their metric.
fn constraint_rows(equations: &mut Equations, metric: &Constrained) -> Vec<Vec<f64>> {
    let n_v = equations.n_velocities();
    let weights = Weights {
        position: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let mut rows = vec![vec![0.0; n_v]; equations.n_multipliers()];
    for (i, row) in rows.iter_mut().enumerate() {
        let range = starts[n_v + i] as usize..starts[n_v + i + 1] as usize;
        let entries = columns[range.clone()]
            .iter()
            .zip(&equations.values()[range]);
        for (&column, value) in entries {
            if let Some(entry) = row.get_mut(column as usize) {
                *entry = value / metric.weight(column as usize).sqrt();
            }
        }
    }
    rows
}

/// What each multiplier exerts on the coordinates, in their metric: −∂r/∂λ.
fn force_rows(equations: &mut Equations, metric: &Constrained) -> Vec<Vec<f64>> {
    let n_v = equations.n_velocities();
    let weights = Weights {
        multiplier: 1.0,
        ..Weights::default()
    };
    equations.tangent(weights, None);
    let (starts, columns) = equations.pattern();
    let mut rows = vec![vec![0.0; n_v]; equations.n_multipliers()];
    for j in 0..n_v {
        let range = starts[j] as usize..starts[j + 1] as usize;
        let entries = columns[range.clone()]
            .iter()
            .zip(&equations.values()[range]);
        for (&column, value) in entries {
            let row = (column as usize).checked_sub(n_v);
            if let Some(row) = row.and_then(|row| rows.get_mut(row)) {
                row[j] = -value / metric.weight(j).sqrt();
            }
        }
    }
    rows
}

/// Each row with length one, and the lengths.
fn scaled(rows: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<f64>) {
    let scaled = |mut row: Vec<f64>| {
        let length = norm(&row);
        let length = if length > 0.0 { length } else { 1.0 };
        row.iter_mut().for_each(|x| *x /= length);
        (row, length)
    };
    rows.into_iter().map(scaled).unzip()
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
