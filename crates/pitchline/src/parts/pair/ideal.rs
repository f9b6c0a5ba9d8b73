//! The level `ideal`: rigid teeth, which hold their wheels to a ratio. \[theory:gear-joint\]

use std::sync::Arc;

use super::gear_joint::{self, JointContact};
use super::reading::PairEntry;
use super::{LevelKind, PairContact, PairLevel, PairSite, ReadLevel, friction_along_teeth};
use crate::contact::Friction;
use crate::dynamics::{ElementId, Machine};
use crate::machine::AssemblyError;
use crate::model::{Reading, is_given};
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
    read,
};

fn read(entry: &PairEntry, reading: &mut Reading) -> Option<ReadLevel> {
    let friction = friction_along_teeth::of(entry, reading);
    if entry.section.is_faulty(entry.mesh_key) {
        return None;
    }
    refuse_mesh(entry, reading)?;
    Some(ReadLevel {
        level: Arc::new(IdealLevel {
            friction: friction?,
        }),
        direction: entry.direction(),
    })
}

fn refuse_mesh(entry: &PairEntry, reading: &mut Reading) -> Option<()> {
    let Some(mesh) = entry.mesh() else {
        return Some(());
    };
    let key = ["backlash", "transmission_error", "stiffness"]
        .into_iter()
        .find(|key| is_given(mesh, key));
    let why = match key {
        Some("backlash") => "rigid teeth that are always in contact have no play",
        Some("transmission_error") => "rigid teeth follow their ratio without an error",
        _ => "rigid teeth do not deform",
    };
    let key = key.unwrap_or("stiffness");
    reading.refuse(
        "mesh-of-ideal",
        (mesh.span_of(key), "not at this level"),
        format!(
            "{} has level \"ideal\" and `{key}` in its mesh: {why}",
            entry.what
        ),
        format!("write level = \"joint\", or remove {}", entry.mesh_key),
    )
}

impl PairLevel for IdealLevel {
    fn kind(&self) -> &'static LevelKind {
        &KIND
    }

    fn channels(&self, has_rack: bool) -> Vec<&'static Quantity> {
        let channels = gear_joint::channels(false, has_rack);
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
