//! Studies of the whole machine: `static`, `kinematic`, `transient`.
//!
//! ```text
//! Model ──assemble──▶ BuiltMachine ──Equations──▶ motion (one row after the other) ──▶ Record ──▶ tables, values, pictures
//! ```

mod actuators;
mod energy;
mod happened;
mod keeper;
mod log;
mod mark;
mod motion;
mod pairs;
mod pictures;
mod reactions;
mod record;
mod seen;
mod sensors;
mod spectrum;
mod steps;
mod stream;
mod values;
mod watch;
mod watched;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::finite_elements;
use super::{Options, Progress, Session, Watch};
use crate::Model;
use crate::dynamics::{Assembled, AssemblyOptions, Equations, State, TurnsFrom, assemble};
use crate::machine::BuiltMachine;
use crate::model::StudyKind;
use crate::model::machine::{
    KinematicRequest, MachineStudy, Redundant, StaticRequest, TransientRequest,
};
use crate::number::short;
use crate::results::StudyResult;
pub(super) use pictures::Projection;
pub(super) use reactions::Uniqueness;
pub(super) use sensors::Instant as Look;

use keeper::Keeper;
use motion::Going;
use record::Record;
use watch::Drift;

/// Why a study stops, in words for the user.
pub(super) type Failure = String;

/// What is asked of the machine.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked<'a> {
    /// Equilibrium.
    Static(&'a StaticRequest),
    /// Motion that drives prescribe.
    Kinematic(&'a KinematicRequest),
    /// Motion in time.
    Transient(&'a TransientRequest),
}

impl Asked<'_> {
    fn common(&self) -> &MachineStudy {
        match self {
            Self::Static(request) => &request.machine,
            Self::Kinematic(request) => &request.machine,
            Self::Transient(request) => &request.machine,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Static(_) => "static",
            Self::Kinematic(_) => "kinematic",
            Self::Transient(_) => "transient",
        }
    }

    /// What a study asks of the machine, if it is one of these.
    fn of(kind: &StudyKind) -> Option<Asked<'_>> {
        match kind {
            StudyKind::Static(request) => Some(Asked::Static(request)),
            StudyKind::Kinematic(request) => Some(Asked::Kinematic(request)),
            StudyKind::Transient(request) => Some(Asked::Transient(request)),
            _ => None,
        }
    }

    /// The same from a time at which another study was stopped; none where it begins as planned.
    fn continued(&self, time: f64) -> Option<StudyKind> {
        if !self.common().continues || time >= self.begin() {
            return None;
        }
        Some(match self {
            Self::Static(request) => StudyKind::Static(StaticRequest {
                time,
                ..(*request).clone()
            }),
            Self::Kinematic(request) => StudyKind::Kinematic(KinematicRequest {
                times: [time, request.times[1]],
                ..(*request).clone()
            }),
            Self::Transient(request) => StudyKind::Transient(TransientRequest {
                times: [time, request.times[1]],
                ..(*request).clone()
            }),
        })
    }

    fn begin(&self) -> f64 {
        match self {
            Self::Static(request) => request.time,
            Self::Kinematic(request) => request.times[0],
            Self::Transient(request) => request.times[0],
        }
    }
}

/// Runs a study; its last state is kept in the session.
pub(super) fn run(session: &mut Session, name: &str, asked: Asked, watch: Watch) -> StudyResult {
    let mut result = StudyResult::new(name, asked.kind());
    result.warnings.clone_from(&session.model.warnings);
    let (model, options) = (session.model, session.options);
    let keeper = Keeper::of(asked, options, name, &session.base.studies);
    // Until the run has gone on from there, what was left of it stays, whatever happens.
    result.is_refused = keeper.as_ref().is_some_and(Keeper::is_resumed);
    let start = match begin(session, asked.common(), watch) {
        Ok(start) => start,
        Err(reason) => return fail(session, result, reason),
    };
    let continued = start.as_ref().and_then(|start| asked.continued(start.time));
    // It begins when the one before it ended, be it earlier than planned.
    let asked = continued.as_ref().and_then(Asked::of).unwrap_or(asked);
    let built = match built(session, watch) {
        Ok(built) => built,
        Err(reason) => {
            let reason = reason.clone();
            return fail(session, result, reason);
        }
    };
    let what = format!("study `{name}`: {}", asked.kind());
    let mut teller = Teller::new(what, options.interrupt, watch);
    let n_unknowns = built.machine.n_velocities() + built.machine.n_multipliers();
    teller.is_long = n_unknowns > MANY_UNKNOWNS;
    teller.set_up("the equations");
    let mut study = Study {
        model,
        built,
        equations: Equations::new(&built.machine),
        asked,
        options,
        given: built.machine.start(0.0),
        turns: TurnsFrom::Zero,
    };
    let (end, failure) = study.compute((start, keeper), &mut result, &mut teller);
    session.ends.insert(name.to_owned(), end);
    match failure {
        None => result,
        Some(reason) => result.failed(reason),
    }
}

