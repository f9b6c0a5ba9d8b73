//! `torque-between`: a torque between two bodies about an axis, given or set by a controller.

use std::sync::Arc;

use super::shared_keys::{BODIES, CONTROLLED, CONTROLLER, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForceSite, ForceTable, between};
use crate::dynamics::{self, ControlledTorque, Relative};
use crate::input::field::Variant;
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, controllers::signal};
use crate::model::machine::{Controlled, SignalRequest};

/// A torque (N m) about the axis on b, the opposite on a.
#[derive(Debug, Clone, PartialEq)]
pub struct TorqueBetween {
    /// What sets it.
    pub torque: SignalRequest,
}

/// The force `torque-between`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "torque-between",
        doc: "A torque between two bodies about an axis, on both, that is given or set by a controller.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS, &CONTROLLED],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        TORQUE = optional(
            "torque",
            QuantityOrTable(functions::TORQUE),
            "\"40 N m\"",
            "Torque on `b` about the axis; the reaction acts on `a`. A function of time is possible. Required unless `controller` is given.",
        );
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    Some(Arc::new(TorqueBetween {
        torque: signal(table.named(), [&TORQUE, &CONTROLLER], reading)?,
    }))
}

impl ForceLaw for TorqueBetween {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        if let SignalRequest::Given(function) = &self.torque {
            let law = dynamics::TorqueBetween {
                function: function.clone(),
            };
            law.check()?;
            return site.connect(law);
        }
        let Relative { a, b } = site.between()?;
        let signal = site.signal(&self.torque)?;
        let torque = ControlledTorque::build(site.name(), site.machine, a, b, signal)?;
        site.add(torque)
    }

    fn signal(&self) -> Option<(Controlled, &SignalRequest)> {
        Some((Controlled::Torque, &self.torque))
    }

    fn can_be_shaken(&self) -> bool {
        self.torque.controller().is_some()
    }
}
