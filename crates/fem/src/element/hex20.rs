//! The hexahedron of twenty nodes: quadratic along its edges, faces and body of the serendipity family.

use super::{CORNERS, EDGES, Element};
use crate::quadrature::{CUBE_27, QuadraturePoint};

/// Eight corners and twelve mid-side nodes. \[theory:finite-elements\] (5), (6)
pub struct Hex20;

// Corners of FACES, then the node on the edge after each corner.
static FACE_NODES: [&[usize]; 6] = [
    &[0, 3, 2, 1, 11, 10, 9, 8],
    &[4, 5, 6, 7, 12, 13, 14, 15],
    &[0, 1, 5, 4, 8, 17, 12, 16],
    &[1, 2, 6, 5, 9, 18, 13, 17],
    &[2, 3, 7, 6, 10, 19, 14, 18],
    &[3, 0, 4, 7, 11, 16, 15, 19],
];

/// Place of mid-side node 8 + `edge`: halfway between its corners, so one coordinate is 0.
fn mid_side(edge: usize) -> [f64; 3] {
    let [p, q] = EDGES[edge].map(|corner| CORNERS[corner]);
    [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]))
}

impl Element for Hex20 {
    fn nodes(&self) -> usize {
        20
    }

    fn shape(&self, xi: [f64; 3], n: &mut [f64]) {
        for (n, c) in n.iter_mut().zip(&CORNERS) {
            let t = [c[0] * xi[0], c[1] * xi[1], c[2] * xi[2]];
            let sum = t[0] + t[1] + t[2] - 2.0;
            *n = 0.125 * (1.0 + t[0]) * (1.0 + t[1]) * (1.0 + t[2]) * sum;
        }
        for (edge, n) in n.iter_mut().skip(8).take(12).enumerate() {
            let c = mid_side(edge);
            *n = 0.25 * (0..3).map(|i| factor(c[i], xi[i])).product::<f64>();
        }
    }

    fn gradient(&self, xi: [f64; 3], dn: &mut [[f64; 3]]) {
        for (dn, c) in dn.iter_mut().zip(&CORNERS) {
            let t = [c[0] * xi[0], c[1] * xi[1], c[2] * xi[2]];
            let sum = t[0] + t[1] + t[2] - 2.0;
            for i in 0..3 {
                let others = (1.0 + t[(i + 1) % 3]) * (1.0 + t[(i + 2) % 3]);
                dn[i] = 0.125 * c[i] * others * (sum + 1.0 + t[i]);
            }
        }
        for (edge, dn) in dn.iter_mut().skip(8).take(12).enumerate() {
            let c = mid_side(edge);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                dn[i] = 0.25 * d_factor(c[i], xi[i]) * factor(c[j], xi[j]) * factor(c[k], xi[k]);
            }
        }
    }

    // 3 × 3 × 3: 2 × 2 × 2 leaves six modes without energy besides the rigid ones, which a body of one layer can show.
    fn quadrature(&self) -> &'static [QuadraturePoint] {
        &CUBE_27
    }

    fn faces(&self) -> &'static [&'static [usize]] {
        &FACE_NODES
    }
}

/// One direction's share of a mid-side function: a parabola along its edge, a line across it.
fn factor(c: f64, x: f64) -> f64 {
    if c == 0.0 { 1.0 - x * x } else { 1.0 + c * x }
}

fn d_factor(c: f64, x: f64) -> f64 {
    if c == 0.0 { -2.0 * x } else { c }
}
