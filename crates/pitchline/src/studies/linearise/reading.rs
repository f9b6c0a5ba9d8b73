//! What a study `linearise` asks for: states of friction, and the loop whose margins are found.

use std::sync::Arc;

use super::{GripState, LineariseStudy, LoopRequest};
use crate::input::field::{Choice, Collection, FieldKind, Record};
use crate::input::interval::Interval;
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::model::machine::{Controlled, MachineRequest};
use crate::studies::machine_settings;
use crate::studies::small_motions::inputs::{self, ShakenPart};
use crate::studies::small_motions::reading::{self, SPACINGS};
use crate::studies::{Study, StudyContext};

keys! {
    /// Keys of the study `linearise` alone.
    pub(super) static KEYS {
        SPACING = optional(
            "spacing",
            OneOf(&SPACINGS),
            "\"linear\"",
            "Spacing of the frequencies between lowest and highest.",
        ), default "\"logarithmic\"";
        STATES = optional(
            "states",
            SomeOf(&FieldKind::Choice(&[
                Choice::new("free", "No friction of teeth, bearings and brakes that stick acts. The only state of a machine without them."),
                Choice::new("stuck", "All of them stick."),
                Choice::new(
                    "forward",
                    "All of them slide: those in motion in their direction, those at rest in the direction in which the first of `inputs` loads them.",
                ),
                Choice::new("backward", "All of them slide in the opposite direction."),
            ])),
            "[\"stuck\", \"forward\"]",
            "States of the surfaces that stick and slide, each with its own matrices, poles and responses: all existing ones unless given; of a machine in motion `free` and `forward`.",
        );
        LOOP = optional(
            "loop",
            Table(&LOOP_TABLE),
            "{ input = \"motor\", output = \"arm\", gain = 10 }",
            "The open loop whose gain margin, phase margin, crossover frequencies, bandwidth and DC gain are found and shown as a Bode diagram.",
        );
    }
}

/// A loop to be closed.
static LOOP_TABLE: Record = Record {
    name: "loop",
    doc: "An open loop whose stability margins are computed: a controller of the model, or a response times a gain.",
    discriminator: None,
    variants: &[],
    fields: LOOP_KEYS.fields,
};

keys! {
    static LOOP_KEYS {
        CONTROLLER = optional(
            "controller",
            Reference(Collection::Controllers),
            "\"position\"",
            "The controller of the loop, from its measured value to the motor or the torque that it sets, with its gains and its `sample_time`. In place of `input` and `output`.",
        );
        INPUT = optional(
            "input",
            Text(),
            "\"motor\"",
            "The input at which the loop is closed: one of `inputs`.",
        );
        OUTPUT = optional(
            "output",
            Text(),
            "\"arm\"",
            "What is fed back: a column of one of the sensors.",
        );
        GAIN = optional(
            "gain",
            Number(Interval::ALL),
            "-10",
            "Factor on the output before it is subtracted from the input, in SI units of input over output: 1 unless given. The loop is closed by input = −gain · output.",
        );
    }
}

/// The study; `None` when something in it was refused.
pub(super) fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let about = reading::about(section)?;
    let states = states(section, context.machine, diagnostics);
    let parts = reading::shaken(section, context, about, machine.begin, diagnostics);
    let is_logarithmic = section.get(&SPACING)?.value == "logarithmic";
    let frequencies = reading::frequencies(section, is_logarithmic, diagnostics);
    let inputs = loads(section, parts?, diagnostics)?;
    let open_loop = open_loop(section, context, &inputs, &machine.sensors, diagnostics)?;
    Some(Arc::new(LineariseStudy {
        about,
        states: states?,
        are_named: section.is_given(&STATES),
        inputs,
        frequencies: frequencies?,
        is_logarithmic,
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
    let Some(named) = section.get(&STATES) else {
        let can_stick = request.can_stick();
        let there = all.map(|(state, _)| state);
        let there = there.filter(|state| can_stick || *state == GripState::Free);
        return (!section.is_faulty(&STATES)).then(|| there.collect());
    };
    let mut refuse = |message: String, label: &'static str, help: &'static str| {
        let fault = Diagnostic::error("wrong-state", named.span.clone(), message);
        diagnostics.push(fault.label(label).help(help));
        None
    };
    let rubbing = named.value.iter().find(|name| **name != "free");
    match rubbing {
        None if named.value.is_empty() => refuse(
            "there is no state to linearise about".to_owned(),
            "no states",
            "write states = [\"stuck\", \"forward\"], or omit `states` for all existing ones",
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
    context: &StudyContext,
    parts: &[ShakenPart],
    sensors: &[String],
    diagnostics: &mut Diagnostics,
) -> Option<Option<LoopRequest>> {
    let Some(table) = section.get_or_absent(&LOOP)? else {
        return Some(None);
    };
    let (table, request) = (table.value, context.machine);
    let keys = [&*CONTROLLER, &*INPUT, &*OUTPUT, &*GAIN];
    if keys.iter().any(|key| table.is_faulty(key)) {
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
    let found = match table.get(&CONTROLLER).map(|name| name.value) {
        Some(name) if inputs::is_refused(context, name) => return None,
        Some(name) => controlled(request, name)
            .and_then(|found| match other_key(table) {
                None => Ok(found),
                Some(key) => Err((
                    format!(
                        "a loop through controller `{name}` has its own input, output and gain"
                    ),
                    "excess key",
                    format!("remove `{key}`, or `controller`"),
                )),
            })
            .map_err(|refusal| refuse(&CONTROLLER, refusal)),
        None => {
            between(table, request, parts, sensors).map_err(|(key, refusal)| refuse(key, refusal))
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
    let forces = request.forces.iter();
    let mut forces = forces.filter(|force| force.controller() == Some(name));
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
            "not unique",
            "write input, output and gain in place of `controller`".to_owned(),
        )),
    }
}

/// From one of the inputs to a column of a sensor; an error names the key.
fn between(
    table: &Section,
    request: &MachineRequest,
    parts: &[ShakenPart],
    sensors: &[String],
) -> Result<LoopRequest, (&'static str, Refusal)> {
    let example = "write { input = \"motor\", output = \"arm\" }, or { controller = \"position\" }";
    let missing = |key: &'static str, what: &str| {
        let message = format!("the loop has no `{key}`");
        let help = format!("{example}; {what}");
        (key, (message, "incomplete loop", help))
    };
    let titles: Vec<String> = parts.iter().map(ShakenPart::title).collect();
    let known = sensors.iter().filter_map(|name| request.sensor(name));
    let columns: Vec<String> = known
        .flat_map(|sensor| sensor.columns())
        .map(|column| column.name)
        .collect();
    let inputs = format!("inputs are: {}", titles.join(", "));
    let outputs = format!("columns of the sensors are: {}", columns.join(", "));
    let input = table.get(&INPUT).ok_or_else(|| missing("input", &inputs))?;
    let output = table
        .get(&OUTPUT)
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
        gain: table.get(&GAIN).map_or(1.0, |gain| gain.value),
    })
}
