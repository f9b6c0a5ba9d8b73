//! Factorisations with a fixed pattern against dense elimination, and what they cost.

use pitchline_algebra::{Error, FixedLu, GROWTH_LIMIT, RowPattern};
use proptest::prelude::*;

use crate::chain;
use crate::matrices::{Matrix, backward_error, largest, noise};

/// Rounding of some hundred operations on each entry: 500 ε.
const BACKWARD: f64 = 1e-13;

fn chain_matrix(links: usize, phase: f64) -> Matrix {
    Matrix {
        pattern: chain::pattern(links),
        values: chain::values(links, phase),
    }
}

fn analysed(matrix: &Matrix) -> FixedLu {
    FixedLu::analyse(&matrix.pattern, &matrix.values).expect("a regular matrix")
}

/// Modes on the diagonal, bordered by full rows and columns.
fn arrow(modes: usize, border: usize) -> Matrix {
    let n = modes + border;
    let random = noise(2 * n * (border + 1) + border * border, 3);
    let mut random = random.into_iter();
    let mut next = || random.next().expect("enough numbers");
    let mut entries: Vec<(usize, usize, f64)> = (0..modes).map(|i| (i, i, 2.0 + next())).collect();
    for b in modes..n {
        for i in 0..modes {
            entries.push((b, i, next()));
            entries.push((i, b, next()));
        }
        entries.extend((modes..n).map(|c| (b, c, next())));
    }
    Matrix::new(n, &entries)
}

#[test]
fn chain_of_ten_bodies_is_solved_and_refactored() {
    let first = chain_matrix(10, 0.0);
    let mut lu = analysed(&first);
    assert!(backward_error(&mut lu, &first, 1) < BACKWARD);
    for step in 1..20 {
        let other = chain_matrix(10, 0.02 * f64::from(step));
        lu.refactor(&other.values).unwrap();
        assert!(backward_error(&mut lu, &other, 2) < BACKWARD);
    }
    let effort = lu.effort();
    assert_eq!((effort.analyses, effort.factorisations), (1, 20));
}

#[test]
fn solution_is_that_of_dense_elimination() {
    let matrix = chain_matrix(10, 0.3);
    let right = noise(matrix.pattern.n, 5);
    let mut x = right.clone();
    analysed(&matrix).solve(&mut x);
    let dense = matrix.dense_solution(&right);
    let off: Vec<f64> = x.iter().zip(&dense).map(|(a, b)| a - b).collect();
    // The chain has a condition near 1e3.
    assert!(largest(&off) < 1e-11 * largest(&dense), "{}", largest(&off));
}

#[test]
fn refactor_gives_the_bits_of_the_analysis() {
    let matrix = chain_matrix(10, 0.0);
    let right = noise(matrix.pattern.n, 7);
    let mut lu = analysed(&matrix);
    let solved = |lu: &mut FixedLu| {
        let mut x = right.clone();
        lu.solve(&mut x);
        x.iter().map(|x| x.to_bits()).collect::<Vec<u64>>()
    };
    let first = solved(&mut lu);
    lu.refactor(&chain::values(10, 0.4)).unwrap();
    assert_ne!(solved(&mut lu), first);
    lu.refactor(&matrix.values).unwrap();
    assert_eq!(solved(&mut lu), first);
    assert_eq!(solved(&mut analysed(&matrix)), first);
}

#[test]
fn effort_of_a_chain_grows_with_its_length() {
    let effort = |links| analysed(&chain_matrix(links, 0.0)).effort();
    // Links in the middle cost the same however many there are; a chain of some tens has few of them.
    let (short, long) = (effort(100), effort(200));
    assert!(long.entries < 2 * short.entries + short.entries / 10);
    assert!(long.multiplications < 2 * short.multiplications + short.multiplications / 10);
}

#[test]
fn an_arrow_fills_in_its_border_only() {
    let (modes, border) = (200, 12);
    let matrix = arrow(modes, border);
    let mut lu = analysed(&matrix);
    assert!(backward_error(&mut lu, &matrix, 1) < BACKWARD);
    let entries = matrix.pattern.columns.len();
    // A quarter of a panel may be zeros.
    assert!(
        lu.effort().entries <= entries + entries / 2,
        "{:?}",
        lu.effort()
    );
    let twice = analysed(&arrow(2 * modes, border)).effort();
    let once = lu.effort();
    let linear = |twice: u64, once: u64| twice < 2 * once + once / 10;
    assert!(linear(twice.entries as u64, once.entries as u64));
    assert!(linear(twice.multiplications, once.multiplications));
}

