//! What a run with events remembers besides the state and its integrator.

use super::super::switching::Change;
use super::watch::{Mode, Watch};
use super::{Cause, Events, Occurrence};
use crate::{Equations, Sliding, Tape, TapeReader};

impl Watch {
    fn keep(&self, tape: &mut Tape) {
        let (mode, numbers) = match self.mode {
            Mode::Plain => (0, [0.0; 3]),
            Mode::Passed { time, value, rate } => (1, [time, value, rate]),
            Mode::Loose => (2, [0.0; 3]),
            Mode::Stuck => (3, [0.0; 3]),
        };
        tape.count(mode);
        tape.numbers(&numbers);
        tape.numbers(&[self.sign, self.value, self.noise, self.size]);
    }

    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        let (mode, mut of_mode, mut own) = (tape.count()?, [0.0; 3], [0.0; 4]);
        tape.numbers(&mut of_mode)?;
        tape.numbers(&mut own)?;
        let [time, value, rate] = of_mode;
        self.mode = match mode {
            0 => Mode::Plain,
            1 => Mode::Passed { time, value, rate },
            2 => Mode::Loose,
            3 => Mode::Stuck,
            _ => return None,
        };
        [self.sign, self.value, self.noise, self.size] = own;
        Some(())
    }
}

/// Whose doing, then what happened to a constraint.
fn keep(occurrence: &Occurrence, tape: &mut Tape) {
    let (kind, number) = match occurrence.cause {
        Cause::Event(number) => (0, number),
        Cause::Constraint(number) => (1, number),
    };
    let (change, numbers) = match occurrence.change {
        None => (0, [0.0; 3]),
        Some(Change::Holds) => (1, [0.0; 3]),
        Some(Change::GivesWay) => (2, [0.0; 3]),
        Some(Change::Hit {
            before,
            after,
            impulse,
        }) => (3, [before, after, impulse]),
        Some(Change::Sticks) => (4, [0.0; 3]),
        Some(Change::Slides(sliding)) => (5, [sliding.sense(), 0.0, 0.0]),
    };
    for count in [kind, number as u64, change] {
        tape.count(count);
    }
    tape.number(occurrence.time);
    tape.numbers(&numbers);
}

impl Events<'_> {
    /// Writes what the steps to come depend on, and what happened so far.
    pub fn keep(&self, tape: &mut Tape) {
        self.watches.iter().for_each(|watch| watch.keep(tape));
        tape.count(u64::from(self.is_begun));
        tape.number(self.step);
        self.chatter.keep(tape);
        tape.count(self.occurrences.len() as u64);
        self.occurrences.iter().for_each(|one| keep(one, tape));
    }

    /// Takes it back into a run of the same machine and events; none if the tape holds something else.
    pub fn take_back(&mut self, equations: &Equations, tape: &mut TapeReader) -> Option<()> {
        for watch in &mut self.watches {
            watch.take_back(tape)?;
        }
        self.is_begun = tape.count()? == 1;
        self.step = tape.number()?;
        self.chatter.take_back(tape)?;
        let count = tape.count()?;
        self.occurrences.clear();
        for _ in 0..count {
            let occurrence = self.occurrence(equations, tape)?;
            self.occurrences.push(occurrence);
        }
        Some(())
    }

    fn occurrence(&self, equations: &Equations, tape: &mut TapeReader) -> Option<Occurrence> {
        let [kind, number, change] = [tape.count()?, tape.count()?, tape.count()?];
        let number = usize::try_from(number).ok()?;
        let (cause, name) = match kind {
            0 => (Cause::Event(number), self.events.get(number)?.name.clone()),
            1 if number < equations.n_multipliers() => {
                let name = equations.constraint_name(number);
                (Cause::Constraint(number), name)
            }
            _ => return None,
        };
        let (time, mut numbers) = (tape.number()?, [0.0; 3]);
        tape.numbers(&mut numbers)?;
        let [before, after, impulse] = numbers;
        let hit = Change::Hit {
            before,
            after,
            impulse,
        };
        Some(Occurrence {
            time,
            name,
            cause,
            change: match change {
                0 => None,
                1 => Some(Change::Holds),
                2 => Some(Change::GivesWay),
                4 => Some(Change::Sticks),
                5 => Some(Change::Slides(Sliding::along(before))),
                3 => Some(hit),
                _ => return None,
            },
        })
    }
}
