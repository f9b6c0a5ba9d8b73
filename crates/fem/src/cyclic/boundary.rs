//! What sectors share: the unknowns of the two cuts and of the centre, and how a harmonic ties them together.
//!
//! Boundary vectors hold the low cut, the high cut, the centre. Those that are called *aligned* count the high cut in the axes
//! of the next sector, where it is the low cut: then a harmonic ties the two by its phase alone.
//! \[theory:cyclic-symmetry\] (3)

use pitchline_algebra::Complex;

use crate::{DofMap, Sector};

/// Unknowns that sectors share.
#[derive(Debug, Clone)]
pub struct Boundary {
    /// Their numbers in the sector: low cut, high cut, centre.
    pub unknowns: Vec<u32>,
    /// Unknowns of one cut.
    pub n_cut: usize,
    /// Places in a cut of motions along x and y of the same node.
    pairs: Vec<[usize; 2]>,
    /// Place in the boundary of each motion of the centre that is an unknown.
    centre: [Option<usize>; 6],
    /// e^{iθ}.
    pitch: Complex,
}

/// A motion of the centre in a harmonic: amplitudes of some of its motions.
pub type CentreMotion = Vec<(usize, Complex)>;

impl Boundary {
    pub fn new(sector: &Sector, map: &DofMap, pitch: Complex) -> Self {
        let mut boundary = Self {
            unknowns: Vec::new(),
            n_cut: 0,
            pairs: Vec::new(),
            centre: [None; 6],
            pitch,
        };
        for &node in &sector.cut_low {
            let [x, y, z] = map.node_unknowns(node as usize);
            if x.is_some() && y.is_some() {
                let place = boundary.unknowns.len();
                boundary.pairs.push([place, place + 1]);
            }
            let unknowns = [x, y, z].into_iter().flatten();
            boundary.unknowns.extend(unknowns);
        }
        boundary.n_cut = boundary.unknowns.len();
        for &node in &sector.cut_high {
            let unknowns = map.node_unknowns(node as usize).into_iter().flatten();
            boundary.unknowns.extend(unknowns);
        }
        if !map.centres().is_empty() {
            for (motion, unknown) in map.centre_unknowns(0).into_iter().enumerate() {
                if let Some(unknown) = unknown {
                    boundary.centre[motion] = Some(boundary.unknowns.len());
                    boundary.unknowns.push(unknown);
                }
            }
        }
        boundary
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.unknowns.len()
    }

    /// Turns the high cut of a boundary vector into the axes of the next sector.
    pub fn align(&self, vector: &mut [f64]) {
        self.turn(vector, -self.pitch.im);
    }

    /// Turns it back.
    pub fn restore(&self, vector: &mut [f64]) {
        self.turn(vector, self.pitch.im);
    }

    fn turn(&self, vector: &mut [f64], sin: f64) {
        let high = &mut vector[self.n_cut..];
        for &[i, j] in &self.pairs {
            let (x, y) = (high[i], high[j]);
            high[i] = self.pitch.re * x - sin * y;
            high[j] = sin * x + self.pitch.re * y;
        }
    }

    /// A stiffness over the boundary, by columns, aligned in rows and columns.
    pub fn align_matrix(&self, matrix: &mut [f64]) {
        let n = self.n();
        matrix.chunks_mut(n).for_each(|column| self.align(column));
        let (_, high) = matrix.split_at_mut(n * self.n_cut);
        for &[i, j] in &self.pairs {
            let (left, right) = high.split_at_mut(n * j);
            let x = &mut left[n * i..n * (i + 1)];
            for (x, y) in x.iter_mut().zip(&mut right[..n]) {
                // The same turn as of rows: the matrix stays symmetric.
                let (a, b) = (*x, *y);
                *x = self.pitch.re * a + self.pitch.im * b;
                *y = -self.pitch.im * a + self.pitch.re * b;
            }
        }
    }

