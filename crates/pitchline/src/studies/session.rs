//! Studies of one model, one after the other: what one leaves others may start from.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::machine_settings::MachineSettings;
use super::reduce::ReduceStudy;
use super::{Failure, StudyError};
use crate::cache::Cache;
use crate::dynamics::State;
use crate::fem::ReducedBody;
use crate::machine::{AssemblyError, BuiltMachine};
use crate::model::NamedStudy;
use crate::resources::Resource as _;
use crate::results::{Output, Results};
use crate::run::Checkpoints;
use crate::{Error, Model};

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
    /// Who is told how far a study is.
    pub watch: Watch<'c>,
    /// Once it is set, by another thread or by whoever watches, studies stop as soon as they look and keep what they have.
    pub interrupt: &'c AtomicBool,
}

impl Options<'_> {
    /// Whether somebody wants the studies to stop.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Tells how far a study is; fails where it shall stop.
    pub(crate) fn report(&self, progress: Progress) -> Result<(), Failure> {
        (self.watch.0)(progress);
        self.check_interrupt()
    }

    /// Fails where a study shall stop.
    pub(crate) fn check_interrupt(&self) -> Result<(), Failure> {
        match self.is_interrupted() {
            true => Err(Failure::Interrupted { time: None }),
            false => Ok(()),
        }
    }
}

static NO_CACHE: Cache = Cache::off();
static NO_INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Everything is drawn, no cache is used, nobody watches.
impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            without_pictures: false,
            without_drawings: false,
            folder: None,
            checkpoints: None,
            cache: &NO_CACHE,
            watch: Watch(&|_| {}),
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
#[derive(Clone, Copy)]
pub struct Watch<'w>(pub &'w dyn Fn(Progress));

impl Debug for Watch<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

impl Model {
    /// Runs a study of the model, and before it those from whose last state it starts.
    ///
    /// A model without studies has one that is called `geometry`.
    pub fn run(&self, study: &str, options: &Options) -> Result<Results, Error> {
        run(self, &self.study(study)?, *options).complete()
    }
}

/// Runs one study by itself.
pub fn run(model: &Model, study: &NamedStudy, options: Options) -> Results {
    Session::new(model, options).run(study)
}

/// Whether files can lie in a folder of this name, beside those of other studies.
fn is_folder_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\'])
}

/// A study of a program whose results would have no folder.
#[derive(Debug, thiserror::Error)]
#[error(
    "a study cannot be called `{0}`: its results lie in a folder of its name, which has no `/`, no `\\` and no `.` at its start"
)]
struct BadName(String);

/// The model on which a study runs: that of the file, or as the study changes it.
#[derive(Debug, Clone)]
pub enum CurrentModel<'s> {
    /// That of the file.
    File(&'s Model),
    /// With changes.
    Changed(Arc<Model>),
}

impl Deref for CurrentModel<'_> {
    type Target = Model;

    fn deref(&self) -> &Model {
        match self {
            Self::File(model) => model,
            Self::Changed(model) => model,
        }
    }
}

/// A model with its machine, once that is built; or why it cannot be.
#[derive(Debug)]
struct Kept<'s> {
    variant: Option<usize>,
    model: CurrentModel<'s>,
    machine: Option<Result<Arc<BuiltMachine>, AssemblyError>>,
}

/// So many models and machines are kept, of which studies that start from each other need one again; there can be thousands.
const MOST_KEPT: usize = 8;

/// Studies of one model. What is needed again of models, machines and last states is kept.
#[derive(Debug)]
pub struct Session<'s> {
    /// The model of the file.
    base: &'s Model,
    options: Options<'s>,
    /// The model that was used last is the last one.
    kept: Vec<Kept<'s>>,
    /// Last states by the name of the study; none of a study that has failed.
    ends: BTreeMap<String, Option<State>>,
}

impl<'s> Session<'s> {
    /// No study has run.
    pub fn new(model: &'s Model, options: Options<'s>) -> Self {
        Self {
            base: model,
            options,
            kept: Vec::new(),
            ends: BTreeMap::new(),
        }
    }

