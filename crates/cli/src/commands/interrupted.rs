//! Before a run: what an interrupted one has left in the folder is neither lost nor taken for something else.

use std::path::Path;

use pitchline::Model;
use pitchline::model::Study;
use pitchline::study::{Checkpoint, Identity};

use crate::{Console, ExitStatus, show};

/// Whether runs of these studies may begin or go on.
pub(super) fn check(
    folder: &Path,
    (model, studies): (&Model, &[Study]),
    (identity, is_resumed): (&Identity, bool),
    console: &mut Console,
) -> Result<(), ExitStatus> {
    for study in studies {
        let found = Checkpoint::find(folder, &study.name);
        let wrong = match found {
            Ok(None) => continue,
            Ok(Some(found)) if is_resumed => match found.check(identity, &model.studies) {
                Ok(()) => continue,
                Err(error) => (error.to_string(), NEW),
            },
            Ok(Some(found)) => (
                format!(
                    "a run of study `{}` was interrupted at t = {} s of {} s, and its results are there",
                    found.study, found.time, found.end
                ),
                BOTH,
            ),
            Err(error) => (error.to_string(), NEW),
        };
        let (message, help) = wrong;
        show::plain_error(console, folder, "interrupted-run", &message, help);
        return Err(ExitStatus::WrongInput);
    }
    Ok(())
}

/// Tells why a run did not go on from what an interrupted one has left, which stays as it is.
pub(super) fn refused(folder: &Path, reason: &str, console: &mut Console) -> ExitStatus {
    show::plain_error(console, folder, "interrupted-run", reason, NEW);
    ExitStatus::WrongInput
}

const NEW: &str = "add --restart to begin anew, or choose another folder with --out";
const BOTH: &str = "add --resume to go on from there, --restart to begin anew, or choose another folder with --out";
