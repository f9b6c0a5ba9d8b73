//! What Radau remembers besides the state.

use super::Radau;
use crate::{Resumable, Tape, TapeReader};

impl Resumable for Radau {
    fn refound(&mut self) {
        self.coupled.solver.forget_order();
        self.end.solver.forget_order();
        self.stages.origin = None;
        self.factored_step = 0.0;
        self.is_slow = false;
    }

    fn keep(&self, tape: &mut Tape) {
        self.sizes.keep(tape);
        self.length.keep(tape);
        self.halving.keep(tape);
        tape.number(self.smooth_from);
        let report = self.report();
        let counts = [
            u64::from(self.is_started),
            report.steps,
            report.iterations,
            report.factorisations,
            report.rejected,
            report.failed,
            report.measured,
        ];
        counts.into_iter().for_each(|count| tape.count(count));
    }

    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()> {
        self.refound();
        self.sizes.take_back(tape)?;
        self.length.take_back(tape)?;
        self.halving.take_back(tape)?;
        self.smooth_from = tape.number()?;
        self.is_started = tape.count()? == 1;
        self.report.steps = tape.count()?;
        self.report.iterations = tape.count()?;
        self.coupled.solver.factorisations = tape.count()?;
        self.report.rejected = tape.count()?;
        self.report.failed = tape.count()?;
        self.report.measured = tape.count()?;
        Some(())
    }
}