fn fail(session: &mut Session, result: StudyResult, reason: Failure) -> StudyResult {
    session.ends.insert(result.name.clone(), None);
    result.failed(reason)
}

/// The machine of the session, built on first use.
pub(super) fn built<'b>(
    session: &'b mut Session,
    watch: Watch,
) -> Result<&'b BuiltMachine, &'b Failure> {
    let (model, options) = (session.model, session.options);
    let machine = session.machines.entry(session.variant).or_insert_with(|| {
        let mut reduce = |study: &str, gear: &str| reduced(model, study, gear, options, watch);
        crate::machine::assemble(model, &mut reduce).map_err(|error| error.to_string())
    });
    machine.as_ref()
}

fn reduced(
    model: &Model,
    study: &str,
    gear: &str,
    options: Options,
    watch: Watch,
) -> Result<crate::fem::ReducedBody, Failure> {
    let found = model.studies.iter().find(|known| known.name == study);
    match found.map(|study| &study.kind) {
        Some(StudyKind::Reduce {
            target,
            support,
            request,
        }) => {
            let asked = (target, *support, request);
            finite_elements::reduced(model, gear, asked, options, watch)
        }
        _ => Err(format!("there is no study `{study}` of kind `reduce`")),
    }
}

/// The state from which a study starts: the last one of another study, which is computed if it has not run yet.
pub(super) fn begin(
    session: &mut Session,
    common: &MachineStudy,
    watch: Watch,
) -> Result<Option<State>, Failure> {
    let Some(name) = &common.start else {
        return Ok(None);
    };
    if !session.ends.contains_key(name) {
        let model = session.base;
        let before = model.studies.iter().find(|study| study.name == *name);
        let before = before.ok_or_else(|| format!("there is no study `{name}` to start from"))?;
        // Its tables and pictures were not asked for; the model has no circles of starts.
        let asked = session.options;
        session.options = Options {
            without_pictures: true,
            without_drawings: true,
            folder: None,
            checkpoints: None,
            ..asked
        };
        let result = session.run(before, watch);
        session.options = asked;
        if let Some(failure) = result.failure {
            return Err(format!(
                "it starts from study `{name}`, which failed: {failure}"
            ));
        }
    }
    match session.ends.get(name) {
        Some(Some(state)) => Ok(Some(state.clone())),
        _ => Err(format!(
            "it starts from study `{name}`, which did not reach its end"
        )),
    }
}

/// A study while it runs.
struct Study<'s> {
    model: &'s Model,
    built: &'s BuiltMachine,
    equations: Equations<'s>,
    asked: Asked<'s>,
    options: Options<'s>,
    /// Where the machine stands before drives lead it to its first state.
    given: State,
    /// From where they do.
    turns: TurnsFrom,
}

