//! What shakes a machine and what is looked at, by the names of the model.

use super::inputs::ShakenPart;
use super::{PortError, SmallMotions};
use crate::dynamics::{
    DriveMotion, ElementId, Equations, Error, Input, InputKind, LinearMachine, Order, Output, State,
};
use crate::machine::{BuiltMachine, BuiltSensor};
use crate::model::machine::SensorColumn;
use crate::parts::force::load::Load;
use crate::run::Look;
use crate::studies::Failure;

/// An input with its unit.
pub(in crate::studies) struct Shaken {
    pub input: Input,
    pub unit: &'static str,
}

/// A load or a drive; discs are in `unbalance.rs`.
pub(in crate::studies) fn shaken(
    study: &SmallMotions,
    part: &ShakenPart,
) -> Result<Shaken, Failure> {
    match part {
        ShakenPart::Load {
            title,
            load,
            is_torque,
            direction,
        } => {
            let request = study.requests.force(load);
            let request = request.and_then(|force| force.as_law::<Load>());
            let found = study.built.force(load).zip(request);
            let (built, request) = found.ok_or_else(|| Failure::unknown("load", load))?;
            let (on, axes, direction) = (built.b, request.axes, *direction);
            let (kind, unit) = match is_torque {
                true => (
                    InputKind::Torque {
                        on,
                        axes,
                        direction,
                    },
                    "N m",
                ),
                false => (
                    InputKind::Force {
                        on,
                        axes,
                        direction,
                    },
                    "N",
                ),
            };
            Ok(Shaken {
                input: Input::new(title, kind),
                unit,
            })
        }
        ShakenPart::Drive(name) => {
            let drive = study.built.drive(name);
            let drive = drive.ok_or_else(|| Failure::unknown("drive", name))?;
            let (order, unit) = match drive.drive.motion {
                DriveMotion::Angle => (Order::Value, "rad"),
                DriveMotion::Speed => (Order::Rate, "rad/s"),
                DriveMotion::Displacement => (Order::Value, "m"),
                DriveMotion::Velocity => (Order::Rate, "m/s"),
            };
            let element = drive.element;
            Ok(Shaken {
                input: Input::new(name, InputKind::Drive { element, order }),
                unit,
            })
        }
        ShakenPart::Force(name) => set_force(study, name),
        ShakenPart::Setpoint(name) => {
            let controller = study.built.controller(name);
            let controller = controller.ok_or_else(|| Failure::unknown("controller", name))?;
            Ok(set(
                name,
                controller.element,
                controller.request.sensed_unit(),
            ))
        }
        ShakenPart::Disc { shaft, disc } => Err(Failure::own(PortError::Unbalance {
            shaft: shaft.clone(),
            disc: disc.clone(),
        })),
    }
}

/// The voltage of a motor, or a torque that a controller sets.
pub(in crate::studies) fn set_force(study: &SmallMotions, name: &str) -> Result<Shaken, Failure> {
    let signal = |name| study.requests.force(name)?.law.signal();
    let found = study.built.force(name).zip(signal(name));
    let (force, (set_as, _)) = found.ok_or_else(|| Failure::unknown("force", name))?;
    Ok(set(name, force.element, set_as.unit()))
}

fn set(name: &str, element: ElementId, unit: &'static str) -> Shaken {
    let input = Input::new(name, InputKind::Setting { element });
    Shaken { input, unit }
}

/// The sensors that are looked at.
pub(in crate::studies) struct Watched<'b> {
    built: &'b BuiltMachine,
    sensors: Vec<&'b BuiltSensor>,
    /// All their columns.
    pub columns: Vec<SensorColumn>,
}

impl<'b> Watched<'b> {
    /// By their names.
    pub fn new(built: &'b BuiltMachine, names: &[String]) -> Result<Self, Failure> {
        let sensor = |name: &String| {
            let sensor = built.sensor(name);
            sensor.ok_or_else(|| Failure::unknown("sensor", name))
        };
        let sensors: Vec<&BuiltSensor> = names.iter().map(sensor).collect::<Result<_, _>>()?;
        if sensors.is_empty() {
            return Err(Failure::own(PortError::NoSensors));
        }
        let columns = sensors.iter().flat_map(|sensor| sensor.request.columns());
        Ok(Self {
            built,
            columns: columns.collect(),
            sensors,
        })
    }

    /// As outputs of the linear machine, column by column.
    pub fn outputs(
        &self,
        equations: &mut Equations,
        machine: &LinearMachine,
    ) -> Result<Vec<Output>, Error> {
        let names: Vec<String> = self.columns.iter().map(|c| c.name.clone()).collect();
        let account = Default::default();
        let read = |equations: &Equations, state: &State, values: &mut Vec<f64>| {
            let instant = Look::of(self.built, (equations, state), &account);
            for sensor in &self.sensors {
                instant.read(sensor, values);
            }
        };
        Output::measured_all(equations, machine, &names, read)
    }
}

/// Unit of an answer: that of the output over that of the input.
pub(in crate::studies) fn per(output: &str, input: &str) -> &'static str {
    macro_rules! units {
        ($($out:literal),*) => {
            match (output, input) {
                $(
                    ($out, "N") => concat!($out, "/N"),
                    ($out, "V") => concat!($out, "/V"),
                    ($out, "N m") => concat!($out, "/(N m)"),
                    ($out, "rad") => concat!($out, "/rad"),
                    ($out, "rad/s") => concat!($out, "/(rad/s)"),
                    ($out, "m") => concat!($out, "/m"),
                    ($out, "m/s") => concat!($out, "/(m/s)"),
                    ($out, "kg m") => concat!($out, "/(kg m)"),
                )*
                _ => "SI",
            }
        };
    }
    units!(
        "m", "m/s", "m/s2", "rad", "rad/s", "rad/s2", "N", "N m", "J", "W", "1", "V", "A"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::pair;

    #[test]
    fn every_answer_has_the_unit_of_its_sensor_over_that_of_its_input() {
        let of_pairs = pair::CHANNELS.iter().map(|channel| channel.unit);
        // As `SensorKind` has them.
        let others = [
            "m", "m/s", "m/s2", "rad", "rad/s", "rad/s2", "N", "N m", "J", "W", "V", "A",
        ];
        for output in of_pairs.chain(others) {
            for input in ["N", "N m", "rad", "rad/s", "m", "m/s", "V", "kg m"] {
                let expected = match input.contains([' ', '/']) {
                    true => format!("{output}/({input})"),
                    false => format!("{output}/{input}"),
                };
                assert_eq!(per(output, input), expected);
            }
        }
        assert_eq!(per("W", "N m"), "W/(N m)");
        assert_eq!(per("furlong", "N"), "SI");
    }
}
