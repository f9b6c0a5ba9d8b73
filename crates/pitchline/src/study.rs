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

/// Runs one study.
pub fn run(model: &Model, study: &Study, options: Options) -> StudyResult {
    match &study.kind {
        StudyKind::Geometry { speed } => geometry::run(model, &study.name, *speed, options),
    }
}
