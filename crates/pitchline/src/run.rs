//! Studies that lead the machine from a first state to a last one: `static`, `kinematic`, `transient`.
//!
//! ```text
//! Model ──assemble──▶ BuiltMachine ──Equations──▶ motion (one row after the other) ──▶ Record ──▶ tables, values, pictures
//! ```

mod actuators;
mod checkpoint;
mod checkpoint_writer;
mod energy;
mod event_run;
mod identity;
mod log;
mod mark;
mod motion;
mod occurrences;
mod pairs;
mod pictures;
mod reactions;
mod record;
mod sensors;
mod spectrum;
mod steps;
mod stream;
mod values;
mod watch;
mod whole_state;

pub use checkpoint::{CHECKPOINT, Checkpoint, CheckpointError, Checkpoints, OCCURRENCES};
pub use identity::Identity;
use motion::Counts;
pub(crate) use motion::{Advance, equilibrium, in_time, prescribed};
pub(crate) use pictures::{Projection, points};
pub(crate) use reactions::Uniqueness;
pub(crate) use sensors::Instant as Look;
pub(crate) use steps::Steps;

use std::time::{Duration, Instant};

use crate::Model;
use crate::dynamics::{Assembled, AssemblyOptions, Equations, State, TurnsFrom, assemble};
use crate::machine::BuiltMachine;
use crate::number::short;
use crate::results::Output;
use crate::studies::machine_settings::{MachineSettings, Redundant};
use crate::studies::{Failure, Job, Options, Progress, Study, StudyError};
use checkpoint_writer::CheckpointWriter;
use record::Record;
use watch::Drift;

/// A study that leads the machine from a first state to a last one.
pub(crate) trait Course: Study {
    /// What it has in common with other studies of the machine.
    fn settings(&self) -> &MachineSettings;

    /// The same from another time on.
    fn beginning_at(&self, time: f64) -> Box<dyn Course>;

    /// Whether inertia acts and time passes; otherwise friction, controllers and currents are left to their steady values.
    fn is_dynamic(&self) -> bool;

    /// Whether its first state is of interest as it was given, before drives and loads act.
    fn starts_as_given(&self) -> bool {
        false
    }

    /// Rows that its tables will have.
    fn n_rows(&self) -> f64;

    /// Moves the state from the first to the last instant.
    fn go(
        &self,
        run: &mut MachineRun,
        advance: &mut Advance,
        output: &mut Output,
        teller: &mut Teller,
    ) -> Result<(), Failure>;

    /// What a user should know of the first state.
    fn warnings_at_start(&self, _built: &BuiltMachine, _state: &State) -> Vec<String> {
        Vec::new()
    }

    /// What a user should know of what was found.
    fn warnings(&self, ended: &Ended) -> Vec<String>;

    /// Why it failed, with what may have been in its way.
    fn explain(&self, built: &BuiltMachine, failure: Failure) -> Failure;

    /// What the picture of the machine at its first or last state says of it.
    fn caption(&self, state: &State, _is_first: bool) -> String {
        format!("t = {} s", short(state.time))
    }

    /// What could reach further where rounding limits the accuracy.
    fn remedy_of_rounding(&self) -> &'static str {
        "; of the schemes \"radau\" reaches further than \"generalized-alpha\""
    }
}

/// What a study looks back at.
pub(crate) struct Ended<'e> {
    /// The machine.
    built: &'e BuiltMachine,
    /// Its last state.
    state: &'e State,
    /// What was recorded.
    record: &'e Record<'e>,
    /// Whether it failed.
    has_failed: bool,
}

impl Ended<'_> {
    /// Whether the study failed.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// What controllers, motors and friction without time do.
    pub fn without_time(&self, kind: &str) -> Vec<String> {
        actuators::without_time(self.built, kind, self.state)
    }

    /// Pairs that are self-locking at rest.
    pub fn at_rest(&self) -> Vec<String> {
        pairs::at_rest(self.built)
    }

    /// Pairs that lock in a prescribed motion.
    pub fn prescribed(&self) -> Vec<String> {
        pairs::prescribed(self.built)
    }

    /// Pairs that came to stand still for good.
    pub fn stuck(&self) -> Vec<String> {
        pairs::stuck(self.built, &self.record.pairs)
    }
}

/// Why a study that holds no friction of teeth may have failed: pairs that lock, then parts that need time.
pub(crate) fn explain_prescribed(built: &BuiltMachine, failure: Failure) -> Failure {
    let of_parts = actuators::hint(built);
    match (pairs::hint(built), of_parts) {
        (Some(hint), _) => perhaps_locked(hint, failure),
        (None, Some(hint)) => failure.hinted(hint),
        (None, None) => failure,
    }
}

