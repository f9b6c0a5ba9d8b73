//! Static answers of a body, held or free.
//!
//! A free body answers loads f that the inertia of its motions R as a whole balances: K u = f − M R Rᵀ f with Rᵀ M u = 0
//! \[theory:reduction\] (3), (4). It is computed with springs at as many unknowns as there are free motions: a balanced load leaves
//! them without force, so they change nothing but the motion as a whole, which is taken out afterwards.

use std::sync::Arc;

use pitchline_algebra::{Analysis, Error as AlgebraError, Factor};

use super::columns::{project, subtract};
use crate::statics::name_place;
use crate::{Error, FeModel, Interface, RigidMotion};

/// Loads answered at a time.
const TOGETHER: usize = 64;

/// A body whose stiffness is factorised, with its free motions.
pub(super) struct Flexibility<'a> {
    pub(super) model: &'a FeModel,
    pub(super) motions: Vec<RigidMotion>,
    /// R, Rᵀ M R = 1.
    pub(super) rigid: Vec<f64>,
    /// M R.
    pub(super) mass_rigid: Vec<f64>,
    /// Order of elimination, for other factors of matrices with the same pattern.
    pub(super) analysis: Arc<Analysis>,
    factor: Factor,
}

impl<'a> Flexibility<'a> {
    pub(super) fn new(model: &'a FeModel, memory_limit: Option<u64>) -> Result<Self, Error> {
        let motions = model.free_motions()?;
        let basis = model.rigid_basis(&motions);
        let rigid: Vec<f64> = basis.iter().flat_map(|(r, _)| r.iter().copied()).collect();
        let mass_rigid = basis.into_iter().flat_map(|(_, mr)| mr).collect();
        let analysis = Arc::new(model.analyse(memory_limit)?);
        let factor = if motions.is_empty() {
            Factor::positive_definite_as(&analysis, &model.stiffness)
        } else {
            let mut held = model.stiffness.clone();
            for unknown in pivots(&model.stiffness.diagonal_entries(), &rigid) {
                held.values[held.column_starts[unknown]] *= 2.0;
            }
            Factor::positive_definite_as(&analysis, &held)
        };
        Ok(Self {
            model,
            motions,
            rigid,
            mass_rigid,
            analysis,
            factor: factor.map_err(|error| name_place(model, error))?,
        })
    }

    /// Number of unknowns.
    pub(super) fn n(&self) -> usize {
        self.model.dof_map.n_unknowns()
    }

    /// Number of free motions.
    pub(super) fn n_rigid(&self) -> usize {
        self.motions.len()
    }

    /// f ← G f for loads one after another.
    pub(super) fn answer(&self, loads: &mut [f64]) -> Result<(), AlgebraError> {
        let n = self.n();
        if n == 0 {
            return Ok(());
        }
        let balance = project(n, &self.rigid, loads);
        subtract(n, loads, &self.mass_rigid, &balance);
        self.factor.solve_in_place(loads, loads.len() / n)?;
        let whole = project(n, &self.mass_rigid, loads);
        subtract(n, loads, &self.rigid, &whole);
        Ok(())
    }

    /// Q = G P, one after another.
    pub(super) fn attachments(&self, patterns: &Patterns) -> Result<Vec<f64>, Error> {
        let mut answers = Vec::with_capacity(self.n() * patterns.n());
        patterns.each_block(self.n(), |loads| {
            self.answer(loads)?;
            answers.extend_from_slice(loads);
            Ok(())
        })?;
        Ok(answers)
    }
}

/// The patterns over the unknowns, as lists of what is not zero.
pub(super) struct Patterns(Vec<Vec<(u32, f64)>>);

impl Patterns {
    pub(super) fn of(model: &FeModel, interface: &Interface) -> Result<Self, Error> {
        let mut load = vec![0.0; model.dof_map.n_unknowns()];
        let mut patterns = Vec::with_capacity(interface.n());
        for coordinate in &interface.coordinates {
            coordinate.pattern.reduce(model, &mut load)?;
            let entries: Vec<(u32, f64)> = load
                .iter()
                .enumerate()
                .filter(|(_, f)| f.abs() > 0.0)
                .map(|(i, &f)| (i as u32, f))
                .collect();
            for &(i, _) in &entries {
                load[i as usize] = 0.0;
            }
            patterns.push(entries);
        }
        Ok(Self(patterns))
    }

    /// Number of patterns.
    pub(super) fn n(&self) -> usize {
        self.0.len()
    }

    /// Some patterns after others as loads over all unknowns.
    pub(super) fn each_block(
        &self,
        n: usize,
        mut visit: impl FnMut(&mut [f64]) -> Result<(), AlgebraError>,
    ) -> Result<(), AlgebraError> {
        for some in self.0.chunks(TOGETHER) {
            let mut loads = vec![0.0; n * some.len()];
            for (load, pattern) in loads.chunks_mut(n.max(1)).zip(some) {
                for &(unknown, force) in pattern {
                    load[unknown as usize] = force;
                }
            }
            visit(&mut loads)?;
        }
        Ok(())
    }

    /// Pᵀ V by columns: the motions of the interface in each of some shapes.
    pub(super) fn motions(&self, n: usize, shapes: &[f64]) -> Vec<f64> {
        let shapes = shapes.chunks(n.max(1));
        shapes
            .flat_map(|shape| {
                self.0.iter().map(|pattern| {
                    pattern
                        .iter()
                        .map(|&(i, f)| f * shape[i as usize])
                        .sum::<f64>()
                })
            })
            .collect()
    }

    /// The first that does not load the body at all.
    pub(super) fn empty(&self) -> Option<usize> {
        self.0.iter().position(Vec::is_empty)
    }
}

/// Unknowns whose springs hold all free motions: each next one is where what the others leave free would store most.
fn pivots(diagonal: &[f64], rigid: &[f64]) -> Vec<usize> {
    let n = diagonal.len().max(1);
    let count = rigid.len() / n;
    // Rows of R, each scaled with the root of its spring, so that turns compare with displacements.
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let root = diagonal.get(i).map_or(0.0, |d| d.max(0.0).sqrt());
            (0..count).map(|j| root * rigid[i + n * j]).collect()
        })
        .collect();
    let square = |row: &[f64]| row.iter().map(|v| v * v).sum::<f64>();
    let mut chosen = Vec::with_capacity(count);
    for _ in 0..count {
        let best = (0..n).max_by(|&a, &b| square(&rows[a]).total_cmp(&square(&rows[b])));
        let Some(best) = best else { break };
        let pivot = rows[best].clone();
        let size = square(&pivot);
        if size <= 0.0 {
            break;
        }
        for row in &mut rows {
            let share = row.iter().zip(&pivot).map(|(a, b)| a * b).sum::<f64>() / size;
            row.iter_mut()
                .zip(&pivot)
                .for_each(|(a, b)| *a -= share * b);
        }
        chosen.push(best);
    }
    chosen
}
