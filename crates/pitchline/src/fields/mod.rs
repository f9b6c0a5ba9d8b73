//! Meshes and fields on them for other programs: VTU for ParaView, `.inp` for Abaqus and CalculiX.

pub mod abaqus;
mod columns;
pub mod vtu;

#[cfg(test)]
pub(crate) mod testing;

pub use abaqus::{Elastic, Formulation, Input, NodeForce, Step, Support};

use crate::Error;
use crate::fem::Mesh;
use crate::geometry::Vector;

/// Refuses a mesh whose elements name nodes that are not there, or whose nodes are nowhere.
pub(crate) fn check_mesh(mesh: &Mesh) -> Result<(), Error> {
    let n_nodes = mesh.nodes.len();
    for (i, node) in mesh.connectivity.iter().enumerate() {
        if *node as usize >= n_nodes {
            return Err(Error::ElementNode {
                element: i / mesh.kind.nodes(),
                node: *node,
                n_nodes,
            });
        }
    }
    let is_number = |place: &Vector| place.iter().all(|x| x.is_finite());
    match mesh.nodes.iter().position(|place| !is_number(place)) {
        Some(node) => Err(Error::NodePlace { node }),
        None => Ok(()),
    }
}

/// Refuses a field of the wrong length.
pub(crate) fn check_length(name: &str, given: usize, expected: usize) -> Result<(), Error> {
    if given == expected {
        return Ok(());
    }
    Err(Error::FieldLength {
        name: name.to_owned(),
        given,
        expected,
    })
}
