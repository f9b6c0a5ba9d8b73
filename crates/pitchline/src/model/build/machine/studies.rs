//! Studies of the whole machine.

mod linear;

use linear::LINEAR_KINDS;

use crate::input::{Diagnostic, Diagnostics, Section};
use crate::model::StudyKind;
use crate::model::machine::{
    KinematicRequest, MachineRequest, MachineStudy, Redundant, Scheme, StaticRequest,
    TransientRequest,
};
use crate::number::short;

/// Kinds of studies of the machine.
pub(in crate::model::build) const MACHINE_KINDS: [&str; 6] = [
    "static",
    "kinematic",
    "transient",
    "modal",
    "campbell",
    "frequency-response",
];

/// Those that leave a state from which others can start.
const WITH_STATE: [&str; 3] = ["static", "kinematic", "transient"];

/// Those at one instant, which is `at`.
const AT_ONCE: [&str; 4] = ["static", "modal", "campbell", "frequency-response"];

/// More rows than this fill no picture and too much memory.
const MOST_STEPS: f64 = 1e9;

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
    let machine = common(section, machine)?;
    if LINEAR_KINDS.contains(&kind) {
        return linear::study(kind, section, (request, machine, begins), diagnostics);
    }
    if kind == "static" {
        return Some(StudyKind::Static(StaticRequest {
            machine,
            time: begins,
            steps: usize::try_from(section.integer("steps")?.value).ok()?,
        }));
    }
    let (times, step, output_step) = steps(section, begins, diagnostics)?;
    if kind == "kinematic" {
        return Some(StudyKind::Kinematic(KinematicRequest {
            machine,
            times,
            step,
            output_step,
            is_quasi_static: section.boolean("quasi_static")?.value,
        }));
    }
    Some(StudyKind::Transient(TransientRequest {
        machine,
        times,
        step,
        output_step,
        scheme: scheme(section, diagnostics)?,
    }))
}

fn common(section: &Section, machine: &MachineRequest) -> Option<MachineStudy> {
    let sensors = match section.texts("sensors") {
        Some(names) => names.value.into_iter().map(str::to_owned).collect(),
        None if section.is_faulty("sensors") => return None,
        None => machine.sensors.iter().map(|s| s.name.clone()).collect(),
    };
    Some(MachineStudy {
        start: section.text("start").map(|start| start.value.to_owned()),
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

/// First and last time, step, and time from row to row.
fn steps(
    section: &Section,
    begins: f64,
    diagnostics: &mut Diagnostics,
) -> Option<([f64; 2], f64, f64)> {
    let (end, step) = (section.quantity("end")?, section.quantity("step")?);
    let mut refuse = |span, label: &str, message: String, help: String| {
        let fault = Diagnostic::error("bad-steps", span, message);
        diagnostics.push(fault.label(label).help(help));
        None
    };
    if end.value <= begins {
        return refuse(
            end.span,
            "not later",
            format!(
                "the study ends at {} s, not after it begins, at {} s",
                short(end.value),
                short(begins)
            ),
            "write a later `end`; time goes on from the study that it starts from".to_owned(),
        );
    }
    let duration = end.value - begins;
    if step.value > duration || duration / step.value > MOST_STEPS {
        return refuse(
            step.span,
            "does not fit",
            format!(
                "a step of {} s does not fit a duration of {} s",
                short(step.value),
                short(duration)
            ),
            format!(
                "write for example step = \"{} s\"",
                short(duration / 1000.0)
            ),
        );
    }
    let Some(output) = section.quantity("output_step") else {
        return (!section.is_faulty("output_step")).then_some((
            [begins, end.value],
            step.value,
            step.value,
        ));
    };
    if output.value < step.value {
        return refuse(
            output.span,
            "shorter than a step",
            format!(
                "rows every {} s are more than there are steps of {} s",
                short(output.value),
                short(step.value)
            ),
            "write an output_step of at least `step`, or leave it out for every step".to_owned(),
        );
    }
    Some(([begins, end.value], step.value, output.value))
}

fn scheme(section: &Section, diagnostics: &mut Diagnostics) -> Option<Scheme> {
    let scheme = section.choice("scheme")?.value;
    let own = match scheme {
        "generalized-alpha" => Some("spectral_radius"),
        "hht" => Some("alpha"),
        _ => None,
    };
    let foreign = ["spectral_radius", "alpha"]
        .into_iter()
        .find(|key| Some(*key) != own && section.is_given(key));
    if let Some(key) = foreign {
        let belongs = match key {
            "alpha" => "hht",
            _ => "generalized-alpha",
        };
        diagnostics.push(
            Diagnostic::error(
                "key-of-other-scheme",
                section.span_of(key),
                format!(
                    "`{key}` belongs to scheme = \"{belongs}\", but the scheme is \"{scheme}\""
                ),
            )
            .label("not of this scheme")
            .help(match own {
                Some(own) => format!("write {own} instead, or scheme = \"{belongs}\""),
                None => format!("remove it, or write scheme = \"{belongs}\""),
            }),
        );
        return None;
    }
    let get = |key: &str, usual: f64| match section.is_faulty(key) {
        true => None,
        false => Some(section.number(key).map_or(usual, |number| number.value)),
    };
    Some(match scheme {
        "generalized-alpha" => Scheme::GeneralizedAlpha {
            spectral_radius: get("spectral_radius", 0.8)?,
        },
        "hht" => Scheme::Hht {
            alpha: get("alpha", 0.05)?,
        },
        _ => Scheme::Newmark,
    })
}
