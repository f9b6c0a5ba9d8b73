//! Bearings, found among the joints and forces.

use super::{AssemblyError, BuiltJoint};
use crate::model::machine::MachineRequest;
use crate::parts::force::BuiltForce;

/// A bearing in its machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltBearing {
    /// Its name.
    pub name: String,
    /// Its shaft.
    pub shaft: String,
    /// What it is.
    pub part: BearingPart,
}

/// What a bearing is: a number into the lists of [`BuiltMachine`](super::BuiltMachine).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BearingPart {
    /// A joint.
    Joint(usize),
    /// A force.
    Force(usize),
}

/// Finds all bearings, in the order of the model.
pub(super) fn find(
    request: &MachineRequest,
    joints: &[BuiltJoint],
    forces: &[BuiltForce],
) -> Result<Vec<BuiltBearing>, AssemblyError> {
    let mut bearings = Vec::with_capacity(request.bearings.len());
    for one in &request.bearings {
        let found = match one.is_joint {
            true => {
                let number = joints.iter().position(|joint| joint.name == one.name);
                number.map(BearingPart::Joint)
            }
            false => {
                let number = forces.iter().position(|force| force.name == one.name);
                number.map(BearingPart::Force)
            }
        };
        bearings.push(BuiltBearing {
            name: one.name.clone(),
            shaft: one.shaft.clone(),
            part: found.ok_or_else(|| AssemblyError::Unknown {
                what: "bearing",
                name: one.name.clone(),
            })?,
        });
    }
    Ok(bearings)
}
