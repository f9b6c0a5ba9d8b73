//! Studies of small motions of the machine: `modal`, `campbell`, `frequency-response`, `linearise`.
//!
//! ```text
//! BuiltMachine ──assemble──▶ State ──Steady──▶ LinearMachine ──▶ modes | modes over speed | answers over frequency
//! ```

mod bode;
mod campbell;
mod linearise;
mod margins;
mod modal;
mod pictures;
mod ports;
mod response;
mod shape_pictures;
mod state_space;
mod unbalance;
mod whirl;

use super::machine::{self, Failure, Uniqueness};
use super::{Options, Progress, Session, Watch};
use crate::dynamics::{
    AssemblyOptions, Equations, Error, LinearMachine, Mode, State, Steady, SteadyOptions, assemble,
};
use crate::machine::BuiltMachine;
use crate::model::machine::{
    About, CampbellRequest, FrequencyResponseRequest, LineariseRequest, MachineRequest,
    MachineStudy, ModalRequest, Redundant,
};
use crate::results::{Group, Object, StudyResult};

/// Hz in rad/s.
const HERTZ: f64 = std::f64::consts::TAU;

/// Damping ratio of a mode, without what rounding leaves of none.
fn damping(mode: &Mode) -> f64 {
    match mode.is_undamped() {
        true => 0.0,
        false => mode.damping_ratio(),
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked<'a> {
    /// Modes.
    Modal(&'a ModalRequest),
    /// Modes over speed.
    Campbell(&'a CampbellRequest),
    /// Answers over frequency.
    FrequencyResponse(&'a FrequencyResponseRequest),
    /// The machine in states of its friction.
    Linearise(&'a LineariseRequest),
}

impl Asked<'_> {
    fn common(&self) -> (&MachineStudy, f64) {
        match self {
            Self::Modal(request) => (&request.machine, request.time),
            Self::Campbell(request) => (&request.machine, request.time),
            Self::FrequencyResponse(request) => (&request.machine, request.time),
            Self::Linearise(request) => (&request.machine, request.time),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Modal(_) => "modal",
            Self::Campbell(_) => "campbell",
            Self::FrequencyResponse(_) => "frequency-response",
            Self::Linearise(_) => "linearise",
        }
    }
}

/// A study while it runs.
struct Study<'s> {
    title: &'s str,
    built: &'s BuiltMachine,
    requests: &'s MachineRequest,
    equations: Equations<'s>,
    /// Where the machine starts: joints are closed.
    start: State,
    options: Options<'s>,
    machine: Group,
    /// Free coordinates.
    n_free: usize,
}

/// Runs a study.
pub(super) fn run(session: &mut Session, name: &str, asked: Asked, watch: Watch) -> StudyResult {
    let mut result = StudyResult::new(name, asked.kind());
    result.warnings.clone_from(&session.model.warnings);
    watch(Progress {
        phase: format!("study `{name}`: {}", asked.kind()),
        done: None,
    });
    match compute(session, asked, &mut result, watch) {
        Ok(()) => result,
        Err(reason) => result.failed(reason),
    }
}

fn compute(
    session: &mut Session,
    asked: Asked,
    result: &mut StudyResult,
    watch: Watch,
) -> Result<(), Failure> {
    let (common, time) = asked.common();
    let begin = machine::begin(session, common, watch)?;
    let (model, options) = (session.model, session.options);
    let built = machine::built(session, watch).map_err(Clone::clone)?;
    let mut start = begin.unwrap_or_else(|| built.machine.start(time));
    start.time = time;
    let mut study = Study {
        title: &model.name,
        built,
        requests: &model.machine,
        equations: Equations::new(&built.machine),
        start,
        options,
        machine: Group::new(Object::Machine, ""),
        n_free: 0,
    };
    study.close_joints(common, result)?;
    match asked {
        Asked::Modal(request) => modal::add(&mut study, request, result)?,
        Asked::Campbell(request) => campbell::add(&mut study, request, result)?,
        Asked::FrequencyResponse(request) => response::add(&mut study, request, result)?,
        Asked::Linearise(request) => linearise::add(&mut study, request, result)?,
    }
    result.values.groups.insert(0, study.machine);
    Ok(())
}

impl Study<'_> {
    /// Brings the bodies together, and tells of joints that hold the same twice.
    fn close_joints(
        &mut self,
        common: &MachineStudy,
        result: &mut StudyResult,
    ) -> Result<(), Failure> {
        let options = AssemblyOptions {
            refuse_redundant: common.redundant == Redundant::Refuse,
            with_accelerations: false,
            ..AssemblyOptions::default()
        };
        let assembled = assemble(&mut self.equations, &mut self.start, &options);
        let assembled = assembled.map_err(|error| error.to_string())?;
        let unique = Uniqueness::of(self.built, &self.equations, &assembled.redundancy);
        result.warnings.extend(unique.warning(self.built));
        let free = self.equations.n_velocities().saturating_sub(unique.rank);
        self.n_free = free;
        self.machine.put("degrees_of_freedom", free as u32);
        let redundant = unique.n_redundant() as u32;
        self.machine.put("redundant_constraints", redundant);
        Ok(())
    }

    /// The machine about the motion that is asked for.
    fn linearised(
        &mut self,
        about: About,
        result: &mut StudyResult,
    ) -> Result<LinearMachine, Failure> {
        let steady = self.steady(about);
        let machine = steady.and_then(|steady| self.about(&steady));
        let machine = machine.map_err(|error| error.to_string())?;
        result.warnings.extend(machine.warnings.iter().cloned());
        Ok(machine)
    }

    /// The motion that is asked for.
    fn steady(&mut self, about: About) -> Result<Steady, Error> {
        let (equations, start) = (&mut self.equations, &self.start);
        match about {
            About::Rest => Steady::at_rest(equations, start),
            About::Turning => Steady::turning(equations, start, &SteadyOptions::default()),
            About::Start => Steady::given(equations, start),
        }
    }

    /// The machine about a motion.
    fn about(&mut self, steady: &Steady) -> Result<LinearMachine, Error> {
        LinearMachine::checked(&mut self.equations, steady)
    }
}
