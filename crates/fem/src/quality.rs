//! How well shaped the elements of a mesh are.
//!
//! The scaled Jacobian of a corner is the determinant of the three tangents of unit length that leave it: 1 where they
//! stand at right angles, 0 where they lie in a plane, negative where the element is folded. The tangents are those of
//! the element's map, so that mid-side nodes count.

use crate::Mesh;
use crate::element::{CORNERS, EDGES, Element};

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

impl MeshQuality {
    /// Measures every element.
    pub fn of(mesh: &Mesh) -> Self {
        let kind = mesh.kind.element();
        let corners = CORNERS.map(|xi| gradients(kind, xi));
        let points = integration_points(kind);
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
fn gradients(element: &dyn Element, xi: [f64; 3]) -> Vec<[f64; 3]> {
    let mut gradients = vec![[0.0; 3]; element.nodes()];
    element.gradient(xi, &mut gradients);
    gradients
}

/// Points with which the elements are integrated: weight and gradients.
fn integration_points(element: &dyn Element) -> Vec<(f64, Vec<[f64; 3]>)> {
    let points = element.quadrature().iter();
    points
        .map(|point| (point.weight, gradients(element, point.xi)))
        .collect()
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
