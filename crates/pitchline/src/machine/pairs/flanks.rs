//! Which flanks of the pairs of a machine carry, where the model file leaves that to the loads. \[theory:gear-joint\] (9h)

use super::{BuiltPair, Contact};
use crate::contact::Formulation;
use crate::dynamics::{self, ElementId, Machine, ToothMesh};
use crate::geometry::FlankSide;
use crate::machine::AssemblyError;
use crate::model::machine::FlanksRequest;

/// What is asked for; until the loads are known, the right flank where they decide.
pub(super) fn formulation(flanks: FlanksRequest) -> Formulation {
    match flanks {
        FlanksRequest::Source => Formulation::Source,
        FlanksRequest::Both => Formulation::BothFlanks,
        FlanksRequest::One(side) => Formulation::OneFlank(side.unwrap_or(FlankSide::Right)),
    }
}

/// Lets the loads of a machine decide. Where no support lets the wheels part or approach the published law is the same, pushes them apart by whichever
/// flank carries, and takes steps over loads that turn round.
pub(in crate::machine) fn close(
    pairs: &mut [BuiltPair],
    machine: &mut Machine,
) -> Result<(), AssemblyError> {
    if pairs.is_empty() {
        return Ok(());
    }
    let meshes: Vec<(ElementId, ToothMesh)> = pairs
        .iter()
        .map(|pair| (pair.element, pair.mesh()))
        .collect();
    // A machine that cannot be assembled is refused by its studies, with what is wrong.
    let Ok(moving) = dynamics::centers_move(machine, &meshes) else {
        return Ok(());
    };
    let is_open = |pair: &BuiltPair| pair.flanks == FlanksRequest::One(None);
    let is_asked = pairs
        .iter()
        .zip(&moving)
        .any(|(pair, moves)| *moves && is_open(pair));
    let loads = match is_asked {
        true => dynamics::loads_on_teeth(machine, &meshes).ok(),
        false => None,
    };
    let loads = loads.unwrap_or_else(|| vec![0.0; pairs.len()]);
    for ((pair, moves), load) in pairs.iter_mut().zip(moving).zip(loads) {
        pair.centers_move = moves;
        let chosen = match pair.flanks {
            _ if !moves => Formulation::Source,
            FlanksRequest::One(None) => Formulation::OneFlank(dynamics::closed_flank(load)),
            flanks => formulation(flanks),
        };
        pair.formulate(chosen, machine)?;
    }
    Ok(())
}

impl BuiltPair {
    fn mesh(&self) -> ToothMesh<'_> {
        match &self.contact {
            Contact::Joint(joint) => ToothMesh::Joint(&joint.joint),
            Contact::Planar(planar) => ToothMesh::Planar(&planar.contact),
        }
    }

    /// Which flanks carry, and whether they see the centres.
    pub fn formulation(&self) -> Formulation {
        match &self.contact {
            Contact::Joint(joint) => joint.joint.formulation(),
            Contact::Planar(planar) => planar.contact.formulation(),
        }
    }

    /// Flanks of a that carry, in a word of the results.
    pub fn flanks_word(&self) -> &'static str {
        match self.formulation() {
            Formulation::Source if self.flanks != FlanksRequest::Source => "both",
            Formulation::Source => "as published",
            Formulation::BothFlanks => "both",
            Formulation::OneFlank(FlankSide::Right) => "right",
            Formulation::OneFlank(FlankSide::Left) => "left",
        }
    }

    fn formulate(
        &mut self,
        formulation: Formulation,
        machine: &mut Machine,
    ) -> Result<(), AssemblyError> {
        if formulation == self.formulation() {
            return Ok(());
        }
        match &mut self.contact {
            Contact::Joint(joint) => {
                joint.joint = joint.joint.clone().formulated(formulation);
                machine.replace(self.element, joint.joint.clone())?;
            }
            Contact::Planar(planar) => {
                planar.contact = planar.contact.clone().formulated(formulation);
                machine.replace(self.element, planar.contact.clone())?;
            }
        }
        Ok(())
    }
}
