//! Why studies stop.

use std::path::PathBuf;

use crate::dynamics;
use crate::fem;
use crate::machine::AssemblyError;
use crate::memory::told;
use crate::model::InputError;
use crate::number::short;
use crate::results::Output;
use crate::run::CheckpointError;

/// A study that stopped, with what it had found by then.
#[derive(Debug)]
pub struct StudyError {
    /// Why.
    pub failure: Failure,
    /// Values, tables and pictures until then; the last good state of the machine, if it has one, in [`Output::state`].
    pub output: Box<Output>,
    /// Whether what an interrupted run has left, and could not be continued, stays as it is.
    pub keeps_interrupted: bool,
}

/// Before anything was found.
impl From<Failure> for StudyError {
    fn from(failure: Failure) -> Self {
        Self {
            failure,
            output: Box::default(),
            keeps_interrupted: false,
        }
    }
}

/// Why a study stops. The message is for the user: it ends with what to do, where that is known.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The machine does not move as asked.
    #[error(transparent)]
    Dynamics(Box<dynamics::Error>),
    /// The machine cannot be built.
    #[error(transparent)]
    Machine(Box<AssemblyError>),
    /// Finite elements of a gear fail.
    #[error("gear `{gear}`: {source}")]
    FiniteElements {
        /// The gear.
        gear: String,
        /// Why.
        source: Box<fem::Error>,
    },
    /// A gear cannot be meshed.
    #[error("gear `{gear}`: {source}")]
    Mesh {
        /// The gear.
        gear: String,
        /// Why.
        source: fem::MeshError,
    },
    /// A gear has nothing to mesh.
    #[error("gear `{gear}` has no complete blank")]
    NoBlank {
        /// The gear.
        gear: String,
    },
    /// A mesh and its matrices do not fit into memory.
    #[error(
        "gear `{gear}`: a mesh of {unknowns} degrees of freedom needs about {} and {} are free: choose a coarser mesh \
         (mesh = {{ size = \"coarse\" }}), or fewer elements",
        told(*needed), told(*free)
    )]
    NoRoomForMesh {
        /// The gear.
        gear: String,
        /// Its degrees of freedom.
        unknowns: usize,
        /// Bytes.
        needed: f64,
        /// Bytes.
        free: f64,
    },
    /// Tables do not fit into memory.
    #[error(
        "its tables of {rows:e} rows and {columns} columns need {} and {} are free: write a larger output_step",
        told(*needed), told(*free)
    )]
    NoRoomForTables {
        /// Rows.
        rows: f64,
        /// Columns of all tables.
        columns: usize,
        /// Bytes.
        needed: f64,
        /// Bytes.
        free: f64,
    },
    /// Something that the study names is not there.
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// What it would be: "drive".
        what: &'static str,
        /// As the study calls it.
        name: String,
    },
    /// The study from which it starts is not there.
    #[error("there is no study `{study}` to start from")]
    NoStart {
        /// As the study calls it.
        study: String,
    },
    /// The study that says how a gear is reduced is not there.
    #[error("there is no study `{study}` of kind `reduce`")]
    NoReduction {
        /// As the body calls it.
        study: String,
    },
    /// The study from which it starts failed.
    #[error("it starts from study `{study}`, which failed: {failure}")]
    StartFailed {
        /// That study.
        study: String,
        /// Why it failed.
        failure: Box<Failure>,
    },
    /// The study from which it starts did not reach its end.
    #[error("it starts from study `{study}`, which did not reach its end")]
    StartUnfinished {
        /// That study.
        study: String,
    },
    /// A run failed after its first row.
    #[error(
        "{failure}. The last good state is that of t = {} s, the last row of the tables",
        short(*time)
    )]
    AfterRow {
        /// Why.
        failure: Box<Failure>,
        /// Time of the last row (s).
        time: f64,
    },
    /// Pairs that lock may be why.
    #[error("{hint}. What failed: {failure}")]
    PerhapsLocked {
        /// What may be why.
        hint: String,
        /// What happened.
        failure: Box<Failure>,
    },
    /// With a hint at what may help.
    #[error("{failure}. {hint}")]
    Hinted {
        /// What happened.
        failure: Box<Failure>,
        /// What may help.
        hint: String,
    },
    /// Something said before the reason.
    #[error("{place}: {failure}")]
    At {
        /// Where: "state `stuck`".
        place: String,
        /// What happened there.
        failure: Box<Failure>,
    },
    /// The model as the study changes it cannot be made, although it was checked.
    #[error(transparent)]
    Variant(Box<InputError>),
    /// An event looks at something that the machine does not have.
    #[error("an event names what is not there")]
    EventWithoutPart,
    /// Joints are torn apart.
    #[error(
        "the joints no longer hold at t = {} s: {openings}; use a shorter step, and check for forces and drives that jump",
        short(*time)
    )]
    JointsOpen {
        /// When (s).
        time: f64,
        /// The worst of them, in words.
        openings: String,
    },
    /// The run cannot go on from a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A checkpoint of another machine.
    #[error("the checkpoint is that of another machine")]
    OtherMachine,
    /// A file that an interrupted run had written is another.
    #[error("{} is not the {what} that the interrupted run had written", path.display())]
    OtherFile {
        /// The file.
        path: PathBuf,
        /// What it should be: "table".
        what: &'static str,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}; is the folder writable, and is there room on the disk?", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A checkpoint cannot be written.
    #[error("{source}; {}", source.remedy())]
    KeepRun {
        /// Why.
        source: crate::Error,
    },
    /// A picture or a file for another program cannot be made.
    #[error(transparent)]
    Results(#[from] crate::Error),
    /// Whoever runs the program wants it to stop.
    #[error("interrupted{}", time.map_or(String::new(), |time| format!(" at t = {} s", short(time))))]
    Interrupted {
        /// How far it was (s); none where it does not go through time.
        time: Option<f64>,
    },
    /// What only this kind of study knows.
    #[error(transparent)]
    Own(Box<dyn std::error::Error + Send + Sync>),
}

impl From<dynamics::Error> for Failure {
    fn from(error: dynamics::Error) -> Self {
        match error {
            dynamics::Error::Stopped => Self::Interrupted { time: None },
            error => Self::Dynamics(Box::new(error)),
        }
    }
}

impl From<AssemblyError> for Failure {
    fn from(error: AssemblyError) -> Self {
        Self::Machine(Box::new(error))
    }
}

impl Failure {
    /// What only one kind of study knows.
    pub fn own(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Own(Box::new(error))
    }

    /// Whether it stops because whoever runs the program wants it to.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Interrupted { .. } => true,
            Self::AfterRow { failure, .. }
            | Self::StartFailed { failure, .. }
            | Self::PerhapsLocked { failure, .. }
            | Self::Hinted { failure, .. }
            | Self::At { failure, .. } => failure.is_interrupt(),
            _ => false,
        }
    }

    /// Something that is not there.
    pub(crate) fn unknown(what: &'static str, name: &str) -> Self {
        Self::Unknown {
            what,
            name: name.to_owned(),
        }
    }

    /// The same at a place.
    pub(crate) fn at(self, place: impl Into<String>) -> Self {
        Self::At {
            place: place.into(),
            failure: Box::new(self),
        }
    }

    /// The same with a hint at what may help.
    pub(crate) fn hinted(self, hint: impl Into<String>) -> Self {
        Self::Hinted {
            failure: Box::new(self),
            hint: hint.into(),
        }
    }
}
