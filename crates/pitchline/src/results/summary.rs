//! The summary of a run: what `summary.json` holds.

use serde_json::{Value as Json, json};

use sha2::{Digest as _, Sha256};

use super::{Table, Values};
use crate::Model;
use crate::cache::Cached;
use crate::dynamics::State;
use crate::pictures::Figure;
use crate::studies::{Failure, StudyError};

/// How a study ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Complete.
    Done,
    /// Stopped by an error; what it had is kept.
    Failed,
    /// Stopped by whoever runs the program; what it had is kept.
    Interrupted,
}

/// A figure and the name of its file, without ending.
#[derive(Debug, Clone)]
pub struct Picture {
    /// File name without ending.
    pub name: String,
    /// What is shown; it is drawn when it is written.
    pub figure: Figure,
}

impl Picture {
    /// A figure under this name.
    pub fn new(name: impl Into<String>, figure: impl Into<Figure>) -> Self {
        Self {
            name: name.into(),
            figure: figure.into(),
        }
    }

    /// Endings of its files, where pictures are written with these: shaded views are always PNG.
    fn endings<'e>(&self, asked: &'e [&'e str]) -> &'e [&'e str] {
        match self.figure.is_shaded() {
            false => asked,
            true => &["png"],
        }
    }
}

/// A drawing for other programs and the name of its file, without ending.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// File name without ending.
    pub name: String,
    /// The content of the file.
    pub dxf: String,
}

/// A mesh or a field for other programs.
#[derive(Debug, Clone)]
pub struct FieldFile {
    /// File name without ending.
    pub name: String,
    /// Ending, without the point: `vtu`, `inp`.
    pub ending: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// What a study has found.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// Values.
    pub values: Values,
    /// Tables.
    pub tables: Vec<Table>,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// Drawings for other programs.
    pub drawings: Vec<Drawing>,
    /// Meshes and fields for other programs.
    pub fields: Vec<FieldFile>,
    /// Warnings, one sentence each.
    pub warnings: Vec<String>,
    /// What people at the terminal should know besides, such as what came from the cache. Not in the summary, which is
    /// the same however its numbers were come by.
    pub notes: Vec<String>,
    /// The last good state of the machine, from which other studies can start.
    pub state: Option<State>,
}

impl Output {
    /// Takes a result, notes whether it came from the cache and warns of what was wrong with that; `what` names it.
    pub fn take_cached<T>(&mut self, what: &str, cached: Cached<T>) -> T {
        self.notes
            .push(format!("{what}: {}", cached.usage.sentence()));
        self.warnings.extend(cached.warnings);
        cached.value
    }
}

/// A study that has run.
#[derive(Debug)]
pub struct StudyResult {
    /// Name in the model.
    pub name: String,
    /// Kind of study.
    pub kind: &'static str,
    /// What it has found, until it failed if it did.
    pub output: Output,
    /// Why it failed, and what to do about it.
    pub failure: Option<Failure>,
    /// Whether it could not go on from what an interrupted run has left: the files of that stay as they are.
    pub keeps_interrupted: bool,
}

impl StudyResult {
    /// Of a study that was run.
    pub fn new(name: &str, kind: &'static str, done: Result<Output, StudyError>) -> Self {
        let (output, failure, keeps_interrupted) = match done {
            Ok(output) => (output, None, false),
            Err(error) => (*error.output, Some(error.failure), error.keeps_interrupted),
        };
        Self {
            name: name.to_owned(),
            kind,
            output,
            failure,
            keeps_interrupted,
        }
    }

    /// How it ended.
    pub fn status(&self) -> Status {
        match &self.failure {
            None => Status::Done,
            Some(failure) if failure.is_interrupt() => Status::Interrupted,
            Some(_) => Status::Failed,
        }
    }

    /// Path of a file of this study in the results folder.
    pub fn file(&self, name: &str, ending: &str) -> String {
        format!("{}/{name}.{ending}", self.name)
    }
}

/// SHA-256 of a model file followed by the files that it names, in hexadecimal.
pub fn model_hash(model: &Model) -> String {
    let mut digest = Sha256::new_with_prefix(model.input().source());
    for content in model.data_files.values() {
        digest.update(content);
    }
    let digest = digest.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All studies of a run.
#[derive(Debug)]
pub struct Summary {
    /// SHA-256 of the model file followed by the CSV files that it names, in hexadecimal.
    pub model_hash: String,
    /// The studies in the order in which they ran.
    pub studies: Vec<StudyResult>,
    /// Whether the run was interrupted: a study in its midst, or others before they began.
    pub is_interrupted: bool,
}

impl Summary {
    /// The summary of studies that were run on this model.
    pub fn new(model: &Model, studies: Vec<StudyResult>) -> Self {
        Self {
            model_hash: model_hash(model),
            studies,
            is_interrupted: false,
        }
    }

    /// The content of `summary.json`. Without a folder no files are named; with one, pictures have these endings.
    pub fn to_json(&self, picture_endings: &[&str], has_files: bool) -> Json {
        let studies: serde_json::Map<String, Json> = self
            .studies
            .iter()
            .map(|study| {
                let output = &study.output;
                let (values, units) = output.values.to_json();
                let tables: Vec<Json> = output.tables
                    .iter()
                    .filter(|_| has_files)
                    .map(|table| json!({ "name": table.name, "file": study.file(&table.name, "csv") }))
                    .collect();
                let pictures: Vec<String> = output.pictures
                    .iter()
                    .filter(|_| has_files)
                    .flat_map(|picture| picture.endings(picture_endings).iter().map(|ending| study.file(&picture.name, ending)))
                    .collect();
                let drawings: Vec<String> = output.drawings
                    .iter()
                    .filter(|_| has_files)
                    .map(|drawing| study.file(&drawing.name, "dxf"))
                    .collect();
                let fields: Vec<String> = output.fields
                    .iter()
                    .filter(|_| has_files)
                    .map(|field| study.file(&field.name, field.ending))
                    .collect();
                let status = match study.status() {
                    Status::Done => "done",
                    Status::Failed => "failed",
                    Status::Interrupted => "interrupted",
                };
                let mut json = json!({
                    "kind": study.kind, "status": status, "values": values, "units": units,
                    "tables": tables, "pictures": pictures, "drawings": drawings, "fields": fields,
                    "warnings": output.warnings,
                });
                if let Some(failure) = &study.failure {
                    json["error"] = failure.to_string().into();
                }
                (study.name.clone(), json)
            })
            .collect();
        let mut json = json!({ "model_hash": self.model_hash, "studies": studies });
        if self.is_interrupted {
            json["is_interrupted"] = true.into();
        }
        signed(json)
    }
}

/// An object that says first what wrote it: the head of everything that the program prints as JSON.
pub fn signed(report: Json) -> Json {
    let mut object = serde_json::Map::new();
    object.insert("schema".to_owned(), 1.into());
    object.insert("program".to_owned(), "pitchline".into());
    object.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    if let Json::Object(mut report) = report {
        object.append(&mut report);
    }
    object.into()
}
