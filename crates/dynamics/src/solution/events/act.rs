//! What is done at events, in order; then the run begins anew from a consistent state. \[theory:events\] (4), (18)

use super::super::constrained::{Constrained, Metric};
use super::super::integrator::Integrator;
use super::super::switching::{Change, slow};
use super::watch::{Mode, look_at};
use super::{Action, Cause, Event, Events, Occurrence, SHORTEST};
use crate::{ElementId, Equations, Error, State};

/// Change of a function at its own event, as a share of the largest value it had, that is more than rounding.
const JUMP: f64 = 1e-6;
/// Friction at so much of its limit has reached it: reactions on the way there are known to rounding of the time.
const AT_LIMIT: f64 = 1.0 - 1e-6;
/// Heights of flights below this share of the largest coordinate are rounding of places.
const ROUNDING: f64 = 1e-14;

/// Whether what an event does can be done.
pub(super) fn check(event: &Event, equations: &Equations) -> Result<(), Error> {
    let unknown = |what, number, count| Error::Unknown {
        of: event.name.clone(),
        what,
        number,
        count,
    };
    let (constraint, must_switch) = match event.action {
        Action::Record | Action::Stop => return Ok(()),
        Action::Switch { constraint, .. } => (constraint, true),
        Action::Impact { constraint, .. } => (constraint, false),
        Action::SwitchJoint { joint, .. } => {
            let (number, count) = (joint.0 as usize, equations.machine().elements().len());
            if number >= count {
                return Err(unknown("element", number, count));
            }
            let (first, count) = equations.multipliers_of(number);
            let held = (first..first + count).find(|row| equations.switchable(*row).is_none());
            return held.map_or(Ok(()), |row| Err(not_switchable(event, equations, row)));
        }
    };
    let count = equations.n_multipliers();
    if constraint >= count {
        return Err(unknown("constraint", constraint, count));
    }
    if must_switch && equations.switchable(constraint).is_none() {
        return Err(not_switchable(event, equations, constraint));
    }
    Ok(())
}

fn not_switchable(event: &Event, equations: &Equations, constraint: usize) -> Error {
    Error::NotSwitchable {
        event: event.name.clone(),
        constraint: equations.constraint_name(constraint),
    }
}

/// Switches a constraint; whether this changed anything.
fn switch(state: &mut State, constraint: usize, on: bool) -> bool {
    let has_changed = state.active[constraint] != on;
    if has_changed {
        state.active[constraint] = on;
        state.multipliers[constraint] = 0.0;
    }
    has_changed
}

/// Releases a joint, or locks it where its bodies stand; whether this changed anything. (18)
fn switch_joint(
    equations: &mut Equations,
    state: &mut State,
    joint: ElementId,
    on: bool,
) -> Result<bool, Error> {
    let (first, count) = equations.multipliers_of(joint.0 as usize);
    let rows = first..first + count;
    if state.active[rows.clone()].iter().all(|is_on| *is_on == on) {
        return Ok(false);
    }
    if on {
        equations.set(state)?;
        let element = equations.machine().element(joint);
        let locked = element.and_then(|(_, joint)| joint.locked_here(equations.kinematics()));
        if let Some((lock, frame)) = locked {
            state.locks[lock.0 as usize] = Some(frame);
        }
    }
    state.active[rows.clone()].fill(on);
    state.multipliers[rows].fill(0.0);
    Ok(true)
}

