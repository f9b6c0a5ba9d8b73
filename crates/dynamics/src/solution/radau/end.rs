//! What is done with one small matrix at the end of a step: positions are brought back to the joints, and the error of the next
//! step is judged. \[theory:radau\] (9), (10), (18), (19)

use super::stages::Stages;
use crate::solution::sizes::Sizes;
use crate::solver::Solver;
use crate::{Equations, Error, State, Weights};

/// Corrections of positions at most.
const MAX_CORRECTIONS: u32 = 5;
/// A correction of the positions, relative to the extent, that is rounding.
const ROUNDING: f64 = 1e-15;

/// [γ/h M + ∂r/∂v + h/γ ∂r/∂q, −Bᵀ; B, ε] at the beginning of a step, with scratch.
#[derive(Debug)]
pub(super) struct End {
    pub solver: Solver,
    right: Vec<f64>,
    moved: State,
    velocities: Vec<f64>,
    positions: Vec<f64>,
}

impl End {
    pub fn new(equations: &Equations, state: &State) -> Self {
        let zero = || vec![0.0; state.velocity.len()];
        Self {
            solver: Solver::new(equations),
            right: vec![0.0; equations.n()],
            moved: state.clone(),
            velocities: zero(),
            positions: zero(),
        }
    }

    /// Factors at the state that the equations look at. `Err`: an unknown that nothing determines.
    pub fn factor(
        &mut self,
        equations: &mut Equations,
        eigenvalue: f64,
        h: f64,
    ) -> Result<(), usize> {
        self.solver.find_inertia(equations);
        let weights = Weights {
            position: h / eigenvalue,
            velocity: 1.0,
            acceleration: eigenvalue / h,
            multiplier: 1.0,
        };
        equations.tangent(weights, None);
        let first = equations.pattern().0[equations.n_velocities()] as usize;
        for b in &mut equations.values_mut()[first..] {
            *b *= eigenvalue / h;
        }
        self.solver.factor(equations.values())
    }

    /// Moves positions as little as inertia allows until Φ = 0.
    pub fn project(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        sizes: &Sizes,
    ) -> Result<(), Error> {
        let n_v = equations.n_velocities();
        let mut last = f64::INFINITY;
        for _ in 0..MAX_CORRECTIONS {
            equations.set(state)?;
            equations.residual(&mut self.right);
            self.right[..n_v].fill(0.0);
            self.right[n_v..].iter_mut().for_each(|x| *x = -*x);
            self.solver.solve(&mut self.right);
            let size = sizes.largest_position(&self.right[..n_v]);
            if size.is_nan() || size >= 0.5 * last {
                return Ok(());
            }
            self.moved.copy_from(state);
            state.moved_from(&self.moved, &self.right[..n_v]);
            if size <= ROUNDING {
                return Ok(());
            }
            last = size;
        }
        Ok(())
    }

    /// Takes from a motion what constraints do not allow, at the state that the equations look at: what (9) would take back.
    pub fn along_constraints(&mut self, equations: &mut Equations, motion: &mut [f64]) {
        let n_v = motion.len();
        self.right.fill(0.0);
        equations.add_rows(motion, &mut self.right[n_v..]);
        self.solver.solve(&mut self.right);
        for (x, across) in motion.iter_mut().zip(&self.right) {
            *x -= across;
        }
    }

    /// The error of a step as the embedded formula sees it, relative, and where it is; `again` filters it once more, which tames
    /// it where forces are stiff.
    pub fn error(
        &mut self,
        equations: &mut Equations,
        start: &State,
        stages: &Stages,
        (sizes, duration): (&Sizes, f64),
        again: bool,
    ) -> Result<(f64, usize), Error> {
        let n_v = equations.n_velocities();
        let (h, gamma) = (stages.step, stages.tableau.eigenvalue);
        let e = stages.tableau.error;
        let sum =
            |of: &[Vec<f64>; 3], k: usize| e[0] * of[0][k] + e[1] * of[1][k] + e[2] * of[2][k];
        self.moved.copy_from(start);
        for (k, a) in self.moved.acceleration.iter_mut().enumerate() {
            *a = -sum(&stages.gains, k) / h;
        }
        for round in 0..=u32::from(again) {
            if round > 0 {
                for (v, d) in self.moved.velocity.iter_mut().zip(&self.velocities) {
                    *v += d;
                }
            }
            equations.set(&self.moved)?;
            equations.residual(&mut self.right);
            self.right[..n_v].iter_mut().for_each(|x| *x = -*x);
            self.right[n_v..].fill(0.0);
            self.solver.solve(&mut self.right);
            self.velocities.copy_from_slice(&self.right[..n_v]);
        }
        for (k, x) in self.positions.iter_mut().enumerate() {
            let rate = start.velocity[k] + sum(&stages.exponents, k) / h + self.velocities[k];
            *x = h / gamma * rate;
        }
        Ok(sizes.largest_error(&self.velocities, &self.positions, duration))
    }
}
