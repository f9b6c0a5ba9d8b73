//! Tall blocks of vectors, stored one after another.

use pitchline_algebra::{add_product, gram, product};

/// Rows of a part that is replaced at a time: its copy is small beside the block.
const ROWS: usize = 8192;

/// Vᵀ W by columns.
pub(super) fn project(n: usize, v: &[f64], w: &[f64]) -> Vec<f64> {
    gram(v, w, n)
}

/// W ← W + k V H.
pub(super) fn add(n: usize, w: &mut [f64], factor: f64, v: &[f64], h: &[f64]) {
    if n > 0 {
        add_product(w, factor, v, n, v.len() / n, h, w.len() / n);
    }
}

/// W ← W − V H.
pub(super) fn subtract(n: usize, w: &mut [f64], v: &[f64], h: &[f64]) {
    add(n, w, -1.0, v, h);
}

/// V ← V Y, with as many vectors as Y has columns, not more than V.
pub(super) fn replace(n: usize, v: &mut Vec<f64>, y: &[f64]) {
    let k = v.len() / n.max(1);
    if k == 0 {
        return;
    }
    let columns = y.len() / k;
    for first in (0..n).step_by(ROWS) {
        let rows = ROWS.min(n - first);
        let part: Vec<f64> = (0..k)
            .flat_map(|j| &v[first + n * j..first + n * j + rows])
            .copied()
            .collect();
        let combined = product(&part, rows, k, y, columns);
        for (j, column) in combined.chunks(rows).enumerate() {
            v[first + n * j..first + n * j + rows].copy_from_slice(column);
        }
    }
    v.truncate(n * columns);
}
