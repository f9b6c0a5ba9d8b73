//! Products with tall blocks of vectors. Rows are taken in parts of fixed size and the parts are summed in their
//! order, so that the bits do not depend on the number of threads.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use rayon::prelude::*;

/// Rows of a part: a few columns of it stay in the cache of a core.
const ROWS: usize = 4096;

/// Vᵀ W.
pub fn project(v: MatRef<'_, f64>, w: MatRef<'_, f64>) -> Mat<f64> {
    let n = v.nrows();
    let parts: Vec<Mat<f64>> = (0..n.div_ceil(ROWS))
        .into_par_iter()
        .map(|part| {
            let first = part * ROWS;
            let rows = ROWS.min(n - first);
            let mut product = Mat::zeros(v.ncols(), w.ncols());
            matmul(
                product.as_mut(),
                Accum::Replace,
                v.subrows(first, rows).transpose(),
                w.subrows(first, rows),
                1.0,
                Par::Seq,
            );
            product
        })
        .collect();
    let mut sum = Mat::zeros(v.ncols(), w.ncols());
    for part in parts {
        sum += part;
    }
    sum
}

/// W ← W − V H.
pub fn subtract(w: MatMut<'_, f64>, v: MatRef<'_, f64>, h: MatRef<'_, f64>) {
    w.par_row_chunks_mut(ROWS)
        .enumerate()
        .for_each(|(part, mut w)| {
            let v = v.subrows(part * ROWS, w.nrows());
            matmul(w.as_mut(), Accum::Add, v, h, -1.0, Par::Seq);
        });
}

/// The first columns of V ← V Y, one for each column of Y.
pub fn replace(v: MatMut<'_, f64>, y: MatRef<'_, f64>) {
    v.par_row_chunks_mut(ROWS).for_each(|mut v| {
        let product = multiply(v.as_ref().subcols(0, y.nrows()), y);
        v.as_mut().subcols_mut(0, y.ncols()).copy_from(product);
    });
}

/// V Y.
pub fn combine(v: MatRef<'_, f64>, y: MatRef<'_, f64>) -> Mat<f64> {
    let mut product = Mat::zeros(v.nrows(), y.ncols());
    product
        .as_mut()
        .par_row_chunks_mut(ROWS)
        .enumerate()
        .for_each(|(part, mut rows)| {
            let v = v.subrows(part * ROWS, rows.nrows());
            matmul(rows.as_mut(), Accum::Replace, v, y, 1.0, Par::Seq);
        });
    product
}

fn multiply(v: MatRef<'_, f64>, y: MatRef<'_, f64>) -> Mat<f64> {
    let mut product = Mat::zeros(v.nrows(), y.ncols());
    matmul(product.as_mut(), Accum::Replace, v, y, 1.0, Par::Seq);
    product
}
