//! The study `static`: equilibrium of the machine.

use std::sync::Arc;

use super::machine_settings::{
    self, AT_KEYS, MACHINE_KEYS, MachineSettings, SENSOR_KEYS, SOLUTION_KEYS,
};
use super::{Failure, Job, Study, StudyContext, StudyError, StudyKind};
use crate::dynamics::State;
use crate::input::field::Variant;
use crate::input::{Diagnostics, Section};
use crate::keys;
use crate::machine::BuiltMachine;
use crate::results::Output;
use crate::run::{self, Advance, Course, Ended, MachineRun, Teller};

/// Equilibrium of the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// Steps in which loads grow to their full size.
    pub steps: usize,
}

/// The study `static`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "static",
        doc: "Equilibrium of the machine: positions of its bodies under their loads, and the reactions of joints.",
        keys: &[&MACHINE_KEYS, &AT_KEYS, &KEYS, &SOLUTION_KEYS, &SENSOR_KEYS],
    },
    leaves_state: true,
    read,
};

keys! {
    static KEYS {
        STEPS = optional(
            "steps",
            Integer(1, 100_000),
            "10",
            "Steps in which gravity and loads grow from nothing to their full size.",
        ), default "1";
    }
}

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    Some(Arc::new(StaticStudy {
        machine: machine_settings::read(section, context, diagnostics)?,
        steps: usize::try_from(section.get(&STEPS)?.value).ok()?,
    }))
}

impl Study for StaticStudy {
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

impl Course for StaticStudy {
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

    fn starts_as_given(&self) -> bool {
        true
    }

    fn n_rows(&self) -> f64 {
        1.0
    }

    fn go(
        &self,
        run: &mut MachineRun,
        advance: &mut Advance,
        output: &mut Output,
        teller: &mut Teller,
    ) -> Result<(), Failure> {
        run::equilibrium(run, self, advance, output, teller)
    }

    fn warnings(&self, ended: &Ended) -> Vec<String> {
        let mut warnings = ended.without_time(KIND.name());
        if !ended.has_failed() {
            warnings.extend(ended.at_rest());
        }
        warnings
    }

    fn explain(&self, built: &BuiltMachine, failure: Failure) -> Failure {
        run::explain_at_rest(built, failure)
    }

    fn caption(&self, state: &State, is_first: bool) -> String {
        match (is_first, &self.machine.start) {
            (true, Some(before)) => format!("as study {before} left it"),
            (true, None) => "before drives and loads".to_owned(),
            (false, _) => format!("t = {} s, in equilibrium", crate::number::short(state.time)),
        }
    }
}
