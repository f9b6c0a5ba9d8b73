//! Integrators that can be put aside and taken up again with the same bits.

use crate::{Tape, TapeReader};

/// What an integrator remembers besides the state.
pub trait Resumable {
    /// Forgets all that makes steps cheaper and is not on a [`Tape`]: factors, the order of pivots, predictions. A run that does so
    /// at the same steps is the same run, bit by bit, whether it was interrupted there or not.
    fn refound(&mut self);

    /// Writes what the steps to come depend on, after [`Self::refound`].
    fn keep(&self, tape: &mut Tape);

    /// Takes it back into an integrator of the same machine and options; none if the tape holds something else.
    fn take_back(&mut self, tape: &mut TapeReader) -> Option<()>;
}
