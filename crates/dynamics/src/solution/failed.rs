//! Why an attempt at a step failed.

use crate::solver::not_determined;
use crate::{Equations, Error};

/// Why an attempt failed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Failed {
    /// This unknown is not determined.
    Undetermined(usize),
    /// Iterations do not converge, least of all on this coordinate.
    Diverged(usize),
}

impl Failed {
    /// What it means to the user, when no shorter step helps.
    pub fn error(self, equations: &Equations, time: f64, step: f64) -> Error {
        match self {
            Self::Undetermined(unknown) => not_determined(equations, unknown, time),
            Self::Diverged(coordinate) => Error::StepUnderflow {
                time,
                step,
                motion: equations.machine().velocity_name(coordinate),
            },
        }
    }
}
