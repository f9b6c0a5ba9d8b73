//! The summary of a run: what `summary.json` holds.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use sha2::{Digest as _, Sha256};

use super::{Table, Values};
use crate::plot::Scene;

/// How a study ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Complete.
    Done,
    /// Stopped by an error; what it had is kept.
    Failed,
}

/// A picture and the name of its file, without ending.
#[derive(Debug, Clone)]
pub struct Picture {
    /// File name without ending.
    pub name: String,
    /// What is drawn.
    pub scene: Scene,
}

/// A drawing for other programs and the name of its file, without ending.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// File name without ending.
    pub name: String,
    /// The content of the file.
    pub dxf: String,
}

/// What a study has found.
#[derive(Debug, Clone)]
pub struct StudyResult {
    /// Name in the model.
    pub name: String,
    /// Kind of study.
    pub kind: &'static str,
    /// How it ended.
    pub status: Status,
    /// Values.
    pub values: Values,
    /// Tables.
    pub tables: Vec<Table>,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// Drawings for other programs.
    pub drawings: Vec<Drawing>,
    /// Warnings, one sentence each.
    pub warnings: Vec<String>,
}

impl StudyResult {
    /// Path of a file of this study in the results folder.
    pub fn file(&self, name: &str, ending: &str) -> String {
        format!("{}/{name}.{ending}", self.name)
    }
}

/// All studies of a run.
#[derive(Debug, Clone)]
pub struct Summary {
    /// SHA-256 of the model file followed by the CSV files that it names, in hexadecimal.
    pub model_hash: String,
    /// The studies in the order in which they ran.
    pub studies: Vec<StudyResult>,
}

impl Summary {
    /// The summary of studies that were run on this model file and the files that it names, in the order of their names.
    pub fn new(
        model_source: &[u8],
        data_files: &BTreeMap<String, Vec<u8>>,
        studies: Vec<StudyResult>,
    ) -> Self {
        let mut digest = Sha256::new_with_prefix(model_source);
        for content in data_files.values() {
            digest.update(content);
        }
        let digest = digest.finalize();
        let model_hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Self {
            model_hash,
            studies,
        }
    }

    /// The content of `summary.json`. Without a folder no files are named; with one, pictures have these endings.
    pub fn to_json(&self, picture_endings: &[&str], has_files: bool) -> Json {
        let studies: serde_json::Map<String, Json> = self
            .studies
            .iter()
            .map(|study| {
                let (values, units) = study.values.to_json();
                let tables: Vec<Json> = study
                    .tables
                    .iter()
                    .filter(|_| has_files)
                    .map(|table| json!({ "name": table.name, "file": study.file(&table.name, "csv") }))
                    .collect();
                let pictures: Vec<String> = study
                    .pictures
                    .iter()
                    .filter(|_| has_files)
                    .flat_map(|picture| picture_endings.iter().map(|ending| study.file(&picture.name, ending)))
                    .collect();
                let drawings: Vec<String> = study
                    .drawings
                    .iter()
                    .filter(|_| has_files)
                    .map(|drawing| study.file(&drawing.name, "dxf"))
                    .collect();
                let status = match study.status {
                    Status::Done => "done",
                    Status::Failed => "failed",
                };
                let json = json!({
                    "kind": study.kind, "status": status, "values": values, "units": units,
                    "tables": tables, "pictures": pictures, "drawings": drawings, "warnings": study.warnings,
                });
                (study.name.clone(), json)
            })
            .collect();
        signed(json!({ "model_hash": self.model_hash, "studies": studies }))
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
