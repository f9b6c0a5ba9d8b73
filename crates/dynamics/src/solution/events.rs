//! Runs in which something happens: event functions, contacts, constraints that give way, samples. \[theory:events\]
//!
//! After every step all functions are looked at on the way; where one changes its sign the step is done again up to that instant.
//! What happens at one instant happens in a defined order: events as they were defined, then all switchable constraints together.
//! Then the run begins anew from a consistent state.

mod act;
mod chatter;
mod friction;
mod kept;
mod root;
mod samples;
mod watch;

use chatter::{Chatter, Endless, How};
use samples::Samples;
use watch::{Watch, look_at};

use super::integrator::Integrator;
use super::switching::{Change, Switching};
use crate::{ElementId, Energy, Equations, Error, Kinematics, State};

/// A function whose change of sign is an event.
pub trait EventFunction: std::fmt::Debug + Send + Sync {
    /// Its value; `multipliers` are those of all constraints.
    fn value(&self, k: &Kinematics, multipliers: &[f64]) -> f64;
}

/// Which change of sign counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From negative to positive.
    Rising,
    /// From positive to negative.
    Falling,
    /// Both.
    Either,
}

/// What is done at an event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// It is noted.
    Record,
    /// The run ends.
    Stop,
    /// A switchable constraint is switched on or off; velocities are changed by the impulse that this takes.
    Switch {
        /// Its number among all constraints.
        constraint: usize,
        /// Whether it holds from now on.
        on: bool,
    },
    /// All constraints of a joint are switched on, from where its bodies stand then, or off; velocities are changed likewise.
    SwitchJoint {
        /// The joint.
        joint: ElementId,
        /// Whether it holds from now on.
        on: bool,
    },
    /// Velocities are changed so that a constraint's rate turns round.
    Impact {
        /// Its number among all constraints; it may be off.
        constraint: usize,
        /// Share of the rate that it has afterwards.
        restitution: f64,
    },
}

/// An event that a user defines.
#[derive(Debug)]
pub struct Event<'e> {
    /// How it is called.
    pub name: String,
    /// Its function.
    pub function: Box<dyn EventFunction + 'e>,
    /// Which change of sign counts.
    pub direction: Direction,
    /// What is done.
    pub action: Action,
}

/// How events are looked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EventOptions {
    /// In how many parts of a step signs are compared: two changes of sign within one part are not seen.
    pub parts: u32,
    /// Events closer together than this (s), a thousand times in a row, end the run.
    pub closest: f64,
    /// More events than this end the run.
    pub most: u64,
}

impl EventOptions {
    /// For a run of this length (s).
    pub fn new(duration: f64) -> Self {
        Self {
            parts: 4,
            closest: 1e-9 * duration,
            most: 1_000_000,
        }
    }
}

/// Whose doing something was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An event of the user's: its number.
    Event(usize),
    /// A switchable constraint: its number among all constraints.
    Constraint(usize),
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Occurrence {
    /// When (s).
    pub time: f64,
    /// Name of the event or of the constraint.
    pub name: String,
    /// Whose doing it was.
    pub cause: Cause,
    /// To a constraint; none for an event of the user's.
    pub change: Option<Change>,
    /// Whether the event did what it shall: false where it found a joint locked that it locks, or one released that it releases.
    pub has_acted: bool,
}

/// How far a run came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// To its end.
    Reached,
    /// To an event that stops it: its number.
    Stopped(usize),
}

/// Corrections of the instant of an event by steps that end there.
const MAX_CORRECTIONS: u32 = 3;
/// A shorter way to an event, or from it to the end of the step, as a share of the step, is a parabola: velocities of such a step would be rounding.
const SHORTEST: f64 = 1e-6;
/// A correction that is a larger share of the step, or of the time since the function was zero last, is none: the function jumped, or
/// never came back so far.
const LARGEST_CORRECTION: f64 = 0.1;

/// A run with events. Integrators are lent to it; what it keeps itself are plain numbers beside the functions.
#[derive(Debug)]
pub struct Events<'e> {
    events: Vec<Event<'e>>,
    options: EventOptions,
    switching: Switching,
    watches: Vec<Watch>,
    is_begun: bool,
    /// Length of the last step before it was cut short (s).
    step: f64,
    chatter: Chatter,
    samples: Samples,
    occurrences: Vec<Occurrence>,
    /// Energies just before the last thing that happened, until the next step.
    before: Option<Energy>,
    /// The states before something that happened, or a sample that has changed something.
    uncut: Uncut,
    /// A state on the way, while functions are looked at.
    between: Option<Box<State>>,
}

