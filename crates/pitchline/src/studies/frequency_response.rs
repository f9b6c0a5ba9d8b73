//! The study `frequency-response`: answers of sensors to what shakes the machine, and the machine as A, B, C, D.

mod unbalance;

use std::sync::Arc;

use super::machine_settings::{self, AT_KEYS, MACHINE_KEYS, MachineSettings, SENSOR_KEYS};
use super::small_motions::inputs::ShakenPart;
use super::small_motions::ports::{Shaken, Watched, per, shaken};
use super::small_motions::reading::{
    self, ABOUT_KEYS, About, FREQUENCY_KEYS, POINT_KEYS, SPACINGS,
};
use super::small_motions::{self, HERTZ, SmallMotions, response_picture, state_space};
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::{FrequencyResponse, Input};
use crate::input::field::Variant;
use crate::input::{Diagnostics, Section};
use crate::keys;
use crate::model::machine::SensorColumn;
use crate::pictures::Axis;
use crate::results::{Output, Table};

/// Answers over frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyResponseStudy {
    /// What all studies of the machine have; its sensors are the outputs.
    pub machine: MachineSettings,
    /// About which motion.
    pub about: About,
    /// What is shaken.
    pub inputs: Vec<ShakenPart>,
    /// Frequencies (Hz), ascending.
    pub frequencies: Vec<f64>,
    /// Whether they lie at equal ratios.
    pub is_logarithmic: bool,
}

/// The study `frequency-response`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "frequency-response",
        doc: "Frequency response of sensors to harmonic loads and drives; the machine as matrices A, B, C, D.",
        keys: &[
            &ABOUT_KEYS,
            &FREQUENCY_KEYS,
            &POINT_KEYS,
            &KEYS,
            &MACHINE_KEYS,
            &AT_KEYS,
            &SENSOR_KEYS,
        ],
    },
    leaves_state: false,
    read,
};

keys! {
    static KEYS {
        SPACING = optional(
            "spacing",
            OneOf(&SPACINGS),
            "\"logarithmic\"",
            "Spacing of the frequencies between lowest and highest.",
        ), default "\"linear\"";
    }
}

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let about = reading::about(section)?;
    let inputs = reading::shaken(section, context, about, machine.begin, diagnostics)?;
    let is_logarithmic = section.get(&SPACING)?.value == "logarithmic";
    Some(Arc::new(FrequencyResponseStudy {
        machine,
        about,
        inputs,
        frequencies: reading::frequencies(section, is_logarithmic, diagnostics)?,
        is_logarithmic,
    }))
}

impl Study for FrequencyResponseStudy {
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

/// Adds answers, and matrices where there are some.
fn add(
    study: &mut SmallMotions,
    request: &FrequencyResponseStudy,
    output: &mut Output,
) -> Result<(), Failure> {
    let watched = Watched::new(study.built, &request.machine.sensors)?;
    let is_disc = |part: &ShakenPart| matches!(part, ShakenPart::Disc { .. });
    let is_unbalance = request.inputs.iter().any(is_disc);
    let (inputs, response) = match is_unbalance {
        true => unbalance::answers(study, request, &watched, output)?,
        false => answers(study, request, &watched, output)?,
    };
    output
        .tables
        .insert(0, table(&response, &inputs, &watched.columns));
    let peaks = peaks(&response, &inputs, &watched.columns);
    let frequencies = peaks
        .column("frequency")
        .map(|column| column.values.clone());
    study.machine.put_some("peak_frequencies", frequencies);
    output.tables.insert(1, peaks);
    if !study.options.without_pictures {
        for (i, column) in watched.columns.iter().enumerate() {
            let axis = match is_unbalance {
                true => Axis::new("Frequency of turning", "Hz"),
                false => Axis::new("Frequency", "Hz"),
            };
            let axis = match request.is_logarithmic {
                true => axis.logarithmic(),
                false => axis,
            };
            let curves = (&response, i, column.unit);
            let picture = response_picture(&column.name, curves, &inputs, axis);
            output.pictures.push(picture);
        }
    }
    Ok(())
}

/// Answers to loads and drives about one motion, and the machine as matrices.
fn answers(
    study: &mut SmallMotions,
    request: &FrequencyResponseStudy,
    watched: &Watched,
    output: &mut Output,
) -> Result<(Vec<Shaken>, FrequencyResponse), Failure> {
    let machine = study.linearised(request.about, output)?;
    let parts = request.inputs.iter();
    let inputs: Vec<Shaken> = parts
        .map(|part| shaken(study, part))
        .collect::<Result<_, _>>()?;
    let outputs = watched.outputs(&mut study.equations, &machine);
    let outputs = outputs?;
    let ins: Vec<Input> = inputs.iter().map(|shaken| shaken.input.clone()).collect();
    let frequencies: Vec<f64> = request.frequencies.iter().map(|f| HERTZ * f).collect();
    let found = machine.frequency_response(&study.equations, &ins, &outputs, &frequencies);
    let response = found?;
    state_space::add(study, output, |equations| {
        let space = machine.state_space(equations, &ins, &outputs)?;
        Ok(Some(state_space::Matrices::At(space)))
    });
    Ok((inputs, response))
}

pub(super) fn table(
    response: &FrequencyResponse,
    inputs: &[Shaken],
    columns: &[SensorColumn],
) -> Table {
    let mut table = Table::new("response");
    table.is_long = true;
    let frequencies = response.frequencies.iter().map(|f| f / HERTZ).collect();
    table.push("frequency", "Hz", frequencies);
    for (o, column) in columns.iter().enumerate() {
        for (i, input) in inputs.iter().enumerate() {
            let name = format!("{}_by_{}", column.name, input.input.name);
            let curve = response.curve(o, i);
            let sizes = curve.iter().map(|value| value.norm()).collect();
            let unit = per(column.unit, input.unit);
            table.push(format!("{name}_magnitude"), unit, sizes);
            let phases = curve.iter().map(|value| value.arg()).collect();
            table.push(format!("{name}_phase"), "rad", phases);
        }
    }
    table
}

/// Where each answer is largest, and how large. Nothing has no peak.
fn peaks(response: &FrequencyResponse, inputs: &[Shaken], columns: &[SensorColumn]) -> Table {
    let mut names: [Vec<String>; 3] = Default::default();
    let [mut frequencies, mut sizes] = [Vec::new(), Vec::new()];
    for (o, column) in columns.iter().enumerate() {
        for (i, input) in inputs.iter().enumerate() {
            let curve = response.curve(o, i);
            let each = curve.iter().map(|value| value.norm()).enumerate();
            let largest = each.max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((at, size)) = largest.filter(|(_, size)| *size > 0.0) {
                let unit = per(column.unit, input.unit).to_owned();
                let row = [column.name.clone(), input.input.name.clone(), unit];
                for (names, name) in names.iter_mut().zip(row) {
                    names.push(name);
                }
                frequencies.push(response.frequencies[at] / HERTZ);
                sizes.push(size);
            }
        }
    }
    let mut table = Table::new("peaks");
    table.words = ["output", "input", "unit"].into_iter().zip(names).collect();
    table.push("frequency", "Hz", frequencies);
    table.push("magnitude", "SI", sizes);
    table
}
