//! The angle about a shared axis.

use pitchline_geometry::tensor::Tensor;
use pitchline_geometry::vector::Vector;

/// An angle φ about z: for axes that are not quite parallel, that of the nearest rotation about z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// φ (rad), between −π and π.
    pub angle: f64,
    /// ∂φ/∂θ in the axes of b.
    pub gradient: Vector,
    /// ∂²φ/∂θ²: change of `gradient` for a further turn in the axes of b; rows follow `gradient`.
    pub curvature: Tensor,
}

impl Turn {
    pub(super) fn of(r: &Tensor) -> Self {
        let (s, c) = (r[1][0] - r[0][1], r[0][0] + r[1][1]);
        // Vanishes only where b's z points against a's.
        let square = (s * s + c * c).max(f64::MIN_POSITIVE);
        let (x, y) = (r[0][2], r[1][2]);
        let d_s = [-x, -y, c];
        let d_c = [y, -x, -s];
        let d_x = [-r[0][1], r[0][0], 0.0];
        let d_y = [-r[1][1], r[1][0], 0.0];
        let gradient = [(-c * x - s * y) / square, (s * x - c * y) / square, 1.0];
        let mut curvature = [[0.0; 3]; 3];
        for i in 0..3 {
            let d_square = 2.0 * (s * d_s[i] + c * d_c[i]);
            let first = -d_c[i] * x - c * d_x[i] - d_s[i] * y - s * d_y[i];
            let second = d_s[i] * x + s * d_x[i] - d_c[i] * y - c * d_y[i];
            curvature[0][i] = (first - gradient[0] * d_square) / square;
            curvature[1][i] = (second - gradient[1] * d_square) / square;
        }
        Self {
            angle: s.atan2(c),
            gradient,
            curvature,
        }
    }
}
