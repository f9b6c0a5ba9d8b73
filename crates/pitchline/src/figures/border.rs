//! The border of a mesh as a surface that can be drawn.

use crate::Error;
use crate::fem::{ElementKind, Mesh};
use crate::fields::{check_length, check_mesh};
use crate::geometry::Vector;
use crate::geometry::vector::dot;
use crate::pictures::{Axis, Faces, Field, PageView, RichText, Surface, ticks};

#[cfg(test)]
mod tests;

/// What can be seen of a mesh.
pub struct Border {
    /// The faces of the border with their own nodes.
    pub surface: Surface,
    /// Which nodes of the mesh these are.
    nodes: Vec<u32>,
    /// How many nodes the mesh has.
    n_nodes: usize,
}

impl Border {
    /// The border of a mesh.
    pub fn of(mesh: &Mesh) -> Result<Self, Error> {
        check_mesh(mesh)?;
        let n_nodes = mesh.nodes.len();
        let (mut nodes, mut known) = (Vec::new(), vec![None; n_nodes]);
        let mut own = |node: u32| {
            *known[node as usize].get_or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            })
        };
        let faces = mesh.border().into_iter().map(|face| mesh.face_nodes(face));
        let faces = match mesh.kind {
            ElementKind::Hex8 => {
                Faces::Linear(faces.map(|f| [0, 1, 2, 3].map(|i| own(f[i]))).collect())
            }
            ElementKind::Hex20 => {
                let sides = [0, 1, 2, 3, 4, 5, 6, 7];
                Faces::Quadratic(faces.map(|f| sides.map(|i| own(f[i]))).collect())
            }
        };
        let places = nodes.iter().map(|&node| mesh.nodes[node as usize]);
        Ok(Self {
            surface: Surface::new(places.collect(), faces)?,
            nodes,
            n_nodes,
        })
    }

    /// Of a value for each node of the mesh, those of the border; `name` tells which field is wrong.
    pub fn values<T: Copy>(&self, name: &str, values: &[T]) -> Result<Vec<T>, Error> {
        check_length(name, values.len(), self.n_nodes)?;
        let nodes = self.nodes.iter();
        Ok(nodes.map(|&node| values[node as usize]).collect())
    }

    /// A field by its values at all nodes of the mesh; the colours cover those inside, too.
    pub fn field(&self, values: &[f64], axis: Axis) -> Result<Field, Error> {
        Ok(Field {
            values: self.values(&axis.name, values)?,
            axis,
            extremes: ticks::range_of(values.iter().copied()),
        })
    }

    /// A shape by the displacements of all nodes of the mesh, the largest of which counts 1.
    pub fn shape(&self, caption: RichText, shape: &[Vector]) -> Result<PageView, Error> {
        let lengths = shape.iter().map(|u| dot(*u, *u).sqrt());
        let finite = lengths.filter(|length| length.is_finite());
        let largest = finite.fold(f64::MIN_POSITIVE, f64::max);
        let seen = self.values("displacement", shape)?;
        Ok(PageView::of_shape(caption, seen, largest))
    }
}
