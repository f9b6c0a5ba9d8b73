//! Full matrices against elimination of the tests' own, and what they refuse.

use pitchline_algebra::{Error, SmallLu};
use proptest::prelude::*;

use crate::counting::taken;
use crate::matrices::{Matrix, largest, noise};

/// Rounding of some twenty operations on each entry.
const BACKWARD: f64 = 1e-14;

fn factored(matrix: &Matrix) -> SmallLu {
    let mut lu = SmallLu::new(matrix.pattern.n, matrix.pattern.n / 3);
    lu.factor(&matrix.pattern, &matrix.values)
        .expect("a regular matrix");
    lu
}

/// ‖A x − b‖ / (‖A‖ ‖x‖)
fn backward_error(matrix: &Matrix, x: &[f64], right: &[f64]) -> f64 {
    let product = matrix.times(x);
    let residual: Vec<f64> = product.iter().zip(right).map(|(p, b)| p - b).collect();
    largest(&residual) / (matrix.norm() * largest(x))
}

/// Multipliers without a diagonal of their own, as constraints have them.
fn saddle(n: usize, seed: u64) -> Matrix {
    let random = noise(n * n, seed);
    let constraints = n / 3;
    let entries = (0..n * n).filter_map(|at| {
        let (row, column) = (at / n, at % n);
        let is_zero = row.min(column) >= n - constraints;
        (!is_zero).then_some((row, column, random[at]))
    });
    Matrix::new(n, &entries.collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn solutions_are_those_of_elimination(n in 1_usize..=24, seed in 0_u64..1000) {
        let matrix = saddle(n, seed);
        let right = noise(n, seed + 1);
        let mut x = right.clone();
        factored(&matrix).solve(&mut x);
        prop_assert!(backward_error(&matrix, &x, &right) < BACKWARD);
        // The other elimination errs as much; both differ by what the matrix magnifies.
        let dense = matrix.dense_solution(&right);
        let other = backward_error(&matrix, &dense, &right);
        prop_assert!(other < 10.0 * BACKWARD);
    }
}

#[test]
fn a_factor_forgets_the_one_before() {
    let (first, second) = (saddle(9, 1), saddle(9, 2));
    let mut lu = factored(&first);
    lu.factor(&second.pattern, &second.values).unwrap();
    let mut again = noise(9, 3);
    let mut fresh = again.clone();
    lu.solve(&mut again);
    factored(&second).solve(&mut fresh);
    assert_eq!(again, fresh);
}

/// v − λ₁ − λ₂ = f, v + ε λ₁ = g₁, v + ε λ₂ = g₂: two constraints that contradict each other meet half-way.
#[test]
fn what_is_constrained_twice_keeps_its_digits() {
    let (small, f, g) = (1e-11, 0.3, [10.0, 14.0]);
    let entries = [
        (0, 0, 1.0),
        (0, 1, -1.0),
        (0, 2, -1.0),
        (1, 0, 1.0),
        (1, 1, small),
        (2, 0, 1.0),
        (2, 2, small),
    ];
    let matrix = Matrix::new(3, &entries);
    let mut lu = SmallLu::new(3, 2);
    lu.factor(&matrix.pattern, &matrix.values).unwrap();
    let mut x = [f, g[0], g[1]];
    lu.solve(&mut x);
    let exact = (g[0] + g[1] + small * f) / (2.0 + small);
    assert!((x[0] - exact).abs() < 4e-15, "{x:?}");
}

#[test]
fn one_unknown_and_none() {
    let one = Matrix::new(1, &[(0, 0, -4.0)]);
    let mut x = [2.0];
    factored(&one).solve(&mut x);
    assert!((x[0] + 0.5).abs() < 1e-16, "{x:?}");
    factored(&Matrix::new(0, &[])).solve(&mut []);
}

#[test]
fn what_is_singular_is_refused() {
    // Row 1 is twice row 0.
    let entries = [(0, 0, 1.0), (0, 1, 3.0), (1, 0, 2.0), (1, 1, 6.0)];
    let matrix = Matrix::new(2, &entries);
    let mut lu = SmallLu::new(2, 0);
    let refused = lu.factor(&matrix.pattern, &matrix.values).unwrap_err();
    assert!(
        matches!(refused, Error::VanishingPivot { column: 1, .. }),
        "{refused}"
    );
    let mut x = [1.0, 2.0];
    lu.solve(&mut x);
    assert!(!lu.is_factored() && x.iter().all(|x| x.is_nan()));
    // A row without entries, values that are none, and another size.
    assert!(lu.factor(&Matrix::new(2, &[]).pattern, &[]).is_err());
    let refused = lu.factor(&matrix.pattern, &[1.0, f64::NAN, 2.0, 6.0]);
    assert!(matches!(refused, Err(Error::NotFinite { .. })));
    let refused = SmallLu::new(3, 1).factor(&matrix.pattern, &matrix.values);
    assert!(matches!(refused, Err(Error::Length { .. })));
}

#[test]
fn factor_and_solve_take_no_memory() {
    let matrix = saddle(12, 4);
    let mut right = noise(12, 5);
    let mut lu = SmallLu::new(12, 4);
    let before = taken();
    lu.factor(&matrix.pattern, &matrix.values).unwrap();
    lu.solve(&mut right);
    assert_eq!(taken() - before, 0);
}
