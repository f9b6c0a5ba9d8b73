//! An equilibrium that lies away from where the machine stands: it is led there by its joints, or, where shafts and springs bring on what
//! no joint ties to a drive, through equilibria. \[theory:multibody\] (35a), (39)

use super::super::assembly::{AssemblyOptions, Joints};
use super::super::constrained::Constrained;
use super::super::lead::{ASTRAY, Led, first_direction, largest_difference, lead};
use super::Statics;
use crate::solver::not_determined;
use crate::{Equations, Error, State, TurnsFrom};

impl Statics {
    /// Brings a state that joints alone have led from `start` to its drives to where forces lead it as well, all of them as at its time.
    /// Where that is the same to within what an equilibrium finds by itself, or no drive leads it, nothing is done.
    pub fn lead(
        &mut self,
        equations: &mut Equations,
        start: &State,
        state: &mut State,
        from: TurnsFrom,
    ) -> Result<(), Error> {
        let mut through = start.clone();
        through.time = state.time;
        let led = self.lead_through(equations, &mut through, from);
        equations.set_lead(TurnsFrom::Nowhere, 0.0);
        if led? {
            state.copy_from(&through);
        }
        equations.set(state)?;
        equations.expect_turns(0.0);
        Ok(())
    }

    /// The same from the start; whether forces had to lead it.
    fn lead_through(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        from: TurnsFrom,
    ) -> Result<bool, Error> {
        let Some(far) = equations.furthest_way(from, state) else {
            return Ok(false);
        };
        let mut problem = Constrained::new(equations);
        problem.set_length(equations.extent(state));
        let mut joints = Joints {
            problem: &mut problem,
            tolerance: AssemblyOptions::default().tolerance,
        };
        // Without an equilibrium to begin from there is no way through equilibria.
        if joints.begin(equations, state, from)?.is_none() || self.solve(equations, state).is_err()
        {
            return Ok(false);
        }
        self.was_free = false;
        let way = (from, far.turns);
        let by_joints = first_direction(equations, state, way, &mut joints)?;
        let by_forces = first_direction(equations, state, way, self)?;
        if largest_difference(equations, state, [&by_joints, &by_forces]) <= ASTRAY {
            return Ok(false);
        }
        lead(equations, state, from, self)?;
        Ok(true)
    }
}

impl Statics {
    /// Solves for a correction of the state that the equations look at.
    fn correct(&mut self, equations: &mut Equations, time: f64) -> Result<(), Error> {
        self.factor(equations)
            .map_err(|unknown| not_determined(equations, unknown, time))?;
        let values = equations.values();
        self.solver
            .solve_refined(values, &mut self.right, &mut self.scratch);
        Ok(())
    }
}

impl Led for Statics {
    fn direction(
        &mut self,
        equations: &mut Equations,
        state: &State,
        opening: Vec<f64>,
    ) -> Result<Vec<f64>, Error> {
        for (right, opening) in self.right.iter_mut().zip(&opening) {
            *right = -opening;
        }
        self.correct(equations, state.time)?;
        Ok(self.right[..equations.n_velocities()].to_vec())
    }

    fn close(&mut self, equations: &mut Equations, state: &mut State) -> Result<f64, Error> {
        self.length = equations.extent(state);
        self.evaluate(equations, state, 0.0);
        for (right, residual) in self.right.iter_mut().zip(&self.residual) {
            *right = -residual;
        }
        self.correct(equations, state.time)?;
        let (open, _) = self.measure(equations, &self.right);
        if open <= ASTRAY {
            self.balance(equations, state)?;
        }
        Ok(if open.is_nan() { f64::INFINITY } else { open })
    }
}
