//! Studies of one model, one after the other: what one leaves others may start from.

use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::machine_settings::MachineSettings;
use super::reduce::ReduceStudy;
use super::{Failure, StudyError};
use crate::Model;
use crate::cache::Cache;
use crate::dynamics::State;
use crate::fem::ReducedBody;
use crate::machine::{AssemblyError, BuiltMachine};
use crate::model::NamedStudy;
use crate::resources::Resource as _;
use crate::results::{Output, StudyResult};
use crate::run::Checkpoints;

/// What a run shall leave out, and what it may use.
#[derive(Debug, Clone, Copy)]
pub struct Options<'c> {
    /// No pictures: for programs that only want the numbers.
    pub without_pictures: bool,
    /// No drawings for CAD programs: nothing will be written to a folder.
    pub without_drawings: bool,
    /// The results folder, into which long tables are written row by row while a study runs.
    pub folder: Option<&'c Path>,
    /// Whether long runs are kept beside their tables, so that they can go on after a kill.
    pub checkpoints: Option<Checkpoints<'c>>,
    /// Where long computations are kept; [`Cache::off`] where nothing shall be taken from one or stored.
    pub cache: &'c Cache,
    /// Once it is set, a study of the machine in motion stops before its next step and keeps what it has.
    pub interrupt: &'c AtomicBool,
}

impl Options<'_> {
    /// Whether somebody wants the studies to stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

static NO_CACHE: Cache = Cache::off();
static NO_INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Everything is drawn, no cache is used.
impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            without_pictures: false,
            without_drawings: false,
            folder: None,
            checkpoints: None,
            cache: &NO_CACHE,
            interrupt: &NO_INTERRUPT,
        }
    }
}

/// How far a study is.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    /// What it does now.
    pub phase: String,
    /// How much of the phase is done, from 0 to 1; `None` where it cannot be told.
    pub done: Option<f64>,
}

/// Who wants to know how far a study is.
pub type Watch<'w> = &'w mut dyn FnMut(Progress);

/// Runs one study by itself.
pub fn run(model: &Model, study: &NamedStudy, options: Options) -> StudyResult {
    Session::new(model, options).run(study, &mut |_| {})
}

/// Studies of one model. Each machine is built once, and the last states of its studies are kept.
#[derive(Debug)]
pub struct Session<'s> {
    /// The model of the file.
    base: &'s Model,
    /// The model of the study that runs, which may have changed it.
    model: &'s Model,
    /// Which of the variants that is.
    variant: Option<usize>,
    options: Options<'s>,
    /// The machines of the variants, once they are built; or why they cannot be.
    machines: BTreeMap<Option<usize>, Result<Arc<BuiltMachine>, AssemblyError>>,
    /// Last states by the name of the study; none of a study that has failed.
    ends: BTreeMap<String, Option<State>>,
}

impl<'s> Session<'s> {
    /// No study has run.
    pub fn new(model: &'s Model, options: Options<'s>) -> Self {
        Self {
            base: model,
            model,
            variant: None,
            options,
            machines: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    /// Runs one study and tells how far it is.
    pub fn run(&mut self, study: &NamedStudy, watch: Watch) -> StudyResult {
        let around = (self.model, self.variant);
        let changed = study.variant.and_then(|i| self.base.variants.get(i));
        (self.model, self.variant) = (changed.unwrap_or(self.base), study.variant);
        let done = study.study.run(&mut Job {
            name: &study.name,
            session: self,
            watch,
        });
        (self.model, self.variant) = around;
        let kind = study.study.kind().name();
        let end = done.as_ref().ok().and_then(|output| output.state.clone());
        self.ends.insert(study.name.clone(), end);
        StudyResult::new(&study.name, kind, done)
    }
}

/// A study on its way: what it is made from, and whom it tells how far it is.
pub struct Job<'j, 's> {
    /// Name of the study.
    pub name: &'j str,
    session: &'j mut Session<'s>,
    watch: Watch<'j>,
}

impl<'s> Job<'_, 's> {
    /// The model, as the study changes it.
    pub fn model(&self) -> &'s Model {
        self.session.model
    }

