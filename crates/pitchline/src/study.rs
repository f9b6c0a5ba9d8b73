//! Studies: what is computed from a model.

mod checkpoint;
mod finite_elements;
mod geometry;
mod identity;
mod linear;
mod machine;
mod running;
mod session;

pub use checkpoint::{CHECKPOINT, Checkpoint, CheckpointError, Checkpoints, OCCURRENCES};
pub use identity::Identity;
pub use session::Session;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Model;
use crate::cache::Cache;
use crate::model::Study;
use crate::results::StudyResult;

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

/// Runs one study.
pub fn run(model: &Model, study: &Study, options: Options) -> StudyResult {
    run_watched(model, study, options, &mut |_| {})
}

/// Runs one study and tells how far it is. A study that starts from another has that one computed first; a [`Session`]
/// remembers it.
pub fn run_watched(model: &Model, study: &Study, options: Options, watch: Watch) -> StudyResult {
    Session::new(model, options).run(study, watch)
}
