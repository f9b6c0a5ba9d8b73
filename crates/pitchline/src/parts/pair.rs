//! Pairs of wheels. How closely their teeth are computed is their level: a file here holds its keys, how they are read and checked, what it
//! adds to the machine, and its channels.
//!
//! ```text
//! [[pairs]] ──read──▶ dyn PairLevel ──add──▶ dyn PairContact ──Snapshot──▶ channels
//! ```

mod built;
mod carrying_flanks;
mod closing;
mod damping;
mod friction_along_teeth;
pub mod gear_joint;
pub(crate) mod history;
pub mod ideal;
pub mod joint;
mod mesh_keys;
pub mod mesh_law;
mod place;
pub mod planar;
pub(crate) mod reading;
pub mod state;
mod stiffness;
mod toothing;
mod transmission_error;
mod unusual;

pub use built::BuiltPair;
pub(crate) use built::add;
pub(crate) use closing::close;
pub use gear_joint::JointContact;
pub use planar::PlanarPairContact;
use reading::PairEntry;
pub use state::PairState;
pub(crate) use toothing::{Standing, Toothing, refuse_faces_apart};

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::contact::{DampingReach, FlankContact, Formulation, Friction, MeshLaw};
use crate::dynamics::{
    ElementId, Error, Frame, GripId, Kinematics, Machine, Misplacement, ToothMesh,
};
use crate::geometry::vector::Vector;
use crate::input::field::{Case, Cases, Choice, Record};
use crate::machine::{AssemblyError, Start};
use crate::model::Reading;
use crate::model::machine::{End, MeshDirection, MeshingRequest};
use crate::parts::channel::{Quantity, Snapshot};
use crate::pictures::Figure;
use crate::results::{Group, ResultKey, Table};

/// A level of pairs.
#[derive(Debug)]
pub struct LevelKind {
    /// Its name in the model file.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The table that says how its teeth deform; none of rigid ones.
    pub mesh: Option<&'static Record>,
    /// The table of its friction.
    pub friction: &'static Record,
    /// Reads what a pair says of it; none where something was refused.
    read: fn(&PairEntry, &mut Reading) -> Option<ReadLevel>,
}

/// All levels, in the order of the reference page.
pub static LEVELS: [&LevelKind; 3] = [&ideal::KIND, &joint::KIND, &planar::KIND];

/// Levels of later versions.
const PLANNED: [&str; 4] = ["mesh-map", "reduced", "superelement", "ale"];

/// The choices of the key `level`.
pub(crate) static LEVEL_CHOICES: [Choice; LEVELS.len() + PLANNED.len()] = {
    let mut choices = [Choice::reserved(""); LEVELS.len() + PLANNED.len()];
    let mut i = 0;
    while i < choices.len() {
        choices[i] = match i < LEVELS.len() {
            true => Choice::new(LEVELS[i].name, LEVELS[i].doc),
            false => Choice::reserved(PLANNED[i - LEVELS.len()]),
        };
        i += 1;
    }
    choices
};

/// How teeth deform, by their level.
pub(crate) static MESHES: Cases = Cases {
    key: "level",
    list: || {
        let levels = LEVELS.iter();
        let case = |level: &&LevelKind| {
            Some(Case {
                choice: level.name,
                record: level.mesh?,
            })
        };
        levels.filter_map(case).collect()
    },
};

/// Friction, by the level.
pub(crate) static FRICTIONS: Cases = Cases {
    key: "level",
    list: || {
        let case = |level: &&LevelKind| Case {
            choice: level.name,
            record: level.friction,
        };
        LEVELS.iter().map(case).collect()
    },
};

impl LevelKind {
    /// The level of this name.
    fn find(name: &str) -> Option<&'static Self> {
        LEVELS.into_iter().find(|level| level.name == name)
    }
}

/// What was read of a pair at its level.
struct ReadLevel {
    level: Arc<dyn PairLevel>,
    /// Direction to which forces and ways refer.
    direction: MeshDirection,
}

/// A level with the settings of a pair.
pub trait PairLevel: Any + Debug + Send + Sync {
    /// Which level it is.
    fn kind(&self) -> &'static LevelKind;

    /// Channels of a pair, in the order of the columns.
    fn channels(&self, has_rack: bool) -> Vec<&'static Quantity>;

    /// Whether teeth stick and break away, which is found by events.
    fn can_stick(&self) -> bool {
        false
    }

    /// Whether its teeth are stiff in time, so that steps of constant length would have to be short.
    fn is_stiff(&self) -> bool {
        false
    }

    /// Whether friction acts along the profile of the teeth.
    fn has_friction_along_profile(&self) -> bool {
        false
    }

    /// Whether a third body must carry both wheels, past whose line of centres teeth are counted.
    fn needs_carrier(&self) -> bool {
        false
    }

