//! The study `linearise`: states of friction, and the loop whose margins are found.

use super::{about, frequencies, inputs};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::StudyKind;
use crate::model::machine::{
    Controlled, GripState, LineariseRequest, LoopRequest, MachineRequest, MachineStudy, ShakenPart,
};

/// The study; `None` when something in it was refused.
pub(super) fn study(
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    (machine, time): (MachineStudy, f64),
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    let about = about(section)?;
    let states = states(section, request, diagnostics);
    let parts = inputs::inputs(section, (root, request), (about, time), diagnostics);
    let frequencies = frequencies(section, diagnostics);
    let inputs = loads(section, parts?, diagnostics)?;
    let sensors = &machine.sensors;
    let open_loop = open_loop(section, (root, request), (&inputs, sensors), diagnostics)?;
    Some(StudyKind::Linearise(LineariseRequest {
        about,
        time,
        states: states?,
        are_named: section.is_given("states"),
        inputs,
        frequencies: frequencies?,
        is_logarithmic: section.choice("spacing")?.value == "logarithmic",
        open_loop,
        machine,
    }))
}

/// The states that are asked for, or all that there are.
fn states(
    section: &Section,
    request: &MachineRequest,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<GripState>> {
    let all = GripState::ALL.into_iter();
    let Some(named) = section.choices("states") else {
        let can_stick = request.can_stick();
        let there = all.map(|(state, _)| state);
        let there = there.filter(|state| can_stick || *state == GripState::Free);
        return (!section.is_faulty("states")).then(|| there.collect());
    };
    let mut refuse = |message: String, label: &'static str, help: &'static str| {
        let fault = Diagnostic::error("wrong-state", named.span.clone(), message);
        diagnostics.push(fault.label(label).help(help));
        None
    };
    let rubbing = named.value.iter().find(|name| **name != "free");
    match rubbing {
        None if named.value.is_empty() => refuse(
            "there is no state in which the machine is looked at".to_owned(),
            "no states",
            "write states = [\"stuck\", \"forward\"], or leave `states` out for all that there are",
        ),
        Some(name) if !request.can_stick() => refuse(
            format!("nothing in the machine sticks or slides, so that there is no state `{name}`"),
            "no friction that sticks",
            "leave `states` out; give a pair of level \"planar\" a friction with static_coefficient, or add a force of kind friction or brake with static friction",
        ),
        _ => Some(
            all.filter(|(_, name)| named.value.contains(name))
                .map(|(state, _)| state)
                .collect(),
        ),
    }
}

/// Refuses unbalance: its force turns with the speed, and the machine changes with it.
fn loads(
    section: &Section,
    parts: Vec<ShakenPart>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<ShakenPart>> {
    let is_disc = |part: &&ShakenPart| matches!(part, ShakenPart::Disc { .. });
    let Some(disc) = parts.iter().find(is_disc) else {
        return Some(parts);
    };
    let message = format!(
        "the unbalance of disc `{}` changes with the speed, and the machine with it",
        disc.title()
    );
    diagnostics.push(
        Diagnostic::error("wrong-input", section.span_of("inputs"), message)
            .label("no input of one linear machine")
            .help("write a study of kind \"frequency-response\" for unbalance"),
    );
    None
}

/// `Some(None)` where no loop is asked for.
fn open_loop(
    section: &Section,
    (root, request): (&Section, &MachineRequest),
    (parts, sensors): (&[ShakenPart], &[String]),
    diagnostics: &mut Diagnostics,
) -> Option<Option<LoopRequest>> {
    if section.is_faulty("loop") {
        return None;
    }
    let Some(table) = section.table("loop") else {
        return Some(None);
    };
    if ["controller", "input", "output", "gain"]
        .iter()
        .any(|key| table.is_faulty(key))
    {
        return None;
    }
    let refuse = |key: &str, (message, label, help): Refusal| {
        let span = match table.is_given(key) {
            true => table.span_of(key),
            false => table.span(),
        };
        Diagnostic::error("wrong-loop", span, message)
            .label(label)
            .help(help)
    };
    let found = match table.text("controller") {
        Some(name) if inputs::is_refused(root, request, name.value) => return None,
        Some(name) => controlled(request, name.value)
            .and_then(|found| match other_key(table) {
                None => Ok(found),
                Some(key) => Err((
                    format!(
                        "a loop through controller `{}` has its own input, output and gain",
                        name.value
                    ),
                    "of which loop?",
                    format!("remove `{key}`, or `controller`"),
                )),
            })
            .map_err(|refusal| refuse("controller", refusal)),
        None => {
            between(table, request, (parts, sensors)).map_err(|(key, refusal)| refuse(key, refusal))
        }
    };
    match found {
        Ok(found) => Some(Some(found)),
        Err(fault) => {
            diagnostics.push(fault);
            None
        }
    }
}

/// Message, label, what to write.
type Refusal = (String, &'static str, String);

fn other_key(table: &Section) -> Option<&'static str> {
    ["input", "output", "gain"]
        .into_iter()
        .find(|key| table.is_given(key))
}

/// Through a controller and the part that it sets.
fn controlled(request: &MachineRequest, name: &str) -> Result<LoopRequest, Refusal> {
    let help = || "name a controller that sets a motor or a torque".to_owned();
    let known = request.controller(name);
    if known.is_some_and(|controller| controller.controlled == Controlled::Speed) {
        return Err((
            format!("controller `{name}` sets the set point of another one"),
            "no force of its own",
            help(),
        ));
    }
    let sets = |kind: &crate::model::machine::ForceKind| {
        kind.signal().and_then(|signal| signal.controller()) == Some(name)
    };
    let mut forces = request.forces.iter().filter(|force| sets(&force.kind));
    match (forces.next(), forces.next()) {
        (Some(force), None) => Ok(LoopRequest::Controller {
            controller: name.to_owned(),
            sets: force.name.clone(),
        }),
        (None, _) => Err((
            format!("controller `{name}` sets nothing"),
            "no loop",
            help(),
        )),
        (Some(first), Some(second)) => Err((
            format!(
                "controller `{name}` sets `{}` and `{}`",
                first.name, second.name
            ),
            "which of them closes the loop?",
            "write input, output and gain in place of `controller`".to_owned(),
        )),
    }
}

/// From one of the inputs to a column of a sensor; an error names the key.
fn between(
    table: &Section,
    request: &MachineRequest,
    (parts, sensors): (&[ShakenPart], &[String]),
) -> Result<LoopRequest, (&'static str, Refusal)> {
    let example = "write { input = \"motor\", output = \"arm\" }, or { controller = \"position\" }";
    let missing = |key: &'static str, what: &str| {
        let message = format!("the loop has no `{key}`");
        let help = format!("{example}; {what}");
        (key, (message, "where is it closed?", help))
    };
    let titles: Vec<String> = parts.iter().map(ShakenPart::title).collect();
    let known = sensors.iter().filter_map(|name| request.sensor(name));
    let columns: Vec<String> = known
        .flat_map(|sensor| sensor.columns())
        .map(|column| column.name)
        .collect();
    let inputs = format!("inputs are: {}", titles.join(", "));
    let outputs = format!("columns of the sensors are: {}", columns.join(", "));
    let input = table
        .text("input")
        .ok_or_else(|| missing("input", &inputs))?;
    let output = table
        .text("output")
        .ok_or_else(|| missing("output", &outputs))?;
    let unknown = |key: &'static str, name: &str, known: String| {
        let message = format!("the loop's {key} `{name}` is none of the study");
        (key, (message, "unknown", known))
    };
    let at = titles.iter().position(|title| title == input.value);
    let at = at.ok_or_else(|| unknown("input", input.value, inputs))?;
    if !columns.iter().any(|column| column == output.value) {
        return Err(unknown("output", output.value, outputs));
    }
    Ok(LoopRequest::Gain {
        input: at,
        output: output.value.to_owned(),
        gain: table.number("gain").map_or(1.0, |gain| gain.value),
    })
}
