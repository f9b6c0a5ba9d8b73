//! Is a mesh whole? Everything that reads one asks first, so that no index is out of range later.

use crate::{Error, Face, Mesh};

impl Mesh {
    /// Every element has all of its nodes, every node a place.
    pub fn check(&self) -> Result<(), Error> {
        let per_element = self.kind.nodes();
        if !self.connectivity.len().is_multiple_of(per_element) {
            return Err(Error::ConnectivityLength {
                length: self.connectivity.len(),
                per_element,
            });
        }
        let n_nodes = self.nodes.len();
        let missing = |&node: &u32| node as usize >= n_nodes;
        if let Some(i) = self.connectivity.iter().position(missing) {
            return Err(Error::NodeMissing {
                element: i / per_element,
                node: self.connectivity[i] as usize,
                n_nodes,
            });
        }
        let is_lost = |place: &[f64; 3]| place.iter().any(|x| !x.is_finite());
        match self.nodes.iter().position(is_lost) {
            Some(node) => Err(Error::NodePlace {
                node,
                place: self.nodes[node],
            }),
            None => Ok(()),
        }
    }

    /// Every face belongs to an element.
    pub(crate) fn check_faces(&self, faces: &[Face]) -> Result<(), Error> {
        let n_elements = self.n_elements();
        let missing = |face: &&Face| face.element as usize >= n_elements || face.side > 5;
        match faces.iter().find(missing) {
            Some(face) => Err(Error::FaceMissing {
                element: face.element as usize,
                side: usize::from(face.side),
                n_elements,
            }),
            None => Ok(()),
        }
    }

    /// One displacement for each node.
    pub(crate) fn check_displacements(&self, displacements: &[[f64; 3]]) -> Result<(), Error> {
        if displacements.len() == self.nodes.len() {
            return Ok(());
        }
        Err(Error::Count {
            what: "displacements of the nodes",
            given: displacements.len(),
            needed: self.nodes.len(),
        })
    }

    /// Places of an element's nodes.
    pub(crate) fn element_places<const N: usize>(&self, element: usize) -> [[f64; 3]; N] {
        let nodes = self.element(element);
        std::array::from_fn(|a| self.nodes[nodes[a] as usize])
    }
}
