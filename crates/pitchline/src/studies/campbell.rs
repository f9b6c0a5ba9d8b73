//! The study `campbell`: natural frequencies over the speed, and critical speeds.

use std::sync::Arc;

use super::machine_settings::{self, AT_KEYS, MACHINE_KEYS, MachineSettings};
use super::modes::{self, COUNT_KEYS};
use super::small_motions::reading::{self, POINT_KEYS};
use super::small_motions::{self, HERTZ, SmallMotions, campbell_picture, whirl};
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::{Campbell, CampbellOptions, CampbellPoint, DriveMotion};
use crate::input::field::{Collection, Variant};
use crate::input::interval::Interval;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::model::machine::MachineRequest;
use crate::number::short;
use crate::results::{Output, Table};
use crate::units::Dimension;

/// Natural frequencies over speed.
#[derive(Debug, Clone, PartialEq)]
pub struct CampbellStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// The drive whose speeds are meant.
    pub drive: String,
    /// Lowest and highest speed (rad/s).
    pub speeds: [f64; 2],
    /// How many speeds.
    pub points: usize,
    /// How many modes.
    pub count: usize,
    /// Multiples of the speed that shake the machine.
    pub orders: Vec<f64>,
}

/// The study `campbell`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "campbell",
        doc: "Natural frequencies of a turning machine over its speed, and its critical speeds.",
        keys: &[&COUNT_KEYS, &KEYS, &POINT_KEYS, &MACHINE_KEYS, &AT_KEYS],
    },
    leaves_state: false,
    read,
};

keys! {
    static KEYS {
        DRIVE = required(
            "drive",
            Reference(Collection::Drives),
            "\"motor\"",
            "The drive that turns at these speeds; all others in proportion to their own speeds at `at`.",
        );
        SPEED_RANGE = required(
            "speed_range",
            Quantities(Dimension::ANGULAR_SPEED, Interval::NOT_NEGATIVE),
            "[\"0 rpm\", \"12000 rpm\"]",
            "Lowest and highest speed.",
        );
        ORDERS = optional(
            "orders",
            Quantities(Dimension::NONE, Interval::POSITIVE),
            "[1, 2]",
            "Orders of the excitation, multiples of the speed: critical speeds are where they meet a natural frequency. 1 unless given.",
        );
    }
}

/// Modes, unless given.
const USUAL_COUNT: i64 = 10;
/// Speeds, unless given.
const USUAL_SPEEDS: i64 = 101;

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let orders = match section.get_or_absent(&ORDERS)? {
        Some(orders) => orders.value.to_vec(),
        None => vec![1.0],
    };
    Some(Arc::new(CampbellStudy {
        drive: turning_drive(section, context.machine, machine.begin, diagnostics)?,
        speeds: reading::ends(section, &SPEED_RANGE, "rad/s", diagnostics)?,
        points: reading::count(section, &reading::POINTS, USUAL_SPEEDS)?,
        count: reading::count(section, &modes::COUNT, USUAL_COUNT)?,
        orders,
        machine,
    }))
}

/// The drive must turn something, and do so at the time of the study: all speeds are varied in proportion to its own.
fn turning_drive(
    section: &Section,
    request: &MachineRequest,
    time: f64,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let name = section.get(&DRIVE)?;
    let drive = request.drive(name.value)?;
    if !matches!(drive.motion, DriveMotion::Angle | DriveMotion::Speed) {
        diagnostics.push(
            Diagnostic::error(
                "wrong-drive",
                name.span,
                format!("drive `{}` turns nothing, so it has no speed", name.value),
            )
            .label("moves along its axis")
            .help("name a drive of kind speed or angle"),
        );
        return None;
    }
    let now = drive.function.at(time);
    let speed = match drive.motion.is_rate() {
        true => now.value,
        false => now.rate,
    };
    if speed == 0.0 {
        let message = format!("drive `{}` is at rest at t = {} s", name.value, short(time));
        diagnostics.push(
            Diagnostic::error("wrong-drive", name.span, message)
                .label("no speed to be varied")
                .help(format!(
                    "give [drives.{}] a speed other than 0, such as kind = \"speed\" and value = \"1000 rpm\": how large it is \
                     does not matter, speeds of other drives keep their ratios to it; or write `at`, a time at which it turns",
                    name.value
                )),
        );
        return None;
    }
    Some(name.value.to_owned())
}

