//! What is watched of surfaces that rub: friction within its limit while they are stuck, slip while they slide.
//! \[theory:events\] (21)

use super::super::acceleration::accelerations;
use super::super::constrained::Constrained;
use super::super::redundancy::shorten_multipliers;
use super::Events;
use super::watch::look_at;
use crate::{Equations, Error, Sliding, State};

/// Over so many seconds, as a share of the step, friction of stuck surfaces is followed to either side.
const ASIDE: f64 = 1e-3;

impl Events<'_> {
    /// The function of a grip at the state that the equations look at: positive as long as nothing changes.
    pub(super) fn friction(&self, watch: usize, equations: &Equations, state: &State) -> f64 {
        let row = self.switching.watched(watch);
        let rubbing = equations.rubbing(row);
        match self.sliding(watch, state) {
            Sliding::Stuck => rubbing.limit - state.multipliers[row].abs(),
            sliding => sliding.sense() * rubbing.rate,
        }
    }

    /// The value of a function where it matters: that of stuck surfaces whose multipliers are doubted by reactions found anew.
    pub(super) fn sharp_value(
        &self,
        i: usize,
        equations: &mut Equations,
        state: &State,
    ) -> Result<f64, Error> {
        match self.watches[i].is_doubted {
            true => self.value_by_reactions(i, equations, state),
            false => self.value(i, equations, state),
        }
    }

    /// The value of a function, that of stuck surfaces by reactions found anew: multipliers of a step are of lower order than its motion,
    /// and where friction at rest and in motion are equal they would tell of a limit that is not reached yet.
    pub(super) fn value_by_reactions(
        &self,
        i: usize,
        equations: &mut Equations,
        state: &State,
    ) -> Result<f64, Error> {
        let watch = i.checked_sub(self.events.len());
        let grip = watch.filter(|watch| self.switching.grip(*watch).is_some());
        match grip.filter(|watch| self.is_stuck(*watch, state)) {
            Some(watch) => {
                let held = self.reacted(watch, equations, state, 0.0)?;
                look_at(equations, state)?;
                Ok(held)
            }
            None => self.value(i, equations, state),
        }
    }

    /// The value of doubted friction at a state on the way of a step: on a line between the ends of the step, and where that is beyond
    /// the limit by reactions.
    pub(super) fn believed(
        &self,
        i: usize,
        equations: &mut Equations,
        state: &State,
        (end, share): (&State, f64),
    ) -> Result<f64, Error> {
        let row = self.switching.watched(i - self.events.len());
        let held = self.watches[i].held;
        let force = held + share * (end.multipliers[row] - held);
        let left = equations.rubbing(row).limit - force.abs();
        match left > 0.0 {
            true => Ok(left),
            false => self.sharp_value(i, equations, state),
        }
    }

    /// The function of a grip with reactions found anew, some time ahead along the parabola of the motion.
    fn reacted(
        &self,
        watch: usize,
        equations: &mut Equations,
        state: &State,
        ahead: f64,
    ) -> Result<f64, Error> {
        let mut moved = state.clone();
        moved.drift(ahead);
        accelerations(equations, &mut Constrained::new(equations), &mut moved)?;
        if self.switching.grips.len() > 1 {
            // Surfaces may hold each other.
            shorten_multipliers(equations, &mut moved)?;
        }
        look_at(equations, &moved)?;
        Ok(self.friction(watch, equations, &moved))
    }

    /// Takes note of friction at the end of a step.
    pub(super) fn hold(&mut self, state: &State) {
        let n = self.events.len();
        for (i, watch) in self.watches.iter_mut().enumerate().skip(n) {
            watch.held = state.multipliers[self.switching.watched(i - n)];
        }
    }

    /// Whether the surfaces behind a function are stuck.
    pub(super) fn is_stuck(&self, watch: usize, state: &State) -> bool {
        self.sliding(watch, state) == Sliding::Stuck
    }

    fn sliding(&self, watch: usize, state: &State) -> Sliding {
        let grip = self.switching.grip(watch);
        grip.map_or(Sliding::Undecided, |grip| {
            state.grips[grip.0 as usize].sliding
        })
    }

    /// Its rate: a slip's from accelerations; a reaction's from reactions found anew to either side.
    pub(super) fn friction_rate(
        &self,
        watch: usize,
        equations: &mut Equations,
        state: &State,
    ) -> Result<f64, Error> {
        let row = self.switching.watched(watch);
        let sliding = self.sliding(watch, state);
        equations.set(state)?;
        if sliding != Sliding::Stuck {
            let mut all = vec![0.0; equations.n_multipliers()];
            equations.as_if_all_held(|equations| {
                equations.constraint_accelerations(&state.acceleration, &mut all);
            });
            return Ok(sliding.sense() * all[row]);
        }
        let aside = ASIDE * self.step.max(self.options.closest);
        let after = self.reacted(watch, equations, state, aside)?;
        let change = after - self.reacted(watch, equations, state, -aside)?;
        equations.set(state)?;
        Ok(0.5 * change / aside)
    }
}
