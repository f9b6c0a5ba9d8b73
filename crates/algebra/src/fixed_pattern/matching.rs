//! Can each row have a column of its own? If not, the matrix is singular whatever its values.

use super::RowPattern;
use crate::Error;

const NONE: u32 = u32::MAX;

/// Refuses a pattern whose rows cannot all be given different columns. Rows are matched one by one along shortest
/// alternating paths.
pub fn check_structure(pattern: &RowPattern) -> Result<(), Error> {
    let n = pattern.n;
    let mut row_of_column = vec![NONE; n];
    let mut column_of_row = vec![NONE; n];
    let mut asked_by = vec![NONE; n];
    let mut asked_for = vec![NONE; n];
    let mut queue: Vec<u32> = Vec::with_capacity(n);
    for row in 0..n {
        queue.clear();
        queue.push(row as u32);
        let mut free = None;
        let mut next = 0;
        'search: while let Some(&asking) = queue.get(next) {
            next += 1;
            for &column in pattern.row(asking as usize) {
                let place = column as usize;
                if asked_for[place] == row as u32 {
                    continue;
                }
                asked_for[place] = row as u32;
                asked_by[place] = asking;
                if row_of_column[place] == NONE {
                    free = Some(place);
                    break 'search;
                }
                queue.push(row_of_column[place]);
            }
        }
        let Some(free) = free else {
            return Err(Error::StructurallySingular {
                row,
                rows: queue.len(),
                columns: queue.len() - 1,
            });
        };
        hand_over(row, free, &asked_by, &mut row_of_column, &mut column_of_row);
    }
    Ok(())
}

/// Every row on the path takes the column it asked for and leaves its own to the row that asked for that.
fn hand_over(
    row: usize,
    free: usize,
    asked_by: &[u32],
    row_of_column: &mut [u32],
    column_of_row: &mut [u32],
) {
    let mut column = free;
    // A path has each row at most once.
    for _ in 0..=row {
        let taker = asked_by[column] as usize;
        let left = column_of_row[taker] as usize;
        row_of_column[column] = taker as u32;
        column_of_row[taker] = column as u32;
        if taker == row {
            return;
        }
        column = left;
    }
}