/// The same of an equilibrium.
pub(crate) fn explain_at_rest(built: &BuiltMachine, failure: Failure) -> Failure {
    match (pairs::hint_at_rest(built), actuators::hint(built)) {
        (Some(hint), _) => perhaps_locked(hint, failure),
        (None, Some(hint)) => failure.hinted(hint),
        (None, None) => match actuators::hint_at_rest(built) {
            Some(hint) => failure.hinted(hint),
            None => failure,
        },
    }
}

/// The same of a motion in time.
pub(crate) fn explain_in_time(built: &BuiltMachine, failure: Failure) -> Failure {
    match pairs::hint(built) {
        Some(hint) => perhaps_locked(hint, failure),
        None => failure,
    }
}

fn perhaps_locked(hint: String, failure: Failure) -> Failure {
    Failure::PerhapsLocked {
        hint,
        failure: Box::new(failure),
    }
}

/// Whether bodies of the machine stand still although their drives turn at the start.
pub(crate) fn idle(built: &BuiltMachine, state: &State) -> Option<String> {
    occurrences::idle(built, state)
}

/// Runs a study.
pub(crate) fn run(course: &dyn Course, job: &mut Job) -> Result<Output, StudyError> {
    let options = job.options();
    let checkpoints = CheckpointWriter::of(course, options, job.name, job.studies());
    // Until the run has gone on from there, what was left of it stays, whatever happens.
    let mut keeps_interrupted = checkpoints
        .as_ref()
        .is_some_and(CheckpointWriter::is_resumed);
    let done = job.collect(|job, output| {
        let start = job.start(course.settings())?;
        let settings = course.settings();
        let end_before = start.as_ref().map(|start| start.time);
        // It begins when the one before it ended, be it earlier than planned.
        let earlier = end_before.filter(|time| settings.continues && *time < settings.begin);
        let continued = earlier.map(|time| course.beginning_at(time));
        let course = continued.as_deref().unwrap_or(course);
        let built = job.machine()?;
        let what = format!("study `{}`: {}", job.name, course.kind().name());
        let (model, name) = (job.model(), job.name.to_owned());
        let mut teller = Teller::new(what, options);
        let n_unknowns = built.machine.n_velocities() + built.machine.n_multipliers();
        teller.is_long = n_unknowns > MANY_UNKNOWNS;
        teller.set_up("the equations");
        let mut run = MachineRun {
            name,
            model: &model,
            built: &built,
            equations: Equations::new(&built.machine),
            course,
            options,
            given: built.machine.start(0.0),
            turns: TurnsFrom::Zero,
        };
        run.compute(
            start,
            checkpoints,
            &mut keeps_interrupted,
            output,
            &mut teller,
        )
    });
    done.map_err(|error| StudyError {
        keeps_interrupted,
        ..error
    })
}

/// A study of the machine while it runs.
pub(crate) struct MachineRun<'s> {
    name: String,
    model: &'s Model,
    built: &'s BuiltMachine,
    equations: Equations<'s>,
    course: &'s dyn Course,
    options: Options<'s>,
    /// Where the machine stands before drives lead it to its first state.
    given: State,
    /// From where they do.
    turns: TurnsFrom,
}

