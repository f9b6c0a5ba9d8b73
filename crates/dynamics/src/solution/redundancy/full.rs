//! Few rows, each compared with all others: the longest remainder comes first.

use pitchline_algebra::QrEffort;

use super::rows::Rows;
use super::{DEPENDENT, Dependences};

pub(super) fn dependences(rows: &Rows) -> Dependences {
    let full = |entries: &Vec<(u32, f64)>| {
        let mut row = vec![0.0; rows.n_coordinates];
        entries.iter().for_each(|&(i, x)| row[i as usize] = x);
        row
    };
    let is_active = |i: &usize| rows.is_active[*i];
    let rows: Vec<Vec<f64>> = rows.vectors.iter().map(full).collect();
    let (basis, mut left) = independent(&rows, (0..rows.len()).filter(is_active).collect());
    left.sort_unstable();
    let each = left.into_iter();
    Dependences {
        rank: basis.len(),
        dependent: each
            .map(|row| (row, combination(&rows, &basis, row)))
            .collect(),
        effort: QrEffort::default(),
    }
}

/// Independent rows, and those that are left.
fn independent(rows: &[Vec<f64>], mut left: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
    let mut remainder = rows.to_vec();
    let mut basis: Vec<usize> = Vec::new();
    while let Some(at) = longest(&remainder, &left) {
        if norm(&remainder[left[at]]) < DEPENDENT {
            break;
        }
        let row = left.swap_remove(at);
        let length = norm(&remainder[row]);
        let unit: Vec<f64> = remainder[row].iter().map(|x| x / length).collect();
        for &other in &left {
            // Twice is enough for orthogonality to rounding.
            for _ in 0..2 {
                let share = dot(&unit, &remainder[other]);
                add(&mut remainder[other], -share, &unit);
            }
        }
        basis.push(row);
    }
    (basis, left)
}

/// Coefficients n with Σ n_i row_i = 0 and n = −1 at `row`, by least squares over the independent rows.
fn combination(rows: &[Vec<f64>], basis: &[usize], row: usize) -> Vec<(u32, f64)> {
    let mut coefficients = vec![0.0; rows.len()];
    coefficients[row] = -1.0;
    let mut rest = rows[row].clone();
    // Conjugate gradients on the normal equations: as many steps as there are rows, at most twice.
    let apply = |x: &[f64]| {
        let mut sum = vec![0.0; rows[row].len()];
        for (k, &i) in basis.iter().enumerate() {
            add(&mut sum, x[k], &rows[i]);
        }
        sum
    };
    let mut x = vec![0.0; basis.len()];
    let gradient =
        |rest: &[f64]| -> Vec<f64> { basis.iter().map(|&i| dot(&rows[i], rest)).collect() };
    let mut g = gradient(&rest);
    let mut direction = g.clone();
    let mut square = dot(&g, &g);
    for _ in 0..2 * basis.len() {
        let image = apply(&direction);
        let length = dot(&image, &image);
        if square < 1e-28 || length <= 0.0 {
            break;
        }
        let step = square / length;
        add(&mut x, step, &direction);
        add(&mut rest, -step, &image);
        g = gradient(&rest);
        let next = dot(&g, &g);
        for (d, g) in direction.iter_mut().zip(&g) {
            *d = g + next / square * *d;
        }
        square = next;
    }
    for (k, &i) in basis.iter().enumerate() {
        coefficients[i] = x[k];
    }
    let each = coefficients.into_iter().enumerate();
    each.map(|(i, c)| (i as u32, c)).collect()
}

fn longest(rows: &[Vec<f64>], left: &[usize]) -> Option<usize> {
    (0..left.len()).max_by(|&i, &j| norm(&rows[left[i]]).total_cmp(&norm(&rows[left[j]])))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

fn add(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a += factor * b;
    }
}
