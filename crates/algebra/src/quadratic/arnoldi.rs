//! The largest eigenvalues of an operator without symmetry: a Krylov space of blocks, never cut down.
//!
//! V holds orthonormal vectors, H = Vᵀ S V their image in it; what leaves the space is W C with the next block W. A pair
//! (θ, V s) of H has the residual ‖C s_last‖ with the last entries of s. \[theory:linearised\] (21)

use super::companion::Companion;
use crate::{Complex, Error, add_product, general_eigen, gram};

/// Residual beside |θ| at which a pair has settled: digits of a vector; its value has more of them, twice as many without
/// damping.
const SETTLED: f64 = 1e-11;

/// μ, its vector, ‖S u − μ u‖ / |μ|.
pub(super) type Settled = (Complex, Vec<Complex>, f64);
/// What is left of a vector that lies in the space already.
const VANISHED: f64 = 1e-12;

/// The growing space.
struct Space {
    n: usize,
    /// Vectors one after another.
    basis: Vec<f64>,
    /// Columns of H with what leaves the space, each of its own length.
    columns: Vec<Vec<f64>>,
    draws: u64,
}

/// The `wanted` eigenvalues of largest size, and those that have settled with them. `size` is how many vectors the space had when
/// those of a like problem had settled, 0 if there was none; it is renewed.
pub(super) fn largest(
    operator: &mut Companion,
    wanted: usize,
    block: usize,
    size: &mut usize,
) -> Result<Vec<Settled>, Error> {
    let mut space = Space {
        n: operator.n(),
        basis: Vec::new(),
        columns: Vec::new(),
        draws: 0,
    };
    let block = block.max(1);
    for _ in 0..block {
        space.add_random();
    }
    let least = wanted + wanted / 4 + 2 * block;
    let mut target = (*size).max(least);
    loop {
        // Room for all blocks that are begun: the whole space at most.
        while space.columns.len() < target && space.columns.len() < space.vectors() {
            space.grow(operator);
        }
        let is_whole = space.columns.len() == space.vectors();
        let found = space.settled(wanted, is_whole)?;
        if found.len() >= wanted || is_whole {
            // Digits to spare: the next one may do with less.
            let worst = found.iter().fold(0.0_f64, |m, (_, _, left)| m.max(*left));
            *size = if worst < 1e-3 * SETTLED {
                target - block
            } else {
                target
            };
            return Ok(found);
        }
        target += (target / 8).max(block);
    }
}

impl Space {
    fn vectors(&self) -> usize {
        self.basis.len() / self.n
    }

    /// Takes the next vector through the operator.
    fn grow(&mut self, operator: &mut Companion) {
        let n = self.n;
        let at = self.columns.len();
        let mut image = self.basis[n * at..n * (at + 1)].to_vec();
        operator.apply(&mut image);
        let before = norm(&image);
        let mut column = self.subtract(&mut image);
        let left = norm(&image);
        if left > VANISHED * before && self.vectors() < n {
            column.push(left);
            self.basis.extend(image.iter().map(|x| x / left));
        }
        self.columns.push(column);
    }

    /// Takes the part in the space off a vector, twice against rounding, and gives back its shares.
    fn subtract(&self, image: &mut [f64]) -> Vec<f64> {
        let count = self.vectors();
        let mut shares = vec![0.0; count];
        for _ in 0..2 {
            let parts = gram(&self.basis, image, self.n);
            add_product(image, -1.0, &self.basis, self.n, count, &parts, 1);
            for (share, part) in shares.iter_mut().zip(parts) {
                *share += part;
            }
        }
        shares
    }

    fn add_random(&mut self) {
        if self.vectors() >= self.n {
            return;
        }
        // Numbers that look random and are always the same.
        self.draws += 1;
        let mut state = self.draws.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut vector: Vec<f64> = (0..self.n)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
            })
            .collect();
        self.subtract(&mut vector);
        let left = norm(&vector);
        if left > 0.0 {
            self.basis.extend(vector.iter().map(|x| x / left));
        }
    }

    /// Pairs that have settled, largest first, up to the first that has not.
    fn settled(&self, wanted: usize, is_whole: bool) -> Result<Vec<Settled>, Error> {
        let m = self.columns.len();
        let mut matrix = vec![0.0; m * m];
        for (out, column) in matrix.chunks_mut(m).zip(&self.columns) {
            let inside = column.len().min(m);
            out[..inside].copy_from_slice(&column[..inside]);
        }
        let eigen = general_eigen(m, &matrix)?;
        let mut order: Vec<usize> = (0..m).collect();
        // Partners of a pair stay together: they have equal sizes and the order is stable.
        order.sort_by(|&i, &j| eigen.values[j].norm().total_cmp(&eigen.values[i].norm()));
        let mut found = Vec::new();
        for &i in &order {
            let s = &eigen.vectors[m * i..m * (i + 1)];
            let size = eigen.values[i].norm();
            let leaves = self.leaves(s);
            if size <= 0.0 || !(is_whole || leaves <= SETTLED * size) {
                break;
            }
            found.push((eigen.values[i], self.combined(s), leaves / size));
            // A few more than asked for are harmless, all would cost time.
            if found.len() >= wanted + 2 && !is_whole {
                break;
            }
        }
        Ok(found)
    }

    /// Length of what leaves the space when S acts on V s.
    fn leaves(&self, s: &[Complex]) -> f64 {
        let m = self.columns.len();
        let mut outside = vec![Complex::new(0.0, 0.0); self.vectors() - m];
        for (column, s) in self.columns.iter().zip(s) {
            for (sum, h) in outside.iter_mut().zip(column.iter().skip(m)) {
                *sum += *s * *h;
            }
        }
        outside.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt()
    }

    fn combined(&self, s: &[Complex]) -> Vec<Complex> {
        let mut sum = vec![Complex::new(0.0, 0.0); self.n];
        for (v, s) in self.basis.chunks(self.n).zip(s) {
            for (sum, v) in sum.iter_mut().zip(v) {
                *sum += *s * *v;
            }
        }
        sum
    }
}

fn norm(a: &[f64]) -> f64 {
    a.iter().map(|a| a * a).sum::<f64>().sqrt()
}