#[test]
fn a_zero_diagonal_is_pivoted_around() {
    // A permutation, and a ring without a diagonal.
    let n = 37;
    let entries: Vec<_> = (0..n)
        .map(|i| (i, (5 * i + 3) % n, 1.0 + i as f64))
        .collect();
    let matrix = Matrix::new(n, &entries);
    let mut x: Vec<f64> = (0..n).map(|i| i as f64).collect();
    analysed(&matrix).solve(&mut x);
    for i in 0..n {
        let exact = i as f64 / (1.0 + i as f64);
        assert!((x[(5 * i + 3) % n] - exact).abs() < 1e-15);
    }
    let ring: Vec<_> = (0..n)
        .flat_map(|i| [(i, (i + 1) % n, 1.0), (i, (i + n - 1) % n, -3.0)])
        .collect();
    let ring = Matrix::new(n, &ring);
    assert!(backward_error(&mut analysed(&ring), &ring, 1) < BACKWARD);
}

#[test]
fn small_pivots_are_avoided() {
    // Elimination down the diagonal would lose all digits.
    let matrix = Matrix::new(2, &[(0, 0, 1e-17), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 1.0)]);
    let mut x = vec![1.0, 2.0];
    analysed(&matrix).solve(&mut x);
    assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15);
}

#[test]
fn pivots_that_no_longer_suit_are_refused() {
    let values = |a: f64| Matrix::new(2, &[(0, 0, a), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 1.0)]);
    let mut lu = analysed(&values(4.0));
    assert!(lu.growth() < 10.0);
    lu.refactor(&values(1e-3).values).unwrap();
    let refused = lu.refactor(&values(1e-9).values).unwrap_err();
    assert!(
        matches!(refused, Error::Growth { row: 0, column: 0, growth, .. } if growth > GROWTH_LIMIT)
    );
    let mut x = vec![1.0, 1.0];
    lu.solve(&mut x);
    assert!(
        x.iter().all(|x| x.is_nan()),
        "no solution of a refused matrix"
    );
    let matrix = values(1e-9);
    lu.reanalyse(&matrix.values).unwrap();
    assert!(backward_error(&mut lu, &matrix, 1) < BACKWARD);
    assert_eq!(lu.effort().analyses, 2);
    lu.refactor(&values(3.0).values).unwrap();
    assert!(backward_error(&mut lu, &values(3.0), 1) < BACKWARD);
}

#[test]
fn singular_matrices_are_refused_by_row() {
    // Two rows with one column between them.
    let entries = [(0, 0, 1.0), (1, 1, 1.0), (1, 0, 2.0), (2, 0, 3.0)];
    let matrix = Matrix::new(3, &entries);
    let refused = FixedLu::analyse(&matrix.pattern, &matrix.values).unwrap_err();
    let expected = Error::StructurallySingular {
        row: 2,
        rows: 2,
        columns: 1,
    };
    assert_eq!(refused, expected);
    // Row 1 is twice row 0.
    let entries = |a: f64| {
        [
            (0, 0, 1.0),
            (0, 1, 3.0),
            (1, 0, 2.0),
            (1, 1, a),
            (2, 2, 1.0),
        ]
    };
    let matrix = Matrix::new(3, &entries(6.0));
    let refused = FixedLu::analyse(&matrix.pattern, &matrix.values).unwrap_err();
    assert!(
        matches!(refused, Error::VanishingPivot { row: 0 | 1, .. }),
        "{refused}"
    );
    let mut lu = analysed(&Matrix::new(3, &entries(5.0)));
    let refused = lu.refactor(&matrix.values).unwrap_err();
    assert!(
        matches!(refused, Error::VanishingPivot { row: 0 | 1, .. }),
        "{refused}"
    );
    // Nearly so, it is solved: x = (1, 0, 0) exactly.
    let matrix = Matrix::new(3, &entries(6.0 + 1e-11));
    assert!(backward_error(&mut analysed(&matrix), &matrix, 1) < BACKWARD);
}

#[test]
fn redundant_constraints_are_named() {
    // Two equal equations on one coordinate: one of the two multipliers' rows vanishes.
    let entries = [
        (0, 0, 2.0),
        (0, 1, -1.0),
        (0, 2, -1.0),
        (1, 0, 1.0),
        (2, 0, 1.0),
        (1, 1, 0.0),
        (2, 2, 0.0),
    ];
    let matrix = Matrix::new(3, &entries);
    let refused = FixedLu::analyse(&matrix.pattern, &matrix.values).unwrap_err();
    assert!(
        matches!(refused, Error::VanishingPivot { row: 1 | 2, .. }),
        "{refused}"
    );
}

#[test]
fn one_unknown_and_none() {
    let one = Matrix::new(1, &[(0, 0, -4.0)]);
    let mut x = vec![2.0];
    analysed(&one).solve(&mut x);
    assert_eq!(x, [-0.5]);
    let zero = FixedLu::analyse(&one.pattern, &[0.0]).unwrap_err();
    assert!(matches!(
        zero,
        Error::VanishingPivot {
            row: 0,
            column: 0,
            ..
        }
    ));
    let none = Matrix::new(0, &[]);
    let mut lu = analysed(&none);
    lu.refactor(&[]).unwrap();
    lu.solve(&mut []);
    lu.solve_transposed(&mut []);
}

