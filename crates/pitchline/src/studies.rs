//! Studies: what is computed from a model. A kind of study is one file or folder here: its keys in the model file, how they are
//! read and checked, and what it computes; [`KINDS`] lists them.
//!
//! ```text
//! [[studies]] ──read──▶ dyn Study ──Session──▶ run(&mut Job) ──▶ Result<Output, StudyError> ──▶ Results
//! ```

pub mod breakaway;
pub mod campbell;
pub mod efficiency_map;
mod error;
mod even_running;
pub mod fe_static;
pub mod finite_elements;
pub mod frequency_response;
pub mod geometry;
pub mod kinematic;
pub mod linearise;
pub mod machine_settings;
pub mod mesh;
pub mod modal;
pub mod modes;
pub mod reduce;
mod session;
pub mod small_motions;
pub mod statics;
pub mod transient;

pub use error::{Failure, StudyError};
pub use session::{CurrentModel, Job, Options, Progress, Session, Watch, run};

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::input::{Diagnostics, Section};
use crate::model::Gears;
use crate::model::machine::MachineRequest;
use crate::results::Output;

/// A study with its settings.
pub trait Study: Any + Debug + Send + Sync {
    /// What kind of study it is.
    fn kind(&self) -> &'static StudyKind;

    /// The study from whose last state it starts.
    fn start(&self) -> Option<&str> {
        None
    }

    /// When it runs, if it can be interrupted and go on.
    fn interruptible(&self) -> Option<Interruptible> {
        None
    }

    /// Computes it.
    fn run(&self, job: &mut Job) -> Result<Output, StudyError>;
}

/// A run in time that can be interrupted and go on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interruptible {
    /// First and last time (s).
    pub times: [f64; 2],
    /// Time from row to row of its tables (s).
    pub output_step: f64,
}

/// A kind of study.
#[derive(Debug)]
pub struct StudyKind {
    /// Its name, its meaning and its keys.
    pub variant: Variant,
    /// Whether it leaves a state of the machine from which others can start.
    pub leaves_state: bool,
    /// Makes a study from its table; none where something in it was refused.
    pub(crate) read: fn(&Section, &StudyContext, &mut Diagnostics) -> Option<Arc<dyn Study>>,
}

impl StudyKind {
    /// A kind of a program of one's own: it is made by the program, as no model file can name it.
    pub const fn own(variant: Variant) -> Self {
        Self {
            variant,
            leaves_state: false,
            read: |_, _, _| None,
        }
    }

    /// Its name in the model file.
    pub fn name(&self) -> &'static str {
        self.variant.name
    }

    /// The kind of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        KINDS.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a study may refer to when it is read.
pub(crate) struct StudyContext<'c> {
    /// The whole file.
    pub root: &'c Section,
    /// The gears that could be built.
    pub gears: &'c Gears<'c>,
    /// What could be read of the machine.
    pub machine: &'c MachineRequest,
}

/// All kinds, in the order of the reference page.
pub static KINDS: [&StudyKind; 14] = [
    &geometry::KIND,
    &mesh::KIND,
    &fe_static::KIND,
    &modes::KIND,
    &reduce::KIND,
    &statics::KIND,
    &kinematic::KIND,
    &transient::KIND,
    &modal::KIND,
    &campbell::KIND,
    &frequency_response::KIND,
    &linearise::KIND,
    &efficiency_map::KIND,
    &breakaway::KIND,
];

/// Kinds of later versions.
const PLANNED: [&str; 8] = [
    "loaded-contact",
    "mesh-map",
    "sweep",
    "branches",
    "torque-map",
    "response",
    "scatter",
    "compare",
];

static VARIANTS: [&Variant; KINDS.len()] = {
    let mut variants = [&KINDS[0].variant; KINDS.len()];
    let mut i = 0;
    while i < KINDS.len() {
        variants[i] = &KINDS[i].variant;
        i += 1;
    }
    variants
};

static CHOICES: [Choice; KINDS.len() + PLANNED.len()] = Variant::choices(&VARIANTS, &PLANNED);

/// Something to compute.
pub static STUDY: Record = Record {
    name: "study",
    doc: "Something to compute from the model. `pitchline run` runs all studies of a file, or one by its name.",
    discriminator: Some("kind"),
    variants: &VARIANTS,
    fields: &[
        Field::required(
            "name",
            FieldKind::Name,
            "\"sizes\"",
            "Name under which the results are filed. No two studies may share one.",
        ),
        Field::required(
            "kind",
            FieldKind::Choice(&CHOICES),
            "\"geometry\"",
            "What is computed.",
        ),
    ],
};
