//! Models that studies change: `set`.

use super::data_file::Files;
use super::{Model, NamedStudy, build};
use crate::input::{self, Diagnostic, Diagnostics, Section, tables};
use crate::studies::machine_settings::SET;

/// Reads the model of each study that changes it, and gives it to those that go on from there.
pub(super) fn add(
    source: &[u8],
    section: &Section,
    files: Files<'_>,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) {
    let studies = section.items("studies").enumerate();
    let changing = studies.filter(|(_, study)| study.is_given(&SET));
    for (i, study) in changing.take(MOST_VARIANTS + 1) {
        let Some(name) = study.text("name") else {
            continue;
        };
        if model.variants.len() == MOST_VARIANTS {
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
        let (changed, mut found) = input::read_changed(source, &tables::MODEL, i);
        let changed = changed.and_then(|section| build::model(&section, files, &mut found));
        let known: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
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
        if let Some(changed) = changed.filter(|_| !found.has_errors()) {
            give(model, name.value, changed);
        }
    }
}

/// Each of them reads the whole file once more.
const MOST_VARIANTS: usize = 100;

/// A changed model for a study and all that go on from it, in which they say of themselves what they say there.
fn give(model: &mut Model, first: &str, changed: Model) {
    let is_of = |studies: &[NamedStudy], name: &str| {
        let mut name = name;
        // No chain of starts is longer than there are studies.
        for _ in 0..=studies.len() {
            if name == first {
                return true;
            }
            let study = studies.iter().find(|study| study.name == name);
            match study.and_then(|study| study.study.start()) {
                Some(start) => name = start,
                None => return false,
            }
        }
        false
    };
    let variant = model.variants.len();
    for i in 0..model.studies.len() {
        let name = &model.studies[i].name;
        let same = changed.studies.iter().find(|study| study.name == *name);
        if let (true, Some(same)) = (is_of(&model.studies, name), same) {
            model.studies[i] = NamedStudy {
                variant: Some(variant),
                ..same.clone()
            };
        }
    }
    model.variants.push(changed);
}

fn changed_on_the_way(name: &str, start: &str, study: &Section) -> Diagnostic {
    let message =
        format!("study `{name}` goes on from study `{start}`, so its machine is that one's");
    Diagnostic::error("changed-on-the-way", study.span_of(&SET), message)
        .label("too late for changes")
        .related(study.span_of("start"), "from there")
        .help(format!(
            "write `set` into study `{start}`, or a study without `start`"
        ))
}
