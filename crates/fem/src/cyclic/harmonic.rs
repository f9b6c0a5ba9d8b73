//! One harmonic: the small Hermitian problem that is left of the gear for one nodal diameter.

use pitchline_algebra::{Complex, HermitianFactor};

use super::boundary::Ties;
use super::condensed::Condensed;
use super::fields::inner;
use super::layout::Layout;
use super::rigid::{RigidField, rigid_fields};
use super::support::CyclicSupport;
use crate::{Error, FeModel};

const ZERO: Complex = Complex::new(0.0, 0.0);

/// A harmonic n: fields u_s = Re(a e^{inθs}) in the axes of sector s.
#[derive(Debug)]
pub struct Harmonic {
    /// n, the nodal diameter.
    pub number: usize,
    /// Real shapes of each complex one: two, or one for n = 0 and n = z/2.
    pub shapes: usize,
    pub(super) ties: Ties,
    /// Of S_n, with springs against what the support leaves free.
    factor: HermitianFactor,
    /// Motions of the whole body that are free.
    pub(super) rigid: Vec<RigidField>,
    /// (K_II⁻¹ M R)_jᴴ (M R)_l, by columns.
    rigid_gram: Vec<Complex>,
}

/// Loads on a harmonic, as its boundary feels them, one after another.
#[derive(Debug, Clone, Default)]
pub struct HarmonicLoads {
    /// Condensed to the aligned boundary; becomes its displacements.
    pub boundary: Vec<Complex>,
    /// Rᴴ f: work on each free motion.
    pub work: Vec<Complex>,
    /// (K_II⁻¹ M R)ᴴ f of the interior.
    pub held_work: Vec<Complex>,
}

impl Harmonic {
    pub(super) fn new(
        number: usize,
        layout: &Layout,
        support: &CyclicSupport,
        model: &FeModel,
        condensed: &Condensed,
    ) -> Result<Self, Error> {
        let ties = ties(number, layout, condensed);
        let rigid = rigid_fields(number, support, model, condensed)?;
        let mut matrix = ties.condense(&condensed.schur);
        hold(&mut matrix, &ties, &rigid);
        let interior: Vec<Vec<f64>> = rigid
            .iter()
            .map(|r| condensed.interior_part(&r.mass))
            .collect();
        let entry = |mass: &Vec<f64>, r: &RigidField| inner(&r.interior, mass);
        Ok(Self {
            number,
            shapes: if number == 0 || 2 * number == layout.teeth() {
                1
            } else {
                2
            },
            factor: HermitianFactor::positive_definite(ties.n(), &matrix)?,
            rigid_gram: interior
                .iter()
                .flat_map(|mass| rigid.iter().map(move |r| entry(mass, r)))
                .collect(),
            ties,
            rigid,
        })
    }

    /// Number of free motions.
    pub fn n_rigid(&self) -> usize {
        self.rigid.len()
    }

    /// Multiplications of complex numbers that its factor took.
    pub(super) fn factor_operations(&self) -> u64 {
        (self.ties.n() as u64).pow(3) / 6
    }

    /// The same for solutions with it.
    pub(super) fn solve_operations(&self, columns: usize) -> u64 {
        (self.ties.n() as u64).pow(2) * columns as u64
    }

    /// Displacements of the boundary under loads, which are balanced by inertia as far as motions are free; these motions are
    /// left out of the answer. \[theory:cyclic-symmetry\] (15)
    pub(super) fn answer(&self, loads: &mut HarmonicLoads) -> Result<(), Error> {
        let (n_b, n, r) = (self.ties.n_boundary, self.ties.n(), self.rigid.len());
        let columns = loads.boundary.len() / n_b.max(1);
        let mut y = vec![ZERO; n * columns];
        for (c, g) in loads.boundary.chunks_mut(n_b).enumerate() {
            for (j, rigid) in self.rigid.iter().enumerate() {
                subtract(g, loads.work[c * r + j], &rigid.condensed);
            }
            self.ties.fold(g, &mut y[n * c..n * (c + 1)]);
        }
        self.factor.solve_in_place(&mut y, columns)?;
        for (c, x) in loads.boundary.chunks_mut(n_b).enumerate() {
            self.ties.unfold(&y[n * c..n * (c + 1)], x);
            let shares: Vec<Complex> = (0..r)
                .map(|j| {
                    let relieved: Complex = (0..r)
                        .map(|l| self.rigid_gram[j + r * l] * loads.work[c * r + l])
                        .sum();
                    let on_boundary = hermitian_dot(&self.rigid[j].condensed, x);
                    on_boundary + loads.held_work[c * r + j] - relieved
                })
                .collect();
            for (share, rigid) in shares.into_iter().zip(&self.rigid) {
                subtract(x, share, &rigid.on_boundary);
            }
        }
        Ok(())
    }
}

/// How a harmonic ties the boundary.
pub fn ties(number: usize, layout: &Layout, condensed: &Condensed) -> Ties {
    Ties {
        phase: layout.phase(number, 1),
        n_cut: condensed.boundary.n_cut,
        n_boundary: condensed.boundary.n(),
        centre: condensed.boundary.centre_motions(number),
    }
}

/// Adds a spring for each free motion, where that motion strains the stiffness of an unknown most: Gaussian elimination with
/// pivots. Balanced loads leave the springs without force. \[theory:cyclic-symmetry\] (14)
fn hold(matrix: &mut [Complex], ties: &Ties, rigid: &[RigidField]) {
    let n = ties.n();
    let mut fields: Vec<Vec<Complex>> = rigid
        .iter()
        .map(|rigid| {
            // y of a field on the boundary: its low cut, and amplitudes of the centre where its first part is 1.
            let low = rigid.on_boundary[..ties.n_cut].iter().copied();
            let centre = ties.centre.iter().map(|motion| {
                let first = motion.first();
                first.map_or(ZERO, |&(place, _)| rigid.on_boundary[place])
            });
            low.chain(centre).collect()
        })
        .collect();
    while let Some(field) = fields.pop() {
        let strain = |i: usize| field[i].norm_sqr() * matrix[i * (n + 1)].re;
        let Some(pivot) = (0..n).max_by(|&a, &b| strain(a).total_cmp(&strain(b))) else {
            return;
        };
        let stiffness = matrix[pivot * (n + 1)].re;
        matrix[pivot * (n + 1)] += Complex::new(stiffness, 0.0);
        for other in &mut fields {
            let share = other[pivot] / field[pivot];
            subtract(other, share, &field);
        }
    }
}

/// x ← x − factor · y.
fn subtract(x: &mut [Complex], factor: Complex, y: &[Complex]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x -= factor * y);
}

fn hermitian_dot(a: &[Complex], b: &[Complex]) -> Complex {
    a.iter().zip(b).map(|(a, b)| a.conj() * b).sum()
}
