use proptest::prelude::*;

use super::product::MOST_CHUNKS;
use super::*;
use crate::testing::{in_pool, laplacian};

fn dense(matrix: &SymmetricMatrix) -> Vec<Vec<f64>> {
    let entries = matrix.to_dense();
    entries.chunks(matrix.n).map(<[f64]>::to_vec).collect()
}

#[test]
fn triplets_of_either_triangle_are_summed() {
    let triplets = [(0, 2, 1.0), (2, 0, 0.5), (1, 1, 3.0), (2, 1, -1.0)];
    let matrix = SymmetricMatrix::from_triplets(3, &triplets).unwrap();
    assert_eq!(matrix.check(), Ok(()));
    assert_eq!(
        dense(&matrix),
        [[0.0, 0.0, 1.5], [0.0, 3.0, -1.0], [1.5, -1.0, 0.0]]
    );
    assert!((matrix.norm() - 4.0).abs() < 1e-15);
}

#[test]
fn wrong_triangles_are_named() {
    assert_eq!(
        SymmetricMatrix::from_triplets(2, &[(0, 2, 1.0)]),
        Err(Error::Pattern { column: 2, n: 2 })
    );
    let mut matrix = laplacian(&[3]);
    matrix.values[1] = f64::NAN;
    assert!(matches!(
        matrix.check(),
        Err(Error::NotFinite {
            row: 1,
            column: 0,
            ..
        })
    ));
    matrix.rows[1] = 7;
    assert_eq!(matrix.check(), Err(Error::Pattern { column: 0, n: 3 }));
    matrix.rows.pop();
    assert!(matches!(
        matrix.check(),
        Err(Error::Length { what: "rows", .. })
    ));
}

#[test]
fn different_patterns_are_merged() {
    let stiffness = laplacian(&[3]);
    let mass = SymmetricMatrix::diagonal(&[1.0, 2.0, 4.0]);
    let sum = SymmetricMatrix::combine(&stiffness, &mass, 0.5).unwrap();
    assert_eq!(
        dense(&sum),
        [[1.5, -1.0, 0.0], [-1.0, 1.0, -1.0], [0.0, -1.0, 0.0]]
    );
    let turned = SymmetricMatrix::combine(&mass, &stiffness, 2.0).unwrap();
    assert_eq!(
        dense(&turned),
        [[-3.0, 2.0, 0.0], [2.0, -2.0, 2.0], [0.0, 2.0, 0.0]]
    );
}

#[test]
fn vectors_that_share_a_pass_have_the_bits_of_single_ones() {
    let matrix = laplacian(&[30, 30, 30]);
    let n = matrix.n;
    for count in 1..=11 {
        let x: Vec<f64> = (0..count * n).map(|i| (i as f64).sin()).collect();
        let mut together = vec![f64::NAN; x.len()];
        matrix.multiply_many(&x, &mut together);
        for (x, together) in x.chunks(n).zip(together.chunks(n)) {
            let mut alone = vec![f64::NAN; n];
            matrix.multiply(x, &mut alone);
            assert_eq!(alone, together, "of {count}");
        }
    }
}

#[test]
fn products_have_the_same_bits_for_any_number_of_threads() {
    // Above 8 · 100 000 entries: all parts are in use.
    let matrix = laplacian(&[60, 60, 60]);
    assert_eq!(matrix.chunks().len(), MOST_CHUNKS);
    let x: Vec<f64> = (0..2 * matrix.n).map(|i| (i as f64).sin()).collect();
    let product = || {
        let mut y = vec![0.0; x.len()];
        matrix.multiply_many(&x, &mut y);
        y
    };
    let y = in_pool(1, product);
    assert_eq!(y, in_pool(2, product));
    let mut one = vec![0.0; matrix.n];
    matrix.multiply(&x[..matrix.n], &mut one);
    assert_eq!(one, y[..matrix.n]);
    // Against the definition: 6 x − neighbours.
    let at = |i: usize, j: usize, k: usize| x[(i * 60 + j) * 60 + k];
    let exact = 6.0 * at(30, 20, 10)
        - at(29, 20, 10)
        - at(31, 20, 10)
        - at(30, 19, 10)
        - at(30, 21, 10)
        - at(30, 20, 9)
        - at(30, 20, 11);
    assert!((y[(30 * 60 + 20) * 60 + 10] - exact).abs() < 1e-14);
}

proptest! {
    #[test]
    fn multiply_agrees_with_the_dense_product(
        triplets in prop::collection::vec((0usize..6, 0usize..6, -1.0..1.0f64), 0..30),
        x in prop::collection::vec(-1.0..1.0f64, 6),
    ) {
        let matrix = SymmetricMatrix::from_triplets(6, &triplets).unwrap();
        let mut y = vec![0.0; 6];
        matrix.multiply(&x, &mut y);
        for (row, y) in dense(&matrix).iter().zip(y) {
            let exact: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
            prop_assert!((exact - y).abs() < 1e-13);
        }
    }
}
