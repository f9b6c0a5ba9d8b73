//! What a long computation is doing, for a bar on a terminal.

use std::ops::ControlFlow;

use crate::Error;

/// Part of a long computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Order of elimination and pattern of the factor.
    Ordering,
    /// A factorisation.
    Factorising,
    /// Solutions for many right-hand sides.
    Solving,
    /// Eigenvalues settle.
    Iterating,
    /// Eigenvalues are counted.
    Counting,
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Parts done.
    pub done: usize,
    /// Parts in all.
    pub of: usize,
}

/// Is told of progress; may ask to stop.
pub type Observer<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// For callers that need not know.
pub fn unobserved(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Tells an observer; an error where it asks to stop.
pub fn tell(
    observer: &mut Observer<'_>,
    phase: Phase,
    done: usize,
    of: usize,
) -> Result<(), Error> {
    match observer(Progress { phase, done, of }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Stopped),
    }
}
