//! What shakes a machine and what is looked at, by the names of the model.

use super::Study;
use crate::dynamics::{DriveMotion, Input, InputKind, LinearMachine, Order, Output};
use crate::geometry::vector::{Vector, length, times};
use crate::model::machine::{ForceKind, MachineRequest, SensorColumn, ShakenPart};
use crate::study::machine::{Failure, Look};

/// An input with its unit.
pub(super) struct Shaken {
    pub input: Input,
    pub unit: &'static str,
}

/// A load or a drive.
pub(super) fn shaken(
    study: &Study,
    request: &MachineRequest,
    part: &ShakenPart,
) -> Result<Shaken, Failure> {
    match part {
        ShakenPart::Force(name) => load(study, request, name),
        ShakenPart::Drive(name) => {
            let drive = study.built.drive(name);
            let drive = drive.ok_or_else(|| format!("there is no drive `{name}`"))?;
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
    }
}

/// A load is shaken along the direction that it has.
fn load(study: &Study, request: &MachineRequest, name: &str) -> Result<Shaken, Failure> {
    let found = study.built.force(name).zip(request.force(name));
    let Some((
        built,
        ForceKind::Load {
            axes,
            force,
            torque,
            ..
        },
    )) = found.map(|(built, force)| (built, &force.kind))
    else {
        return Err(format!("there is no load `{name}`"));
    };
    let time = study.start.time;
    let at = |functions: &[crate::dynamics::TimeFunction; 3]| -> Vector {
        [0, 1, 2].map(|i| functions[i].at(time).value)
    };
    let (force, torque) = (at(force), at(torque));
    let (on, axes) = (built.b, *axes);
    let along = |vector: Vector| times(1.0 / length(vector), vector);
    let (kind, unit) = match (length(force) > 0.0, length(torque) > 0.0) {
        (true, false) => {
            let direction = along(force);
            (
                InputKind::Force {
                    on,
                    axes,
                    direction,
                },
                "N",
            )
        }
        (false, true) => {
            let direction = along(torque);
            (
                InputKind::Torque {
                    on,
                    axes,
                    direction,
                },
                "N m",
            )
        }
        (true, true) => {
            return Err(format!(
                "load `{name}` is a force and a torque: write two loads, so that each can be shaken by itself"
            ));
        }
        (false, false) => {
            return Err(format!(
                "load `{name}` is zero at t = {time} s, so that it has no direction: give it the direction in which it shall shake"
            ));
        }
    };
    Ok(Shaken {
        input: Input::new(name, kind),
        unit,
    })
}

/// A column of a sensor.
pub(super) struct Looked {
    pub output: Output,
    pub column: SensorColumn,
}

/// Columns of the sensors that are recorded.
pub(super) fn looked_at(
    study: &mut Study,
    machine: &LinearMachine,
    sensors: &[String],
) -> Result<Vec<Looked>, Failure> {
    let mut found = Vec::new();
    for name in sensors {
        let built = study.built;
        let sensor = built.sensor(name);
        let sensor = sensor.ok_or_else(|| format!("there is no sensor `{name}`"))?;
        for (i, column) in sensor.request.columns().into_iter().enumerate() {
            let mut cells = Vec::new();
            let account = Default::default();
            let read = |equations: &crate::dynamics::Equations, state: &crate::dynamics::State| {
                let instant = Look {
                    still: None,
                    built,
                    equations,
                    state,
                    account: &account,
                };
                cells.clear();
                instant.read(sensor, &mut cells);
                cells.get(i).copied().unwrap_or(0.0)
            };
            let output = Output::measured(&mut study.equations, machine, &column.name, read);
            let output = output.map_err(|error| error.to_string())?;
            found.push(Looked { output, column });
        }
    }
    Ok(found)
}

/// Unit of an answer: that of the output over that of the input.
pub(super) fn per(output: &str, input: &str) -> &'static str {
    macro_rules! units {
        ($($out:literal),*) => {
            match (output, input) {
                $(
                    ($out, "N") => concat!($out, "/N"),
                    ($out, "N m") => concat!($out, "/(N m)"),
                    ($out, "rad") => concat!($out, "/rad"),
                    ($out, "rad/s") => concat!($out, "/(rad/s)"),
                    ($out, "m") => concat!($out, "/m"),
                    ($out, "m/s") => concat!($out, "/(m/s)"),
                )*
                _ => "1",
            }
        };
    }
    units!(
        "m", "m/s", "m/s2", "rad", "rad/s", "rad/s2", "N", "N m", "J"
    )
}