    /// All studies of the model file.
    pub fn studies(&self) -> &'s [NamedStudy] {
        &self.session.base.studies
    }

    /// What to leave out, and what to use.
    pub fn options(&self) -> Options<'s> {
        self.session.options
    }

    /// Tells what is done now, and how much of it is done from 0 to 1.
    pub fn tell(&mut self, phase: impl Into<String>, done: Option<f64>) {
        let phase = phase.into();
        (self.watch)(Progress { phase, done });
    }

    /// Tells how far it is, by something that words it itself.
    pub fn report(&mut self, progress: Progress) {
        (self.watch)(progress);
    }

    /// Whom it tells how far it is.
    pub fn watch(&mut self) -> Watch<'_> {
        &mut *self.watch
    }

    /// Lets a computation add what it finds; what it had found when it failed stays.
    pub fn collect(
        &mut self,
        add: impl FnOnce(&mut Self, &mut Output) -> Result<(), Failure>,
    ) -> Result<Output, StudyError> {
        let mut output = Output::default();
        output.warnings.clone_from(&self.model().warnings);
        match add(self, &mut output) {
            Ok(()) => Ok(output),
            Err(failure) => Err(StudyError {
                failure,
                output: Box::new(output),
                keeps_interrupted: false,
            }),
        }
    }

    /// The machine of the model, built on first use.
    pub fn machine(&mut self) -> Result<Arc<BuiltMachine>, Failure> {
        let variant = self.session.variant;
        if !self.session.machines.contains_key(&variant) {
            let model = self.model();
            let built = crate::machine::assemble(model, &mut |study: &str, gear: &str| {
                let reduced = self.reduced(study, gear);
                reduced.map_err(|failure| failure.to_string())
            });
            self.session.machines.insert(variant, built.map(Arc::new));
        }
        match &self.session.machines[&variant] {
            Ok(machine) => Ok(machine.clone()),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// A gear as a study of kind `reduce` reduces it; what came from the cache is told by that study itself.
    fn reduced(&mut self, study: &str, gear: &str) -> Result<ReducedBody, Failure> {
        let study = reduction(self.model(), study)?;
        let found = self.model().body(gear);
        let found = found.ok_or_else(|| Failure::NoBlank {
            gear: gear.to_owned(),
        })?;
        Ok(study.of(found).obtain(self)?.value.body)
    }

    /// The state from which a study starts: the last one of another study, which is computed if it has not run yet; none where it
    /// starts from the model itself.
    pub fn start(&mut self, settings: &MachineSettings) -> Result<Option<State>, Failure> {
        let Some(name) = &settings.start else {
            return Ok(None);
        };
        if !self.session.ends.contains_key(name) {
            let mut studies = self.studies().iter();
            let before = studies.find(|study| study.name == *name);
            let before = before.ok_or_else(|| Failure::NoStart {
                study: name.clone(),
            })?;
            // Its tables and pictures were not asked for; the model has no circles of starts.
            let options = self.session.options;
            self.session.options = Options {
                without_pictures: true,
                without_drawings: true,
                folder: None,
                checkpoints: None,
                ..options
            };
            let result = self.session.run(before, &mut *self.watch);
            self.session.options = options;
            if let Some(failure) = result.failure {
                return Err(Failure::StartFailed {
                    study: name.clone(),
                    failure: Box::new(failure),
                });
            }
        }
        match self.session.ends.get(name) {
            Some(Some(state)) => Ok(Some(state.clone())),
            _ => Err(Failure::StartUnfinished {
                study: name.clone(),
            }),
        }
    }
}

/// The study of a model that says how a gear is reduced.
fn reduction<'m>(model: &'m Model, name: &str) -> Result<&'m ReduceStudy, Failure> {
    let named = model.studies.iter().find(|study| study.name == name);
    let found = named.and_then(|named| {
        let study: &dyn Any = named.study.as_ref();
        study.downcast_ref()
    });
    found.ok_or_else(|| Failure::NoReduction {
        study: name.to_owned(),
    })
}