#[test]
fn wrong_input_is_an_error() {
    let matrix = chain_matrix(2, 0.0);
    let mut lu = analysed(&matrix);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut values = matrix.values.clone();
        values[17] = bad;
        let refused = lu.refactor(&values).unwrap_err();
        assert!(
            matches!(
                refused,
                Error::NotFinite {
                    row: 1,
                    column: 1,
                    ..
                }
            ),
            "{refused}"
        );
        assert!(FixedLu::analyse(&matrix.pattern, &values).is_err());
    }
    assert!(matches!(lu.refactor(&[1.0]), Err(Error::Length { .. })));
    let mut short = vec![1.0; 3];
    lu.refactor(&matrix.values).unwrap();
    lu.solve(&mut short);
    assert!(short.iter().all(|x| x.is_nan()));
    let patterns = [
        (2, vec![0, 1], vec![0]),
        (2, vec![0, 1, 2], vec![0, 2]),
        (2, vec![0, 2, 2], vec![1, 0]),
        (2, vec![0, 2, 1], vec![0]),
        (2, vec![1, 2, 2], vec![0, 1]),
        (2, vec![0, 1, 3], vec![0, 1]),
    ];
    for (n, starts, columns) in patterns {
        let values = vec![1.0; columns.len()];
        let pattern = RowPattern { n, starts, columns };
        assert!(FixedLu::analyse(&pattern, &values).is_err(), "{pattern:?}");
    }
    // Overflow on the way is no number either.
    let square = |a: f64, b: f64| Matrix::new(2, &[(0, 0, a), (0, 1, b), (1, 0, b), (1, 1, 1.0)]);
    let mut lu = analysed(&square(4.0, 1.0));
    let refused = lu.refactor(&square(1e290, 1e300).values);
    assert!(matches!(refused, Err(Error::Growth { .. })), "{refused:?}");
}

/// Random places with a transversal somewhere, so that the structure is regular.
fn any_matrix() -> impl Strategy<Value = Matrix> {
    (1..60_usize, 0.0..6.0_f64, any::<u64>()).prop_map(|(n, fill, seed)| {
        let random = noise(3 * n * 8, seed);
        let mut dense = std::collections::BTreeMap::new();
        let place = |value: f64| (((value + 1.0) / 2.0 * n as f64) as usize).min(n - 1);
        for chunk in random.chunks_exact(3).take((fill * n as f64) as usize) {
            dense.insert((place(chunk[0]), place(chunk[1])), chunk[2]);
        }
        let shift = seed as usize % n;
        for (i, value) in random.iter().take(n).enumerate() {
            dense.insert((i, (i + shift) % n), 1.0 + value.abs());
        }
        let entries: Vec<_> = dense.into_iter().map(|((i, j), v)| (i, j, v)).collect();
        Matrix::new(n, &entries)
    })
}

proptest! {
    #[test]
    fn random_matrices_are_solved_backward_stably(matrix in any_matrix(), seed in any::<u64>()) {
        // A random matrix may be singular within rounding; then it must say so.
        match FixedLu::analyse(&matrix.pattern, &matrix.values) {
            Ok(mut lu) => {
                prop_assert!(backward_error(&mut lu, &matrix, seed) < BACKWARD);
                let mut other = matrix.clone();
                let random = noise(other.values.len(), seed);
                other.values.iter_mut().zip(random).for_each(|(v, r)| *v *= 1.0 + 0.1 * r);
                match lu.refactor(&other.values) {
                    // The limit of growth allows 20 times the error of a good factorisation and more.
                    Ok(()) => prop_assert!(backward_error(&mut lu, &other, seed) < BACKWARD * lu.growth().max(1.0)),
                    Err(error) => {
                        let is_expected = matches!(error, Error::Growth { .. } | Error::VanishingPivot { .. });
                        prop_assert!(is_expected, "{error}");
                    }
                }
            }
            Err(error) => prop_assert!(matches!(error, Error::VanishingPivot { .. }), "{error}"),
        }
    }

    #[test]
    fn any_places_and_numbers_end_without_a_panic(
        n in 0..12_usize,
        places in prop::collection::btree_set((0..12_usize, 0..12_usize), 0..60),
        values in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), any::<f64>(), -1.0..1.0], 60),
    ) {
        let places: Vec<_> = places.into_iter().filter(|&(i, j)| i < n && j < n).collect();
        let pattern = RowPattern::from_entries(n, &places).unwrap();
        if let Ok(mut lu) = FixedLu::analyse(&pattern, &values[..places.len()]) {
            let mut x = vec![1.0; n];
            lu.solve(&mut x);
            lu.solve_transposed(&mut x);
        }
    }
}
