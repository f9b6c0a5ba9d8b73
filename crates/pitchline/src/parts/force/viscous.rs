//! `viscous`: a torque about an axis against the relative speed.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::ViscousTorque;
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// The force `viscous`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "viscous",
        doc: "A torque about an axis against the relative speed.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        COEFFICIENT = required(
            "coefficient",
            Quantity(Dimension::ROTATIONAL_DAMPING, Interval::NOT_NEGATIVE),
            "\"0.02 N m s/rad\"",
            "Torque per rad/s.",
        );
    }
}

fn read(table: &ForceTable, _: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(ViscousTorque {
        coefficient: table.quantity(&COEFFICIENT)?,
    }))
}

impl ForceLaw for ViscousTorque {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(*self)
    }
}
