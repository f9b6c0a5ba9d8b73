//! A machine as the model file describes it: bodies, shafts, joints, forces, drives and sensors, plain data in SI units.
//!
//! [`assemble`](crate::machine::assemble) makes a machine of the crate `dynamics` out of it.

mod body;
mod connection;
mod controller;
mod event;
mod joint;
mod sensor;
mod shaft;
mod wheel;

pub use body::{BodyKind, BodyRequest, FlexibleFrame, FlexibleSource, MassSource, MatrixNode};
pub use connection::{Carrier, Connection, End, Frame};
pub use controller::{Controlled, ControllerRequest, SignalRequest};
pub use event::{EventAction, EventRequest};
pub use joint::{DriveRequest, Driven, JointKind, JointRequest, JointSwitch};
pub use sensor::{Axes, SensorColumn, SensorComponent, SensorKind, SensorRequest};
pub use shaft::{BearingRequest, DiscMass, DiscRequest, ShaftPoint, ShaftRequest};
pub use wheel::{Faces, FlanksRequest, MeshDirection, MeshingRequest, WheelRequest};

use crate::geometry::vector::Vector;
use crate::parts::force::ForceRequest;

/// What a model file says of a machine. Names refer to names; all of them are there and fit.
#[derive(Debug, Clone, Default)]
pub struct MachineRequest {
    /// Acceleration of free fall (m/s²), ground axes.
    pub gravity: Vector,
    /// Bodies in the order of the file.
    pub bodies: Vec<BodyRequest>,
    /// Shafts in the order of the file.
    pub shafts: Vec<ShaftRequest>,
    /// Bearings in the order of the file; what they are is among the joints and forces.
    pub bearings: Vec<BearingRequest>,
    /// Gears on bodies, in the order of the file.
    pub wheels: Vec<WheelRequest>,
    /// Pairs of wheels, in the order of the file.
    pub pairs: Vec<MeshingRequest>,
    /// Joints in the order of the file, then those of bearings.
    pub joints: Vec<JointRequest>,
    /// Forces in the order of the file, then those of bearings.
    pub forces: Vec<ForceRequest>,
    /// Drives in the order of the file.
    pub drives: Vec<DriveRequest>,
    /// Controllers in the order of the file.
    pub controllers: Vec<ControllerRequest>,
    /// Sensors in the order of the file.
    pub sensors: Vec<SensorRequest>,
    /// Events in the order of the file.
    pub events: Vec<EventRequest>,
}

impl MachineRequest {
    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&BodyRequest> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The shaft of this name.
    pub fn shaft(&self, name: &str) -> Option<&ShaftRequest> {
        self.shafts.iter().find(|shaft| shaft.name == name)
    }

    /// The bearing of this name.
    pub fn bearing(&self, name: &str) -> Option<&BearingRequest> {
        self.bearings.iter().find(|bearing| bearing.name == name)
    }

    /// The wheel of this name.
    pub fn wheel(&self, name: &str) -> Option<&WheelRequest> {
        self.wheels.iter().find(|wheel| wheel.name == name)
    }

    /// The pair of wheels of this name.
    pub fn pair(&self, name: &str) -> Option<&MeshingRequest> {
        self.pairs.iter().find(|pair| pair.name == name)
    }

    /// Whether teeth of a pair or friction about an axis stick and break away.
    pub fn can_stick(&self) -> bool {
        let of_forces = || self.forces.iter().any(|force| force.law.can_stick());
        self.pairs.iter().any(MeshingRequest::can_stick) || of_forces()
    }

    /// Whether it has friction that sticks, or a level whose teeth are as stiff in time.
    pub fn is_stiff(&self) -> bool {
        self.can_stick() || self.pairs.iter().any(|pair| pair.level.is_stiff())
    }

    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<&JointRequest> {
        self.joints.iter().find(|joint| joint.name == name)
    }

    /// The force of this name.
    pub fn force(&self, name: &str) -> Option<&ForceRequest> {
        self.forces.iter().find(|force| force.name == name)
    }

    /// The drive of this name.
    pub fn drive(&self, name: &str) -> Option<&DriveRequest> {
        self.drives.iter().find(|drive| drive.name == name)
    }

    /// The controller of this name.
    pub fn controller(&self, name: &str) -> Option<&ControllerRequest> {
        let mut controllers = self.controllers.iter();
        controllers.find(|controller| controller.name == name)
    }

    /// The sensor of this name.
    pub fn sensor(&self, name: &str) -> Option<&SensorRequest> {
        self.sensors.iter().find(|sensor| sensor.name == name)
    }
}
