//! Studies of the whole machine.

mod linear;
mod running;
mod steps;

use linear::LINEAR_KINDS;

use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::StudyKind;
use crate::model::machine::{
    KinematicRequest, MachineRequest, MachineStudy, Redundant, StaticRequest, TransientRequest,
};

/// Kinds of studies of the machine.
pub(in crate::model::build) const MACHINE_KINDS: [&str; 9] = [
    "static",
    "kinematic",
    "transient",
    "modal",
    "campbell",
    "frequency-response",
    "linearise",
    "efficiency-map",
    "breakaway",
];

/// Those that leave a state from which others can start.
const WITH_STATE: [&str; 3] = ["static", "kinematic", "transient"];

/// Those at one instant, which is `at`.
const AT_ONCE: [&str; 7] = [
    "static",
    "modal",
    "campbell",
    "frequency-response",
    "linearise",
    "efficiency-map",
    "breakaway",
];

/// A study of the machine; `None` when something in it was refused.
pub(in crate::model::build) fn study(
    kind: &str,
    section: &Section,
    (root, machine): (&Section, &MachineRequest),
    diagnostics: &mut Diagnostics,
) -> Option<StudyKind> {
    let is_empty = |key: &str| root.entries(key).next().is_none() && !root.is_faulty(key);
    if is_empty("bodies") && is_empty("shafts") {
        diagnostics.push(
            Diagnostic::error(
                "no-bodies",
                section.span_of("kind"),
                "the model has no bodies, so there is no machine to move",
            )
            .label("this study needs some")
            .help("add tables such as [bodies.crank] with mass and inertia, and [joints.bearing]"),
        );
        return None;
    }
    let begins = begin(section, root, diagnostics)?;
    let request = machine;
    let machine = common(kind, section, machine)?;
    if LINEAR_KINDS.contains(&kind) {
        return linear::study(
            kind,
            section,
            (root, request),
            (machine, begins),
            diagnostics,
        );
    }
    if kind == "efficiency-map" {
        return running::efficiency_map(section, (root, request), (machine, begins), diagnostics);
    }
    if kind == "breakaway" {
        return running::breakaway(section, (root, request), (machine, begins), diagnostics);
    }
    if kind == "static" {
        return Some(StudyKind::Static(StaticRequest {
            machine,
            time: begins,
            steps: usize::try_from(section.integer("steps")?.value).ok()?,
        }));
    }
    let times = steps::times(section, begins, diagnostics)?;
    if kind == "kinematic" {
        let (step, output_step) = steps::equal(section, times, diagnostics)?;
        return Some(StudyKind::Kinematic(KinematicRequest {
            machine,
            times,
            step,
            output_step,
            is_quasi_static: section.boolean("quasi_static")?.value,
        }));
    }
    // Of a machine that could not be read it is not known: its faults are enough to tell.
    let is_stiff = request.is_stiff() || diagnostics.has_errors();
    let scheme = steps::scheme(section, is_stiff, diagnostics)?;
    let (steps, output_step) = steps::chosen(section, scheme, times, diagnostics)?;
    steps::refuse_samples(section, &request.controllers, times, diagnostics)?;
    let events = match section.texts("events") {
        Some(names) => names.value.into_iter().map(str::to_owned).collect(),
        None if section.is_faulty("events") => return None,
        None => request.events.iter().map(|e| e.name.clone()).collect(),
    };
    Some(StudyKind::Transient(TransientRequest {
        machine,
        times,
        steps,
        output_step,
        scheme,
        events,
    }))
}

fn common(kind: &str, section: &Section, machine: &MachineRequest) -> Option<MachineStudy> {
    let sensors = match section.texts("sensors") {
        Some(names) => names.value.into_iter().map(str::to_owned).collect(),
        None if section.is_faulty("sensors") => return None,
        None => machine.sensors.iter().map(|s| s.name.clone()).collect(),
    };
    Some(MachineStudy {
        start: section.text("start").map(|start| start.value.to_owned()),
        continues: section.is_given("start") && !section.is_given(own_begin(kind)),
        redundant: match section.choice("redundant")?.value {
            "refuse" => Redundant::Refuse,
            _ => Redundant::Warn,
        },
        sensors,
        tolerance: match section.number("tolerance") {
            Some(tolerance) => tolerance.value,
            None if section.is_faulty("tolerance") => return None,
            None => 1e-8,
        },
    })
}

fn find<'s>(root: &'s Section, name: &str) -> Option<&'s Section> {
    let is_named = |study: &&Section| study.text("name").is_some_and(|n| n.value == name);
    root.items("studies").find(is_named)
}

/// Key of the time that a study itself says it begins at.
fn own_begin(kind: &str) -> &'static str {
    match kind {
        kind if AT_ONCE.contains(&kind) => "at",
        _ => "begin",
    }
}

/// When a study begins: as it says, or where the one that it starts from ends. Follows the chain, which must not close.
fn begin(section: &Section, root: &Section, diagnostics: &mut Diagnostics) -> Option<f64> {
    let mut chain: Vec<&str> = vec![section.text("name")?.value];
    let mut time = None;
    let mut here = section;
    loop {
        let kind = here.choice("kind")?.value;
        if here.is_faulty(own_begin(kind)) || here.is_faulty("start") {
            return None;
        }
        time = time.or_else(|| Some(here.quantity(own_begin(kind))?.value));
        let Some(start) = here.text("start") else {
            return Some(time.unwrap_or(0.0));
        };
        let before = find(root, start.value)?;
        let of = before.choice("kind")?.value;
        let is_first = std::ptr::eq(here, section);
        if !WITH_STATE.contains(&of) {
            // Told by the study that names it.
            if is_first {
                diagnostics.push(wrong_start(start.value, of, start.span));
            }
            return None;
        }
        if let Some(i) = chain.iter().position(|name| *name == start.value) {
            // The first of the circle in the file tells it for all.
            let is_in_circle = |study: &&Section| {
                study
                    .text("name")
                    .is_some_and(|name| chain[i..].contains(&name.value))
            };
            let first = root.items("studies").find(is_in_circle);
            if first.is_some_and(|first| std::ptr::eq(first, section)) {
                chain.push(start.value);
                diagnostics.push(circle(&chain, section));
            }
            return None;
        }
        if of != "static" && time.is_none() {
            time = Some(before.quantity("end")?.value);
        }
        chain.push(start.value);
        here = before;
    }
}

fn wrong_start(name: &str, kind: &str, span: std::ops::Range<usize>) -> Diagnostic {
    let message = format!("study `{name}` is of kind `{kind}` and has no state to start from");
    Diagnostic::error("wrong-study", span, message)
        .label("no state of the machine")
        .help("name a study of kind static, kinematic or transient")
}

fn circle(chain: &[&str], section: &Section) -> Diagnostic {
    let names: Vec<String> = chain.iter().map(|name| format!("`{name}`")).collect();
    let message = match chain {
        [name, again] if name == again => format!("study `{name}` starts from itself"),
        _ => format!(
            "studies start from each other in a circle: {}",
            names.join(" from ")
        ),
    };
    Diagnostic::error("circular-start", section.span_of("start"), message)
        .label("in a circle")
        .help("let the first of them start from the model: remove its `start`")
}
