//! The summary of a run: what `summary.json` holds.

use serde_json::{Value as Json, json};

use sha2::{Digest as _, Sha256};

use super::{Table, Value, Values};
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

/// The results of a study that has run: all that it found, or what it had found when it failed.
///
/// Values go by the keys under which `summary.json` has them: `gears.pinion.tip_diameter`, `sensors.load.mean`, `machine.steps`.
#[derive(Debug)]
pub struct Results {
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

impl Results {
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

    /// The same, unless the study failed.
    pub fn complete(self) -> Result<Self, crate::Error> {
        match self.failure {
            None => Ok(self),
            Some(_) => Err(crate::Error::Study(Box::new(self))),
        }
    }

    /// Why it failed, in words; empty where it did not.
    pub(crate) fn reason(&self) -> String {
        let failure = self.failure.as_ref();
        failure.map_or_else(String::new, Failure::to_string)
    }

    /// A value, in SI units.
    pub fn value(&self, path: &str) -> Option<&Value> {
        Some(self.output.values.find(path)?.0)
    }

    /// A value that is a number or a count.
    pub fn number(&self, path: &str) -> Option<f64> {
        match self.value(path)? {
            Value::Number(number) => Some(*number),
            Value::Count(count) => Some((*count).into()),
            _ => None,
        }
    }

    /// Unit of a value; `1` where it has no dimension, empty where it is no number.
    pub fn unit(&self, path: &str) -> Option<&'static str> {
        Some(self.output.values.find(path)?.1)
    }

    /// A table.
    pub fn table(&self, name: &str) -> Option<&Table> {
        let mut tables = self.output.tables.iter();
        tables.find(|table| table.name == name)
    }

    /// A figure; it is drawn by [`Figure::draw`].
    pub fn figure(&self, name: &str) -> Option<&Figure> {
        let mut pictures = self.output.pictures.iter();
        pictures
            .find(|picture| picture.name == name)
            .map(|picture| &picture.figure)
    }

    /// How it ended.
    pub fn status(&self) -> Status {
        match &self.failure {
            None => Status::Done,
            Some(failure) if failure.is_interrupt() => Status::Interrupted,
            Some(_) => Status::Failed,
        }
    }

    /// Path of a file of this study in the results folder, which no name leads out of.
    pub fn file(&self, name: &str, ending: &str) -> String {
        let [folder, name] = [&self.name, name].map(|name| name.replace(['/', '\\'], "-"));
        format!("{}/{name}.{ending}", folder.replace("..", "-"))
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
    pub studies: Vec<Results>,
    /// Whether the run was interrupted: a study in its midst, or others before they began.
    pub is_interrupted: bool,
}

impl Summary {
    /// The summary of studies that were run on this model.
    pub fn new(model: &Model, studies: Vec<Results>) -> Self {
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
                if study.failure.is_some() {
                    json["error"] = study.reason().into();
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
