//! Rotations that a joint locks. Which rows hold them depends on how many are locked. \[theory:joints\] (6)-(11)
//!
//! | locked | rows | grow up to |
//! |---|---|---|
//! | 1, about l | a's axis l+1 stays perpendicular to b's axis l+2 (cyclic), as in a cross with two pins | 90° |
//! | 2, free about k | b's axis k has no components along a's other two axes | 90° |
//! | 3 | twice the vector part of the quaternion whose scalar part is not negative | 180° |
//!
//! Each row is the angle about its axis to first order, so that its multiplier is the torque on b about it.

use pitchline_geometry::tensor::{IDENTITY, Tensor, product, scaled, skew, sum};
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
    // ẽ_k ũ = u e_kᵀ − (e_k · u) 1
    let mut curvature = scaled(-sign * u[k], &IDENTITY);
    for (row, u) in curvature.iter_mut().zip(u) {
        row[k] += sign * u;
    }
    let gradient = times(sign, cross(axis, u));
    about(sign * rotation[m][k], gradient, curvature)
}

/// Φ = 2 q_i, G = q₀ e_i + e_i × q and H = ½ ẽ_i (q₀ + q̃) − ½ e_i qᵀ. (10), (11)
fn quaternion_row(i: usize, rotation: &Tensor) -> ConstraintRow {
    let q = Rotation::from_matrix(rotation).quaternion();
    let q = if q[0] < 0.0 { q.map(|x| -x) } else { q };
    let vector = [q[1], q[2], q[3]];
    // δq = ½ (q₀ + q̃) δθ, δq₀ = −½ q · δθ
    let rate = sum(&scaled(q[0], &IDENTITY), &skew(vector));
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
        along: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pitchline_geometry::tensor::transposed;
    use proptest::prelude::*;

    const MASKS: [[bool; 3]; 7] = [
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [true, true, false],
        [true, false, true],
        [false, true, true],
        [true, true, true],
    ];

    /// All rows of all masks.
    fn rows(rotation: &Rotation) -> Vec<ConstraintRow> {
        let m = rotation.matrix();
        let axes = MASKS.iter().flat_map(|locked| {
            let axes = (0..3).filter(|&axis| locked[axis]);
            axes.map(|axis| (*locked, axis))
        });
        axes.map(|(locked, axis)| row(locked, axis, &m)).collect()
    }

    #[test]
    fn rows_are_angles_where_axes_coincide() {
        for (locked, axis) in [(MASKS[2], 2), (MASKS[3], 0), (MASKS[3], 1), (MASKS[6], 1)] {
            let row = row(locked, axis, &IDENTITY);
            assert!(row.value.abs() < 1e-16);
            let across = row.gradient[3..].iter().zip(AXES[axis]);
            assert!(across.into_iter().all(|(g, e)| (g - e).abs() < 1e-16));
        }
    }

    /// sin α for one and two locked axes, 2 sin(α/2) for three, to some roundings.
    #[test]
    fn rows_grow_with_the_angle() {
        for i in -17_i32..=17 {
            let angle = f64::from(10 * i).to_radians();
            for axis in 0..3 {
                let m = Rotation::from_vector(times(angle, AXES[axis])).matrix();
                let all = row([true; 3], axis, &m).value;
                assert!((all - 2.0 * (0.5 * angle).sin()).abs() < 4e-15);
                for locked in MASKS[..6].iter().filter(|locked| locked[axis]) {
                    let some = row(*locked, axis, &m).value;
                    assert!((some - angle.sin()).abs() < 4e-15);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn gradients_and_curvatures_equal_differences(v in prop::array::uniform3(-1.7..1.7f64), d in prop::array::uniform3(-1.0..1.0f64)) {
            let h = 1e-4;
            let r = Rotation::from_vector(v);
            let [back, ahead] = [-h, h].map(|h| rows(&r.turned(times(h, d))));
            for (row, (back, ahead)) in rows(&r).iter().zip(back.iter().zip(&ahead)) {
                let along = |a: &[f64]| a.iter().zip(&d).map(|(a, d)| a * d).sum::<f64>();
                let rate = (ahead.value - back.value) / (2.0 * h);
                // h² d³/6 beside rounding / h.
                prop_assert!((rate - along(&row.gradient[3..])).abs() < 2e-8);
                for i in 0..3 {
                    let rate = (ahead.gradient[3 + i] - back.gradient[3 + i]) / (2.0 * h);
                    prop_assert!((rate - along(&row.curvature[i])).abs() < 2e-8);
                }
                // (2): what is not symmetric comes from the order of turns alone.
                let [_, _, _, x, y, z] = row.gradient;
                let back = transposed(&row.curvature);
                let rest = sum(&row.curvature, &scaled(-1.0, &sum(&back, &skew([x, y, z]))));
                prop_assert!(rest.iter().flatten().all(|x| x.abs() < 4e-15));
            }
        }
    }
}
