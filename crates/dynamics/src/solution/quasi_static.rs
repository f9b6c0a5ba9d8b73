//! Motion without inertia: at every time the equilibrium with drives and loads as they are then, and the velocities with which these
//! equilibria follow each other. \[theory:multibody\] (45), (46)
//!
//! Forces are those of rest: dampers and friction need speed and do not act, whatever the velocities are.

use super::constrained::Constrained;
use super::redundancy::{Redundancy, shorten_multipliers};
use super::statics::{Statics, StaticsOptions};
use super::steady::SteadySearch;
use super::turns::go_in_parts;
use crate::{Equations, Error, State};

/// Time over which loads are differenced, beside the step: of forces that change over a step the derivative is off by 2e-8.
const SPAN: f64 = 1e-4;

/// A machine that follows its drives slowly, elastic parts included.
#[derive(Debug)]
pub struct QuasiStatic {
    statics: Statics,
    search: SteadySearch,
    is_redundant: bool,
    /// Rates of the multipliers at the last instant; none at the first.
    rates: Vec<f64>,
    /// Time (s) over which loads are differenced.
    span: f64,
}

impl QuasiStatic {
    /// From an assembled state, in steps of about this length (s).
    pub fn new(
        equations: &mut Equations,
        state: &State,
        options: StaticsOptions,
        step: f64,
    ) -> Result<Self, Error> {
        if !step.is_finite() || step <= 0.0 {
            return Err(Error::Value {
                of: "quasi-static motion".to_owned(),
                key: "step",
                value: step,
                allowed: "a positive number",
            });
        }
        let mut metric = Constrained::new(equations);
        metric.set_length(equations.extent(state));
        equations.set(state)?;
        let redundancy = Redundancy::find(equations, &metric);
        Ok(Self {
            statics: Statics::new(equations, options),
            search: SteadySearch::new(equations),
            is_redundant: !redundancy.constraints.is_empty(),
            rates: vec![0.0; equations.n_multipliers()],
            span: SPAN * step,
        })
    }

    /// Newton iterations so far.
    pub fn iterations(&self) -> u64 {
        self.statics.report().iterations.into()
    }

    /// Brings a state to the equilibrium at a time, with its velocities. Motions that nothing holds and nothing pushes go on as they are.
    /// A step in which an angle that is followed could be read in more than one way is done in halves.
    pub fn go_to(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        time: f64,
    ) -> Result<(), Error> {
        let mut reach = |equations: &mut Equations, state: &mut State, time: f64| {
            let before = state.clone();
            self.reach(equations, &before, state, time)
                .inspect_err(|_| state.copy_from(&before))
        };
        go_in_parts(equations, state, time, &mut reach)
    }

    fn reach(
        &mut self,
        equations: &mut Equations,
        before: &State,
        state: &mut State,
        time: f64,
    ) -> Result<(), Error> {
        let step = time - before.time;
        equations.set(before)?;
        equations.expect_turns(step);
        // Where the last velocities lead: branches are followed.
        let guess: Vec<f64> = before.velocity.iter().map(|v| step * v).collect();
        state.moved_from(before, &guess);
        for (l, rate) in state.multipliers.iter_mut().zip(&self.rates) {
            *l += step * rate;
        }
        state.time = time;
        self.statics.balance(equations, state)?;
        if self.is_redundant {
            shorten_multipliers(equations, state)?;
        }
        let field = self
            .search
            .derivative(equations, state, &before.velocity, self.span)?;
        let (velocity, rates) = field.split_at(state.velocity.len());
        self.rates.copy_from_slice(rates);
        state.velocity.copy_from_slice(velocity);
        equations.set(state)
    }
}
