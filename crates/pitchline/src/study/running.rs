//! Studies of machines that run evenly, or are about to: `efficiency-map`, `breakaway`.
//!
//! ```text
//! BuiltMachine ──assemble──▶ State ──Running──▶ one row for each speed ──▶ points over torque and temperature ──▶ table, values, maps
//! ```

mod breakaway;
mod map;
mod pictures;
#[cfg(test)]
mod tests;

use super::machine::{self, Failure, Uniqueness};
use super::{Options, Progress, Session, Watch};
use crate::Model;
use crate::contact::MeshFriction;
use crate::dynamics::{
    AssemblyOptions, ElementId, Equations, Load, PlanarContact, Running, RunningParts,
    TimeFunction, assemble,
};
use crate::geometry::vector::Vector;
use crate::machine::{BuiltMachine, Contact};
use crate::model::machine::{
    BreakawayRequest, EfficiencyMapRequest, ForceKind, MachineRequest, MachineStudy, OWN_LOSSES,
    Redundant, odd_oil,
};
use crate::number::short;
use crate::results::{Group, Object, StudyResult};
use map::EfficiencyMap;

/// 0 °C in K.
const ICE: f64 = 273.15;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked<'a> {
    /// Efficiency over speed and torque.
    Map(&'a EfficiencyMapRequest),
    /// What friction holds.
    Breakaway(&'a BreakawayRequest),
}

impl Asked<'_> {
    fn common(&self) -> (&MachineStudy, f64) {
        match self {
            Self::Map(request) => (&request.machine, request.time),
            Self::Breakaway(request) => (&request.machine, request.time),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Map(_) => "efficiency-map",
            Self::Breakaway(_) => "breakaway",
        }
    }

    /// The varied load and its direction.
    fn load(&self) -> (&str, Vector) {
        match self {
            Self::Map(request) => (&request.load, request.direction),
            Self::Breakaway(request) => (&request.load, request.direction),
        }
    }
}

/// A study while it runs.
struct Study<'s> {
    model: &'s Model,
    built: &'s BuiltMachine,
    equations: Equations<'s>,
    running: Running,
    options: Options<'s>,
    group: Group,
}

/// Runs a study.
pub(super) fn run(session: &mut Session, name: &str, asked: Asked, watch: Watch) -> StudyResult {
    let mut result = StudyResult::new(name, asked.kind());
    result.warnings.clone_from(&session.model.warnings);
    watch(Progress {
        phase: format!("study `{name}`: {}", asked.kind()),
        done: None,
    });
    match compute(session, asked, &mut result, watch) {
        Ok(()) => result,
        Err(reason) => result.failed(reason),
    }
}

fn compute(
    session: &mut Session,
    asked: Asked,
    result: &mut StudyResult,
    watch: Watch,
) -> Result<(), Failure> {
    let (common, time) = asked.common();
    let begin = machine::begin(session, common, watch)?;
    let (model, options) = (session.model, session.options);
    let built = machine::built(session, watch).map_err(Clone::clone)?;
    check_levels(built)?;
    let mut equations = Equations::new(&built.machine);
    let mut state = begin.unwrap_or_else(|| built.machine.start(time));
    state.time = time;
    let joints = AssemblyOptions {
        refuse_redundant: common.redundant == Redundant::Refuse,
        with_accelerations: false,
        ..AssemblyOptions::default()
    };
    let assembled = assemble(&mut equations, &mut state, &joints).map_err(|e| e.to_string())?;
    let unique = Uniqueness::of(built, &equations, &assembled.redundancy);
    result.warnings.extend(unique.warning(built));
    let (load, direction) = asked.load();
    let unit = unit_load(built, &model.machine, load, direction)?;
    let element = built.force(load).map(|force| force.element);
    let element = element.ok_or_else(|| format!("there is no load `{load}`"))?;
    let contacts = contacts(built, asked);
    let parts = RunningParts {
        contacts: contacts
            .iter()
            .map(|(id, contact)| (*id, contact))
            .collect(),
        drives: match asked {
            Asked::Map(request) => drives(built, &request.drive)?,
            Asked::Breakaway(_) => Vec::new(),
        },
        load: (element, &unit),
    };
    let running = Running::new(&mut equations, &state, &parts).map_err(|e| e.to_string())?;
    let mut group = Group::new(Object::Machine, "");
    let free = equations.n_velocities().saturating_sub(unique.rank);
    group.put("degrees_of_freedom", free as u32);
    group.put("redundant_constraints", unique.n_redundant() as u32);
    let mut study = Study {
        model,
        built,
        equations,
        running,
        options,
        group,
    };
    match asked {
        Asked::Map(request) => study.map(request, result)?,
        Asked::Breakaway(request) => breakaway::add(&mut study, request, result)?,
    }
    result.values.groups.insert(0, study.group);
    Ok(())
}

