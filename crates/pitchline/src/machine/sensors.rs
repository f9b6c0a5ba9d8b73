//! Sensors: what they look at in the machine.

use super::{AssemblyError, BuiltController, BuiltDrive, BuiltJoint, BuiltPair, Start};
use crate::dynamics::{
    AngleId, Connector, Frame, Law, LawValue, Machine, NodeId, Relative, RelativeMotion,
};
use crate::geometry::tensor::product;
use crate::model::axes_along;
use crate::model::machine::{End, MachineRequest, SensorKind, SensorRequest};
use crate::parts::force::BuiltForce;

/// A sensor in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltSensor {
    /// What it measures.
    pub request: SensorRequest,
    /// What it looks at.
    pub probe: Probe,
}

/// What a sensor looks at: places in the machine, or numbers into the lists of [`BuiltMachine`](super::BuiltMachine).
#[derive(Debug, Clone, PartialEq)]
pub enum Probe {
    /// A frame on a node.
    Frame(Frame),
    /// The turn of b about a's z, followed over whole turns.
    Turn {
        /// Between these.
        between: Relative,
        /// Followed by this angle of the machine.
        angle: AngleId,
    },
    /// The motion of b seen from a.
    Relative(Relative),
    /// A joint, by its number.
    Joint(usize),
    /// A drive, by its number.
    Drive(usize),
    /// A force, by its number.
    Force(usize),
    /// A pair of wheels, by its number.
    Pair(usize),
    /// A controller, by its number.
    Controller(usize),
    /// The whole machine.
    Machine,
}

/// A law without a force, only there to have its angle followed over whole turns.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Silent;

impl Law for Silent {
    fn evaluate(&self, _: &RelativeMotion, _: f64, _: f64) -> LawValue {
        LawValue::default()
    }

    fn follows_turns(&self) -> bool {
        true
    }
}

/// What sensors may look at besides bodies.
#[derive(Clone, Copy)]
pub(super) struct Parts<'p> {
    pub joints: &'p [BuiltJoint],
    pub forces: &'p [BuiltForce],
    pub drives: &'p [BuiltDrive],
    pub pairs: &'p [BuiltPair],
    pub controllers: &'p [BuiltController],
}

/// Resolves all sensors, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    parts: Parts,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltSensor>, AssemblyError> {
    let mut sensors = Vec::with_capacity(request.sensors.len());
    for one in &request.sensors {
        sensors.push(BuiltSensor {
            request: one.clone(),
            probe: probe(one, parts, start, machine)?,
        });
    }
    Ok(sensors)
}

fn probe(
    request: &SensorRequest,
    parts: Parts,
    start: &Start,
    machine: &mut Machine,
) -> Result<Probe, AssemblyError> {
    let Parts {
        joints,
        forces,
        drives,
        pairs,
        controllers,
    } = parts;
    let joint = |name: &str| number("joint", name, joints.iter().map(|j| j.name.as_str()));
    Ok(match &request.kind {
        SensorKind::Position(end)
        | SensorKind::Velocity(end, _)
        | SensorKind::Acceleration(end, _)
        | SensorKind::Orientation(end)
        | SensorKind::Spin(end, _)
        | SensorKind::SpinRate(end, _) => Probe::Frame(start.frame(end)?),
        SensorKind::Angle(end, axis) => {
            let between = about_own_axis(end, *axis, start)?;
            follow(&request.name, between, machine)?
        }
        SensorKind::JointAngle(name) => {
            let between = joints[joint(name)?].joint.between;
            follow(&request.name, between, machine)?
        }
        SensorKind::JointSpeed(name)
        | SensorKind::JointDisplacement(name)
        | SensorKind::JointVelocity(name) => Probe::Relative(joints[joint(name)?].joint.between),
        SensorKind::Reaction(name, _) => Probe::Joint(joint(name)?),
        SensorKind::Drive { drive, .. } => {
            let names = drives.iter().map(|d| d.name.as_str());
            Probe::Drive(number("drive", drive, names)?)
        }
        SensorKind::Force(name, _) | SensorKind::Part(name) => {
            let names = forces.iter().map(|f| f.name.as_str());
            Probe::Force(number("force", name, names)?)
        }
        SensorKind::Pair(pair) => {
            let names = pairs.iter().map(|p| p.name.as_str());
            Probe::Pair(number("pair of wheels", pair, names)?)
        }
        SensorKind::Controller(name) => {
            let names = controllers.iter().map(|c| c.request.name.as_str());
            Probe::Controller(number("controller", name, names)?)
        }
        SensorKind::Energy => Probe::Machine,
    })
}

fn number<'n>(
    what: &'static str,
    name: &str,
    mut names: impl Iterator<Item = &'n str>,
) -> Result<usize, AssemblyError> {
    let found = names.position(|known| known == name);
    found.ok_or_else(|| AssemblyError::Unknown {
        what,
        name: name.to_owned(),
    })
}

/// Has the turn between two frames followed over whole turns.
fn follow(name: &str, between: Relative, machine: &mut Machine) -> Result<Probe, AssemblyError> {
    let silent = Connector::new(machine, between.a, between.b, Silent);
    let angle = silent.angle;
    machine.add(&format!("sensor {name}"), silent)?;
    Ok(match angle {
        Some(angle) => Probe::Turn { between, angle },
        None => Probe::Relative(between),
    })
}

/// The ground's frame that the body's would be if it stood along the ground's axes, and the body's frame, whose z is the axis.
fn about_own_axis(end: &End, axis: [f64; 3], start: &Start) -> Result<Relative, AssemblyError> {
    let own = start.frame(end)?;
    let along = axes_along(axis).unwrap_or(own.axes);
    let axes = product(&own.axes, &along);
    Ok(Relative {
        a: Frame {
            axes,
            ..Frame::at(NodeId::GROUND)
        },
        b: Frame { axes, ..own },
    })
}
