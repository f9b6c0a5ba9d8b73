//! Which of several constraints hold: w = A λ + b with bounds l ≤ λ ≤ u, where w = 0 between them, w ≥ 0 at l and w ≤ 0 at u.
//! \[theory:events\] (6)-(9)
//!
//! Solved by complementary pivots (Lemke's way): exact but for rounding, finite for every A that is symmetric and has no negative
//! eigenvalue, dependent rows included. \[cottle1992\]

/// Pivots smaller than this share of a row are rounding.
const SMALLEST_PIVOT: f64 = 1e-11;

/// λ; none if the constraints contradict each other. `matrix` is A by rows.
pub(crate) fn complementary(
    matrix: &[Vec<f64>],
    right: &[f64],
    bounds: &[[f64; 2]],
) -> Option<Vec<f64>> {
    let n = right.len();
    if n == 0 {
        return Some(Vec::new());
    }
    // Units of each row, so that numbers are of order one: a force is measured by the motion that it makes.
    let unit: Vec<f64> = (0..n)
        .map(|i| {
            let own = matrix[i][i];
            if own > 0.0 { own.sqrt().recip() } else { 1.0 }
        })
        .collect();
    let upper: Vec<usize> = (0..n).filter(|&i| bounds[i][1].is_finite()).collect();
    let size = n + upper.len();
    let mut tableau = Tableau::new(size);
    for i in 0..n {
        let mut shifted = right[i];
        for j in 0..n {
            shifted += matrix[i][j] * bounds[j][0];
            tableau.set(i, j, unit[i] * matrix[i][j] * unit[j]);
        }
        tableau.set_right(i, unit[i] * shifted);
    }
    for (k, &i) in upper.iter().enumerate() {
        // (8): what is left below the upper bound, and the force that keeps λ there.
        tableau.set(i, n + k, 1.0);
        tableau.set(n + k, i, -1.0);
        tableau.set_right(n + k, (bounds[i][1] - bounds[i][0]) / unit[i]);
    }
    let found = tableau.solve()?;
    let each = (0..n).map(|i| bounds[i][0] + unit[i] * found[i]);
    Some(each.collect())
}

