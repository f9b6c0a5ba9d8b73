//! Pairs of wheels. How closely their teeth are computed is their level: a file here holds its keys, how they are read and checked, what it
//! adds to the machine, and its channels.
//!
//! ```text
//! [[pairs]] ──read──▶ dyn PairLevel ──add──▶ dyn PairContact ──Snapshot──▶ channels
//! ```

mod built;
mod closing;
mod damping;
pub mod gear_joint;
pub(crate) mod history;
pub mod planar;
pub mod state;
mod toothing;

pub use built::BuiltPair;
pub(crate) use built::add;
pub(crate) use closing::close;
pub use gear_joint::JointContact;
pub use planar::PlanarPairContact;
pub use state::PairState;
pub(crate) use toothing::{Standing, Toothing, refuse_faces_apart};

use std::any::Any;
use std::fmt::Debug;

use crate::contact::{DampingReach, FlankContact, Formulation, Friction, MeshLaw};
use crate::dynamics::{
    ElementId, Error, Frame, GripId, Kinematics, Machine, Misplacement, ToothMesh,
};
use crate::geometry::vector::Vector;
use crate::parts::channel::Quantity;
use crate::pictures::Figure;
use crate::results::{Group, ResultKey, Table};

/// A pair at its level, in its machine.
pub trait PairContact: Any + Debug + Send + Sync {
    /// Its channels, in the order of the columns.
    fn channels(&self) -> Vec<&'static Quantity>;

    /// Adds the values of all channels; returned is what they come from.
    fn read(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState;

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

/// A machine at an instant, as a pair sees it.
#[derive(Debug, Clone, Copy)]
pub struct Snapshot<'s> {
    /// What forces look at.
    pub forcing: &'s Kinematics,
    /// What velocities and powers look at, at the same place: the same, unless forces are those of rest.
    pub motion: &'s Kinematics,
    /// Multipliers of its element.
    pub multipliers: &'s [f64],
}

impl Snapshot<'_> {
    /// Whether forces are those of the motion.
    pub fn is_of_motion(&self) -> bool {
        std::ptr::eq(self.forcing, self.motion)
    }
}

/// All channels that some level has, in the order of the reference page.
pub const CHANNELS: [&Quantity; 28] = {
    let joint = gear_joint::channels(true, false);
    let own = planar::contact::OWN_CHANNELS;
    let mut all = [&state::NORMAL_FORCE.quantity; 28];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i < joint.len() {
            true => &joint[i].quantity,
            false => &own[i - joint.len()].quantity,
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
