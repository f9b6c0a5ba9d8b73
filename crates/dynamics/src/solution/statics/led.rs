//! An equilibrium that lies whole turns away: the machine is led there through equilibria, so that shafts and springs bring on what no
//! joint ties to a drive. \[theory:multibody\] (35a), (39)

use super::super::lead::{ASTRAY, Led, lead};
use super::Statics;
use crate::solver::not_determined;
use crate::{Equations, Error, State, TurnsFrom};

impl Statics {
    /// Brings a state that obeys the joints within one turn over the whole turns by which drives lead what counts them; all forces act
    /// on the way as they do at its time. Where there are none, nothing is done.
    pub fn lead(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        from: TurnsFrom,
    ) -> Result<(), Error> {
        if equations.whole_turns(from, state.time).is_none() {
            return Ok(());
        }
        self.solve(equations, state)?;
        self.was_free = false;
        lead(equations, state, from, self)
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
