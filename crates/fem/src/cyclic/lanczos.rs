//! Lowest eigenvalues of one harmonic: Lanczos' method on G_n M over the full sector.
//!
//! K a = λ M a becomes G M a = a / λ: the lowest eigenvalues are the largest of G M, and settle first. The mass is that
//! of the full sector; one condensed with the stiffness would be Guyan's, and too small. Vectors v with vᴴ M v = 1 are kept with M v, each new
//! one is made orthogonal to all before it. A single vector at a time finds each eigenvalue of the harmonic once: doublets of the gear are
//! one complex shape, and a count tells of others. \[theory:cyclic-symmetry\] (17)

use pitchline_algebra::{Complex, SymmetricMatrix, hermitian_eigen};

use super::fields::{add_scaled, inner, scale};
use super::harmonic::Harmonic;
use crate::Error;

/// Norm of what is left of a vector, relative to what it was, below which only rounding is left.
const NOTHING_LEFT: f64 = 1e-12;
/// Relative residual at which a pair has settled: its eigenvalue is then right to twice as many digits.
const SETTLED: f64 = 1e-10;
/// Random vectors in a row that bring nothing new before the space is taken for spanned.
const FRUITLESS: u64 = 3;

const ZERO: Complex = Complex::new(0.0, 0.0);

/// A growing basis of a harmonic.
pub struct Lanczos<'a> {
    pub harmonic: &'a Harmonic,
    mass: &'a SymmetricMatrix,
    /// The vectors, and the mass times each.
    basis: Vec<Vec<f64>>,
    mass_basis: Vec<Vec<f64>>,
    /// G M v in terms of the basis, for those vectors that were asked.
    columns: Vec<Vec<Complex>>,
    /// Whether a random vector comes next.
    wants_fresh: bool,
    fruitless: u64,
    draws: u64,
    pub ritz: Ritz,
}

/// Eigenvalues that the basis shows, rising.
#[derive(Default)]
pub struct Ritz {
    /// λ of those that have settled, without a gap.
    pub settled: Vec<f64>,
    /// Eigenvectors in terms of the basis, as many as the basis has.
    vectors: Vec<Complex>,
    n: usize,
}

impl<'a> Lanczos<'a> {
    pub fn new(harmonic: &'a Harmonic, mass: &'a SymmetricMatrix) -> Self {
        Self {
            harmonic,
            mass,
            basis: Vec::new(),
            mass_basis: Vec::new(),
            columns: Vec::new(),
            wants_fresh: true,
            fruitless: 0,
            draws: 0,
            ritz: Ritz::default(),
        }
    }

    /// Vectors in the basis.
    pub fn len(&self) -> usize {
        self.basis.len()
    }

    /// Whether nothing new is left.
    pub fn is_exhausted(&self) -> bool {
        self.columns.len() == self.basis.len() && self.fruitless >= FRUITLESS
    }

    /// Looks in a new direction with the next step.
    pub fn refresh(&mut self) {
        self.wants_fresh = true;
        self.fruitless = 0;
    }

    /// Loads whose answers the next step needs.
    pub fn loads(&mut self) -> Vec<f64> {
        let pending = &self.mass_basis[self.columns.len()..];
        let mut loads: Vec<f64> = pending.iter().flatten().copied().collect();
        if self.wants_fresh {
            loads.extend(self.random());
        }
        loads
    }

    /// M times a random field; real where the harmonic is.
    fn random(&mut self) -> Vec<f64> {
        let n = self.mass.n;
        self.draws += 1;
        let length = if self.harmonic.shapes == 1 { n } else { 2 * n };
        let mut field: Vec<f64> = (0..length).map(|i| noise(self.draws, i)).collect();
        field.resize(2 * n, 0.0);
        self.mass_times(&field)
    }

