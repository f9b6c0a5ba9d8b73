//! From the description of a machine to one that the crate `dynamics` can move.
//!
//! ```text
//! MachineRequest ──assemble──▶ BuiltMachine { Machine, names → nodes and elements, frames of all ends }
//! ```

mod bearings;
mod bodies;
pub(crate) mod controllers;
mod error;
mod frames;
mod joints;
mod mass;
mod sensors;
mod shafts;
#[cfg(test)]
mod tests;

pub use crate::parts::pair::BuiltPair;
pub use bearings::{BearingPart, BuiltBearing};
pub use bodies::BuiltBody;
pub use controllers::BuiltController;
pub use error::AssemblyError;
pub use joints::{BuiltDrive, BuiltJoint};
pub use mass::gear_mass;
pub use sensors::{BuiltSensor, Probe};
pub use shafts::{BuiltDisc, BuiltShaft};

use crate::Model;
use crate::dynamics::{Kinematics, Machine, Relative};
use crate::fem::ReducedBody;
use crate::parts::force::{self, BuiltForce};
use crate::parts::pair;

/// Makes the reduced body that a study describes: name of the study, name of the gear; or says why not.
pub type Reduce<'r> = &'r mut dyn FnMut(&str, &str) -> Result<ReducedBody, String>;

/// A machine with the names of the model. Everything is in the order of the model.
#[derive(Debug)]
pub struct BuiltMachine {
    /// The machine.
    pub machine: Machine,
    /// Its bodies.
    pub bodies: Vec<BuiltBody>,
    /// Its shafts.
    pub shafts: Vec<BuiltShaft>,
    /// Its bearings, which are among the joints and forces.
    pub bearings: Vec<BuiltBearing>,
    /// Its pairs of wheels.
    pub pairs: Vec<BuiltPair>,
    /// Its joints.
    pub joints: Vec<BuiltJoint>,
    /// Its forces.
    pub forces: Vec<BuiltForce>,
    /// Its drives.
    pub drives: Vec<BuiltDrive>,
    /// Its controllers, those that set set points first.
    pub controllers: Vec<BuiltController>,
    /// Its sensors, with what they look at.
    pub sensors: Vec<BuiltSensor>,
}

impl BuiltMachine {
    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&BuiltBody> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The shaft of this name.
    pub fn shaft(&self, name: &str) -> Option<&BuiltShaft> {
        self.shafts.iter().find(|shaft| shaft.request.name == name)
    }

    /// The bearing of this name.
    pub fn bearing(&self, name: &str) -> Option<&BuiltBearing> {
        self.bearings.iter().find(|bearing| bearing.name == name)
    }

    /// The pair of wheels of this name.
    pub fn pair(&self, name: &str) -> Option<&BuiltPair> {
        self.pairs.iter().find(|pair| pair.name == name)
    }

    /// The joint of this name.
    pub fn joint(&self, name: &str) -> Option<&BuiltJoint> {
        self.joints.iter().find(|joint| joint.name == name)
    }

    /// The frames of a joint.
    pub fn between(&self, joint: &str) -> Result<&Relative, AssemblyError> {
        let found = self.joint(joint).map(|joint| &joint.joint.between);
        found.ok_or_else(|| AssemblyError::Unknown {
            what: "joint",
            name: joint.to_owned(),
        })
    }

    /// The force of this name.
    pub fn force(&self, name: &str) -> Option<&BuiltForce> {
        self.forces.iter().find(|force| force.name == name)
    }

    /// The drive of this name.
    pub fn drive(&self, name: &str) -> Option<&BuiltDrive> {
        self.drives.iter().find(|drive| drive.name == name)
    }

    /// The controller of this name.
    pub fn controller(&self, name: &str) -> Option<&BuiltController> {
        let mut controllers = self.controllers.iter();
        controllers.find(|controller| controller.request.name == name)
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
    let shafts = shafts::add(model, &mut machine)?;
    let start = Kinematics::new(&machine);
    let mut start = Start {
        kinematics: start,
        bodies: &bodies,
        shafts: &shafts,
    };
    start.kinematics.set(&machine.start(0.0));
    let mut pairs = pair::add(request, &start, &mut machine)?;
    let joints = joints::add(request, &start, &mut machine)?;
    let controllers = controllers::add(request, &joints, &start, &mut machine)?;
    let forces = force::add(request, &start, &controllers, &mut machine)?;
    let drives = joints::add_drives(request, &joints, &start, &mut machine)?;
    pair::close(&mut pairs, &mut machine)?;
    let parts = sensors::Parts {
        joints: &joints,
        forces: &forces,
        drives: &drives,
        pairs: &pairs,
        controllers: &controllers,
    };
    let sensors = sensors::add(request, parts, &start, &mut machine)?;
    let bearings = bearings::find(request, &joints, &forces)?;
    Ok(BuiltMachine {
        machine,
        bodies,
        shafts,
        bearings,
        pairs,
        joints,
        forces,
        drives,
        controllers,
        sensors,
    })
}

/// Bodies and shafts as they stand at the start.
pub(crate) struct Start<'b> {
    pub kinematics: Kinematics,
    pub(crate) bodies: &'b [BuiltBody],
    shafts: &'b [BuiltShaft],
}