impl Study<'_> {
    /// Names of the planar pairs, in the order of the contacts.
    fn pairs(&self) -> Vec<&str> {
        let pairs = self.built.pairs.iter().filter(|p| p.planar().is_some());
        pairs.map(|pair| pair.name.as_str()).collect()
    }

    /// Names of what else holds the machine at rest, in the order of the grips.
    fn grips(&self) -> impl Iterator<Item = &str> {
        let named = |element: ElementId| {
            let mut forces = self.built.forces.iter();
            let found = forces.find(|force| force.element == element);
            found.map_or("", |force| force.name.as_str())
        };
        self.running.grips().map(named)
    }

    fn map(
        &mut self,
        request: &EfficiencyMapRequest,
        result: &mut StudyResult,
    ) -> Result<(), Failure> {
        let mut rows = Vec::with_capacity(request.speeds.len());
        for speed in &request.speeds {
            let row = self.running.at_speed(&mut self.equations, *speed);
            rows.push(row.map_err(|error| error.to_string())?);
        }
        let frictions = frictions(self.built, &self.model.machine, &request.temperatures)?;
        let odd = odd_oils(&self.model.machine, &request.temperatures);
        result.warnings.extend(odd);
        let map = EfficiencyMap::new(&self.running, &rows, &request.torques, &frictions);
        let ratio = self.running.speed_ratio();
        self.group.put("speed_ratio", ratio);
        map.add_values(request, &mut self.group);
        result.warnings.extend(map.warnings(&rows));
        result.tables.push(map.table(request, &rows, &self.pairs()));
        if !self.options.without_pictures {
            let title = self.model.name.as_str();
            result.pictures.extend(pictures::maps(title, request, &map));
        }
        Ok(())
    }
}

/// Teeth that deform or rub otherwise are none of this study's.
fn check_levels(built: &BuiltMachine) -> Result<(), Failure> {
    for pair in &built.pairs {
        let Contact::Joint(contact) = &pair.contact else {
            continue;
        };
        let rubs = contact.joint.friction != crate::contact::Friction::None;
        if contact.joint.mesh.is_some() || rubs {
            let cure = match pair.can_be_planar() {
                true => "write level = \"planar\", or level = \"ideal\" without friction",
                false => {
                    "take a study transient, with a load that slowly rises, and level = \"joint\" where teeth are to hold at rest; \
                     or write level = \"ideal\" without friction"
                }
            };
            return Err(format!(
                "pair `{}` is of level \"joint\" or has friction along its teeth, which this study does not know: {cure}",
                pair.name
            ));
        }
    }
    Ok(())
}

/// What rubs: a map tells what is lost in the mean over mesh cycles, what holds depends on where the teeth stand.
fn contacts(built: &BuiltMachine, asked: Asked) -> Vec<(ElementId, PlanarContact)> {
    let pairs = built.pairs.iter();
    pairs
        .filter_map(|pair| {
            let contact = &pair.planar()?.contact;
            let contact = match asked {
                Asked::Map(_) => contact.averaged(),
                Asked::Breakaway(_) => contact.clone(),
            };
            Some((pair.element, contact))
        })
        .collect()
}

/// All drives, the varied one first.
fn drives(built: &BuiltMachine, varied: &str) -> Result<Vec<ElementId>, Failure> {
    let first = built.drive(varied);
    let first = first.ok_or_else(|| format!("there is no drive `{varied}`"))?;
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
    let found = built.force(name).zip(requests.force(name));
    let found = found.map(|(built, force)| (built, &force.kind));
    let Some((built, ForceKind::Load { axes, .. })) = found else {
        return Err(format!("there is no load `{name}`"));
    };
    let mut load = Load::new(built.b, *axes);
    load.torque = direction.map(TimeFunction::Constant);
    Ok(load)
}

/// What to know of pairs whose oil, at these temperatures (K), is not what their formula was made for.
fn odd_oils(requests: &MachineRequest, temperatures: &[f64]) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for temperature in temperatures {
        for pair in &requests.pairs {
            let planar = pair.planar();
            let mesh = planar.and_then(|planar| planar.oiled_at(*temperature).ok()?);
            let Some(told) = mesh.as_ref().and_then(odd_oil) else {
                continue;
            };
            let told = format!("at {} degC: {told}: {OWN_LOSSES}", short(temperature - ICE));
            // Pairs of a set have one oil.
            match said.iter_mut().find(|(same, _)| *same == told) {
                Some((_, pairs)) => pairs.push(&pair.name),
                None => said.push((told, vec![&pair.name])),
            }
        }
    }
    let each = said.into_iter().map(|(told, pairs)| match pairs[..] {
        [one] => format!("pair `{one}` {told}"),
        _ => format!("pairs `{}` {told}", pairs.join("`, `")),
    });
    each.collect()
}

/// Laws of friction of all planar pairs, for each temperature; as they are where none is given.
fn frictions(
    built: &BuiltMachine,
    requests: &MachineRequest,
    temperatures: &[f64],
) -> Result<Vec<Vec<MeshFriction>>, Failure> {
    let planar = |name: &str| {
        let request = requests.pairs.iter().find(|pair| pair.name == name);
        request.and_then(|request| request.planar())
    };
    let at = |temperature: Option<f64>| -> Result<Vec<MeshFriction>, Failure> {
        let mut laws = Vec::new();
        for pair in &built.pairs {
            let Some(contact) = pair.planar() else {
                continue;
            };
            let own = || contact.contact.data().friction.clone();
            laws.push(match (temperature, planar(&pair.name)) {
                (Some(temperature), Some(request)) => request
                    .friction_at(temperature)
                    .map_err(|error| format!("oil of pair `{}`: {error}", pair.name))?,
                _ => own(),
            });
        }
        Ok(laws)
    };
    match temperatures {
        [] => Ok(vec![at(None)?]),
        some => some.iter().map(|t| at(Some(*t))).collect(),
    }
}
