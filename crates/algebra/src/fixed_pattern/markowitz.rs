//! Choice of the pivots: few new entries, none too small.
//!
//! A pivot in row i and column j of what remains to be eliminated makes at most (rᵢ − 1)(cⱼ − 1) new entries, with
//! rᵢ and cⱼ the entries of its row and column. Take the least \[markowitz1957\] among those that are not small beside
//! the largest entry of their row, so that no multiplier exceeds the inverse of the threshold. Rows are kept in the order of their
//! lengths: each choice looks at a few of them, however many there are. In a large matrix the shortest rows are many, and the few that are
//! looked at lie side by side: there each row keeps its best pivot, which is looked for again when something near it has changed.

mod queue;

use std::collections::BTreeSet;

use queue::Queue;

use super::{RowPattern, growth_error};
use crate::Error;

/// Of the largest entry that its row ever had in the matrix, a pivot must keep more than this: less is what
/// rounding leaves of zero.
pub const VANISHED: f64 = 1e-14;

/// Rows searched for each pivot at most, shortest first.
const ROWS_SEARCHED: usize = 64;

/// From so many unknowns on each row keeps its best pivot.
const LARGE: usize = 1000;

/// Columns with more rows are not waited for: a change of their lengths makes no pivot cheap.
const LONG: usize = 64;

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
    /// Rows without a pivot yet: entries of each, and which it is.
    open_rows: BTreeSet<(u32, u32)>,
    open_columns: OpenColumns,
    /// Largest entry of each row as given.
    sizes: Vec<f64>,
    /// Scratch: the pivot row, and the last row that has seen each column.
    pivot_row: Vec<f64>,
    seen_by: Vec<u32>,
    /// Entries looked at.
    searched: u64,
}

/// Columns without a pivot yet, by their lengths.
struct OpenColumns {
    is_open: Vec<bool>,
    /// How many have so many entries.
    with_length: Vec<u32>,
    /// None is shorter.
    shortest: usize,
}

impl OpenColumns {
    fn new(columns: &[Vec<u32>]) -> Self {
        let mut with_length = vec![0; columns.len() + 1];
        for column in columns {
            with_length[column.len()] += 1;
        }
        Self {
            is_open: vec![true; columns.len()],
            with_length,
            shortest: 0,
        }
    }

    fn close(&mut self, column: u32, length: usize) {
        self.is_open[column as usize] = false;
        self.with_length[length] -= 1;
    }

    fn change(&mut self, from: usize, to: usize) {
        self.with_length[from] -= 1;
        self.with_length[to] += 1;
        self.shortest = self.shortest.min(to);
    }

    /// Entries of the shortest.
    fn shortest(&mut self) -> usize {
        let mut longer = self.with_length[self.shortest..].iter();
        self.shortest += longer.position(|count| *count > 0).unwrap_or(0);
        self.shortest
    }

    fn first(&self) -> usize {
        self.is_open.iter().position(|open| *open).unwrap_or(0)
    }
}

