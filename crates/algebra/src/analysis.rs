//! What a factorisation will need, from the pattern alone.

use faer::perm::PermRef;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::SymbolicSupernodalCholesky;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::{Par, Side};

use crate::ordering::{self, Ordering};
use crate::{Error, SymmetricMatrix};

/// Cost of a factorisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Entries of the factor.
    pub factor_entries: usize,
    /// Memory it takes while it is made (bytes).
    pub bytes: u64,
    /// Multiplications and additions.
    pub flops: f64,
}

/// Order of elimination and pattern of the factor: may be used for all matrices of one pattern.
#[derive(Debug)]
pub struct Analysis {
    pub(crate) symbolic: SymbolicCholesky<usize>,
    n_entries: usize,
}

/// All threads of the pool we are in.
pub(crate) fn all_threads() -> Par {
    match rayon::current_num_threads() {
        0 | 1 => Par::Seq,
        threads => Par::rayon(threads),
    }
}

impl Analysis {
    /// Orders the unknowns and finds the pattern of the factor. Unknowns of equal `groups` belong to one node.
    pub fn new(matrix: &SymmetricMatrix, groups: Option<&[u32]>) -> Result<Self, Error> {
        matrix.check()?;
        if let Some(groups) = groups.filter(|groups| groups.len() != matrix.n) {
            return Err(Error::Length {
                what: "groups",
                expected: matrix.n,
                found: groups.len(),
            });
        }
        let rows: Vec<usize> = matrix.rows.iter().map(|&row| row as usize).collect();
        let pattern = SymbolicSparseColMatRef::new_checked(
            matrix.n,
            matrix.n,
            &matrix.column_starts,
            None,
            &rows,
        );
        let params = CholeskySymbolicParams {
            // Below the 0 of a forced choice, which diagonal matrices would escape.
            supernodal_flop_ratio_threshold: SupernodalThreshold(-1.0),
            ..Default::default()
        };
        let symbolic = match ordering::fill_reducing(matrix, groups) {
            Ordering::MinimumDegree => {
                factorize_symbolic_cholesky(pattern, Side::Lower, SymmetricOrdering::Amd, params)
            }
            Ordering::Given(order) => {
                let mut place = vec![0; matrix.n];
                order.iter().enumerate().for_each(|(i, &v)| place[v] = i);
                let order = PermRef::new_checked(&order, &place, matrix.n);
                let order = SymmetricOrdering::Custom(order);
                factorize_symbolic_cholesky(pattern, Side::Lower, order, params)
            }
        };
        let symbolic = symbolic.map_err(|_| Error::OutOfMemory {
            what: "the analysis of the matrix",
            bytes: 64 * matrix.rows.len() as u64,
        })?;
        Ok(Self {
            symbolic,
            n_entries: matrix.rows.len(),
        })
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.symbolic.nrows()
    }

    /// Whether a matrix may have this pattern.
    pub(crate) fn fits(&self, matrix: &SymmetricMatrix) -> Result<(), Error> {
        if matrix.n == self.n() && matrix.rows.len() == self.n_entries {
            return Ok(());
        }
        Err(Error::Length {
            what: "values of the matrix",
            expected: self.n_entries,
            found: matrix.rows.len(),
        })
    }

    /// What a factorisation will cost.
    pub fn estimate(&self) -> Estimate {
        let par = all_threads();
        let scratch = self
            .symbolic
            .factorize_numeric_intranode_lblt_scratch::<f64>(par, Default::default())
            .unaligned_bytes_required();
        let factor_entries = self.symbolic.len_val();
        let mut flops = 0.0;
        let mut indices = 0;
        if let Some(supernodes) = self.supernodes() {
            for s in 0..supernodes.n_supernodes() {
                let columns = supernodes.supernode_end()[s] - supernodes.supernode_begin()[s];
                let below = supernodes.nnz_per_super()[s];
                indices += below;
                // A column of height h costs h² multiplications and additions.
                let heights = (0..columns).map(|j| (below + columns - j) as f64);
                flops += heights.map(|h| h * h).sum::<f64>();
            }
        }
        let words = factor_entries + indices + 2 * self.n_entries + 8 * self.n();
        Estimate {
            factor_entries,
            bytes: (8 * words + scratch) as u64,
            flops,
        }
    }

    pub(crate) fn supernodes(&self) -> Option<&SymbolicSupernodalCholesky<usize>> {
        match self.symbolic.raw() {
            SymbolicCholeskyRaw::Supernodal(supernodes) => Some(supernodes),
            SymbolicCholeskyRaw::Simplicial(_) => None,
        }
    }

    /// Number in the matrix of the unknown that is eliminated at a place.
    pub(crate) fn unknown(&self, place: usize) -> usize {
        match self.symbolic.perm() {
            Some(perm) => perm.arrays().0.get(place).copied().unwrap_or(place),
            None => place,
        }
    }
}
