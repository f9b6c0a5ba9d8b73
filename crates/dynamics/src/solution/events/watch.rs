//! One function that is watched, and how its signs are compared along a step. \[theory:events\] (10)-(13)

use super::super::integrator::Integrator;
use super::super::sizes::Sizes;
use super::super::switching::{CLOSED, Switching, slow};
use super::root::root;
use super::{Direction, Events};
use crate::{Equations, Error, State};

/// A gap that opens slowly after a force vanished is closed again below minus this share of the extent: well above rounding.
const NOISE_OF_GAPS: f64 = 1e-12;
/// Forces below this share of the largest one count as none when a constraint gives way.
const NOISE_OF_FORCES: f64 = 1e-7;
/// A function that has more than this share of its last value at the instant of its change of sign jumped.
const JUMPED: f64 = 1e-6;
/// An event's function this close to zero, as a share of the largest value it had, is zero: after something stuck it is rounding.
const BAND: f64 = 1e-10;
/// Rates are differences over this share of the time in which the machine changes: the curvature of the motion leaves the square of it,
/// rounding its inverse.
const DIFFERENCE: f64 = 1e-5;
/// A machine that changes more slowly (1/s) stands still.
const STILL: f64 = 1e-2;
/// What is left of an event's function that touches zero, as a share of the largest value it had.
const TOUCHED: f64 = 1e-14;
/// Roots of one step closer than this share of it are one instant.
const TOGETHER: f64 = 1e-10;
/// So much of the time since it was zero last makes the root of a function one of its own, however long the step is.
const TOGETHER_OF_FLIGHT: f64 = 1e-3;

/// How a function is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// As it is.
    Plain,
    /// It was zero at the start: (g − g₀)/(t − t₀), whose sign is that of g after it. (12)
    Passed { time: f64, value: f64, rate: f64 },
    /// A contact that rests or has just lost its force: a gap somewhat below zero counts, (13).
    Loose,
    /// Something stuck at zero: what is left of the function is rounding.
    Stuck,
}

/// What is known of a function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Watch {
    pub mode: Mode,
    /// Its last sign; zero if unknown.
    pub sign: f64,
    pub value: f64,
    /// For a constraint: how far below zero its gap counts as zero.
    pub noise: f64,
    /// For an event: the largest value so far.
    pub size: f64,
    /// For surfaces that are stuck: multipliers of a step have told of a limit that reactions did not reach, and are not believed.
    pub is_doubted: bool,
    /// Of these: friction at the end of the last step.
    pub held: f64,
}

impl Watch {
    /// One for each event and each switchable constraint.
    pub fn all(n_events: usize, switching: &Switching) -> Vec<Self> {
        let watch = Self {
            mode: Mode::Plain,
            sign: 0.0,
            value: 0.0,
            noise: 0.0,
            size: 0.0,
            is_doubted: false,
            held: 0.0,
        };
        vec![watch; n_events + switching.rows.len() + switching.grips.len()]
    }

    /// Takes the value of an event's function.
    pub fn see_event(&mut self, value: f64) {
        self.size = self.size.max(value.abs());
        self.see(value);
    }

    /// Whether an event's function is only rounding now, and stays so over a time.
    pub fn is_stuck(&self, value: f64, rate: f64, time: f64) -> bool {
        value.abs().max((rate * time).abs()) <= BAND * self.size
    }

    /// It is zero from now on, as far as can be told. Where it has just passed zero, either side is new.
    pub fn stick(&mut self, has_passed: bool) {
        self.mode = Mode::Stuck;
        self.see(0.0);
        if has_passed {
            self.sign = 0.0;
        }
    }

    /// Takes a value.
    pub fn see(&mut self, value: f64) {
        self.value = value;
        if value != 0.0 {
            self.sign = value.signum();
        }
    }

    /// It is zero now, and goes on with this rate.
    pub fn passed(&mut self, time: f64, value: f64, rate: f64) {
        self.mode = Mode::Passed { time, value, rate };
        self.value = rate;
        self.sign = if rate == 0.0 { 0.0 } else { rate.signum() };
    }

    /// Whether its value where it changed its sign is no zero beside the one before: a law jumped there.
    pub fn has_jumped(&self, time: f64, value: f64) -> bool {
        let before = match self.mode {
            Mode::Passed { time: start, .. } => self.value * (time - start),
            Mode::Plain | Mode::Loose | Mode::Stuck => self.value,
        };
        value.abs() > JUMPED * before.abs()
    }

