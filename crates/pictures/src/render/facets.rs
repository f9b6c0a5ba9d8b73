//! A surface as it is drawn: small faces with their edges, and how values of nodes come onto them.

use pitchline_geometry::Vector;

use super::corners;
use super::subdivide::Subdivision;
use super::surface::{Faces, Surface};
use super::view::dot;
use crate::Error;

/// Cosine of the angle between two faces above which their edge is sharp: 30°, less than any edge of a gear and more
/// than two facets of a bore meshed with 12 or more elements.
pub(super) const SHARP: f64 = 0.866;

/// Marks the missing face of an edge on a border.
pub(super) const NO_FACE: u32 = u32::MAX;

/// A vertex as a weighted mean of the nodes of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Source {
    pub(super) nodes: [u32; 8],
    pub(super) weights: [f64; 8],
}

impl Source {
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

/// A surface as triangles and quadrilaterals. Curved faces are divided, so that they look as they are.
pub(super) struct Facets {
    pub(super) vertices: Vec<Vector>,
    /// Vertices counter-clockwise seen from outside; a triangle repeats its last one.
    pub(super) faces: Vec<[u32; 4]>,
    pub(super) edges: Vec<Edge>,
    /// How the vertices come from the nodes; where they are the nodes themselves, nothing.
    sources: Option<Vec<Source>>,
    n_nodes: usize,
}

impl Facets {
    pub(super) fn of(surface: &Surface) -> Self {
        let nodes = surface.nodes();
        let (vertices, faces, is_of_element, sources) = match surface.faces() {
            Faces::Linear(faces) => {
                let all = vec![[true; 4]; faces.len()];
                (nodes.to_vec(), faces.clone(), all, None)
            }
            Faces::Quadratic(faces) => {
                let parts = Subdivision::of(faces);
                let places = parts.sources.iter().map(|source| source.mean(nodes));
                let vertices = places.collect();
                let sources = Some(parts.sources);
                (vertices, parts.faces, parts.is_of_element, sources)
            }
        };
        Self {
            edges: edges(&vertices, &faces, &is_of_element),
            vertices,
            faces,
            sources,
            n_nodes: nodes.len(),
        }
    }

    /// Values of the nodes brought to the vertices; `name` tells which field is wrong.
    pub(super) fn sampled<const N: usize>(
        &self,
        values: &[[f64; N]],
        name: &str,
    ) -> Result<Vec<[f64; N]>, Error> {
        if values.len() != self.n_nodes {
            return Err(Error::FieldLength {
                name: name.to_owned(),
                given: values.len(),
                expected: self.n_nodes,
            });
        }
        Ok(match &self.sources {
            None => values.to_vec(),
            Some(sources) => sources.iter().map(|s| s.mean(values)).collect(),
        })
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
            dot(a, b) < SHARP * (dot(a, a) * dot(b, b)).sqrt()
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
