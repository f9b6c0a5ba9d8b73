//! One sector condensed to what it shares with others. \[theory:cyclic-symmetry\] (7), (8)

use pitchline_algebra::{Complex, Condensation, Inertia, SymmetricMatrix};

use super::boundary::Boundary;
use crate::Error;

/// A sector whose interior is eliminated. Vectors over all its unknowns have the length n, one after another.
#[derive(Debug)]
pub struct Condensed {
    n: usize,
    pub boundary: Boundary,
    condensation: Condensation,
    /// S, aligned, by columns.
    pub schur: Vec<f64>,
}

/// Loads on a sector, its boundary held still: answers of the interior, loads on the aligned boundary.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// K_II⁻¹ f_I.
    pub interior: Vec<f64>,
    /// f_B − K_BI K_II⁻¹ f_I.
    pub boundary: Vec<f64>,
}

impl Condensed {
    pub fn new(
        matrix: &SymmetricMatrix,
        groups: &[u32],
        boundary: Boundary,
        is_definite: bool,
    ) -> Result<Self, Error> {
        let kept = &boundary.unknowns;
        let condensation = Condensation::new(matrix, kept, Some(groups), is_definite)?;
        let mut schur = condensation.schur().to_vec();
        boundary.align_matrix(&mut schur);
        Ok(Self {
            n: matrix.n,
            boundary,
            condensation,
            schur,
        })
    }

    /// Number of unknowns of the sector.
    pub fn n(&self) -> usize {
        self.n
    }

    pub fn n_interior(&self) -> usize {
        self.condensation.interior().len()
    }

    /// Signs of the eigenvalues of the interior.
    pub fn inertia(&self) -> Inertia {
        self.condensation.inertia()
    }

    /// Right-hand sides solved on the interior so far.
    pub fn solves(&self) -> u64 {
        self.condensation.solves() as u64
    }

    /// What loads on sectors do with the boundary held still. \[theory:cyclic-symmetry\] (8)
    pub fn reduce(&self, loads: &[f64]) -> Result<Reduced, Error> {
        let columns = loads.len() / self.n.max(1);
        let mut interior = self.interior_part(loads);
        self.condensation.solve_interior(&mut interior, columns)?;
        let mut boundary = self.condensation.couple_out(&interior, columns)?;
        let n_b = self.boundary.n().max(1);
        for (load, g) in loads.chunks(self.n).zip(boundary.chunks_mut(n_b)) {
            for (g, &unknown) in g.iter_mut().zip(&self.boundary.unknowns) {
                *g = load[unknown as usize] - *g;
            }
            self.boundary.align(g);
        }
        Ok(Reduced { interior, boundary })
    }

    /// All unknowns: `interior` with the boundary held still, and what the aligned `boundary` adds.
    /// \[theory:cyclic-symmetry\] (8)
    pub fn recover(&self, interior: &[f64], boundary: &[f64]) -> Result<Vec<f64>, Error> {
        let (n_i, n_b) = (self.n_interior(), self.boundary.n().max(1));
        let columns = boundary.len() / n_b;
        let mut boundary = boundary.to_vec();
        for x in boundary.chunks_mut(n_b) {
            self.boundary.restore(x);
        }
        let mut carried = self.condensation.couple_in(&boundary, columns)?;
        self.condensation.solve_interior(&mut carried, columns)?;
        let mut x = vec![0.0; self.n * columns];
        for (c, x) in x.chunks_mut(self.n).enumerate() {
            let inside = n_i * c..n_i * (c + 1);
            let parts = interior[inside.clone()].iter().zip(&carried[inside]);
            for (&unknown, (held, carried)) in self.condensation.interior().iter().zip(parts) {
                x[unknown as usize] = held - carried;
            }
            for (&unknown, &x_b) in self.boundary.unknowns.iter().zip(&boundary[n_b * c..]) {
                x[unknown as usize] = x_b;
            }
        }
        Ok(x)
    }

    /// The aligned boundary of one complex field.
    pub fn boundary_part(&self, field: &[f64]) -> Vec<Complex> {
        let (re, im) = field.split_at(self.n);
        let take = |part: &[f64]| {
            let unknowns = self.boundary.unknowns.iter();
            let mut part: Vec<f64> = unknowns.map(|&unknown| part[unknown as usize]).collect();
            self.boundary.align(&mut part);
            part
        };
        let parts = take(re).into_iter().zip(take(im));
        parts.map(|(re, im)| Complex::new(re, im)).collect()
    }

    /// The interior of vectors.
    pub fn interior_part(&self, vectors: &[f64]) -> Vec<f64> {
        let inside = self.condensation.interior();
        let vectors = vectors.chunks(self.n.max(1));
        vectors
            .flat_map(|vector| inside.iter().map(|&i| vector[i as usize]))
            .collect()
    }
}
