//! The results folder: each file is written beside and renamed, the summary last.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::Summary;
use crate::Error;
use crate::plot::{png, svg};

/// Where and how results are written.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The folder; it is made when it does not exist.
    pub path: PathBuf,
    /// Whether pictures are written as PNG too.
    pub with_png: bool,
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

    /// Writes everything; returns the files, relative to the folder, in the order in which they were written.
    pub fn write(&self, summary: &Summary, model_source: &[u8]) -> Result<Vec<String>, Error> {
        let mut written = Vec::new();
        let mut put = |file: String, bytes: &[u8]| -> Result<(), Error> {
            write_atomically(&self.path.join(&file), bytes)?;
            written.push(file);
            Ok(())
        };
        put("model.toml".to_owned(), model_source)?;
        for study in &summary.studies {
            for table in &study.tables {
                put(study.file(&table.name, "csv"), table.to_csv().as_bytes())?;
            }
            for drawing in &study.drawings {
                put(study.file(&drawing.name, "dxf"), drawing.dxf.as_bytes())?;
            }
            for picture in &study.pictures {
                put(
                    study.file(&picture.name, "svg"),
                    svg::write(&picture.scene).as_bytes(),
                )?;
                if self.with_png {
                    put(
                        study.file(&picture.name, "png"),
                        &png::write(&picture.scene, 2.0)?,
                    )?;
                }
            }
        }
        let json = summary.to_json(self.picture_endings(), true);
        put("summary.json".to_owned(), format!("{json:#}\n").as_bytes())?;
        Ok(written)
    }
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
    std::fs::create_dir_all(folder).map_err(fail)?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    // The process number keeps two runs into one folder apart.
    let beside = folder.join(format!(".{name}.{}.partial", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|source| {
        let _ = std::fs::remove_file(&beside);
        fail(source)
    })
}
