//! Where a long run is, kept beside its tables: a run that was killed goes on from there with the same bits.
//!
//! ```text
//! pitchline checkpoint 5 ⏎   { "version", "run_hash", "study", "time", "end", "is_complete", "words" } ⏎   words, 8 bytes each   SHA-256
//! ```
//!
//! It does not grow with the run: rows are in the tables and events in [`OCCURRENCES`], which only grow; the words say how long they are, with their checksums.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Identity;
use crate::Error;
use crate::model::NamedStudy;
use crate::results::write_atomically;

/// First line of the file; another number is another layout.
const MAGIC: &[u8] = b"pitchline checkpoint 5\n";

/// Name of the file in the folder of a study.
pub const CHECKPOINT: &str = "run.checkpoint";

/// Name of the file beside it that lists what occurrences in a run with events.
pub const OCCURRENCES: &str = "run.occurrences";

/// Whether and how runs are kept.
#[derive(Debug, Clone, Copy)]
pub struct Checkpoints<'c> {
    /// The model that is run.
    pub identity: &'c Identity,
    /// Time from one to the next.
    pub interval: Duration,
    /// Whether runs go on where they were left.
    pub resume: bool,
}

/// A run that was left.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Version of the program.
    pub version: String,
    /// Hash of all that the run depends on.
    pub run_hash: String,
    /// Name of the study.
    pub study: String,
    /// Where it is (s).
    pub time: f64,
    /// Where it will end (s).
    pub end: f64,
    /// Whether the run is done: there, or where an event stopped it.
    pub is_complete: bool,
    /// Everything that the rest of the run depends on.
    pub words: Vec<u64>,
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CheckpointError {
    /// Bytes are missing or were changed.
    #[error("the checkpoint {0} is damaged: its checksum does not fit")]
    Damaged(PathBuf),
    /// It belongs to another model.
    #[error(
        "the model has changed since study `{study}` was interrupted at t = {time} s: its run cannot be resumed"
    )]
    OtherModel {
        /// The study.
        study: String,
        /// Where it was left.
        time: f64,
    },
    /// It would end earlier.
    #[error(
        "study `{study}` was interrupted at t = {time} s before its end at {planned} s, and its end is {end} s now: a run is resumed to the same end or a later one"
    )]
    EarlierEnd {
        /// The study.
        study: String,
        /// Where it was left.
        time: f64,
        /// Where it would have ended.
        planned: f64,
        /// Where it shall end.
        end: f64,
    },
    /// It belongs to another version of the program.
    #[error(
        "study `{study}` was interrupted in version {version} of the program, this is {ours}: the bits would differ"
    )]
    OtherVersion {
        /// The study.
        study: String,
        /// Its version.
        version: String,
        /// The present one.
        ours: &'static str,
    },
}

impl Checkpoint {
    /// Where the checkpoint of a study stands.
    pub fn path(folder: &Path, study: &str) -> PathBuf {
        folder.join(study).join(CHECKPOINT)
    }

    /// The checkpoint that a run has left; none if there is no file.
    pub fn find(folder: &Path, study: &str) -> Result<Option<Self>, CheckpointError> {
        let path = Self::path(folder, study);
        match std::fs::read(&path) {
            Ok(bytes) => match Self::from_bytes(&bytes) {
                Some(found) if found.study == study => Ok(Some(found)),
                _ => Err(CheckpointError::Damaged(path)),
            },
            Err(_) if !path.exists() => Ok(None),
            Err(_) => Err(CheckpointError::Damaged(path)),
        }
    }

    /// Whether a run of its study of this model, by this program, may go on from it.
    pub fn check(
        &self,
        identity: &Identity,
        studies: &[NamedStudy],
    ) -> Result<(), CheckpointError> {
        let study = studies.iter().find(|study| study.name == self.study);
        let interruptible = study.and_then(|study| study.study.interruptible());
        let end = interruptible.map_or(self.end, |run| run.times[1]);
        self.check_run(&identity.of_run(studies, &self.study), end)
    }