    /// The same where more mesh cycles have passed when the machine starts.
    fn advanced(&self, cycles: f64) -> Arc<dyn PairLevel>;

    /// Whether the load of its teeth decides where their damping reaches its coefficient.
    fn damping_follows_load(&self) -> bool {
        false
    }

    /// Refuses wheels that this level cannot have where they stand.
    fn check_place(
        &self,
        _entry: &PairEntry,
        _request: &MeshingRequest,
        _reading: &mut Reading,
    ) -> Option<()> {
        Some(())
    }

    /// Adds a pair to a machine.
    fn add(
        &self,
        site: &PairSite,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError>;
}

/// Where a pair is added to a machine.
pub struct PairSite<'s> {
    /// Name of its element.
    title: String,
    /// The pair.
    pair: &'s MeshingRequest,
    /// Where its wheels sit.
    seats: [&'s End; 2],
    /// Where they stand.
    standing: [Standing; 2],
    /// The bodies.
    start: &'s Start<'s>,
}

/// A pair at its level, in its machine.
pub trait PairContact: Any + Debug + Send + Sync {
    /// Its channels, in the order of the columns.
    fn channels(&self) -> Vec<&'static Quantity>;

    /// Adds the values of all channels; returned is what they come from.
    fn read(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState;

    /// The same after each step of a run, of which extremes are made and losses summed: channels without either may be NaN.
    fn read_step(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState {
        self.read(at, values)
    }

    /// The value of one channel; NaN of one that it does not have.
    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64;

    /// What it does.
    fn state(&self, at: &Snapshot) -> PairState;

    /// Frames of both wheels, whose z are their axes.
    fn frames(&self) -> [Frame; 2];

    /// Where the wheels touch (m), ground axes: at the radius of a from its centre, where the contact is seen from a.
    fn touches(&self, k: &Kinematics) -> Vector;

    /// How far its wheels are from where it takes them to be.
    fn misplacement(&self, k: &Kinematics) -> Misplacement;

    /// How its element is known to those who look for loads of teeth.
    fn tooth_mesh(&self) -> ToothMesh<'_>;

    /// How its teeth deform; none of rigid ones.
    fn law(&self) -> Option<&MeshLaw>;

    /// A force of its law as one across the tooth in the pitch surfaces (N).
    fn hoop_force(&self, force: f64) -> f64 {
        force
    }

    /// Which flanks carry, and whether they see the centres.
    fn formulation(&self) -> Formulation;

    /// Chooses that, in its element too.
    fn formulate(
        &mut self,
        formulation: Formulation,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error>;

    /// Chooses where its damping acts, in its element too.
    fn damp(
        &mut self,
        reach: DampingReach,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error>;

    /// Friction along the teeth.
    fn friction_along_teeth(&self) -> &Friction {
        &Friction::None
    }

    /// Whether its teeth rub along their profile.
    fn rubs_along_profile(&self) -> bool {
        false
    }

    /// What sticks and breaks away of it.
    fn grip(&self) -> Option<GripId> {
        None
    }

    /// Whether what it loses is summed from step to step, because rows may be too far apart to see teeth slide.
    fn sums_losses(&self) -> bool {
        false
    }

    /// Where the wheel stands along a rack's travel, from the rack's middle (m).
    fn along_rack(&self, _k: &Kinematics) -> Option<f64> {
        None
    }

    /// Adds values of the summary that come from no channel.
    fn put_values(&self, _group: &mut Group) {}

    /// What it has done over a run.
    fn history(&self, pair: &BuiltPair, table: &Table) -> Figure;

    /// Mesh cycles below which its force has no spectrum worth looking at.
    fn fewest_cycles(&self) -> f64 {
        0.0
    }
}

/// All channels that some level has, in the order of the reference page.
pub const CHANNELS: [&Quantity; state::COMMON + planar::contact::OWN] = {
    let common = state::channels(state::JointTeeth {
        are_elastic: true,
        have_play: true,
        on_rack: false,
    });
    let mut all = [&state::NORMAL_FORCE.quantity; state::COMMON + planar::contact::OWN];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i < common.len() {
            true => &common[i].quantity,
            false => &planar::contact::OWN_CHANNELS[i - common.len()].quantity,
        };
        i += 1;
    }
    all
};

/// Keys of the summary that come from channels of pairs.
pub(crate) fn fold_keys() -> impl Iterator<Item = &'static ResultKey> {
    let racks = std::iter::once(&state::TRAVEL_B.quantity);
    let all = CHANNELS.into_iter().chain(racks);
    all.flat_map(|channel| channel.folds).map(|fold| &fold.key)
}

/// Which flanks of a touch, as a number.
fn flank(contact: FlankContact) -> f64 {
    match contact {
        FlankContact::Right => 1.0,
        FlankContact::None => 0.0,
        FlankContact::Left => -1.0,
    }
}