/// I w − M z − d z₀ = q over the columns w, z, z₀, q.
struct Tableau {
    n: usize,
    rows: Vec<Vec<f64>>,
    /// Variable of each row: w_i is i, z_i is n + i, z₀ is 2n.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(n: usize) -> Self {
        let row = |i: usize| {
            let mut row = vec![0.0; 2 * n + 2];
            row[i] = 1.0;
            row[2 * n] = -1.0;
            row
        };
        Self {
            n,
            rows: (0..n).map(row).collect(),
            basis: (0..n).collect(),
        }
    }

    fn set(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row][self.n + column] = -value;
    }

    fn set_right(&mut self, row: usize, value: f64) {
        self.rows[row][2 * self.n + 1] = value;
    }

    /// z; none if there is no solution.
    fn solve(mut self) -> Option<Vec<f64>> {
        let n = self.n;
        let (extra, right) = (2 * n, 2 * n + 1);
        if self.rows.iter().flatten().any(|x| !x.is_finite()) {
            return None;
        }
        let first = (0..n).min_by(|&i, &j| self.compare(i, j, None))?;
        if self.rows[first][right] >= 0.0 {
            return Some(vec![0.0; n]);
        }
        let mut leaving = self.basis[first];
        self.pivot(first, extra);
        // The rule never comes back to a basis: there are no more than this many that rounding leaves apart.
        for _ in 0..64 * (n + 4) {
            let entering = if leaving < n {
                leaving + n
            } else {
                leaving - n
            };
            let row = self.leaving_row(entering)?;
            leaving = self.basis[row];
            self.pivot(row, entering);
            if leaving == extra {
                let mut found = vec![0.0; n];
                for (row, &variable) in self.rows.iter().zip(&self.basis) {
                    if (n..2 * n).contains(&variable) {
                        found[variable - n] = row[right].max(0.0);
                    }
                }
                return Some(found);
            }
        }
        None
    }

    /// The row whose variable becomes zero first, ties broken by the columns of w so that none is ever visited twice.
    fn leaving_row(&self, column: usize) -> Option<usize> {
        let extra = 2 * self.n;
        let is_positive = |row: &usize| self.rows[*row][column] > SMALLEST_PIVOT;
        let best = (0..self.n)
            .filter(is_positive)
            .min_by(|&i, &j| self.compare(i, j, Some(column)))?;
        // z₀ leaves as soon as it may.
        let of_extra = self.basis.iter().position(|&b| b == extra)?;
        let ratio = |row: usize| self.rows[row][extra + 1] / self.rows[row][column];
        let may = is_positive(&of_extra) && ratio(of_extra) <= ratio(best) + SMALLEST_PIVOT;
        Some(if may { of_extra } else { best })
    }

    /// Lexicographic order of (q, w) over an entry.
    fn compare(&self, i: usize, j: usize, column: Option<usize>) -> std::cmp::Ordering {
        let by = |row: usize| column.map_or(1.0, |column| self.rows[row][column]);
        let (a, b) = (by(i), by(j));
        std::iter::once(2 * self.n + 1)
            .chain(0..self.n)
            .map(|at| (self.rows[i][at] / a).total_cmp(&(self.rows[j][at] / b)))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let pivot = self.rows[row][column];
        self.rows[row].iter_mut().for_each(|x| *x /= pivot);
        let pivots = self.rows[row].clone();
        for (i, other) in self.rows.iter_mut().enumerate() {
            let factor = other[column];
            if i != row && factor != 0.0 {
                for (x, p) in other.iter_mut().zip(&pivots) {
                    *x -= factor * p;
                }
            }
        }
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRESSURE: [f64; 2] = [0.0, f64::INFINITY];

    /// How far λ is from a solution.
    fn violation(a: &[Vec<f64>], b: &[f64], bounds: &[[f64; 2]], found: &[f64]) -> f64 {
        let each = (0..b.len()).map(|i| {
            let w = b[i] + (0..b.len()).map(|j| a[i][j] * found[j]).sum::<f64>();
            let [lower, upper] = bounds[i];
            let outside = (lower - found[i]).max(found[i] - upper).max(0.0);
            // The projection of λ − w onto the bounds is λ itself at a solution.
            outside.max((found[i] - (found[i] - w).clamp(lower, upper)).abs())
        });
        each.fold(0.0, f64::max)
    }

    #[test]
    fn one_contact_holds_or_parts() {
        let check = |right: f64, bounds: [f64; 2], expected: f64| {
            let found = complementary(&[vec![2.0]], &[right], &[bounds]).unwrap_or_default();
            assert!((found[0] - expected).abs() < 1e-14, "{found:?} {expected}");
        };
        check(-4.0, PRESSURE, 2.0);
        check(4.0, PRESSURE, 0.0);
        // What sticks gives way at its limit.
        check(-4.0, [-1.5, 1.5], 1.5);
        check(2.0, [-1.5, 1.5], -1.0);
    }

    /// A table on four legs: one more than the body can tell apart.
    #[test]
    fn dependent_contacts_share() {
        let legs = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0],
            [1.0, 1.0, -1.0],
            [1.0, -1.0, -1.0],
        ];
        let a: Vec<Vec<f64>> = legs
            .iter()
            .map(|p| {
                legs.iter()
                    .map(|q| (0..3).map(|k| p[k] * q[k]).sum())
                    .collect()
            })
            .collect();
        let b = [-1.0; 4];
        let bounds = [PRESSURE; 4];
        let found = complementary(&a, &b, &bounds).unwrap_or_default();
        assert!(violation(&a, &b, &bounds, &found) < 1e-12, "{found:?}");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn contradictions_and_nan_are_told() {
        // Nothing moves, yet the gap must open.
        assert_eq!(complementary(&[vec![0.0]], &[-1.0], &[PRESSURE]), None);
        assert_eq!(complementary(&[vec![1.0]], &[f64::NAN], &[PRESSURE]), None);
    }

    /// λ of the states, each row between its bounds or at one of them, that obey all conditions: all 3ⁿ of them are tried.
    fn by_trial(a: &[Vec<f64>], b: &[f64], bounds: &[[f64; 2]]) -> Vec<Vec<f64>> {
        let n = b.len();
        let mut good = Vec::new();
        for state in 0..3_usize.pow(n as u32) {
            let of = |i: usize| state / 3_usize.pow(i as u32) % 3;
            let fixed = |i: usize| (of(i) > 0).then(|| bounds[i][of(i) - 1]);
            if (0..n).any(|i| fixed(i).is_some_and(f64::is_infinite)) {
                continue;
            }
            // λ is known at a bound, w is zero between them: Gauss and Seidel's sweeps over those between.
            let mut found: Vec<f64> = (0..n).map(|i| fixed(i).unwrap_or(0.0)).collect();
            let w =
                |found: &[f64], i: usize| b[i] + (0..n).map(|j| a[i][j] * found[j]).sum::<f64>();
            for _ in 0..2000 {
                for i in (0..n).filter(|&i| of(i) == 0) {
                    found[i] -= w(&found, i) / a[i][i];
                }
            }
            if violation(a, b, bounds, &found) < 1e-9 {
                good.push(found);
            }
        }
        good
    }

    proptest! {
        /// A = G Gᵀ of any rank, b in its range (forces on bodies), bounds of all kinds.
        #[test]
        fn conditions_are_met(
            n in 1usize..9,
            rank in 1usize..6,
            numbers in prop::collection::vec(-1.0..1.0f64, 64),
            kinds in prop::collection::vec(0u8..3, 9),
        ) {
            let g = |i: usize, k: usize| numbers[(7 * i + k) % 64];
            let a: Vec<Vec<f64>> = (0..n)
                .map(|i| (0..n).map(|j| (0..rank).map(|k| g(i, k) * g(j, k)).sum()).collect())
                .collect();
            let b: Vec<f64> = (0..n)
                .map(|i| (0..rank).map(|k| g(i, k) * numbers[(11 * k + 3) % 64]).sum())
                .collect();
            let bounds: Vec<[f64; 2]> = kinds[..n]
                .iter()
                .map(|kind| match kind {
                    0 => PRESSURE,
                    1 => [-0.3, 0.3],
                    _ => [0.0, 0.5],
                })
                .collect();
            let found = complementary(&a, &b, &bounds);
            prop_assert!(found.is_some());
            let off = violation(&a, &b, &bounds, &found.unwrap_or_default());
            prop_assert!(off < 1e-8, "{off:e}");
        }

        /// A of full rank has one solution, which is among all states that can be: several rows with two bounds at once.
        #[test]
        fn the_state_is_the_only_one_of_all(
            n in 1usize..5,
            numbers in prop::collection::vec(-1.0..1.0f64, 32),
            limits in prop::collection::vec(0.05..0.8f64, 5),
            kinds in prop::collection::vec(0u8..4, 5),
        ) {
            let g = |i: usize, k: usize| numbers[(5 * i + k) % 32];
            let entry = |i: usize, j: usize| {
                let own = if i == j { 0.4 } else { 0.0 };
                own + (0..4).map(|k| g(i, k) * g(j, k)).sum::<f64>()
            };
            let a: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
            let b: Vec<f64> = (0..n).map(|i| 2.0 * numbers[20 + i]).collect();
            let bounds: Vec<[f64; 2]> = (0..n)
                .map(|i| if kinds[i] == 0 { PRESSURE } else { [-limits[i], limits[i]] })
                .collect();
            let found = complementary(&a, &b, &bounds).unwrap_or_default();
            let tried = by_trial(&a, &b, &bounds);
            prop_assert!(!tried.is_empty());
            for tried in tried {
                for (found, tried) in found.iter().zip(&tried) {
                    prop_assert!((found - tried).abs() < 1e-7, "{found} {tried}");
                }
            }
        }
    }
}