    /// Looks at a constraint that was just settled: at the force of one that holds, else at its gap, which is open, opening, or closed
    /// without a force.
    pub fn see_row(
        &mut self,
        (equations, state): (&Equations, &State),
        unit: f64,
        is_on: bool,
        [value, rate]: [f64; 2],
    ) {
        // From where it stands: bodies that met may overlap by what they moved since.
        self.noise = NOISE_OF_GAPS * unit + (-value).max(0.0);
        if is_on || value > CLOSED * unit {
            self.see(value);
        } else if rate > slow(equations, state) {
            self.passed(state.time, value, rate);
        } else {
            self.mode = Mode::Loose;
            self.see(value + self.noise);
        }
        // Whatever rounding says: constraints were just settled.
        self.sign = 1.0;
    }

    /// Looks at surfaces that slide and were just settled: at a slip that goes on, or one that begins and will have this rate after a step
    /// of a length.
    pub fn see_slip(&mut self, time: f64, slow: f64, value: f64, (rate, step): (f64, f64)) {
        // From where it stands: it may have come back by so much.
        self.noise = slow + (-value).max(0.0);
        if value > slow {
            self.see(value);
        } else if rate * step > slow {
            self.passed(time, value, rate);
        } else {
            self.mode = Mode::Loose;
            self.see(value + self.noise);
        }
        self.sign = 1.0;
    }

    /// Looks at surfaces that stick and were just settled.
    pub fn see_stuck(&mut self, value: f64) {
        self.see(value);
        self.sign = 1.0;
    }

    /// What separates a value from zero: that of a loose contact is below it.
    pub fn above_zero(&self, value: f64) -> f64 {
        match self.mode {
            Mode::Loose => value + self.noise,
            Mode::Plain | Mode::Passed { .. } | Mode::Stuck => value,
        }
    }

    /// How long ago it was zero (s), if that is known.
    pub fn since(&self, time: f64) -> f64 {
        match self.mode {
            Mode::Passed { time: start, .. } => time - start,
            Mode::Plain | Mode::Loose | Mode::Stuck => f64::INFINITY,
        }
    }

    /// The function that is compared, from the value.
    pub fn compared(&self, time: f64, value: f64) -> f64 {
        match self.mode {
            // Only events have a size.
            Mode::Plain if value.abs() <= TOUCHED * self.size => 0.0,
            Mode::Plain => value,
            Mode::Stuck if value.abs() <= BAND * self.size => 0.0,
            Mode::Stuck => value,
            Mode::Passed {
                time: start,
                value: zero,
                rate,
            } => {
                if time > start {
                    (value - zero) / (time - start)
                } else {
                    rate
                }
            }
            Mode::Loose => self.above_zero(value),
        }
    }
}

/// Looks at a state whose angles are those over whole turns: no change of them is expected.
pub(super) fn look_at(equations: &mut Equations, state: &State) -> Result<(), Error> {
    equations.set(state)?;
    equations.expect_turns(0.0);
    Ok(())
}

