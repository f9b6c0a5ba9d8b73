//! A mesh of hexahedra of one kind, with named sets of its nodes and faces.

use crate::element::{EDGES, FACES};
use crate::{ElementKind, FlankGrid};

/// Named nodes, ascending.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeSet {
    /// Its name.
    pub name: String,
    /// Its nodes.
    pub nodes: Vec<u32>,
}

/// A face of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    /// The element.
    pub element: u32,
    /// Which of its six faces.
    pub side: u8,
}

/// Named faces on the border of the body, ascending.
#[derive(Debug, Clone, PartialEq)]
pub struct FaceSet {
    /// Its name.
    pub name: String,
    /// Its faces.
    pub faces: Vec<Face>,
}

/// Nodes, elements of one kind, and their named sets.
#[derive(Debug, Clone, PartialEq)]
pub struct Mesh {
    /// Kind of all elements.
    pub kind: ElementKind,
    /// Places of the nodes (m).
    pub nodes: Vec<[f64; 3]>,
    /// Nodes of the elements, `kind.nodes()` for each.
    pub connectivity: Vec<u32>,
    /// Named nodes.
    pub node_sets: Vec<NodeSet>,
    /// Named faces.
    pub face_sets: Vec<FaceSet>,
    /// Flanks of the teeth, right before left, tooth by tooth.
    pub flanks: Vec<FlankGrid>,
}

impl Mesh {
    /// Number of elements.
    pub fn n_elements(&self) -> usize {
        self.connectivity.len() / self.kind.nodes()
    }

    /// Nodes of an element.
    pub fn element(&self, element: usize) -> &[u32] {
        let n = self.kind.nodes();
        &self.connectivity[element * n..(element + 1) * n]
    }

    /// Nodes of a face: four corners counter-clockwise seen from outside, then, if quadratic, the node after each.
    pub fn face_nodes(&self, face: Face) -> Vec<u32> {
        let element = self.element(face.element as usize);
        let corners = FACES[usize::from(face.side) % 6];
        let mut nodes: Vec<u32> = corners.iter().map(|&c| element[c]).collect();
        if self.kind == ElementKind::Hex20 {
            for i in 0..4 {
                let ends = [corners[i], corners[(i + 1) % 4]];
                let edge = EDGES
                    .iter()
                    .position(|&[p, q]| [p, q] == ends || [q, p] == ends);
                nodes.extend(edge.map(|edge| element[8 + edge]));
            }
        }
        nodes
    }

    /// Faces that belong to one element only.
    pub fn border(&self) -> Vec<Face> {
        let mut keyed: Vec<([u32; 4], Face)> = Vec::with_capacity(6 * self.n_elements());
        for element in 0..self.n_elements() {
            let nodes = self.element(element);
            for (side, corners) in FACES.iter().enumerate() {
                let mut key = corners.map(|c| nodes[c]);
                key.sort_unstable();
                keyed.push((
                    key,
                    Face {
                        element: element as u32,
                        side: side as u8,
                    },
                ));
            }
        }
        keyed.sort_unstable();
        let alone = |i: usize| {
            (i == 0 || keyed[i - 1].0 != keyed[i].0)
                && (i + 1 == keyed.len() || keyed[i + 1].0 != keyed[i].0)
        };
        let mut faces: Vec<Face> = (0..keyed.len())
            .filter(|&i| alone(i))
            .map(|i| keyed[i].1)
            .collect();
        faces.sort_unstable();
        faces
    }

    /// Named nodes.
    pub fn node_set(&self, name: &str) -> Option<&NodeSet> {
        self.node_sets.iter().find(|set| set.name == name)
    }

    /// Named faces.
    pub fn face_set(&self, name: &str) -> Option<&FaceSet> {
        self.face_sets.iter().find(|set| set.name == name)
    }
}
