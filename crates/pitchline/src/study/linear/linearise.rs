//! The study `linearise`: the machine about one place with its surfaces free, stuck and sliding. \[theory:linearised\] (52)-(58)

use super::margins::{self, Margined};
use super::ports::{Shaken, Watched, shaken};
use super::{HERTZ, Study, bode, damping, modal, response, state_space};
use crate::dynamics::{
    FrequencyResponse, Input, LinearMachine, MachineModes, Mode, ModeKind, ModeOptions, Output,
    Sliding, StateSpace, Steady, grip_limits, grip_names, set_grips,
};
use crate::model::machine::{About, GripState, LineariseRequest};
use crate::results::{Group, Object, StudyResult, Table};
use crate::study::machine::Failure;

/// Free coordinates beyond which only the lowest poles are found, and how many then.
const ALL_POLES: usize = 500;
const LOWEST_POLES: usize = 50;
/// A push that grows this much slower than the lowest pole tells which way surfaces slide. \[theory:linearised\] (56)
const SLOWLY: f64 = 1e-3;
/// Surfaces that hold less than this share of what others do hold nothing.
const UNPRESSED: f64 = 1e-12;

/// The machine in one state.
pub(super) struct Case {
    pub state: GripState,
    sliding: Vec<Sliding>,
    pub machine: LinearMachine,
}

/// What is found of it.
pub(super) struct Found {
    pub state: GripState,
    pub response: FrequencyResponse,
    modes: MachineModes,
    pub margins: Option<Margined>,
}

/// What is put in, and where sensors look.
struct Ports<'b> {
    inputs: Vec<Shaken>,
    watched: Watched<'b>,
}

impl Ports<'_> {
    fn inputs(&self) -> Vec<Input> {
        let inputs = self.inputs.iter();
        inputs.map(|shaken| shaken.input.clone()).collect()
    }
}

/// Adds all states.
pub(super) fn add(
    study: &mut Study,
    request: &LineariseRequest,
    result: &mut StudyResult,
) -> Result<(), Failure> {
    let parts = request.inputs.iter();
    let inputs = parts.map(|part| shaken(study, part));
    let ports = Ports {
        inputs: inputs.collect::<Result<_, _>>()?,
        watched: Watched::new(study.built, &request.machine.sensors)?,
    };
    let steady = without_friction(study, request.about)?;
    let mut cases = Vec::new();
    // What moves slides as it does.
    let is_open = |state: &GripState| match state {
        GripState::Free | GripState::Forward => true,
        GripState::Stuck | GripState::Backward => request.are_named || !steady.is_turning,
    };
    for &state in request.states.iter().filter(|state| is_open(state)) {
        match case(study, &steady, state, &ports) {
            Ok(case) => cases.push(case),
            Err(reason) if request.are_named => {
                return Err(format!("state `{}`: {reason}", state.name()));
            }
            Err(reason) => result
                .warnings
                .push(format!("state `{}` is left out: {reason}", state.name())),
        }
    }
    let mut all = Vec::with_capacity(cases.len());
    for case in &cases {
        all.push(find(study, case, (&ports, request), result)?);
    }
    result.tables.insert(0, poles(&all));
    let names = grip_names(&study.equations);
    if !names.is_empty() {
        result.tables.insert(1, friction(names, &cases));
    }
    result.tables.extend(margins::table(&all));
    if !study.options.without_pictures {
        let columns = &ports.watched.columns;
        let drawn = bode::pictures(study.title, &all, (columns, &ports.inputs), request);
        result.pictures.extend(drawn);
    }
    Ok(())
}

/// The motion about which all of them are found.
fn without_friction(study: &mut Study, about: About) -> Result<Steady, Failure> {
    let idle = vec![Sliding::Undecided; study.built.machine.n_grips()];
    let told = |error: crate::dynamics::Error| match about {
        About::Rest => format!(
            "{error}; without friction there may be no equilibrium: write about = \"start\""
        ),
        _ => error.to_string(),
    };
    set_grips(&mut study.equations, &mut study.start, &idle).map_err(told)?;
    study.steady(about).map_err(told)
}

/// The machine in a state, or why there is none.
fn case(
    study: &mut Study,
    steady: &Steady,
    state: GripState,
    ports: &Ports,
) -> Result<Case, Failure> {
    let told = |error: crate::dynamics::Error| error.to_string();
    let sliding = match state {
        GripState::Free => vec![Sliding::Undecided; study.built.machine.n_grips()],
        GripState::Stuck => pressed(study, steady)?,
        GripState::Forward => pushed(study, steady, &ports.inputs)?,
        GripState::Backward => {
            let forward = pushed(study, steady, &ports.inputs)?;
            forward.into_iter().map(opposite).collect()
        }
    };
    let machine = match state {
        GripState::Free => study.about(steady),
        _ => {
            let gripped = steady.gripped(&mut study.equations, &sliding);
            gripped.and_then(|gripped| study.about(&gripped))
        }
    };
    Ok(Case {
        state,
        sliding,
        machine: machine.map_err(told)?,
    })
}

/// All surfaces stuck that something presses: a brake that is open holds nothing.
fn pressed(study: &mut Study, steady: &Steady) -> Result<Vec<Sliding>, Failure> {
    let set = study.equations.set(&steady.state);
    set.map_err(|error| error.to_string())?;
    let limits = grip_limits(&study.equations);
    let most = limits.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return Err(
            "nothing presses the surfaces that could stick: load the teeth, close the brake, or write `at`, a time at which they are"
                .to_owned(),
        );
    }
    let each = limits.iter().map(|limit| match *limit > UNPRESSED * most {
        true => Sliding::Stuck,
        false => Sliding::Undecided,
    });
    Ok(each.collect())
}