impl Events<'_> {
    /// The value of a function at the state that the equations look at.
    pub(super) fn value(
        &self,
        i: usize,
        equations: &mut Equations,
        state: &State,
    ) -> Result<f64, Error> {
        let n = self.events.len();
        let value = match self.events.get(i) {
            Some(event) => event
                .function
                .value(equations.kinematics(), &state.multipliers),
            None if self.switching.grip(i - n).is_some() => self.friction(i - n, equations, state),
            None => {
                let (row, switchable) = self.switching.rows[i - n];
                if state.active[row] {
                    let force = state.multipliers[row];
                    let largest = state
                        .multipliers
                        .iter()
                        .fold(0.0_f64, |m, l| m.max(l.abs()));
                    let [lower, upper] = switchable.bounds;
                    (force - lower).min(upper - force) + NOISE_OF_FORCES * largest
                } else if switchable.is_contact() {
                    equations.constraint_value(row).unwrap_or(f64::NAN)
                } else {
                    // What holds is switched on by an event of the user's.
                    1.0
                }
            }
        };
        if value.is_finite() {
            return Ok(value);
        }
        Err(Error::NotANumber {
            event: self.watch_name(i, equations),
            value,
            time: state.time,
        })
    }

    pub(super) fn watch_name(&self, i: usize, equations: &Equations) -> String {
        match self.events.get(i) {
            Some(event) => event.name.clone(),
            None => equations.constraint_name(self.switching.watched(i - self.events.len())),
        }
    }

    /// Its rate: that of a gap from velocities, that of other functions along the motion.
    pub(super) fn rate(
        &self,
        i: usize,
        equations: &mut Equations,
        state: &State,
    ) -> Result<f64, Error> {
        let row = i.checked_sub(self.events.len());
        if let Some(watch) = row.filter(|row| self.switching.grip(*row).is_some()) {
            return self.friction_rate(watch, equations, state);
        }
        if let Some(row) = row {
            let is_gap = !state.active[self.switching.rows[row].0];
            equations.set(state)?;
            return Ok(if is_gap {
                self.switching.rates(equations, &state.velocity)[row]
            } else {
                0.0
            });
        }
        // A short way to either side: what the motion bends falls out.
        let mut sizes = Sizes::new(equations, state);
        sizes.see(state);
        let step = DIFFERENCE / sizes.pace(state).max(STILL);
        let mut at = |ahead: f64| {
            let mut moved = state.clone();
            moved.drift(ahead);
            look_at(equations, &moved)?;
            self.value(i, equations, &moved)
        };
        let change = at(step)? - at(-step)?;
        equations.set(state)?;
        Ok(0.5 * change / step)
    }

    fn direction(&self, i: usize) -> Direction {
        self.events
            .get(i)
            .map_or(Direction::Falling, |event| event.direction)
    }

    /// The first instant in the last step at which something happens, and all that happens then, in order.
    pub(super) fn scan(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        start: f64,
        state: &State,
    ) -> Result<Option<(f64, Vec<usize>)>, Error> {
        if self.watches.is_empty() {
            return Ok(None);
        }
        let mut between = self
            .between
            .take()
            .unwrap_or_else(|| Box::new(state.clone()));
        between.copy_from(state);
        let found = self.scan_parts(integrator, equations, start, (state, &mut between));
        self.between = Some(between);
        let found = found?;
        if found.is_some() {
            return Ok(found);
        }
        look_at(equations, state)?;
        let n = self.events.len();
        for i in 0..n {
            let value = self.value(i, equations, state)?;
            self.watches[i].size = self.watches[i].size.max(value.abs());
        }
        self.hold(state);
        equations.set(state)?;
        Ok(None)
    }

    /// The same by parts of the step; `between` is scratch.
    fn scan_parts(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        start: f64,
        (state, between): (&State, &mut State),
    ) -> Result<Option<(f64, Vec<usize>)>, Error> {
        let step = state.time - start;
        let mut before = start;
        for part in 1..=self.options.parts.max(1) {
            let is_end = part == self.options.parts.max(1);
            let time = if is_end {
                between.copy_from(state);
                equations.set(state)?;
                state.time
            } else {
                let share = f64::from(part) / f64::from(self.options.parts.max(1));
                let time = start + share * step;
                integrator.at(equations, time, between)?;
                time
            };
            let share = (time - start) / step;
            let whole = (state, if is_end { 1.0 } else { share });
            let found = self.compare(integrator, equations, ([before, time], whole), between)?;
            if let Some(first) = found.iter().map(|(_, at)| *at).reduce(f64::min) {
                let together = |i: usize| {
                    let flight = self.watches[i].since(first);
                    first + (TOGETHER * step).min(TOGETHER_OF_FLIGHT * flight)
                };
                let fired = found.iter().filter(|(i, at)| *at <= together(*i));
                return Ok(Some((first, fired.map(|(i, _)| *i).collect())));
            }
            before = time;
        }
        Ok(None)
    }

    /// Functions that changed their sign in the right direction up to a state, with their roots; `whole` is the state at the end of the
    /// step, and how much of the step has passed.
    fn compare(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        (times, whole): ([f64; 2], (&State, f64)),
        state: &State,
    ) -> Result<Vec<(usize, f64)>, Error> {
        let mut crossed = Vec::new();
        look_at(equations, state)?;
        for i in 0..self.watches.len() {
            let value = match self.watches[i].is_doubted {
                true => self.believed(i, equations, state, whole)?,
                false => self.value(i, equations, state)?,
            };
            let watch = &self.watches[i];
            let (old_sign, old) = (watch.sign, watch.value);
            let new = watch.compared(times[1], value);
            let has_crossed = old_sign * new < 0.0;
            if has_crossed {
                let direction = self.direction(i);
                let counts = match direction {
                    Direction::Rising => new > 0.0,
                    Direction::Falling => new < 0.0,
                    Direction::Either => true,
                };
                if counts {
                    crossed.push((i, [old, new]));
                    continue;
                }
            }
            self.watches[i].see(new);
        }
        if crossed.is_empty() {
            return Ok(Vec::new());
        }
        let mut scratch = state.clone();
        let mut found = Vec::with_capacity(crossed.len());
        for (i, values) in crossed {
            let at = root(times, values, |time| {
                integrator.at(equations, time, &mut scratch)?;
                look_at(equations, &scratch)?;
                let value = self.sharp_value(i, equations, &scratch)?;
                Ok(self.watches[i].compared(time, value))
            })?;
            found.push((i, at));
        }
        Ok(found)
    }
}
