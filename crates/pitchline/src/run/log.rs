//! What occurrences in a run that is kept for later, in a file that only grows: each event is written once, however long the run is.

use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::checkpoint::OCCURRENCES;
use super::mark::{Mark, Written};
use super::stream;
use crate::dynamics::{Tape, TapeReader};
use crate::studies::Failure;

/// The file `run.occurrences` of a study, as far as checkpoints know it; without events there is none.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    file: Option<File>,
    /// How many events are in it.
    pub known: usize,
    written: Written,
}

impl Log {
    /// Of a run that begins: what another has left is taken away with the first event.
    pub fn new(folder: &Path, study: &str) -> Self {
        Self {
            path: folder.join(study).join(OCCURRENCES),
            file: None,
            known: 0,
            written: Written::default(),
        }
    }

    /// Adds words at its end and brings them to the disk.
    pub fn append(&mut self, words: &[u64]) -> Result<(), Failure> {
        if words.is_empty() {
            return Ok(());
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let written = self.write(&bytes);
        written.map_err(|source| stream::unwritten(&self.path, source))?;
        self.written.add(&bytes);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let open = OpenOptions::new()
                    .create(true)
                    .truncate(false)
                    .write(true)
                    .open(&self.path);
                // What a killed run wrote after its last checkpoint does not count.
                let file = self.file.insert(open?);
                file.set_len(self.written.length())?;
                file.seek(SeekFrom::End(0))?;
                file
            }
        };
        file.write_all(bytes)?;
        file.sync_data()
    }

    /// Writes how long it is, and its checksum.
    pub fn keep(&self, tape: &mut Tape) {
        self.written.mark().keep(tape);
    }

    /// The words that it had at a checkpoint, on whose tape its length comes next.
    pub fn take_back(&mut self, tape: &mut TapeReader) -> Result<Vec<u64>, Failure> {
        self.read(tape).ok_or_else(|| Failure::OtherFile {
            path: self.path.clone(),
            what: "list of events",
        })
    }

    /// None where the file is another.
    fn read(&mut self, tape: &mut TapeReader) -> Option<Vec<u64>> {
        let (bytes, written) = Mark::take_back(tape)?.read(&self.path)?;
        self.written = written;
        let (words, rest) = bytes.as_chunks::<8>();
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        rest.is_empty().then(|| words.collect())
    }

    /// Takes the file away.
    pub fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(log: &Log) -> Tape {
        let mut tape = Tape::default();
        log.keep(&mut tape);
        tape
    }

    fn taken_back(folder: &Path, tape: &Tape) -> (Log, Option<Vec<u64>>) {
        let mut log = Log::new(folder, "run");
        let words = log.take_back(&mut TapeReader::new(&tape.words));
        (log, words.ok())
    }

    #[test]
    fn it_grows_and_goes_back_to_any_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir(folder.join("run")).unwrap();
        let mut log = Log::new(folder, "run");
        let nothing = mark(&log);
        log.append(&[1, 2, 3]).unwrap();
        let some = mark(&log);
        log.append(&[]).unwrap();
        assert_eq!(mark(&log), some);
        log.append(&[u64::MAX]).unwrap();
        let all = mark(&log);
        assert_eq!(taken_back(folder, &all).1, Some(vec![1, 2, 3, u64::MAX]));
        assert_eq!(taken_back(folder, &nothing).1, Some(vec![]));
        // Back to three words, then another one.
        let (mut log, words) = taken_back(folder, &some);
        assert_eq!(words, Some(vec![1, 2, 3]));
        log.append(&[7]).unwrap();
        assert_eq!(taken_back(folder, &mark(&log)).1, Some(vec![1, 2, 3, 7]));
        assert_eq!(taken_back(folder, &all).1, None);
        log.remove();
        assert_eq!(taken_back(folder, &some).1, None);
        assert_eq!(taken_back(folder, &nothing).1, Some(vec![]));
    }
}
