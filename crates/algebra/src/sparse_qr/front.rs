//! The dense part of the orthogonalisation: the rows in which vectors of one group come first.

/// Rows of R of a group.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Front {
    /// Vectors behind the columns: those of its own that are independent, in the order of their rows; the others of its own; later ones.
    vectors: Vec<u32>,
    n_live: usize,
    /// Row by row, zeros before the diagonal included.
    entries: Vec<f64>,
}

impl Front {
    /// Independent vectors of its own.
    pub fn live(&self) -> &[u32] {
        &self.vectors[..self.n_live]
    }

    pub fn n_entries(&self) -> usize {
        self.entries.len()
    }

    /// Its unknowns of R x = y, in place of y, from all later ones. Where a dependent vector has −1 in y, it is one of them.
    pub fn solve(&self, x: &mut [f64]) {
        let width = self.vectors.len();
        for (k, row) in self.entries.chunks_exact(width).enumerate().rev() {
            let later = self.vectors[k + 1..].iter().zip(&row[k + 1..]);
            let known: f64 = later.map(|(&v, r)| r * x[v as usize]).sum();
            let own = &mut x[self.vectors[k] as usize];
            *own = (*own - known) / row[k];
        }
    }

    /// Its unknowns of Rᵀ y = x, in place of x; what they make of later ones is subtracted there.
    pub fn solve_transposed(&self, x: &mut [f64], is_independent: &[bool]) {
        let width = self.vectors.len();
        for (k, row) in self.entries.chunks_exact(width).enumerate() {
            let own = x[self.vectors[k] as usize] / row[k];
            x[self.vectors[k] as usize] = own;
            for (&vector, r) in self.vectors[k + 1..].iter().zip(&row[k + 1..]) {
                if is_independent[vector as usize] {
                    x[vector as usize] -= r * own;
                }
            }
        }
    }
}

/// Rows that a group has left over, column by column.
#[derive(Debug, Clone, Default)]
pub(super) struct Left {
    pub vectors: Vec<u32>,
    pub n_rows: usize,
    pub entries: Vec<f64>,
}

/// What a front leaves, and what it has cost.
pub(super) struct Rest {
    pub left: Option<Left>,
    pub multiplications: u64,
    pub size: usize,
}

/// A front while it is worked on, column by column.
pub(super) struct Work {
    pub vectors: Vec<u32>,
    /// Columns of its own vectors.
    pub n_own: usize,
    pub n_rows: usize,
    pub entries: Vec<f64>,
    n_live: usize,
    multiplications: u64,
    /// A reflector.
    mirror: Vec<f64>,
}

impl Work {
    pub fn new(vectors: Vec<u32>, n_own: usize, n_rows: usize) -> Self {
        Self {
            entries: vec![0.0; vectors.len() * n_rows],
            mirror: vec![0.0; n_rows],
            vectors,
            n_own,
            n_rows,
            n_live: 0,
            multiplications: 0,
        }
    }

    fn column(&self, column: usize, from: usize) -> &[f64] {
        &self.entries[column * self.n_rows + from..(column + 1) * self.n_rows]
    }

    /// What remains of a column below some rows.
    fn remains(&self, column: usize, from: usize) -> f64 {
        let squares = self.column(column, from).iter().map(|x| x * x);
        squares.sum::<f64>().sqrt()
    }

    /// Takes the longest remainder of its own vectors first, until less than the tolerance remains; then brings what is left to as
    /// few rows as it has columns.
    pub fn eliminate(&mut self, is_allowed: &[bool], tolerance: f64) {
        while let Some((column, length)) = self.longest(is_allowed) {
            if length < tolerance {
                break;
            }
            self.swap(column, self.n_live);
            self.reflect(self.n_live, self.n_live);
            self.n_live += 1;
        }
        let later = self.vectors.len() - self.n_own;
        if self.n_rows.saturating_sub(self.n_live) > later {
            for i in 0..later {
                self.reflect(self.n_own + i, self.n_live + i);
            }
        }
    }

    /// The column of its own that has the longest remainder; of equal ones the first.
    fn longest(&self, is_allowed: &[bool]) -> Option<(usize, f64)> {
        let columns = self.n_live..self.n_own;
        let allowed = columns.filter(|&c| is_allowed[self.vectors[c] as usize]);
        let lengths = allowed.map(|column| (column, self.remains(column, self.n_live)));
        lengths.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.vectors.swap(a, b);
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            let (before, after) = self.entries.split_at_mut(high * self.n_rows);
            before[low * self.n_rows..][..self.n_rows].swap_with_slice(&mut after[..self.n_rows]);
        }
    }

    /// A reflection that leaves of a column, from a row on, its first entry only. (Householder)
    fn reflect(&mut self, column: usize, from: usize) {
        let length = self.remains(column, from);
        if length == 0.0 {
            return;
        }
        let n = self.n_rows - from;
        let mirror = &mut self.mirror[..n];
        mirror.copy_from_slice(&self.entries[column * self.n_rows + from..][..n]);
        mirror[0] += length.copysign(mirror[0]);
        let square: f64 = mirror.iter().map(|x| x * x).sum();
        for other in 0..self.vectors.len() {
            // Columns that have their row of R are zero from here on.
            if other < self.n_live {
                continue;
            }
            let entries = &mut self.entries[other * self.n_rows + from..][..n];
            let product: f64 = entries.iter().zip(&*mirror).map(|(a, b)| a * b).sum();
            let share = 2.0 * product / square;
            for (entry, m) in entries.iter_mut().zip(&*mirror) {
                *entry -= share * m;
            }
        }
        self.multiplications += 2 * (n * (self.vectors.len() - self.n_live)) as u64;
        let own = &mut self.entries[column * self.n_rows + from..][..n];
        own[1..].fill(0.0);
    }

    pub fn finish(self) -> (Front, Rest) {
        let width = self.vectors.len();
        let mut entries = Vec::with_capacity(self.n_live * width);
        for row in 0..self.n_live {
            entries.extend((0..width).map(|column| self.entries[column * self.n_rows + row]));
        }
        let later = width - self.n_own;
        let n_rows = (self.n_rows - self.n_live).min(later);
        let left = (n_rows > 0).then(|| Left {
            vectors: self.vectors[self.n_own..].to_vec(),
            n_rows,
            entries: (self.n_own..width)
                .flat_map(|column| self.column(column, self.n_live)[..n_rows].iter().copied())
                .collect(),
        });
        let rest = Rest {
            left,
            multiplications: self.multiplications,
            size: self.entries.len(),
        };
        let front = Front {
            vectors: self.vectors,
            n_live: self.n_live,
            entries,
        };
        (front, rest)
    }
}
