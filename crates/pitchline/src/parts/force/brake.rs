//! `brake`: friction about an axis by a torque over time.

use std::sync::Arc;

use super::shared_keys::{BODIES, PLACES, WITH_AXIS};
use super::standstill::{self, STANDSTILL};
use super::{
    AddedForce, ForceKind, ForceLaw, ForceSensor, ForceSite, ForceTable, between, friction,
};
use crate::dynamics::{Brake, Relative, Standstill, TimeFunction};
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, functions::function};
use crate::number::short;

/// The force `brake`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "brake",
        doc: "Friction about an axis with a torque given over time, which holds at standstill.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &KEYS, &STANDSTILL],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        TORQUE = required(
            "torque",
            QuantityOrTable(functions::TORQUE),
            "\"3 N m\"",
            "Torque while it slides, or a function of time; below 0 it is open.",
        );
        STATIC_RATIO = optional(
            "static_ratio",
            Number(Interval::closed(1.0, 100.0)),
            "1.2",
            "Ratio of the holding torque at rest to `torque`.",
        ), default "1";
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let standstill = standstill::read(table, reading);
    let torque = function(table.named(), &TORQUE, reading)?;
    if let TimeFunction::Constant(value) = torque
        && value < 0.0
    {
        return reading.refuse(
            "negative-friction",
            (table.section.span_of(&TORQUE), "below 0"),
            format!(
                "{} has a torque of {} N m, and friction never drives",
                table.title,
                short(value)
            ),
            "write 0 or more; a torque that drives is a force of kind = \"torque-between\"",
        );
    }
    Some(Arc::new(Brake {
        torque,
        static_ratio: table.section.get(&STATIC_RATIO)?.value,
        standstill: standstill?,
    }))
}

impl ForceLaw for Brake {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let Relative { a, b } = site.between()?;
        let friction = self.clone().build(site.name(), site.machine, a, b)?;
        Ok(site.add(friction.clone())?.with(friction))
    }

    fn can_stick(&self) -> bool {
        self.standstill == Standstill::Sticks
    }

    fn sensor(&self) -> Option<&'static ForceSensor> {
        Some(&friction::SENSOR)
    }
}
