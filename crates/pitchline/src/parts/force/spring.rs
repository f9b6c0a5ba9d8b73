//! `spring`: spring and damper along the line between two points.

use std::sync::Arc;

use super::shared_keys::{BODIES, DAMPING, PLACES, STIFFNESS, STRAIGHT};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics;
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::Reading;
use crate::units::Dimension;

/// Spring and damper along a line: N/m, N s/m and m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// Stiffness.
    pub stiffness: f64,
    /// Damping.
    pub damping: f64,
    /// Length without force; that at the start unless given.
    pub rest_length: Option<f64>,
}

/// The force `spring`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "spring",
        doc: "Spring and damper along the line between two points.",
        keys: &[&BODIES, &PLACES, &STRAIGHT, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    /// Keys of springs and strings.
    pub(super) static KEYS shared by "springs and strings" {
        REST_LENGTH = optional(
            "rest_length",
            Quantity(Dimension::LENGTH, Interval::NOT_NEGATIVE),
            "\"80 mm\"",
            "Length without force: that at the start unless given.",
        );
    }
}

fn read(table: &ForceTable, _: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(Spring::read(table)?))
}

impl Spring {
    /// The numbers of a spring or a string.
    pub(super) fn read(table: &ForceTable) -> Option<Self> {
        Some(Self {
            stiffness: table.quantity(&STIFFNESS)?,
            damping: table.quantity(&DAMPING)?,
            rest_length: table.quantity(&REST_LENGTH),
        })
    }

    /// Its length without force, where it acts.
    pub(super) fn rest_length(&self, site: &ForceSite) -> Result<f64, AssemblyError> {
        self.rest_length.map_or_else(|| site.distance(), Ok)
    }
}

impl ForceLaw for Spring {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let rest_length = self.rest_length(site)?;
        site.connect(dynamics::Spring {
            stiffness: self.stiffness,
            damping: self.damping,
            rest_length,
        })
    }
}
