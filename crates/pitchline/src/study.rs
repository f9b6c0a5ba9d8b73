//! Studies: what is computed from a model.

mod geometry;

use crate::Model;
use crate::model::{Study, StudyKind};
use crate::results::StudyResult;

/// What a run shall leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// No pictures: for programs that only want the numbers.
    pub without_pictures: bool,
    /// No drawings for CAD programs: nothing will be written to a folder.
    pub without_drawings: bool,
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

/// Runs one study and tells how far it is.
pub fn run_watched(model: &Model, study: &Study, options: Options, _watch: Watch) -> StudyResult {
    match &study.kind {
        StudyKind::Geometry { speed } => geometry::run(model, &study.name, *speed, options),
        _ => StudyResult::new(&study.name, "mesh"),
    }
}
