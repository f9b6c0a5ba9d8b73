//! The hexahedron of eight nodes: trilinear displacements.
//!
//! Alone it locks in bending and when nearly incompressible; `enhanced.rs` adds the strains that cure both.

use super::{CORNERS, Element, FACES};
use crate::quadrature::{CUBE_8, QuadraturePoint};

/// Eight nodes, N = (1 ± ξ)(1 ± η)(1 ± ζ)/8. \[theory:finite-elements\] (4)
pub struct Hex8;

static FACE_NODES: [&[usize]; 6] = [
    &FACES[0], &FACES[1], &FACES[2], &FACES[3], &FACES[4], &FACES[5],
];

impl Element for Hex8 {
    fn nodes(&self) -> usize {
        8
    }

    fn shape(&self, xi: [f64; 3], n: &mut [f64]) {
        for (n, c) in n.iter_mut().zip(&CORNERS) {
            *n = 0.125 * (1.0 + c[0] * xi[0]) * (1.0 + c[1] * xi[1]) * (1.0 + c[2] * xi[2]);
        }
    }

    fn gradient(&self, xi: [f64; 3], dn: &mut [[f64; 3]]) {
        for (dn, c) in dn.iter_mut().zip(&CORNERS) {
            let [a, b, d] = [1.0 + c[0] * xi[0], 1.0 + c[1] * xi[1], 1.0 + c[2] * xi[2]];
            *dn = [
                0.125 * c[0] * b * d,
                0.125 * a * c[1] * d,
                0.125 * a * b * c[2],
            ];
        }
    }

    // 2 × 2 × 2: exact for the stiffness of a parallelepiped, and enough for the rank of any shape.
    fn quadrature(&self) -> &'static [QuadraturePoint] {
        &CUBE_8
    }

    fn faces(&self) -> &'static [&'static [usize]] {
        &FACE_NODES
    }

    fn has_enhanced_strains(&self) -> bool {
        true
    }
}