    /// Motions of the centre in a harmonic: along and about the axis in the harmonic 0, across it in the harmonic 1.
    /// \[theory:cyclic-symmetry\] (5)
    pub fn centre_motions(&self, harmonic: usize) -> Vec<CentreMotion> {
        let one = Complex::new(1.0, 0.0);
        let i = Complex::new(0.0, 1.0);
        let along = |motion: usize| self.centre[motion].map(|place| vec![(place, one)]);
        let across = |motion: usize| match (self.centre[motion], self.centre[motion + 1]) {
            (Some(x), Some(y)) => Some(vec![(x, one), (y, i)]),
            _ => None,
        };
        let motions = match harmonic {
            0 => [along(2), along(5)],
            1 => [across(0), across(3)],
            _ => [None, None],
        };
        motions.into_iter().flatten().collect()
    }

    /// Place in the boundary of a motion of the centre.
    pub fn centre_place(&self, motion: usize) -> Option<usize> {
        self.centre[motion]
    }
}

/// How a harmonic ties an aligned boundary to its unknowns y: the low cut, and motions of the centre.
/// \[theory:cyclic-symmetry\] (6)
#[derive(Debug, Clone)]
pub struct Ties {
    /// e^{inθ}.
    pub phase: Complex,
    pub n_cut: usize,
    pub n_boundary: usize,
    pub centre: Vec<CentreMotion>,
}

impl Ties {
    /// Number of unknowns of the harmonic.
    pub fn n(&self) -> usize {
        self.n_cut + self.centre.len()
    }

    /// y ← Tᴴ g.
    pub fn fold(&self, g: &[Complex], y: &mut [Complex]) {
        let (low, rest) = g.split_at(self.n_cut);
        let (cut, centre) = y.split_at_mut(self.n_cut);
        let back = self.phase.conj();
        for ((y, low), high) in cut.iter_mut().zip(low).zip(rest) {
            *y = low + back * high;
        }
        for (y, motion) in centre.iter_mut().zip(&self.centre) {
            let work = motion.iter().map(|(place, part)| part.conj() * g[*place]);
            *y = work.sum();
        }
    }

    /// x ← T y.
    pub fn unfold(&self, y: &[Complex], x: &mut [Complex]) {
        let (cut, centre) = y.split_at(self.n_cut);
        x[..self.n_cut].copy_from_slice(cut);
        x[self.n_cut..].fill(Complex::new(0.0, 0.0));
        for (x, y) in x[self.n_cut..].iter_mut().zip(cut) {
            *x = self.phase * y;
        }
        for (y, motion) in centre.iter().zip(&self.centre) {
            for (place, part) in motion {
                x[*place] += part * y;
            }
        }
    }

    /// Tᴴ S T of an aligned real symmetric S, by columns. \[theory:cyclic-symmetry\] (9)
    pub fn condense(&self, s: &[f64]) -> Vec<Complex> {
        let (n, m, c) = (self.n_boundary, self.n(), self.n_cut);
        let at = |i: usize, j: usize| s[i + n * j];
        let mut matrix = vec![Complex::new(0.0, 0.0); m * m];
        for j in 0..c {
            let (low, high) = (&s[n * j..n * (j + 1)], &s[n * (c + j)..n * (c + j + 1)]);
            for i in j..c {
                let same = low[i] + high[c + i];
                // S_LH e^{inθ} and, from the other triangle, S_HL e^{−inθ}.
                let (up, down) = (high[i], low[c + i]);
                matrix[i + m * j] = Complex::new(
                    same + self.phase.re * (up + down),
                    self.phase.im * (up - down),
                );
            }
        }
        for (k, motion) in self.centre.iter().enumerate() {
            let row = c + k;
            for j in 0..c {
                let entry = motion.iter().map(|&(place, part)| {
                    part.conj() * (at(place, j) + self.phase * at(place, c + j))
                });
                matrix[row + m * j] = entry.sum();
            }
            for (l, other) in self.centre[..=k].iter().enumerate() {
                let mut entry = Complex::new(0.0, 0.0);
                for &(p, a) in motion {
                    for &(q, b) in other {
                        entry += a.conj() * b * at(p, q);
                    }
                }
                matrix[row + m * (c + l)] = entry;
            }
        }
        matrix
    }
}
