//! Reading a model file and saying what is wrong with it.

use std::path::Path;

use pitchline::input::{Diagnostics, MOST_FAULTS};
use pitchline::results::signed;
use pitchline::{Model, ModelInput};
use serde_json::json;

use crate::{Console, ExitStatus, show};

/// Reads and checks a model file; what is wrong has been shown when this fails.
pub(crate) fn open(path: &Path, console: &mut Console) -> Result<Model, ExitStatus> {
    match ModelInput::from_path(path) {
        Ok(input) => check(&path.display().to_string(), &input, console),
        Err(error) => {
            for fault in error.diagnostics() {
                let help = fault.help.as_deref().unwrap_or_default();
                show::plain_error(console, path, fault.code, &fault.message, help);
            }
            Err(ExitStatus::WrongInput)
        }
    }
}

/// Checks a model; what is wrong has been shown when this fails.
pub(crate) fn check(
    name: &str,
    input: &ModelInput,
    console: &mut Console,
) -> Result<Model, ExitStatus> {
    let (model, diagnostics) = input.load();
    let source = input.source();
    show::diagnostics(console, name, source, &diagnostics);
    if model.is_none() && console.json {
        print_report(console, name, &reports(source, &diagnostics));
    }
    model.ok_or(ExitStatus::WrongInput)
}

/// The report of what is wrong, as JSON in place of the summary.
pub(crate) fn print_report(console: &mut Console, name: &str, diagnostics: &[serde_json::Value]) {
    let report = json!({
        "file": name, "status": "wrong", "diagnostics": diagnostics,
        "is_complete": diagnostics.len() < MOST_FAULTS,
    });
    let _ = writeln!(console.out, "{:#}", signed(report));
}

/// Diagnostics as JSON, with line and column from 1.
fn reports(source: &[u8], diagnostics: &Diagnostics) -> Vec<serde_json::Value> {
    // They come in the order of the file, so one walk over it finds all places.
    let mut walk = show::Walk::new(source);
    diagnostics
        .iter()
        .map(|diagnostic| {
            let (line, column) = walk.position(diagnostic.span.start);
            json!({
                "severity": show::severity_word(diagnostic.severity), "code": diagnostic.code,
                "message": show::printable(&diagnostic.message), "line": line, "column": column,
                "start": diagnostic.span.start, "end": diagnostic.span.end, "help": diagnostic.help.as_deref().map(show::printable),
            })
        })
        .collect()
}