/// States of the last step before what happened at its end: velocities or numbers that are held then jump, and with them powers.
#[derive(Debug, Default)]
struct Uncut {
    /// In the middle of each step that led there, and at its end.
    states: Vec<[State; 2]>,
    /// How many of them are those of the last way.
    count: usize,
}

impl<'e> Events<'e> {
    /// These events, and the switchable constraints of the machine.
    pub fn new(
        equations: &Equations,
        events: Vec<Event<'e>>,
        options: EventOptions,
    ) -> Result<Self, Error> {
        for event in &events {
            act::check(event, equations)?;
        }
        let switching = Switching::new(equations)?;
        let watches = Watch::all(events.len(), &switching);
        let chatter = Chatter::new(watches.len(), events.len());
        Ok(Self {
            events,
            options,
            switching,
            watches,
            is_begun: false,
            step: 0.0,
            chatter,
            samples: Samples::of(equations.machine()),
            occurrences: Vec::new(),
            before: None,
            uncut: Uncut::default(),
            between: None,
        })
    }

    /// What happened so far.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// Energies just before what happened in the last step, if something did: the machine has less afterwards where bodies met.
    pub fn energy_before(&self) -> Option<Energy> {
        self.before
    }

    /// Where the last step ended with a sample or with something that happened: the states in the middle and at the end of each step that led
    /// there, as they were before. Otherwise none.
    pub fn uncut(&self) -> &[[State; 2]] {
        &self.uncut.states[..self.uncut.count]
    }

    /// Keeps these states.
    fn keep_uncut(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        (start, state): (f64, &State),
    ) -> Result<(), Error> {
        let Uncut { states, count } = &mut self.uncut;
        if states.len() == *count {
            states.push([state.clone(), state.clone()]);
        }
        let [middle, end] = &mut states[*count];
        *count += 1;
        end.copy_from(state);
        integrator.at(equations, 0.5 * (start + state.time), middle)?;
        equations.set(state)
    }

