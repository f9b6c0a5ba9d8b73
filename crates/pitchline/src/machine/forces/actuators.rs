//! Motors, torques that controllers set, brakes and friction about an axis.

use super::{BuiltForce, ForcePart};
use crate::dynamics::{
    ControlledTorque, DcMotor, DcMotorData, HingeFriction, HingeFrictionData, Kinematics, Machine,
    Relative, Sliding, TimeFunction,
};
use crate::machine::controllers::{self, BuiltController};
use crate::machine::{AssemblyError, Start};
use crate::model::machine::{ForceKind, PartQuantity, SignalRequest};

/// Motors, torques by controllers and friction about an axis; none of other forces.
pub(super) fn add(
    (name, kind): (&str, &ForceKind),
    (start, controllers): (&Start, &[BuiltController]),
    machine: &mut Machine,
) -> Result<Option<BuiltForce>, AssemblyError> {
    let built = |between: Relative, element, part| {
        Ok(Some(BuiltForce {
            name: name.to_owned(),
            a: Some(between.a),
            b: between.b,
            part,
            element,
        }))
    };
    match kind {
        ForceKind::DcMotor {
            between,
            resistance,
            inductance,
            torque_constant,
            voltage,
        } => {
            let between = start.between(between)?;
            let data = DcMotorData {
                resistance: *resistance,
                inductance: *inductance,
                torque_constant: *torque_constant,
                voltage: controllers::signal(voltage, controllers)?,
            };
            let motor = DcMotor::build(name, machine, between.a, between.b, data)?;
            let element = machine.add(name, motor.clone())?;
            built(between, element, ForcePart::Motor(Box::new(motor)))
        }
        ForceKind::TorqueBetween {
            between,
            torque: torque @ SignalRequest::Controller(_),
        } => {
            let between = start.between(between)?;
            let signal = controllers::signal(torque, controllers)?;
            let torque = ControlledTorque::build(name, machine, between.a, between.b, signal)?;
            let element = machine.add(name, torque)?;
            built(between, element, ForcePart::Plain)
        }
        ForceKind::Friction { .. } | ForceKind::Brake { .. } => {
            let (between, friction) = friction(name, kind, start, machine)?;
            let element = machine.add(name, friction.clone())?;
            built(between, element, ForcePart::Friction(Box::new(friction)))
        }
        _ => Ok(None),
    }
}

fn friction(
    name: &str,
    kind: &ForceKind,
    start: &Start,
    machine: &mut Machine,
) -> Result<(Relative, HingeFriction), AssemblyError> {
    match kind {
        ForceKind::Brake { between, brake } => {
            let between = start.between(between)?;
            let brake = brake.clone().build(name, machine, between.a, between.b)?;
            Ok((between, brake))
        }
        ForceKind::Friction {
            between,
            drag,
            standstill,
        } => {
            let between = start.between(between)?;
            let data = HingeFrictionData {
                drag: *drag,
                pressed: TimeFunction::Constant(1.0),
                standstill: *standstill,
            };
            let friction = HingeFriction::build(name, machine, between.a, between.b, data)?;
            Ok((between, friction))
        }
        _ => Err(AssemblyError::Unknown {
            what: "friction",
            name: name.to_owned(),
        }),
    }
}

/// One of the numbers of a motor.
pub(super) fn of_motor(motor: &DcMotor, k: &Kinematics, quantity: PartQuantity) -> f64 {
    let state = motor.state(k);
    match quantity {
        PartQuantity::Current => state.current,
        PartQuantity::Voltage => state.voltage,
        PartQuantity::Torque => state.torque,
        PartQuantity::Speed => state.speed,
        PartQuantity::ElectricalPower => state.voltage * state.current,
        PartQuantity::PowerLost => motor.data().resistance * state.current * state.current,
        _ => f64::NAN,
    }
}

/// One of the numbers of friction; `multipliers` are those of its element.
pub(super) fn of_friction(
    friction: &HingeFriction,
    k: &Kinematics,
    multipliers: &[f64],
    quantity: PartQuantity,
) -> f64 {
    let state = friction.state(k, multipliers);
    match quantity {
        PartQuantity::Torque => state.torque,
        PartQuantity::Limit => state.limit,
        PartQuantity::Speed => state.speed,
        PartQuantity::PowerLost => state.loss,
        PartQuantity::Sliding => match friction.grip_id() {
            Some(_) => state.grip.sliding.sense(),
            None if state.speed == 0.0 => 0.0,
            None => Sliding::along(state.speed).sense(),
        },
        _ => f64::NAN,
    }
}
