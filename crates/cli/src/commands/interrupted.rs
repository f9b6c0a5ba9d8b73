//! Runs that were interrupted: what they have left in the folder is neither lost nor taken for something else.

use std::path::Path;

use pitchline::Model;
use pitchline::model::NamedStudy;
use pitchline::results::{Folder, Results, Status, Summary, model_hash};
use pitchline::run::{Checkpoint, Checkpoints};
use pitchline::studies::{Options, Session};

use crate::{Console, ExitStatus, show};

/// Whether runs of these studies may begin or go on.
pub(super) fn check(
    folder: &Path,
    model: &Model,
    studies: &[NamedStudy],
    checkpoints: Checkpoints,
    console: &mut Console,
) -> Result<(), ExitStatus> {
    let mut refuse = |message: &str, help: &str| {
        show::plain_error(console, folder, "interrupted-run", message, help);
        Err(ExitStatus::WrongInput)
    };
    let mut goes_on = false;
    for study in studies {
        let found = match Checkpoint::find(folder, &study.name) {
            Ok(None) => continue,
            Ok(Some(found)) => found,
            Err(error) => return refuse(&error.to_string(), NEW),
        };
        if !checkpoints.resume {
            let message = format!(
                "a run of study `{}` was interrupted at t = {} s of {} s, and its results are there",
                found.study, found.time, found.end
            );
            return refuse(&message, BOTH);
        }
        if let Err(error) = found.check(checkpoints.identity, &model.studies) {
            return refuse(&error.to_string(), NEW);
        }
        goes_on = true;
    }
    if checkpoints.resume
        && !goes_on
        && let Some(message) = other_model(folder, model)
    {
        return refuse(&message, NEW);
    }
    Ok(())
}

/// What a folder holds of another model; none where it holds nothing, or what this one has left.
fn other_model(folder: &Path, model: &Model) -> Option<String> {
    let is_ours = |name: &str| model.studies.iter().any(|study| study.name == name);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter(|name| Checkpoint::path(folder, name).exists() && !is_ours(name))
        .collect();
    names.sort();
    if let Some(name) = names.first() {
        return Some(format!(
            "the folder holds an interrupted run of study `{name}`, which this model does not have"
        ));
    }
    let summary = std::fs::read(folder.join("summary.json")).ok()?;
    let summary: serde_json::Value = serde_json::from_slice(&summary).ok()?;
    let ours = model_hash(model);
    (summary["model_hash"] != ours.as_str()).then(|| {
        "the folder holds results of another model, or of this one before it was changed: there is nothing to resume"
            .to_owned()
    })
}

/// Runs studies until one is interrupted, or says that it cannot go on from what an interrupted run has left.
pub(super) fn run_each(
    model: &Model,
    studies: &[NamedStudy],
    options: Options,
) -> (Vec<Results>, Option<String>) {
    let mut session = Session::new(model, options);
    let mut results = Vec::with_capacity(studies.len());
    for study in studies {
        let result = session.run(study);
        let is_interrupted = result.status() == Status::Interrupted;
        if result.keeps_interrupted && !is_interrupted {
            let refusal = result.failure.map(|failure| failure.to_string());
            return (results, refusal);
        }
        results.push(result);
        if is_interrupted || options.is_interrupted() {
            break;
        }
    }
    (results, None)
}

/// Tells why a run did not go on from what an interrupted one has left, which stays as it is.
pub(super) fn refused(folder: &Path, reason: &str, console: &mut Console) -> ExitStatus {
    show::plain_error(console, folder, "interrupted-run", reason, NEW);
    ExitStatus::WrongInput
}

/// Tells what a run that was asked to stop has left, and how it goes on.
pub(super) fn stopped(
    summary: &Summary,
    folder: Option<&Folder>,
    console: &mut Console,
) -> ExitStatus {
    let Some(folder) = folder.map(|folder| folder.path.as_path()) else {
        let _ = writeln!(console.err, "interrupted");
        return ExitStatus::Interrupted;
    };
    let done = summary.studies.iter();
    let done = done.filter(|study| study.status() == Status::Done).count();
    let _ = writeln!(
        console.err,
        "interrupted; {done} of the studies are done, and all results so far are in {}",
        folder.display()
    );
    let left = summary
        .studies
        .last()
        .filter(|study| study.status() == Status::Interrupted);
    let from = match left.map(|study| (study, Checkpoint::find(folder, &study.name))) {
        Some((_, Ok(Some(left)))) => {
            format!(
                "continue with study `{}` from t = {} s",
                left.study, left.time
            )
        }
        Some((study, _)) => format!(
            "continue, study `{}` from its start (it was stopped before its first checkpoint; --checkpoint-interval sets how often one is written)",
            study.name
        ),
        None => "continue".to_owned(),
    };
    let help = format!("add --resume to {from}, or --restart to start again");
    let _ = writeln!(console.err, "  help: {}", show::printable(&help));
    ExitStatus::Interrupted
}

const NEW: &str = "add --restart to start again, or choose another folder with --out";
const BOTH: &str = "add --resume to continue from there, --restart to start again, or choose another folder with --out";
