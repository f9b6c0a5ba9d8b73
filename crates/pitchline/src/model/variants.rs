//! The model as studies change it: `set`. Each changed model is made when it is needed and given up after that, so that there can be
//! thousands.

use std::cell::RefCell;
use std::collections::HashMap;

use super::data_file::Files;
use super::{InputError, Model, NamedStudy, build};
use crate::input::{ChangedFile, Diagnostic, Diagnostics, Section, tables};
use crate::studies::machine_settings::SET;

/// A check builds each of them once.
const MOST_VARIANTS: usize = 10_000;

/// Reads the model of each study that changes it, one after the other, and lets that study and those that go on from it say of themselves
/// what they say there.
pub(super) fn check(
    source: &[u8],
    section: &Section,
    files: Files<'_>,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) {
    let items: Vec<&Section> = section.items("studies").collect();
    if !items.iter().any(|study| study.is_given(&SET)) {
        return;
    }
    let Ok(file) = ChangedFile::new(source, &tables::MODEL) else {
        return;
    };
    let known: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
    let families: HashMap<&str, usize> = items
        .iter()
        .enumerate()
        .filter_map(|(i, study)| Some((study.text("name")?.value, file.family(i)?)))
        .collect();
    let own = model.studies.iter().enumerate();
    let own: HashMap<String, usize> = own.map(|(i, own)| (own.name.clone(), i)).collect();
    let changing = items.iter().enumerate();
    let changing = changing.filter(|(_, study)| study.is_given(&SET));
    for (count, (i, study)) in changing.enumerate() {
        let Some(name) = study.text("name") else {
            continue;
        };
        if count == MOST_VARIANTS {
            let message = format!("more than {MOST_VARIANTS} studies change the model");
            let fault = Diagnostic::error("too-many-variants", study.span_of(&SET), message);
            diagnostics.push(
                fault
                    .label("one too many")
                    .help("write several model files"),
            );
            return;
        }
        if let Some(start) = study.text("start") {
            diagnostics.push(changed_on_the_way(name.value, start.value, study));
            continue;
        }
        let mut found = Diagnostics::new();
        let changed = changed(&file, i, files, &mut found);
        let place = study.span_of(&SET);
        for fault in found.iter().filter(|fault| !known.contains(fault)) {
            let is_inside = place.contains(&fault.span.start);
            diagnostics.push(match is_inside {
                true => fault.clone(),
                false => {
                    let label = format!("with the changes of study `{}`", name.value);
                    fault.clone().related(place.clone(), label)
                }
            });
        }
        let changed = changed.filter(|_| !found.has_errors());
        for study in changed.into_iter().flat_map(|changed| changed.studies) {
            let is_of_family = families.get(study.name.as_str()) == Some(&i);
            if let (true, Some(own)) = (is_of_family, own.get(&study.name)) {
                model.studies[*own] = NamedStudy {
                    variant: Some(i),
                    ..study
                };
            }
        }
    }
}

/// The model as a study of the file, counted from 0, changes it.
fn changed(
    file: &ChangedFile<'_>,
    study: usize,
    files: Files<'_>,
    found: &mut Diagnostics,
) -> Option<Model> {
    let (section, read) = file.read(study);
    found.extend(read);
    section.and_then(|section| build::model(&section, files, found))
}

impl Model {
    /// The same as a study of the file, counted from 0, changes it. Files that it names have the content that they had when it was
    /// checked.
    pub(crate) fn variant(&self, study: usize) -> Result<Self, InputError> {
        let mut found = Diagnostics::new();
        let read = RefCell::new(self.data_files.clone());
        let files = Files {
            folder: self.input.folder(),
            read: &read,
        };
        let file = ChangedFile::new(self.input.source(), &tables::MODEL);
        let file = file.map_err(|fault| self.input.refused(*fault))?;
        let model = changed(&file, study, files, &mut found);
        let model = model.filter(|_| !found.has_errors()).map(|model| Self {
            input: self.input.clone(),
            additions: self.additions.clone(),
            ..model
        });
        model.ok_or_else(|| self.input.wrong(found))
    }
}

fn changed_on_the_way(name: &str, start: &str, study: &Section) -> Diagnostic {
    let message =
        format!("study `{name}` starts from study `{start}`, so its machine is that one's");
    Diagnostic::error("changed-on-the-way", study.span_of(&SET), message)
        .label("too late for changes")
        .related(study.span_of("start"), "from there")
        .help(format!(
            "write `set` into study `{start}`, or a study without `start`"
        ))
}
