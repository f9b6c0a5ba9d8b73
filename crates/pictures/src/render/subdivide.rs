//! Curved faces as grids of small quadrilaterals.

use std::collections::HashMap;

use super::facets::Source;

/// With more faces than this, each is a few pixels and needs fewer parts.
const MANY_FACES: usize = 20_000;

/// The parts of all faces.
pub(super) struct Subdivision {
    /// How each vertex comes from the nodes.
    pub(super) sources: Vec<Source>,
    /// The parts, counter-clockwise seen from outside.
    pub(super) faces: Vec<[u32; 4]>,
    /// Which sides of a part are edges of an element.
    pub(super) is_of_element: Vec<[bool; 4]>,
}

/// What makes two vertices the same one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Node(u32),
    /// On the edge between two corners, this many steps from the one with the smaller number.
    Edge([u32; 2], usize),
    /// Within a face.
    Inside(usize, usize),
}

impl Subdivision {
    pub(super) fn of(faces: &[[u32; 8]]) -> Self {
        let n_parts = if faces.len() > MANY_FACES { 2 } else { 4 };
        let mut this = Self {
            sources: Vec::new(),
            faces: Vec::new(),
            is_of_element: Vec::new(),
        };
        let mut known = HashMap::new();
        for (i_face, nodes) in faces.iter().enumerate() {
            this.add(i_face, nodes, n_parts, &mut known);
        }
        this
    }

    fn add(
        &mut self,
        i_face: usize,
        nodes: &[u32; 8],
        n_parts: usize,
        known: &mut HashMap<Key, u32>,
    ) {
        let n = n_parts;
        let mut grid = Vec::with_capacity((n + 1) * (n + 1));
        for j in 0..=n {
            for i in 0..=n {
                let vertex = *known
                    .entry(key(i_face, nodes, n, [i, j]))
                    .or_insert_with(|| {
                        self.sources.push(source(nodes, n, [i, j]));
                        self.sources.len() as u32 - 1
                    });
                grid.push(vertex);
            }
        }
        let at = |i: usize, j: usize| grid[j * (n + 1) + i];
        for j in 0..n {
            for i in 0..n {
                self.faces
                    .push([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                self.is_of_element
                    .push([j == 0, i + 1 == n, j + 1 == n, i == 0]);
            }
        }
    }
}

fn key(i_face: usize, nodes: &[u32; 8], n: usize, [i, j]: [usize; 2]) -> Key {
    // The side on which a vertex stands, and its steps from the first corner of that side.
    let (side, step) = match (i, j) {
        (0, 0) => return Key::Node(nodes[0]),
        (_, 0) if i == n => return Key::Node(nodes[1]),
        (0, _) if j == n => return Key::Node(nodes[3]),
        _ if i == n && j == n => return Key::Node(nodes[2]),
        (_, 0) => (0, i),
        (0, _) => (3, n - j),
        _ if i == n => (1, j),
        _ if j == n => (2, n - i),
        _ => return Key::Inside(i_face, j * (n + 1) + i),
    };
    let [p, q] = [nodes[side], nodes[(side + 1) % 4]];
    if p < q {
        Key::Edge([p, q], step)
    } else {
        Key::Edge([q, p], n - step)
    }
}

/// Shape functions of the face at a place of the grid.
fn source(nodes: &[u32; 8], n: usize, [i, j]: [usize; 2]) -> Source {
    let place = |i: usize| 2.0 * i as f64 / n as f64 - 1.0;
    let (x, y) = (place(i), place(j));
    let corner = |[p, q]: [f64; 2]| 0.25 * (1.0 + p * x) * (1.0 + q * y) * (p * x + q * y - 1.0);
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner);
    let (bubble_x, bubble_y) = (0.5 * (1.0 - x * x), 0.5 * (1.0 - y * y));
    let sides = [
        bubble_x * (1.0 - y),
        bubble_y * (1.0 + x),
        bubble_x * (1.0 + y),
        bubble_y * (1.0 - x),
    ];
    let mut weights = [0.0; 8];
    weights[..4].copy_from_slice(&corners);
    weights[4..].copy_from_slice(&sides);
    Source {
        nodes: *nodes,
        weights,
    }
}
