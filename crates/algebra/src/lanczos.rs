//! Block Lanczos for K x = λ M x with the inverse of K − σ M.
//!
//! With A = (K − σM)⁻¹ M the eigenvalues near the shift become the largest: A x = θ x, λ = σ + 1/θ \[ericsson1980\].
//! A basis V with Vᵀ M V = 1 is grown by blocks; of A it shows T = Vᵀ M A V, whose eigenvectors y give x = V y.
//! Blocks find double eigenvalues, of which single vectors see one \[grimes1994\]; each block is made orthogonal to
//! all before it, twice, and a full basis is cut down to its best vectors and grown again \[wu2000\]. The equations are
//! in \[theory:large-systems\].

use faer::{Mat, MatMut, MatRef};

use crate::dense;
use crate::panel;
use crate::{Error, Inverse};

/// Norm of what is left of a vector, relative to what it was, below which only rounding is left.
const NOTHING_LEFT: f64 = 1e-13;

/// The approximate eigenpairs of a basis, by falling |θ|.
pub struct Ritz {
    /// Eigenvalues of A.
    pub theta: Vec<f64>,
    /// ‖A x − θ x‖ in the norm of the mass, relative to |θ|.
    pub error: Vec<f64>,
    /// Eigenvectors of T, by columns.
    pub vectors: Mat<f64>,
}

/// A growing basis.
pub struct BlockLanczos<'a> {
    inverse: &'a dyn Inverse,
    /// Unknowns.
    n: usize,
    /// Vectors of a block.
    block: usize,
    /// V, then the block that comes next.
    basis: Mat<f64>,
    /// Vectors of V.
    filled: usize,
    /// Vectors of the block that comes next; 0 when V spans all that A can reach.
    width: usize,
    /// T.
    projected: Mat<f64>,
    /// A V − V T = (next block) · coupling, for the last block of V.
    coupling: Mat<f64>,
    /// A number for each random vector drawn.
    draws: u64,
    /// Right-hand sides solved.
    pub solves: usize,
}

impl<'a> BlockLanczos<'a> {
    /// A basis of at most `capacity` vectors, started from random ones.
    pub fn new(inverse: &'a dyn Inverse, block: usize, capacity: usize) -> Result<Self, Error> {
        let capacity = capacity.max(3 * block);
        let n = inverse.n();
        let mut lanczos = Self {
            inverse,
            n,
            block,
            basis: Mat::zeros(n, capacity + block),
            filled: 0,
            width: 0,
            projected: Mat::zeros(capacity, capacity),
            coupling: Mat::zeros(0, 0),
            draws: 0,
            solves: 0,
        };
        lanczos.top_up()?;
        Ok(lanczos)
    }

    /// Vectors in the basis.
    pub fn filled(&self) -> usize {
        self.filled
    }

    /// Whether the basis spans all that has mass.
    pub fn is_exhausted(&self) -> bool {
        self.width == 0
    }

    /// Unknowns.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Vectors of a block.
    pub fn block(&self) -> usize {
        self.block
    }

    /// Vectors that the basis has room for.
    pub fn capacity(&self) -> usize {
        self.projected.ncols()
    }

    /// Makes room for so many vectors, if there is less.
    pub fn make_room(&mut self, capacity: usize) {
        if capacity > self.capacity() {
            self.basis
                .resize_with(self.n, capacity + self.block, |_, _| 0.0);
            self.projected.resize_with(capacity, capacity, |_, _| 0.0);
        }
    }

    /// Whether another block fits.
    pub fn has_room(&self) -> bool {
        self.filled + self.width <= self.projected.ncols()
    }

    /// Takes the next block into the basis and finds the one after it.
    pub fn step(&mut self) -> Result<(), Error> {
        let (first, width) = (self.filled, self.width);
        let all = first + width;
        let block = self.basis.as_ref().subcols(first, width).to_owned();
        let mut w = self.mass_times(block.as_ref());
        self.solve(&mut w)?;
        let mut mass_w = self.mass_times(w.as_ref());
        let before = largest_norm(w.as_ref(), mass_w.as_ref());
        let mut gram = Mat::zeros(width, width);
        // Twice: the first pass leaves rounding of the size of what it takes away.
        for pass in 0..2 {
            if pass > 0 {
                mass_w = self.mass_times(w.as_ref());
                gram = panel::project(w.as_ref(), mass_w.as_ref());
            }
            let h = panel::project(self.basis.as_ref().subcols(0, all), mass_w.as_ref());
            panel::subtract(w.as_mut(), self.basis.as_ref().subcols(0, all), h.as_ref());
            for j in 0..width {
                for i in 0..all {
                    self.projected[(i, first + j)] += h[(i, j)];
                }
            }
            gram -= h.transpose() * &h;
        }
        self.make_symmetric(first, width);
        self.filled = all;
        let (next, coupling) = self.orthonormal(w, gram, before)?;
        self.width = next.ncols();
        self.coupling = coupling;
        let target = self.basis.as_mut().subcols_mut(all, next.ncols());
        copy(next.as_ref(), target);
        self.top_up()
    }

