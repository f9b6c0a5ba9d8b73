//! Products of dense matrices stored by columns.
//!
//! Threads share tiles of the result, and tall sums in parts: both have sizes that depend on the matrices alone, so the
//! bits do not depend on the number of threads.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef, Par};
use rayon::prelude::*;

use crate::Complex;
use crate::self_adjoint::{Scalar, column_major};

/// Rows of a tile of a product.
const TILE_ROWS: usize = 2048;
/// Columns of a tile.
const TILE_COLUMNS: usize = 128;
/// Least rows of a part of a sum over rows.
const PART_ROWS: usize = 4096;
/// Most parts of such a sum: each needs memory of the size of the result.
const MOST_PARTS: usize = 8;

/// A B, with A of `rows` × `inner` and B of `inner` × `columns`.
///
/// # Panics
///
/// If a slice has not as many entries as its matrix.
pub fn product(a: &[f64], rows: usize, inner: usize, b: &[f64], columns: usize) -> Vec<f64> {
    let mut c = vec![0.0; rows * columns];
    add(&mut c, 1.0, a, rows, inner, b, columns);
    c
}

/// The same for complex matrices.
///
/// # Panics
///
/// If a slice has not as many entries as its matrix.
pub fn complex_product(
    a: &[Complex],
    rows: usize,
    inner: usize,
    b: &[Complex],
    columns: usize,
) -> Vec<Complex> {
    let mut c = vec![Complex::new(0.0, 0.0); rows * columns];
    add(&mut c, Complex::new(1.0, 0.0), a, rows, inner, b, columns);
    c
}

/// C ← C + α A B, with A of `rows` × `inner` and B of `inner` × `columns`.
///
/// # Panics
///
/// If a slice has not as many entries as its matrix.
pub fn add_product(
    c: &mut [f64],
    factor: f64,
    a: &[f64],
    rows: usize,
    inner: usize,
    b: &[f64],
    columns: usize,
) {
    add(c, factor, a, rows, inner, b, columns);
}

/// The same for complex matrices.
///
/// # Panics
///
/// If a slice has not as many entries as its matrix.
pub fn add_complex_product(
    c: &mut [Complex],
    factor: Complex,
    a: &[Complex],
    rows: usize,
    inner: usize,
    b: &[Complex],
    columns: usize,
) {
    add(c, factor, a, rows, inner, b, columns);
}

/// Aᵀ B of vectors of `rows` entries, stored one after another.
///
/// # Panics
///
/// If a slice does not hold whole vectors.
pub fn gram(a: &[f64], b: &[f64], rows: usize) -> Vec<f64> {
    adjoint_product(a, b, rows)
}

/// Aᴴ B of complex vectors of `rows` entries, stored one after another.
///
/// # Panics
///
/// If a slice does not hold whole vectors.
pub fn complex_gram(a: &[Complex], b: &[Complex], rows: usize) -> Vec<Complex> {
    adjoint_product(a, b, rows)
}

fn add<T: Scalar>(
    c: &mut [T],
    factor: T,
    a: &[T],
    rows: usize,
    inner: usize,
    b: &[T],
    columns: usize,
) {
    let a = MatRef::from_column_major_slice(a, rows, inner);
    let b = MatRef::from_column_major_slice(b, inner, columns);
    let c = MatMut::from_column_major_slice_mut(c, rows, columns);
    if rows == 0 || columns == 0 || inner == 0 {
        return;
    }
    c.par_col_chunks_mut(TILE_COLUMNS)
        .enumerate()
        .for_each(|(tile, c)| {
            let b = b.subcols(tile * TILE_COLUMNS, c.ncols());
            c.par_row_chunks_mut(TILE_ROWS)
                .enumerate()
                .for_each(|(tile, c)| {
                    let a = a.subrows(tile * TILE_ROWS, c.nrows());
                    matmul(c, Accum::Add, a, b, factor, Par::Seq);
                });
        });
}

