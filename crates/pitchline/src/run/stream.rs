//! A table that is written while a study runs: `NAME.csv.part`, which gets its final name when the run ends.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::mark::{Mark, Written};
use crate::results::Table;
use crate::studies::Failure;

/// Rows reach the disk at least so often.
const OFTEN: Duration = Duration::from_secs(1);

/// The file of a table, row by row.
#[derive(Debug)]
pub(super) struct Stream {
    path: PathBuf,
    writer: BufWriter<File>,
    flushed: Instant,
    written: Written,
}

impl Stream {
    /// A file in the folder of a study, with the head of the table.
    pub fn create(folder: &Path, study: &str, table: &Table) -> Result<Self, Failure> {
        let path = path(folder, study, table);
        let open = || -> std::io::Result<File> {
            std::fs::create_dir_all(folder.join(study))?;
            File::create(&path)
        };
        let unwritten = |source| unwritten(&path, source);
        let mut stream = Self {
            writer: BufWriter::new(open().map_err(unwritten)?),
            flushed: Instant::now(),
            written: Written::default(),
            path: path.clone(),
        };
        stream.put(table.to_csv().as_bytes()).map_err(unwritten)?;
        Ok(stream)
    }

    /// Puts the rows that an interrupted run had written before a checkpoint into an empty table; its file stays as it is.
    pub fn read(
        folder: &Path,
        study: &str,
        table: &mut Table,
        mark: Mark,
    ) -> Result<Written, Failure> {
        let part = path(folder, study, table);
        let named = part.with_extension("");
        let path = if part.exists() { &part } else { &named };
        let mut read = || {
            let (bytes, written) = mark.read(path)?;
            let text = String::from_utf8(bytes).ok()?;
            read_rows(&text, table).then_some(written)
        };
        read().ok_or_else(|| Failure::OtherFile {
            path: part.clone(),
            what: "table",
        })
    }

    /// The file of a table after [`Stream::read`], cut to what was read.
    pub fn reopen(
        folder: &Path,
        study: &str,
        table: &Table,
        written: Written,
    ) -> Result<Self, Failure> {
        let path = path(folder, study, table);
        let unwritten = |source| unwritten(&path, source);
        // A run that was killed while it gave the files their names.
        let named = path.with_extension("");
        if !path.exists() && named.exists() {
            std::fs::rename(&named, &path).map_err(unwritten)?;
        }
        let file = OpenOptions::new().write(true).open(&path);
        let mut file = file.map_err(unwritten)?;
        file.set_len(written.length()).map_err(unwritten)?;
        file.seek(SeekFrom::End(0)).map_err(unwritten)?;
        Ok(Self {
            writer: BufWriter::new(file),
            flushed: Instant::now(),
            written,
            path: path.clone(),
        })
    }

    /// Brings everything to the disk; returned is the end of the file.
    pub fn sync(&mut self) -> Result<Mark, Failure> {
        let done = self
            .writer
            .flush()
            .and_then(|()| self.writer.get_ref().sync_data());
        done.map_err(|source| unwritten(&self.path, source))?;
        Ok(self.written.mark())
    }

    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.writer.write_all(bytes)?;
        self.written.add(bytes);
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
            .map_err(|source| unwritten(&self.path, source))
    }

    /// Closes the file, which still has the name of a part; none where the disk did not take all of it.
    pub fn finish(mut self) -> Option<PathBuf> {
        self.writer.flush().ok().map(|()| self.path)
    }
}

fn path(folder: &Path, study: &str, table: &Table) -> PathBuf {
    folder.join(study).join(format!("{}.csv.part", table.name))
}

/// Puts the rows of a file into an empty table; false if its columns are others.
fn read_rows(text: &str, table: &mut Table) -> bool {
    let Some(rows) = text.strip_prefix(&table.to_csv()) else {
        return false;
    };
    rows.lines().all(|line| {
        let mut cells = line.split(',');
        let fits = table.columns.iter_mut().all(|column| {
            let cell = match cells.next() {
                Some("") => Some(f64::NAN),
                Some(cell) => cell.parse().ok(),
                None => None,
            };
            column.values.extend(cell);
            cell.is_some()
        });
        fits && cells.next().is_none()
    })
}

pub(super) fn unwritten(path: &Path, source: std::io::Error) -> Failure {
    Failure::Write {
        path: path.to_owned(),
        source,
    }
}
