use super::*;
use crate::testing::{in_pool, noise};
use crate::{DenseFactor, symmetric_eigen};

fn complex_noise(n: usize, seed: u64) -> Vec<Complex> {
    let parts = noise(2 * n, seed);
    parts.chunks(2).map(|p| Complex::new(p[0], p[1])).collect()
}

/// Q diag(λ) Qᴴ, Q of some reflections 1 − 2 v vᴴ / vᴴv.
fn with_eigenvalues(values: &[f64], seed: u64) -> Vec<Complex> {
    let n = values.len();
    let mut matrix = vec![Complex::new(0.0, 0.0); n * n];
    (0..n).for_each(|i| matrix[i * (n + 1)] = Complex::new(values[i], 0.0));
    for reflection in 0..4 {
        let v = complex_noise(n, seed + reflection);
        let square: f64 = v.iter().map(|x| x.norm_sqr()).sum();
        let reflect = |x: &mut [Complex]| {
            let product: Complex = v.iter().zip(&*x).map(|(v, x)| v.conj() * x).sum();
            let share = product * (2.0 / square);
            x.iter_mut().zip(&v).for_each(|(x, v)| *x -= share * v);
        };
        for _ in 0..2 {
            matrix.chunks_mut(n).for_each(reflect);
            matrix = adjoint(n, &matrix);
        }
    }
    matrix
}

fn adjoint(n: usize, matrix: &[Complex]) -> Vec<Complex> {
    (0..n * n)
        .map(|p| matrix[p / n + n * (p % n)].conj())
        .collect()
}

fn multiply(n: usize, matrix: &[Complex], x: &[Complex]) -> Vec<Complex> {
    let row = |i: usize| (0..n).map(|j| matrix[i + n * j] * x[j]).sum();
    (0..n).map(row).collect()
}

/// Each point of a ring of n coupled with the next by 1, the sectors turned by a phase.
fn ring(n: usize, phase: f64, diagonal: f64) -> (Vec<Complex>, Vec<f64>) {
    let mut matrix = vec![Complex::new(0.0, 0.0); n * n];
    for i in 0..n {
        let next = (i + 1) % n;
        matrix[i * (n + 1)] += diagonal;
        matrix[next + n * i] += Complex::from_polar(1.0, phase);
        matrix[i + n * next] += Complex::from_polar(1.0, -phase);
    }
    let mut exact: Vec<f64> = (0..n)
        .map(|k| {
            let angle = std::f64::consts::TAU * k as f64 / n as f64;
            diagonal + 2.0 * (angle - phase).cos()
        })
        .collect();
    exact.sort_by(f64::total_cmp);
    (matrix, exact)
}

#[test]
fn rings_have_the_eigenvalues_of_waves() {
    for n in [3, 4, 17, 100] {
        for exponent in [-300, -12, 0, 12, 300] {
            let scale = 10f64.powi(exponent);
            let (mut matrix, exact) = ring(n, 0.3, 0.0);
            matrix.iter_mut().for_each(|a| *a *= scale);
            let found = hermitian_eigen(n, &matrix).unwrap();
            for (value, exact) in found.values.iter().zip(&exact) {
                // Rounding of a matrix of norm 2.
                assert!((value / scale - exact).abs() < 1e-14 * n as f64);
            }
            let negative = exact.iter().filter(|&&v| v < 0.0).count();
            let inertia = hermitian_inertia(n, &matrix).unwrap();
            assert_eq!((inertia.negative, inertia.zero), (negative, 0));
        }
    }
}

#[test]
fn vectors_satisfy_the_equation() {
    let n = 60;
    let mut values: Vec<f64> = noise(n, 5).iter().map(|v| 10.0 * v).collect();
    values[7] = values[3];
    let stiffness = with_eigenvalues(&values, 1);
    values.sort_by(f64::total_cmp);
    let found = hermitian_eigen(n, &stiffness).unwrap();
    let lower = |a: &[Complex], i: usize, j: usize| a[i.max(j) + n * i.min(j)];
    assert!((lower(&stiffness, 3, 9) - stiffness[9 + n * 3]).norm() < 1e-13);
    for (value, exact) in found.values.iter().zip(&values) {
        assert!((value - exact).abs() < 1e-12);
    }
    // Masses from 1e-6 to 1e6, as of rotations and translations.
    let size: Vec<f64> = noise(n, 3).iter().map(|v| 10f64.powf(3.0 * v)).collect();
    let masses: Vec<f64> = (0..n).map(|i| 1.0 + i as f64 / n as f64).collect();
    let mut mass = with_eigenvalues(&masses, 8);
    (0..n * n).for_each(|p| mass[p] *= size[p % n] * size[p / n]);
    let pairs = generalised_hermitian_eigen(n, &stiffness, &mass).unwrap();
    let largest = pairs.values[n - 1].abs().max(pairs.values[0].abs());
    for (value, x) in pairs.values.iter().zip(pairs.vectors.chunks(n)) {
        let (kx, mx) = (multiply(n, &stiffness, x), multiply(n, &mass, x));
        let norm: Complex = x.iter().zip(&mx).map(|(x, m)| x.conj() * m).sum();
        assert!((norm - 1.0).norm() < 1e-12);
        for i in 0..n {
            // Backward error with respect to the largest eigenvalue.
            assert!((kx[i] - mx[i] * *value).norm() / size[i] < 1e-12 * largest);
        }
    }
}

