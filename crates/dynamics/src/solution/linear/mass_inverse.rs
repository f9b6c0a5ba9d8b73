//! The inverse of the mass over the free coordinates, which a state space needs. \[theory:linearised\] (33)

use pitchline_algebra::{Complex, DenseFactor, HarmonicSolver, QuadraticPencil};

use super::LinearMachine;
use crate::Error;

/// Answers this many times larger than what asks for them, in units in which the mass has entries of order one, are rounding.
const SINGULAR: f64 = 1e13;

/// M̂⁻¹.
pub(super) struct MassInverse {
    n: usize,
    factor: Factor,
}

enum Factor {
    /// NᵀMN is symmetric.
    Symmetric(Box<DenseFactor>),
    /// LᵀMN is not: its inverse, by columns.
    General(Vec<f64>),
}

impl MassInverse {
    /// Refuses free motions without mass.
    pub fn of(machine: &LinearMachine) -> Result<Self, Error> {
        let n = machine.n_free();
        let is_felt = machine
            .exerted
            .as_ref()
            .is_some_and(|own| own.felt().is_some());
        let factor = match is_felt && n > 0 {
            true => Factor::General(inverse(machine)?),
            false => Factor::Symmetric(Box::new(symmetric(machine)?)),
        };
        Ok(Self { n, factor })
    }

    /// M̂⁻¹ x, x by columns.
    pub fn times(&self, mut x: Vec<f64>) -> Vec<f64> {
        let n = self.n.max(1);
        match &self.factor {
            Factor::Symmetric(factor) => {
                let columns = x.len() / n;
                // A factor that exists solves.
                let _ = factor.solve_in_place(&mut x, columns);
                x
            }
            Factor::General(inverse) => {
                let mut product = vec![0.0; x.len()];
                for (x, out) in x.chunks(n).zip(product.chunks_mut(n)) {
                    for (x, column) in x.iter().zip(inverse.chunks(n)) {
                        for (out, entry) in out.iter_mut().zip(column) {
                            *out += x * entry;
                        }
                    }
                }
                product
            }
        }
    }
}

fn no_inertia(machine: &LinearMachine, unknown: usize) -> Error {
    let coordinate = machine.basis.free().get(unknown).copied().unwrap_or(0);
    Error::NoInertia {
        motion: machine.names[coordinate].clone(),
    }
}

fn symmetric(machine: &LinearMachine) -> Result<DenseFactor, Error> {
    use pitchline_algebra::Error as Failure;
    let mass = machine.reduced.dense(&machine.reduced.mass);
    let factor = DenseFactor::positive_definite(machine.n_free(), &mass);
    factor.map_err(|error| match error {
        Failure::NotPositiveDefinite { unknown, .. } => no_inertia(machine, unknown),
        other => Error::algebra("the mass matrix")(other),
    })
}

fn inverse(machine: &LinearMachine) -> Result<Vec<f64>, Error> {
    use pitchline_algebra::Error as Failure;
    let (n, reduced) = (machine.n_free(), &machine.reduced);
    let zero = vec![0.0; reduced.mass.len()];
    let pencil = QuadraticPencil {
        pattern: reduced.pattern.clone(),
        mass: reduced.mass.clone(),
        damping: zero.clone(),
        stiffness: zero,
    };
    let mut solver = HarmonicSolver::new(&pencil);
    let factored = solver.factor(&pencil, Complex::new(1.0, 0.0));
    factored.map_err(|error| match error {
        Failure::VanishingPivot { row, .. } | Failure::StructurallySingular { row, .. } => {
            no_inertia(machine, row / 2)
        }
        other => Error::algebra("the mass matrix")(other),
    })?;
    let mut inverse = Vec::with_capacity(n * n);
    for j in 0..n {
        let mut column = vec![Complex::new(0.0, 0.0); n];
        column[j].re = 1.0;
        if solver.solve(&mut column) > SINGULAR {
            return Err(no_inertia(machine, j));
        }
        inverse.extend(column.iter().map(|x| x.re));
    }
    Ok(inverse)
}