impl Study<'_> {
    /// Computes everything: the last state if the study reached its end, and why it did not.
    fn compute(
        &mut self,
        (start, mut keeper): (Option<State>, Option<Keeper>),
        result: &mut StudyResult,
        teller: &mut Teller,
    ) -> (Option<State>, Option<Failure>) {
        self.turns = match &start {
            None => TurnsFrom::Zero,
            Some(start) => TurnsFrom::Time(start.time),
        };
        let given = start.unwrap_or_else(|| self.built.machine.start(self.asked.begin()));
        teller.set_up("the first state");
        let (mut state, assembled) = match self.assemble(given.clone()) {
            Ok(assembled) => assembled,
            Err(reason) => return (None, Some(self.told_of_locks(reason))),
        };
        let unique = reactions::Uniqueness::of(self.built, &self.equations, &assembled.redundancy);
        result.warnings.extend(unique.warning(self.built));
        if matches!(self.asked, Asked::Kinematic(_)) {
            result.warnings.extend(happened::idle(self.built, &state));
        }
        // An equilibrium is compared with the position before drives and loads, a motion with its first instant.
        let first = match self.asked {
            Asked::Static(_) => given,
            _ => state.clone(),
        };
        let record = Record::new(self.built, self.asked.common(), &unique);
        if let Err(reason) = record.check_room(motion::n_rows(self.asked)) {
            return (None, Some(reason));
        }
        let left = keeper.as_mut().map_or(Ok(None), Keeper::left);
        let opened = left.and_then(|left| {
            let record = match &left {
                Some(left) => record.reopened(&left.folder, &result.name, &left.tables),
                None => {
                    keeper.iter().for_each(Keeper::forget);
                    record.streamed(self.options.folder, &result.name)
                }
            };
            Ok((record?, left))
        });
        let (mut record, left) = match opened {
            Ok(opened) => opened,
            Err(reason) => return (None, Some(reason)),
        };
        let mut going = Going {
            state: &mut state,
            record: &mut record,
            keeper,
            left,
            is_redundant: unique.n_redundant() > 0,
        };
        let done = motion::go(self, &mut going, result, teller);
        result.is_refused = going.left.is_some();
        let (counts, failure) = match done {
            Ok(counts) => (counts, None),
            Err((counts, reason)) => {
                let reason = record.told_where(&reason);
                (counts, Some(self.told_of_locks(reason)))
            }
        };
        result.warnings.extend(record.opened.clone());
        let happened = record.happened.as_ref();
        result
            .warnings
            .extend(happened.and_then(happened::Happened::warning));
        result.warnings.extend(record.watched.warnings(self.built));
        if !matches!(self.asked, Asked::Transient(_)) {
            let told = actuators::without_time(self.built, self.asked.kind(), &state);
            result.warnings.extend(told);
        }
        result.warnings.extend(match self.asked {
            Asked::Static(_) if failure.is_some() => Vec::new(),
            Asked::Static(_) => pairs::at_rest(self.built),
            Asked::Kinematic(_) => pairs::prescribed(self.built),
            Asked::Transient(_) => pairs::stuck(self.built, &record.pairs),
        });
        let reversed = pairs::reversed(self.built, &record.pairs);
        result.warnings.extend(reversed);
        if let (Asked::Transient(_), Some(drift)) = (self.asked, Drift::of(&record.energies)) {
            result.warnings.extend(drift.warning());
        }
        values::add(self, (&assembled, &unique, &counts), &record, result);
        let stops = failure.is_some() && self.options.is_interrupted();
        if !self.options.without_pictures && record.n_rows() > 0 && !stops {
            teller.phase("drawing");
            pictures::add(self, [&first, &state], &record, result);
        }
        result.tables.extend(record.finish());
        (failure.is_none().then_some(state), failure)
    }

    /// Why a study stopped, with pairs that may have stopped it.
    fn told_of_locks(&self, reason: Failure) -> Failure {
        if self.options.is_interrupted() {
            return reason;
        }
        let of_parts = match self.asked {
            Asked::Transient(_) => None,
            _ => actuators::hint(self.built),
        };
        let of_locks = match self.asked {
            Asked::Static(_) => pairs::hint_at_rest(self.built),
            _ => pairs::hint(self.built),
        };
        match (of_locks, of_parts) {
            (Some(hint), _) => format!("{hint}. What failed: {reason}"),
            (None, Some(hint)) => format!("{reason}. {hint}"),
            (None, None) => match (self.asked, actuators::hint_at_rest(self.built)) {
                (Asked::Static(_), Some(hint)) => format!("{reason}. {hint}"),
                _ => reason,
            },
        }
    }

    /// A state that obeys the joints at the time at which the study begins.
    fn assemble(&mut self, mut state: State) -> Result<(State, Assembled), Failure> {
        state.time = self.asked.begin();
        if !matches!(self.asked, Asked::Transient(_)) {
            pairs::free(self.built, &mut state);
            actuators::free(self.built, &mut state);
        }
        self.given = state.clone();
        let options = AssemblyOptions {
            refuse_redundant: self.asked.common().redundant == Redundant::Refuse,
            // Equilibrium and prescribed motion find reactions themselves, also of bodies without inertia.
            with_accelerations: matches!(self.asked, Asked::Transient(_)),
            turns: self.turns,
            ..AssemblyOptions::default()
        };
        let assembled = assemble(&mut self.equations, &mut state, &options);
        let assembled = assembled.map_err(|error| error.to_string())?;
        Ok((state, assembled))
    }
}

/// Time between two words of progress.
const PATIENCE: Duration = Duration::from_millis(50);

/// From so many unknowns on what comes before the first step takes long enough to be told of.
const MANY_UNKNOWNS: usize = 2000;

/// Tells how far a study is, but not more often than anybody can read, and hears when it shall stop.
struct Teller<'w> {
    what: String,
    interrupt: &'w AtomicBool,
    watch: Watch<'w>,
    last: Option<Instant>,
    /// Whether what comes before the first step takes long.
    is_long: bool,
}

impl<'w> Teller<'w> {
    fn new(what: String, interrupt: &'w AtomicBool, watch: Watch<'w>) -> Self {
        Self {
            what,
            interrupt,
            watch,
            last: None,
            is_long: false,
        }
    }

    fn tell(&mut self, done: f64) {
        if self.last.is_none_or(|last| last.elapsed() > PATIENCE) {
            self.last = Some(Instant::now());
            (self.watch)(Progress {
                phase: self.what.clone(),
                done: Some(done),
            });
        }
    }

    /// Fails where somebody wants the study to stop.
    fn check_interrupt(&self, time: f64) -> Result<(), Failure> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(format!("interrupted at t = {} s", short(time))),
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
        (self.watch)(Progress {
            phase: format!("{}, {what}", self.what),
            done: None,
        });
    }
}
