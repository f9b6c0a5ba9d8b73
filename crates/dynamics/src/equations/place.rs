//! An element in the whole: where its unknowns and entries go.

use crate::{LocalMatrix, Touched};

/// Marks a local unknown of the ground.
pub(super) const NOWHERE: u32 = u32::MAX;

/// An element in the whole.
#[derive(Debug)]
pub(super) struct Place {
    pub touched: Touched,
    /// Number of its first multiplier.
    pub first_multiplier: usize,
    /// Global unknown of each local one.
    pub unknowns: Vec<u32>,
    /// For each entry that can differ from zero: where it is in the local matrix and among the values.
    pub entries: Vec<[u32; 2]>,
    /// Those from here on are of its constraints; entries come row by row.
    pub of_constraints: usize,
    /// What counts of each local unknown in the global one; empty where all of it does.
    pub factors: Vec<f64>,
}

impl Place {
    /// Adds what acts on the local unknowns to what acts on the global ones.
    pub fn scatter(&self, n: usize, local: &[f64], mut add: impl FnMut(usize, f64)) {
        let whole = self.factors.is_empty();
        for (i, (&unknown, value)) in self.unknowns[..n].iter().zip(local).enumerate() {
            if unknown != NOWHERE {
                let factor = if whole { 1.0 } else { self.factors[i] };
                add(unknown as usize, factor * value);
            }
        }
    }

    /// Adds these of the entries to the values of all, but for constraints that are off.
    pub fn gather(
        &self,
        entries: &[[u32; 2]],
        matrix: &LocalMatrix,
        active: &[bool],
        values: &mut [f64],
    ) {
        let local_values = matrix.values();
        let is_whole = self.is_whole(active);
        if is_whole && self.factors.is_empty() {
            for &[local, global] in entries {
                values[global as usize] += local_values[local as usize];
            }
            return;
        }
        let n = self.touched.n();
        for &[local, global] in entries {
            if is_whole || !self.is_off(active, local) {
                let value = local_values[local as usize];
                values[global as usize] += match self.factors.is_empty() {
                    true => value,
                    false => {
                        let [row, column] = [local as usize / n, local as usize % n];
                        self.factors[row] * value * self.factors[column]
                    }
                };
            }
        }
    }

    pub fn has_constraints(&self) -> bool {
        self.touched.n_multipliers > 0
    }

    /// Whether all constraints of an element hold.
    fn is_whole(&self, active: &[bool]) -> bool {
        let first = self.first_multiplier;
        let own = &active[first..first + self.touched.n_multipliers];
        own.iter().all(|is_active| *is_active)
    }

    /// Whether an entry over an element's unknowns belongs to a constraint that is off.
    fn is_off(&self, active: &[bool], local: u32) -> bool {
        let (n_v, n) = (self.touched.n_velocities(), self.touched.n());
        let of = |unknown: usize| unknown >= n_v && !active[self.first_multiplier + unknown - n_v];
        of(local as usize / n) || of(local as usize % n)
    }
}
