//! A few equations without symmetry, solved once: elimination with row pivots. For so few unknowns it costs less than to set up anything else.

/// x ← A⁻¹ x for a matrix by rows; false where it is singular or not finite, x is of no use then.
pub fn solve_few(mut matrix: Vec<f64>, x: &mut [f64]) -> bool {
    let n = x.len();
    debug_assert_eq!(matrix.len(), n * n, "a square matrix of as many rows");
    for column in 0..n {
        let Some(pivot) = pivot(&matrix, n, column) else {
            return false;
        };
        if pivot != column {
            for j in column..n {
                matrix.swap(pivot * n + j, column * n + j);
            }
            x.swap(pivot, column);
        }
        eliminate(&mut matrix, x, column);
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|j| matrix[row * n + j] * x[j]).sum();
        x[row] = (x[row] - known) / matrix[row * n + row];
    }
    x.iter().all(|x| x.is_finite())
}

/// The row with the largest entry of a column, on or below its diagonal.
fn pivot(matrix: &[f64], n: usize, column: usize) -> Option<usize> {
    let size = |row: usize| matrix[row * n + column].abs();
    let pivot = (column..n).fold(column, |best, row| match size(row) > size(best) {
        true => row,
        false => best,
    });
    (size(pivot) > 0.0 && size(pivot).is_finite()).then_some(pivot)
}

/// Takes the row of the pivot off all rows below.
fn eliminate(matrix: &mut [f64], x: &mut [f64], column: usize) {
    let n = x.len();
    for row in column + 1..n {
        let share = matrix[row * n + column] / matrix[column * n + column];
        if share == 0.0 {
            continue;
        }
        for j in column..n {
            matrix[row * n + j] -= share * matrix[column * n + j];
        }
        x[row] -= share * x[column];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ_j x_j t_i^j = p(t_i): coefficients of a polynomial from its values, in rows that need pivots.
    #[test]
    fn coefficients_of_a_polynomial_come_back() {
        let coefficients = [0.0, -3.0, 0.5, 2.0, -1.0];
        let places: [f64; 5] = [0.0, 1.0, -1.0, 2.0, -2.0];
        let powers = places.iter().flat_map(|t| (0..5).map(|j| t.powi(j)));
        let mut x = places.map(|t| coefficients.iter().rev().fold(0.0, |sum, c| sum * t + c));
        assert!(solve_few(powers.collect(), &mut x));
        for (found, expected) in x.iter().zip(coefficients) {
            // The condition of these rows is about a hundred.
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
    }

    #[test]
    fn a_zero_on_the_diagonal_is_no_obstacle() {
        let mut x = [2.0, 3.0];
        assert!(solve_few(vec![0.0, 1.0, 1.0, 0.0], &mut x));
        // Nothing is rounded.
        assert_eq!(x.map(f64::to_bits), [3.0, 2.0].map(f64::to_bits));
    }

    #[test]
    fn what_has_no_solution_is_told() {
        assert!(!solve_few(vec![1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0]));
        assert!(!solve_few(vec![f64::NAN], &mut [1.0]));
        assert!(solve_few(Vec::new(), &mut []));
    }
}
