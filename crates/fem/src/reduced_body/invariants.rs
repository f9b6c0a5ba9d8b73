//! What the kinetic energy of a body in a moving frame is made of. \[liu\] Table 1

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
    /// Σ m φ_i φ_jᵀ: entry (α of φ_i, β of φ_j) at α + 3 β + 9 (i + n j).
    pub pairs: Vec<f64>,
}
