//! The study `efficiency-map`: efficiency of a machine that runs evenly over speed, torque and temperature.

mod map;
mod pictures;

use std::sync::Arc;

use super::even_running::reading::{self as running, LOAD_KEYS};
use super::even_running::{self, EvenRunning, Varied};
use super::machine_settings::{self, AT_KEYS, MACHINE_KEYS, MachineSettings};
use super::small_motions::reading;
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::contact::MeshFriction;
use crate::dynamics::DriveMotion;
use crate::geometry::vector::Vector;
use crate::input::field::{Collection, Variant};
use crate::input::interval::Interval;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::machine::BuiltMachine;
use crate::model::machine::MachineRequest;
use crate::number::short;
use crate::parts::pair::planar::{OWN_LOSSES, PlanarLevel, odd_oil};
use crate::results::Output;
use crate::units::Dimension;
use map::EfficiencyMap;

/// 0 °C in K.
const ICE: f64 = 273.15;
/// Most points of a map: a table of some hundred megabytes.
const MOST_POINTS: usize = 1_000_000;
/// Speeds and torques, unless given.
const USUAL: i64 = 40;

/// Efficiency over speed, torque and temperature.
#[derive(Debug, Clone, PartialEq)]
pub struct EfficiencyMapStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// The drive whose speed is varied.
    pub drive: String,
    /// The load that is varied.
    pub load: String,
    /// About what it turns, of length 1, in its own axes.
    pub direction: Vector,
    /// Speeds of the drive (rad/s), ascending.
    pub speeds: Vec<f64>,
    /// Torques (N m), ascending.
    pub torques: Vec<f64>,
    /// Temperatures of the oil (K); none for those of the pairs.
    pub temperatures: Vec<f64>,
}

/// The study `efficiency-map`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "efficiency-map",
        doc: "Efficiency of a machine in steady running, over speed, torque and temperature of the oil, and the losses of each pair.",
        keys: &[&SPEED_KEYS, &LOAD_KEYS, &KEYS, &MACHINE_KEYS, &AT_KEYS],
    },
    leaves_state: false,
    read,
};

keys! {
    static SPEED_KEYS {
        DRIVE = required(
            "drive",
            Reference(Collection::Drives),
            "\"motor\"",
            "The drive whose speed is varied, of kind speed or angle; all others keep their speeds at `at`.",
        );
    }
}

keys! {
    static KEYS {
        SPEED_RANGE = required(
            "speed_range",
            Quantities(Dimension::ANGULAR_SPEED, Interval::ALL),
            "[\"-1500 rpm\", \"1500 rpm\"]",
            "Lowest and highest speed of the drive.",
        );
        SPEED_POINTS = optional(
            "speed_points",
            Integer(2, 10_000),
            "100",
            "Number of speeds, equally spaced.",
        ), default "40";
        TORQUE_POINTS = optional(
            "torque_points",
            Integer(2, 10_000),
            "100",
            "Number of torques, equally spaced.",
        ), default "40";
        TEMPERATURES = optional(
            "temperatures",
            Quantities(Dimension::TEMPERATURE, Interval::closed(150.0, 600.0)),
            "[\"-40 degC\", \"20 degC\", \"80 degC\"]",
            "Temperatures of the oil, in place of those of the pairs: a map for each. Friction without oil is unchanged.",
        );
    }
}

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let request = context.machine;
    let drive = turning_drive(section, request, diagnostics);
    let load = running::load(section, context, machine.begin, diagnostics);
    let speeds = reading::ends(section, &SPEED_RANGE, "rad/s", diagnostics);
    let torques = reading::ends(section, &running::TORQUE_RANGE, "N m", diagnostics);
    let temperatures = match section.get_or_absent(&TEMPERATURES)? {
        Some(given) => given.value.to_vec(),
        None => Vec::new(),
    };
    let has_oil = |planar: &PlanarLevel| planar.oil.is_some();
    if !temperatures.is_empty()
        && !request
            .pairs
            .iter()
            .any(|p| p.planar().is_some_and(has_oil))
    {
        diagnostics.push(
            Diagnostic::error(
                "no-oil",
                section.span_of(&TEMPERATURES),
                "no pair has a friction that depends on the temperature of an oil",
            )
            .label("no oil in the model")
            .help(
                "give a pair of level \"planar\" friction = { kind = \"iso-14179\", oil = { grade = 220 }, … }, or remove `temperatures`",
            ),
        );
        return None;
    }
    let counts = [
        reading::count(section, &SPEED_POINTS, USUAL)?,
        reading::count(section, &TORQUE_POINTS, USUAL)?,
    ];
    let points = counts[0] * counts[1] * temperatures.len().max(1);
    if points > MOST_POINTS {
        diagnostics.push(
            Diagnostic::error(
                "too-many-points",
                section.span_of(&SPEED_POINTS),
                format!("the map has {points} points, more than the limit of {MOST_POINTS}"),
            )
            .label("too many")
            .help("write smaller `speed_points` and `torque_points`"),
        );
        return None;
    }
    let (load, direction) = load?;
    Some(Arc::new(EfficiencyMapStudy {
        machine,
        drive: drive?,
        load,
        direction,
        speeds: between(speeds?, counts[0]),
        torques: between(torques?, counts[1]),
        temperatures,
    }))
}

fn between([low, high]: [f64; 2], count: usize) -> Vec<f64> {
    let last = (count - 1) as f64;
    (0..count)
        .map(|i| low + (high - low) * i as f64 / last)
        .collect()
}

fn turning_drive(
    section: &Section,
    request: &MachineRequest,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let name = section.get(&DRIVE)?;
    let drive = request.drive(name.value)?;
    if matches!(drive.motion, DriveMotion::Angle | DriveMotion::Speed) {
        return Some(name.value.to_owned());
    }
    diagnostics.push(
        Diagnostic::error(
            "wrong-drive",
            name.span,
            format!("drive `{}` turns nothing, so it has no speed", name.value),
        )
        .label("moves along its axis")
        .help("name a drive of kind speed or angle"),
    );
    None
}

impl Study for EfficiencyMapStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        let varied = Varied {
            load: &self.load,
            direction: self.direction,
            drive: Some(&self.drive),
            is_averaged: true,
        };
        even_running::run(self, &self.machine, &varied, job, |running, output| {
            add(running, self, output)
        })
    }
}

fn add(
    study: &mut EvenRunning,
    map_study: &EfficiencyMapStudy,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut rows = Vec::with_capacity(map_study.speeds.len());
    for speed in &map_study.speeds {
        let row = study.running.at_speed(&mut study.equations, *speed);
        rows.push(row?);
    }
    let frictions = frictions(study.built, &study.model.machine, &map_study.temperatures)?;
    let odd = odd_oils(&study.model.machine, &map_study.temperatures);
    output.warnings.extend(odd);
    let map = EfficiencyMap::new(
        &study.running,
        &rows,
        &map_study.torques,
        &frictions,
        study.options.interrupt,
    );
    let ratio = study.running.speed_ratio();
    study.group.put("speed_ratio", ratio);
    map.add_values(map_study, &mut study.group);
    output.warnings.extend(map.warnings(&rows));
    output
        .tables
        .push(map.table(map_study, &rows, &study.pairs()));
    if !study.options.without_pictures {
        let title = study.model.name.as_str();
        output
            .pictures
            .extend(pictures::maps(title, map_study, &map));
    }
    Ok(())
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
                (Some(temperature), Some(request)) => {
                    request.friction_at(temperature).map_err(|error| {
                        Failure::own(error).at(format!("oil of pair `{}`", pair.name))
                    })?
                }
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
