//! Choice of the pivots: few new entries, none too small.
//!
//! A pivot in row i and column j of what remains to be eliminated makes at most (rᵢ − 1)(cⱼ − 1) new entries, with
//! rᵢ and cⱼ the entries of its row and column. Take the least \[markowitz1957\] among those that are not small beside
//! the largest entry of their row, so that no multiplier exceeds the inverse of the threshold.

use super::{RowPattern, growth_error};
use crate::Error;

/// Of the largest entry that its row ever had in the matrix, a pivot must keep more than this: less is what
/// rounding leaves of zero.
pub const VANISHED: f64 = 1e-14;

/// Rows searched for each pivot at most, shortest first.
const ROWS_SEARCHED: usize = 64;

/// A pivot, and where the matrix had entries when it was its turn.
#[derive(Debug, Clone)]
pub struct Pivot {
    pub row: u32,
    pub column: u32,
    /// Columns of its row that remain, in no order.
    pub upper: Vec<u32>,
    /// Rows of its column that remain, in no order.
    pub lower: Vec<u32>,
}

/// What remains of the matrix.
struct Remainder {
    rows: Vec<Vec<(u32, f64)>>,
    /// Rows of each column.
    columns: Vec<Vec<u32>>,
    /// Rows and columns without a pivot yet.
    open_rows: Vec<u32>,
    open_columns: Vec<u32>,
    /// Largest entry of each row as given.
    sizes: Vec<f64>,
    /// Scratch: the pivot row, and the last row that has seen each column.
    pivot_row: Vec<f64>,
    seen_by: Vec<u32>,
}

/// Chooses all pivots for these values, each at least `threshold` of the largest entry of its row.
pub fn choose(pattern: &RowPattern, values: &[f64], threshold: f64) -> Result<Vec<Pivot>, Error> {
    let mut remainder = Remainder::new(pattern, values);
    let mut pivots = Vec::with_capacity(pattern.n);
    for _ in 0..pattern.n {
        let (row, column) = remainder.best(threshold)?;
        pivots.push(remainder.eliminate(row, column));
    }
    Ok(pivots)
}

impl Remainder {
    fn new(pattern: &RowPattern, values: &[f64]) -> Self {
        let n = pattern.n;
        let mut columns = vec![Vec::new(); n];
        let mut rows = Vec::with_capacity(n);
        let mut sizes = Vec::with_capacity(n);
        for row in 0..n {
            let entries: Vec<(u32, f64)> = pattern
                .row(row)
                .iter()
                .copied()
                .zip(values[pattern.range(row)].iter().copied())
                .collect();
            for &(column, _) in &entries {
                columns[column as usize].push(row as u32);
            }
            sizes.push(largest(&entries).1);
            rows.push(entries);
        }
        Self {
            rows,
            columns,
            open_rows: (0..n as u32).collect(),
            open_columns: (0..n as u32).collect(),
            sizes,
            pivot_row: vec![0.0; n],
            seen_by: vec![u32::MAX; n],
        }
    }

    /// Row and column of the next pivot: the least product of counts, then the largest beside its row.
    fn best(&self, threshold: f64) -> Result<(u32, u32), Error> {
        let fewest = |counts: &mut dyn Iterator<Item = usize>| counts.min().unwrap_or(0);
        let shortest = fewest(
            &mut self
                .open_columns
                .iter()
                .map(|&c| self.columns[c as usize].len()),
        );
        let mut length = fewest(&mut self.open_rows.iter().map(|&r| self.rows[r as usize].len()));
        let mut best: Option<(usize, f64, u32, u32)> = None;
        let mut searched = 0;
        while searched < ROWS_SEARCHED.min(self.open_rows.len()) {
            let lowest = length.saturating_sub(1) * shortest.saturating_sub(1);
            if best.is_some_and(|(cost, ..)| cost <= lowest) {
                break;
            }
            let mut next_length = usize::MAX;
            for &row in &self.open_rows {
                let count = self.rows[row as usize].len();
                if count == length && searched < ROWS_SEARCHED {
                    searched += 1;
                    self.search_row(row, threshold, &mut best)?;
                } else if count > length {
                    next_length = next_length.min(count);
                }
            }
            length = next_length;
        }
        best.map(|(.., row, column)| (row, column))
            .ok_or(Error::VanishingPivot {
                row: self.open_rows.first().map_or(0, |&row| row as usize),
                column: self
                    .open_columns
                    .first()
                    .map_or(0, |&column| column as usize),
                remains: 0.0,
            })
    }

