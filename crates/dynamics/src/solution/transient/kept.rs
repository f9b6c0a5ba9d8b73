//! What an integrator remembers besides the state.

use super::Transient;
use crate::{Tape, TapeReader};

impl Transient {
    /// Forgets all that makes steps cheaper and is not on a [`Tape`]: factors, the order of pivots, predictions. A run that does so
    /// at the same steps is the same run, bit by bit, whether it was interrupted there or not.
    pub fn refound(&mut self) {
        self.solver.forget_order();
        self.older.iter_mut().for_each(Vec::clear);
        self.older_step = 0.0;
        self.factored_step = 0.0;
        self.is_slow = false;
    }

    /// Writes what the steps to come depend on, after [`Self::refound`].
    pub fn keep(&self, tape: &mut Tape) {
        tape.numbers(&self.algorithmic);
        tape.numbers(&self.fastest);
        tape.numbers(&[self.length, self.started, self.smooth_from]);
        let report = self.report();
        let counts = [
            report.steps,
            report.iterations,
            report.factorisations,
            report.halved,
        ];
        counts.into_iter().for_each(|count| tape.count(count));
    }

    /// Takes it back into an integrator of the same machine and options; none if the tape holds something else.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        self.refound();
        tape.numbers(&mut self.algorithmic)?;
        tape.numbers(&mut self.fastest)?;
        let mut numbers = [0.0; 3];
        tape.numbers(&mut numbers)?;
        [self.length, self.started, self.smooth_from] = numbers;
        self.report.steps = tape.count()?;
        self.report.iterations = tape.count()?;
        self.solver.factorisations = tape.count()?;
        self.report.halved = tape.count()?;
        Some(())
    }
}
