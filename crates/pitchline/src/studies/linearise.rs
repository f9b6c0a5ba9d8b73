//! The study `linearise`: the machine about one place with its surfaces free, stuck and sliding. \[theory:linearised\] (52)-(58)

mod bode;
mod margins;
mod reading;
mod tables;

use super::machine_settings::{AT_KEYS, MACHINE_KEYS, MachineSettings, SENSOR_KEYS};
use super::small_motions::inputs::ShakenPart;
use super::small_motions::ports::{Shaken, Watched, shaken};
use super::small_motions::reading::{ABOUT_KEYS, About, FREQUENCY_KEYS, POINT_KEYS};
use super::small_motions::{self, HERTZ, SmallMotions, state_space};
use super::{Failure, Job, Study, StudyError, StudyKind, frequency_response};
use crate::dynamics::{
    FrequencyResponse, Input, LinearMachine, MachineModes, Mode, ModeKind, ModeOptions, Sliding,
    Steady, grip_limits, grip_names, set_grips,
};
use crate::input::field::Variant;
use crate::results::{Group, Object, Output};
use margins::Margined;

/// The machine in states of its friction.
#[derive(Debug, Clone, PartialEq)]
pub struct LineariseStudy {
    /// What all studies of the machine have; its sensors are the outputs.
    pub machine: MachineSettings,
    /// About which motion.
    pub about: About,
    /// In which states.
    pub states: Vec<GripState>,
    /// Whether the file names them; if not, those that cannot be are left out.
    pub are_named: bool,
    /// What is shaken; the first pushes what slides.
    pub inputs: Vec<ShakenPart>,
    /// Frequencies (Hz), ascending.
    pub frequencies: Vec<f64>,
    /// Whether they lie at equal ratios.
    pub is_logarithmic: bool,
    /// The loop whose margins are found.
    pub open_loop: Option<LoopRequest>,
}

/// What surfaces that stick and slide do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GripState {
    /// They do not rub.
    Free,
    /// They stick.
    Stuck,
    /// They slide as they move, or as the first input pushes them.
    Forward,
    /// They slide the other way.
    Backward,
}

impl GripState {
    /// All of them, as the file names them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Free, "free"),
        (Self::Stuck, "stuck"),
        (Self::Forward, "forward"),
        (Self::Backward, "backward"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(state, _)| *state == self)
            .map_or("", |(_, name)| name)
    }
}

/// An open loop.
#[derive(Debug, Clone, PartialEq)]
pub enum LoopRequest {
    /// An answer times a gain.
    Gain {
        /// Which of the inputs.
        input: usize,
        /// Column of a sensor.
        output: String,
        /// By what it is multiplied.
        gain: f64,
    },
    /// Through a controller and what it sets.
    Controller {
        /// The controller.
        controller: String,
        /// The motor or the torque.
        sets: String,
    },
}

/// The study `linearise`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "linearise",
        doc: "The machine linearised about one position with its teeth, bearings and brakes stuck and sliding: poles, matrices A, B, C, D, frequency responses, and the stability margins of a loop.",
        keys: &[
            &ABOUT_KEYS,
            &FREQUENCY_KEYS,
            &POINT_KEYS,
            &reading::KEYS,
            &MACHINE_KEYS,
            &AT_KEYS,
            &SENSOR_KEYS,
        ],
    },
    leaves_state: false,
    read: reading::read,
};

impl Study for LineariseStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        small_motions::run(self, &self.machine, job, |motions, output| {
            add(motions, self, output)
        })
    }
}

/// Why friction is not in a state.
#[derive(Debug, thiserror::Error)]
enum GripError {
    #[error("{error}; without friction there may be no equilibrium: write about = \"start\"")]
    NoRest { error: crate::dynamics::Error },
    #[error(
        "no normal force acts on the surfaces that could stick: load the teeth, close the brake, or write `at`, a time at which they are loaded"
    )]
    NothingPressed,
    #[error("there is no input that loads a friction surface")]
    NoInput,
    #[error(
        "`{input}` loads none of the surfaces that could slide: name an input that does first in `inputs`"
    )]
    PushesNothing { input: String },
}

/// Free coordinates beyond which only the lowest poles are found, and how many then.
const ALL_POLES: usize = 500;
const LOWEST_POLES: usize = 50;
/// A push that grows this much slower than the lowest pole tells which way surfaces slide. \[theory:linearised\] (56)
const SLOWLY: f64 = 1e-3;
/// Surfaces that hold less than this share of what others do hold nothing.
const UNPRESSED: f64 = 1e-12;

/// The machine in one state.
struct Case {
    pub state: GripState,
    sliding: Vec<Sliding>,
    pub machine: LinearMachine,
}

