//! The results folder: each file is written under a temporary name and renamed, the summary last.

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;
use serde_json::Value as Json;

use super::{Picture, Status, Summary};
use crate::run::{CHECKPOINT, OCCURRENCES};
use crate::{Error, Model};

/// So many pictures are drawn side by side before they are written, and held until then.
const AT_ONCE: usize = 64;

/// How the name of a file ends while it is written.
const PARTIAL: &str = ".partial";

/// Where and how results are written.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The folder; it is made when it does not exist.
    pub path: PathBuf,
    /// Whether pictures are written as PNG too.
    pub with_png: bool,
}

/// Keeps other processes from a results folder; the system releases it when the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Folder {
    /// Endings of the pictures that are written.
    pub fn picture_endings(&self) -> &'static [&'static str] {
        if self.with_png {
            &["svg", "png"]
        } else {
            &["svg"]
        }
    }

    /// Makes the folder and writes a file into it, so that a long run does not fail at its end. No other process may write into it until
    /// the lock is dropped or this process ends, by whatever means.
    pub fn prepare(&self) -> Result<Lock, Error> {
        make(&self.path)?;
        let lock = self.lock()?;
        let probe = self.path.join(".pitchline-probe");
        write_atomically(&probe, b"")?;
        let removed = std::fs::remove_file(&probe);
        removed.map_err(|source| Error::Write {
            path: probe,
            source,
        })?;
        Ok(lock)
    }

    /// The file stays when all is done: to take it away while another process is about to lock it would leave two locks.
    fn lock(&self) -> Result<Lock, Error> {
        let path = self.path.join(".lock");
        let told = |source| Error::Write {
            path: path.clone(),
            source,
        };
        let opened = File::options().append(true).create(true).open(&path);
        let file = opened.map_err(told)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::InUse {
                path: self.path.clone(),
            }),
            // Some file systems know no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                Ok(Lock { _file: file })
            }
            Err(TryLockError::Error(source)) => Err(told(source)),
        }
    }

    /// Writes everything; returns the files, relative to the folder, in the order in which they were written. Files that the model names
    /// are put where the copy of the model finds them.
    pub fn write(&self, summary: &Summary, model: &Model) -> Result<Vec<String>, Error> {
        self.clear(summary)?;
        let mut written = Vec::new();
        let put = |written: &mut Vec<String>, file: String, bytes: &[u8]| -> Result<(), Error> {
            write_atomically(&self.path.join(&file), bytes)?;
            written.push(file);
            Ok(())
        };
        put(
            &mut written,
            "model.toml".to_owned(),
            model.input().source(),
        )?;
        for (name, content) in &model.data_files {
            put(&mut written, place_of_data(name, summary), content)?;
        }
        for study in &summary.studies {
            for table in &study.output.tables {
                let file = study.file(&table.name, "csv");
                match &table.part {
                    // Its rows were written as they came.
                    Some(part) if part.exists() => {
                        let path = self.path.join(&file);
                        let renamed = std::fs::rename(part, &path);
                        renamed.map_err(|source| Error::Write { path, source })?;
                        written.push(file);
                    }
                    _ => put(&mut written, file, table.to_csv().as_bytes())?,
                }
            }
            for drawing in &study.output.drawings {
                put(
                    &mut written,
                    study.file(&drawing.name, "dxf"),
                    drawing.dxf.as_bytes(),
                )?;
            }
            for pictures in study.output.pictures.chunks(AT_ONCE) {
                let files: Result<Vec<_>, Error> = pictures
                    .par_iter()
                    .map(|picture| self.draw(picture))
                    .collect();
                for (picture, files) in pictures.iter().zip(files?) {
                    for (ending, bytes) in files {
                        put(&mut written, study.file(&picture.name, ending), &bytes)?;
                    }
                }
            }
            for field in &study.output.fields {
                put(
                    &mut written,
                    study.file(&field.name, field.ending),
                    &field.bytes,
                )?;
            }
        }
        if !summary.is_interrupted {
            self.remove_parts(summary);
        }
        let json = summary.to_json(self.picture_endings(), true);
        put(
            &mut written,
            "summary.json".to_owned(),
            format!("{json:#}\n").as_bytes(),
        )?;
        Ok(written)
    }
}

