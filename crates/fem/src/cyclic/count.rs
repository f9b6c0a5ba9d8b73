//! How many modes of each harmonic lie below a frequency: the count that proves that none is missing.
//!
//! K_n − σ M_n has as many negative eigenvalues as there are λ below σ. Eliminating the interior, which is the same for all
//! harmonics, splits them into those of the interior and those of the small Hermitian matrix. \[theory:cyclic-symmetry\] (18)

use pitchline_algebra::{Error as AlgebraError, SymmetricMatrix, hermitian_inertia};
use rayon::prelude::*;

use super::CyclicBody;
use super::condensed::Condensed;
use super::effort::Work;
use crate::Error;

impl CyclicBody {
    /// Eigenvalues below a shift, harmonic by harmonic, rigid motions among them; None if the shift is one of them.
    pub(super) fn count_below(&self, shift: f64) -> Result<Option<Vec<usize>>, Error> {
        let shifted = SymmetricMatrix::combine(&self.model.stiffness, &self.model.mass, shift)?;
        let boundary = self.condensed.boundary.clone();
        let condensed = match Condensed::new(&shifted, &self.model.groups(), boundary, false) {
            Ok(condensed) => condensed,
            Err(Error::Algebra(AlgebraError::Singular { .. } | AlgebraError::Unstable { .. })) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        self.count_solves(condensed.solves());
        let inside = condensed.inertia();
        let counts = self
            .harmonics
            .par_iter()
            .map(|harmonic| {
                let ties = &harmonic.ties;
                self.count(Work::Dense, harmonic.factor_operations());
                match hermitian_inertia(ties.n(), &ties.condense(&condensed.schur)) {
                    Ok(small) if small.zero + inside.zero == 0 => {
                        Ok(Some(inside.negative + small.negative))
                    }
                    Ok(_) | Err(AlgebraError::Singular { .. } | AlgebraError::Unstable { .. }) => {
                        Ok(None)
                    }
                    Err(error) => Err(error.into()),
                }
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(counts.into_iter().collect())
    }
}
