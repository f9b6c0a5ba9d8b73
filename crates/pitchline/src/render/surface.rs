//! What can be seen of a body: faces, their edges, and how values of nodes come onto them.

use super::corners;
use super::subdivide::Subdivision;
use crate::Error;
use crate::fem::Mesh;
use crate::geometry::Vector;

/// Cosine of the angle between two faces above which their edge is sharp: 30°, less than any edge of a gear and more
/// than two facets of a bore meshed with 12 or more elements.
pub(super) const SHARP: f64 = 0.866;

/// Marks the missing face of an edge on a border.
pub(super) const NO_FACE: u32 = u32::MAX;

/// A vertex as a weighted mean of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Source {
    pub(super) nodes: [u32; 8],
    pub(super) weights: [f64; 8],
}

impl Source {
    pub(super) fn node(node: u32) -> Self {
        Self {
            nodes: [node; 8],
            weights: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        }
    }

    fn mean<const N: usize>(&self, values: &[[f64; N]]) -> [f64; N] {
        // A node alone keeps its value bit for bit, whatever the others hold.
        let used = self.nodes.iter().zip(self.weights);
        let mut sum = [0.0; N];
        for (node, weight) in used.filter(|(_, weight)| *weight != 0.0) {
            let value = values[*node as usize];
            for (total, part) in sum.iter_mut().zip(value) {
                *total += weight * part;
            }
        }
        sum
    }
}

/// A line between two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub(super) ends: [u32; 2],
    /// The faces that meet, [`NO_FACE`] beyond a border.
    pub(super) faces: [u32; 2],
    /// Whether it belongs to an element and is no line of a subdivided face.
    pub(super) is_of_element: bool,
    /// Whether the faces meet at an angle, or there is one only, or more than two.
    pub(super) is_sharp: bool,
}

/// The border of a body as triangles and quadrilaterals.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    pub(super) vertices: Vec<Vector>,
    /// Vertices counter-clockwise seen from outside; a triangle repeats its last one.
    pub(super) faces: Vec<[u32; 4]>,
    pub(super) edges: Vec<Edge>,
    sources: Vec<Source>,
    n_nodes: usize,
}

impl Surface {
    /// The border of a mesh. Curved faces of quadratic elements are divided, so that they look as they are.
    pub fn of_mesh(mesh: &Mesh) -> Result<Self, Error> {
        let n_nodes = mesh.nodes.len();
        crate::fields::check_mesh(mesh)?;
        let subdivision = Subdivision::of(mesh);
        let places = subdivision.sources.iter();
        let vertices = places.map(|source| source.mean(&mesh.nodes)).collect();
        Ok(Self::assembled(
            vertices,
            subdivision.faces,
            &subdivision.is_of_element,
            subdivision.sources,
            n_nodes,
        ))
    }

    /// From vertices (m) and faces, counter-clockwise seen from outside; a triangle repeats its last vertex. Values
    /// to be shown belong to the vertices.
    pub fn build(vertices: Vec<Vector>, faces: Vec<[u32; 4]>) -> Result<Self, Error> {
        let n_nodes = vertices.len();
        for (element, face) in faces.iter().enumerate() {
            if let Some(&node) = face.iter().find(|&&node| node as usize >= n_nodes) {
                return Err(Error::ElementNode {
                    element,
                    node,
                    n_nodes,
                });
            }
        }
        crate::fields::check_places(&vertices)?;
        let sources = (0..n_nodes as u32).map(Source::node).collect();
        let all = vec![[true; 4]; faces.len()];
        Ok(Self::assembled(vertices, faces, &all, sources, n_nodes))
    }

    fn assembled(
        vertices: Vec<Vector>,
        faces: Vec<[u32; 4]>,
        is_of_element: &[[bool; 4]],
        sources: Vec<Source>,
        n_nodes: usize,
    ) -> Self {
        let edges = edges(&vertices, &faces, is_of_element);
        Self {
            vertices,
            faces,
            edges,
            sources,
            n_nodes,
        }
    }

    /// Number of faces, after curved ones were divided.
    pub fn n_faces(&self) -> usize {
        self.faces.len()
    }

    /// Values of the nodes brought to the vertices; `name` tells which field is wrong.
    pub(super) fn sampled<const N: usize>(
        &self,
        values: &[[f64; N]],
        name: &str,
    ) -> Result<Vec<[f64; N]>, Error> {
        crate::fields::check_length(name, values.len(), self.n_nodes)?;
        Ok(self.sources.iter().map(|s| s.mean(values)).collect())
    }
}

/// All edges, each once.
fn edges(vertices: &[Vector], faces: &[[u32; 4]], is_of_element: &[[bool; 4]]) -> Vec<Edge> {
    let mut sides: Vec<([u32; 2], u32, bool)> = Vec::with_capacity(4 * faces.len());
    for (i_face, (face, is_of_element)) in faces.iter().zip(is_of_element).enumerate() {
        for i in 0..4 {
            let [p, q] = [face[i], face[(i + 1) % 4]];
            if p != q {
                sides.push(([p.min(q), p.max(q)], i_face as u32, is_of_element[i]));
            }
        }
    }
    sides.sort_unstable();
    let normals = corners::face_normals(vertices, faces);
    let mut edges = Vec::with_capacity(sides.len() / 2 + 1);
    for group in sides.chunk_by(|a, b| a.0 == b.0) {
        let faces = [group[0].1, group.get(1).map_or(NO_FACE, |side| side.1)];
        let is_sharp = group.len() != 2 || {
            let [a, b] = faces.map(|face| normals[face as usize]);
            super::view::dot(a, b)
                < SHARP * (super::view::dot(a, a) * super::view::dot(b, b)).sqrt()
        };
        edges.push(Edge {
            ends: group[0].0,
            faces,
            is_of_element: group.iter().any(|side| side.2),
            is_sharp,
        });
    }
    edges
}
