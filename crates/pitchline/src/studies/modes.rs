//! The study `modes`: natural frequencies and shapes of gears, each for itself.

use std::sync::Arc;

use super::finite_elements::reading::{self, SUPPORT_KEYS, TARGET_KEYS};
use super::finite_elements::{FeTarget, SeatSupport, each_body, export, pictures};
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::fem::{self, FeModel, Modes};
use crate::fields::{Step, vtu};
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::memory;
use crate::resources::GearBody;
use crate::resources::Held;
use crate::results::{Output, Table};
use crate::units::Dimension;

/// Natural frequencies and mode shapes of single gears.
#[derive(Debug, Clone, PartialEq)]
pub struct ModesStudy {
    /// Which gears.
    pub target: FeTarget,
    /// How they are held.
    pub support: SeatSupport,
    /// Which modes.
    pub range: ModeRange,
}

/// Which modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModeRange {
    /// So many of the lowest flexible ones.
    Lowest(usize),
    /// All between two frequencies (Hz).
    Band([f64; 2]),
}

/// The study `modes`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "modes",
        doc: "Natural frequencies and mode shapes of single gears.",
        keys: &[&TARGET_KEYS, &SUPPORT_KEYS, &COUNT_KEYS, &KEYS],
    },
    leaves_state: false,
    read,
};

keys! {
    /// How many modes.
    pub(super) static COUNT_KEYS shared by "studies of modes" {
        pub(super) COUNT = optional(
            "count",
            Integer(1, 1000),
            "20",
            "Number of modes, from the lowest, without the rigid ones: 10 unless given.",
        );
    }
}

keys! {
    static KEYS {
        BAND = optional(
            "band",
            Quantities(Dimension::FREQUENCY, Interval::closed(0.0, 1e9)),
            "[\"5 kHz\", \"20 kHz\"]",
            "All modes between two frequencies, in place of `count`.",
        );
    }
}

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let (target, _) = reading::target(section, context, diagnostics)?;
    Some(Arc::new(ModesStudy {
        support: reading::support(section)?,
        range: mode_range(section, diagnostics)?,
        target,
    }))
}

fn mode_range(section: &Section, diagnostics: &mut Diagnostics) -> Option<ModeRange> {
    let count = section.get(&COUNT);
    let Some(band) = section.get(&BAND) else {
        let count = count.map_or(10, |count| count.value);
        return usize::try_from(count).ok().map(ModeRange::Lowest);
    };
    if let &[low, high] = band.value
        && low < high
        && count.is_none()
    {
        return Some(ModeRange::Band([low, high]));
    }
    let (what, help) = if count.is_some() {
        (
            "a study of modes has a band and a count",
            "keep one of the two",
        )
    } else {
        (
            "a band is two frequencies, the lower one first",
            "write band = [\"5 kHz\", \"20 kHz\"]",
        )
    };
    diagnostics.push(
        Diagnostic::error("bad-band", band.span, what)
            .label("not a band")
            .help(help),
    );
    None
}

impl Study for ModesStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        each_body(&self.target, Held::Factor, job, |body, job, output| {
            add(body, self, job, output)
        })
    }
}

fn add(
    body: &GearBody,
    study: &ModesStudy,
    job: &mut Job,
    output: &mut Output,
) -> Result<(), Failure> {
    let options = job.options();
    let fe = body.held(study.support, job)?;
    let modes = find(body, &fe, study.range, job)?;
    let shapes: Vec<(f64, Vec<[f64; 3]>)> = modes
        .elastic
        .iter()
        .map(|mode| {
            let shape = fe.dof_map.expand(&mode.shape);
            shape.map(|shape| (mode.frequency_hz, shape))
        })
        .collect::<Result<_, _>>()
        .map_err(|e| body.told(e))?;
    let mut group = body.values()?;
    group.put("rigid_modes", modes.rigid.len() as u32);
    let frequencies: Vec<f64> = shapes.iter().map(|(frequency, _)| *frequency).collect();
    group.put("frequencies", frequencies);
    output.values.groups.push(group);
    output.tables.push(table(body, &modes));
    output.tables.push(counts(body, &modes));
    if !options.without_pictures && !shapes.is_empty() {
        output.pictures.push(pictures::modes(body, &shapes)?);
    }
    if !options.without_drawings {
        let names: Vec<String> = (1..=shapes.len()).map(|n| format!("mode_{n}")).collect();
        let arrays: Vec<vtu::Array> = names
            .iter()
            .zip(&shapes)
            .map(|(name, (_, shape))| vtu::Array {
                name,
                values: vtu::Values::Vectors(shape),
            })
            .collect();
        let name = &body.gear.name;
        output.fields.push(export::vtu(name, &body.mesh, &arrays)?);
        let count = modes.rigid.len() + shapes.len();
        let steps = [Step::Frequency { count }];
        output
            .fields
            .push(export::inp(body, Some(study.support), &steps)?);
    }
    Ok(())
}

fn find(body: &GearBody, fe: &FeModel, range: ModeRange, job: &mut Job) -> Result<Modes, Failure> {
    let range = match range {
        ModeRange::Lowest(count) => fem::ModeRange::Lowest(count),
        ModeRange::Band([low_hz, high_hz]) => fem::ModeRange::Band { low_hz, high_hz },
    };
    let mut observer = body.observer(job.options());
    fe.modes(range, memory::available(), &mut observer)
        .map_err(|e| body.told(e))
}

fn table(body: &GearBody, modes: &Modes) -> Table {
    let mut table = Table::new(format!("modes-{}", body.gear.name));
    let column = |value: &dyn Fn(&fem::Mode) -> f64| modes.elastic.iter().map(value).collect();
    let numbers = (1..=modes.elastic.len()).map(|n| n as f64);
    table.push("mode", "1", numbers.collect());
    table.push("frequency", "Hz", column(&|mode| mode.frequency_hz));
    table.push("residual", "1", column(&|mode| mode.residual));
    table
}

/// At which frequencies modes were counted, and how many lie below: none was missed.
fn counts(body: &GearBody, modes: &Modes) -> Table {
    let mut table = Table::new(format!("mode-counts-{}", body.gear.name));
    let frequencies = modes.counts.iter().map(|(frequency, _)| *frequency);
    let below = modes.counts.iter().map(|(_, below)| *below as f64);
    table.push("frequency", "Hz", frequencies.collect());
    table.push("modes_below", "1", below.collect());
    table
}
