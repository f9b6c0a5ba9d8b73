//! Forces: what pulls and pushes. A kind of force is one file here: its keys in the model file, how they are read and checked, what it adds
//! to the machine, and what it tells of itself; [`KINDS`] lists them.
//!
//! ```text
//! [forces.NAME] ──read──▶ ForceRequest { ends, dyn ForceLaw } ──add──▶ BuiltForce { element, frames, dyn ForcePart }
//! ```

pub mod brake;
mod built;
pub mod bushing;
pub mod clearance_spring;
pub mod dc_motor;
pub mod drag;
pub mod force_between;
pub mod friction;
pub mod gear_spring;
pub mod load;
pub mod plain_bearing;
pub mod rolling_bearing;
mod sensor;
mod shared_keys;
pub mod spring;
mod standstill;
pub mod string;
pub mod torque_between;
pub mod torsion_spring;
pub mod viscous;

pub(crate) use built::add;
pub use built::{AddedForce, BuiltForce, ForcePart, ForceSite};
pub use sensor::{ForceSensor, SENSORS};

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::input::Section;
use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::input::key::{Key, Quantity};
use crate::machine::AssemblyError;
use crate::model::build::machine::{Reading, ends};
use crate::model::machine::{Carrier, Connection, Controlled, End, SignalRequest};

/// A law of force with its numbers, wherever it acts.
pub trait ForceLaw: Any + Debug + Send + Sync {
    /// Adds it to a machine.
    fn add(&self, site: &mut ForceSite) -> Result<AddedForce, AssemblyError>;

    /// Whether it sticks and breaks away.
    fn can_stick(&self) -> bool {
        false
    }

    /// What sets it, and as what, where a controller may.
    fn signal(&self) -> Option<(Controlled, &SignalRequest)> {
        None
    }

    /// Whether small motions can be excited by what sets it.
    fn can_be_shaken(&self) -> bool {
        false
    }

    /// The kind of sensor that reads its channels, if it has any.
    fn sensor(&self) -> Option<&'static ForceSensor> {
        None
    }
}

/// What pulls and pushes.
#[derive(Debug, Clone)]
pub struct ForceRequest {
    /// Its name.
    pub name: String,
    /// Where it acts.
    pub ends: ForceEnds,
    /// What it does.
    pub law: Arc<dyn ForceLaw>,
}

/// Where a force acts.
#[derive(Debug, Clone, PartialEq)]
pub enum ForceEnds {
    /// On one body.
    One(End),
    /// Between two.
    Two(Connection),
}

impl ForceRequest {
    /// Its law, if it is of this type.
    pub fn as_law<L: ForceLaw>(&self) -> Option<&L> {
        let law: &dyn Any = self.law.as_ref();
        law.downcast_ref()
    }

    /// The controller that sets it, if one does.
    pub fn controller(&self) -> Option<&str> {
        let (_, signal) = self.law.signal()?;
        signal.controller()
    }

    /// Who carries its ends.
    pub fn carriers(&self) -> impl Iterator<Item = &Carrier> {
        let (first, second) = match &self.ends {
            ForceEnds::One(on) => (on, None),
            ForceEnds::Two(between) => (&between.a, Some(&between.b)),
        };
        std::iter::once(first).chain(second).map(|end| &end.carrier)
    }
}

/// A kind of force.
#[derive(Debug)]
pub struct ForceKind {
    /// Its name, its meaning and its keys.
    pub variant: Variant,
    /// Reads where it acts.
    pub(crate) ends: fn(&ForceTable, &mut Reading) -> Option<ForceEnds>,
    /// Reads its law; none where something in it was refused.
    pub(crate) read: fn(&ForceTable, &mut Reading) -> Option<Arc<dyn ForceLaw>>,
}

impl ForceKind {
    /// The kind of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        KINDS.into_iter().find(|kind| kind.variant.name == name)
    }
}

/// The table of a force while it is read.
pub(crate) struct ForceTable<'t> {
    /// What it is called in messages: "force `belt`".
    pub title: &'t str,
    /// Its keys.
    pub section: &'t Section,
    /// Where it acts, once that has been read and if nothing in it was refused.
    pub ends: Option<&'t ForceEnds>,
}

impl<'t> ForceTable<'t> {
    /// As the functions take it that read what joints and sensors have, too.
    pub fn named(&self) -> (&'t str, &'t Section) {
        (self.title, self.section)
    }

    /// A quantity, in SI units.
    pub fn quantity(&self, key: &Key<Quantity>) -> Option<f64> {
        Some(self.section.get(key)?.value)
    }
}

/// Between two bodies.
pub(crate) fn between(table: &ForceTable, reading: &mut Reading) -> Option<ForceEnds> {
    ends::connection(table.named(), reading).map(ForceEnds::Two)
}

/// The forces that could be read.
pub(crate) fn read(root: &Section, reading: &mut Reading) -> Vec<ForceRequest> {
    let entries = root.entries("forces");
    entries
        .filter_map(|(name, _, section)| {
            let kind = ForceKind::find(section.choice("kind")?.value)?;
            let title = format!("force `{name}`");
            let mut table = ForceTable {
                title: &title,
                section,
                ends: None,
            };
            let ends = (kind.ends)(&table, reading);
            table.ends = ends.as_ref();
            let law = (kind.read)(&table, reading);
            Some(ForceRequest {
                name: name.to_owned(),
                law: law?,
                ends: ends?,
            })
        })
        .collect()
}

/// All kinds, in the order of the reference page.
pub static KINDS: [&ForceKind; 16] = [
    &load::KIND,
    &spring::KIND,
    &string::KIND,
    &torsion_spring::KIND,
    &bushing::KIND,
    &rolling_bearing::KIND,
    &plain_bearing::KIND,
    &viscous::KIND,
    &drag::KIND,
    &clearance_spring::KIND,
    &gear_spring::KIND,
    &force_between::KIND,
    &torque_between::KIND,
    &dc_motor::KIND,
    &friction::KIND,
    &brake::KIND,
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

static CHOICES: [Choice; KINDS.len()] = Variant::choices(&VARIANTS, &[]);

/// What pulls and pushes.
pub static FORCE: Record = Record {
    name: "force",
    doc: "A load on one body, or a force law between two. Weight is not a force of this table: `gravity` in [model] acts on \
          all bodies.",
    discriminator: Some("kind"),
    variants: &VARIANTS,
    fields: &[Field::required(
        "kind",
        FieldKind::Choice(&CHOICES),
        "\"spring\"",
        "What it does.",
    )],
};
