//! Deflections under many load cases with one factorisation.

use std::sync::Arc;

use pitchline_algebra::Factor;

use crate::reaction::reactions;
use crate::{Error, FeModel, LoadCase, Reactions};

/// Load cases solved at a time: enough to share the factor, few enough for the memory that is needed besides.
const TOGETHER: usize = 64;

/// A body whose stiffness is factorised.
#[derive(Debug)]
pub struct Statics<'a> {
    model: &'a FeModel,
    factor: Factor,
}

/// How a body deflects under one load case.
#[derive(Debug, Clone, PartialEq)]
pub struct Deflection {
    /// The unknowns, as the map of the model numbers them.
    pub unknowns: Vec<f64>,
    /// Displacements of the nodes (m).
    pub displacements: Vec<[f64; 3]>,
    /// Motions of the centres along (m) and about (rad) x, y, z.
    pub centres: Vec<[f64; 6]>,
    /// What the supports bear.
    pub reactions: Reactions,
    /// Energy stored in the body (J).
    pub strain_energy: f64,
    /// ‖K q − f‖ / ‖f‖, zero without load.
    pub residual: f64,
}

impl<'a> Statics<'a> {
    /// Factorises the stiffness. A body that may move as a whole is refused with the motions that are free, and one that
    /// would take more memory than allowed (bytes) before any is taken.
    pub fn new(model: &'a FeModel, memory_limit: Option<u64>) -> Result<Self, Error> {
        let motions = model.free_motions()?;
        if !motions.is_empty() {
            return Err(Error::FreeMotions { motions });
        }
        let analysis = Arc::new(model.analyse(memory_limit)?);
        let factor = Factor::positive_definite_as(&analysis, &model.stiffness);
        Ok(Self {
            model,
            factor: factor.map_err(|error| name_place(model, error))?,
        })
    }

    /// Deflections under each load case.
    pub fn solve(&self, cases: &[LoadCase]) -> Result<Vec<Deflection>, Error> {
        let mut deflections = Vec::with_capacity(cases.len());
        for some in cases.chunks(TOGETHER) {
            deflections.extend(self.solve_together(some)?);
        }
        Ok(deflections)
    }

    fn solve_together(&self, cases: &[LoadCase]) -> Result<Vec<Deflection>, Error> {
        let n = self.model.dof_map.n_unknowns();
        let mut right = vec![0.0; n * cases.len()];
        if n > 0 {
            for (case, right) in cases.iter().zip(right.chunks_mut(n)) {
                case.reduce(self.model, right)?;
            }
        }
        let mut unknowns = right.clone();
        self.factor.solve_in_place(&mut unknowns, cases.len())?;
        let part = |all: &[f64], i: usize| all[n * i..n * (i + 1)].to_vec();
        let displacements = (0..cases.len())
            .map(|i| self.model.dof_map.expand(&part(&unknowns, i)))
            .collect::<Result<Vec<_>, _>>()?;
        let reactions = reactions(self.model, cases, &displacements)?;
        let answers = displacements.into_iter().zip(reactions).enumerate();
        Ok(answers
            .map(|(i, (displacements, reactions))| {
                let (q, f) = (part(&unknowns, i), part(&right, i));
                let mut kq = vec![0.0; n];
                self.model.stiffness.multiply(&q, &mut kq);
                Deflection {
                    centres: self.centres(&q),
                    displacements,
                    reactions,
                    strain_energy: 0.5 * q.iter().zip(&kq).map(|(q, k)| q * k).sum::<f64>(),
                    residual: relative_difference(&kq, &f),
                    unknowns: q,
                }
            })
            .collect())
    }

    fn centres(&self, q: &[f64]) -> Vec<[f64; 6]> {
        let map = &self.model.dof_map;
        let value = |unknown: Option<u32>| unknown.map_or(0.0, |u| q[u as usize]);
        (0..map.centres().len())
            .map(|centre| map.centre_unknowns(centre).map(value))
            .collect()
    }
}

/// Says which node the unknown belongs to at which a factorisation failed.
pub(crate) fn name_place(model: &FeModel, error: pitchline_algebra::Error) -> Error {
    let pitchline_algebra::Error::NotPositiveDefinite { unknown, remains } = error else {
        return error.into();
    };
    let owner = model.groups().get(unknown).copied().unwrap_or_default() as usize;
    let centres = model.dof_map.centres();
    let place = match model.mesh.nodes.get(owner) {
        Some(&place) => place,
        None => centres
            .get(owner - model.mesh.nodes.len())
            .map_or([f64::NAN; 3], |c| c.place),
    };
    Error::LoosePart { place, remains }
}

fn relative_difference(a: &[f64], b: &[f64]) -> f64 {
    let norm = |sum: f64| sum.sqrt();
    let difference = norm(a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum());
    let size = norm(b.iter().map(|b| b * b).sum());
    if size > 0.0 {
        difference / size
    } else {
        difference
    }
}
