//! How well shaped the elements of a mesh are.
//!
//! The scaled Jacobian of a corner is the determinant of the three tangents of unit length that leave it: 1 where they
//! stand at right angles, 0 where they lie in a plane, negative where the element is folded. The tangents are those of
//! the element's map, so that mid-side nodes count.

use crate::element::EDGES;
use crate::{ElementKind, Mesh};

/// Shape of the elements of a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshQuality {
    /// Least scaled Jacobian over all corners.
    pub least_scaled_jacobian: f64,
    /// Mean over the elements of the least scaled Jacobian of each.
    pub mean_scaled_jacobian: f64,
    /// The element with the least, and the corner where it is (m).
    pub worst: (usize, [f64; 3]),
    /// Longest over shortest edge, the greatest over all elements.
    pub largest_aspect_ratio: f64,
    /// Its mean.
    pub mean_aspect_ratio: f64,
    /// The most stretched element, and its middle (m).
    pub most_stretched: (usize, [f64; 3]),
    /// The first element whose Jacobian is not positive at a corner or an integration point.
    pub folded: Option<usize>,
    /// Volume by the elements' integration points (m³).
    pub volume: f64,
}

/// Places of the corners in an element.
const CORNERS: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

impl MeshQuality {
    /// Measures every element.
    pub fn of(mesh: &Mesh) -> Self {
        let corners = CORNERS.map(|xi| gradients(mesh.kind, xi));
        let points = integration_points(mesh.kind);
        let mut quality = Self {
            least_scaled_jacobian: f64::INFINITY,
            mean_scaled_jacobian: 0.0,
            worst: (0, [0.0; 3]),
            largest_aspect_ratio: 0.0,
            mean_aspect_ratio: 0.0,
            most_stretched: (0, [0.0; 3]),
            folded: None,
            volume: 0.0,
        };
        let n = mesh.n_elements();
        for element in 0..n {
            let nodes: Vec<[f64; 3]> = mesh
                .element(element)
                .iter()
                .map(|&node| mesh.nodes[node as usize])
                .collect();
            let scaled = |corner: usize| scaled_determinant(&tangents(&corners[corner], &nodes));
            let mut least = (f64::INFINITY, 0);
            for corner in 0..8 {
                let value = scaled(corner);
                // Not a number counts as the worst.
                if value.total_cmp(&least.0).is_lt() || value.is_nan() {
                    least = (value, corner);
                }
            }
            quality.mean_scaled_jacobian += least.0 / n as f64;
            if least.0 < quality.least_scaled_jacobian || least.0.is_nan() {
                quality.least_scaled_jacobian = least.0;
                quality.worst = (element, nodes[least.1]);
            }
            let mut is_folded = least.0.is_nan() || least.0 <= 0.0;
            for (weight, gradients) in &points {
                let determinant = determinant(&tangents(gradients, &nodes));
                quality.volume += weight * determinant;
                is_folded |= determinant.is_nan() || determinant <= 0.0;
            }
            if is_folded && quality.folded.is_none() {
                quality.folded = Some(element);
            }
            let ratio = aspect_ratio(&nodes);
            quality.mean_aspect_ratio += ratio / n as f64;
            if ratio > quality.largest_aspect_ratio {
                quality.largest_aspect_ratio = ratio;
                let middle = [0, 1, 2].map(|k| nodes[..8].iter().map(|p| p[k]).sum::<f64>() / 8.0);
                quality.most_stretched = (element, middle);
            }
        }
        quality
    }
}

