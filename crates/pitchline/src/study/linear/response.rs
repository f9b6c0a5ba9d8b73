//! The study `frequency-response`: answers of sensors to what shakes the machine, and the machine as A, B, C, D.

use super::ports::{Shaken, Watched, per, shaken};
use super::{HERTZ, Study, pictures, state_space, unbalance};
use crate::dynamics::{FrequencyResponse, Input};
use crate::model::machine::{FrequencyResponseRequest, SensorColumn, ShakenPart};
use crate::pictures::Axis;
use crate::results::{StudyResult, Table};
use crate::study::machine::Failure;

/// Adds answers, and matrices where there are some.
pub(super) fn add(
    study: &mut Study,
    request: &FrequencyResponseRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let watched = Watched::new(study.built, &request.machine.sensors)?;
    let is_disc = |part: &ShakenPart| matches!(part, ShakenPart::Disc { .. });
    let is_unbalance = request.inputs.iter().any(is_disc);
    let (inputs, response) = match is_unbalance {
        true => unbalance::answers(study, request, &watched, result)?,
        false => answers(study, request, &watched, result)?,
    };
    result
        .tables
        .insert(0, table(&response, &inputs, &watched.columns));
    let peaks = peaks(&response, &inputs, &watched.columns);
    let frequencies = peaks
        .column("frequency")
        .map(|column| column.values.clone());
    study.machine.put_some("peak_frequencies", frequencies);
    result.tables.insert(1, peaks);
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
            let picture = pictures::response(&column.name, curves, &inputs, axis);
            result.pictures.push(picture);
        }
    }
    Ok(())
}

/// Answers to loads and drives about one motion, and the machine as matrices.
fn answers(
    study: &mut Study,
    request: &FrequencyResponseRequest,
    watched: &Watched,
    result: &mut StudyResult,
) -> Result<(Vec<Shaken>, FrequencyResponse), Failure> {
    let machine = study.linearised(request.about, result)?;
    let parts = request.inputs.iter();
    let inputs: Vec<Shaken> = parts
        .map(|part| shaken(study, part))
        .collect::<Result<_, _>>()?;
    let told = |error: crate::dynamics::Error| error.to_string();
    let outputs = watched.outputs(&mut study.equations, &machine);
    let outputs = outputs.map_err(told)?;
    let ins: Vec<Input> = inputs.iter().map(|shaken| shaken.input.clone()).collect();
    let frequencies: Vec<f64> = request.frequencies.iter().map(|f| HERTZ * f).collect();
    let found = machine.frequency_response(&study.equations, &ins, &outputs, &frequencies);
    let response = found.map_err(told)?;
    state_space::add(study, result, |equations| {
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
