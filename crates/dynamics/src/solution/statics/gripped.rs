//! Equilibria that rest by friction: where the loads alone do not balance, brakes, seals and bearings hold what they can. \[theory:multibody\] (40c)
//!
//! Friction of teeth is left out: what it holds depends on how the load came.

use pitchline_contact::AssumedFlanks;

use super::Statics;
use crate::{ElementId, Equations, Error, GripId, Sliding, State};

/// Share of its limit by which friction may be beyond it: rounding of reactions.
const ROUNDED: f64 = 1e-9;

/// Friction about an axis that may hold.
#[derive(Debug, Clone, Copy)]
struct Gripping {
    /// Number of its constraint.
    row: usize,
    grip: GripId,
    limit: f64,
}

impl Gripping {
    /// Share of its limit that it bears.
    fn share(&self, state: &State) -> f64 {
        state.multipliers[self.row].abs() / self.limit
    }

    fn is_stuck(&self, state: &State) -> bool {
        state.grips[self.grip.0 as usize].sliding == Sliding::Stuck
    }

    /// Lets it slide, with the friction that it had against the motion to come.
    fn slide(&self, force: f64, state: &mut State) {
        state.grips[self.grip.0 as usize].sliding = Sliding::along(-force);
        state.active[self.row] = false;
        state.multipliers[self.row] = 0.0;
    }
}

impl Statics {
    /// Brings a state to equilibrium, without friction if that can be, else with all that holds about axes.
    pub(super) fn balance_or_hold(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<(), Error> {
        let Err(lost) = self.balance_or_close_flanks(equations, state) else {
            return Ok(());
        };
        if !self.options.friction_holds {
            return Err(lost);
        }
        equations.set(state)?;
        let gripping = about_axes(equations);
        if gripping.is_empty() {
            return Err(lost);
        }
        let mut held = state.clone();
        match self.hold(equations, &mut held, &gripping) {
            Ok(()) => {
                state.copy_from(&held);
                equations.set(state)
            }
            Err(error) => {
                equations.set(state)?;
                self.solver.forget_order();
                Err(match error {
                    Error::FrictionGivesWay { .. } => error,
                    _ => lost,
                })
            }
        }
    }

    /// All of it sticks where the machine stands; what cannot bear its part slides, one after the other.
    fn hold(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        gripping: &[Gripping],
    ) -> Result<(), Error> {
        for one in gripping {
            let rubbing = equations.rubbing(one.row);
            state.grips[one.grip.0 as usize].stick(&rubbing);
            state.active[one.row] = true;
            state.multipliers[one.row] = 0.0;
        }
        let mut gave_way = None;
        loop {
            self.solver.forget_order();
            let mut found = state.clone();
            let balanced = self.balance_or_close_flanks(equations, &mut found);
            if let (Err(_), Some((row, needed, limit))) = (&balanced, gave_way) {
                return Err(Error::FrictionGivesWay {
                    time: state.time,
                    friction: equations.constraint_name(row),
                    needed,
                    limit,
                });
            }
            balanced?;
            let stuck = gripping.iter().filter(|one| one.is_stuck(&found));
            let most = stuck.max_by(|a, b| a.share(&found).total_cmp(&b.share(&found)));
            let Some(most) = most.filter(|one| one.share(&found) > 1.0 + ROUNDED) else {
                state.copy_from(&found);
                return Ok(());
            };
            let force = found.multipliers[most.row];
            gave_way.get_or_insert((most.row, force.abs(), most.limit));
            most.slide(force, state);
        }
    }
}

/// Friction about axes that holds anything at rest.
fn about_axes(equations: &Equations) -> Vec<Gripping> {
    let k = equations.kinematics();
    let rows = 0..equations.n_multipliers();
    let found = rows.filter_map(|row| {
        let grip = equations.grip(row)?;
        let (element, _) = equations.constraint(row)?;
        let (_, element) = equations.machine().element(ElementId(element as u32))?;
        let is_mesh = element.assuming(AssumedFlanks::Apart).is_some();
        let limit = equations.rubbing(row).limit;
        let is_free = k.grip(grip).sliding == Sliding::Undecided;
        (!is_mesh && is_free && limit > 0.0).then_some(Gripping { row, grip, limit })
    });
    found.collect()
}