    /// Runs one study.
    pub fn run(&mut self, study: &NamedStudy) -> Results {
        let model = match is_folder_name(&study.name) {
            true => self.model(study.variant),
            false => Err(Failure::own(BadName(study.name.clone())).into()),
        };
        let done = model.and_then(|model| {
            study.study.run(&mut Job {
                name: &study.name,
                model,
                variant: study.variant,
                session: self,
            })
        });
        let kind = study.study.kind().name();
        let end = done.as_ref().ok().and_then(|output| output.state.clone());
        self.ends.insert(study.name.clone(), end);
        Results::new(&study.name, kind, done)
    }
}

impl<'s> Session<'s> {
    /// A model as one of the studies changes it.
    fn model(&mut self, variant: Option<usize>) -> Result<CurrentModel<'s>, StudyError> {
        let known = self.kept.iter().position(|kept| kept.variant == variant);
        let kept = match (known, variant) {
            (Some(i), _) => self.kept.remove(i),
            (None, variant) => Kept {
                variant,
                model: match variant {
                    None => CurrentModel::File(self.base),
                    Some(study) => {
                        let changed = self.base.variant(study);
                        let changed = changed.map_err(|e| Failure::Variant(Box::new(e)))?;
                        CurrentModel::Changed(Arc::new(changed))
                    }
                },
                machine: None,
            },
        };
        if self.kept.len() == MOST_KEPT {
            self.kept.remove(0);
        }
        let model = kept.model.clone();
        self.kept.push(kept);
        Ok(model)
    }
}

/// A study on its way: what it is made from, and what it tells.
pub struct Job<'j, 's> {
    /// Name of the study.
    pub name: &'j str,
    model: CurrentModel<'s>,
    variant: Option<usize>,
    session: &'j mut Session<'s>,
}

impl<'s> Job<'_, 's> {
    /// The model, as the study changes it.
    pub fn model(&self) -> CurrentModel<'s> {
        self.model.clone()
    }

    /// All studies of the model file.
    pub fn studies(&self) -> &'s [NamedStudy] {
        &self.session.base.studies
    }

    /// What to leave out, and what to use.
    pub fn options(&self) -> Options<'s> {
        self.session.options
    }

    /// Tells what is done now, and how much of it is done from 0 to 1; fails where the study shall stop.
    pub fn tell(&self, phase: impl Into<String>, done: Option<f64>) -> Result<(), Failure> {
        let phase = phase.into();
        self.options().report(Progress { phase, done })
    }

    /// Fails where the study shall stop. What takes long asks now and then.
    pub fn check_interrupt(&self) -> Result<(), Failure> {
        self.options().check_interrupt()
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
                output: Box::new(output),
                ..failure.into()
            }),
        }
    }

    /// The machine of the model, built on first use.
    pub fn machine(&mut self) -> Result<Arc<BuiltMachine>, Failure> {
        let variant = self.variant;
        let is_ours = |kept: &&mut Kept| kept.variant == variant;
        let kept = self.session.kept.iter_mut().find(is_ours);
        let known = kept.and_then(|kept| kept.machine.clone());
        let built = match known {
            Some(built) => built,
            None => {
                let model = self.model();
                let built = crate::machine::assemble(&model, &mut |study: &str, gear: &str| {
                    let reduced = self.reduced(study, gear);
                    reduced.map_err(|failure| failure.to_string())
                });
                let built = built.and_then(|mut built| {
                    model.complete(&mut built)?;
                    Ok(built)
                });
                // A machine whose making was interrupted can be made another time.
                self.check_interrupt()?;
                let built = built.map(Arc::new);
                if let Some(kept) = self.session.kept.iter_mut().find(is_ours) {
                    kept.machine = Some(built.clone());
                }
                built
            }
        };
        Ok(built?)
    }

    /// A gear as a study of kind `reduce` reduces it; what came from the cache is told by that study itself.
    fn reduced(&mut self, study: &str, gear: &str) -> Result<ReducedBody, Failure> {
        let model = self.model();
        let study = reduction(&model, study)?;
        let found = model.body(gear);
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
            let result = self.session.run(before);
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