#[test]
fn factors_solve_and_count() {
    let n = 130;
    let definite: Vec<f64> = (0..n).map(|i| 10f64.powf(i as f64 / 40.0)).collect();
    let indefinite: Vec<f64> = (0..n)
        .map(|i| definite[i] * if i % 3 == 0 { -1.0 } else { 1.0 })
        .collect();
    for exponent in [-12, 0, 12] {
        let scale = 10f64.powi(exponent);
        // Rows of very different units.
        let size: Vec<f64> = noise(n, 3).iter().map(|v| 10f64.powf(6.0 * v)).collect();
        let matrix = |values: &[f64]| {
            let mut matrix = with_eigenvalues(values, 21);
            (0..n * n).for_each(|p| matrix[p] *= scale * size[p % n] * size[p / n]);
            matrix
        };
        let (first, second) = (matrix(&definite), matrix(&indefinite));
        let factors = [
            HermitianFactor::positive_definite(n, &first).unwrap(),
            HermitianFactor::indefinite(n, &first).unwrap(),
            HermitianFactor::indefinite(n, &second).unwrap(),
        ];
        let counts = factors
            .iter()
            .map(|f| (f.inertia().negative, f.inertia().zero));
        assert_eq!(counts.collect::<Vec<_>>(), [(0, 0), (0, 0), (44, 0)]);
        for (factor, matrix) in factors.iter().zip([&first, &first, &second]) {
            let exact: Vec<Complex> = complex_noise(70 * n, 2)
                .iter()
                .zip(size.iter().cycle())
                .map(|(x, size)| x / size)
                .collect();
            let mut x: Vec<Complex> = exact
                .chunks(n)
                .flat_map(|x| multiply(n, matrix, x))
                .collect();
            factor.solve_in_place(&mut x, 70).unwrap();
            for ((x, exact), size) in x.iter().zip(&exact).zip(size.iter().cycle()) {
                // Condition 2000 times rounding.
                assert!((x - exact).norm() * size < 1e-10, "{x} {exact}");
            }
        }
        assert!(matches!(
            HermitianFactor::positive_definite(n, &second),
            Err(Error::NotPositiveDefinite { remains, .. }) if remains < 0.0
        ));
    }
}

#[test]
fn inertia_is_half_that_of_the_doubled_real_matrix() {
    for seed in 1..20 {
        let n = 3 + 4 * seed as usize;
        let values = noise(n, seed);
        let matrix = with_eigenvalues(&values, seed);
        let m = 2 * n;
        let doubled: Vec<f64> = (0..m * m)
            .map(|p| {
                let entry = matrix[p % m % n + n * (p / m % n)];
                match (p % m >= n, p / m >= n) {
                    (true, false) => entry.im,
                    (false, true) => -entry.im,
                    _ => entry.re,
                }
            })
            .collect();
        let inertia = hermitian_inertia(n, &matrix).unwrap();
        let real = DenseFactor::indefinite(m, &doubled).unwrap().inertia();
        assert_eq!(real, inertia + inertia);
        assert_eq!(
            inertia.negative,
            values.iter().filter(|&&v| v < 0.0).count()
        );
        let twice = symmetric_eigen(m, &doubled).unwrap().values;
        let once = hermitian_eigen(n, &matrix).unwrap().values;
        for (pair, value) in twice.chunks(2).zip(once) {
            assert!((pair[0] - value).abs() < 1e-13 && (pair[1] - value).abs() < 1e-13);
        }
    }
}

#[test]
fn singular_matrices_are_told() {
    // A ring of masses and springs without support: the wave without phase moves free.
    let (ring, _) = ring(40, std::f64::consts::PI, 2.0);
    let inertia = hermitian_inertia(40, &ring).unwrap();
    assert_eq!(
        (inertia.negative, inertia.zero, inertia.positive),
        (0, 1, 39)
    );
    let refused = HermitianFactor::positive_definite(40, &ring);
    assert!(matches!(
        refused,
        Err(Error::NotPositiveDefinite { unknown: 39, .. })
    ));
    let factor = HermitianFactor::indefinite(40, &ring).unwrap();
    let refused = factor.solve_in_place(&mut ring[..40].to_vec(), 1);
    assert!(matches!(refused, Err(Error::Singular { .. })));
    let nothing = vec![Complex::new(0.0, 0.0); 25];
    assert_eq!(hermitian_inertia(5, &nothing).unwrap().zero, 5);
    assert_eq!(hermitian_eigen(5, &nothing).unwrap().values, [0.0; 5]);
    assert!(HermitianFactor::positive_definite(5, &nothing).is_err());
}

#[test]
fn wrong_input_is_refused_and_empty_is_fine() {
    let short = vec![Complex::new(1.0, 0.0); 3];
    assert!(matches!(
        HermitianFactor::positive_definite(2, &short),
        Err(Error::Length { .. })
    ));
    assert!(hermitian_eigen(2, &short).is_err());
    let wrong = [Complex::new(f64::NAN, 0.0)];
    assert!(HermitianFactor::positive_definite(1, &wrong).is_err());
    assert!(hermitian_inertia(1, &wrong).is_err());
    assert!(hermitian_eigen(1, &wrong).is_err());
    let none = HermitianFactor::positive_definite(0, &[]).unwrap();
    assert!(none.solve_in_place(&mut [], 0).is_ok());
    assert_eq!(hermitian_inertia(0, &[]), Ok(Inertia::default()));
    assert!(hermitian_eigen(0, &[]).unwrap().values.is_empty());
}

#[test]
fn same_bits_for_any_number_of_threads() {
    let n = 150;
    let values: Vec<f64> = (1..=n).map(|i| i as f64).collect();
    let matrix = with_eigenvalues(&values, 4);
    let right = complex_noise(n * 90, 9);
    let solve = || {
        let mut x = right.clone();
        let factor = HermitianFactor::positive_definite(n, &matrix).unwrap();
        factor.solve_in_place(&mut x, 90).unwrap();
        (x, hermitian_eigen(n, &matrix).unwrap())
    };
    assert!(in_pool(1, solve) == in_pool(2, solve));
}
