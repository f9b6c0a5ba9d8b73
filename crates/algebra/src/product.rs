//! Products of dense matrices whose sizes come from outside: checked, where those of `dense_product` rely on their caller.

use crate::{Error, gram, product};

/// Vᵀ W of two blocks of columns with `rows` rows each, by columns.
pub fn transpose_times(rows: usize, v: &[f64], w: &[f64]) -> Result<Vec<f64>, Error> {
    columns("left factor", rows, v)?;
    columns("right factor", rows, w)?;
    Ok(match rows {
        0 => Vec::new(),
        _ => gram(v, w, rows),
    })
}

/// V Y: columns with `rows` rows each, combined with the weights in the columns of Y.
pub fn times(rows: usize, v: &[f64], y: &[f64]) -> Result<Vec<f64>, Error> {
    let inner = columns("left factor", rows, v)?;
    let columns = columns("right factor", inner, y)?;
    Ok(product(v, rows, inner, y, columns))
}

/// Aᵀ of a matrix with so many rows, both by columns.
pub fn transposed(rows: usize, a: &[f64]) -> Vec<f64> {
    let columns = a.len().checked_div(rows).unwrap_or(0);
    let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    entries.map(|(i, j)| a[i + rows * j]).collect()
}

/// How many columns there are.
fn columns(what: &'static str, rows: usize, values: &[f64]) -> Result<usize, Error> {
    let columns = values.len().checked_div(rows).unwrap_or(0);
    match columns * rows == values.len() {
        true => Ok(columns),
        false => Err(Error::Length {
            what,
            expected: columns * rows,
            found: values.len(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_products_are_right() {
        // V = [1 3; 2 4], W = [5; 6].
        let v = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(transpose_times(2, &v, &[5.0, 6.0]), Ok(vec![17.0, 39.0]));
        assert_eq!(times(2, &v, &[5.0, 6.0]), Ok(vec![23.0, 34.0]));
        assert!(matches!(
            transpose_times(3, &v, &v),
            Err(Error::Length { .. })
        ));
        assert_eq!(transpose_times(0, &[], &[]), Ok(Vec::new()));
    }
}
