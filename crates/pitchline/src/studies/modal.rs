//! The study `modal`: natural frequencies, damping and shapes.

mod shape_pictures;

use std::sync::Arc;

use super::machine_settings::{self, AT_KEYS, MACHINE_KEYS, MachineSettings};
use super::modes::{self, COUNT_KEYS};
use super::small_motions::reading::{self, ABOUT_KEYS, About};
use super::small_motions::{self, HERTZ, SmallMotions, damping, whirl};
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::{
    LinearMachine, MachineModes, Mode, ModeKind, ModeOptions, PlanetaryMembers, PlanetaryMode,
};
use crate::geometry::vector::{Vector, length, times};
use crate::input::field::{Collection, FieldKind, Record, Variant};
use crate::input::key::{Key, References};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::results::{Output, Table};
use crate::units::Dimension;

/// Natural frequencies, damping and shapes of the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct ModalStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// About which motion.
    pub about: About,
    /// How many modes, from the lowest, without rigid motions.
    pub count: usize,
    /// The set whose modes are told apart.
    pub planetary: Option<PlanetaryBodies>,
}

/// Members of a planetary set, by whose motions its modes are told apart.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanetaryBodies {
    /// Bodies on the common axis.
    pub central: Vec<String>,
    /// The planets, around the axis.
    pub planets: Vec<String>,
    /// The axis, of length 1, in ground axes.
    pub axis: Vector,
}

/// The study `modal`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "modal",
        doc: "Natural frequencies, damping and shapes of the whole machine, at rest or turning.",
        keys: &[&COUNT_KEYS, &ABOUT_KEYS, &KEYS, &MACHINE_KEYS, &AT_KEYS],
    },
    leaves_state: false,
    read,
};

keys! {
    static KEYS {
        PLANETARY = optional(
            "planetary",
            Table(&MEMBERS),
            "{ central = [\"sun\", \"ring\", \"carrier\"], planets = [\"planet1\", \"planet2\", \"planet3\"] }",
            "The planetary set whose modes are classified in the table.",
        );
    }
}

/// Members of a planetary set.
static MEMBERS: Record = Record {
    name: "planetary members",
    doc: "Bodies of a planetary set, by which its modes are classified: rotational, translational, planet.",
    discriminator: None,
    variants: &[],
    fields: MEMBER_KEYS.fields,
};

keys! {
    static MEMBER_KEYS {
        CENTRAL = required(
            "central",
            References(&FieldKind::Reference(Collection::Bodies)),
            "[\"sun\", \"ring\", \"carrier\"]",
            "Bodies on the common axis.",
        );
        PLANETS = required(
            "planets",
            References(&FieldKind::Reference(Collection::Bodies)),
            "[\"planet1\", \"planet2\", \"planet3\"]",
            "The planets, one after the other around the axis.",
        );
        AXIS = optional(
            "axis",
            Vector(Dimension::NONE),
            "[0, 0, 1]",
            "The common axis, in the axes of the ground.",
        ), default "[0, 0, 1]";
    }
}

/// Modes, unless given.
const USUAL_COUNT: i64 = 10;

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    Some(Arc::new(ModalStudy {
        machine: machine_settings::read(section, context, diagnostics)?,
        about: reading::about(section)?,
        count: reading::count(section, &modes::COUNT, USUAL_COUNT)?,
        planetary: planetary(section, diagnostics)?,
    }))
}

/// `Some(None)` where no set is named.
fn planetary(section: &Section, diagnostics: &mut Diagnostics) -> Option<Option<PlanetaryBodies>> {
    if section.is_faulty(&PLANETARY) {
        return None;
    }
    let Some(table) = section.get(&PLANETARY).map(|table| table.value) else {
        return Some(None);
    };
    let names = |key: &Key<References>| -> Option<Vec<String>> {
        let names = table.get(key)?.value;
        Some(names.into_iter().map(str::to_owned).collect())
    };
    let (central, planets) = (names(&CENTRAL)?, names(&PLANETS)?);
    let axis: Vector = table.get(&AXIS)?.value.try_into().ok()?;
    let size = length(axis);
    let wrong = if central.is_empty() || planets.len() < 2 {
        Some("a planetary set needs bodies on its axis and two planets at least")
    } else if !(size > 0.0 && size.is_finite()) {
        Some("the axis of the set has no length")
    } else {
        None
    };
    if let Some(message) = wrong {
        diagnostics.push(
            Diagnostic::error("bad-members", table.span(), message)
                .label("no planetary set")
                .help("write { central = [\"sun\", \"ring\", \"carrier\"], planets = [\"planet1\", \"planet2\", \"planet3\"] }"),
        );
        return None;
    }
    Some(Some(PlanetaryBodies {
        central,
        planets,
        axis: times(1.0 / size, axis),
    }))
}

