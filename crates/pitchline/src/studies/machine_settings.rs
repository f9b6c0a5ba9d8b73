//! What all studies of the machine have: from which state they start, when they begin, which sensors they record.

use crate::input::field::{Choice, Collection, FieldKind};
use crate::input::interval::Interval;
use crate::input::key::{Key, Quantity};
use crate::input::{Diagnostic, Diagnostics, Section};
use crate::keys;
use crate::studies::{StudyContext, StudyKind};
use crate::units::Dimension;

/// What all studies of the machine have.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineSettings {
    /// The study from whose last state it starts; the model's own start otherwise.
    pub start: Option<String>,
    /// Whether it begins when that one ended, be it by an event; otherwise at a time of its own.
    pub continues: bool,
    /// When it begins (s); drives and loads of a study at one instant are those of that time.
    pub begin: f64,
    /// What happens with joints that hold the same twice.
    pub redundant: Redundant,
    /// Names of the sensors that are recorded.
    pub sensors: Vec<String>,
    /// Residual forces that are tolerated, as a fraction of those in the machine.
    pub tolerance: f64,
}

/// What happens with joints that hold the same motion twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redundant {
    /// They are named and the study goes on.
    Warn,
    /// The study ends.
    Refuse,
}

keys! {
    /// Keys of all studies of the machine.
    pub(super) static MACHINE_KEYS shared by "studies of the machine" {
        START = optional(
            "start",
            Reference(Collection::Studies),
            "\"equilibrium\"",
            "The study of the machine from whose last state this one starts. If omitted, bodies start in the positions of their tables.",
        );
        pub(crate) SET = optional(
            "set",
            Changes(),
            "{ pairs.mesh.mesh.backlash = \"0.05 mm\", joints.support.kind = \"planar\" }",
            "Changes to the rest of the file in this study and in those that start from it, as a part of a model file: keys replace those of the same name, new ones are added. Pairs are identified by their names.",
        );
        REDUNDANT = optional(
            "redundant",
            OneOf(&[
                Choice::new("warn", "They are named and share their load: of all possible reactions, those of least norm are given."),
                Choice::new("refuse", "They are named, and the study ends."),
            ]),
            "\"refuse\"",
            "Treatment of redundant constraints, whose reactions are not unique.",
        ), default "\"warn\"";
    }
}

keys! {
    /// Keys of studies at one instant.
    pub(super) static AT_KEYS shared by "studies of the machine at one instant" {
        AT = optional(
            "at",
            Quantity(Dimension::TIME, Interval::ALL),
            "\"0 s\"",
            "Time at which drives and loads are evaluated: the last time of `start` unless given, or 0.",
        );
    }
}

keys! {
    /// Keys of studies over time.
    pub(super) static TIME_KEYS shared by "studies over time" {
        BEGIN = optional(
            "begin",
            Quantity(Dimension::TIME, Interval::ALL),
            "\"0.2 s\"",
            "Time at which it begins: the last time of `start` unless given, or 0.",
        );
        pub(super) END = required(
            "end",
            Quantity(Dimension::TIME, Interval::ALL),
            "\"1 s\"",
            "Time at which it ends.",
        );
        pub(super) OUTPUT_STEP = optional(
            "output_step",
            Quantity(Dimension::TIME, Interval::POSITIVE),
            "\"1 ms\"",
            "Time from row to row of the tables: every step unless given. At least `step`. With `accuracy` a thousandth of the run unless given; \
             steps end at the rows.",
        );
    }
}

keys! {
    /// Keys of studies that seek equilibrium or motion.
    pub(super) static SOLUTION_KEYS shared by "studies that solve for forces" {
        TOLERANCE = optional(
            "tolerance",
            Number(Interval::closed(1e-14, 1e-2)),
            "1e-9",
            "Residual forces that are tolerated, as a fraction of those in the machine.",
        ), default "1e-8";
    }
}

keys! {
    /// Keys of studies that record sensors.
    pub(super) static SENSOR_KEYS shared by "studies that record sensors" {
        SENSORS = optional(
            "sensors",
            References(&FieldKind::Reference(Collection::Sensors)),
            "[\"load\", \"speed\"]",
            "Sensors that are recorded: all unless given.",
        );
    }
}

/// What a study of the machine has in common with the others; none where something in it was refused.
pub(super) fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<MachineSettings> {
    let root = context.root;
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
    let begin = begin(section, root, diagnostics)?;
    let kind = section.choice("kind")?.value;
    let sensors = match section.get_or_absent(&SENSORS)? {
        Some(names) => names.value.into_iter().map(str::to_owned).collect(),
        None => {
            let sensors = context.machine.sensors.iter();
            sensors.map(|sensor| sensor.name.clone()).collect()
        }
    };
    Some(MachineSettings {
        start: section.get(&START).map(|start| start.value.to_owned()),
        continues: section.is_given(&START) && !section.is_given(own_begin(kind)),
        begin,
        redundant: match section.get(&REDUNDANT)?.value {
            "refuse" => Redundant::Refuse,
            _ => Redundant::Warn,
        },
        sensors,
        tolerance: match section.get_or_absent(&TOLERANCE)? {
            Some(tolerance) => tolerance.value,
            None => 1e-8,
        },
    })
}

fn find<'s>(root: &'s Section, name: &str) -> Option<&'s Section> {
    let is_named = |study: &&Section| study.text("name").is_some_and(|n| n.value == name);
    root.items("studies").find(is_named)
}

/// Key of the time that a study itself says it begins at.
fn own_begin(kind: &str) -> &'static Key<Quantity> {
    let is_at_once = |kind: &StudyKind| {
        kind.variant
            .keys
            .iter()
            .any(|keys| std::ptr::eq(*keys, &AT_KEYS))
    };
    match StudyKind::find(kind).is_some_and(is_at_once) {
        true => &AT,
        false => &BEGIN,
    }
}

/// When a study begins: as it says, or where the one that it starts from ends. Follows the chain, which must not close.
fn begin(section: &Section, root: &Section, diagnostics: &mut Diagnostics) -> Option<f64> {
    let mut chain: Vec<&str> = vec![section.text("name")?.value];
    let mut time = None;
    let mut here = section;
    loop {
        let kind = here.choice("kind")?.value;
        if here.is_faulty(own_begin(kind)) || here.is_faulty(&START) {
            return None;
        }
        time = time.or_else(|| Some(here.get(own_begin(kind))?.value));
        let Some(start) = here.get(&START) else {
            return Some(time.unwrap_or(0.0));
        };
        let before = find(root, start.value)?;
        let of = before.choice("kind")?.value;
        let is_first = std::ptr::eq(here, section);
        let leaves_state = StudyKind::find(of).is_some_and(|kind| kind.leaves_state);
        if !leaves_state {
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
            time = Some(before.get(&END)?.value);
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
            "studies start from each other in a cycle: {}",
            names.join(" from ")
        ),
    };
    Diagnostic::error("circular-start", section.span_of(&START), message)
        .label("in a circle")
        .help("let the first of them start from the model: remove its `start`")
}
