//! Studies of machines that run evenly, or are about to: `efficiency-map`, `breakaway`.
//!
//! ```text
//! BuiltMachine ──assemble──▶ State ──Running──▶ one row for each speed ──▶ points over torque and temperature ──▶ table, values, maps
//! ```

pub(super) mod reading;
#[cfg(test)]
mod tests;

use super::machine_settings::{MachineSettings, Redundant};
use super::{Failure, Job, Options, Study, StudyError};
use crate::Model;
use crate::dynamics::{
    AssemblyOptions, ElementId, Equations, Load, PlanarContact, Running, RunningParts,
    TimeFunction, assemble,
};
use crate::geometry::vector::Vector;
use crate::machine::BuiltMachine;
use crate::model::machine::MachineRequest;
use crate::parts::force::load::Load as LoadRequest;
use crate::results::{Group, Object, Output};
use crate::run::Uniqueness;

/// A machine that runs evenly, or is about to move.
pub(super) struct EvenRunning<'s> {
    pub model: &'s Model,
    pub built: &'s BuiltMachine,
    pub equations: Equations<'s>,
    pub running: Running,
    pub options: Options<'s>,
    pub group: Group,
}

/// What a study of even running varies.
pub(super) struct Varied<'v> {
    /// The load.
    pub load: &'v str,
    /// About what its torque turns, of length 1, in its own axes.
    pub direction: Vector,
    /// The drive whose speed is varied, if one is.
    pub drive: Option<&'v str>,
    /// Whether contacts are those of the mean over mesh cycles; what holds depends on where the teeth stand.
    pub is_averaged: bool,
}

/// Computes a study of even running: builds the machine as it runs, and lets the study add what it finds.
pub(super) fn run(
    study: &dyn Study,
    settings: &MachineSettings,
    varied: &Varied,
    job: &mut Job,
    add: impl FnOnce(&mut EvenRunning, &mut Output) -> Result<(), Failure>,
) -> Result<Output, StudyError> {
    job.tell(
        format!("study `{}`: {}", job.name, study.kind().name()),
        None,
    )?;
    job.collect(|job, output| {
        let begin = job.start(settings)?;
        let built = job.machine()?;
        let model = job.model();
        check_levels(&built)?;
        let mut equations = Equations::new(&built.machine);
        equations.stop_on(job.options().interrupt);
        let mut state = begin.unwrap_or_else(|| built.machine.start(settings.begin));
        state.time = settings.begin;
        let joints = AssemblyOptions {
            refuse_redundant: settings.redundant == Redundant::Refuse,
            with_accelerations: false,
            ..AssemblyOptions::default()
        };
        let assembled = assemble(&mut equations, &mut state, &joints)?;
        let unique = Uniqueness::of(&built, &equations, &assembled.redundancy);
        output.warnings.extend(unique.warning(&built));
        let unit = unit_load(&built, &model.machine, varied.load, varied.direction)?;
        let element = built.force(varied.load).map(|force| force.element);
        let element = element.ok_or_else(|| Failure::unknown("load", varied.load))?;
        let contacts = contacts(&built, varied.is_averaged);
        let parts = RunningParts {
            contacts: contacts
                .iter()
                .map(|(id, contact)| (*id, contact))
                .collect(),
            drives: match varied.drive {
                Some(drive) => drives(&built, drive)?,
                None => Vec::new(),
            },
            load: (element, &unit),
        };
        let running = Running::new(&mut equations, &state, &parts)?;
        let mut group = Group::new(Object::Machine, "");
        let free = equations.n_velocities().saturating_sub(unique.rank);
        group.put("degrees_of_freedom", free as u32);
        group.put("redundant_constraints", unique.n_redundant() as u32);
        let mut running = EvenRunning {
            model: &model,
            built: &built,
            equations,
            running,
            options: job.options(),
            group,
        };
        let done = add(&mut running, output);
        // What failed because it was stopped may be told in other words.
        job.check_interrupt()?;
        done?;
        output.values.groups.insert(0, running.group);
        Ok(())
    })
}

impl EvenRunning<'_> {
    /// Names of the planar pairs, in the order of the contacts.
    pub fn pairs(&self) -> Vec<&str> {
        let pairs = self.built.pairs.iter().filter(|p| p.planar().is_some());
        pairs.map(|pair| pair.name.as_str()).collect()
    }

    /// Names of what else holds the machine at rest, in the order of the grips.
    pub fn grips(&self) -> impl Iterator<Item = &str> {
        let named = |element: ElementId| {
            let mut forces = self.built.forces.iter();
            let found = forces.find(|force| force.element == element);
            found.map_or("", |force| force.name.as_str())
        };
        self.running.grips().map(named)
    }
}

/// Teeth that deform or rub otherwise are none of this study's.
fn check_levels(built: &BuiltMachine) -> Result<(), Failure> {
    for pair in &built.pairs {
        let Some(joint) = pair.joint() else {
            continue;
        };
        let rubs = joint.friction != crate::contact::Friction::None;
        if joint.mesh.is_some() || rubs {
            return Err(Failure::own(RunningError::OtherLevel {
                pair: pair.name.clone(),
                can_be_planar: pair.can_be_planar(),
            }));
        }
    }
    Ok(())
}

/// What rubs: a map tells what is lost in the mean over mesh cycles, what holds depends on where the teeth stand.
fn contacts(built: &BuiltMachine, is_averaged: bool) -> Vec<(ElementId, PlanarContact)> {
    let pairs = built.pairs.iter();
    pairs
        .filter_map(|pair| {
            let contact = &pair.planar()?.contact;
            let contact = match is_averaged {
                true => contact.averaged(),
                false => contact.clone(),
            };
            Some((pair.element, contact))
        })
        .collect()
}

/// All drives, the varied one first.
fn drives(built: &BuiltMachine, varied: &str) -> Result<Vec<ElementId>, Failure> {
    let first = built.drive(varied);
    let first = first.ok_or_else(|| Failure::unknown("drive", varied))?;
    let others = built.drives.iter().filter(|drive| drive.name != varied);
    Ok(std::iter::once(first)
        .chain(others)
        .map(|drive| drive.element)
        .collect())
}

/// One newton metre in the place of the load.
fn unit_load(
    built: &BuiltMachine,
    requests: &MachineRequest,
    name: &str,
    direction: Vector,
) -> Result<Load, Failure> {
    let request = requests.force(name);
    let request = request.and_then(|force| force.as_law::<LoadRequest>());
    let found = built.force(name).zip(request);
    let (built, request) = found.ok_or_else(|| Failure::unknown("load", name))?;
    let mut load = Load::new(built.b, request.axes);
    load.torque = direction.map(TimeFunction::Constant);
    Ok(load)
}

/// Why a study does not know a machine.
#[derive(Debug, thiserror::Error)]
enum RunningError {
    #[error(
        "pair `{pair}` is of level \"joint\" or has friction along its teeth, which this study does not know: {}",
        cure(*can_be_planar)
    )]
    OtherLevel { pair: String, can_be_planar: bool },
}

fn cure(can_be_planar: bool) -> &'static str {
    match can_be_planar {
        true => "write level = \"planar\", or level = \"ideal\" without friction",
        false => {
            "take a study transient, with a load that slowly rises, and level = \"joint\" where teeth are to hold at rest; \
             or write level = \"ideal\" without friction"
        }
    }
}
