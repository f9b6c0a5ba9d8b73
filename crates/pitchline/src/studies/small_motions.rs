//! Studies of small motions of the machine: `modal`, `campbell`, `frequency-response`, `linearise`.
//!
//! ```text
//! BuiltMachine ──assemble──▶ State ──Steady──▶ LinearMachine ──▶ modes | modes over speed | answers over frequency
//! ```

pub(super) mod inputs;
mod pictures;
pub(super) mod ports;
pub(super) mod reading;
pub(super) mod state_space;
pub(super) mod whirl;

pub(super) use pictures::{campbell as campbell_picture, response as response_picture};

use super::machine_settings::{MachineSettings, Redundant};
use super::{Failure, Job, Options, Study, StudyError};
use crate::dynamics::{
    AssemblyOptions, Equations, Error, LinearMachine, Mode, State, Steady, SteadyOptions, assemble,
};
use crate::machine::BuiltMachine;
use crate::model::machine::MachineRequest;
use crate::results::{Group, Object, Output};
use crate::run::Uniqueness;
use reading::About;

/// Hz in rad/s.
pub(super) const HERTZ: f64 = std::f64::consts::TAU;

/// Damping ratio of a mode, without what rounding leaves of none.
pub(super) fn damping(mode: &Mode) -> f64 {
    match mode.is_undamped() {
        true => 0.0,
        false => mode.damping_ratio(),
    }
}

/// A machine whose small motions are studied.
pub(super) struct SmallMotions<'s> {
    pub title: &'s str,
    pub built: &'s BuiltMachine,
    pub requests: &'s MachineRequest,
    pub equations: Equations<'s>,
    /// Where the machine starts: joints are closed.
    pub start: State,
    pub options: Options<'s>,
    pub machine: Group,
    /// Free coordinates.
    pub n_free: usize,
}

/// Computes a study of small motions: closes the joints, and lets the study add what it finds.
pub(super) fn run(
    study: &dyn Study,
    settings: &MachineSettings,
    job: &mut Job,
    add: impl FnOnce(&mut SmallMotions, &mut Output) -> Result<(), Failure>,
) -> Result<Output, StudyError> {
    job.tell(
        format!("study `{}`: {}", job.name, study.kind().name()),
        None,
    )?;
    job.collect(|job, output| {
        let begin = job.start(settings)?;
        let built = job.machine()?;
        let model = job.model();
        let mut start = begin.unwrap_or_else(|| built.machine.start(settings.begin));
        start.time = settings.begin;
        let mut equations = Equations::new(&built.machine);
        equations.stop_on(job.options().interrupt);
        let mut motions = SmallMotions {
            title: &model.name,
            built: &built,
            requests: &model.machine,
            equations,
            start,
            options: job.options(),
            machine: Group::new(Object::Machine, ""),
            n_free: 0,
        };
        let done = motions
            .close_joints(settings, output)
            .and_then(|()| add(&mut motions, output));
        // What failed because it was stopped may be told in other words.
        job.check_interrupt()?;
        done?;
        output.values.groups.insert(0, motions.machine);
        Ok(())
    })
}

impl SmallMotions<'_> {
    /// Brings the bodies together, and tells of joints that hold the same twice.
    fn close_joints(
        &mut self,
        settings: &MachineSettings,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let options = AssemblyOptions {
            refuse_redundant: settings.redundant == Redundant::Refuse,
            with_accelerations: false,
            ..AssemblyOptions::default()
        };
        let assembled = assemble(&mut self.equations, &mut self.start, &options);
        let assembled = assembled?;
        let unique = Uniqueness::of(self.built, &self.equations, &assembled.redundancy);
        output.warnings.extend(unique.warning(self.built));
        let free = self.equations.n_velocities().saturating_sub(unique.rank);
        self.n_free = free;
        self.machine.put("degrees_of_freedom", free as u32);
        let redundant = unique.n_redundant() as u32;
        self.machine.put("redundant_constraints", redundant);
        Ok(())
    }

    /// The machine about the motion that is asked for.
    pub fn linearised(
        &mut self,
        about: About,
        output: &mut Output,
    ) -> Result<LinearMachine, Failure> {
        let steady = self.steady(about);
        let machine = steady.and_then(|steady| self.about(&steady));
        let machine = machine?;
        output.warnings.extend(machine.warnings.iter().cloned());
        Ok(machine)
    }

    /// The motion that is asked for.
    pub fn steady(&mut self, about: About) -> Result<Steady, Error> {
        let (equations, start) = (&mut self.equations, &self.start);
        match about {
            About::Rest => Steady::at_rest(equations, start),
            About::Turning => Steady::turning(equations, start, &SteadyOptions::default()),
            About::Start => Steady::given(equations, start),
        }
    }

    /// The machine about a motion.
    pub fn about(&mut self, steady: &Steady) -> Result<LinearMachine, Error> {
        LinearMachine::checked(&mut self.equations, steady)
    }
}

/// Why a machine has no linear one as it is asked for.
#[derive(Debug, thiserror::Error)]
pub(super) enum PortError {
    #[error("the unbalance of disc `{shaft}:{disc}` turns with it: it has a study of its own")]
    Unbalance { shaft: String, disc: String },
    #[error(
        "there are no sensors to observe: add one, such as [sensors.tip] with kind = \"position\""
    )]
    NoSensors,
}
