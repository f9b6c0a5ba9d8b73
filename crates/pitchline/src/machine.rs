//! From the description of a machine to one that the crate `dynamics` can move.
//!
//! ```text
//! MachineRequest ──assemble──▶ BuiltMachine { Machine, names → nodes and elements, frames of all ends }
//! ```

mod bodies;
mod error;
mod forces;
mod frames;
mod joints;
mod mass;
mod sensors;
#[cfg(test)]
mod tests;

pub use bodies::BuiltBody;
pub use error::AssemblyError;
pub use forces::BuiltForce;
pub use joints::{BuiltDrive, BuiltJoint};
pub use mass::gear_mass;
pub use sensors::{BuiltSensor, Probe};

use crate::Model;
use crate::dynamics::{Kinematics, Machine};
use crate::fem::ReducedBody;

/// Makes the reduced body that a study describes: name of the study, name of the gear; or says why not.
pub type Reduce<'r> = &'r mut dyn FnMut(&str, &str) -> Result<ReducedBody, String>;

/// A machine with the names of the model. Everything is in the order of the model.
#[derive(Debug)]
pub struct BuiltMachine {
    /// The machine.
    pub machine: Machine,
    /// Its bodies.
    pub bodies: Vec<BuiltBody>,
    /// Its joints.
    pub joints: Vec<BuiltJoint>,
    /// Its forces.
    pub forces: Vec<BuiltForce>,
    /// Its drives.
    pub drives: Vec<BuiltDrive>,
    /// Its sensors, with what they look at.
    pub sensors: Vec<BuiltSensor>,
}

impl BuiltMachine {
    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&BuiltBody> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<&BuiltJoint> {
        self.joints.iter().find(|joint| joint.name == name)
    }

    /// The force of this name.
    pub fn force(&self, name: &str) -> Option<&BuiltForce> {
        self.forces.iter().find(|force| force.name == name)
    }

    /// The drive of this name.
    pub fn drive(&self, name: &str) -> Option<&BuiltDrive> {
        self.drives.iter().find(|drive| drive.name == name)
    }

    /// The sensor of this name.
    pub fn sensor(&self, name: &str) -> Option<&BuiltSensor> {
        let mut sensors = self.sensors.iter();
        sensors.find(|sensor| sensor.request.name == name)
    }
}

/// Builds the machine of a model. Bodies stand where the model puts them, whatever the joints say.
pub fn assemble(model: &Model, reduce: Reduce) -> Result<BuiltMachine, AssemblyError> {
    let request = &model.machine;
    let mut machine = Machine::new();
    machine.gravity = request.gravity;
    let bodies = bodies::add(model, &mut machine, reduce)?;
    let start = Kinematics::new(&machine);
    let mut start = Start {
        kinematics: start,
        bodies: &bodies,
    };
    start.kinematics.set(&machine.start(0.0));
    let joints = joints::add(request, &start, &mut machine)?;
    let forces = forces::add(request, &start, &mut machine)?;
    let drives = joints::add_drives(request, &joints, &start, &mut machine)?;
    let sensors = sensors::add(request, (&joints, &forces, &drives), &start, &mut machine)?;
    Ok(BuiltMachine {
        machine,
        bodies,
        joints,
        forces,
        drives,
        sensors,
    })
}

/// The bodies as they stand at the start.
struct Start<'b> {
    kinematics: Kinematics,
    bodies: &'b [BuiltBody],
}
