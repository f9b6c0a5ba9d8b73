//! Hexahedral elements: their nodes, faces, shape functions.
//!
//! Nodes are numbered as in VTK and in Abaqus: 0-3 counter-clockwise on the face ζ = −1 seen from +ζ, 4-7 above them,
//! then the mid-side nodes of the lower, the upper and the four upright edges.

/// Which hexahedron.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// Eight nodes, enhanced assumed strains.
    Hex8,
    /// Twenty nodes, quadratic.
    Hex20,
}

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
    /// Number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Self::Hex8 => 8,
            Self::Hex20 => 20,
        }
    }
}
