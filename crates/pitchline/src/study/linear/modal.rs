//! The study `modal`: natural frequencies, damping and shapes.

use super::{HERTZ, Study, damping, shape_pictures, whirl};
use crate::dynamics::{
    LinearMachine, MachineModes, Mode, ModeKind, ModeOptions, PlanetaryMembers, PlanetaryMode,
};
use crate::model::machine::{About, ModalRequest, PlanetaryBodies};
use crate::results::{StudyResult, Table};
use crate::study::machine::Failure;

/// Rigid motions that a machine can have beside the modes that are asked for, before it must be looked further.
const RIGID: usize = 6;

/// Adds the modes of the machine.
pub(super) fn add(
    study: &mut Study,
    request: &ModalRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let machine = study.linearised(request.about, result)?;
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
        result.warnings.push(format!(
            "the mode at {} Hz grows by itself: its damping ratio is {}",
            crate::number::short(mode.damped_frequency() / HERTZ),
            crate::number::short(mode.damping_ratio())
        ));
    }
    result.tables.push(table(&modes, types, whirls));
    result.tables.push(shapes(&machine, &modes));
    if !study.options.without_pictures {
        result
            .pictures
            .extend(shape_pictures::modes(study, &machine, &modes));
    }
    Ok(())
}

/// So many modes that are no rigid motions, and these.
fn find(machine: &LinearMachine, count: usize) -> Result<MachineModes, Failure> {
    let told = |error: crate::dynamics::Error| error.to_string();
    let mut wanted = count + RIGID;
    loop {
        let options = ModeOptions {
            wanted: Some(wanted),
        };
        let mut modes = machine.modes(&options).map_err(told)?;
        let found = modes.modes.len() - modes.n_rigid;
        if found >= count || modes.is_complete || modes.modes.len() < wanted {
            modes.modes.truncate(modes.n_rigid + count);
            return Ok(modes);
        }
        wanted += modes.n_rigid.max(RIGID);
    }
}

fn members(study: &Study, bodies: &PlanetaryBodies) -> Result<PlanetaryMembers, Failure> {
    let node = |name: &String| {
        let body = study.built.body(name);
        body.map(|body| body.node)
            .ok_or_else(|| format!("`{name}` is no body of a planetary set"))
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
