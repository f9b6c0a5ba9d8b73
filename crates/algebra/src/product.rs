//! Products of dense matrices stored by columns, the same bits for any number of threads.

use faer::MatRef;

use crate::{Error, panel};

/// Vᵀ W of two blocks of columns with `rows` rows each, by columns.
pub fn transpose_times(rows: usize, v: &[f64], w: &[f64]) -> Result<Vec<f64>, Error> {
    let (v, w) = (
        block("left factor", rows, v)?,
        block("right factor", rows, w)?,
    );
    Ok(panel::project(v, w)
        .as_ref()
        .col_iter()
        .flat_map(entries)
        .collect())
}

/// V Y: columns with `rows` rows each, combined with the weights in the columns of Y.
pub fn times(rows: usize, v: &[f64], y: &[f64]) -> Result<Vec<f64>, Error> {
    let v = block("left factor", rows, v)?;
    let y = block("right factor", v.ncols(), y)?;
    Ok(panel::combine(v, y)
        .as_ref()
        .col_iter()
        .flat_map(entries)
        .collect())
}

fn entries(column: faer::ColRef<'_, f64>) -> impl Iterator<Item = f64> + '_ {
    column.iter().copied()
}

fn block<'a>(what: &'static str, rows: usize, values: &'a [f64]) -> Result<MatRef<'a, f64>, Error> {
    let columns = values.len().checked_div(rows).unwrap_or(0);
    if columns * rows != values.len() {
        return Err(Error::Length {
            what,
            expected: columns * rows,
            found: values.len(),
        });
    }
    Ok(MatRef::from_column_major_slice(values, rows, columns))
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
