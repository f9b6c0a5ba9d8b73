//! Reading a model file and saying what is wrong with it.

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use pitchline::Model;
use pitchline::input::{Diagnostics, MAX_BYTES, MOST_FAULTS};
use pitchline::results::signed;
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
        Ok(source) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            let loaded = Model::load_from(&source, folder);
            report(&path.display().to_string(), source, loaded, console)
        }
        Err(error) => {
            let message = format!("cannot read {}: {}", path.display(), reason(path, &error));
            let help = match error.kind() {
                ErrorKind::NotFound => {
                    "check the spelling; `pitchline new` writes a model to start from"
                }
                _ => "give the path of a model file that you may read",
            };
            show::plain_error(console, path, "unreadable", &message, help);
            Err(ExitStatus::WrongInput)
        }
    }
}

/// Checks the bytes of a model that is no file; what is wrong has been shown when this fails.
pub(crate) fn check(
    name: &str,
    source: Vec<u8>,
    console: &mut Console,
) -> Result<ModelFile, ExitStatus> {
    let loaded = Model::load(&source);
    report(name, source, loaded, console)
}

fn report(
    name: &str,
    source: Vec<u8>,
    (model, diagnostics): (Option<Model>, Diagnostics),
    console: &mut Console,
) -> Result<ModelFile, ExitStatus> {
    show::diagnostics(console, name, &source, &diagnostics);
    match model {
        Some(model) => Ok(ModelFile { model, source }),
        None => {
            if console.json {
                print_report(console, name, &reports(&source, &diagnostics));
            }
            Err(ExitStatus::WrongInput)
        }
    }
}

/// Why a file cannot be read, in words.
fn reason(path: &Path, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ if path.is_dir() => "it is a folder, not a file".to_owned(),
        _ => error.to_string(),
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