fn adjoint_product<T: Scalar>(a: &[T], b: &[T], rows: usize) -> Vec<T> {
    if rows == 0 {
        assert!(a.is_empty() && b.is_empty(), "vectors without entries");
        return Vec::new();
    }
    let a = MatRef::from_column_major_slice(a, rows, a.len() / rows);
    let b = MatRef::from_column_major_slice(b, rows, b.len() / rows);
    let parts = rows.div_ceil(PART_ROWS).min(MOST_PARTS);
    let height = rows.div_ceil(parts);
    let sums: Vec<Mat<T>> = (0..parts)
        .into_par_iter()
        .map(|part| {
            let first = (part * height).min(rows);
            let height = height.min(rows - first);
            let (a, b) = (a.subrows(first, height), b.subrows(first, height));
            let mut sum = Mat::<T>::zeros(a.ncols(), b.ncols());
            sum.as_mut()
                .par_col_chunks_mut(TILE_COLUMNS)
                .enumerate()
                .for_each(|(tile, sum)| {
                    let b = b.subcols(tile * TILE_COLUMNS, sum.ncols());
                    let one = T::real_number(1.0);
                    matmul(sum, Accum::Replace, a.adjoint(), b, one, Par::Seq);
                });
            sum
        })
        .collect();
    let mut sums = sums.into_iter();
    let Some(mut sum) = sums.next() else {
        return Vec::new();
    };
    sums.for_each(|part| sum += part);
    column_major(sum.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{in_pool, noise};

    fn complex_noise(n: usize, seed: u64) -> Vec<Complex> {
        let parts = noise(2 * n, seed);
        parts.chunks(2).map(|p| Complex::new(p[0], p[1])).collect()
    }

    #[test]
    fn products_are_sums_of_products() {
        for (rows, inner, columns) in [
            (1, 1, 1),
            (3, 5, 2),
            (0, 4, 3),
            (4, 0, 3),
            (2500, 7, 140),
            (60, 300, 20),
        ] {
            let (a, b) = (noise(rows * inner, 1), noise(inner * columns, 2));
            let c = product(&a, rows, inner, &b, columns);
            let (ca, cb) = (
                complex_noise(rows * inner, 1),
                complex_noise(inner * columns, 2),
            );
            let mut cc = complex_product(&ca, rows, inner, &cb, columns);
            for i in (0..rows).step_by(1 + rows / 13) {
                for j in 0..columns {
                    let exact: f64 = (0..inner).map(|k| a[i + rows * k] * b[k + inner * j]).sum();
                    assert!((c[i + rows * j] - exact).abs() < 1e-13);
                    let exact: Complex = (0..inner)
                        .map(|k| ca[i + rows * k] * cb[k + inner * j])
                        .sum();
                    assert!((cc[i + rows * j] - exact).norm() < 1e-13);
                }
            }
            // What is added and taken away leaves rounding.
            let minus = Complex::new(-1.0, 0.0);
            add_complex_product(&mut cc, minus, &ca, rows, inner, &cb, columns);
            assert!(cc.iter().all(|c| c.norm() < 1e-12));
            let mut twice = c.clone();
            add_product(&mut twice, 1.0, &a, rows, inner, &b, columns);
            assert!(
                twice
                    .iter()
                    .zip(&c)
                    .all(|(t, c)| (t - 2.0 * c).abs() < 1e-13)
            );
        }
    }

    #[test]
    fn gram_is_the_inner_product_of_vectors() {
        // Of waves: ∑ e^{-2πi jk/n} e^{2πi jl/n} = n δ_kl.
        let n = 40_000;
        let wave = |k: usize| {
            (0..n).map(move |j| {
                let turn = (j * k % n) as f64 / n as f64;
                Complex::from_polar(1.0, std::f64::consts::TAU * turn)
            })
        };
        let waves: Vec<Complex> = [1, 7, 300].into_iter().flat_map(wave).collect();
        let products = complex_gram(&waves, &waves, n);
        for (p, value) in products.iter().enumerate() {
            let exact = if p % 4 == 0 { n as f64 } else { 0.0 };
            assert!((value - exact).norm() < 1e-14 * (n * n) as f64, "{value}");
        }
        let real: Vec<f64> = waves.iter().map(|w| w.re).collect();
        for (p, value) in gram(&real, &real[..n], n).iter().enumerate() {
            let exact = if p == 0 { 0.5 * n as f64 } else { 0.0 };
            assert!((value - exact).abs() < 1e-14 * (n * n) as f64);
        }
        assert_eq!(gram(&[], &[], 0), Vec::<f64>::new());
        assert_eq!(gram(&[], &[1.0], 1), Vec::<f64>::new());
    }

    #[test]
    fn same_bits_for_any_number_of_threads() {
        let (n, k) = (9000, 150);
        let a = noise(n * k, 1);
        let both = || {
            let gram = gram(&a, &a, n);
            let product = product(&a, n, k, &gram, k);
            (gram, product)
        };
        assert!(in_pool(1, both) == in_pool(2, both));
    }
}
