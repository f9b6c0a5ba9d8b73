//! The equations over the free coordinates: Nᵀ A N for each matrix, or Lᵀ A N. \[theory:linearised\] (14), (54)

use pitchline_algebra::{QuadraticPencil, RowPattern};

use super::NullBasis;
use crate::Error;

/// M, C and K over the free coordinates.
pub(super) fn reduce(
    full: &QuadraticPencil,
    bases: [&NullBasis; 2],
) -> Result<QuadraticPencil, Error> {
    reduce_all(&[full], bases)?.pop().ok_or(Error::Count {
        what: "the equations",
        given: 0,
        needed: 1,
    })
}

/// The same of several machines over one pattern, in one pattern; with L and N.
pub(super) fn reduce_all(
    fulls: &[&QuadraticPencil],
    bases: [&NullBasis; 2],
) -> Result<Vec<QuadraticPencil>, Error> {
    let n = bases[1].n_free();
    // The diagonal is always there: a free coordinate may have neither mass nor stiffness.
    let mut entries: Vec<(usize, usize)> = (0..n).map(|i| (i, i)).collect();
    each(fulls, bases, |row, column, _, _| {
        entries.push((row, column))
    });
    let pattern = RowPattern::from_entries(n, &entries).map_err(Error::algebra("the equations"))?;
    let zero = vec![0.0; pattern.columns.len()];
    let empty = QuadraticPencil {
        mass: zero.clone(),
        damping: zero.clone(),
        stiffness: zero,
        pattern,
    };
    let mut reduced = vec![empty; fulls.len()];
    each(fulls, bases, |row, column, at, share| {
        for (reduced, full) in reduced.iter_mut().zip(fulls) {
            let place = reduced.pattern.row(row).binary_search(&(column as u32));
            let Ok(place) = place else { continue };
            let to = reduced.pattern.range(row).start + place;
            reduced.mass[to] += share * full.mass[at];
            reduced.damping[to] += share * full.damping[at];
            reduced.stiffness[to] += share * full.stiffness[at];
        }
    });
    Ok(reduced)
}

/// Every product of two shares: row, column, entry of the full matrices, share. Entries that vanish everywhere are left out.
fn each(
    fulls: &[&QuadraticPencil],
    [left, right]: [&NullBasis; 2],
    mut look: impl FnMut(usize, usize, usize, f64),
) {
    let Some(first) = fulls.first() else {
        return;
    };
    for i in 0..first.n() {
        for at in first.pattern.range(i) {
            let vanishes = |full: &&QuadraticPencil| {
                full.mass[at] == 0.0 && full.damping[at] == 0.0 && full.stiffness[at] == 0.0
            };
            if fulls.iter().all(vanishes) {
                continue;
            }
            for &(row, by) in left.row(i) {
                for &(column, share) in right.row(first.pattern.columns[at] as usize) {
                    look(row, column, at, by * share);
                }
            }
        }
    }
}
