use super::*;
use crate::testing::{free_chain, in_pool, laplacian, laplacian_eigenvalues, noise, random};

/// Largest error of solutions that are known.
fn error_of(matrix: &SymmetricMatrix, factor: &Factor, n_rhs: usize) -> f64 {
    let exact = noise(matrix.n * n_rhs, 3);
    let mut x = vec![0.0; exact.len()];
    matrix.multiply_many(&exact, &mut x);
    factor.solve_in_place(&mut x, n_rhs).unwrap();
    let errors = x.iter().zip(&exact).map(|(a, b)| (a - b).abs());
    errors.fold(0.0, f64::max)
}

#[test]
fn solutions_are_those_of_the_matrix() {
    // Condition numbers are 4 / λ₁ at most: below 1e4, so 1e-11 is a few roundings.
    for sides in [
        vec![1],
        vec![2],
        vec![3],
        vec![40],
        vec![20, 30],
        vec![12, 13, 14],
    ] {
        let matrix = laplacian(&sides);
        let factor = Factor::positive_definite(&matrix, None).unwrap();
        for n_rhs in [1, 2, 7, 70] {
            assert!(
                error_of(&matrix, &factor, n_rhs) < 1e-11,
                "{sides:?} {n_rhs}"
            );
        }
        assert_eq!(factor.inertia().positive, matrix.n);
    }
}

#[test]
fn indefinite_solutions_and_signs_agree_with_closed_forms() {
    for sides in [
        vec![1],
        vec![2],
        vec![3],
        vec![50],
        vec![15, 17],
        vec![9, 10, 11],
    ] {
        let laplacian = laplacian(&sides);
        let mass = SymmetricMatrix::diagonal(&vec![1.0; laplacian.n]);
        let exact = laplacian_eigenvalues(&sides);
        for shift in [-1.0, 0.7654, 2.1234, 4.5678, 13.0] {
            let matrix = SymmetricMatrix::combine(&laplacian, &mass, shift).unwrap();
            let factor = Factor::indefinite(&matrix, None).unwrap();
            let below = exact.iter().filter(|&&value| value < shift).count();
            let inertia = Inertia {
                negative: below,
                zero: 0,
                positive: exact.len() - below,
            };
            assert_eq!(factor.inertia(), inertia, "{sides:?} {shift}");
            let distance = exact.iter().map(|v| (v - shift).abs()).fold(13.0, f64::min);
            assert!(error_of(&matrix, &factor, 3) < 1e-12 / distance);
        }
    }
}

#[test]
fn signs_of_random_matrices_agree_with_dense_eigenvalues() {
    for seed in 1..30 {
        let n = 1 + 7 * seed as usize;
        let matrix = random(n, 4, 0.5, seed);
        let dense = crate::dense::symmetric_eigen(n, &matrix.to_dense()).unwrap();
        let negative = dense.values.iter().filter(|&&v| v < 0.0).count();
        let factor = Factor::indefinite(&matrix, None).unwrap();
        assert_eq!(factor.inertia().negative, negative, "{n}");
        assert_eq!(factor.inertia().positive, n - negative, "{n}");
    }
}

#[test]
fn singular_matrices_name_an_unknown() {
    for n in [1, 2, 3, 10, 1000] {
        let chain = free_chain(n);
        let refused = Factor::positive_definite(&chain, None);
        match refused {
            Err(Error::NotPositiveDefinite { unknown, .. }) => assert!(unknown < n),
            other => panic!("{n}: {other:?}"),
        }
        // One zero among positive eigenvalues: counted, or refused where the zero pivot comes early.
        match Factor::indefinite(&chain, None) {
            Ok(factor) => {
                assert_eq!(factor.inertia().zero + factor.inertia().positive, n);
                assert_eq!(factor.inertia().zero, 1);
            }
            Err(error) => assert!(matches!(error, Error::Singular { .. }), "{error}"),
        }
    }
}

