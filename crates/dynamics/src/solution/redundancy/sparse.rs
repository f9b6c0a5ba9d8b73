//! Many rows, in the order that keeps them sparse: those of one element are taken together.

use pitchline_algebra::{SparseQr, SparseVector};

use super::rows::Rows;
use super::{DEPENDENT, Dependences};

pub(super) fn dependences(rows: &Rows) -> Dependences {
    let active: Vec<usize> = (0..rows.len()).filter(|&i| rows.is_active[i]).collect();
    let vectors: Vec<SparseVector> = active.iter().map(|&i| rows.vectors[i].clone()).collect();
    let elements: Vec<u32> = active.iter().map(|&i| rows.elements[i]).collect();
    let qr = SparseQr::new(&vectors, &elements, DEPENDENT);
    let mut room = vec![0.0; active.len()];
    let dependent = qr.dependent().map(|row| {
        let mut combination = qr.combination(row, &mut room);
        combination.push((row as u32, -1.0));
        combination.sort_unstable_by_key(|entry| entry.0);
        for (i, _) in &mut combination {
            *i = active[*i as usize] as u32;
        }
        (active[row], combination)
    });
    Dependences {
        dependent: dependent.collect(),
        rank: qr.rank(),
        effort: qr.effort(),
    }
}
