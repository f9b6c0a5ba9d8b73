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
        tape.count(u64::from(self.is_doubted));
        tape.number(self.held);
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
        self.is_doubted = tape.count()? == 1;
        self.held = tape.number()?;
        Some(())
    }
}

/// Whose doing, what happened to a constraint, when.
fn keep(occurrence: &Occurrence, tape: &mut Tape) {
    let (kind, number) = match occurrence.cause {
        Cause::Event(number) => (0, number),
        Cause::Constraint(number) => (1, number),
    };
    let (change, numbers) = match occurrence.change {
        None if occurrence.has_acted => (0, [0.0; 3]),
        None => (4, [0.0; 3]),
        Some(Change::Holds) => (1, [0.0; 3]),
        Some(Change::GivesWay) => (2, [0.0; 3]),
        Some(Change::Hit {
            before,
            after,
            impulse,
        }) => (3, [before, after, impulse]),
        Some(Change::Sticks) => (5, [0.0; 3]),
        Some(Change::Slides(sliding)) => (6, [sliding.sense(), 0.0, 0.0]),
    };
    for count in [kind, number as u64, change] {
        tape.count(count);
    }
    tape.number(occurrence.time);
    tape.numbers(&numbers);
}

impl Events<'_> {
    /// Writes what the steps to come depend on. What happened is written by [`Self::keep_occurrences`]: it only grows.
    pub fn keep(&self, tape: &mut Tape) {
        self.watches.iter().for_each(|watch| watch.keep(tape));
        tape.count(u64::from(self.is_begun));
        tape.number(self.step);
        self.chatter.keep(tape);
        self.samples.keep(tape);
    }

    /// Writes what happened after the first `known` occurrences.
    pub fn keep_occurrences(&self, known: usize, tape: &mut Tape) {
        let new = self.occurrences.iter().skip(known);
        new.for_each(|one| keep(one, tape));
    }

    /// Takes back what happened: all that the tape holds.
    pub fn take_back_occurrences(
        &mut self,
        equations: &Equations,
        tape: &mut TapeReader,
    ) -> Option<()> {
        self.occurrences.clear();
        while !tape.is_at_end() {
            let occurrence = self.occurrence(equations, tape)?;
            self.occurrences.push(occurrence);
        }
        Some(())
    }

    /// Takes it back into a run of the same machine and events; none if the tape holds something else.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        for watch in &mut self.watches {
            watch.take_back(tape)?;
        }
        self.is_begun = tape.count()? == 1;
        self.step = tape.number()?;
        self.chatter.take_back(tape)?;
        self.samples.take_back(tape)
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
                0 | 4 => None,
                1 => Some(Change::Holds),
                2 => Some(Change::GivesWay),
                5 => Some(Change::Sticks),
                6 => Some(Change::Slides(Sliding::along(before))),
                3 => Some(hit),
                _ => return None,
            },
            has_acted: change != 4,
        })
    }
}