impl Study for CampbellStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        small_motions::run(self, &self.machine, job, |motions, output| {
            add(motions, self, output)
        })
    }
}

/// A drive whose speed cannot be varied in proportion.
#[derive(Debug, thiserror::Error)]
#[error(
    "drive `{drive}` is at rest at t = {time} s: give it a speed, the factor of which is varied"
)]
struct DriveStandsStill {
    drive: String,
    time: f64,
}

/// Adds the diagram.
fn add(
    study: &mut SmallMotions,
    request: &CampbellStudy,
    output: &mut Output,
) -> Result<(), Failure> {
    let drive = study.built.drive(&request.drive);
    let drive = drive.ok_or_else(|| Failure::unknown("drive", &request.drive))?;
    let reference = Campbell::drive_speed(&mut study.equations, &study.start, drive.element);
    let reference = reference.filter(|speed| *speed != 0.0).ok_or_else(|| {
        Failure::own(DriveStandsStill {
            drive: request.drive.clone(),
            time: study.start.time,
        })
    })?;
    let options = CampbellOptions {
        wanted: request.count,
        orders: request.orders.clone(),
        nodes: Vec::new(),
    };
    let [low, high] = request.speeds;
    let last = (request.points - 1) as f64;
    let speeds: Vec<f64> = (0..request.points)
        .map(|i| low + (high - low) * i as f64 / last)
        .collect();
    let found = Campbell::new(
        &mut study.equations,
        &study.start,
        reference.abs(),
        &speeds,
        &options,
    );
    let campbell = found?;
    output.warnings.extend(campbell.warnings.iter().cloned());
    let critical = campbell.critical_speeds.iter();
    let critical: Vec<f64> = critical.map(|critical| critical.speed).collect();
    study.machine.put("critical_speeds", critical);
    study.machine.put("is_stable", is_stable(&campbell));
    output.tables.push(curves(&campbell));
    output.tables.push(critical_speeds(&campbell));
    if !study.options.without_pictures {
        let picture = campbell_picture(study.title, &campbell, &request.orders);
        output.pictures.push(picture);
    }
    Ok(())
}

fn is_stable(campbell: &Campbell) -> bool {
    let mut points = campbell.curves.iter().flat_map(|curve| &curve.points);
    !points.any(|point| point.is_some_and(|point| point.is_unstable()))
}

/// Damping ratio of a mode at a speed, without what rounding leaves of none.
fn damping(point: &CampbellPoint) -> f64 {
    match point.is_undamped() {
        true => 0.0,
        false => point.damping_ratio(),
    }
}

fn curves(campbell: &Campbell) -> Table {
    let mut table = Table::new("campbell");
    table.is_long = true;
    table.push("speed", "rad/s", campbell.speeds.clone());
    for (i, curve) in campbell.curves.iter().enumerate() {
        let mut put = |what: &str, unit, value: &dyn Fn(&CampbellPoint) -> f64| {
            let values = curve.points.iter();
            let values = values.map(|point| point.as_ref().map_or(f64::NAN, value));
            table.push(format!("mode_{}_{what}", i + 1), unit, values.collect());
        };
        put("frequency", "Hz", &|point| point.frequency() / HERTZ);
        put("damping_ratio", "1", &damping);
        put("whirl", "1", &|point| whirl::number(&point.whirl));
    }
    table
}

fn critical_speeds(campbell: &Campbell) -> Table {
    let mut table = Table::new("critical-speeds");
    let critical = &campbell.critical_speeds;
    let whirl = critical.iter();
    let whirl = whirl.map(|critical| whirl::word(&critical.point.whirl));
    table.words.push(("whirl", whirl.collect()));
    let modes = critical.iter().map(|critical| (critical.curve + 1) as f64);
    table.push("mode", "1", modes.collect());
    let mut put = |name: &str, unit, value: &dyn Fn(&crate::dynamics::CriticalSpeed) -> f64| {
        table.push(name, unit, critical.iter().map(value).collect());
    };
    put("order", "1", &|critical| critical.order);
    put("speed", "rad/s", &|critical| critical.speed);
    put("frequency", "Hz", &|critical| {
        critical.point.frequency() / HERTZ
    });
    put("damping_ratio", "1", &|critical| damping(&critical.point));
    table
}