/// Derivatives of the shape functions by ξ, η, ζ.
fn gradients(kind: ElementKind, xi: [f64; 3]) -> Vec<[f64; 3]> {
    match kind {
        ElementKind::Hex8 => CORNERS
            .iter()
            .map(|c| {
                let f = [0, 1, 2].map(|k| 1.0 + xi[k] * c[k]);
                [
                    0.125 * c[0] * f[1] * f[2],
                    0.125 * c[1] * f[0] * f[2],
                    0.125 * c[2] * f[0] * f[1],
                ]
            })
            .collect(),
        ElementKind::Hex20 => {
            let middles = EDGES
                .iter()
                .map(|[a, b]| [0, 1, 2].map(|k| 0.5 * (CORNERS[*a][k] + CORNERS[*b][k])));
            let corner = CORNERS.iter().map(|c| corner_gradient(xi, *c));
            corner
                .chain(middles.map(|m| middle_gradient(xi, m)))
                .collect()
        }
    }
}

/// Of ⅛ (1+ξξᵢ)(1+ηηᵢ)(1+ζζᵢ)(ξξᵢ+ηηᵢ+ζζᵢ−2).
fn corner_gradient(xi: [f64; 3], c: [f64; 3]) -> [f64; 3] {
    let f = [0, 1, 2].map(|k| 1.0 + xi[k] * c[k]);
    let sum = xi[0] * c[0] + xi[1] * c[1] + xi[2] * c[2] - 2.0;
    [0, 1, 2].map(|k| 0.125 * c[k] * f[(k + 1) % 3] * f[(k + 2) % 3] * (sum + f[k]))
}

/// Of ¼ (1−ξ²)(1+ηηᵢ)(1+ζζᵢ), and the same with the axes exchanged.
fn middle_gradient(xi: [f64; 3], m: [f64; 3]) -> [f64; 3] {
    let factor = |k: usize| {
        if m[k] == 0.0 {
            (1.0 - xi[k] * xi[k], -2.0 * xi[k])
        } else {
            (1.0 + xi[k] * m[k], m[k])
        }
    };
    [0, 1, 2].map(|k| 0.25 * factor(k).1 * factor((k + 1) % 3).0 * factor((k + 2) % 3).0)
}

/// Gauss points with which the elements are integrated: weight and gradients.
fn integration_points(kind: ElementKind) -> Vec<(f64, Vec<[f64; 3]>)> {
    let line: Vec<(f64, f64)> = match kind {
        ElementKind::Hex8 => {
            let x = (1.0_f64 / 3.0).sqrt();
            vec![(-x, 1.0), (x, 1.0)]
        }
        ElementKind::Hex20 => {
            let x = 0.6_f64.sqrt();
            vec![(-x, 5.0 / 9.0), (0.0, 8.0 / 9.0), (x, 5.0 / 9.0)]
        }
    };
    let mut points = Vec::new();
    for &(x, a) in &line {
        for &(y, b) in &line {
            for &(z, c) in &line {
                points.push((a * b * c, gradients(kind, [x, y, z])));
            }
        }
    }
    points
}

fn tangents(gradients: &[[f64; 3]], nodes: &[[f64; 3]]) -> [[f64; 3]; 3] {
    let mut tangents = [[0.0; 3]; 3];
    for (gradient, node) in gradients.iter().zip(nodes) {
        for (tangent, g) in tangents.iter_mut().zip(gradient) {
            for (part, x) in tangent.iter_mut().zip(node) {
                *part += g * x;
            }
        }
    }
    tangents
}

fn determinant([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

fn scaled_determinant(tangents: &[[f64; 3]; 3]) -> f64 {
    let lengths: f64 = tangents
        .iter()
        .map(|t| (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]).sqrt())
        .product();
    determinant(tangents) / lengths
}

fn aspect_ratio(nodes: &[[f64; 3]]) -> f64 {
    let length = |[a, b]: &[usize; 2]| {
        let d = [0, 1, 2].map(|k| nodes[*b][k] - nodes[*a][k]);
        (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
    };
    let lengths = EDGES.iter().map(length);
    let (least, most) = lengths.fold((f64::INFINITY, 0.0_f64), |(least, most), length| {
        (least.min(length), most.max(length))
    });
    most / least
}
