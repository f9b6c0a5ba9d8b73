//! `dc-motor`: a direct-current motor.

use std::sync::Arc;

use super::shared_keys::{BODIES, CONTROLLED, CONTROLLER, PLACES, WITH_AXIS};
use super::{AddedForce, ForceKind, ForceLaw, ForcePart, ForceSite, ForceTable, between};
use crate::dynamics::{self, DcMotorData, Kinematics, Relative};
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, controllers::signal};
use crate::model::machine::{Controlled, PartQuantity, SignalRequest};
use crate::units::Dimension;

/// A motor with stator a and rotor b.
#[derive(Debug, Clone, PartialEq)]
pub struct DcMotor {
    /// Resistance of the armature (Ω).
    pub resistance: f64,
    /// Inductance (H).
    pub inductance: f64,
    /// Torque for each ampere (N m/A), also voltage for each rad/s.
    pub torque_constant: f64,
    /// What sets the voltage (V).
    pub voltage: SignalRequest,
}

/// The force `dc-motor`.
pub static KIND: ForceKind = ForceKind {
    variant: Variant {
        name: "dc-motor",
        doc: "A direct-current motor whose stator is `a` and whose rotor is `b`. Electrical energy is part of the balance.",
        keys: &[&BODIES, &WITH_AXIS, &PLACES, &CONTROLLED, &KEYS],
    },
    ends: between,
    read,
};

keys! {
    static KEYS {
        RESISTANCE = required(
            "resistance",
            Quantity(Dimension::RESISTANCE, Interval::POSITIVE),
            "\"0.8 ohm\"",
            "Resistance R of the armature.",
        );
        INDUCTANCE = optional(
            "inductance",
            Quantity(Dimension::INDUCTANCE, Interval::NOT_NEGATIVE),
            "\"0.5 mH\"",
            "Inductance L. With 0 the current follows the voltage at once.",
        ), default "0";
        TORQUE_CONSTANT = required(
            "torque_constant",
            Quantity(Dimension::TORQUE_CONSTANT, Interval::POSITIVE),
            "\"0.06 N m/A\"",
            "Torque k for each ampere, which is also the induced voltage for each rad/s.",
        );
        VOLTAGE = optional(
            "voltage",
            QuantityOrTable(functions::VOLTAGE),
            "\"24 V\"",
            "Voltage u, or a function of time. Required unless `controller` is given.",
        );
    }
}

fn read(table: &ForceTable, reading: &mut Reading) -> Option<Arc<dyn ForceLaw>> {
    let voltage = signal(table.named(), [&VOLTAGE, &CONTROLLER], reading);
    Some(Arc::new(DcMotor {
        resistance: table.quantity(&RESISTANCE)?,
        inductance: table.quantity(&INDUCTANCE)?,
        torque_constant: table.quantity(&TORQUE_CONSTANT)?,
        voltage: voltage?,
    }))
}

impl ForceLaw for DcMotor {
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError> {
        let Relative { a, b } = site.between()?;
        let data = DcMotorData {
            resistance: self.resistance,
            inductance: self.inductance,
            torque_constant: self.torque_constant,
            voltage: site.signal(&self.voltage)?,
        };
        let motor = dynamics::DcMotor::build(site.name(), site.machine, a, b, data)?;
        Ok(site.add(motor.clone())?.with(motor))
    }

    fn signal(&self) -> Option<(Controlled, &SignalRequest)> {
        Some((Controlled::Voltage, &self.voltage))
    }

    fn can_be_shaken(&self) -> bool {
        true
    }
}

impl ForcePart for dynamics::DcMotor {
    fn tells(&self, k: &Kinematics, _: &[f64], quantity: PartQuantity) -> f64 {
        let state = self.state(k);
        match quantity {
            PartQuantity::Current => state.current,
            PartQuantity::Voltage => state.voltage,
            PartQuantity::Torque => state.torque,
            PartQuantity::Speed => state.speed,
            PartQuantity::ElectricalPower => state.voltage * state.current,
            PartQuantity::PowerLost => self.data().resistance * state.current * state.current,
            _ => f64::NAN,
        }
    }

    fn energies(&self) -> &'static [&'static str] {
        &["electrical_energy", "mechanical_energy", "energy_lost"]
    }

    fn powers(&self, k: &Kinematics, _: &[f64]) -> [f64; 3] {
        let state = self.state(k);
        [
            state.voltage * state.current,
            state.torque * state.speed,
            self.data().resistance * state.current * state.current,
        ]
    }

    fn hint_without_equilibrium(&self, name: &str) -> Option<String> {
        self.charge().map(|_| {
            format!(
                "The charge of motor `{name}` has no equilibrium because of its inductance: write set = {{ forces.{name}.inductance = 0 }} in this study"
            )
        })
    }
}
