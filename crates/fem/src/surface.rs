//! Loads on faces: consistent forces on their nodes, and the area that belongs to each node.

use std::collections::BTreeMap;

use crate::element::{CORNERS, FACES, MAX_NODES};
use crate::quadrature::LINE_3;
use crate::tensor::{Vector, cross};
use crate::{Error, Face, Mesh};

/// A place on a face: where, its outward normal times the area that it stands for, and the shapes of the element's nodes.
struct FacePoint {
    place: Vector,
    area: Vector,
    shape: [f64; MAX_NODES],
}

impl Mesh {
    /// Forces on all nodes from a traction (Pa) that depends on the place and the outward unit normal:
    /// F_a = ∫ N_a t dA. \[theory:finite-elements\] (20)
    pub fn traction_forces(
        &self,
        faces: &[Face],
        traction: impl Fn([f64; 3], [f64; 3]) -> [f64; 3],
    ) -> Result<Vec<[f64; 3]>, Error> {
        let mut forces = vec![[0.0; 3]; self.nodes.len()];
        self.each_face_point(faces, |nodes, point| {
            let size = norm(point.area);
            if size > 0.0 {
                let t = traction(point.place, point.area.map(|x| x / size));
                add(&mut forces, nodes, &point.shape, t.map(|t| t * size));
            }
        })?;
        Ok(forces)
    }

    /// Forces on all nodes from a pressure (Pa) on faces; positive presses on the body.
    pub fn pressure_forces(&self, faces: &[Face], pressure: f64) -> Result<Vec<[f64; 3]>, Error> {
        let mut forces = vec![[0.0; 3]; self.nodes.len()];
        self.each_face_point(faces, |nodes, point| {
            add(
                &mut forces,
                nodes,
                &point.shape,
                point.area.map(|x| -pressure * x),
            );
        })?;
        Ok(forces)
    }

    /// Nodes of faces, ascending, with the areas ∫ N_a dA that belong to them (m²). Corners of quadratic faces have a negative one:
    /// a twelfth of a plane face's area, which its four mid-side nodes make up for.
    pub fn node_areas(&self, faces: &[Face]) -> Result<Vec<(u32, f64)>, Error> {
        let mut areas = BTreeMap::new();
        for face in faces {
            self.check_faces(std::slice::from_ref(face))?;
            for node in self.face_nodes(*face) {
                areas.insert(node, 0.0);
            }
        }
        self.each_face_point(faces, |nodes, point| {
            for (node, n) in nodes.iter().zip(&point.shape) {
                if let Some(area) = areas.get_mut(node) {
                    *area += n * norm(point.area);
                }
            }
        })?;
        Ok(areas.into_iter().collect())
    }

    /// Area of faces (m²).
    pub fn area(&self, faces: &[Face]) -> Result<f64, Error> {
        let mut area = 0.0;
        self.each_face_point(faces, |_, point| area += norm(point.area))?;
        Ok(area)
    }

    /// Outward unit normals at the corners of faces, means over the faces that meet there weighted with their areas; and
    /// the mean normal of all, weighted likewise.
    pub(crate) fn corner_normals(
        &self,
        faces: &[Face],
    ) -> Result<(BTreeMap<u32, Vector>, Vector), Error> {
        self.check()?;
        self.check_faces(faces)?;
        let mut sums: BTreeMap<u32, Vector> = BTreeMap::new();
        for &face in faces {
            let nodes = self.element(face.element as usize);
            let corners = FACES[usize::from(face.side) % 6];
            let ends = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            for (&corner, (s, t)) in corners.iter().zip(ends) {
                let area = self.face_point(face, nodes, s, t, 1.0).area;
                let sum = sums.entry(nodes[corner]).or_default();
                sum.iter_mut().zip(area).for_each(|(sum, a)| *sum += a);
            }
        }
        let unit = |a: Vector| pitchline_geometry::vector::unit_or(a, [0.0; 3]);
        let mut mean = [0.0; 3];
        self.each_face_point(faces, |_, point| {
            mean.iter_mut()
                .zip(point.area)
                .for_each(|(sum, a)| *sum += a);
        })?;
        let normals = sums.into_iter().map(|(node, a)| (node, unit(a))).collect();
        Ok((normals, unit(mean)))
    }

    /// 3 × 3 points on each face: exact for the pressure on both elements.
    fn each_face_point(
        &self,
        faces: &[Face],
        mut visit: impl FnMut(&[u32], &FacePoint),
    ) -> Result<(), Error> {
        self.check()?;
        self.check_faces(faces)?;
        for face in faces {
            let nodes = self.element(face.element as usize);
            for (s, s_weight) in LINE_3 {
                for (t, t_weight) in LINE_3 {
                    let point = self.face_point(*face, nodes, s, t, s_weight * t_weight);
                    visit(nodes, &point);
                }
            }
        }
        Ok(())
    }

    fn face_point(&self, face: Face, nodes: &[u32], s: f64, t: f64, weight: f64) -> FacePoint {
        // The parent's face is a square: its middle and half its edges, counter-clockwise seen from outside.
        let [p, q, r, _] = FACES[usize::from(face.side) % 6].map(|corner| CORNERS[corner]);
        let along_s = [0, 1, 2].map(|i| 0.5 * (q[i] - p[i]));
        let along_t = [0, 1, 2].map(|i| 0.5 * (r[i] - q[i]));
        let xi = [0, 1, 2].map(|i| 0.5 * (p[i] + r[i]) + s * along_s[i] + t * along_t[i]);
        let (mut shape, mut gradient) = ([0.0; MAX_NODES], [[0.0; 3]; MAX_NODES]);
        self.kind.element().shape(xi, &mut shape);
        self.kind.element().gradient(xi, &mut gradient);
        let (mut place, mut x_s, mut x_t) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        for (a, &node) in nodes.iter().enumerate() {
            let x = self.nodes[node as usize];
            let d_s: f64 = (0..3).map(|p| gradient[a][p] * along_s[p]).sum();
            let d_t: f64 = (0..3).map(|p| gradient[a][p] * along_t[p]).sum();
            for i in 0..3 {
                place[i] += shape[a] * x[i];
                x_s[i] += d_s * x[i];
                x_t[i] += d_t * x[i];
            }
        }
        FacePoint {
            place,
            area: cross(x_s, x_t).map(|x| weight * x),
            shape,
        }
    }
}

fn norm(a: Vector) -> f64 {
    crate::tensor::dot(a, a).sqrt()
}

fn add(forces: &mut [Vector], nodes: &[u32], shape: &[f64], force: Vector) {
    for (&node, n) in nodes.iter().zip(shape) {
        for (sum, f) in forces[node as usize].iter_mut().zip(force) {
            *sum += n * f;
        }
    }
}
