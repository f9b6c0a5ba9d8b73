//! Instants that are known beforehand, at which parts of a machine look at it and change what they hold. \[theory:actuators\] (16)

use crate::{Element, Equations, Error, Machine, State};

/// Multiples of a sample time closer to an instant than this share of it are that instant: products of whole numbers are rounded.
const NEAR: f64 = 1e-9;

/// The sample times of a machine.
#[derive(Debug)]
pub(super) struct Samples {
    /// Number of the element, and its sample time (s).
    times: Vec<(usize, f64)>,
}

impl Samples {
    pub fn of(machine: &Machine) -> Self {
        let elements = machine.elements().enumerate();
        let sampled = |(i, (_, element)): (usize, (&str, &dyn Element))| {
            let time = element.sample_time()?;
            (time > 0.0).then_some((i, time))
        };
        Self {
            times: elements.filter_map(sampled).collect(),
        }
    }

    /// The first instant after a time (s) at which something is sampled; none where nothing is.
    pub fn next(&self, time: f64) -> f64 {
        let next = self.times.iter().map(|(_, step)| {
            let at = ((time / step + NEAR).floor() + 1.0) * step;
            // Samples that the digits of the time no longer tell apart: as soon as they do.
            if at > time { at } else { time.next_up() }
        });
        next.fold(f64::INFINITY, f64::min)
    }

    /// Takes all samples that are due at the time of a state, at the start of a run all there are; whether a held number changed.
    pub fn take(
        &self,
        equations: &mut Equations,
        state: &mut State,
        is_start: bool,
    ) -> Result<bool, Error> {
        let is_due = |step: f64| {
            let share = state.time / step;
            is_start || (share - share.round()).abs() <= NEAR
        };
        let due = self.times.iter().filter(|(_, step)| is_due(*step));
        let due: Vec<usize> = due.map(|(i, _)| *i).collect();
        if due.is_empty() {
            return Ok(false);
        }
        equations.set(state)?;
        equations.expect_turns(0.0);
        let mut held = state.held.clone();
        for (i, (_, element)) in equations.machine().elements().enumerate() {
            if due.contains(&i) {
                element.sample(equations.kinematics(), &mut held);
            }
        }
        let has_changed = held
            .iter()
            .zip(&state.held)
            .any(|(new, old)| new.to_bits() != old.to_bits());
        state.held.copy_from_slice(&held);
        Ok(has_changed)
    }
}