#[test]
fn the_unknown_that_fails_is_named() {
    let mut matrix = laplacian(&[30, 30]);
    let place = matrix.column_starts[417];
    matrix.values[place] = -1.0;
    match Factor::positive_definite(&matrix, None) {
        // Eliminated after some neighbours, but found at its own column.
        Err(Error::NotPositiveDefinite { unknown, .. }) => assert_eq!(unknown, 417),
        other => panic!("{other:?}"),
    }
    // An unknown that nothing holds.
    let empty = SymmetricMatrix::from_triplets(3, &[(0, 0, 1.0), (2, 2, 1.0)]).unwrap();
    let refused = Factor::positive_definite(&empty, None);
    assert!(matches!(
        refused,
        Err(Error::NotPositiveDefinite { unknown: 1, .. })
    ));
}

#[test]
fn unknowns_of_very_different_size_are_solved() {
    // D A D with D from 1e-12 to 1e12: x = D⁻¹ y, digits as for A alone.
    let mut matrix = laplacian(&[10, 10, 10]);
    let size: Vec<f64> = noise(matrix.n, 5)
        .iter()
        .map(|v| 10f64.powf(12.0 * v))
        .collect();
    let y = noise(matrix.n, 6);
    let mut right = vec![0.0; matrix.n];
    matrix.multiply(&y, &mut right);
    matrix.values = scaled_values(&matrix, &size);
    let right: Vec<f64> = right.iter().zip(&size).map(|(r, s)| r * s).collect();
    for factor in [Factor::positive_definite, Factor::indefinite] {
        let factor = factor(&matrix, None).unwrap();
        let mut x = right.clone();
        factor.solve_in_place(&mut x, 1).unwrap();
        for i in 0..matrix.n {
            assert!((x[i] * size[i] - y[i]).abs() < 1e-11, "{i}");
        }
        assert_eq!(factor.inertia().positive, matrix.n);
    }
}

#[test]
fn estimates_are_those_of_the_factor() {
    let matrix = laplacian(&[20, 20, 20]);
    let analysis = Arc::new(Analysis::new(&matrix, None).unwrap());
    let estimate = analysis.estimate();
    let factor = Factor::positive_definite_as(&analysis, &matrix).unwrap();
    assert_eq!(factor.values.len(), estimate.factor_entries);
    assert!(estimate.bytes > 8 * estimate.factor_entries as u64);
    // Nested dissection of a cube of n³ nodes costs about 10 n⁶ at most \[george1973\]; the natural order n⁷.
    assert!(estimate.flops > 20f64.powi(6) && estimate.flops < 20f64.powi(7));
}

#[test]
fn factors_have_the_same_bits_for_any_number_of_threads() {
    let stiffness = laplacian(&[24, 24, 24]);
    let mass = SymmetricMatrix::diagonal(&vec![1.0; stiffness.n]);
    let shifted = SymmetricMatrix::combine(&stiffness, &mass, 0.5).unwrap();
    let right = noise(stiffness.n * 40, 9);
    let both = || {
        let definite = Factor::positive_definite(&stiffness, None).unwrap();
        let indefinite = Factor::indefinite(&shifted, None).unwrap();
        let mut solutions = Vec::new();
        for n_rhs in [1, 6, 40] {
            for factor in [&definite, &indefinite] {
                let mut x = right[..stiffness.n * n_rhs].to_vec();
                factor.solve_in_place(&mut x, n_rhs).unwrap();
                solutions.push(x);
            }
        }
        (definite.values, indefinite.values, solutions)
    };
    let one = in_pool(1, both);
    let two = in_pool(2, both);
    assert!(one.0 == two.0, "L of L Lᵀ differs");
    assert!(one.1 == two.1, "L of L B Lᵀ differs");
    assert!(one.2 == two.2, "solutions differ");
}

#[test]
fn nothing_is_solved_for_nothing() {
    let nothing = SymmetricMatrix::diagonal(&[]);
    let factor = Factor::positive_definite(&nothing, None).unwrap();
    assert_eq!(factor.solve_in_place(&mut [], 4), Ok(()));
    let one = Factor::positive_definite(&SymmetricMatrix::diagonal(&[2.0]), None).unwrap();
    assert!(matches!(
        one.solve_in_place(&mut [1.0], 2),
        Err(Error::Length { .. })
    ));
}
