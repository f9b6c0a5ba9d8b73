//! What a factor must fulfil before it is used, and the signs it shows.

use faer::sparse::linalg::cholesky::supernodal::SupernodalLltRef;

use super::{Factor, Inertia};
use crate::{Error, SymmetricMatrix};

/// What may remain of a diagonal entry when its unknown is eliminated: rounding leaves some 1e-15 where nothing should.
const LEAST_PIVOT: f64 = 1e-13;
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
                let eigenvalues = match rows {
                    1 => vec![block[(j, j)]],
                    _ => two_eigenvalues(block[(j, j)], coupling, block[(j + 1, j + 1)]).to_vec(),
                };
                for value in eigenvalues {
                    match value {
                        _ if !value.is_finite() => {
                            return Err(Error::Singular {
                                unknown: self.analysis.unknown(place),
                            });
                        }
                        _ if value.abs() <= LEAST_PIVOT => inertia.zero += 1,
                        _ if value < 0.0 => inertia.negative += 1,
                        _ => inertia.positive += 1,
                    }
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

/// Eigenvalues of [[a, c], [c, b]], without loss of the smaller one.
fn two_eigenvalues(a: f64, c: f64, b: f64) -> [f64; 2] {
    let mean = 0.5 * (a + b);
    let radius = (0.5 * (a - b)).hypot(c);
    let larger = if mean < 0.0 {
        mean - radius
    } else {
        mean + radius
    };
    match larger == 0.0 {
        true => [0.0, 0.0],
        false => [larger, (a / larger) * b - (c / larger) * c],
    }
}
