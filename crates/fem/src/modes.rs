//! Natural frequencies and shapes of a body.
//!
//! Where supports leave motions of the whole body free, their frequency is zero; what rounding makes of it says nothing.
//! They are recognised by their shape, not by their frequency: by the share of their kinetic energy that motions of the
//! whole body have. \[theory:large-systems\] (10)

use std::f64::consts::TAU;

use pitchline_algebra::{Eigenpairs, Eigenproblem, Observer};

use crate::{Error, FeModel, RigidMotion};

/// Share of rigid motions in the kinetic energy of a mode above which it is one: others are orthogonal to them, so
/// that anything between is far from both.
const RIGID_SHARE: f64 = 0.99;

/// Which modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModeRange {
    /// So many that deform the body, from the lowest, besides the rigid ones.
    Lowest(usize),
    /// All within these frequencies (Hz).
    Band {
        /// Lower end (Hz).
        low_hz: f64,
        /// Upper end (Hz).
        high_hz: f64,
    },
}

/// One natural mode.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// Frequency (Hz); zero for a rigid motion.
    pub frequency_hz: f64,
    /// The unknowns, scaled to qᵀ M q = 1, the largest positive.
    pub shape: Vec<f64>,
    /// ‖K q − ω² M q‖, relative: see `pitchline_algebra::Eigenpairs::residuals`.
    pub residual: f64,
    /// Share of motions of the whole body in its kinetic energy.
    pub rigid_share: f64,
}

/// Modes of a body, none left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Modes {
    /// Motions of the whole body.
    pub rigid: Vec<Mode>,
    /// Modes that deform it, by rising frequency.
    pub elastic: Vec<Mode>,
    /// Motions of the whole body that the supports leave free.
    pub free_motions: Vec<RigidMotion>,
    /// Frequencies (Hz, negative for a shift below zero) at which modes were counted, with the number below.
    pub counts: Vec<(f64, usize)>,
}

impl FeModel {
    /// Natural modes. Refuses before it begins if more memory than allowed (bytes) would be needed.
    pub fn modes(
        &self,
        range: ModeRange,
        memory_limit: Option<u64>,
        observer: &mut Observer<'_>,
    ) -> Result<Modes, Error> {
        let free_motions = self.free_motions()?;
        let groups = self.groups();
        let problem = Eigenproblem {
            stiffness: &self.stiffness,
            mass: &self.mass,
            groups: Some(&groups),
            memory_limit,
        };
        let pairs = match range {
            ModeRange::Lowest(n) => problem.lowest(n + free_motions.len(), observer)?,
            ModeRange::Band { low_hz, high_hz } => {
                let valid = low_hz >= 0.0 && low_hz < high_hz && high_hz.is_finite();
                if !valid {
                    return Err(Error::Band { low_hz, high_hz });
                }
                problem.band(eigenvalue(low_hz), eigenvalue(high_hz), observer)?
            }
        };
        Ok(self.sort(pairs, free_motions))
    }

    /// Tells rigid from elastic modes.
    fn sort(&self, pairs: Eigenpairs, free_motions: Vec<RigidMotion>) -> Modes {
        let basis = self.rigid_basis(&free_motions);
        let n = self.dof_map.n_unknowns().max(1);
        let mut modes = Modes {
            rigid: Vec::new(),
            elastic: Vec::new(),
            free_motions,
            counts: pairs
                .counts
                .iter()
                .map(|c| (frequency(c.shift), c.below))
                .collect(),
        };
        let found = pairs.values.iter().zip(pairs.vectors.chunks(n));
        for ((&value, shape), &residual) in found.zip(&pairs.residuals) {
            // q and the mass times each rigid motion.
            let rigid_share = basis
                .iter()
                .map(|(_, mass_r)| dot(mass_r, shape).powi(2))
                .sum();
            let is_rigid = rigid_share > RIGID_SHARE;
            let mode = Mode {
                frequency_hz: if is_rigid { 0.0 } else { frequency(value) },
                shape: shape.to_vec(),
                residual,
                rigid_share,
            };
            match is_rigid {
                true => modes.rigid.push(mode),
                false => modes.elastic.push(mode),
            }
        }
        modes
    }

    /// Free motions over the unknowns, made orthonormal with respect to the mass; each with its product with the mass.
    pub(crate) fn rigid_basis(&self, motions: &[RigidMotion]) -> Vec<(Vec<f64>, Vec<f64>)> {
        let mut basis: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
        for motion in motions {
            let mut r = motion.unknowns(&self.dof_map, &self.mesh.nodes);
            // Twice, for the digits that the first pass leaves.
            for _ in 0..2 {
                for (other, mass_other) in &basis {
                    let share = dot(mass_other, &r);
                    r.iter_mut().zip(other).for_each(|(r, o)| *r -= share * o);
                }
            }
            let mut mass_r = vec![0.0; r.len()];
            self.mass.multiply(&r, &mut mass_r);
            let norm = dot(&r, &mass_r).sqrt();
            if norm > 0.0 {
                r.iter_mut().chain(&mut mass_r).for_each(|v| *v /= norm);
                basis.push((r, mass_r));
            }
        }
        basis
    }
}

/// ω² of a frequency.
pub(crate) fn eigenvalue(frequency_hz: f64) -> f64 {
    (TAU * frequency_hz).powi(2)
}

/// Frequency of ω², with its sign.
pub(crate) fn frequency(eigenvalue: f64) -> f64 {
    eigenvalue.signum() * eigenvalue.abs().sqrt() / TAU
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
