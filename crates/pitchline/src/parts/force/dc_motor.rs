//! `dc-motor`: a direct-current motor.

use std::sync::Arc;

use super::shared_keys::{BODIES, CONTROLLED, CONTROLLER, PLACES, WITH_AXIS};
use super::{
    AddedForce, ForceKind, ForceLaw, ForcePart, ForceSensor, ForceSite, ForceTable, between, sensor,
};
use crate::dynamics::{self, DcMotorData, DcMotorState, Relative};
use crate::input::field::{Choice, FieldKind, Keys, Variant};
use crate::input::interval::Interval;
use crate::input::tables::functions;
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, controllers::signal};
use crate::model::machine::{Controlled, SignalRequest};
use crate::parts::channel::{self, Channel, Quantity, Snapshot};
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
            "Torque constant k, torque per ampere, which is also the induced voltage per rad/s.",
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

    fn sensor(&self) -> Option<&'static ForceSensor> {
        Some(&SENSOR)
    }
}

/// The sensor `motor`.
pub static SENSOR: ForceSensor = ForceSensor {
    variant: Variant {
        name: "motor",
        doc: "State of a force of kind `dc-motor`: current, voltage, torque, powers.",
        keys: &[&SENSOR_KEYS],
    },
    channels: &QUANTITIES,
    label: "no motor",
    refusal: "is no motor",
    kinds: "dc-motor",
};

static SENSOR_KEYS: Keys = Keys {
    shared_by: None,
    fields: &[
        sensor::of("\"motor\"", "The force of kind `dc-motor`."),
        sensor::components(
            &FieldKind::Choice(&CHOICES),
            "[\"current\", \"voltage\"]",
            "[\"current\", \"voltage\", \"torque\"]",
        ),
    ],
};

#[rustfmt::skip] // a table: one row, one channel
static CHANNELS: [Channel<MotorState>; 6] = [
    Channel::plain("current", "A", "Current (A).", |state| state.now.current),
    Channel::plain("voltage", "V", "Voltage (V).", |state| state.now.voltage),
    Channel::plain("torque", "N m", "Torque on the rotor about the axis (N m).", |state| state.now.torque),
    Channel::plain("speed", "rad/s", "Speed of the rotor (rad/s).", |state| state.now.speed),
    Channel::plain("electrical_power", "W", "Voltage times current (W).", MotorState::electrical_power),
    Channel::plain("power_lost", "W", "Power that the resistance turns into heat (W).", MotorState::power_lost),
];

static QUANTITIES: [&Quantity; CHANNELS.len()] = channel::quantities(&CHANNELS);

static CHOICES: [Choice; CHANNELS.len()] = channel::choices(&QUANTITIES);

/// What a motor does at an instant.
#[derive(Debug)]
struct MotorState {
    now: DcMotorState,
    resistance: f64,
}

impl MotorState {
    fn of(motor: &dynamics::DcMotor, at: &Snapshot) -> Self {
        Self {
            now: motor.state(at.motion),
            resistance: motor.data().resistance,
        }
    }

    fn electrical_power(&self) -> f64 {
        self.now.voltage * self.now.current
    }

    fn power_lost(&self) -> f64 {
        self.resistance * self.now.current * self.now.current
    }
}

impl ForcePart for dynamics::DcMotor {
    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64 {
        channel::value(&CHANNELS, &MotorState::of(self, at), channel)
    }

    fn energies(&self) -> &'static [&'static str] {
        &["electrical_energy", "mechanical_energy", "energy_lost"]
    }

    fn powers(&self, at: &Snapshot) -> [f64; 3] {
        let state = MotorState::of(self, at);
        [
            state.electrical_power(),
            state.now.torque * state.now.speed,
            state.power_lost(),
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
