//! What rows see of a run: the whole machine, also where the run itself goes over the turns of its bodies alone.

use crate::dynamics::{Equations, Error, HingedMachine, State};

/// How the state of a run becomes one of the whole machine.
pub(super) enum WholeState<'s, 'm> {
    /// It is one.
    Itself,
    /// It is one of a machine over turns.
    Expanded {
        hinged: &'s HingedMachine,
        equations: &'s mut Equations<'m>,
    },
}

impl WholeState<'_, '_> {
    /// Shows a state of the run, written into `shown`, to something that looks at the whole machine; the equations look at it.
    pub fn look<R>(
        &mut self,
        own: &mut Equations<'_>,
        state: &State,
        shown: &mut State,
        look: impl FnOnce(&mut Equations<'_>, &mut State) -> R,
    ) -> Result<R, Error> {
        match self {
            Self::Itself => {
                shown.copy_from(state);
                own.set(shown)?;
                Ok(look(own, shown))
            }
            Self::Expanded { hinged, equations } => {
                hinged.expand(state, shown);
                equations.set(shown)?;
                Ok(look(equations, shown))
            }
        }
    }

    /// The multiplier of the whole machine behind one of the run's.
    pub fn multiplier(&self, own: usize) -> usize {
        match self {
            Self::Itself => own,
            Self::Expanded { hinged, .. } => hinged.full_multiplier(own),
        }
    }
}
