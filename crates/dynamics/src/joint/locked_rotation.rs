//! Rotations that a joint locks. Which rows hold them depends on how many are locked. \[theory:joints\] (6)-(11)
//!
//! | locked | rows | good up to |
//! |---|---|---|
//! | 1, about l | a's axis l+1 stays perpendicular to b's axis l+2 (cyclic), as in a cross with two pins | 90° |
//! | 2, free about k | b's axis k has no components along a's other two axes | 90° |
//! | 3 | twice the vector part of the quaternion whose scalar part is not negative | 180° |
//!
//! Each row is the angle about its axis to first order, so that its multiplier is the torque on b about it.

use pitchline_geometry::tensor::{Tensor, product, scaled, skew, sum};
use pitchline_geometry::vector::{Vector, cross, times};

use crate::Rotation;
use crate::constraint_row::ConstraintRow;

const AXES: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The row that locks the turn about an axis, for axes of b seen by a.
pub(super) fn row(locked: [bool; 3], axis: usize, rotation: &Tensor) -> ConstraintRow {
    let next = |by: usize| (axis + by) % 3;
    match (locked[next(1)], locked[next(2)]) {
        (true, true) => quaternion_row(axis, rotation),
        // Φ_l = −ε_lmk e_m · R e_k: (6) for one locked axis, (7) for two, k being the free one.
        (true, false) | (false, false) => component_row(-1.0, next(1), next(2), rotation),
        (false, true) => component_row(1.0, next(2), next(1), rotation),
    }
}

/// Φ = s e_m · R e_k, G = s e_k × u and H = s ẽ_k ũ with u = Rᵀ e_m. (8), (9)
fn component_row(sign: f64, m: usize, k: usize, rotation: &Tensor) -> ConstraintRow {
    let (u, axis) = (rotation[m], AXES[k]);
    about(
        sign * rotation[m][k],
        times(sign, cross(axis, u)),
        scaled(sign, &product(&skew(axis), &skew(u))),
    )
}

/// Φ = 2 q_i, G = q₀ e_i + e_i × … of the quaternion (q₀, q). (10), (11)
fn quaternion_row(i: usize, rotation: &Tensor) -> ConstraintRow {
    let q = Rotation::from_matrix(rotation).quaternion();
    let q = if q[0] < 0.0 { q.map(|x| -x) } else { q };
    let vector = [q[1], q[2], q[3]];
    // δq = ½ (q₀ + q̃) δθ, δq₀ = −½ q · δθ
    let rate = sum(
        &scaled(q[0], &pitchline_geometry::tensor::IDENTITY),
        &skew(vector),
    );
    let mut curvature = scaled(0.5, &product(&skew(AXES[i]), &rate));
    for (curvature, q) in curvature[i].iter_mut().zip(vector) {
        *curvature -= 0.5 * q;
    }
    about(2.0 * vector[i], rate[i], curvature)
}

fn about(value: f64, gradient: Vector, curvature: Tensor) -> ConstraintRow {
    let [x, y, z] = gradient;
    ConstraintRow {
        value,
        gradient: [0.0, 0.0, 0.0, x, y, z],
        curvature,
    }
}
