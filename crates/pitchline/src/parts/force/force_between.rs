//! `force-between`: a given force between two bodies along an axis.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::ForceBetween;
use crate::input::field::Variant;
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, functions::function};

/// The force `force-between`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "force-between",
        doc: "A given force between two bodies along an axis, on both.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        FORCE = required(
            "force",
            QuantityOrTable(functions::FORCE),
            "\"500 N\"",
            "Force on `b` along the axis; the reaction acts on `a`. A function of time is possible.",
        );
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(ForceBetween {
        function: function(table.named(), &FORCE, reading)?,
    }))
}

impl ForceLaw for ForceBetween {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        self.check()?;
        site.connect(self.clone())
    }
}