/// Chooses all pivots for these values, each at least `threshold` of the largest entry of its row. And how many entries it looked at.
pub fn choose(
    pattern: &RowPattern,
    values: &[f64],
    threshold: f64,
) -> Result<(Vec<Pivot>, u64), Error> {
    let mut remainder = Remainder::new(pattern, values);
    let mut pivots = Vec::with_capacity(pattern.n);
    let mut queue = match pattern.n >= LARGE {
        true => Some(remainder.queue(threshold)?),
        false => None,
    };
    for _ in 0..pattern.n {
        let cheapest = queue.as_ref().and_then(Queue::first);
        let (row, column) = match cheapest {
            Some(found) => found,
            None => remainder.best(threshold)?,
        };
        let pivot = remainder.eliminate(row, column);
        if let Some(queue) = &mut queue {
            remainder.look_again(&pivot, threshold, queue)?;
        }
        pivots.push(pivot);
    }
    Ok((pivots, remainder.searched))
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
        let lengths = rows.iter().enumerate();
        Self {
            open_rows: lengths
                .map(|(row, entries)| (entries.len() as u32, row as u32))
                .collect(),
            open_columns: OpenColumns::new(&columns),
            rows,
            columns,
            sizes,
            pivot_row: vec![0.0; n],
            seen_by: vec![u32::MAX; n],
            searched: 0,
        }
    }

    /// Row and column of the next pivot: the least product of counts, then the largest beside its row.
    fn best(&mut self, threshold: f64) -> Result<(u32, u32), Error> {
        let shortest = self.open_columns.shortest().saturating_sub(1);
        let mut best: Option<(usize, f64, u32, u32)> = None;
        let mut last_length = 0;
        for &(length, row) in self.open_rows.iter().take(ROWS_SEARCHED) {
            let lowest = (length as usize).saturating_sub(1) * shortest;
            // Rows of one length are compared with each other.
            if length > last_length && best.is_some_and(|(cost, ..)| cost <= lowest) {
                break;
            }
            last_length = length;
            self.searched += u64::from(length);
            self.search_row(row, threshold, &mut best)?;
        }
        best.map(|(.., row, column)| (row, column))
            .ok_or_else(|| Error::VanishingPivot {
                row: self.first_open_row(),
                column: self.open_columns.first(),
                remains: 0.0,
            })
    }

    /// The best pivots of all rows.
    fn queue(&mut self, threshold: f64) -> Result<Queue, Error> {
        let n = self.rows.len();
        let mut queue = Queue::new(n);
        for row in 0..n as u32 {
            self.put(row, threshold, &mut queue)?;
        }
        Ok(queue)
    }

    fn put(&mut self, row: u32, threshold: f64, queue: &mut Queue) -> Result<(), Error> {
        let length = self.rows[row as usize].len();
        self.searched += length as u64;
        let mut best = None;
        self.search_row(row, threshold, &mut best)?;
        if let Some((cost, _, row, column)) = best {
            queue.put(row, (cost, length), column);
        }
        Ok(())
    }

    /// Looks for the best pivots of rows that an elimination has changed, or the length of a column of theirs.
    fn look_again(
        &mut self,
        pivot: &Pivot,
        threshold: f64,
        queue: &mut Queue,
    ) -> Result<(), Error> {
        queue.take(pivot.row);
        let columns = pivot.upper.iter().map(|&c| &self.columns[c as usize]);
        let near = columns.filter(|rows| rows.len() <= LONG).flatten();
        let mut changed: Vec<u32> = near.chain(&pivot.lower).copied().collect();
        changed.sort_unstable();
        changed.dedup();
        for row in changed {
            self.put(row, threshold, queue)?;
        }
        Ok(())
    }

    fn first_open_row(&self) -> usize {
        let rows = self.open_rows.iter().map(|&(_, row)| row as usize);
        rows.min().unwrap_or(0)
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
        self.open_rows.remove(&(entries.len() as u32, row));
        self.open_columns.close(column, lower.len());
        lower.retain(|&other| other != row);
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
        }
        for &place in &upper {
            let rows = &mut self.columns[place as usize];
            self.open_columns.change(rows.len(), rows.len() - 1);
            rows.retain(|&other| other != row);
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
        self.open_rows.remove(&(entries.len() as u32, row));
        let multiplier = entries.swap_remove(at).1;
        for (place, value) in entries.iter_mut() {
            *value -= multiplier * self.pivot_row[*place as usize];
            self.seen_by[*place as usize] = row;
        }
        for &place in upper {
            if self.seen_by[place as usize] != row {
                entries.push((place, -multiplier * self.pivot_row[place as usize]));
                let rows = &mut self.columns[place as usize];
                self.open_columns.change(rows.len(), rows.len() + 1);
                rows.push(row);
            }
        }
        self.open_rows.insert((entries.len() as u32, row));
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
