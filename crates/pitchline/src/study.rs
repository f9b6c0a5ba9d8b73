//! Studies: what is computed from a model.

mod finite_elements;
mod geometry;

use crate::Model;
use crate::cache::Cache;
use crate::model::{Study, StudyKind};
use crate::results::StudyResult;

/// What a run shall leave out, and what it may use.
#[derive(Debug, Clone, Copy)]
pub struct Options<'c> {
    /// No pictures: for programs that only want the numbers.
    pub without_pictures: bool,
    /// No drawings for CAD programs: nothing will be written to a folder.
    pub without_drawings: bool,
    /// Where long computations are kept; [`Cache::off`] where nothing shall be taken from one or stored.
    pub cache: &'c Cache,
}

static NO_CACHE: Cache = Cache::off();

/// Everything is drawn, no cache is used.
impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            without_pictures: false,
            without_drawings: false,
            cache: &NO_CACHE,
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

/// Runs one study and tells how far it is.
pub fn run_watched(model: &Model, study: &Study, options: Options, watch: Watch) -> StudyResult {
    match &study.kind {
        StudyKind::Geometry { speed } => geometry::run(model, &study.name, *speed, options),
        StudyKind::Mesh(target) => {
            finite_elements::run_mesh(model, &study.name, target, options, watch)
        }
        StudyKind::Modes {
            target,
            support,
            range,
        } => {
            let asked = (target, *support, *range);
            finite_elements::run_modes(model, &study.name, asked, options, watch)
        }
        StudyKind::FeStatic {
            target,
            support,
            cases,
        } => {
            let asked = (target, *support, cases.as_slice());
            finite_elements::run_static(model, &study.name, asked, options, watch)
        }
        StudyKind::Reduce {
            target,
            support,
            request,
        } => {
            let asked = (target, *support, request);
            finite_elements::run_reduce(model, &study.name, asked, options, watch)
        }
        StudyKind::Static(_) => not_yet(&study.name, "static"),
        StudyKind::Kinematic(_) => not_yet(&study.name, "kinematic"),
        StudyKind::Transient(_) => not_yet(&study.name, "transient"),
    }
}

/// The answer of a kind of study that is read and checked, but not computed yet.
fn not_yet(name: &str, kind: &'static str) -> StudyResult {
    StudyResult::new(name, kind).failed(format!(
        "study `{name}`: this version checks studies of kind `{kind}`, but does not compute them yet"
    ))
}
