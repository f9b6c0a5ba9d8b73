//! Reading a model file and saying what is wrong with it.

use std::io::Read as _;
use std::path::Path;

use pitchline::Model;
use pitchline::input::{Diagnostics, MAX_BYTES};
use serde_json::json;

use crate::{Console, ExitStatus, show};

/// A model with the bytes that it was read from.
pub(crate) struct ModelFile {
    pub model: Model,
    pub source: Vec<u8>,
}

/// Reads and checks a model file; what is wrong has been shown when this fails.
pub(crate) fn open(path: &Path, console: &mut Console) -> Result<ModelFile, ExitStatus> {
    match read(path) {
        Ok(source) => check(&path.display().to_string(), source, console),
        Err(error) => {
            let message = format!("cannot read {}: {error}", path.display());
            if console.json {
                let report =
                    json!({ "severity": "error", "code": "unreadable", "message": message });
                print_report(console, &path.display().to_string(), vec![report]);
            }
            show::plain_error(
                console,
                &message,
                Some("`pitchline new FILE` writes a model to start from"),
            );
            Err(ExitStatus::WrongInput)
        }
    }
}

/// Checks the bytes of a model file; what is wrong has been shown when this fails.
pub(crate) fn check(
    name: &str,
    source: Vec<u8>,
    console: &mut Console,
) -> Result<ModelFile, ExitStatus> {
    let (model, diagnostics) = Model::load(&source);
    show::diagnostics(console, name, &source, &diagnostics);
    match model {
        Some(model) => Ok(ModelFile { model, source }),
        None => {
            if console.json {
                print_report(console, name, reports(&source, &diagnostics));
            }
            Err(ExitStatus::WrongInput)
        }
    }
}

/// At most one byte more than the reader takes: enough for it to see that the file is too large.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut source = Vec::new();
    std::fs::File::open(path)?
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut source)?;
    Ok(source)
}

/// The report of a model that cannot be used, as JSON in place of the summary.
fn print_report(console: &mut Console, name: &str, diagnostics: Vec<serde_json::Value>) {
    let report = json!({
        "schema": 1, "program": "pitchline", "version": env!("CARGO_PKG_VERSION"),
        "file": name, "status": "wrong", "diagnostics": diagnostics,
    });
    let _ = writeln!(console.out, "{report:#}");
}

/// Diagnostics as JSON, with line and column from 1.
pub(crate) fn reports(source: &[u8], diagnostics: &Diagnostics) -> Vec<serde_json::Value> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let (line, column) = show::position(source, diagnostic.span.start);
            json!({
                "severity": show::severity_word(diagnostic.severity), "code": diagnostic.code,
                "message": diagnostic.message, "line": line, "column": column,
                "start": diagnostic.span.start, "end": diagnostic.span.end, "help": diagnostic.help,
            })
        })
        .collect()
}