    fn search_row(
        &self,
        row: u32,
        threshold: f64,
        best: &mut Option<(usize, f64, u32, u32)>,
    ) -> Result<(), Error> {
        let entries = &self.rows[row as usize];
        let (at, size) = largest(entries);
        let original = self.sizes[row as usize];
        if !size.is_finite() {
            return Err(growth_error(row as usize, at as usize, f64::INFINITY));
        }
        // What remains of a row changes by multiples of its own entries: once vanished it stays so.
        if size <= VANISHED * original {
            return Err(Error::VanishingPivot {
                row: row as usize,
                column: at as usize,
                remains: if original > 0.0 { size / original } else { 0.0 },
            });
        }
        for &(column, value) in entries {
            let share = value.abs() / size;
            if share < threshold || value.abs() <= VANISHED * original {
                continue;
            }
            let cost = (entries.len() - 1) * (self.columns[column as usize].len() - 1);
            let is_better = best.is_none_or(|(least, largest, ..)| {
                cost < least || (cost == least && share > largest)
            });
            if is_better {
                *best = Some((cost, share, row, column));
            }
        }
        Ok(())
    }

    fn eliminate(&mut self, row: u32, column: u32) -> Pivot {
        let entries = std::mem::take(&mut self.rows[row as usize]);
        let mut lower = std::mem::take(&mut self.columns[column as usize]);
        lower.retain(|&other| other != row);
        self.open_rows.retain(|&open| open != row);
        self.open_columns.retain(|&open| open != column);
        let pivot = entries
            .iter()
            .find(|entry| entry.0 == column)
            .map_or(f64::NAN, |entry| entry.1);
        let upper: Vec<u32> = entries
            .iter()
            .map(|entry| entry.0)
            .filter(|&other| other != column)
            .collect();
        for &(place, value) in &entries {
            self.pivot_row[place as usize] = value / pivot;
            self.columns[place as usize].retain(|&other| other != row);
        }
        for &other in &lower {
            self.update(other, column, &upper);
        }
        for &(place, _) in &entries {
            self.pivot_row[place as usize] = 0.0;
        }
        Pivot {
            row,
            column,
            upper,
            lower,
        }
    }

    /// Subtracts the pivot row from another so that its entry of the pivot column vanishes.
    fn update(&mut self, row: u32, column: u32, upper: &[u32]) {
        let entries = &mut self.rows[row as usize];
        let Some(at) = entries.iter().position(|entry| entry.0 == column) else {
            return;
        };
        let multiplier = entries.swap_remove(at).1;
        for (place, value) in entries.iter_mut() {
            *value -= multiplier * self.pivot_row[*place as usize];
            self.seen_by[*place as usize] = row;
        }
        for &place in upper {
            if self.seen_by[place as usize] != row {
                entries.push((place, -multiplier * self.pivot_row[place as usize]));
                self.columns[place as usize].push(row);
            }
        }
        for (place, _) in entries.iter() {
            self.seen_by[*place as usize] = u32::MAX;
        }
    }
}

/// Column and size of the largest entry.
fn largest(entries: &[(u32, f64)]) -> (u32, f64) {
    entries.iter().fold((0, 0.0), |most, &(column, value)| {
        if value.abs() > most.1 || value.is_nan() {
            (column, value.abs())
        } else {
            most
        }
    })
}
