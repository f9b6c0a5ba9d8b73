//! `drag`: a force against the relative velocity.

use std::sync::Arc;

use super::shared_keys::BODIES;
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::ViscousForce;
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// The force `drag`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "drag",
        doc: "A force against the velocity of `b` relative to `a`, equal in all directions.",
        keys: &[&BODIES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        COEFFICIENT = required(
            "coefficient",
            Quantity(Dimension::DAMPING, Interval::NOT_NEGATIVE),
            "\"50 N s/m\"",
            "Force per m/s.",
        );
    }
}

fn read(table: &ForceTable, _: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(ViscousForce {
        coefficient: table.quantity(&COEFFICIENT)?,
    }))
}

impl ForceLaw for ViscousForce {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(*self)
    }
}
