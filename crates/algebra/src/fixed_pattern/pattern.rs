//! Where a matrix has entries, row by row.

use crate::Error;

/// Places of the entries of a square matrix. Row i has the columns `columns[starts[i]..starts[i + 1]]`, ascending and
/// without repeats; values stand in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowPattern {
    /// Number of rows and columns.
    pub n: usize,
    /// Where each row begins, and the number of entries: n + 1 numbers.
    pub starts: Vec<u32>,
    /// Column of each entry.
    pub columns: Vec<u32>,
}

impl RowPattern {
    /// Pattern of a matrix given by (row, column) in any order; repeats count once.
    pub fn from_entries(n: usize, entries: &[(usize, usize)]) -> Result<Self, Error> {
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); n];
        for &(row, column) in entries {
            match rows.get_mut(row) {
                Some(columns) if column < n => columns.push(column as u32),
                _ => return Err(Error::RowPattern { row, n }),
            }
        }
        let mut pattern = Self {
            n,
            starts: vec![0],
            columns: Vec::new(),
        };
        for mut row in rows {
            row.sort_unstable();
            row.dedup();
            pattern.columns.append(&mut row);
            pattern.starts.push(pattern.columns.len() as u32);
        }
        Ok(pattern)
    }

    /// Columns of a row; none if there is no such row.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.columns[self.range(row)]
    }

    /// Where its entries stand among all.
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        match self.starts.get(row..row.saturating_add(2)) {
            Some(&[start, end]) if start <= end && end as usize <= self.columns.len() => {
                start as usize..end as usize
            }
            _ => 0..0,
        }
    }

    /// Row and column of an entry.
    pub(crate) fn place(&self, entry: usize) -> (usize, usize) {
        let row = self
            .starts
            .partition_point(|&start| start as usize <= entry)
            - 1;
        (row, self.columns[entry] as usize)
    }

    /// Refuses what is no pattern of that many rows.
    pub(super) fn check(&self) -> Result<(), Error> {
        let n = self.n;
        let length = |what, expected, found| Error::Length {
            what,
            expected,
            found,
        };
        // Unknowns and entries are counted with 32 bits.
        if u32::try_from(n).is_err() || self.starts.len() != n + 1 {
            let expected = n.saturating_add(1);
            return Err(length("list of row starts", expected, self.starts.len()));
        }
        let entries = self.starts[n] as usize;
        if self.columns.len() != entries {
            return Err(length("list of columns", entries, self.columns.len()));
        }
        for row in 0..n {
            let columns = self.row(row);
            let is_next = self.starts[row] <= self.starts[row + 1] && self.starts[0] == 0;
            let is_row = columns.windows(2).all(|pair| pair[0] < pair[1])
                && columns.last().is_none_or(|&last| (last as usize) < n);
            if !is_next || !is_row {
                return Err(Error::RowPattern { row, n });
            }
        }
        Ok(())
    }
}