/// Surfaces that slide as they move, or as the first input pushes them.
fn pushed(study: &mut Study, steady: &Steady, inputs: &[Shaken]) -> Result<Vec<Sliding>, Failure> {
    let told = |error: crate::dynamics::Error| error.to_string();
    let Some(first) = inputs.first() else {
        return Err("there is no input that pushes".to_owned());
    };
    let free = study.about(steady).map_err(told)?;
    let modes = all_modes(&free)?;
    let moving = modes
        .modes
        .iter()
        .filter(|mode| mode.kind != ModeKind::Rigid);
    let lowest = moving.map(Mode::natural_frequency).next();
    let growth = SLOWLY * lowest.filter(|w| *w > 0.0).unwrap_or(1.0);
    let senses = free.senses(&mut study.equations, &first.input, growth);
    let senses = senses.map_err(told)?;
    match senses.iter().any(|sense| *sense != Sliding::Stuck) {
        true => Ok(senses),
        false => Err(format!(
            "`{}` pushes none of the surfaces that could slide: name an input that does first in `inputs`",
            first.input.name
        )),
    }
}

fn opposite(sliding: Sliding) -> Sliding {
    match sliding {
        Sliding::Forward => Sliding::Backward,
        Sliding::Backward => Sliding::Forward,
        same => same,
    }
}

fn all_modes(machine: &LinearMachine) -> Result<MachineModes, Failure> {
    let wanted = (machine.n_free() > ALL_POLES).then_some(LOWEST_POLES);
    let modes = machine.modes(&ModeOptions { wanted });
    modes.map_err(|error| error.to_string())
}

/// Poles, answers, matrices and margins of one state.
fn find(
    study: &mut Study,
    case: &Case,
    (ports, request): (&Ports, &LineariseRequest),
    result: &mut StudyResult,
) -> Result<Found, Failure> {
    let (machine, name) = (&case.machine, case.state.name());
    let told = |error: crate::dynamics::Error| format!("state `{name}`: {error}");
    let of_state = machine.warnings.iter();
    let of_state = of_state.filter(|warning| !result.warnings.contains(warning));
    let of_state: Vec<String> = of_state.cloned().collect();
    result.warnings.extend(of_state);
    let outputs = ports.watched.outputs(&mut study.equations, machine);
    let (inputs, outputs) = (ports.inputs(), outputs.map_err(told)?);
    let frequencies: Vec<f64> = request.frequencies.iter().map(|f| HERTZ * f).collect();
    let answers = machine.frequency_response(&study.equations, &inputs, &outputs, &frequencies);
    let response = answers.map_err(told)?;
    let mut table = response::table(&response, &ports.inputs, &ports.watched.columns);
    table.name = format!("response-{name}");
    result.tables.push(table);
    let mut group = Group::new(Object::State, name);
    group.put_some("friction", in_words(study, case).as_deref());
    if !state_space::is_too_large(machine.n_free(), result) {
        match machine.state_space(&study.equations, &inputs, &outputs) {
            Ok(space) => put_matrices(&space, name, (ports, &outputs), &mut group, result),
            Err(error) => result
                .warnings
                .push(format!("state `{name}`: no state-space matrices: {error}")),
        }
    }
    let modes = all_modes(machine)?;
    put_poles(&modes, &mut group);
    let found = request.open_loop.as_ref().map(|open_loop| {
        let ports = (&inputs[..], &outputs[..]);
        margins::find(study, machine, (open_loop, ports), &frequencies)
    });
    let margins = match found.transpose() {
        Ok(found) => found,
        Err(error) => {
            let warning = format!("state `{name}`: no margins: {error}");
            result.warnings.push(warning);
            None
        }
    };
    if let Some(found) = &margins {
        margins::put(found, &mut group);
    }
    result.values.groups.push(group);
    Ok(Found {
        state: case.state,
        response,
        modes,
        margins,
    })
}

/// A, B, C, D and what their rows and columns are.
fn put_matrices(
    space: &StateSpace,
    name: &str,
    (ports, outputs): (&Ports, &[Output]),
    group: &mut Group,
    result: &mut StudyResult,
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
        if !result.notes.contains(&note) {
            result.notes.push(note);
        }
    }
    group.put("states", kept.n() as u32);
    for mut table in state_space::tables(&kept) {
        table.name = format!("{}-{name}", table.name);
        result.tables.push(table);
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
    result.tables.push(units);
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

fn put_poles(modes: &MachineModes, group: &mut Group) {
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
fn poles(all: &[Found]) -> Table {
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
fn in_words(study: &Study, case: &Case) -> Option<String> {
    let names = grip_names(&study.equations);
    let each = names.iter().zip(&case.sliding);
    let each: Vec<String> = each
        .map(|(name, sliding)| format!("{name}: {}", word(*sliding)))
        .collect();
    (!each.is_empty()).then(|| each.join("; "))
}

/// What each of the surfaces does in each of the states.
fn friction(names: Vec<String>, cases: &[Case]) -> Table {
    let mut table = Table::new("friction");
    table.words.push(("surfaces", names));
    for case in cases {
        let words = case.sliding.iter().map(|sliding| word(*sliding).to_owned());
        table.words.push((case.state.name(), words.collect()));
    }
    table
}
