use super::*;
use crate::testing::{free_chain, in_pool, laplacian, noise, random};
use crate::{DenseFactor, symmetric_eigen};

fn dense(n: usize, matrix: &[f64], i: usize, j: usize) -> f64 {
    matrix[i + n * j]
}

#[test]
fn a_chain_becomes_one_spring() {
    // n − 1 springs of stiffness k in a row: k / (n − 1).
    for n in [2, 3, 10, 400] {
        for scale in [1e-12, 1.0, 1e12] {
            let mut chain = free_chain(n);
            chain.values.iter_mut().for_each(|v| *v *= scale);
            let last = n as u32 - 1;
            for definite in [true, false] {
                let ends = Condensation::new(&chain, &[last, 0], None, definite).unwrap();
                let spring = scale / (n as f64 - 1.0);
                for (found, sign) in ends.schur().iter().zip([1.0, -1.0, -1.0, 1.0]) {
                    assert!((found - sign * spring).abs() < 1e-12 * scale, "{found}");
                }
                assert_eq!(ends.inertia().positive, n - 2);
                assert_eq!(ends.interior().len(), n - 2);
                assert_eq!(ends.boundary(), [last, 0]);
            }
        }
    }
}

#[test]
fn solutions_are_those_of_the_whole_matrix() {
    let matrix = laplacian(&[9, 8, 7]);
    let n = matrix.n;
    let boundary: Vec<u32> = (0..n as u32)
        .filter(|i| i % 11 == 3 || i % 56 < 4)
        .rev()
        .collect();
    let groups: Vec<u32> = (0..n as u32).map(|i| i / 3).collect();
    for definite in [true, false] {
        let condensed = Condensation::new(&matrix, &boundary, Some(&groups), definite).unwrap();
        let columns = 5;
        let exact = noise(n * columns, 3);
        let mut load = vec![0.0; n * columns];
        matrix.multiply_many(&exact, &mut load);
        let pick = |from: &[f64], which: &[u32]| -> Vec<f64> {
            from.chunks(n)
                .flat_map(|f| which.iter().map(|&i| f[i as usize]))
                .collect()
        };
        // S x_B = f_B − A_BI A_II⁻¹ f_I, then x_I = A_II⁻¹ (f_I − A_IB x_B).
        let mut inside = pick(&load, condensed.interior());
        let mut x = pick(&load, &boundary);
        let before = condensed.solves();
        condensed.solve_interior(&mut inside, columns).unwrap();
        assert_eq!(condensed.solves(), before + columns);
        let reaction = condensed.couple_out(&inside, columns).unwrap();
        x.iter_mut().zip(reaction).for_each(|(x, r)| *x -= r);
        let schur = DenseFactor::positive_definite(boundary.len(), condensed.schur()).unwrap();
        schur.solve_in_place(&mut x, columns).unwrap();
        let mut follows = condensed.couple_in(&x, columns).unwrap();
        condensed.solve_interior(&mut follows, columns).unwrap();
        for (found, exact) in x.iter().zip(pick(&exact, &boundary)) {
            assert!((found - exact).abs() < 1e-12);
        }
        let exact = pick(&exact, condensed.interior());
        for ((found, follows), exact) in inside.iter().zip(follows).zip(exact) {
            assert!((found - follows - exact).abs() < 1e-12);
        }
    }
}

#[test]
fn negative_eigenvalues_of_the_parts_are_those_of_the_whole() {
    // Haynsworth: ν(A) = ν(A_II) + ν(S), for random matrices and shifts of a grid between known eigenvalues.
    for seed in 1..30 {
        let n = 40 + 3 * seed as usize;
        let matrix = random(n, 4, 0.3, seed);
        let boundary: Vec<u32> = (0..n as u32)
            .filter(|i| (i * 7 + seed as u32) % 5 < 2)
            .collect();
        let condensed = Condensation::new(&matrix, &boundary, None, false).unwrap();
        let rest = DenseFactor::indefinite(boundary.len(), condensed.schur()).unwrap();
        let values = symmetric_eigen(n, &matrix.to_dense()).unwrap().values;
        let below = values.iter().filter(|&&v| v < 0.0).count();
        let both = condensed.inertia() + rest.inertia();
        assert_eq!((both.negative, both.positive), (below, n - below));
    }
    let sides = [12, 11, 3];
    let exact = crate::testing::laplacian_eigenvalues(&sides);
    for gap in [30, 100, 250] {
        let below = (gap..)
            .find(|&i| exact[i + 1] - exact[i] > 1e-3)
            .map(|i| i + 1)
            .unwrap();
        let shift = 0.5 * (exact[below - 1] + exact[below]);
        let n = exact.len();
        let unit = SymmetricMatrix::diagonal(&vec![1.0; n]);
        let matrix = SymmetricMatrix::combine(&laplacian(&sides), &unit, shift).unwrap();
        let boundary: Vec<u32> = (0..33).collect();
        let condensed = Condensation::new(&matrix, &boundary, None, false).unwrap();
        let rest = DenseFactor::indefinite(33, condensed.schur()).unwrap();
        let both = condensed.inertia() + rest.inertia();
        assert_eq!((both.negative, both.zero), (below, 0));
    }
}

