//! A first state that lies away from where the machine stands: drives lead it there all their way, so that what counts turns has counted
//! them. \[theory:multibody\] (35a), (35b)
//!
//! A driven angle is known within one turn only, and within one turn a machine fits together in many ways: a wheel with twice the teeth
//! of its partner may stand half a turn off, and one with a third of them has gone round before the driven one has. Each step goes along
//! the direction in which the machine moves with its drives, which shafts in fixed bearings keep over any number of turns, and is halved
//! where that leads astray.

use crate::{Equations, Error, State, TurnsFrom};

/// How a machine goes with its drives.
pub(super) trait Led {
    /// How fast it moves where drives open constraints and forces by `opening`, both per whole way.
    fn direction(
        &mut self,
        equations: &mut Equations,
        state: &State,
        opening: Vec<f64>,
    ) -> Result<Vec<f64>, Error>;

    /// Closes what a step left open. Says how far that was (rad, or of the extent); beyond [`ASTRAY`] it need not.
    fn close(&mut self, equations: &mut Equations, state: &mut State) -> Result<f64, Error>;
}

/// A step after which more than this (rad, or of the extent) is open has gone astray.
pub(super) const ASTRAY: f64 = 0.3;
/// First step, of the way and of a turn: each is twice the last, and by no whole number of turns does the machine stand as before, so
/// that a joint that turns unevenly is seen.
const FIRST: f64 = 0.381_966_011_250_105;
/// Smallest step (turns, and of a shorter way).
const SMALLEST: f64 = 1e-4;
/// Steps after which the machine is given up: a thousand turns where something goes round with a carrier.
const MAX_STEPS: u32 = 20_000;
/// Part of a turn over which the drives' effect is differenced. It is linear.
const PART: f64 = 1e-3;

/// Leads a state that obeys the joints with drives where they begin ([`Equations::set_lead`] with 1) to where they are.
pub(super) fn lead(
    equations: &mut Equations,
    state: &mut State,
    from: TurnsFrom,
    machine: &mut dyn Led,
) -> Result<(), Error> {
    let Some(far) = equations.furthest_way(from, state) else {
        return Ok(());
    };
    let velocity = state.velocity.clone();
    let mut way = Way {
        from,
        turns: far.turns,
        missing: 1.0,
    };
    let led = way.follow(equations, state, machine);
    equations.set_lead(TurnsFrom::Nowhere, 0.0);
    state.velocity.copy_from_slice(&velocity);
    led.map_err(|reason| Error::FarStart {
        drive: far.drive,
        way: far.length,
        reached: (1.0 - way.missing) * far.length,
        unit: far.unit,
        reason,
    })?;
    equations.set(state)?;
    // The last step has been counted.
    equations.expect_turns(0.0);
    Ok(())
}

/// The direction in which a machine begins to go with its drives, per whole way.
pub(super) fn first_direction(
    equations: &mut Equations,
    state: &State,
    (from, turns): (TurnsFrom, f64),
    machine: &mut dyn Led,
) -> Result<Vec<f64>, Error> {
    let way = Way {
        from,
        turns,
        missing: 1.0,
    };
    way.direction(equations, state, machine)
}

/// Largest difference of two motions: radians, or of the extent.
pub(super) fn largest_difference(equations: &Equations, state: &State, [a, b]: [&[f64]; 2]) -> f64 {
    let nodes = 6 * state.places.len();
    let extent = equations.extent(state);
    let differences = a.iter().zip(b).enumerate().map(|(i, (a, b))| {
        let unit = if i < nodes && i % 6 < 3 { extent } else { 1.0 };
        (a - b).abs() / unit
    });
    differences.fold(
        0.0,
        |m, d| if d.is_nan() { f64::INFINITY } else { m.max(d) },
    )
}

/// How far a state has been led.
struct Way {
    from: TurnsFrom,
    /// Turns of the drive with the most.
    turns: f64,
    /// Share of the way that is missing.
    missing: f64,
}

impl Way {
    fn follow(
        &mut self,
        equations: &mut Equations,
        state: &mut State,
        machine: &mut dyn Led,
    ) -> Result<(), String> {
        let direction = self.direction(equations, state, machine);
        let mut direction = direction.map_err(|error| error.to_string())?;
        let longer = self.turns.max(1.0);
        let mut step = FIRST / longer;
        let mut before = state.clone();
        let mut why = None;
        for _ in 0..MAX_STEPS {
            let rest = (self.missing - step).max(0.0);
            let length = self.missing - rest;
            before.copy_from(state);
            match self.step(equations, state, (rest, &direction), machine) {
                Ok(Some(next)) => {
                    (self.missing, direction) = (rest, next);
                    step *= 2.0;
                    if rest <= 0.0 {
                        return Ok(());
                    }
                    continue;
                }
                Ok(None) => {}
                Err(error) => why = Some(error.to_string()),
            }
            state.copy_from(&before);
            step = 0.5 * length;
            if step * longer < SMALLEST {
                return Err(why.unwrap_or_else(|| {
                    let jumps = "there the joints lock or jump, for the machine goes elsewhere with every step, however short";
                    jumps.to_owned()
                }));
            }
        }
        Err(format!("it takes more than {MAX_STEPS} steps"))
    }

    /// One step; the direction after it, or none where it has gone astray.
    fn step(
        &self,
        equations: &mut Equations,
        state: &mut State,
        (rest, direction): (f64, &[f64]),
        machine: &mut dyn Led,
    ) -> Result<Option<Vec<f64>>, Error> {
        let length = self.missing - rest;
        let before = state.clone();
        state.velocity.copy_from_slice(direction);
        equations.set(state)?;
        equations.expect_turns_by_rates(length);
        state.velocity.fill(0.0);
        let motion: Vec<f64> = direction.iter().map(|d| length * d).collect();
        state.moved_from(&before, &motion);
        equations.set_lead(self.from, rest);
        if machine.close(equations, state)? > ASTRAY {
            return Ok(None);
        }
        let next = Self {
            missing: rest,
            ..*self
        }
        .direction(equations, state, machine)?;
        let change = length * largest_difference(equations, state, [&next, direction]);
        state.velocity.copy_from_slice(&next);
        equations.set(state)?;
        let is_clear = equations.turns_are_clear(length);
        state.velocity.fill(0.0);
        // Only now: until then angles are those before the step and what is expected of it.
        equations.follow_turns(state);
        Ok((change <= ASTRAY && is_clear).then_some(next))
    }

    fn direction(
        &self,
        equations: &mut Equations,
        state: &State,
        machine: &mut dyn Led,
    ) -> Result<Vec<f64>, Error> {
        let part = PART / self.turns;
        let mut here = vec![0.0; equations.n()];
        let mut ahead = here.clone();
        equations.set(state)?;
        equations.set_lead(self.from, self.missing - part);
        equations.residual(&mut ahead);
        equations.set_lead(self.from, self.missing);
        equations.residual(&mut here);
        let opening = ahead.iter().zip(&here).map(|(a, b)| (a - b) / part);
        machine.direction(equations, state, opening.collect())
    }
}
