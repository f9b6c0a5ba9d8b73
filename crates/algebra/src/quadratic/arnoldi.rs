//! The largest eigenvalues of an operator without symmetry: a Krylov space of blocks, never cut down.
//!
//! V holds orthonormal vectors, H = Vᵀ S V their image in it; what leaves the space is W C with the next block W. A pair
//! (θ, V s) of H has the residual ‖C s_last‖ with the last entries of s. \[theory:linearised\] (21)

use super::companion::Companion;
use crate::{Complex, Error, general_eigen};

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

/// The `wanted` eigenvalues of largest size, and those that have settled with them.
pub(super) fn largest(
    operator: &mut Companion,
    wanted: usize,
    block: usize,
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
    let mut target = wanted + wanted / 2 + 6 * block;
    loop {
        // Room for all blocks that are begun: the whole space at most.
        while space.columns.len() < target && space.columns.len() < space.vectors() {
            space.grow(operator);
        }
        let is_whole = space.columns.len() == space.vectors();
        let found = space.settled(wanted, is_whole)?;
        if found.len() >= wanted || is_whole {
            return Ok(found);
        }
        target += target / 2;
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
        let mut shares = vec![0.0; self.vectors()];
        for _ in 0..2 {
            for (share, v) in shares.iter_mut().zip(self.basis.chunks(self.n)) {
                let part = dot(v, image);
                *share += part;
                for (x, v) in image.iter_mut().zip(v) {
                    *x -= part * v;
                }
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

/// In eight sums at once, which a processor can add side by side.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a_chunks, b_chunks) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest = a_chunks.remainder().iter().zip(b_chunks.remainder());
    let rest: f64 = rest.map(|(a, b)| a * b).sum();
    let mut sums = [0.0; 8];
    for (a, b) in a_chunks.zip(b_chunks) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum::<f64>() + rest
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}
