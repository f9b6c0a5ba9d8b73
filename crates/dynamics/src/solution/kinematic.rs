//! Motion that drives prescribe completely, and the forces it takes: positions, velocities, accelerations from the constraints
//! alone, then reactions and drive torques from the equations of motion. \[theory:multibody\] (36)-(38)

use super::acceleration::{Balance, MAX_ROUNDS};
use super::assembly::{positions, velocities};
use super::constrained::{Constrained, Metric};
use super::redundancy::{Redundancy, shorten_multipliers};
use super::turns::go_in_parts;
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
        problem.set_length(equations.extent(state));
        equations.set(state)?;
        let redundancy = Redundancy::find(equations, &problem);
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

    /// Brings a state to a time: from where it is, the positions nearest to it that the constraints allow. A step in which an angle that
    /// is followed could be read in more than one way is done in halves.
    pub fn go_to(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        time: f64,
    ) -> Result<(), Error> {
        let mut reach = |equations: &mut Equations, state: &mut State, time: f64| {
            self.reach(equations, state, time)
        };
        go_in_parts(equations, state, time, &mut reach)
    }

    fn reach(
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
        Ok(())
    }

    /// Reactions with forces as they depend on them now; leaves what is out of balance in `right`.
    fn reactions(&mut self, equations: &mut Equations, state: &mut State) -> Result<(), Error> {
        let n_v = equations.n_velocities();
        equations.residual(&mut self.right);
        // Once more: ε leaves a small part.
        for _ in 0..2 {
            self.right[..n_v].iter_mut().for_each(|x| *x = -*x);
            self.right[n_v..].fill(0.0);
            self.problem.solve(&mut self.right);
            for (l, d) in state.multipliers.iter_mut().zip(&self.right[n_v..]) {
                *l += d;
            }
            equations.set(state)?;
            equations.residual(&mut self.right);
        }
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
        equations.set(state)?;
        equations.residual(&mut self.right);
        let balance = Balance::begin(equations, &self.right[..n_v]);
        for round in 0..MAX_ROUNDS {
            if round > 0 {
                self.problem
                    .factor(equations, Metric::Unit)
                    .map_err(|unknown| not_determined(equations, unknown, state.time))?;
            }
            self.reactions(equations, state)?;
            if !balance.is_open(equations, state, &self.right[..n_v]) {
                break;
            }
        }
        balance.end(equations, state, &self.right[..n_v])?;
        equations.set(state)?;
        // Few machines have constraints that follow from others, and which combinations have no effect changes on the way.
        match self.redundancy.constraints.is_empty() {
            true => Ok(()),
            false => shorten_multipliers(equations, state),
        }
    }
}
