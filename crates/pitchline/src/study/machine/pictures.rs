//! Pictures of a study of the machine: curves of sensors and energies, the machine at its first and last state.

mod curves;
mod pairs;
mod projection;
mod sketch;

pub(in crate::study) use projection::Projection;
pub(super) use sketch::machine;

use super::record::Record;
use super::{Asked, Study};
use crate::dynamics::State;
use crate::number::short;
use crate::results::{Picture, StudyResult};

/// Adds curves of all sensors and of the energies, and the machine at its first and last state.
pub(super) fn add(study: &Study, states: [&State; 2], record: &Record, result: &mut StudyResult) {
    let pictures = &mut result.pictures;
    // A single instant is no curve.
    if record.n_rows() > 1 {
        for &sensor in &record.sensors {
            let request = &study.built.sensors[sensor].request;
            let figure = curves::sensor(request, &record.readings);
            pictures.push(Picture::new(format!("sensor-{}", request.name), figure));
        }
        pictures.push(Picture::new("energy", curves::energy(&record.energies)));
        let is_transient = matches!(study.asked, Asked::Transient(_));
        for (pair, table) in study.built.pairs.iter().zip(&record.pairs) {
            let name = format!("pair-{}", pair.name);
            let spectrum = is_transient
                .then(|| pairs::force_spectrum(pair, table))
                .flatten();
            pictures.push(Picture::new(name.clone(), pairs::history(pair, table)));
            pictures
                .extend(spectrum.map(|figure| Picture::new(format!("{name}-spectrum"), figure)));
        }
    }
    for (name, state) in ["machine-start", "machine-end"].into_iter().zip(states) {
        let time = format!("t = {} s", short(state.time));
        let subtitle = match (study.asked, name) {
            (Asked::Static(request), "machine-start") => match &request.machine.start {
                Some(before) => format!("as study {before} left it"),
                None => "before drives and loads".to_owned(),
            },
            (Asked::Static(_), _) => format!("{time}, in equilibrium"),
            _ => time,
        };
        let figure = machine(study.built, state, &study.model.name, &subtitle);
        pictures.push(Picture::new(name, figure));
    }
}