    /// T is symmetric but for rounding: the newer columns hold the entries of both triangles.
    fn make_symmetric(&mut self, first: usize, width: usize) {
        for j in first..first + width {
            for i in 0..first {
                self.projected[(j, i)] = self.projected[(i, j)];
            }
            for i in first..j {
                let mean = 0.5 * (self.projected[(i, j)] + self.projected[(j, i)]);
                self.projected[(i, j)] = mean;
                self.projected[(j, i)] = mean;
            }
        }
    }

    /// Makes vectors that are almost orthogonal to V orthonormal, those left out that vanish: W = Q · coupling.
    /// `gram` is Wᵀ M W, which need not be exact.
    fn orthonormal(
        &self,
        w: Mat<f64>,
        gram: Mat<f64>,
        before: f64,
    ) -> Result<(Mat<f64>, Mat<f64>), Error> {
        let (mut q, mut coupling) = normalised(w, gram, before * NOTHING_LEFT)?;
        // Short vectors were mostly rounding: what they have of V and of each other is taken out once more.
        if q.ncols() > 0 {
            let v = self.basis.as_ref().subcols(0, self.filled);
            let mass_q = self.mass_times(q.as_ref());
            let h = panel::project(v, mass_q.as_ref());
            // (Q − V H)ᵀ M (Q − V H) with H = Vᵀ M Q, without another product with M.
            let gram = panel::project(q.as_ref(), mass_q.as_ref()) - h.transpose() * &h;
            panel::subtract(q.as_mut(), v, h.as_ref());
            let (again, second) = normalised(q, gram, 0.5)?;
            q = again;
            coupling = second * coupling;
        }
        Ok((q, coupling))
    }

    /// Fills the next block with random vectors: more of an eigenvalue than a block has vectors is found by them.
    fn top_up(&mut self) -> Result<(), Error> {
        let missing = self.block - self.width;
        let n = self.n;
        if missing == 0 || self.filled + self.width >= n {
            return Ok(());
        }
        let missing = missing.min(n - self.filled - self.width);
        let draws = self.draws;
        let random = Mat::from_fn(n, missing, |i, j| noise(draws + j as u64, i as u64));
        self.draws += missing as u64;
        // Through A once, for vectors without mass are none of its own.
        let mut w = self.mass_times(random.as_ref());
        self.solve(&mut w)?;
        let before = largest_norm(w.as_ref(), self.mass_times(w.as_ref()).as_ref());
        let known = self.filled + self.width;
        let mut gram = Mat::zeros(missing, missing);
        for _ in 0..2 {
            let v = self.basis.as_ref().subcols(0, known);
            let mass_w = self.mass_times(w.as_ref());
            let h = panel::project(v, mass_w.as_ref());
            gram = panel::project(w.as_ref(), mass_w.as_ref()) - h.transpose() * &h;
            panel::subtract(w.as_mut(), v, h.as_ref());
        }
        let filled = std::mem::replace(&mut self.filled, known);
        let done = self.orthonormal(w, gram, before);
        self.filled = filled;
        let (next, _) = done?;
        copy(
            next.as_ref(),
            self.basis.as_mut().subcols_mut(known, next.ncols()),
        );
        let last = self.coupling.ncols();
        let coupling = Mat::from_fn(self.width + next.ncols(), last, |i, j| {
            if i < self.width {
                self.coupling[(i, j)]
            } else {
                0.0
            }
        });
        self.coupling = coupling;
        self.width += next.ncols();
        Ok(())
    }

