//! What the kinetic energy of a body in a moving frame is made of. \[liu\] Table 1
//!
//! | symbol | name in code | kept by the simplified form |
//! |---|---|---|
//! | U_0 | `mass` | yes |
//! | U_1 | `first` | yes |
//! | U_2 | `sums` | yes |
//! | U_3 | `moments` | yes |
//! | U_4i | `pair_moments` | no |
//! | U_5 | `modal_mass` | no |
//! | U_6 | `inertia` | yes |
//! | U_7i | `inertia_changes` | yes, in the forces of the spin only |
//! | U_8ij | `inertia_pairs` | no |
//!
//! The simplified form leaves out what deformation changes in the mass and what its own acceleration needs.
//! \[liu\] section 3.3, (16)-(18), (20)-(24); \[theory:floating-frame\] (3)-(9)

use crate::Error;
use crate::tensor::Tensor;

/// Sums over all material, with the consistent mass m_ab of the nodes in the place of the lumped m_p of the source: s are
/// places, φ_j the shapes of the coordinates, in the axes of the body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MassMoments {
    /// Σ m (kg).
    pub mass: f64,
    /// Σ m s (kg m).
    pub first: [f64; 3],
    /// Σ m s sᵀ (kg m²), symmetric.
    pub second: [[f64; 3]; 3],
    /// Σ m φ_j: entry α of shape j at α + 3 j.
    pub sums: Vec<f64>,
    /// Σ m s φ_jᵀ: entry (α of s, β of φ_j) at α + 3 β + 9 j.
    pub arms: Vec<f64>,
    /// Σ m φ_i φ_jᵀ: entry (α of φ_i, β of φ_j) at α + 3 β + 9 (i + n j). Empty where it is not known: of bodies that are given by
    /// their matrices alone.
    pub pairs: Vec<f64>,
}

/// The nine invariants. x̃ is the matrix with x̃ y = x × y; matrices by columns where they are vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Invariants {
    /// U_0 = Σ m.
    pub mass: f64,
    /// U_1 = Σ m s.
    pub first: [f64; 3],
    /// U_2 = Σ m φ, 3 × n.
    pub sums: Vec<f64>,
    /// U_3 = Σ m s̃ φ, 3 × n.
    pub moments: Vec<f64>,
    /// U_4i = Σ m φ̃_i φ, 3 × n for each i. The simplified form drops it.
    pub pair_moments: Vec<f64>,
    /// U_5 = Σ m φᵀ φ, n × n. The simplified form drops it.
    pub modal_mass: Vec<f64>,
    /// U_6 = Σ m s̃ᵀ s̃.
    pub inertia: [[f64; 3]; 3],
    /// U_7i = Σ m s̃ᵀ φ̃_i, a matrix by rows for each i.
    pub inertia_changes: Vec<[[f64; 3]; 3]>,
    /// U_8ij = Σ m φ̃_iᵀ φ̃_j, a matrix by rows at i + n j. The simplified form drops it.
    pub inertia_pairs: Vec<[[f64; 3]; 3]>,
}

impl MassMoments {
    /// Number of shapes.
    pub fn n(&self) -> usize {
        self.sums.len() / 3
    }

    /// Checks that the lengths agree with so many shapes.
    pub fn check(&self, n: usize) -> Result<(), Error> {
        let lengths = [
            ("sums of the shapes", self.sums.len(), 3 * n),
            ("arms of the shapes", self.arms.len(), 9 * n),
            ("pairs of the shapes", self.pairs.len(), 9 * n * n),
        ];
        for (what, given, needed) in lengths {
            if given != needed {
                return Err(Error::Count {
                    what,
                    given,
                    needed,
                });
            }
        }
        Ok(())
    }

    /// The nine invariants.
    pub fn invariants(&self) -> Result<Invariants, Error> {
        let n = self.n();
        self.check(n)?;
        let (arms, _) = self.arms.as_chunks::<9>();
        let (pairs, _) = self.pairs.as_chunks::<9>();
        // Pair (i, j) stands at i + n j; U_4 runs over j first.
        let by_first = (0..n * n).map(|at| &pairs[at / n + n * (at % n)]);
        let second = std::array::from_fn(|k| self.second[k % 3][k / 3]);
        Ok(Invariants {
            mass: self.mass,
            first: self.first,
            sums: self.sums.clone(),
            moments: arms.iter().flat_map(crossed).collect(),
            pair_moments: by_first.flat_map(crossed).collect(),
            modal_mass: pairs.iter().map(trace).collect(),
            inertia: turning(&second),
            inertia_changes: arms.iter().map(turning).collect(),
            inertia_pairs: pairs.iter().map(turning).collect(),
        })
    }
}

/// Σ m x × y from Σ m x yᵀ.
fn crossed(p: &[f64; 9]) -> [f64; 3] {
    let at = |row: usize, column: usize| p[row + 3 * column];
    [
        at(1, 2) - at(2, 1),
        at(2, 0) - at(0, 2),
        at(0, 1) - at(1, 0),
    ]
}

/// Σ m x · y
fn trace(p: &[f64; 9]) -> f64 {
    p[0] + p[4] + p[8]
}

/// Σ m x̃ᵀ ỹ = Σ m (x · y 1 − y xᵀ)
fn turning(p: &[f64; 9]) -> Tensor {
    let entry = |row: usize, column: usize| {
        let diagonal = if row == column { trace(p) } else { 0.0 };
        diagonal - p[column + 3 * row]
    };
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| entry(row, column)))
}
