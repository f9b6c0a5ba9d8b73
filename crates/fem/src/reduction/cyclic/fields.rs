//! Small dense algebra with complex fields: each is stored as its real and then its imaginary part.

use pitchline_algebra::{
    Complex, SymmetricMatrix, generalised_eigen, generalised_hermitian_eigen, gram,
    hermitian_eigen, product, symmetric_eigen,
};

use crate::Error;
use crate::cyclic::{CyclicBody, Work, sparse_product};

/// A x of each real part and each imaginary part.
pub fn times(body: &CyclicBody, matrix: &SymmetricMatrix, fields: &[f64]) -> Vec<f64> {
    let vectors = fields.len() / matrix.n.max(1);
    body.count(Work::Sector, sparse_product(matrix, vectors));
    let mut product = vec![0.0; fields.len()];
    matrix.multiply_many(fields, &mut product);
    product
}

/// aᴴ A b of all pairs of `count` fields each, by columns.
pub fn products(
    body: &CyclicBody,
    matrix: &SymmetricMatrix,
    fields: &[f64],
    count: usize,
) -> Vec<Complex> {
    body.count(Work::Sector, (4 * count * count * matrix.n) as u64);
    // Real products of all parts: rows Re a, Im a, columns Re b, Im b of each field.
    let parts = gram(fields, &times(body, matrix, fields), matrix.n);
    let part = |i: usize, j: usize| parts[i + 2 * count * j];
    let mut products = Vec::with_capacity(count * count);
    for j in 0..count {
        for i in 0..count {
            products.push(Complex::new(
                part(2 * i, 2 * j) + part(2 * i + 1, 2 * j + 1),
                part(2 * i, 2 * j + 1) - part(2 * i + 1, 2 * j),
            ));
        }
    }
    products
}

/// Fields times a complex matrix with `columns` columns.
pub fn combined(
    body: &CyclicBody,
    fields: &[f64],
    count: usize,
    matrix: &[Complex],
    columns: usize,
) -> Vec<f64> {
    if count == 0 {
        return Vec::new();
    }
    let n = fields.len() / (2 * count);
    body.count(Work::Sector, (4 * n * count * columns) as u64);
    // (Re a + i Im a)(c + i d): columns Re and Im of the result from columns Re a and Im a.
    let mut real = vec![0.0; 4 * count * columns];
    for j in 0..columns {
        for i in 0..count {
            let c = matrix[i + count * j];
            let (re, im) = (2 * j, 2 * j + 1);
            let mut put = |row: usize, column: usize, value: f64| {
                real[row + 2 * count * column] = value;
            };
            put(2 * i, re, c.re);
            put(2 * i + 1, re, -c.im);
            put(2 * i, im, c.im);
            put(2 * i + 1, im, c.re);
        }
    }
    product(fields, n, 2 * count, &real, 2 * columns)
}

/// Eigenvalues of a Hermitian matrix; of a real one with real vectors.
pub fn eigen(
    body: &CyclicBody,
    is_complex: bool,
    n: usize,
    matrix: &[Complex],
) -> Result<(Vec<f64>, Vec<Complex>), Error> {
    body.count(Work::Dense, (n as u64).pow(3));
    if is_complex {
        let eigen = hermitian_eigen(n, matrix)?;
        return Ok((eigen.values, eigen.vectors));
    }
    let eigen = symmetric_eigen(n, &real(matrix))?;
    Ok((eigen.values, complex(&eigen.vectors)))
}

/// The same of K x = λ M x, with xᴴ M x = 1.
pub fn generalised(
    body: &CyclicBody,
    is_complex: bool,
    n: usize,
    stiffness: &[Complex],
    mass: &[Complex],
) -> Result<(Vec<f64>, Vec<Complex>), Error> {
    body.count(Work::Dense, (n as u64).pow(3));
    if is_complex {
        let eigen = generalised_hermitian_eigen(n, stiffness, mass)?;
        return Ok((eigen.values, eigen.vectors));
    }
    let eigen = generalised_eigen(n, &real(stiffness), &real(mass))?;
    Ok((eigen.values, complex(&eigen.vectors)))
}

fn real(matrix: &[Complex]) -> Vec<f64> {
    matrix.iter().map(|c| c.re).collect()
}

fn complex(matrix: &[f64]) -> Vec<Complex> {
    matrix.iter().map(|&re| Complex::new(re, 0.0)).collect()
}
