//! `string`: a spring that only pulls.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, STRAIGHT};
use super::spring::{self, Spring};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::TensionString;
use crate::input::field::Variant;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;

/// A spring that only pulls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tension(pub Spring);

/// The force `string`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "string",
        doc: "A spring that only pulls.",
        keys: &[&BODIES, &PLACES, &STRAIGHT, &spring::KEYS],
    },
    ends: between,
    read,
};

fn read(table: &ForceTable, _: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(Tension(Spring::read(table)?)))
}

impl ForceLaw for Tension {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let law = TensionString {
            stiffness: self.0.stiffness,
            damping: self.0.damping,
            rest_length: self.0.rest_length(site)?,
        };
        law.check(site.name())?;
        site.connect(law)
    }
}
