//! Motion that drives prescribe completely, and the forces it takes: positions, velocities, accelerations from the constraints
//! alone, then reactions and drive torques from the equations of motion. \[theory:multibody\] (36)-(38)

use super::assembly::{positions, velocities};
use super::constrained::{Constrained, Metric, extent};
use super::redundancy::Redundancy;
use crate::solver::not_determined;
use crate::{Equations, Error, State};

/// A machine that follows its drives.
#[derive(Debug)]
pub struct Kinematic {
    problem: Constrained,
    redundancy: Redundancy,
    right: Vec<f64>,
    tolerance: f64,
    /// Iterations of the positions so far.
    pub iterations: u64,
}

impl Kinematic {
    /// Looks whether the constraints leave nothing free, at an assembled state.
    pub fn new(equations: &mut Equations, state: &State, tolerance: f64) -> Result<Self, Error> {
        let mut problem = Constrained::new(equations);
        problem.set_length(extent(&state.places));
        equations.set(state)?;
        let redundancy = Redundancy::find(equations, |i| problem.weight(i));
        let n_v = equations.n_velocities();
        let mut this = Self {
            problem,
            right: vec![0.0; equations.n()],
            redundancy,
            tolerance,
            iterations: 0,
        };
        if this.redundancy.rank < n_v {
            let count = n_v - this.redundancy.rank;
            return Err(this.free_motion(equations, state, count));
        }
        Ok(this)
    }

    /// Names the coordinate that the constraints hold least: unit pushes on all coordinates, projected.
    fn free_motion(&mut self, equations: &mut Equations, state: &State, count: usize) -> Error {
        let n_v = equations.n_velocities();
        if let Err(unknown) = self.problem.factor(equations, Metric::Unit) {
            return not_determined(equations, unknown, state.time);
        }
        let mut worst = (0.0, 0);
        for i in 0..n_v {
            self.right.fill(0.0);
            self.right[i] = self.problem.weight(i);
            self.problem.solve(&mut self.right);
            if self.right[i].abs() > worst.0 {
                worst = (self.right[i].abs(), i);
            }
        }
        Error::Free {
            motion: equations.machine().velocity_name(worst.1),
            count,
        }
    }

    /// Brings a state to a time: from where it is, the positions nearest to it that the constraints allow.
    pub fn go_to(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        time: f64,
    ) -> Result<(), Error> {
        let n_v = equations.n_velocities();
        let step = time - state.time;
        equations.set(state)?;
        equations.expect_turns(step);
        // A first guess by velocities and accelerations: branches are followed.
        let before = state.clone();
        let guess: Vec<f64> = (0..n_v)
            .map(|i| step * (before.velocity[i] + 0.5 * step * before.acceleration[i]))
            .collect();
        state.moved_from(&before, &guess);
        state.time = time;
        let done = positions(equations, &mut self.problem, state, self.tolerance)
            .map(|(iterations, _)| self.iterations += u64::from(iterations))
            .and_then(|()| velocities(equations, &mut self.problem, state, false))
            .and_then(|()| self.forces(equations, state));
        if let Err(error) = done {
            state.copy_from(&before);
            return Err(error);
        }
        equations.follow_turns(state);
        Ok(())
    }

    /// B a = −bias; Bᵀ λ = M a − f.
    fn forces(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let n_v = equations.n_velocities();
        state.acceleration.fill(0.0);
        state.multipliers.fill(0.0);
        equations.set(state)?;
        self.problem
            .factor(equations, Metric::Unit)
            .map_err(|unknown| not_determined(equations, unknown, state.time))?;
        // Once more each: ε leaves a small part.
        for _ in 0..2 {
            equations.constraint_accelerations(&state.acceleration, &mut self.right[n_v..]);
            self.right[..n_v].fill(0.0);
            self.right[n_v..].iter_mut().for_each(|x| *x = -*x);
            self.problem.solve(&mut self.right);
            for (a, d) in state.acceleration.iter_mut().zip(&self.right) {
                *a += d;
            }
        }
        for _ in 0..2 {
            equations.set(state)?;
            equations.residual(&mut self.right);
            self.right[..n_v].iter_mut().for_each(|x| *x = -*x);
            self.right[n_v..].fill(0.0);
            self.problem.solve(&mut self.right);
            for (l, d) in state.multipliers.iter_mut().zip(&self.right[n_v..]) {
                *l += d;
            }
        }
        self.redundancy.shorten(&mut state.multipliers);
        equations.set(state)
    }
}
