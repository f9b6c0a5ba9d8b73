//! The matrix of all stages of a step: every entry of the equations becomes a block over the stages. \[theory:radau\] (11)

use pitchline_algebra::RowPattern;

use super::super::failed::Failed;
use super::tableau::{STAGES, Tableau};
use crate::equations::Parts;
use crate::solver::Solver;
use crate::{Equations, State};

/// Newton's system of a step. Unknowns are the velocities of stage 1, 2, 3 and then their multipliers.
#[derive(Debug)]
pub(super) struct Coupled {
    pub solver: Solver,
    starts: Vec<u32>,
    /// Where columns of multipliers begin in each row of the equations.
    splits: Vec<u32>,
    values: Vec<f64>,
    /// Derivatives at each stage.
    parts: [Parts; STAGES],
    n_velocities: usize,
}

impl Coupled {
    pub fn new(equations: &Equations) -> Self {
        let (starts, columns) = equations.pattern();
        let (n_v, n) = (equations.n_velocities(), equations.n());
        let row = |u: usize| &columns[starts[u] as usize..starts[u + 1] as usize];
        let split = |u: usize| row(u).partition_point(|&c| (c as usize) < n_v);
        let mut pattern = RowPattern {
            n: STAGES * n,
            starts: vec![0],
            columns: Vec::new(),
        };
        for (stage, u) in order(n_v, n) {
            let (coordinates, multipliers) = row(u).split_at(split(u));
            for j in 0..STAGES {
                let first = (j * n_v) as u32;
                pattern
                    .columns
                    .extend(coordinates.iter().map(|c| first + c));
            }
            let first = STAGES * n_v + stage * (n - n_v) - n_v;
            let columns = multipliers.iter().map(|&c| first as u32 + c);
            pattern.columns.extend(columns);
            pattern.starts.push(pattern.columns.len() as u32);
        }
        Self {
            starts: starts.to_vec(),
            splits: (0..n).map(|u| starts[u] + split(u) as u32).collect(),
            values: vec![0.0; pattern.columns.len()],
            parts: [(); STAGES].map(|()| Parts::new(equations)),
            n_velocities: n_v,
            solver: Solver::with_pattern(pattern, STAGES * n_v, STAGES),
        }
    }

    /// Factors the matrix at these stages of a step of length h.
    pub fn factor(
        &mut self,
        equations: &mut Equations,
        tableau: &Tableau,
        stages: &[State; STAGES],
        h: f64,
    ) -> Result<(), Failed> {
        let (n_v, n) = (self.n_velocities, self.splits.len());
        equations.set(&stages[0]).map_err(|_| Failed::Diverged(0))?;
        self.solver.find_inertia(equations);
        for (stage, parts) in stages.iter().zip(&mut self.parts) {
            equations.set(stage).map_err(|_| Failed::Diverged(0))?;
            equations.parts(parts);
        }
        let mut at = 0;
        for (stage, u) in order(n_v, n) {
            let parts = &self.parts[stage];
            let [start, split, end] =
                [self.starts[u], self.splits[u], self.starts[u + 1]].map(|x| x as usize);
            for j in 0..STAGES {
                let position = h * tableau.matrix[stage][j];
                let acceleration = tableau.inverse[stage][j] / h;
                let velocity = if j == stage { 1.0 } else { 0.0 };
                for e in start..split {
                    self.values[at] = acceleration * parts.acceleration[e]
                        + velocity * parts.velocity[e]
                        + position * parts.position[e];
                    at += 1;
                }
            }
            let multipliers = &parts.position[split..end];
            self.values[at..at + multipliers.len()].copy_from_slice(multipliers);
            at += multipliers.len();
        }
        if self.values.iter().any(|x| !x.is_finite()) {
            return Err(Failed::Diverged(0));
        }
        self.solver.factor(&self.values).map_err(|unknown| {
            Failed::Undetermined(if unknown < STAGES * n_v {
                unknown % n_v.max(1)
            } else {
                n_v + (unknown - STAGES * n_v) % (n - n_v).max(1)
            })
        })
    }
}

/// Rows of the matrix as stage and unknown of the equations.
fn order(n_v: usize, n: usize) -> impl Iterator<Item = (usize, usize)> {
    let coordinates = (0..STAGES).flat_map(move |i| (0..n_v).map(move |u| (i, u)));
    coordinates.chain((0..STAGES).flat_map(move |i| (n_v..n).map(move |u| (i, u))))
}
