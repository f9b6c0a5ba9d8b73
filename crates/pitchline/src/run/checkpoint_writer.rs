//! Keeps a run in time for later: a killed one goes on with the same bits.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Course;
use super::checkpoint::{Checkpoint, Checkpoints};
use super::log::Log;
use super::mark::Mark;
use super::record::Record;
use crate::dynamics::{State, Tape, TapeReader};
use crate::model::NamedStudy;
use crate::studies::{Failure, Options};

/// Counts steps until a run starts on a fresh factor. It does so whether it is kept there or not: only then are its bits the same.
#[derive(Debug)]
pub(super) struct FreshStarts {
    every: u64,
    since: u64,
}

impl FreshStarts {
    /// Rare enough to cost nothing, and so often that it takes seconds at most.
    pub fn of_equal_steps() -> Self {
        let (every, since) = (4096, 0);
        Self { every, since }
    }

    /// Steps that are judged or watched take some times longer.
    pub fn of_watched_steps() -> Self {
        let (every, since) = (512, 0);
        Self { every, since }
    }

    /// Takes note of a step: whether the run is founded anew after it.
    pub fn are_due(&mut self) -> bool {
        self.since = (self.since + 1) % self.every;
        self.since == 0
    }
}

/// Writes checkpoints of a run.
#[derive(Debug)]
pub(super) struct CheckpointWriter<'c> {
    folder: &'c Path,
    checkpoints: Checkpoints<'c>,
    study: String,
    studies: &'c [NamedStudy],
    end: f64,
    /// What occurrences so far.
    pub log: Log,
    last: Instant,
    has_kept: bool,
}

/// Where an interrupted run was left.
#[derive(Debug)]
pub(super) struct Interrupted {
    /// The results folder.
    pub folder: PathBuf,
    /// Where the files of its tables ended.
    pub tables: Vec<Mark>,
    /// What had occurrences.
    occurrences: Vec<u64>,
    /// What the rest of the run depends on.
    words: Vec<u64>,
}

impl<'c> CheckpointWriter<'c> {
    /// For studies in time whose results go to a folder; `studies` are all of the model.
    pub fn of(
        course: &dyn Course,
        options: Options<'c>,
        study: &str,
        studies: &'c [NamedStudy],
    ) -> Option<Self> {
        let interruptible = course.interruptible()?;
        let folder = options.folder?;
        Some(Self {
            folder,
            checkpoints: options.checkpoints?,
            log: Log::new(folder, study),
            study: study.to_owned(),
            studies,
            end: interruptible.times[1],
            last: Instant::now(),
            has_kept: false,
        })
    }

    /// Whether the run shall go on from what an earlier one has left.
    pub fn is_resumed(&self) -> bool {
        self.checkpoints.resume && Checkpoint::path(self.folder, &self.study).exists()
    }

    /// Where the run was left, if it shall go on from there.
    pub fn left(&mut self) -> Result<Option<Interrupted>, Failure> {
        if !self.checkpoints.resume {
            return Ok(None);
        }
        let found = Checkpoint::find(self.folder, &self.study).and_then(|found| match found {
            Some(found) => found
                .check(self.checkpoints.identity, self.studies)
                .map(|()| Some(found)),
            None => Ok(None),
        });
        let Some(checkpoint) = found? else {
            return Ok(None);
        };
        // Its last step and row are those of its end: a later one has others there.
        if checkpoint.is_complete && checkpoint.end < self.end {
            return Ok(None);
        }
        let mut tape = TapeReader::new(&checkpoint.words);
        let mut read = || {
            let n_tables = tape.count()?;
            let tables: Option<Vec<Mark>> =
                (0..n_tables).map(|_| Mark::take_back(&mut tape)).collect();
            tables
        };
        let tables = read().ok_or(Failure::OtherMachine)?;
        let occurrences = self.log.take_back(&mut tape)?;
        Ok(Some(Interrupted {
            folder: self.folder.to_owned(),
            tables,
            occurrences,
            words: tape.rest(),
        }))
    }

    /// Takes away what an earlier run has left: its tables are about to be written over.
    pub fn forget(&self) {
        let _ = std::fs::remove_file(Checkpoint::path(self.folder, &self.study));
        self.log.remove();
    }

    /// Called where the run was founded anew: writes where it is, if that is long ago. `rest` is what its integrator remembers;
    /// `occurrences` writes what occurrences after so many events and says how many there are now.
    pub fn keep(
        &mut self,
        step: u64,
        is_last: bool,
        (state, record, slowest): (&State, &mut Record, u64),
        rest: impl FnOnce(&mut Tape),
        occurrences: impl FnOnce(usize, &mut Tape) -> usize,
    ) -> Result<(), Failure> {
        let is_due = self.last.elapsed() >= self.checkpoints.interval;
        let is_wanted = is_due || (is_last && self.has_kept);
        if !is_wanted {
            return Ok(());
        }
        let mut new = Tape::default();
        self.log.known = occurrences(self.log.known, &mut new);
        self.log.append(&new.words)?;
        let mut tape = Tape::default();
        let tables = record.sync()?;
        tape.count(tables.len() as u64);
        tables.iter().for_each(|mark| mark.keep(&mut tape));
        self.log.keep(&mut tape);
        tape.count(step);
        tape.count(slowest);
        record.account.keep(&mut tape);
        record.losses.keep(&mut tape);
        record.keep_extremes(&mut tape);
        tape.state(state);
        rest(&mut tape);
        let checkpoint = Checkpoint {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            run_hash: self.checkpoints.identity.of_run(self.studies, &self.study),
            study: self.study.clone(),
            time: state.time,
            end: self.end,
            is_complete: is_last,
            words: tape.words,
        };
        let written = checkpoint.write(self.folder);
        written.map_err(|source| Failure::KeepRun { source })?;
        self.last = Instant::now();
        self.has_kept = true;
        Ok(())
    }
}

impl Interrupted {
    /// Puts everything back as it was; returned is the number of the last step.
    pub fn take_back(
        &self,
        (state, record): (&mut State, &mut Record),
        slowest: &mut u64,
        rest: impl FnOnce(&mut TapeReader) -> Option<()>,
    ) -> Result<u64, Failure> {
        let mut tape = TapeReader::new(&self.words);
        let read = || {
            let step = tape.count()?;
            *slowest = tape.count()?;
            record.account = super::energy::Account::take_back(&mut tape)?;
            record.losses = super::pairs::Losses::take_back(&mut tape)?;
            record.take_extremes_back(&mut tape)?;
            tape.state(state)?;
            rest(&mut tape)?;
            tape.is_at_end().then_some(step)
        };
        read().ok_or(Failure::OtherMachine)
    }

    /// What had occurrences.
    pub fn occurrences(&self) -> TapeReader<'_> {
        TapeReader::new(&self.occurrences)
    }
}
