//! What a factor must fulfil before it is used, and the signs it shows.

use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;

use super::Factor;
use crate::inertia::{Inertia, LEAST_PIVOT};
use crate::{Error, SymmetricMatrix};

/// Largest backward error of a usable factor.
const LARGEST_RESIDUAL: f64 = 1e-8;

impl Factor {
    /// Refuses a matrix of which rounding alone kept a pivot positive.
    pub(super) fn check_pivots(&self, matrix: &SymmetricMatrix) -> Result<(), Error> {
        let Some(supernodes) = self.analysis.supernodes() else {
            return Ok(());
        };
        let llt = SupernodalLltRef::new(supernodes, &self.values);
        for s in 0..supernodes.n_supernodes() {
            let node = llt.supernode(s);
            let block = node.val();
            for j in 0..block.ncols() {
                let unknown = self.analysis.unknown(node.start() + j);
                let diagonal = matrix.values[matrix.column_starts[unknown]];
                let remains = block[(j, j)].powi(2) / diagonal;
                if remains.is_nan() || remains < LEAST_PIVOT {
                    return Err(Error::NotPositiveDefinite { unknown, remains });
                }
            }
        }
        Ok(())
    }

    /// Signs of the blocks of B.
    pub(super) fn count_signs(&mut self, off_diagonal: &[f64]) -> Result<(), Error> {
        let Some(supernodes) = self.analysis.supernodes() else {
            return Ok(());
        };
        let mut inertia = Inertia::default();
        let llt = SupernodalLltRef::new(supernodes, &self.values);
        for s in 0..supernodes.n_supernodes() {
            let node = llt.supernode(s);
            let block = node.val();
            let mut j = 0;
            while j < block.ncols() {
                let place = node.start() + j;
                let coupling = off_diagonal[place];
                let rows = if coupling == 0.0 { 1 } else { 2 };
                let zero = inertia.zero;
                let is_finite = match rows {
                    1 => inertia.add(block[(j, j)]),
                    _ => inertia.add_pair(block[(j, j)], coupling, block[(j + 1, j + 1)]),
                };
                let unknown = self.analysis.unknown(place);
                if !is_finite {
                    return Err(Error::Singular { unknown });
                }
                if inertia.zero > zero {
                    self.zero_pivot.get_or_insert(unknown);
                }
                j += rows;
            }
        }
        self.inertia = inertia;
        Ok(())
    }

    /// Solves once for a known solution.
    pub(super) fn check_residual(&mut self, matrix: &SymmetricMatrix) -> Result<(), Error> {
        let n = self.n();
        // Signs in no order that a mesh could have.
        let trial: Vec<f64> = (0..n).map(|i| ((i * i) as f64 * 0.7).cos()).collect();
        let mut right = vec![0.0; n];
        matrix.multiply(&trial, &mut right);
        let mut x = right.clone();
        self.solve_in_place(&mut x, 1)?;
        let mut again = vec![0.0; n];
        matrix.multiply(&x, &mut again);
        let largest = |v: &[f64]| {
            v.iter()
                .fold(0.0_f64, |m, x| if x.abs() <= m { m } else { x.abs() })
        };
        let difference: Vec<f64> = again.iter().zip(&right).map(|(a, b)| a - b).collect();
        let size = matrix.norm() * largest(&x);
        self.residual = if size > 0.0 {
            largest(&difference) / size
        } else {
            0.0
        };
        match self.residual <= LARGEST_RESIDUAL {
            true => Ok(()),
            false => Err(Error::Unstable {
                residual: self.residual,
            }),
        }
    }
}
