//! What the loads of a machine decide of its pairs where the model file leaves it to them: which flanks carry, and at which force damping reaches its
//! coefficient. \[theory:gear-joint\] (9h), \[theory:mesh-laws\] (7)

use super::BuiltPair;
use crate::contact::{DampingReach, Formulation};
use crate::dynamics::{self, ElementId, Machine, ToothLoad, ToothMesh};
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
pub(crate) fn close(pairs: &mut [BuiltPair], machine: &mut Machine) -> Result<(), AssemblyError> {
    if pairs.is_empty() {
        return Ok(());
    }
    let meshes: Vec<(ElementId, ToothMesh)> = pairs
        .iter()
        .map(|pair| (pair.element, pair.contact.tooth_mesh()))
        .collect();
    // A machine that cannot be assembled is refused by its studies, with what is wrong.
    let Ok(moving) = dynamics::centers_move(machine, &meshes) else {
        return Ok(());
    };
    let is_open = |pair: &BuiltPair| pair.flanks == FlanksRequest::One(None);
    let is_asked = pairs.iter().zip(&moving).any(|(pair, moves)| {
        *moves && is_open(pair) || pair.damping_follows_load && pair.damping_load().is_some()
    });
    let loads = match is_asked {
        true => dynamics::loads_on_teeth(machine, &meshes).ok(),
        false => None,
    };
    let loads = loads.unwrap_or_else(|| vec![ToothLoad::default(); pairs.len()]);
    for ((pair, moves), load) in pairs.iter_mut().zip(moving).zip(loads) {
        pair.centers_move = moves;
        pair.damp(load.largest, machine)?;
        let chosen = match pair.flanks {
            _ if !moves => Formulation::Source,
            FlanksRequest::One(None) => Formulation::OneFlank(dynamics::closed_flank(load.first)),
            flanks => formulation(flanks),
        };
        pair.formulate(chosen, machine)?;
    }
    Ok(())
}

impl BuiltPair {
    /// Which flanks carry, and whether they see the centres.
    pub fn formulation(&self) -> Formulation {
        self.contact.formulation()
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

    /// Load at which damping in contact only reaches its coefficient, as the law has forces (N); none where teeth are damped always or not at all.
    fn damping_load(&self) -> Option<f64> {
        let law = self.contact.law()?;
        match law.damping.reach {
            DampingReach::InContact { load }
                if law.backlash > 0.0 && law.damping.coefficient > 0.0 =>
            {
                Some(load)
            }
            DampingReach::InContact { .. } | DampingReach::Always => None,
        }
    }

    /// The same along the direction in which forces of the pair are measured, for the results.
    pub fn damping_load_along_direction(&self) -> Option<f64> {
        let load = self.damping_load()?;
        Some(self.direction.force(self.contact.hoop_force(load)))
    }

    /// Lets a load of the teeth decide where their damping reaches its coefficient, if the model file leaves that to it.
    fn damp(&mut self, load: f64, machine: &mut Machine) -> Result<(), AssemblyError> {
        let least = match self.damping_load() {
            Some(least) if self.damping_follows_load => least,
            _ => return Ok(()),
        };
        let reach = DampingReach::InContact {
            load: load.max(least),
        };
        Ok(self.contact.damp(reach, self.element, machine)?)
    }

    fn formulate(
        &mut self,
        formulation: Formulation,
        machine: &mut Machine,
    ) -> Result<(), AssemblyError> {
        if formulation == self.formulation() {
            return Ok(());
        }
        Ok(self.contact.formulate(formulation, self.element, machine)?)
    }
}
