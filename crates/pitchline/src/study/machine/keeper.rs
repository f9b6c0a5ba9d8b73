//! Keeps a run in time for later: a killed one goes on with the same bits.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::record::Record;
use super::{Asked, Failure};
use crate::dynamics::{State, Tape, TapeReader};
use crate::study::Options;
use crate::study::checkpoint::{Checkpoint, Checkpoints};

/// Whether a run starts on a fresh factor after this step. It does so whether it is kept there or not: only then are its bits the
/// same. Rare enough to cost nothing.
pub(super) fn is_foundation(step: u64, is_last: bool) -> bool {
    is_last || step.is_multiple_of(4096)
}

/// Writes checkpoints of a run.
#[derive(Debug)]
pub(super) struct Keeper<'c> {
    folder: &'c Path,
    checkpoints: Checkpoints<'c>,
    study: String,
    end: f64,
    last: Instant,
    has_kept: bool,
}

/// Where an interrupted run was left.
#[derive(Debug)]
pub(super) struct Left {
    /// The results folder.
    pub folder: PathBuf,
    /// Lengths of the files of its tables.
    pub lengths: Vec<u64>,
    checkpoint: Checkpoint,
}

impl<'c> Keeper<'c> {
    /// For studies in time whose results go to a folder.
    pub fn of(asked: Asked, options: Options<'c>, study: &str) -> Option<Self> {
        let Asked::Transient(request) = asked else {
            return None;
        };
        Some(Self {
            folder: options.folder?,
            checkpoints: options.checkpoints?,
            study: study.to_owned(),
            end: request.times[1],
            last: Instant::now(),
            has_kept: false,
        })
    }

    /// Where the run was left, if it shall go on from there.
    pub fn left(&self) -> Result<Option<Left>, Failure> {
        if !self.checkpoints.resume {
            return Ok(None);
        }
        let found = Checkpoint::find(self.folder, &self.study).and_then(|found| match found {
            Some(found) => found
                .check(self.checkpoints.model_hash)
                .map(|()| Some(found)),
            None => Ok(None),
        });
        let Some(checkpoint) = found.map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        let mut tape = TapeReader::new(&checkpoint.words);
        let n_tables = tape.count().ok_or_else(other_machine)?;
        let lengths = (0..n_tables).map(|_| tape.count());
        let lengths: Option<Vec<u64>> = lengths.collect();
        let lengths = lengths.ok_or_else(other_machine)?;
        Ok(Some(Left {
            folder: self.folder.to_owned(),
            lengths,
            checkpoint,
        }))
    }

    /// Takes away what an earlier run has left: its tables are about to be written over.
    pub fn forget(&self) {
        let _ = std::fs::remove_file(Checkpoint::path(self.folder, &self.study));
    }

    /// Called where the run was founded anew: writes where it is, if that is long ago. `rest` is what its integrator remembers.
    pub fn keep(
        &mut self,
        step: u64,
        is_last: bool,
        (state, record, slowest): (&State, &mut Record, u64),
        rest: impl FnOnce(&mut Tape),
    ) -> Result<(), Failure> {
        let is_due = self.last.elapsed() >= self.checkpoints.interval;
        let is_wanted = is_due || (is_last && self.has_kept);
        if !is_wanted {
            return Ok(());
        }
        let mut tape = Tape::default();
        let lengths = record.sync()?;
        tape.count(lengths.len() as u64);
        for length in lengths {
            tape.count(length);
        }
        tape.count(step);
        tape.count(slowest);
        record.account.keep(&mut tape);
        tape.state(state);
        rest(&mut tape);
        let checkpoint = Checkpoint {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model_hash: self.checkpoints.model_hash.to_owned(),
            study: self.study.clone(),
            time: state.time,
            end: self.end,
            words: tape.words,
        };
        let written = checkpoint.write(self.folder);
        written.map_err(|error| format!("{error}; {}", error.remedy()))?;
        self.last = Instant::now();
        self.has_kept = true;
        Ok(())
    }
}

impl Left {
    /// Puts everything back as it was; returned is the number of the last step.
    pub fn take_back(
        &self,
        (state, record): (&mut State, &mut Record),
        slowest: &mut u64,
        rest: impl FnOnce(&mut TapeReader) -> Option<()>,
    ) -> Result<u64, Failure> {
        let mut tape = TapeReader::new(&self.checkpoint.words[1 + self.lengths.len()..]);
        let read = || {
            let step = tape.count()?;
            *slowest = tape.count()?;
            record.account = super::energy::Account::take_back(&mut tape)?;
            tape.state(state)?;
            rest(&mut tape)?;
            tape.is_at_end().then_some(step)
        };
        read().ok_or_else(other_machine)
    }
}

fn other_machine() -> Failure {
    "the checkpoint is that of another machine: begin anew with --restart".to_owned()
}