impl Folder {
    /// The files of a picture: endings and contents.
    fn draw(&self, picture: &Picture) -> Result<Vec<(&'static str, Vec<u8>)>, Error> {
        let drawn = picture.figure.draw()?;
        let svg = drawn.svg().map(|svg| ("svg", svg.into_bytes()));
        let with_png = self.with_png || svg.is_none();
        let png = with_png.then(|| Ok::<_, Error>(("png", drawn.png()?)));
        Ok(svg.into_iter().chain(png.transpose()?).collect())
    }

    /// Takes away checkpoints and tables that killed runs had begun; those of this run have their names by now. A checkpoint goes before the files that it
    /// counts on: a run that is killed in between begins anew, and does not find a list of events that is gone.
    fn remove_parts(&self, summary: &Summary) {
        for study in &summary.studies {
            let folder = self.path.join(&study.name);
            let _ = std::fs::remove_file(folder.join(CHECKPOINT));
            let entries = std::fs::read_dir(folder);
            for entry in entries.into_iter().flatten().flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.ends_with(".csv.part") || name == OCCURRENCES {
                    let _ = std::fs::remove_file(entry.path());
                }
            }
        }
    }

    /// Takes away what an earlier run has left: its summary first, then the files that the summary names, then what a
    /// killed run had begun. A summary never stands beside files that are not its own, but for tables on which an interrupted run counts.
    fn clear(&self, summary: &Summary) -> Result<(), Error> {
        let is_over = |study: &OsStr| {
            let mut studies = summary.studies.iter();
            studies.any(|known| *known.name == *study && known.status() != Status::Interrupted)
        };
        let is_counted_on = |file: &Path| {
            let study = file.components().next();
            study.is_some_and(|study| {
                let study = study.as_os_str();
                !is_over(study) && self.path.join(study).join(CHECKPOINT).exists()
            })
        };
        let path = self.path.join("summary.json");
        let summary = std::fs::read(&path).ok();
        if summary.is_some() {
            std::fs::remove_file(&path).map_err(|source| Error::Write { path, source })?;
        }
        let summary: Option<Json> = summary.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let is_ours = |json: &Json| json["program"] == "pitchline";
        for file in summary
            .iter()
            .filter(|json| is_ours(json))
            .flat_map(named_files)
            .filter(|file| !is_counted_on(file))
        {
            // What is gone already is as good as removed.
            let _ = std::fs::remove_file(self.path.join(file));
        }
        remove_partial_files(&self.path);
        Ok(())
    }
}

/// Where a file that the model names stands in the results folder: at the same place, unless that is outside the folder
/// or among the results; then below `data`.
fn place_of_data(name: &str, summary: &Summary) -> String {
    let parts: Vec<String> = Path::new(name)
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let is_inside = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let is_taken = parts.first().is_none_or(|first| {
        ["model.toml", "summary.json"].contains(&first.as_str())
            || summary.studies.iter().any(|study| study.name == *first)
    });
    let place = parts.join("/");
    if is_inside && !is_taken {
        place
    } else {
        format!("data/{place}")
    }
}

/// Files that a summary names. Only plain paths below the folder: a summary may have been tampered with.
fn named_files(summary: &Json) -> Vec<PathBuf> {
    let studies = summary["studies"].as_object();
    let files = studies
        .into_iter()
        .flat_map(|studies| studies.values())
        .flat_map(|study| {
            let list = |key: &str| study[key].as_array().into_iter().flatten();
            let tables = list("tables").map(|table| &table["file"]);
            ["pictures", "drawings", "fields"].into_iter().fold(
                tables.collect::<Vec<_>>(),
                |mut files, key| {
                    files.extend(list(key));
                    files
                },
            )
        });
    let is_below = |path: &PathBuf| {
        path.components()
            .all(|part| matches!(part, Component::Normal(_)))
    };
    files
        .filter_map(Json::as_str)
        .map(PathBuf::from)
        .filter(is_below)
        .collect()
}

/// Removes half-written files of killed runs from a folder and the folders of its studies.
fn remove_partial_files(folder: &Path) {
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let studies = entries(folder)
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    for folder in studies.chain([folder.to_owned()]) {
        for entry in entries(&folder) {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') && name.ends_with(PARTIAL) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

fn make(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|source| Error::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// Writes a file beside its place and renames it, so that nobody ever sees half of it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let fail = |source: std::io::Error| Error::Write {
        path: path.to_owned(),
        source,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    make(folder)?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    // The process number keeps two runs into one folder apart.
    let beside = folder.join(format!(".{name}.{}{PARTIAL}", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(bytes)?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|source| {
        let _ = std::fs::remove_file(&beside);
        fail(source)
    })
}
