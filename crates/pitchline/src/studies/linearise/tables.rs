//! What a study `linearise` writes of its states: matrices, poles, what surfaces do.

use super::{Case, Found, Ports};
use crate::dynamics::{
    MachineModes, Mode, ModeKind, Output as Measured, Sliding, StateSpace, grip_names,
};
use crate::results::{Group, Output, Table};
use crate::studies::modal;
use crate::studies::small_motions::{HERTZ, SmallMotions, damping, state_space};

/// A, B, C, D and what their rows and columns are.
pub(super) fn put_matrices(
    space: &StateSpace,
    name: &str,
    (ports, outputs): (&Ports, &[Measured]),
    group: &mut Group,
    output: &mut Output,
) {
    let kept = space.without_idle();
    let is_left = |state: &&String| !kept.states.contains(state);
    let left: Vec<&str> = space
        .states
        .iter()
        .filter(is_left)
        .map(String::as_str)
        .collect();
    if !left.is_empty() {
        let note = format!(
            "no states of the matrices, for nothing depends on them: {}",
            left.join(", ")
        );
        if !output.notes.contains(&note) {
            output.notes.push(note);
        }
    }
    group.put("states", kept.n() as u32);
    for mut table in state_space::tables(&kept) {
        table.name = format!("{}-{name}", table.name);
        output.tables.push(table);
    }
    let states = kept.states.iter();
    let states = states.map(|state| ["state", state, state_unit(state)].map(str::to_owned));
    let inputs = ports.inputs.iter();
    let inputs = inputs.map(|one| ["input", &one.input.name, one.unit].map(str::to_owned));
    let columns = outputs.iter().zip(&ports.watched.columns);
    let columns = columns.map(|(_, one)| ["output", &one.name, one.unit].map(str::to_owned));
    let rows: Vec<[String; 3]> = states.chain(inputs).chain(columns).collect();
    let mut units = Table::new(format!("state-space-units-{name}"));
    units.is_long = true;
    for (i, head) in ["kind", "name", "unit"].into_iter().enumerate() {
        let words = rows.iter().map(|row| row[i].clone());
        units.words.push((head, words.collect()));
    }
    output.tables.push(units);
}

/// SI unit of a state by its name; scalars of bodies and controllers have units of their own.
fn state_unit(name: &str) -> &'static str {
    let is_rate = name.starts_with("rate of ");
    let is = |part: &str| {
        ["x", "y", "z"]
            .iter()
            .any(|axis| name.ends_with(&format!(", {part} {axis}")))
    };
    match is_rate {
        true if is("along") => "m/s",
        true if is("about") => "rad/s",
        true if name.ends_with(", charge") => "A",
        false if is("along") => "m",
        false if is("about") => "rad",
        false if name.ends_with(", charge") => "A s",
        _ => "SI",
    }
}

pub(super) fn put_poles(modes: &MachineModes, group: &mut Group) {
    let moving = || {
        modes
            .modes
            .iter()
            .filter(|mode| mode.kind != ModeKind::Rigid)
    };
    group.put("rigid_modes", modes.n_rigid as u32);
    group.put("is_stable", !modes.modes.iter().any(Mode::is_unstable));
    let frequencies: Vec<f64> = moving().map(|m| m.natural_frequency() / HERTZ).collect();
    group.put("frequencies", frequencies);
    let ratios: Vec<f64> = moving().map(damping).collect();
    group.put("damping_ratios", ratios);
}

/// Poles of all states.
pub(super) fn poles(all: &[Found]) -> Table {
    let rows: Vec<(&str, &Mode)> = all
        .iter()
        .flat_map(|found| {
            found
                .modes
                .modes
                .iter()
                .map(|mode| (found.state.name(), mode))
        })
        .collect();
    let mut table = Table::new("poles");
    let words = |of: &dyn Fn(&(&str, &Mode)) -> String| rows.iter().map(of).collect();
    table.words = vec![
        ("state", words(&|(state, _)| (*state).to_owned())),
        ("kind", words(&|(_, mode)| modal::kind(mode))),
        (
            "largest_motion",
            words(&|(_, mode)| mode.largest_motion.clone()),
        ),
    ];
    let mut put = |name: &str, unit, value: &dyn Fn(&Mode) -> f64| {
        table.push(
            name,
            unit,
            rows.iter().map(|(_, mode)| value(mode)).collect(),
        );
    };
    put("real", "1/s", &|m| -damping(m) * m.natural_frequency());
    put("imaginary", "1/s", &|m| m.eigenvalue.im);
    put("frequency", "Hz", &|m| m.natural_frequency() / HERTZ);
    put("damping_ratio", "1", &damping);
    table
}

fn word(sliding: Sliding) -> &'static str {
    match sliding {
        Sliding::Undecided => "free",
        Sliding::Stuck => "stuck",
        Sliding::Forward => "forward",
        Sliding::Backward => "backward",
    }
}

/// `mesh, teeth that stick: forward`; none of a machine without such surfaces.
pub(super) fn in_words(study: &SmallMotions, case: &Case) -> Option<String> {
    let names = grip_names(&study.equations);
    let each = names.iter().zip(&case.sliding);
    let each: Vec<String> = each
        .map(|(name, sliding)| format!("{name}: {}", word(*sliding)))
        .collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// What each of the surfaces does in each of the states.
pub(super) fn friction(names: Vec<String>, cases: &[Case]) -> Table {
    let mut table = Table::new("friction");
    table.words.push(("surfaces", names));
    for case in cases {
        let words = case.sliding.iter().map(|sliding| word(*sliding).to_owned());
        table.words.push((case.state.name(), words.collect()));
    }
    table
}