/// What is found of it.
struct Found {
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
fn add(
    study: &mut SmallMotions,
    request: &LineariseStudy,
    output: &mut Output,
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
                return Err(reason.at(format!("state `{}`", state.name())));
            }
            Err(reason) => output
                .warnings
                .push(format!("state `{}` is omitted: {reason}", state.name())),
        }
    }
    let mut all = Vec::with_capacity(cases.len());
    for case in &cases {
        all.push(find(study, case, (&ports, request), output)?);
    }
    output.tables.insert(0, tables::poles(&all));
    let names = grip_names(&study.equations);
    if !names.is_empty() {
        output.tables.insert(1, tables::friction(names, &cases));
    }
    output.tables.extend(margins::table(&all));
    if !study.options.without_pictures {
        let columns = &ports.watched.columns;
        let drawn = bode::pictures(study.title, &all, (columns, &ports.inputs), request);
        output.pictures.extend(drawn);
    }
    Ok(())
}

/// The motion about which all of them are found.
fn without_friction(study: &mut SmallMotions, about: About) -> Result<Steady, Failure> {
    let idle = vec![Sliding::Undecided; study.built.machine.n_grips()];
    let set = set_grips(&mut study.equations, &mut study.start, &idle);
    set.and_then(|()| study.steady(about))
        .map_err(|error| match about {
            About::Rest => Failure::own(GripError::NoRest { error }),
            _ => error.into(),
        })
}

/// The machine in a state, or why there is none.
fn case(
    study: &mut SmallMotions,
    steady: &Steady,
    state: GripState,
    ports: &Ports,
) -> Result<Case, Failure> {
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
        machine: machine?,
    })
}

/// All surfaces stuck that something presses: a brake that is open holds nothing.
fn pressed(study: &mut SmallMotions, steady: &Steady) -> Result<Vec<Sliding>, Failure> {
    let set = study.equations.set(&steady.state);
    set?;
    let limits = grip_limits(&study.equations);
    let most = limits.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return Err(Failure::own(GripError::NothingPressed));
    }
    let each = limits.iter().map(|limit| match *limit > UNPRESSED * most {
        true => Sliding::Stuck,
        false => Sliding::Undecided,
    });
    Ok(each.collect())
}

/// Surfaces that slide as they move, or as the first input pushes them.
fn pushed(
    study: &mut SmallMotions,
    steady: &Steady,
    inputs: &[Shaken],
) -> Result<Vec<Sliding>, Failure> {
    let Some(first) = inputs.first() else {
        return Err(Failure::own(GripError::NoInput));
    };
    let free = study.about(steady)?;
    let modes = all_modes(&free)?;
    let moving = modes
        .modes
        .iter()
        .filter(|mode| mode.kind != ModeKind::Rigid);
    let lowest = moving.map(Mode::natural_frequency).next();
    let growth = SLOWLY * lowest.filter(|w| *w > 0.0).unwrap_or(1.0);
    let senses = free.senses(&mut study.equations, &first.input, growth);
    let senses = senses?;
    match senses.iter().any(|sense| *sense != Sliding::Stuck) {
        true => Ok(senses),
        false => Err(Failure::own(GripError::PushesNothing {
            input: first.input.name.clone(),
        })),
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
    Ok(modes?)
}

/// Poles, answers, matrices and margins of one state.
fn find(
    study: &mut SmallMotions,
    case: &Case,
    (ports, request): (&Ports, &LineariseStudy),
    output: &mut Output,
) -> Result<Found, Failure> {
    let (machine, name) = (&case.machine, case.state.name());
    let at_state =
        |error: crate::dynamics::Error| Failure::from(error).at(format!("state `{name}`"));
    let of_state = machine.warnings.iter();
    let of_state = of_state.filter(|warning| !output.warnings.contains(warning));
    let of_state: Vec<String> = of_state.cloned().collect();
    output.warnings.extend(of_state);
    let outputs = ports.watched.outputs(&mut study.equations, machine);
    let (inputs, outputs) = (ports.inputs(), outputs.map_err(at_state)?);
    let frequencies: Vec<f64> = request.frequencies.iter().map(|f| HERTZ * f).collect();
    let answers = machine.frequency_response(&study.equations, &inputs, &outputs, &frequencies);
    let response = answers.map_err(at_state)?;
    let mut table = frequency_response::table(&response, &ports.inputs, &ports.watched.columns);
    table.name = format!("response-{name}");
    output.tables.push(table);
    let mut group = Group::new(Object::State, name);
    group.put_some("friction", tables::in_words(study, case).as_deref());
    if !state_space::is_too_large(machine.n_free(), output) {
        match machine.state_space(&study.equations, &inputs, &outputs) {
            Ok(space) => tables::put_matrices(&space, name, (ports, &outputs), &mut group, output),
            Err(error) => output
                .warnings
                .push(format!("state `{name}`: no state-space matrices: {error}")),
        }
    }
    let modes = all_modes(machine)?;
    tables::put_poles(&modes, &mut group);
    let found = request.open_loop.as_ref().map(|open_loop| {
        let ports = (&inputs[..], &outputs[..]);
        margins::find(study, machine, (open_loop, ports), &frequencies)
    });
    let margins = match found.transpose() {
        Ok(found) => found,
        Err(error) => {
            let warning = format!("state `{name}`: no margins: {error}");
            output.warnings.push(warning);
            None
        }
    };
    if let Some(found) = &margins {
        margins::put(found, &mut group);
    }
    output.values.groups.push(group);
    Ok(Found {
        state: case.state,
        response,
        modes,
        margins,
    })
}
