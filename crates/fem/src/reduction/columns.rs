//! Tall blocks of vectors, stored one after another.

/// Vᵀ W by columns.
pub(super) fn project(n: usize, v: &[f64], w: &[f64]) -> Vec<f64> {
    let mut product = Vec::with_capacity(v.len() / n.max(1) * (w.len() / n.max(1)));
    for w in w.chunks(n.max(1)) {
        product.extend(
            v.chunks(n.max(1))
                .map(|v| v.iter().zip(w).map(|(v, w)| v * w).sum::<f64>()),
        );
    }
    product
}

/// W ← W − V H.
pub(super) fn subtract(n: usize, w: &mut [f64], v: &[f64], h: &[f64]) {
    let k = v.len() / n.max(1);
    if k == 0 {
        return;
    }
    for (w, h) in w.chunks_mut(n.max(1)).zip(h.chunks(k)) {
        for (v, h) in v.chunks(n.max(1)).zip(h) {
            w.iter_mut().zip(v).for_each(|(w, v)| *w -= h * v);
        }
    }
}

/// V ← V Y, with as many vectors as Y has columns, not more than V.
pub(super) fn replace(n: usize, v: &mut Vec<f64>, y: &[f64]) {
    let k = v.len() / n.max(1);
    if k == 0 {
        return;
    }
    let columns = y.len() / k;
    let mut row = vec![0.0; columns];
    for i in 0..n {
        for (sum, y) in row.iter_mut().zip(y.chunks(k)) {
            *sum = (0..k).map(|j| v[i + n * j] * y[j]).sum();
        }
        for (j, value) in row.iter().enumerate() {
            v[i + n * j] = *value;
        }
    }
    v.truncate(n * columns);
}