impl MachineRun<'_> {
    fn compute(
        &mut self,
        start: Option<State>,
        mut checkpoints: Option<CheckpointWriter>,
        keeps_interrupted: &mut bool,
        output: &mut Output,
        teller: &mut Teller,
    ) -> Result<(), Failure> {
        self.turns = match &start {
            None => TurnsFrom::Zero,
            Some(start) => TurnsFrom::Time(start.time),
        };
        let course = self.course;
        let given = start.unwrap_or_else(|| self.built.machine.start(course.settings().begin));
        teller.set_up("the first state");
        let assembled = self.assemble(given.clone());
        let (mut state, assembled) =
            assembled.map_err(|failure| course.explain(self.built, failure))?;
        let unique = reactions::Uniqueness::of(self.built, &self.equations, &assembled.redundancy);
        output.warnings.extend(unique.warning(self.built));
        let at_start = course.warnings_at_start(self.built, &state);
        output.warnings.extend(at_start);
        // An equilibrium is compared with the position before drives and loads, a motion with its first instant.
        let first = match course.starts_as_given() {
            true => given,
            false => state.clone(),
        };
        let record = Record::new(self.built, course.settings(), &unique);
        record.check_room(course.n_rows())?;
        let left = checkpoints
            .as_mut()
            .map_or(Ok(None), CheckpointWriter::left)?;
        let mut record = match &left {
            Some(left) => record.reopened(&left.folder, &self.name, &left.tables)?,
            None => {
                checkpoints.iter().for_each(CheckpointWriter::forget);
                record.streamed(self.options.folder, &self.name)?
            }
        };
        let mut advance = Advance {
            state: &mut state,
            record: &mut record,
            checkpoints,
            left,
            is_redundant: unique.n_redundant() > 0,
            counts: Counts::default(),
        };
        let done = course.go(self, &mut advance, output, teller);
        *keeps_interrupted = advance.left.is_some();
        let counts = advance.counts;
        let failure = done.err().map(|failure| {
            let failure = record.told_where(failure);
            match failure.is_interrupt() {
                true => failure,
                false => course.explain(self.built, failure),
            }
        });
        output.warnings.extend(record.opened.clone());
        let occurrences = record.occurrences.as_ref();
        output
            .warnings
            .extend(occurrences.and_then(occurrences::Occurrences::warning));
        output.warnings.extend(record.watched.warnings(self.built));
        let ended = Ended {
            built: self.built,
            state: &state,
            record: &record,
            has_failed: failure.is_some(),
        };
        output.warnings.extend(course.warnings(&ended));
        let reversed = pairs::reversed(self.built, &record.pairs);
        output.warnings.extend(reversed);
        if let (true, Some(drift)) = (course.is_dynamic(), Drift::of(&record.energies)) {
            output.warnings.extend(drift.warning());
        }
        values::add(self, (&assembled, &unique, &counts), &record, output);
        let is_interrupted = failure.as_ref().is_some_and(Failure::is_interrupt);
        if !self.options.without_pictures && record.n_rows() > 0 && !is_interrupted {
            teller.phase("drawing");
            pictures::add(self, [&first, &state], &record, output);
        }
        output.tables.extend(record.finish());
        output.state = Some(state);
        failure.map_or(Ok(()), Err)
    }

    /// A state that obeys the joints at the time at which the study begins.
    fn assemble(&mut self, mut state: State) -> Result<(State, Assembled), Failure> {
        let (settings, is_dynamic) = (self.course.settings(), self.course.is_dynamic());
        state.time = settings.begin;
        if !is_dynamic {
            pairs::free(self.built, &mut state);
            actuators::free(self.built, &mut state);
        }
        self.given = state.clone();
        let options = AssemblyOptions {
            refuse_redundant: settings.redundant == Redundant::Refuse,
            // Equilibrium and prescribed motion find reactions themselves, also of bodies without inertia.
            with_accelerations: is_dynamic,
            turns: self.turns,
            ..AssemblyOptions::default()
        };
        let assembled = assemble(&mut self.equations, &mut state, &options)?;
        Ok((state, assembled))
    }
}

/// Time between two words of progress.
const PATIENCE: Duration = Duration::from_millis(50);

/// From so many unknowns on what comes before the first step takes long enough to be told of.
const MANY_UNKNOWNS: usize = 2000;

/// Tells how far a study is, but not more often than anybody can read, and hears when it shall stop.
pub(crate) struct Teller<'w> {
    what: String,
    options: Options<'w>,
    last: Option<Instant>,
    /// Whether what comes before the first step takes long.
    is_long: bool,
}

impl<'w> Teller<'w> {
    fn new(what: String, options: Options<'w>) -> Self {
        Self {
            what,
            options,
            last: None,
            is_long: false,
        }
    }

    fn tell(&mut self, done: f64) {
        if self.last.is_none_or(|last| last.elapsed() > PATIENCE) {
            self.last = Some(Instant::now());
            (self.options.watch.0)(Progress {
                phase: self.what.clone(),
                done: Some(done),
            });
        }
    }

    /// Fails where somebody wants the study to stop.
    fn check_interrupt(&self, time: f64) -> Result<(), Failure> {
        match self.options.is_interrupted() {
            true => Err(Failure::Interrupted { time: Some(time) }),
            false => Ok(()),
        }
    }

    /// What is made before the first step, of a large machine.
    fn set_up(&mut self, what: &str) {
        if self.is_long {
            self.phase(what);
        }
    }

    fn phase(&mut self, what: &str) {
        (self.options.watch.0)(Progress {
            phase: format!("{}, {what}", self.what),
            done: None,
        });
    }
}