    fn mass_times(&self, field: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; field.len()];
        self.mass.multiply_many(field, &mut product);
        product
    }

    /// Takes the answers to the loads into the basis.
    pub fn take(&mut self, answers: &[f64]) -> Result<(), Error> {
        let pending = self.basis.len() - self.columns.len();
        for (i, answer) in answers.chunks(2 * self.mass.n).enumerate() {
            let column = self.append(answer.to_vec());
            if i < pending {
                self.columns.push(column);
            } else {
                self.wants_fresh = false;
            }
        }
        if self.columns.len() == self.basis.len() && self.fruitless < FRUITLESS {
            self.wants_fresh = true;
        }
        self.look()
    }

    /// What a vector has of each of the basis; what it has beside them becomes a new one.
    fn append(&mut self, mut w: Vec<f64>) -> Vec<Complex> {
        let mut column = vec![ZERO; self.basis.len()];
        // Twice: the first pass leaves rounding of the size of what it takes away.
        for _ in 0..2 {
            for (entry, (v, mass_v)) in column
                .iter_mut()
                .zip(self.basis.iter().zip(&self.mass_basis))
            {
                let share = inner(mass_v, &w);
                add_scaled(&mut w, -share, v);
                *entry += share;
            }
        }
        let mut mass_w = self.mass_times(&w);
        let norm = inner(&w, &mass_w).re.max(0.0).sqrt();
        let before: f64 = column.iter().map(|c| c.norm_sqr()).sum::<f64>().sqrt();
        if norm <= NOTHING_LEFT * before.max(f64::MIN_POSITIVE) {
            self.fruitless += u64::from(self.wants_fresh);
            return column;
        }
        self.fruitless = 0;
        scale(&mut w, norm.recip());
        scale(&mut mass_w, norm.recip());
        self.basis.push(w);
        self.mass_basis.push(mass_w);
        column.push(norm.into());
        column
    }

    /// Eigenpairs of what the basis shows of G M, by falling eigenvalue.
    fn look(&mut self) -> Result<(), Error> {
        let m = self.columns.len();
        let at = |i: usize, j: usize| self.columns[j].get(i).copied().unwrap_or(ZERO);
        // Hermitian but for rounding.
        let matrix: Vec<Complex> = (0..m * m)
            .map(|p| 0.5 * (at(p % m, p / m) + at(p / m, p % m).conj()))
            .collect();
        let eigen = hermitian_eigen(m, &matrix)?;
        let order: Vec<usize> = (0..m).rev().collect();
        let error = |i: usize| -> f64 {
            let y = &eigen.vectors[m * i..m * (i + 1)];
            let row = |r: usize| -> Complex { (0..m).map(|j| at(r, j) * y[j]).sum() };
            let norm: f64 = (m..self.basis.len()).map(|r| row(r).norm_sqr()).sum();
            norm.sqrt() / eigen.values[i].abs()
        };
        let settled = order
            .iter()
            .take_while(|&&i| eigen.values[i] > 0.0 && error(i) <= SETTLED);
        self.ritz = Ritz {
            settled: settled.map(|&i| eigen.values[i].recip()).collect(),
            vectors: order
                .iter()
                .flat_map(|&i| eigen.vectors[m * i..m * (i + 1)].iter().copied())
                .collect(),
            n: m,
        };
        Ok(())
    }

    /// The eigenvector of a settled eigenvalue, aᴴ M a = 1.
    pub fn vector(&self, which: usize) -> Vec<f64> {
        let y = &self.ritz.vectors[self.ritz.n * which..self.ritz.n * (which + 1)];
        let mut x = vec![0.0; 2 * self.mass.n];
        for (&y, v) in y.iter().zip(&self.basis) {
            add_scaled(&mut x, y, v);
        }
        x
    }
}

/// A number in −½ … ½ that looks random: the same for the same place.
fn noise(draw: u64, place: usize) -> f64 {
    let i = place as f64 + 1.0;
    (i * i * (0.618_033_988_749_894_9 + draw as f64).sqrt()).fract() - 0.5
}
