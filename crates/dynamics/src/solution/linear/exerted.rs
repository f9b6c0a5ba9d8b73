//! What multipliers exert where it is not what their constraints say: M p̈ + C ṗ + K p − P μ = f, B p = g. \[theory:linearised\] (52)-(55)
//!
//! Teeth that stick hold the mesh distance, and what holds them is friction at its own levers; forces of gear joints follow the normal
//! force. Motions z are then free by B N = 0, and their equations are free of reactions by Lᵀ P = 0.

use super::null_basis::SparseRow;
use super::{LinearMachine, NullBasis};
use crate::solution::acceleration::inertia_sizes;
use crate::solution::constrained::Constrained;
use crate::solution::redundancy::Redundancy;
use crate::{Equations, Error, State};

/// Multipliers that act on free motions by less than this share of what they exert do not act on them.
const HOLDS: f64 = 1e-11;
/// A reaction below this share of the largest force is none; so is one of so many roundings of inertia forces.
const UNLOADED: f64 = 1e-9;
const ROUNDINGS: f64 = 1e3;

/// Reactions that act otherwise than their constraints say.
#[derive(Debug)]
pub(super) struct Exerted {
    /// P by multipliers.
    pub columns: Vec<SparseRow>,
    /// L, by the same elimination as N.
    pub left: NullBasis,
    /// Whether free motions feel the difference. If not, L spans what N does, and N is taken.
    is_felt: bool,
}

impl Exerted {
    /// None where there are none; with the multipliers that have no effect.
    pub fn find(
        equations: &mut Equations,
        metric: &Constrained,
        columns: Option<Vec<SparseRow>>,
        (basis, unit): (&NullBasis, impl Fn(usize) -> f64),
    ) -> Result<(Option<Self>, Redundancy), Error> {
        let Some(columns) = columns else {
            return Ok((None, Redundancy::find(equations, metric)));
        };
        let is_felt = are_felt(&columns, basis, &unit);
        let mut is_free = vec![false; basis.n()];
        basis.free().iter().for_each(|&j| is_free[j] = true);
        let left_of =
            |columns: &[SparseRow]| NullBasis::giving(basis.n(), columns, &unit, |j| !is_free[j]);
        let own = |columns, left| Self {
            columns,
            left,
            is_felt,
        };
        let left = left_of(&columns)?;
        if left.n_free() == basis.n_free() {
            let redundancy = Redundancy::of_forces(equations, metric);
            return Ok((Some(own(columns, left)), redundancy));
        }
        // Constraints that hold the same twice while their forces differ: the shortest multipliers count.
        let redundancy = Redundancy::find(equations, metric);
        let columns = of_shortest(&columns, basis.n(), &redundancy);
        let left = left_of(&columns)?;
        if left.n_free() != basis.n_free() {
            let worst = left.free().iter().find(|&&j| !is_free[j]);
            return Err(Error::Locked {
                time: equations.kinematics().time,
                motion: equations
                    .machine()
                    .velocity_name(worst.copied().unwrap_or(0)),
            });
        }
        Ok((Some(own(columns, left)), redundancy))
    }
}

impl Exerted {
    /// L, where it is not N.
    pub fn felt(&self) -> Option<&NullBasis> {
        self.is_felt.then_some(&self.left)
    }
}

impl LinearMachine {
    /// L: how equations over the free coordinates are made of those over all. N where multipliers act by their constraints.
    pub fn left(&self) -> &NullBasis {
        let felt = self.exerted.as_ref().and_then(Exerted::felt);
        felt.unwrap_or(&self.basis)
    }

    /// Motions on which multipliers work: P, or Bᵀ.
    pub(super) fn exerting(&self) -> &NullBasis {
        self.exerted.as_ref().map_or(&self.basis, |own| &own.left)
    }
}

/// Whether free motions are pushed by multipliers: Nᵀ P is not zero.
fn are_felt(columns: &[SparseRow], basis: &NullBasis, unit: impl Fn(usize) -> f64) -> bool {
    columns.iter().any(|column| {
        let mut pushed = vec![0.0; basis.n_free()];
        let mut size = 0.0_f64;
        for &(j, force) in column {
            size = size.max((force * unit(j)).abs());
            for &(free, share) in basis.row(j) {
                pushed[free] += force * share * unit(basis.free()[free]);
            }
        }
        pushed.iter().any(|x| x.abs() > HOLDS * size)
    })
}

/// P of the shortest multipliers: its rows are functionals of them.
fn of_shortest(columns: &[SparseRow], n: usize, redundancy: &Redundancy) -> Vec<SparseRow> {
    let mut rows = vec![vec![0.0; columns.len()]; n];
    for (multiplier, column) in columns.iter().enumerate() {
        column.iter().for_each(|&(j, x)| rows[j][multiplier] = x);
    }
    rows.iter_mut().for_each(|row| redundancy.of_shortest(row));
    let column = |multiplier: usize| {
        let entries = rows.iter().enumerate().map(|(j, row)| (j, row[multiplier]));
        entries.filter(|(_, x)| *x != 0.0).collect()
    };
    (0..columns.len()).map(column).collect()
}

/// Reactions (N, N m) that are not larger are rounding.
pub(super) fn rounding(equations: &mut Equations, state: &State) -> f64 {
    let largest = |values: &[f64]| values.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let mut forces = vec![0.0; equations.n_velocities()];
    equations.add_force_sizes(&mut forces);
    let inertia = largest(&inertia_sizes(equations, state));
    UNLOADED * largest(&forces) + ROUNDINGS * f64::EPSILON * inertia
}
