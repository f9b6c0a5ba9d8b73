//! The loop of a study `linearise`: what it is made of, and its margins. \[theory:linearised\] (60)-(67)

use super::{Found, LoopRequest};
use crate::dynamics::{Complex, Input, LinearMachine, LoopLaw, Margins, OpenLoop, Output};
use crate::results::{Group, Table};
use crate::studies::Failure;
use crate::studies::small_motions::ports::set_force;
use crate::studies::small_motions::{HERTZ, SmallMotions};

/// An open loop over frequency and what it has to spare.
pub(super) struct Margined {
    /// Frequencies (rad/s) with L.
    pub curve: Vec<(f64, Complex)>,
    pub margins: Margins,
    /// L(0), if it has a bound.
    at_rest: Option<f64>,
    pub is_stable_closed: bool,
}

/// Margins of a loop around the machine, about whose state the equations are.
pub(super) fn find(
    study: &mut SmallMotions,
    machine: &LinearMachine,
    (request, (inputs, outputs)): (&LoopRequest, (&[Input], &[Output])),
    frequencies: &[f64],
) -> Result<Margined, Failure> {
    let (input, output, law) = match request {
        LoopRequest::Gain {
            input,
            output,
            gain,
        } => {
            let found = outputs.iter().find(|one| one.name == *output);
            let found = found.ok_or_else(|| Failure::unknown("column", output))?;
            let input = inputs
                .get(*input)
                .ok_or_else(|| Failure::own(super::GripError::NoInput))?;
            (input.clone(), found.clone(), LoopLaw::Gain(*gain))
        }
        LoopRequest::Controller { controller, sets } => through(study, machine, controller, sets)?,
    };
    let space = machine.state_space(&study.equations, &[input], &[output]);
    let mut open = OpenLoop::new(&space?, law)?;
    let highest = match law {
        LoopLaw::Sampled { sample_time, .. } => std::f64::consts::PI / sample_time,
        _ => f64::INFINITY,
    };
    let within = frequencies.iter().filter(|w| **w <= highest);
    let mut curve = Vec::with_capacity(frequencies.len());
    for &frequency in within {
        curve.push((frequency, open.at(frequency)?));
    }
    Ok(Margined {
        curve,
        margins: open.margins(frequencies)?,
        at_rest: open.at_rest(),
        is_stable_closed: open.is_stable_closed()?,
    })
}

/// Through a controller: with samples it is outside of the machine, without it is within.
fn through(
    study: &mut SmallMotions,
    machine: &LinearMachine,
    name: &str,
    sets: &str,
) -> Result<(Input, Output, LoopLaw), Failure> {
    let input = set_force(study, sets)?.input;
    let built = study.built;
    let controller = built.controller(name);
    let controller = controller.ok_or_else(|| Failure::unknown("controller", name))?;
    let request = &controller.request;
    let is_sampled = request.is_sampled();
    let output = Output::measured(&mut study.equations, machine, name, |equations, _| {
        let state = controller.state(equations.kinematics());
        if is_sampled {
            state.sensed
        } else {
            state.output
        }
    });
    let law = match is_sampled {
        true => LoopLaw::Sampled {
            proportional: request.proportional,
            integral: request.integral,
            sample_time: request.sample_time,
        },
        false => LoopLaw::Closed,
    };
    Ok((input, output?, law))
}

/// Adds the values of a state. What has no bound or is not there is null.
pub(super) fn put(found: &Margined, group: &mut Group) {
    let margins = &found.margins;
    group.put("loop.dc_gain", found.at_rest.unwrap_or(f64::INFINITY));
    let gain = margins.gain_margin();
    // A loop that is not stable has no margin without bounds.
    let margin = |value: Option<f64>| value.or(found.is_stable_closed.then_some(f64::INFINITY));
    group.put_some("loop.gain_margin", margin(gain.map(|gain| gain.factor)));
    group.put_some(
        "loop.gain_margin_frequency",
        gain.map(|gain| gain.frequency / HERTZ),
    );
    let reduction = margins.gain_reduction();
    group.put_some("loop.gain_reduction", reduction.map(|gain| gain.factor));
    group.put_some(
        "loop.gain_reduction_frequency",
        reduction.map(|gain| gain.frequency / HERTZ),
    );
    let phase = margins.phase_margin();
    group.put_some(
        "loop.phase_margin",
        margin(phase.map(|phase| phase.phase_margin)),
    );
    group.put_some(
        "loop.phase_margin_frequency",
        phase.map(|phase| phase.frequency / HERTZ),
    );
    group.put_some("loop.delay_margin", phase.map(|phase| phase.delay_margin()));
    group.put_some("loop.bandwidth", margins.bandwidth.map(|w| w / HERTZ));
    group.put("loop.is_stable", found.is_stable_closed);
}

/// All crossings of all states, and the loop over frequency; nothing without a loop.
pub(super) fn table(all: &[Found]) -> Vec<Table> {
    let mut tables = Vec::new();
    let mut words: [Vec<String>; 2] = Default::default();
    let mut numbers: [Vec<f64>; 4] = Default::default();
    for found in all {
        let Some(of) = &found.margins else { continue };
        let mut row = |kind: &str, values: [f64; 4]| {
            words[0].push(found.state.name().to_owned());
            words[1].push(kind.to_owned());
            for (column, value) in numbers.iter_mut().zip(values) {
                column.push(value);
            }
        };
        for one in &of.margins.gain_crossings {
            let delay = one.delay_margin();
            row(
                "size 1",
                [one.frequency / HERTZ, f64::NAN, one.phase_margin, delay],
            );
        }
        for one in &of.margins.phase_crossings {
            let factor = one.factor;
            row(
                "phase −180°",
                [one.frequency / HERTZ, factor, f64::NAN, f64::NAN],
            );
        }
        let mut curve = Table::new(format!("loop-{}", found.state.name()));
        curve.is_long = true;
        let column = |of: &dyn Fn(&(f64, Complex)) -> f64, curve: &[(f64, Complex)]| {
            curve.iter().map(of).collect()
        };
        curve.push("frequency", "Hz", column(&|(w, _)| w / HERTZ, &of.curve));
        curve.push("magnitude", "1", column(&|(_, l)| l.norm(), &of.curve));
        curve.push("phase", "rad", column(&|(_, l)| l.arg(), &of.curve));
        tables.push(curve);
    }
    if tables.is_empty() {
        return tables;
    }
    let mut crossings = Table::new("margins");
    crossings.words = ["state", "crossing"].into_iter().zip(words).collect();
    let heads = [
        ("frequency", "Hz"),
        ("gain_factor", "1"),
        ("phase_margin", "rad"),
        ("delay_margin", "s"),
    ];
    for ((name, unit), values) in heads.into_iter().zip(numbers) {
        crossings.push(name, unit, values);
    }
    tables.insert(0, crossings);
    tables
}