#[test]
fn many_columns_come_in_chunks_and_have_the_same_bits_for_any_threads() {
    let matrix = laplacian(&[30, 20, 2]);
    let boundary: Vec<u32> = (0..700).map(|i| (i * 7) % 1200).collect();
    let condense = || {
        let condensed = Condensation::new(&matrix, &boundary, None, true).unwrap();
        condensed.schur().to_vec()
    };
    let (one, two) = (in_pool(1, condense), in_pool(2, condense));
    assert!(one == two);
    let n = boundary.len();
    // S⁻¹ is the boundary block of A⁻¹.
    let whole = DenseFactor::positive_definite(1200, &matrix.to_dense()).unwrap();
    let mut unit = vec![0.0; 1200];
    unit[boundary[5] as usize] = 1.0;
    whole.solve_in_place(&mut unit, 1).unwrap();
    let compliance: Vec<f64> = boundary.iter().map(|&b| unit[b as usize]).collect();
    for i in 0..n {
        let row: f64 = (0..n).map(|j| dense(n, &one, i, j) * compliance[j]).sum();
        let exact = if i == 5 { 1.0 } else { 0.0 };
        assert!((row - exact).abs() < 1e-12, "{i}: {row}");
    }
}

#[test]
fn empty_parts_and_wrong_boundaries() {
    let chain = laplacian(&[5]);
    let none = Condensation::new(&chain, &[], None, true).unwrap();
    assert!(none.schur().is_empty() && none.interior().len() == 5);
    assert_eq!(none.couple_in(&[], 2).unwrap(), [0.0; 10]);
    assert!(none.couple_out(&[0.0; 10], 2).unwrap().is_empty());
    let all = Condensation::new(&chain, &[4, 3, 2, 1, 0], None, true).unwrap();
    assert_eq!(all.schur(), chain.to_dense());
    assert_eq!(all.inertia(), Inertia::default());
    assert!(all.solve_interior(&mut [], 3).is_ok());
    assert_eq!(all.couple_out(&[], 1).unwrap(), [0.0; 5]);
    assert!(all.couple_in(&[1.0; 5], 1).unwrap().is_empty());
    let refused = |boundary: &[u32]| Condensation::new(&chain, boundary, None, true).unwrap_err();
    assert_eq!(
        refused(&[1, 2, 1]),
        Error::Boundary {
            unknown: 1,
            place: 2,
            n: 5
        }
    );
    assert!(matches!(refused(&[5]), Error::Boundary { unknown: 5, .. }));
    assert!(matches!(
        Condensation::new(&chain, &[0], Some(&[0; 3]), true),
        Err(Error::Length { .. })
    ));
    assert!(all.solve_interior(&mut [1.0], 1).is_err());
    assert!(all.couple_in(&[1.0], 1).is_err());
    // A free chain beside the boundary: the interior can move, and the unknown is named in the whole matrix.
    let free = SymmetricMatrix::from_triplets(
        4,
        &[
            (0, 0, 1.0),
            (2, 2, 1.0),
            (3, 3, 1.0),
            (3, 2, -1.0),
            (1, 1, 1.0),
        ],
    )
    .unwrap();
    for definite in [true, false] {
        let refused = Condensation::new(&free, &[0, 1], None, definite).unwrap_err();
        assert!(matches!(
            refused,
            Error::NotPositiveDefinite { unknown: 2 | 3, .. } | Error::Singular { unknown: 2 | 3 }
        ));
    }
}