    /// Runs to a time, or to an event that stops it.
    pub fn run_to(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<Outcome, Error> {
        while state.time < end {
            if let Some(stopped) = self.step(integrator, equations, state, end)? {
                return Ok(Outcome::Stopped(stopped));
            }
        }
        Ok(Outcome::Reached)
    }

    /// One step, not beyond `end` and not beyond an event; the event that stops the run, if it happened.
    pub fn step(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
        end: f64,
    ) -> Result<Option<usize>, Error> {
        self.begin(integrator, equations, state)?;
        self.before = None;
        self.uncut.count = 0;
        let start = state.time;
        let sample = self.samples.next(start);
        let goal = end.min(sample);
        let found = if goal - start <= SHORTEST * self.step {
            // What an event just before the end has left of a step: nothing happens any more.
            state.drift(goal - start);
            state.time = goal;
            integrator.restart(equations, state)?;
            Ok(None)
        } else {
            integrator.adaptive_step(equations, state, goal)?;
            self.step = state.time - start;
            self.scan(integrator, equations, start, state)
        };
        let found = found.and_then(|found| {
            if let Some((time, fired)) = &found {
                let EventOptions { closest, most, .. } = self.options;
                let endless = self.chatter.see(*time, fired, closest, most);
                self.refuse(endless, *time, equations)?;
            }
            Ok(found)
        });
        let (time, fired) = match found {
            Ok(Some(found)) => found,
            Ok(None) if state.time < sample => return Ok(None),
            Ok(None) => (state.time, Vec::new()),
            Err(error) => {
                integrator.undo(state);
                return Err(error);
            }
        };
        if let Some(first) = fired.first() {
            self.arrive(integrator, equations, state, [start, time], *first)?;
            self.before = Some(equations.energy());
        }
        let is_due = state.time >= sample;
        if is_due && fired.is_empty() {
            self.keep_uncut(integrator, equations, (start, state))?;
        }
        let has_sampled = is_due && self.samples.take(equations, state, false)?;
        if fired.is_empty() && (!has_sampled || self.go_on(integrator, equations, state)?) {
            return Ok(None);
        }
        self.act(integrator, equations, state, &fired, has_sampled)
    }

    /// Goes on after a sample that changes nothing but forces: whether that is all. Functions of the user's may jump with what is held,
    /// and constraints may give way; then it is done as at an event. \[theory:actuators\] (16)
    fn go_on(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<bool, Error> {
        if !self.events.is_empty() {
            return Ok(false);
        }
        integrator.go_on(equations, state)?;
        look_at(equations, state)?;
        for i in 0..self.watches.len() {
            let value = self.value(i, equations, state)?;
            if self.watches[i].compared(state.time, value) <= 0.0 {
                return Ok(false);
            }
        }
        self.look(equations, state, &[], false)?;
        Ok(true)
    }

    /// Settles contacts that are closed at the start, refuses bodies that overlap, and looks at all functions for the first time. The
    /// first step does so by itself where it was not done.
    pub fn begin(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
    ) -> Result<(), Error> {
        if self.is_begun {
            return Ok(());
        }
        self.switching.check_apart(equations, state)?;
        self.before = Some(equations.energy());
        let has_sampled = self.samples.take(equations, state, true)?;
        let changes = self.switching.settle(equations, state, &[])?;
        if has_sampled || !changes.is_empty() {
            integrator.restart(equations, state)?;
        }
        self.note(state.time, &changes, equations);
        self.is_begun = true;
        self.look(equations, state, &[], true)
    }

    fn note(&mut self, time: f64, changes: &[(usize, Change)], equations: &Equations) {
        for (row, change) in changes {
            self.occurrences.push(Occurrence {
                time,
                name: equations.constraint_name(*row),
                cause: Cause::Constraint(*row),
                change: Some(*change),
                has_acted: true,
            });
        }
    }

    /// Ends runs whose events do not.
    fn refuse(
        &self,
        endless: Option<Endless>,
        time: f64,
        equations: &Equations,
    ) -> Result<(), Error> {
        let Some(Endless { function, how }) = endless else {
            return Ok(());
        };
        let event = self.watch_name(function, equations);
        let remedy = match function.checked_sub(self.events.len()) {
            None => "let it happen only after its function went back by some distance",
            Some(watch) => self.switching.remedy(watch),
        };
        Err(match how {
            How::Close { count, within } => Error::Chatter {
                event,
                time,
                count,
                within,
                remedy,
            },
            How::Many(count) => Error::TooManyEvents {
                event,
                time,
                count,
                remedy,
            },
        })
    }

    /// Goes to the instant of an event by a step that ends there, and corrects the instant by what the step finds.
    fn arrive(
        &mut self,
        integrator: &mut dyn Integrator,
        equations: &mut Equations,
        state: &mut State,
        [start, mut time]: [f64; 2],
        first: usize,
    ) -> Result<(), Error> {
        let end = state.time;
        let shortest = integrator.control().shortest;
        let shortest = shortest.max(SHORTEST * (end - start));
        // Where the last step began: it alone can be undone.
        let mut from = start;
        if (time - state.time).abs() == 0.0 {
            self.keep_uncut(integrator, equations, (from, state))?;
        }
        for correction in 0..=MAX_CORRECTIONS {
            if (time - state.time).abs() > 0.0 {
                integrator.undo(state);
                self.uncut.count = self.uncut.count.saturating_sub(1);
                while time - state.time > shortest {
                    from = state.time;
                    integrator.adaptive_step(equations, state, time)?;
                    self.keep_uncut(integrator, equations, (from, state))?;
                }
            }
            if state.time < time {
                state.drift(time - state.time);
                integrator.restart(equations, state)?;
                break;
            }
            if correction == MAX_CORRECTIONS {
                break;
            }
            look_at(equations, state)?;
            let watch = self.watches[first];
            let value = self.value_by_reactions(first, equations, state)?;
            let value = watch.above_zero(value);
            let away = value / self.rate(first, equations, state)?;
            let better = (time - away).min(end);
            // Instants are known to rounding of the time.
            let is_good = (better - time).abs() <= 4.0 * f64::EPSILON * time.abs();
            let span = watch.since(time).min(end - start);
            let is_jump = away.is_nan() || away.abs() > LARGEST_CORRECTION * span;
            if is_good || is_jump || better <= from {
                break;
            }
            time = better;
        }
        equations.set(state)
    }
}
