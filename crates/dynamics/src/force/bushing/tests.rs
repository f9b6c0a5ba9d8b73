use super::*;
use crate::force::testing::{assert_close, moving};
use pitchline_geometry::vector::dot;

/// M Mᵀ for an M without special numbers: positive definite, full.
fn full(factor: f64) -> Matrix {
    let m = |i: usize, j: usize| ((3 * i + 7 * j + 2) % 11) as f64 - 4.5;
    let entry = |i, j| factor * (0..6).map(|k| m(i, k) * m(j, k)).sum::<f64>();
    [0, 1, 2, 3, 4, 5].map(|i| [0, 1, 2, 3, 4, 5].map(|j| entry(i, j)))
}

/// Small deflections: f = P − K y − C ẏ, to second order in the rotation.
#[test]
fn linear_limit() {
    let law = Bushing {
        stiffness: full(1.0),
        damping: full(0.1),
        preload: [0.0; 6],
    };
    let small = 1e-7;
    let y = [3.0, -2.0, 1.0, 0.5, 2.0, -1.0].map(|x| small * x);
    let v = [1.0, 2.0, -3.0, -0.2, 0.7, 0.9].map(|x| small * x);
    let motion = moving([y[0], y[1], y[2]], [y[3], y[4], y[5]], v);
    let value = law.evaluate(&motion, 0.0, 0.0);
    for i in 0..6 {
        let row = |m: &Matrix, x: &[f64; 6]| (0..6).map(|j| m[i][j] * x[j]).sum::<f64>();
        let expected = -row(&law.stiffness, &y) - row(&law.damping, &v);
        // ½ ρ × m is smaller by the rotation, 2e-7; sums of six entries near 100.
        assert!((value.force[i] - expected).abs() < 1e-4 * small, "{i}");
        for j in 0..6 {
            assert!((value.stiffness[i][j] - law.stiffness[i][j]).abs() < 1e-3);
            assert!((value.damping[i][j] - law.damping[i][j]).abs() < 1e-4);
        }
    }
}

/// Alike about all axes: the torque is k times the rotation vector, however large, since ρ is an eigenvector of T.
#[test]
fn isotropic_rotation_of_any_size() {
    let law = Bushing::diagonal([0.0, 0.0, 0.0, 5.0, 5.0, 5.0], [0.0; 6]);
    for angle in [1e-9, 0.2, 1.7, 3.1] {
        let rotation = [0.48, -0.6, 0.64].map(|x| angle * x);
        let value = law.evaluate(&moving([0.0; 3], rotation, [0.0; 6]), 0.0, 0.0);
        let expected = rotation.map(|x| -5.0 * x);
        assert_close(&value.force[3..], &expected, 1e-13);
        assert!((value.potential - 2.5 * angle * angle).abs() < 1e-13);
    }
}

#[test]
fn preload_acts_without_deflection() {
    let law = Bushing {
        preload: [1.0, -2.0, 3.0, 0.4, -0.5, 0.6],
        ..Bushing::default()
    };
    let value = law.evaluate(&moving([0.0; 3], [0.0; 3], [0.0; 6]), 0.0, 0.0);
    assert_close(&value.force, &law.preload, 0.0);
}

/// The same gradient by differences, on both sides of the change from series to closed form.
#[test]
fn gradient_of_the_inverse_tangent() {
    let w = [0.3, -1.1, 0.7];
    for angle in [0.0, 1e-3, 0.1, 0.499, 0.501, 1.5, 3.0, 5.0] {
        let vector = [0.6, 0.0, -0.8].map(|x| angle * x);
        let gradient = tangent_inverse_gradient(vector, w);
        for j in 0..3 {
            let h = 1e-4;
            let at = |k: f64| {
                let mut other = vector;
                other[j] += k * h;
                tangent_inverse(other).map(|row| dot(row, w))
            };
            let values = [at(-2.0), at(-1.0), at(1.0), at(2.0)];
            for i in 0..3 {
                let [far_back, back, ahead, far] = values.map(|v| v[i]);
                let difference = (8.0 * (ahead - back) - (far - far_back)) / (12.0 * h);
                // Rounding 1e-15 / h; near zero `tangent_inverse` has 1e-12 of b x² at its own change.
                let error = (gradient[i][j] - difference).abs();
                assert!(error < 1e-10, "{angle} {i} {j}: {error:e}");
            }
        }
    }
}

#[test]
fn refuses_matrices_by_entry() {
    let good = Bushing {
        stiffness: full(1e7),
        damping: full(1e2),
        ..Bushing::default()
    };
    assert_eq!(good.check("bearing"), Ok(()));
    let refused = |change: &dyn Fn(&mut Bushing)| {
        let mut wrong = good;
        change(&mut wrong);
        wrong.check("bearing").unwrap_err().to_string()
    };
    let message = refused(&|b| b.stiffness[3][1] *= 1.001);
    assert!(
        message.starts_with("bearing: stiffness, row 4, column 2 = ")
            && message.contains("symmetric"),
        "{message}"
    );
    let message = refused(&|b| b.damping[2][2] = -1.0);
    assert!(
        message.starts_with("bearing: damping, row 3, column 3 = -1 "),
        "{message}"
    );
    let message = refused(&|b| b.stiffness[0][4] = f64::NAN);
    assert!(message.contains("row 1, column 5"), "{message}");
    let message = refused(&|b| {
        b.stiffness[5][0] = 1e12;
        b.stiffness[0][5] = 1e12;
    });
    assert!(message.contains("row 6, column 1"), "{message}");
    assert!(refused(&|b| b.preload[5] = f64::INFINITY).contains("preload, row 6"));
    // Every pair is possible, all three together are not: eigenvalues 1.9, 1.9, −0.8.
    let mut three = Bushing::diagonal([1.0; 6], [0.0; 6]);
    for (i, j) in [(0, 1), (1, 2), (0, 2)] {
        three.stiffness[i][j] = -0.9;
        three.stiffness[j][i] = -0.9;
    }
    let message = three.check("bearing").unwrap_err().to_string();
    assert!(message.contains("with the other rows"), "{message}");
}

/// A matrix of rank one is on the border and allowed; units far apart do not matter.
#[test]
fn allows_semidefinite_matrices() {
    let line = [1e9, -2e3, 0.0, 1.0, 1e-3, 3e5];
    let stiffness = line.map(|x| line.map(|y| x * y));
    let law = Bushing {
        stiffness,
        ..Bushing::default()
    };
    assert_eq!(law.check("rod"), Ok(()));
}