    fn check_run(&self, run_hash: &str, end: f64) -> Result<(), CheckpointError> {
        let ours = env!("CARGO_PKG_VERSION");
        if self.run_hash != run_hash {
            return Err(CheckpointError::OtherModel {
                study: self.study.clone(),
                time: self.time,
            });
        }
        if self.version != ours {
            return Err(CheckpointError::OtherVersion {
                study: self.study.clone(),
                version: self.version.clone(),
                ours,
            });
        }
        if end < self.end {
            return Err(CheckpointError::EarlierEnd {
                study: self.study.clone(),
                time: self.time,
                planned: self.end,
                end,
            });
        }
        Ok(())
    }

    /// Writes it beside and renames it: a kill leaves the one before.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        write_atomically(&Self::path(folder, &self.study), &self.to_bytes())
    }

    fn to_bytes(&self) -> Vec<u8> {
        let head = json!({
            "version": self.version, "run_hash": self.run_hash, "study": self.study,
            "time": self.time, "end": self.end, "is_complete": self.is_complete,
            "words": self.words.len(),
        });
        let mut bytes = MAGIC.to_vec();
        bytes.extend(format!("{head}\n").bytes());
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if Sha256::digest(content).as_slice() != sum {
            return None;
        }
        let rest = content.strip_prefix(MAGIC)?;
        let end_of_line = rest.iter().position(|byte| *byte == b'\n')?;
        let (head, data) = rest.split_at(end_of_line);
        let head: Value = serde_json::from_slice(head).ok()?;
        let (words, left_over) = data[1..].as_chunks::<8>();
        let count = head["words"].as_u64()?;
        if count != words.len() as u64 || !left_over.is_empty() {
            return None;
        }
        let text = |key: &str| head[key].as_str().map(str::to_owned);
        Some(Self {
            version: text("version")?,
            run_hash: text("run_hash")?,
            study: text("study")?,
            time: head["time"].as_f64()?,
            end: head["end"].as_f64()?,
            is_complete: head["is_complete"].as_bool()?,
            words: words.iter().map(|word| u64::from_le_bytes(*word)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        Checkpoint {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            run_hash: "abc".to_owned(),
            study: "run-up".to_owned(),
            time: 0.1,
            end: 2.5,
            is_complete: false,
            words: vec![0, 1, u64::MAX, 10],
        }
    }

    #[test]
    fn it_comes_back_and_every_changed_byte_is_seen() {
        let bytes = checkpoint().to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint()));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert_eq!(Checkpoint::from_bytes(&changed), None);
            assert_eq!(Checkpoint::from_bytes(&bytes[..at]), None);
        }
    }

    #[test]
    fn only_the_same_model_and_program_go_on() {
        assert!(checkpoint().check_run("abc", 2.5).is_ok());
        assert!(checkpoint().check_run("abc", 3.0).is_ok());
        let earlier = checkpoint().check_run("abc", 2.4);
        assert!(matches!(earlier, Err(CheckpointError::EarlierEnd { .. })));
        let other = checkpoint().check_run("abd", 2.5);
        assert!(matches!(other, Err(CheckpointError::OtherModel { .. })));
        let mut older = checkpoint();
        older.version = "0.0.1".to_owned();
        let older = older.check_run("abc", 2.5);
        assert!(matches!(older, Err(CheckpointError::OtherVersion { .. })));
    }

    #[test]
    fn a_folder_without_one_has_none_and_a_broken_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::find(folder.path(), "run-up"), Ok(None));
        checkpoint().write(folder.path()).unwrap();
        let found = Checkpoint::find(folder.path(), "run-up");
        assert_eq!(found, Ok(Some(checkpoint())));
        std::fs::write(Checkpoint::path(folder.path(), "run-up"), b"?").unwrap();
        let found = Checkpoint::find(folder.path(), "run-up");
        assert!(matches!(found, Err(CheckpointError::Damaged(_))));
    }
}
