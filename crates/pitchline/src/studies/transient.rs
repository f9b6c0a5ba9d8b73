//! The study `transient`: motion of the machine in time.

pub(super) mod reading;

use std::sync::Arc;

use super::machine_settings::{
    self, MACHINE_KEYS, MachineSettings, SENSOR_KEYS, SOLUTION_KEYS, TIME_KEYS,
};
use super::{Failure, Interruptible, Job, Study, StudyContext, StudyError, StudyKind};
use crate::input::field::Variant;
use crate::input::{Diagnostics, Section};
use crate::machine::BuiltMachine;
use crate::results::Output;
use crate::run::{self, Advance, Course, Ended, MachineRun, Steps, Teller};

/// Motion of the machine in time.
#[derive(Debug, Clone, PartialEq)]
pub struct TransientStudy {
    /// What all studies of the machine have.
    pub machine: MachineSettings,
    /// Last time (s).
    pub end: f64,
    /// How long steps are.
    pub step_choice: StepChoice,
    /// Time from row to row of the tables (s), at least a step of equal ones.
    pub output_step: f64,
    /// How time is integrated.
    pub scheme: Scheme,
    /// Names of the events that can happen.
    pub events: Vec<String>,
}

/// How long steps are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepChoice {
    /// All so long (s).
    Equal(f64),
    /// As their errors allow.
    Adaptive {
        /// Error that the run may have at its end, relative.
        accuracy: f64,
        /// No step is longer (s).
        largest: f64,
    },
}

/// How time is integrated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scheme {
    /// Generalized-α.
    GeneralizedAlpha {
        /// What is left of the fastest vibrations after a step.
        spectral_radius: f64,
    },
    /// HHT-α.
    Hht {
        /// α from 0 to 1/3, positive.
        alpha: f64,
    },
    /// Newmark's average acceleration.
    Newmark,
    /// Radau IIA of order 5.
    Radau,
}

/// The study `transient`.
pub static KIND: StudyKind = StudyKind {
    variant: Variant {
        name: "transient",
        doc: "The motion of the machine in time, with inertia.",
        keys: &[
            &MACHINE_KEYS,
            &TIME_KEYS,
            &reading::KEYS,
            &SOLUTION_KEYS,
            &SENSOR_KEYS,
        ],
    },
    leaves_state: true,
    read,
};

fn read(
    section: &Section,
    context: &StudyContext,
    diagnostics: &mut Diagnostics,
) -> Option<Arc<dyn Study>> {
    let machine = machine_settings::read(section, context, diagnostics)?;
    let study = reading::read(section, context.machine, machine, diagnostics)?;
    Some(Arc::new(study))
}

impl TransientStudy {
    /// From its first to its last time (s).
    pub fn duration(&self) -> f64 {
        self.end - self.machine.begin
    }

    /// Its steps; where they follow from their errors, the ways from row to row.
    pub(crate) fn steps(&self) -> Steps {
        let step = match self.step_choice {
            StepChoice::Equal(step) => step,
            StepChoice::Adaptive { .. } => self.output_step,
        };
        Steps::new([self.machine.begin, self.end], step, self.output_step)
    }
}

impl Study for TransientStudy {
    fn kind(&self) -> &'static StudyKind {
        &KIND
    }

    fn start(&self) -> Option<&str> {
        self.machine.start.as_deref()
    }

    fn interruptible(&self) -> Option<Interruptible> {
        Some(Interruptible {
            times: [self.machine.begin, self.end],
            output_step: self.output_step,
        })
    }

    fn run(&self, job: &mut Job) -> Result<Output, StudyError> {
        run::run(self, job)
    }
}

impl Course for TransientStudy {
    fn settings(&self) -> &MachineSettings {
        &self.machine
    }

    fn beginning_at(&self, time: f64) -> Box<dyn Course> {
        let mut later = self.clone();
        later.machine.begin = time;
        Box::new(later)
    }

    fn is_dynamic(&self) -> bool {
        true
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
        run::in_time(run, self, advance, output, teller)
    }

    fn warnings(&self, ended: &Ended) -> Vec<String> {
        ended.stuck()
    }

    fn explain(&self, built: &BuiltMachine, failure: Failure) -> Failure {
        run::explain_in_time(built, failure)
    }

    fn remedy_of_rounding(&self) -> &'static str {
        match self.scheme {
            Scheme::Radau => "",
            _ => "; of the schemes \"radau\" reaches further than \"generalized-alpha\"",
        }
    }
}
