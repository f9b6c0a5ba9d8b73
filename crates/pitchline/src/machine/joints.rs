//! Joints and drives.

use super::{AssemblyError, Start};
use crate::dynamics::{Drive, ElementId, Frame, Joint, Machine, Relative, Stop};
use crate::model::machine::{DriveRequest, Driven, JointKind, JointRequest, MachineRequest};

/// A joint in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltJoint {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: JointKind,
    /// Its element.
    pub element: ElementId,
    /// A copy of it, which tells reactions and has the frames of both ends; of a stop one that holds the way along the axis.
    pub joint: Joint,
}

/// A drive in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltDrive {
    /// Its name.
    pub name: String,
    /// Its element, whose only multiplier is its torque or force on b.
    pub element: ElementId,
    /// A copy of it.
    pub drive: Drive,
}

/// Adds all joints, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltJoint>, AssemblyError> {
    let mut joints = Vec::with_capacity(request.joints.len());
    for one in &request.joints {
        let Relative { a, b } = start.between(&one.between)?;
        let (element, joint) = match one.kind {
            JointKind::Stop {
                radius,
                restitution,
                rest_speed,
            } => {
                let mut stop = Stop::new(a, b, restitution, rest_speed);
                stop.radius = radius;
                stop.check()?;
                let along = [false, false, true, false, false, false];
                let joint = Joint::from_mask(a, b, along);
                (machine.add(&one.name, stop)?, joint)
            }
            _ => {
                let joint = joint(one, [a, b], machine);
                (machine.add(&one.name, joint.clone())?, joint)
            }
        };
        joints.push(BuiltJoint {
            name: one.name.clone(),
            kind: one.kind,
            element,
            joint,
        });
    }
    Ok(joints)
}

fn joint(request: &JointRequest, [a, b]: [Frame; 2], machine: &mut Machine) -> Joint {
    let joint = match request.kind {
        JointKind::Screw { lead } => Joint::screw(machine, a, b, lead),
        kind => Joint::from_mask(a, b, kind.locked()),
    };
    match request.switch {
        Some(switch) => joint.with_switch(machine, switch.is_released),
        None => joint,
    }
}

/// Adds all drives, in the order of the model. A speed or a velocity starts from where the bodies stand at t = 0.
pub(super) fn add_drives(
    request: &MachineRequest,
    joints: &[BuiltJoint],
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltDrive>, AssemblyError> {
    let mut drives = Vec::with_capacity(request.drives.len());
    for one in &request.drives {
        let between = match &one.driven {
            Driven::Shaft(connection) => start.between(connection)?,
            Driven::Joint(name) => {
                let joint = joints.iter().find(|joint| joint.name == *name);
                let joint = joint.ok_or_else(|| AssemblyError::Unknown {
                    what: "joint",
                    name: name.clone(),
                })?;
                joint.joint.between
            }
        };
        let drive = drive(one, &between, start);
        drive.check()?;
        drives.push(BuiltDrive {
            name: one.name.clone(),
            element: machine.add(&one.name, drive.clone())?,
            drive,
        });
    }
    Ok(drives)
}

fn drive(request: &DriveRequest, between: &Relative, start: &Start) -> Drive {
    let from = if request.motion.is_rate() {
        let motion = between.motion(&start.kinematics);
        match request.motion.is_angle() {
            true => motion.turn().angle,
            false => motion.displacement[2],
        }
    } else {
        0.0
    };
    let function = request.function.clone();
    Drive::new(between.a, between.b, request.motion, function, from)
}
