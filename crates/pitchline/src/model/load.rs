//! From what a model says to a model that is checked.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use super::data_file::Files;
use super::{InputError, Model, ModelInput, NamedStudy, build, variants};
use crate::input::{self, Diagnostics, InputValue, tables};
use crate::studies::KINDS;

impl Model {
    /// Reads and checks the text of a model file. It cannot name other files.
    pub fn from_toml(text: &str) -> Result<Self, InputError> {
        ModelInput::from_toml(text).check()
    }

    /// Reads and checks a model file. Files that it names lie beside it.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, InputError> {
        ModelInput::from_path(path)?.check()
    }

    /// Checks nested values that say what a model file would. It cannot name other files.
    pub fn from_value(value: &InputValue) -> Result<Self, InputError> {
        ModelInput::from_value(value).check()
    }

    /// What it was made from. A copy of it can be changed and checked again.
    pub fn input(&self) -> &ModelInput {
        &self.input
    }

    /// What its input says under a path such as `gears.pinion.teeth`; `None` where it says nothing, also where a default holds.
    pub fn get(&self, path: &str) -> Option<InputValue> {
        self.input.get(path)
    }

    /// The model with something else under a path, checked anew. What a program has added to it stays: elements, and studies of kinds of its own.
    pub fn with(&self, path: &str, value: impl Into<InputValue>) -> Result<Self, InputError> {
        let mut input = self.input.as_ref().clone();
        input.set(path, value)?;
        let mut changed = Self {
            additions: self.additions.clone(),
            ..input.check()?
        };
        let is_own = |study: &&NamedStudy| {
            let kind = study.study.kind();
            !KINDS.iter().any(|known| std::ptr::eq(*known, kind))
        };
        let own = self.studies.iter().filter(is_own).cloned();
        changed.studies.extend(own);
        Ok(changed)
    }

    /// Reads and checks a model that is not a file: it cannot name other files. All that is wrong with it is in the diagnostics; the model
    /// is there when none of them is an error.
    pub fn load(source: &[u8]) -> (Option<Self>, Diagnostics) {
        ModelInput::from_toml(source).load()
    }

    /// The same of a model file that lies in a folder; files that it names are looked for there.
    pub fn load_from(source: &[u8], folder: &Path) -> (Option<Self>, Diagnostics) {
        ModelInput::from_toml(source).beside(folder).load()
    }
}

/// The model of an input, if it is right, and all that was found.
pub(super) fn load(input: &ModelInput) -> (Option<Model>, Diagnostics) {
    let (section, mut diagnostics) = input::read(input.source(), &tables::MODEL);
    let read = RefCell::default();
    let files = Files {
        folder: input.folder(),
        read: &read,
    };
    let model = section.and_then(|section| {
        let mut model = build::model(&section, files, &mut diagnostics)?;
        // Faults of the file itself would be told again for every study that changes it.
        if !diagnostics.has_errors() {
            variants::check(
                input.source(),
                &section,
                files,
                &mut model,
                &mut diagnostics,
            );
        }
        Some(model)
    });
    let model = model.map(|model| Model {
        data_files: read.into_inner(),
        input: Arc::new(input.clone()),
        ..model
    });
    diagnostics.sort();
    (model.filter(|_| !diagnostics.has_errors()), diagnostics)
}
