//! Normals of faces and of their corners.

use super::facets::SHARP;
use super::view::{cross, dot, unit};
use pitchline_geometry::Vector;

/// Normals with twice the area as length.
pub(super) fn face_normals(vertices: &[Vector], faces: &[[u32; 4]]) -> Vec<Vector> {
    let normal = |face: &[u32; 4]| {
        let [a, b, c, d] = face.map(|vertex| vertices[vertex as usize]);
        // Half the cross product of the diagonals; for a triangle, where d = c, the same formula holds.
        let between = |p: Vector, q: Vector| [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
        cross(between(a, c), between(b, d))
    };
    faces.iter().map(normal).collect()
}

/// Unit normals at the corners of each face: the mean over the faces around that meet it without a sharp edge.
pub(super) fn corner_normals(vertices: &[Vector], faces: &[[u32; 4]]) -> Vec<[Vector; 4]> {
    let normals = face_normals(vertices, faces);
    let units: Vec<Vector> = normals
        .iter()
        .map(|normal| unit(*normal).unwrap_or([0.0; 3]))
        .collect();
    // Faces around each vertex, one after the other.
    let mut starts = vec![0_u32; vertices.len() + 1];
    for vertex in faces.iter().flatten() {
        starts[*vertex as usize + 1] += 1;
    }
    for i in 0..vertices.len() {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut around = vec![0_u32; 4 * faces.len()];
    for (i_face, face) in faces.iter().enumerate() {
        for vertex in face {
            let slot = &mut next[*vertex as usize];
            around[*slot as usize] = i_face as u32;
            *slot += 1;
        }
    }
    let corner = |own: Vector, vertex: u32| {
        let [from, to] = [vertex as usize, vertex as usize + 1].map(|i| starts[i] as usize);
        let mut sum = [0.0; 3];
        for face in &around[from..to] {
            let face = *face as usize;
            if dot(own, units[face]) > SHARP {
                for (total, part) in sum.iter_mut().zip(normals[face]) {
                    *total += part;
                }
            }
        }
        unit(sum).unwrap_or(own)
    };
    faces
        .iter()
        .zip(&units)
        .map(|(face, own)| face.map(|vertex| corner(*own, vertex)))
        .collect()
}
