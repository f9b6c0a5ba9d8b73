//! What computations with a gear of equal sectors have cost so far, in numbers that do not depend on the machine.
//!
//! Each kind of work has a number of its own, so that one that grows faster with the teeth is not hidden behind a larger one that
//! does not.

use std::sync::atomic::{AtomicU64, Ordering};

use pitchline_algebra::SymmetricMatrix;

/// What has been computed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CyclicEffort {
    /// Right-hand sides solved with the interior of the sector.
    pub sector_solves: u64,
    /// Harmonics whose small matrix was factorised.
    pub harmonic_factors: u64,
    /// Multiplications of complex numbers in small matrices.
    pub dense_operations: u64,
    /// Multiplications of real numbers with fields on one sector: its stiffness and mass, products of shapes.
    pub sector_operations: u64,
    /// Multiplications of real numbers in sums over teeth and over harmonics.
    pub tooth_operations: u64,
    /// Entries computed of matrices over all coordinates of a reduced body.
    pub coordinate_operations: u64,
}

/// Kinds of operations that are counted.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Work {
    /// Small complex matrices.
    Dense,
    /// Fields on a sector.
    Sector,
    /// Sums over teeth and harmonics.
    Teeth,
    /// Matrices over coordinates.
    Coordinates,
}

/// Counts from any thread.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub other_solves: AtomicU64,
    operations: [AtomicU64; 4],
}

impl Counters {
    pub fn add(&self, work: Work, operations: u64) {
        self.operations[work as usize].fetch_add(operations, Ordering::Relaxed);
    }

    pub fn effort(&self, sector_solves: u64, harmonic_factors: u64) -> CyclicEffort {
        let of = |work: Work| self.operations[work as usize].load(Ordering::Relaxed);
        CyclicEffort {
            sector_solves: sector_solves + self.other_solves.load(Ordering::Relaxed),
            harmonic_factors,
            dense_operations: of(Work::Dense),
            sector_operations: of(Work::Sector),
            tooth_operations: of(Work::Teeth),
            coordinate_operations: of(Work::Coordinates),
        }
    }
}

/// Multiplications of a sparse matrix with so many real vectors.
pub(crate) fn sparse_product(matrix: &SymmetricMatrix, vectors: usize) -> u64 {
    // The diagonal once, all else for both triangles.
    let entries = (2 * matrix.values.len()).saturating_sub(matrix.n);
    entries as u64 * vectors as u64
}
