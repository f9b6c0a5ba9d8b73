//! The study `kinematic`: the motion that drives prescribe.

use std::sync::Arc;

use super::machine_settings::{
    self, MACHINE_KEYS, MachineSettings, SENSOR_KEYS, SOLUTION_KEYS, TIME_KEYS,
};
use super::transient::reading;
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::State;
use crate::input::field::Variant;
use crate::input::interval::Interval;
use crate::input::{Diagnostics, Section};
use crate::keys;
use crate::machine::BuiltMachine;
use crate::results::Output;
use crate::run::{self, Advance, Course, Ended, MachineRun, Steps, Teller};
use crate::units::Dimension;

/// Motion of the machine that its drives prescribe.
#[derive(Debug, Clone, PartialEq)]
pub struct KinematicStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// Last time (s).
    pub end: f64,
    /// Step (s).
    pub step: f64,
    /// Time from row to row of the tables (s), at least a step.
    pub output_step: f64,
    /// Whether it goes through equilibria, without inertia.
    pub is_quasi_static: bool,
}

/// The study `kinematic`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "kinematic",
        doc: "The motion that the drives prescribe, and the forces that it requires; with `quasi_static` the sequence of equilibria along it.",
        keys: &[
            &MACHINE_KEYS,
            &TIME_KEYS,
            &KEYS,
            &SOLUTION_KEYS,
            &SENSOR_KEYS,
        ],
    },
    leaves_state: true,
    read,
};

keys! {
    static KEYS {
        STEP = required(
            "step",
            Quantity(Dimension::TIME, Interval::POSITIVE),
            "\"0.1 ms\"",
            "Time step.",
        );
        QUASI_STATIC = optional(
            "quasi_static",
            Boolean(),
            "true",
            "Without inertia: at each time the equilibrium under the drives and loads of that time, and the velocities along the sequence of equilibria. Springs and teeth deflect, which is not possible in a motion that is prescribed by drives alone. Forces are static: dampers and \
             friction do not act. A transient study that starts from its end has the deflections of the load and the speeds of the drives.",
        ), default "false";
    }
}

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let times = reading::times(section, machine.begin, diagnostics)?;
    let (step, output_step) = reading::equal(section, &STEP, times, diagnostics)?;
    Some(Arc::new(KinematicStudy {
        machine,
        end: times[1],
        step,
        output_step,
        is_quasi_static: section.get(&QUASI_STATIC)?.value,
    }))
}

impl KinematicStudy {
    /// Its steps.
    pub(crate) fn steps(&self) -> Steps {
        Steps::new([self.machine.begin, self.end], self.step, self.output_step)
    }
}

impl Study for KinematicStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        run::run(self, job)
    }
}

impl Course for KinematicStudy {
    fn settings(&self) -> &MachineSettings {
        &self.machine
    }

    fn beginning_at(&self, time: f64) -> Box<dyn Course> {
        let mut later = self.clone();
        later.machine.begin = time;
        Box::new(later)
    }

    fn is_dynamic(&self) -> bool {
        false
    }

    fn n_rows(&self) -> f64 {
        self.steps().n_rows()
    }

    fn go(
        &self,
        run: &mut MachineRun,
        advance: &mut Advance,
        output: &mut Output,
        teller: &mut Teller,
    ) -> Result<(), Failure> {
        run::prescribed(run, self, advance, output, teller)
    }

    fn warnings_at_start(&self, built: &BuiltMachine, state: &State) -> Vec<String> {
        run::idle(built, state).into_iter().collect()
    }

    fn warnings(&self, ended: &Ended) -> Vec<String> {
        let mut warnings = ended.without_time(KIND.name());
        warnings.extend(ended.prescribed());
        warnings
    }

    fn explain(&self, built: &BuiltMachine, failure: Failure) -> Failure {
        run::explain_prescribed(built, failure)
    }
}