impl Study for ModalStudy {
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

/// A name that is none of a body.
#[derive(Debug, thiserror::Error)]
#[error("`{body}` is no body of a planetary set")]
struct NotPlanetary {
    body: String,
}

/// Rigid motions that a machine can have beside the modes that are asked for, before it must be looked further.
const RIGID: usize = 6;

/// Adds the modes of the machine.
fn add(study: &mut SmallMotions, request: &ModalStudy, output: &mut Output) -> Result<(), Failure> {
    let machine = study.linearised(request.about, output)?;
    let mut modes = find(&machine, request.count)?;
    let types = match &request.planetary {
        Some(bodies) => {
            let members = members(study, bodies)?;
            let types = machine.planetary_modes(&mut modes, &members);
            Some(types.into_iter().map(word).collect())
        }
        None => None,
    };
    // At rest there is no spin to whirl with.
    let whirls = (request.about != About::Rest).then(|| {
        let whirls = machine.whirls(&modes.modes, &[]);
        whirls.iter().map(whirl::word).collect()
    });
    let elastic = || {
        modes
            .modes
            .iter()
            .filter(|mode| mode.kind != ModeKind::Rigid)
    };
    let values = &mut study.machine;
    values.put("rigid_modes", modes.n_rigid as u32);
    let frequencies: Vec<f64> = elastic().map(|m| m.natural_frequency() / HERTZ).collect();
    values.put("frequencies", frequencies);
    let ratios: Vec<f64> = elastic().map(damping).collect();
    values.put("damping_ratios", ratios);
    values.put("is_stable", !modes.modes.iter().any(Mode::is_unstable));
    for mode in modes.modes.iter().filter(|mode| mode.is_unstable()) {
        output.warnings.push(format!(
            "the mode at {} Hz is unstable: its damping ratio is {}",
            crate::number::short(mode.damped_frequency() / HERTZ),
            crate::number::short(mode.damping_ratio())
        ));
    }
    output.tables.push(table(&modes, types, whirls));
    output.tables.push(shapes(&machine, &modes));
    if !study.options.without_pictures {
        output
            .pictures
            .extend(shape_pictures::modes(study, &machine, &modes));
    }
    Ok(())
}

/// So many modes that are no rigid motions, and these.
fn find(machine: &LinearMachine, count: usize) -> Result<MachineModes, Failure> {
    let mut wanted = count + RIGID;
    loop {
        let options = ModeOptions {
            wanted: Some(wanted),
        };
        let mut modes = machine.modes(&options)?;
        let found = modes.modes.len() - modes.n_rigid;
        if found >= count || modes.is_complete || modes.modes.len() < wanted {
            modes.modes.truncate(modes.n_rigid + count);
            return Ok(modes);
        }
        wanted += modes.n_rigid.max(RIGID);
    }
}

fn members(study: &SmallMotions, bodies: &PlanetaryBodies) -> Result<PlanetaryMembers, Failure> {
    let node = |name: &String| {
        let body = study.built.body(name);
        body.map(|body| body.node)
            .ok_or_else(|| Failure::own(NotPlanetary { body: name.clone() }))
    };
    Ok(PlanetaryMembers {
        central: bodies.central.iter().map(node).collect::<Result<_, _>>()?,
        planets: bodies.planets.iter().map(node).collect::<Result<_, _>>()?,
        axis: bodies.axis,
    })
}

fn word(kind: PlanetaryMode) -> String {
    match kind {
        PlanetaryMode::Rotational => "rotational",
        PlanetaryMode::Translational => "translational",
        PlanetaryMode::Planet => "planet",
        PlanetaryMode::Other => "other",
    }
    .to_owned()
}

pub(super) fn kind(mode: &Mode) -> String {
    match mode.kind {
        ModeKind::Rigid => "rigid",
        ModeKind::Oscillating => "oscillating",
        ModeKind::Aperiodic => "aperiodic",
    }
    .to_owned()
}

fn table(modes: &MachineModes, types: Option<Vec<String>>, whirls: Option<Vec<String>>) -> Table {
    let modes = &modes.modes;
    let mut table = Table::new("modes");
    table.words.push(("kind", modes.iter().map(kind).collect()));
    if let Some(types) = types {
        table.words.push(("type", types));
    }
    if let Some(whirls) = whirls {
        table.words.push(("whirl", whirls));
    }
    let largest = modes.iter().map(|mode| mode.largest_motion.clone());
    table.words.push(("largest_motion", largest.collect()));
    let mut put = |name: &str, unit, value: &dyn Fn(&Mode) -> f64| {
        table.push(name, unit, modes.iter().map(value).collect());
    };
    put("natural_frequency", "Hz", &|m| {
        m.natural_frequency() / HERTZ
    });
    put("damped_frequency", "Hz", &|m| m.damped_frequency() / HERTZ);
    put("damping_ratio", "1", &damping);
    put("eigenvalue_real", "1/s", &|m| {
        -damping(m) * m.natural_frequency()
    });
    put("eigenvalue_imaginary", "1/s", &|m| m.eigenvalue.im);
    put("residual", "1", &|m| m.residual);
    table
}

/// Real and imaginary part of every coordinate in every mode.
fn shapes(machine: &LinearMachine, modes: &MachineModes) -> Table {
    let mut table = Table::new("shapes");
    table.row_names = Some(machine.names.clone());
    table.is_long = true;
    for (i, mode) in modes.modes.iter().enumerate() {
        let parts = [
            ("real", mode.shape.iter().map(|x| x.re).collect::<Vec<_>>()),
            ("imaginary", mode.shape.iter().map(|x| x.im).collect()),
        ];
        for (part, values) in parts {
            table.push(format!("mode_{}_{part}", i + 1), "m or rad", values);
        }
    }
    table
}