impl Events<'_> {
    /// Does what is to be done, in order, and begins anew where the state was changed: by samples, too.
    pub(super) fn act(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
        fired: &[usize],
        has_sampled: bool,
    ) -> Result<Option<usize>, Error> {
        let n = self.events.len();
        let arrived = fired
            .iter()
            .map(|&i| Ok((i, self.value(i, equations, state)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let (mut stopped, mut has_changed) = (None, has_sampled);
        for &i in fired.iter().filter(|&&i| i < n) {
            let action = self.events[i].action;
            let has_acted = match action {
                Action::Record => true,
                Action::Stop => {
                    stopped = stopped.or(Some(i));
                    true
                }
                Action::Switch { constraint, on } => switch(state, constraint, on),
                Action::SwitchJoint { joint, on } => switch_joint(equations, state, joint, on)?,
                Action::Impact {
                    constraint,
                    restitution,
                } => {
                    turn_round(equations, state, constraint, restitution)?;
                    true
                }
            };
            has_changed |= has_acted && !matches!(action, Action::Record | Action::Stop);
            self.occurrences.push(Occurrence {
                time: state.time,
                name: self.events[i].name.clone(),
                cause: Cause::Event(i),
                change: None,
                has_acted,
            });
        }
        has_changed |= fired.iter().any(|&i| i >= n);
        let mut changes = Vec::new();
        if has_changed {
            // Velocities of a scheme obey constraints to its order only; what rests is told from what moves by its rate.
            let mut loose = self.loose(fired, state);
            if !(fired.is_empty() && self.switching.is_empty()) {
                integrator.restart(equations, state)?;
            }
            // Multipliers on the way are those of the scheme; now they are the reactions.
            loose.retain(|&(watch, row)| {
                let share = state.multipliers[row].abs() / equations.rubbing(row).limit;
                self.watches[watch].is_doubted = share < AT_LIMIT;
                share >= AT_LIMIT
            });
            let loose: Vec<usize> = loose.into_iter().map(|(_, row)| row).collect();
            changes = self.switching.settle(equations, state, &loose)?;
            integrator.restart(equations, state)?;
        }
        self.note(state.time, &changes, equations);
        let hits = changes.iter().filter_map(|(row, change)| match change {
            Change::Hit { after, .. } => Some((self.switching.contact(*row)?, *after)),
            _ => None,
        });
        let hits: Vec<(usize, f64)> = hits.collect();
        // Bodies that were hit because others met are on their own way to no end.
        let also = hits.iter().map(|(i, _)| n + i);
        let also: Vec<usize> = also.filter(|watch| !fired.contains(watch)).collect();
        let endless = self.chatter.also(state.time, &also, self.options.closest);
        self.refuse(endless, state.time, equations)?;
        for (i, after) in hits {
            let height = ROUNDING * self.switching.far(equations, state, i);
            self.chatter.part(n + i, after / height);
        }
        self.look(equations, state, &arrived, has_changed)?;
        Ok(stopped)
    }

    /// Functions and constraints of grips whose friction has reached its limit.
    fn loose(&self, fired: &[usize], state: &State) -> Vec<(usize, usize)> {
        let rows = fired.iter().filter_map(|&i| {
            let watch = i.checked_sub(self.events.len())?;
            self.switching.grip(watch)?;
            let row = self.switching.watched(watch);
            state.active[row].then_some((i, row))
        });
        rows.collect()
    }

    /// Looks at all functions after something happened: `arrived` are those that were zero, with their values then. Where nothing was
    /// changed the others go on as they were: a gap that was zero a moment ago is still told from that moment.
    pub(super) fn look(
        &mut self,
        equations: &mut Equations,
        state: &State,
        arrived: &[(usize, f64)],
        has_changed: bool,
    ) -> Result<(), Error> {
        let n = self.events.len();
        look_at(equations, state)?;
        self.hold(state);
        for i in 0..self.watches.len() {
            let watch = self.watches[i];
            let value = self.value(i, equations, state)?;
            let at = arrived.iter().find(|(fired, _)| *fired == i);
            if !has_changed && at.is_none() {
                self.watches[i].size = watch.size.max(value.abs());
                self.watches[i].see(watch.compared(state.time, value));
                if i >= n {
                    // Whatever rounding says: it has not happened yet.
                    self.watches[i].sign = 1.0;
                }
                continue;
            }
            self.watches[i].mode = Mode::Plain;
            match i.checked_sub(n) {
                None => {
                    let jump = at.map(|(_, zero)| (value - zero).abs());
                    // What the action moved away from zero is looked at as if it had never been there.
                    let is_there = jump.is_some_and(|jump| jump <= JUMP * watch.size);
                    let rate = self.rate(i, equations, state)?;
                    let is_away = value.abs() > SHORTEST * self.step * rate.abs();
                    if watch.is_stuck(value, rate, self.step) {
                        self.watches[i].stick(at.is_some());
                    } else if is_there && !(is_away && watch.has_jumped(state.time, value)) {
                        self.watches[i].passed(state.time, value, rate);
                    } else {
                        // Also what jumped through zero because a law did.
                        self.watches[i].see_event(value);
                    }
                }
                Some(row) if self.switching.grip(row).is_some() => {
                    if self.is_stuck(row, state) {
                        self.watches[i].see_stuck(value);
                        continue;
                    }
                    let rate = self.rate(i, equations, state)?;
                    let slow = slow(equations, state);
                    self.watches[i].is_doubted = false;
                    self.watches[i].see_slip(state.time, slow, value, (rate, self.step));
                }
                Some(row) => {
                    let is_on = state.active[self.switching.rows[row].0];
                    let rate = self.rate(i, equations, state)?;
                    let unit = self.switching.unit(equations, state, row);
                    self.watches[i].see_row((equations, state), unit, is_on, [value, rate]);
                }
            }
        }
        equations.set(state)
    }
}

/// Changes velocities by an impulse of one constraint so that its rate becomes −ε times what it was. \[theory:events\] (4)
fn turn_round(
    equations: &mut Equations,
    state: &mut State,
    constraint: usize,
    restitution: f64,
) -> Result<(), Error> {
    let (n_v, n) = (equations.n_velocities(), equations.n());
    let mut with = state.clone();
    with.active[constraint] = true;
    equations.set(&with)?;
    let mut rates = vec![0.0; n - n_v];
    equations.constraint_velocities(&state.velocity, &mut rates);
    let goal = -restitution * rates[constraint];
    let mut problem = Constrained::new(equations);
    problem
        .factor(equations, Metric::Mass)
        .map_err(|unknown| crate::solver::not_determined(equations, unknown, state.time))?;
    // Once more: the regularisation leaves a small part.
    for _ in 0..2 {
        equations.constraint_velocities(&state.velocity, &mut rates);
        let mut right = vec![0.0; n];
        right[n_v + constraint] = goal - rates[constraint];
        problem.solve(&mut right);
        for (v, x) in state.velocity.iter_mut().zip(&right) {
            *v += x;
        }
    }
    equations.set(state)
}
