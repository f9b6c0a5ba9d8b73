//! e^{AT}, and what a held input does over T. \[theory:linearised\] (66)

/// The matrix is halved until its norm is at most this; then fifteen terms of the series leave less than rounding.
const SMALL: f64 = 0.5;
const TERMS: u32 = 15;
/// Halvings beyond which all is either gone or has grown beyond numbers.
const MOST_HALVINGS: i32 = 1000;

/// e^{AT} and ∫₀ᵀ e^{At} dt b, of a matrix by rows: both stand in the exponential of (A b; 0 0) T.
pub(super) fn held(n: usize, a: &[f64], b: &[f64], time: f64) -> (Vec<f64>, Vec<f64>) {
    let all = n + 1;
    let mut bordered = vec![0.0; all * all];
    for i in 0..n {
        for j in 0..n {
            bordered[i * all + j] = time * a[i * n + j];
        }
        bordered[i * all + n] = time * b.get(i).copied().unwrap_or(0.0);
    }
    let scaled: Vec<f64> = a.iter().map(|x| time * x).collect();
    let norm = norm(n, &super::balanced(n, &scaled));
    let grown = exponential(all, norm, &bordered);
    let rows = (0..n).flat_map(|i| (0..n).map(move |j| i * all + j));
    let states = rows.map(|at| grown[at]).collect();
    let input = (0..n).map(|i| grown[i * all + n]).collect();
    (states, input)
}

/// Largest sum of a row.
fn norm(n: usize, matrix: &[f64]) -> f64 {
    let rows = matrix.chunks(n.max(1));
    let rows = rows.map(|row| row.iter().map(|x| x.abs()).sum::<f64>());
    rows.fold(0.0, f64::max)
}

/// By its series and squares. The norm is that of the balanced matrix without its border, for which all that is done here would have the
/// same bits but for powers of two: squares of a matrix whose norm is large beside its eigenvalues would only cancel.
fn exponential(n: usize, norm: f64, matrix: &[f64]) -> Vec<f64> {
    let halvings = (norm / SMALL).log2().ceil();
    let halvings = match halvings.is_finite() {
        true => (halvings as i32).clamp(0, MOST_HALVINGS),
        false => 0,
    };
    let scale = f64::from(-halvings).exp2();
    let small: Vec<f64> = matrix.iter().map(|x| x * scale).collect();
    // Horner: 1 + A (1 + A/2 (1 + A/3 (…)))
    let mut sum = identity(n);
    for k in (1..=TERMS).rev() {
        let mut next = product(n, &small, &sum);
        next.iter_mut().for_each(|x| *x /= f64::from(k));
        (0..n).for_each(|i| next[i * (n + 1)] += 1.0);
        sum = next;
    }
    for _ in 0..halvings {
        sum = product(n, &sum, &sum);
    }
    sum
}

fn identity(n: usize) -> Vec<f64> {
    let mut matrix = vec![0.0; n * n];
    (0..n).for_each(|i| matrix[i * (n + 1)] = 1.0);
    matrix
}

fn product(n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; n * n];
    for (row, out) in a.chunks(n).zip(c.chunks_mut(n)) {
        for (x, b) in row.iter().zip(b.chunks(n)) {
            for (out, b) in out.iter_mut().zip(b) {
                *out += x * b;
            }
        }
    }
    c
}
