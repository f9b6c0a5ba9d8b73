//! The level `ideal`: rigid teeth, which hold their wheels to a ratio. \[theory:gear-joint\]

use std::sync::Arc;

use super::gear_joint::JointContact;
use super::reading::{LINE_OF_ACTION, PairEntry};
use super::state::{self, JointTeeth};
use super::{LevelKind, PairContact, PairLevel, PairSite, ReadLevel, friction_along_teeth};
use crate::contact::Friction;
use crate::dynamics::{ElementId, Machine};
use crate::machine::AssemblyError;
use crate::model::Reading;
use crate::model::machine::MeshDirection;
use crate::parts::channel::Quantity;

/// Rigid teeth.
#[derive(Debug, Clone, PartialEq)]
pub struct IdealLevel {
    /// Friction along them.
    pub friction: Friction,
}

/// The level `ideal`.
pub static KIND: LevelKind = LevelKind {
    name: "ideal",
    doc: "Rigid teeth without backlash: the pair is a ratio.",
    mesh: None,
    friction: &friction_along_teeth::FRICTION,
    read,
};

fn read(entry: &PairEntry, reading: &mut Reading) -> Option<ReadLevel> {
    let friction = friction_along_teeth::of(entry, reading);
    Some(ReadLevel {
        level: Arc::new(IdealLevel {
            friction: friction?,
        }),
        direction: MeshDirection::new(LINE_OF_ACTION, entry.teeth.hoop_per_line),
    })
}

impl PairLevel for IdealLevel {
    fn kind(&self) -> &'static LevelKind {
        &KIND
    }

    fn channels(&self, has_rack: bool) -> Vec<&'static Quantity> {
        let channels = state::channels(JointTeeth {
            are_elastic: false,
            have_play: false,
            on_rack: has_rack,
        });
        channels.map(|channel| &channel.quantity).to_vec()
    }

    /// A ratio is the same in every cycle.
    fn advanced(&self, _cycles: f64) -> Arc<dyn PairLevel> {
        Arc::new(self.clone())
    }

    fn add(
        &self,
        site: &PairSite,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError> {
        JointContact::add(site, None, &self.friction, machine)
    }
}
