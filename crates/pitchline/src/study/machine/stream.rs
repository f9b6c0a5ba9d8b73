//! A table that is written while a study runs: `NAME.csv.part`, which gets its final name when the run ends.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Failure;
use crate::results::Table;

/// Rows reach the disk at least so often.
const OFTEN: Duration = Duration::from_secs(1);

/// The file of a table, row by row.
#[derive(Debug)]
pub(super) struct Stream {
    path: PathBuf,
    writer: BufWriter<File>,
    flushed: Instant,
}

impl Stream {
    /// A file in the folder of a study, with the head of the table.
    pub fn create(folder: &Path, study: &str, table: &Table) -> Result<Self, Failure> {
        let folder = folder.join(study);
        let path = folder.join(format!("{}.csv.part", table.name));
        let open = || -> std::io::Result<File> {
            std::fs::create_dir_all(&folder)?;
            File::create(&path)
        };
        let told = |error| told(&path, &error);
        let mut stream = Self {
            writer: BufWriter::new(open().map_err(told)?),
            flushed: Instant::now(),
            path: path.clone(),
        };
        stream.put(table.to_csv().as_bytes()).map_err(told)?;
        Ok(stream)
    }

    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.writer.write_all(bytes)?;
        if self.flushed.elapsed() > OFTEN {
            self.flushed = Instant::now();
            self.writer.flush()?;
        }
        Ok(())
    }

    /// Writes one row.
    pub fn row(&mut self, cells: &[f64]) -> Result<(), Failure> {
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| crate::results::cell(Some(*cell)))
            .collect();
        let line = format!("{}\n", cells.join(","));
        self.put(line.as_bytes())
            .map_err(|error| told(&self.path, &error))
    }

    /// Closes the file, which still has the name of a part; none where the disk did not take all of it.
    pub fn finish(mut self) -> Option<PathBuf> {
        self.writer.flush().ok().map(|()| self.path)
    }
}

fn told(path: &Path, error: &std::io::Error) -> Failure {
    format!(
        "cannot write {}: {error}; is the folder writable, and is there room on the disk?",
        path.display()
    )
}
