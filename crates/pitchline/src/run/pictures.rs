//! Pictures of a study of the machine: curves of sensors and energies, the machine at its first and last state.

mod curves;
mod pairs;
mod projection;
mod sketch;

pub(crate) use curves::points;
pub(crate) use projection::Projection;
pub(super) use sketch::machine;

use super::MachineRun;
use super::record::Record;
use crate::dynamics::State;
use crate::results::{Output, Picture};

/// Adds curves of all sensors and of the energies, and the machine at its first and last state.
pub(super) fn add(run: &MachineRun, states: [&State; 2], record: &Record, output: &mut Output) {
    let pictures = &mut output.pictures;
    // A single instant is no curve.
    if record.n_rows() > 1 {
        for &sensor in &record.sensors {
            let request = &run.built.sensors[sensor].request;
            let figure = curves::sensor(request, &record.readings);
            pictures.push(Picture::new(format!("sensor-{}", request.name), figure));
        }
        pictures.push(Picture::new("energy", curves::energy(&record.energies)));
        let is_dynamic = run.course.is_dynamic();
        for (pair, table) in run.built.pairs.iter().zip(&record.pairs) {
            let name = format!("pair-{}", pair.name);
            let spectrum = is_dynamic
                .then(|| pairs::force_spectrum(pair, table))
                .flatten();
            pictures.push(Picture::new(
                name.clone(),
                pair.contact.history(pair, table),
            ));
            pictures
                .extend(spectrum.map(|figure| Picture::new(format!("{name}-spectrum"), figure)));
        }
    }
    for (name, state) in ["machine-start", "machine-end"].into_iter().zip(states) {
        let subtitle = run.course.caption(state, name == "machine-start");
        let figure = machine(run.built, state, &run.model.name, &subtitle);
        pictures.push(Picture::new(name, figure));
    }
}
