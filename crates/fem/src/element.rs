//! Hexahedral elements: their nodes, faces, shape functions.
//!
//! Nodes are numbered as in VTK and in Abaqus: 0-3 counter-clockwise on the face ζ = −1 seen from +ζ, 4-7 above them,
//! then the mid-side nodes of the lower, the upper and the four upright edges.
//!
//! An element knows its interpolation and nothing of physics: `element_matrix.rs` integrates stiffness and mass. A new one is
//! a file here and an entry in `ALL_ELEMENTS`; `element/tests.rs` then holds it to its contract.

mod hex20;
mod hex8;
#[cfg(test)]
mod tests;

pub use hex8::Hex8;
pub use hex20::Hex20;

use crate::quadrature::QuadraturePoint;

/// Most nodes of any element; arrays of this length serve all of them without allocation.
pub(crate) const MAX_NODES: usize = 20;

/// Which hexahedron.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// Eight nodes, enhanced assumed strains.
    Hex8,
    /// Twenty nodes, quadratic.
    Hex20,
}

/// All kinds of elements.
pub const ALL_ELEMENTS: [ElementKind; 2] = [ElementKind::Hex8, ElementKind::Hex20];

/// An interpolation over the parent cube −1 ≤ ξ, η, ζ ≤ 1.
pub trait Element: Sync {
    /// Number of nodes.
    fn nodes(&self) -> usize;

    /// Shape functions of the nodes at `xi`.
    fn shape(&self, xi: [f64; 3], n: &mut [f64]);

    /// Their derivatives with respect to ξ, η, ζ.
    fn gradient(&self, xi: [f64; 3], dn: &mut [[f64; 3]]);

    /// The rule that integrates stiffness and mass.
    fn quadrature(&self) -> &'static [QuadraturePoint];

    /// Nodes of each face: corners counter-clockwise seen from outside, then, if there are any, the node after each corner.
    fn faces(&self) -> &'static [&'static [usize]];

    /// Does it need the strains of `enhanced.rs` besides those of its displacements?
    fn has_enhanced_strains(&self) -> bool {
        false
    }
}

/// ξ, η, ζ of the corners.
pub(crate) const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// The twelve edges by their corners; mid-side node 8 + i stands on edge i.
pub const EDGES: [[usize; 2]; 12] = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 4],
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
];

/// The six faces by their corners, counter-clockwise seen from outside; face i is Abaqus's S(i + 1).
pub const FACES: [[usize; 4]; 6] = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
];

impl ElementKind {
    /// Its interpolation.
    pub fn element(self) -> &'static dyn Element {
        match self {
            Self::Hex8 => &Hex8,
            Self::Hex20 => &Hex20,
        }
    }

    /// Number of nodes.
    pub fn nodes(self) -> usize {
        self.element().nodes()
    }
}
