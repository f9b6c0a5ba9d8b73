//! What programs add to the machine of a model that no model file can say.

use std::fmt::{self, Debug};
use std::sync::Arc;

use super::Model;
use crate::machine::{AssemblyError, BuiltMachine};

/// Adds something to a machine that has just been built.
type Add = dyn Fn(&mut BuiltMachine) -> Result<(), AssemblyError> + Send + Sync;

/// Something that is added to every machine of a model.
#[derive(Clone)]
pub(super) struct Addition(Arc<Add>);

impl Debug for Addition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Addition")
    }
}

impl Model {
    /// Lets a program add elements and laws of its own to the machine. It is called for each machine that is built of this model, also as
    /// studies change it; what was added acts in all studies of the machine. A checkpoint does not know of it.
    pub fn add_to_machine(
        &mut self,
        add: impl Fn(&mut BuiltMachine) -> Result<(), AssemblyError> + Send + Sync + 'static,
    ) {
        self.additions.push(Addition(Arc::new(add)));
    }

    /// Adds what programs have asked for.
    pub(crate) fn complete(&self, built: &mut BuiltMachine) -> Result<(), AssemblyError> {
        self.additions
            .iter()
            .try_for_each(|addition| addition.0(built))
    }
}
