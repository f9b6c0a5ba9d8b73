//! Studies of one model, one after the other: what one leaves others may start from.

use std::collections::BTreeMap;

use super::linear::{self, Asked as Linear};
use super::machine::{self, Asked};
use super::running::{self, Asked as Running};
use super::{Options, Watch, finite_elements, geometry};
use crate::Model;
use crate::dynamics::State;
use crate::machine::BuiltMachine;
use crate::model::{Study, StudyKind};
use crate::results::{Status, StudyResult};

/// Studies of one model. Each machine is built once, and the last states of its studies are kept.
#[derive(Debug)]
pub struct Session<'s> {
    /// The model of the file.
    pub(super) base: &'s Model,
    /// The model of the study that runs, which may have changed it.
    pub(super) model: &'s Model,
    /// Which of the variants that is.
    pub(super) variant: Option<usize>,
    pub(super) options: Options<'s>,
    /// The machines of the variants, once they are built; or why they cannot be.
    pub(super) machines: BTreeMap<Option<usize>, Result<BuiltMachine, String>>,
    /// Last states by the name of the study; none of a study that has failed.
    pub(super) ends: BTreeMap<String, Option<State>>,
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
    pub fn run(&mut self, study: &Study, watch: Watch) -> StudyResult {
        let around = (self.model, self.variant);
        let changed = study.variant.and_then(|i| self.base.variants.get(i));
        (self.model, self.variant) = (changed.unwrap_or(self.base), study.variant);
        let mut result = self.compute(study, watch);
        (self.model, self.variant) = around;
        if result.status == Status::Failed && self.options.is_interrupted() {
            result.status = Status::Interrupted;
        }
        result
    }

    fn compute(&mut self, study: &Study, watch: Watch) -> StudyResult {
        let (model, name, options) = (self.model, study.name.as_str(), self.options);
        match &study.kind {
            StudyKind::Geometry { speed } => geometry::run(model, name, *speed, (options, watch)),
            StudyKind::Mesh(target) => {
                finite_elements::run_mesh(model, name, target, options, watch)
            }
            StudyKind::Modes {
                target,
                support,
                range,
            } => {
                let asked = (target, *support, *range);
                finite_elements::run_modes(model, name, asked, options, watch)
            }
            StudyKind::FeStatic {
                target,
                support,
                cases,
            } => {
                let asked = (target, *support, cases.as_slice());
                finite_elements::run_static(model, name, asked, options, watch)
            }
            StudyKind::Reduce {
                target,
                support,
                request,
            } => {
                let asked = (target, *support, request);
                finite_elements::run_reduce(model, name, asked, options, watch)
            }
            StudyKind::Static(request) => machine::run(self, name, Asked::Static(request), watch),
            StudyKind::Kinematic(request) => {
                machine::run(self, name, Asked::Kinematic(request), watch)
            }
            StudyKind::Transient(request) => {
                machine::run(self, name, Asked::Transient(request), watch)
            }
            StudyKind::Modal(request) => linear::run(self, name, Linear::Modal(request), watch),
            StudyKind::Campbell(request) => {
                linear::run(self, name, Linear::Campbell(request), watch)
            }
            StudyKind::Linearise(request) => {
                linear::run(self, name, Linear::Linearise(request), watch)
            }
            StudyKind::FrequencyResponse(request) => {
                linear::run(self, name, Linear::FrequencyResponse(request), watch)
            }
            StudyKind::EfficiencyMap(request) => {
                running::run(self, name, Running::Map(request), watch)
            }
            StudyKind::Breakaway(request) => {
                running::run(self, name, Running::Breakaway(request), watch)
            }
        }
    }
}
