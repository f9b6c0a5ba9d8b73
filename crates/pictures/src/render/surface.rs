//! What can be seen of a body: the faces of its border.

use pitchline_geometry::Vector;
use serde::Serialize;

use crate::Error;

/// The border of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Surface {
    nodes: Vec<Vector>,
    faces: Faces,
}

/// Faces by their nodes, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faces {
    /// The corners; a triangle repeats its last one.
    Linear(Vec<[u32; 4]>),
    /// The corners, then the middle of the edge that begins at each of them.
    Quadratic(Vec<[u32; 8]>),
}

impl Faces {
    /// A face with a node that is not there, and that node.
    fn beyond(&self, n_nodes: usize) -> Option<(usize, u32)> {
        fn first<const N: usize>(faces: &[[u32; N]], n_nodes: usize) -> Option<(usize, u32)> {
            let beyond = |face: &[u32; N]| face.iter().copied().find(|&i| i as usize >= n_nodes);
            let mut faces = faces.iter().enumerate();
            faces.find_map(|(i, face)| Some((i, beyond(face)?)))
        }
        match self {
            Self::Linear(faces) => first(faces, n_nodes),
            Self::Quadratic(faces) => first(faces, n_nodes),
        }
    }
}

impl Surface {
    /// From the places of the nodes (m) and the faces between them.
    pub fn new(nodes: Vec<Vector>, faces: Faces) -> Result<Self, Error> {
        let n_nodes = nodes.len();
        if let Some((face, node)) = faces.beyond(n_nodes) {
            return Err(Error::FaceNode {
                face,
                node,
                n_nodes,
            });
        }
        let is_number = |place: &Vector| place.iter().all(|x| x.is_finite());
        match nodes.iter().position(|place| !is_number(place)) {
            Some(node) => Err(Error::NodePlace { node }),
            None => Ok(Self { nodes, faces }),
        }
    }

    /// Places of the nodes (m).
    pub fn nodes(&self) -> &[Vector] {
        &self.nodes
    }

    /// The faces between them.
    pub fn faces(&self) -> &Faces {
        &self.faces
    }
}
