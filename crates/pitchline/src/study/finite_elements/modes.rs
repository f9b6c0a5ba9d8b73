//! The study `modes`: natural frequencies and shapes of gears, each for itself.

use std::ops::ControlFlow;

use super::{Body, Failure, each_body, export, pictures};
use crate::Model;
use crate::fem::{self, FeModel, Modes};
use crate::fields::{Step, vtu};
use crate::memory;
use crate::model::finite_elements::{FeTarget, ModeRange, SeatSupport};
use crate::results::{StudyResult, Table};
use crate::study::{Options, Watch};

/// Frequencies, shapes and their checks.
pub(in crate::study) fn run(
    model: &Model,
    name: &str,
    (target, support, range): (&FeTarget, SeatSupport, ModeRange),
    options: Options,
    watch: Watch,
) -> StudyResult {
    let study = (name, "modes");
    each_body(model, study, target, watch, |body, result, watch| {
        add(body, support, range, options, watch, result)
    })
}

fn add(
    body: &Body,
    support: SeatSupport,
    range: ModeRange,
    options: Options,
    watch: Watch,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let fe = body.held(support, watch)?;
    let modes = find(body, &fe, range, watch)?;
    let shapes: Vec<(f64, Vec<[f64; 3]>)> = modes
        .elastic
        .iter()
        .map(|mode| {
            let shape = fe.dof_map.expand(&mode.shape);
            shape.map(|shape| (mode.frequency_hz, shape))
        })
        .collect::<Result<_, _>>()
        .map_err(|e| body.told(&e))?;
    let mut group = body.values()?;
    group.put("rigid_modes", modes.rigid.len() as u32);
    let frequencies: Vec<f64> = shapes.iter().map(|(frequency, _)| *frequency).collect();
    group.put("frequencies", frequencies);
    result.values.groups.push(group);
    result.tables.push(table(body, &modes));
    result.tables.push(counts(body, &modes));
    if !options.without_pictures && !shapes.is_empty() {
        result.pictures.push(pictures::modes(body, &shapes)?);
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
        result.fields.push(export::vtu(name, &body.mesh, &arrays)?);
        let count = modes.rigid.len() + shapes.len();
        let steps = [Step::Frequency { count }];
        result
            .fields
            .push(export::inp(body, Some(support), &steps)?);
    }
    Ok(())
}

fn find(body: &Body, fe: &FeModel, range: ModeRange, watch: Watch) -> Result<Modes, Failure> {
    let range = match range {
        ModeRange::Lowest(count) => fem::ModeRange::Lowest(count),
        ModeRange::Band([low_hz, high_hz]) => fem::ModeRange::Band { low_hz, high_hz },
    };
    let mut observer = |progress: fem::Progress| {
        watch(body.progress(&progress));
        ControlFlow::Continue(())
    };
    fe.modes(range, memory::available(), &mut observer)
        .map_err(|e| body.told(&e))
}

fn table(body: &Body, modes: &Modes) -> Table {
    let mut table = Table::new(format!("modes-{}", body.gear.name));
    let column = |value: &dyn Fn(&fem::Mode) -> f64| modes.elastic.iter().map(value).collect();
    let numbers = (1..=modes.elastic.len()).map(|n| n as f64);
    table.push("mode", "1", numbers.collect());
    table.push("frequency", "Hz", column(&|mode| mode.frequency_hz));
    table.push("residual", "1", column(&|mode| mode.residual));
    table
}

/// At which frequencies modes were counted, and how many lie below: none was missed.
fn counts(body: &Body, modes: &Modes) -> Table {
    let mut table = Table::new(format!("mode-counts-{}", body.gear.name));
    let frequencies = modes.counts.iter().map(|(frequency, _)| *frequency);
    let below = modes.counts.iter().map(|(_, below)| *below as f64);
    table.push("frequency", "Hz", frequencies.collect());
    table.push("modes_below", "1", below.collect());
    table
}
