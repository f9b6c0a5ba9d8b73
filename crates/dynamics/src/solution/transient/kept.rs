//! What an integrator remembers besides the state.

use super::Transient;
use crate::{Resumable, Tape, TapeReader};

impl Resumable for Transient {
    fn refound(&mut self) {
        self.solver.forget_order();
        self.older.iter_mut().for_each(Vec::clear);
        self.older_step = 0.0;
        self.factored_step = 0.0;
        self.is_slow = false;
        self.across = None;
    }

    fn keep(&self, tape: &mut Tape) {
        tape.numbers(&self.algorithmic);
        self.sizes.keep(tape);
        tape.numbers(&[self.started, self.smooth_from, self.rounded, self.last_kink]);
        tape.numbers(&self.earlier);
        tape.numbers(&self.earlier_before);
        tape.numbers(&self.second_at_start);
        tape.numbers(&[self.earlier_step, self.earlier_step_before]);
        self.length_of_steps.keep(tape);
        let report = self.report();
        let counts = [
            report.steps,
            report.iterations,
            report.factorisations,
            report.halved,
            report.rejected,
        ];
        counts.into_iter().for_each(|count| tape.count(count));
    }

    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        self.refound();
        tape.numbers(&mut self.algorithmic)?;
        self.sizes.take_back(tape)?;
        let mut numbers = [0.0; 4];
        tape.numbers(&mut numbers)?;
        [self.started, self.smooth_from, self.rounded, self.last_kink] = numbers;
        let mut numbers = [0.0; 2];
        tape.numbers(&mut self.earlier)?;
        tape.numbers(&mut self.earlier_before)?;
        tape.numbers(&mut self.second_at_start)?;
        tape.numbers(&mut numbers)?;
        [self.earlier_step, self.earlier_step_before] = numbers;
        self.length_of_steps.take_back(tape)?;
        self.report.steps = tape.count()?;
        self.report.iterations = tape.count()?;
        self.solver.factorisations = tape.count()?;
        self.report.halved = tape.count()?;
        self.report.rejected = tape.count()?;
        Some(())
    }
}
