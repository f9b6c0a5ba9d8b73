//! `torsion-spring`: spring and damper about an axis.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::TorsionSpring;
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// The force `torsion-spring`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "torsion-spring",
        doc: "Spring and damper about an axis, over any number of turns.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        STIFFNESS = required(
            "stiffness",
            Quantity(Dimension::ROTATIONAL_STIFFNESS, Interval::NOT_NEGATIVE),
            "\"1000 N m/rad\"",
            "Stiffness.",
        );
        DAMPING = optional(
            "damping",
            Quantity(Dimension::ROTATIONAL_DAMPING, Interval::NOT_NEGATIVE),
            "\"0.5 N m s/rad\"",
            "Damping.",
        ), default "0";
        REST_ANGLE = optional(
            "rest_angle",
            Quantity(Dimension::ANGLE, Interval::ALL),
            "\"30 deg\"",
            "Angle of `b` about the axis without torque.",
        ), default "0";
    }
}

fn read(table: &ForceTable, _: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(TorsionSpring {
        stiffness: table.quantity(&STIFFNESS)?,
        damping: table.quantity(&DAMPING)?,
        rest_angle: table.quantity(&REST_ANGLE)?,
    }))
}

impl ForceLaw for TorsionSpring {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check(site.name())?;
        site.connect(*self)
    }
}