    /// Eigenpairs that the basis shows.
    pub fn ritz(&self) -> Result<Ritz, Error> {
        let m = self.filled;
        let entries: Vec<f64> = (0..m * m).map(|p| self.projected[(p % m, p / m)]).collect();
        let eigen = dense::symmetric_eigen(m, &entries)?;
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|&a, &b| eigen.values[b].abs().total_cmp(&eigen.values[a].abs()));
        let last = self.coupling.ncols();
        let error = |i: usize| -> f64 {
            let y = &eigen.vectors[m * i + m - last..m * (i + 1)];
            let row = |r: usize| -> f64 { (0..last).map(|j| self.coupling[(r, j)] * y[j]).sum() };
            let norm: f64 = (0..self.coupling.nrows()).map(|r| row(r).powi(2)).sum();
            norm.sqrt() / eigen.values[i].abs()
        };
        Ok(Ritz {
            theta: order.iter().map(|&i| eigen.values[i]).collect(),
            error: order.iter().map(|&i| error(i)).collect(),
            vectors: Mat::from_fn(m, m, |i, j| eigen.vectors[m * order[j] + i]),
        })
    }

    /// Cuts the basis down to the given vectors. The next block stays.
    pub fn restart(&mut self, ritz: &Ritz, keep: &[usize]) {
        let (m, k) = (self.filled, keep.len().min(self.filled));
        let y = Mat::from_fn(m, k, |i, j| ritz.vectors[(i, keep[j])]);
        panel::replace(self.basis.as_mut(), y.as_ref());
        let next = self.basis.as_ref().subcols(m, self.width).to_owned();
        copy(
            next.as_ref(),
            self.basis.as_mut().subcols_mut(k, self.width),
        );
        self.projected.fill(0.0);
        for (j, &kept) in keep[..k].iter().enumerate() {
            self.projected[(j, j)] = ritz.theta[kept];
        }
        self.filled = k;
    }

    /// Keeps the given vectors, which must be exact but for rounding, and looks for others from random ones.
    pub fn restart_afresh(&mut self, ritz: &Ritz, keep: &[usize]) -> Result<(), Error> {
        self.restart(ritz, keep);
        self.width = 0;
        self.coupling = Mat::zeros(0, 0);
        self.top_up()
    }

    /// Eigenvectors x = V y, one after another, xᵀ M x = 1, the largest entry positive.
    pub fn vectors(&self, ritz: &Ritz, which: &[usize]) -> Vec<f64> {
        let y = Mat::from_fn(self.filled, which.len(), |i, j| ritz.vectors[(i, which[j])]);
        let x = panel::combine(self.basis.as_ref().subcols(0, self.filled), y.as_ref());
        let mut vectors = Vec::with_capacity(x.nrows() * x.ncols());
        for j in 0..x.ncols() {
            let largest = (0..x.nrows()).fold(0.0_f64, |m, i| {
                if x[(i, j)].abs() > m.abs() {
                    x[(i, j)]
                } else {
                    m
                }
            });
            let sign = if largest < 0.0 { -1.0 } else { 1.0 };
            vectors.extend((0..x.nrows()).map(|i| sign * x[(i, j)]));
        }
        vectors
    }

    fn mass_times(&self, x: MatRef<'_, f64>) -> Mat<f64> {
        let x = contiguous(x);
        let mut product = vec![0.0; x.len()];
        self.inverse.mass_times(&x, &mut product);
        self.as_columns(&product)
    }

    fn solve(&mut self, w: &mut Mat<f64>) -> Result<(), Error> {
        let mut x = contiguous(w.as_ref());
        self.inverse.solve_in_place(&mut x, w.ncols())?;
        self.solves += w.ncols();
        *w = self.as_columns(&x);
        Ok(())
    }

    fn as_columns(&self, x: &[f64]) -> Mat<f64> {
        MatRef::from_column_major_slice(x, self.n, x.len() / self.n.max(1)).to_owned()
    }
}

/// Columns of a matrix may be padded: operators want them one right after another.
fn contiguous(x: MatRef<'_, f64>) -> Vec<f64> {
    let mut entries = Vec::with_capacity(x.nrows() * x.ncols());
    for column in x.col_iter() {
        match column.try_as_col_major() {
            Some(column) => entries.extend_from_slice(column.as_slice()),
            None => entries.extend(column.iter()),
        }
    }
    entries
}

fn copy(from: MatRef<'_, f64>, mut to: MatMut<'_, f64>) {
    to.copy_from(from);
}

/// Q and R of W = Q R with Qᵀ M Q = 1, from Wᵀ M W; directions shorter than `least` left out.
fn normalised(w: Mat<f64>, gram: Mat<f64>, least: f64) -> Result<(Mat<f64>, Mat<f64>), Error> {
    let width = w.ncols();
    let gram: Vec<f64> = (0..width * width)
        .map(|p| 0.5 * (gram[(p % width, p / width)] + gram[(p / width, p % width)]))
        .collect();
    let eigen = dense::symmetric_eigen(width, &gram)?;
    let largest = eigen.values.last().copied().unwrap_or(0.0);
    // Directions that rounding of the others covers are left out, and come back as random ones.
    let least = (least * least).max(largest * f64::EPSILON * 16.0);
    let kept: Vec<usize> = (0..width).filter(|&i| eigen.values[i] > least).collect();
    let root = |k: usize| eigen.values[kept[k]].sqrt();
    let entry = |i: usize, k: usize| eigen.vectors[i + width * kept[k]];
    let to_q = Mat::from_fn(width, kept.len(), |i, k| entry(i, k) / root(k));
    let r = Mat::from_fn(kept.len(), width, |k, i| entry(i, k) * root(k));
    Ok((panel::combine(w.as_ref(), to_q.as_ref()), r))
}

/// Largest √(wᵀ M w) of the columns.
fn largest_norm(w: MatRef<'_, f64>, mass_w: MatRef<'_, f64>) -> f64 {
    let gram = panel::project(w, mass_w);
    (0..gram.ncols())
        .map(|j| gram[(j, j)].max(0.0).sqrt())
        .fold(0.0, f64::max)
}

/// A number in −1 … 1 that looks random: the same for the same place.
fn noise(column: u64, row: u64) -> f64 {
    let mut bits = row
        .wrapping_add(column.wrapping_mul(0xD1B5_4A32_D192_ED03))
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
