//! The level `joint`: teeth that deform along one direction. \[theory:gear-joint\]

use std::sync::Arc;

use super::gear_joint::{self, JointContact};
use super::mesh_law::{self, DampingRequest, ReachRequest};
use super::reading::PairEntry;
use super::{
    LevelKind, PairContact, PairLevel, PairSite, ReadLevel, damping, friction_along_teeth, planar,
    stiffness, unusual,
};
use crate::contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use crate::dynamics::{ElementId, GearMesh, Machine};
use crate::input::Section;
use crate::machine::AssemblyError;
use crate::model::machine::MeshDirection;
use crate::model::{Pair, Reading, is_given};
use crate::parts::channel::Quantity;

/// Elastic teeth of a gear joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointLevel {
    /// How they deform.
    pub mesh: MeshLawRequest,
    /// Friction along them.
    pub friction: Friction,
}

/// The level `joint`.
pub static KIND: LevelKind = LevelKind {
    name: "joint",
    doc: "Teeth that deform along one direction: stiffness, damping, backlash and transmission error, as `mesh` says. For wheels of the machine.",
    read,
};

/// How teeth deform. Everything is across the tooth in the pitch surfaces, where the joint measures.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshLawRequest {
    /// Stiffness (N/m).
    pub stiffness: f64,
    /// Damping.
    pub damping: DampingRequest,
    /// Where it acts.
    pub damping_reach: ReachRequest,
    /// Play (m).
    pub backlash: f64,
    /// What errors add (m), positive where they press the right flanks of a.
    pub error: TransmissionError,
    /// Mesh cycles that have passed when the machine starts.
    pub start_cycle: f64,
}

fn read(entry: &PairEntry, reading: &mut Reading) -> Option<ReadLevel> {
    let friction = friction_along_teeth::of(entry, reading);
    let direction = entry.direction();
    let mesh = match entry.mesh() {
        Some(section) => {
            refuse_planar_keys((entry.what, section), entry.pair, reading)?;
            law(entry, section, &direction, reading)?
        }
        None => {
            return entry.refuse_without_mesh(
                "add mesh = { stiffness = \"2.1e8 N/m\", damping_ratio = 0.1 }, with your own values; or write level = \"ideal\" for rigid teeth",
                reading,
            );
        }
    };
    let module = entry.teeth.normal_module();
    if let Some(section) = entry.mesh() {
        unusual::check_backlash((entry.what, section), (mesh.backlash, module), reading)?;
        unusual::check_error((entry.what, section), (&mesh.error, module), reading)?;
    }
    mesh_law::refuse_unknown_mass(entry, mesh.damping, reading)?;
    let friction = friction?;
    Some(ReadLevel {
        level: Arc::new(JointLevel { mesh, friction }),
        direction,
    })
}

impl PairLevel for JointLevel {
    fn kind(&self) -> &'static LevelKind {
        &KIND
    }

    fn channels(&self, has_rack: bool) -> Vec<&'static Quantity> {
        let channels = gear_joint::channels(true, has_rack);
        channels.map(|channel| &channel.quantity).to_vec()
    }

    fn advanced(&self, cycles: f64) -> Arc<dyn PairLevel> {
        let mut later = self.clone();
        later.mesh.start_cycle += cycles;
        Arc::new(later)
    }

    fn damping_follows_load(&self) -> bool {
        self.mesh.damping_reach.follows_load
    }

    fn add(
        &self,
        site: &PairSite,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError> {
        let law = &self.mesh;
        let ways = damping::ways(&site.pair.engagement);
        let coefficient = damping::coefficient(site, law.damping, law.stiffness, ways)?;
        let mesh = GearMesh {
            law: MeshLaw {
                elasticity: Elasticity::Linear {
                    stiffness: law.stiffness,
                },
                damping: MeshDamping {
                    coefficient,
                    reach: law.damping_reach.reach,
                },
                backlash: law.backlash,
            },
            error: law.error.clone(),
            start_cycle: law.start_cycle,
        };
        JointContact::add(site, Some(mesh), &self.friction, machine)
    }
}

/// What only the level `planar` knows.
fn refuse_planar_keys(
    (what, section): (&str, &Section),
    pair: &Pair,
    reading: &mut Reading,
) -> Option<()> {
    let is_law = |kind: &str| kind != "linear";
    let is_measure = |along: &str| along == "normal-over-pitch";
    let chosen = |key: &str, is_planar: fn(&str) -> bool| {
        section
            .choice(key)
            .is_some_and(|choice| is_planar(choice.value))
    };
    let keys = ["stiffness_left", "stiffness_variation"];
    let key = match () {
        () if chosen("kind", is_law) => Some("kind"),
        () if chosen("measured_along", is_measure) => Some("measured_along"),
        () => keys.into_iter().find(|key| is_given(section, key)),
    };
    let Some(key) = key else {
        return Some(());
    };
    let written = match section.choice(key) {
        Some(choice) => format!("{key} = \"{}\"", choice.value),
        None => key.to_owned(),
    };
    reading.refuse(
        "key-of-planar",
        (section.span_of(key), "not at this level"),
        format!("{what} has level \"joint\" and `{written}` in its mesh, which level \"planar\" alone knows"),
        match planar::is_possible(pair) {
            true => "write level = \"planar\", or remove it",
            false => "remove it",
        },
    )
}

fn law(
    entry: &PairEntry,
    section: &Section,
    direction: &MeshDirection,
    reading: &mut Reading,
) -> Option<MeshLawRequest> {
    let (what, pair) = (entry.what, entry.pair);
    let named = (what, section);
    if section.has_errors() {
        return None;
    }
    let stiffness = stiffness::read(named, (pair, entry.gears), direction, reading);
    let damping = mesh_law::damping(named, direction, reading);
    let backlash = mesh_law::backlash(named, pair, direction, reading);
    let error = match section.table("transmission_error") {
        Some(table) => {
            let read = mesh_law::transmission_error(table, pair, direction)?;
            read.map_or_else(
                |error| mesh_law::refuse_error((what, table), &error, reading),
                Some,
            )
        }
        None => Some(TransmissionError::None),
    };
    let (stiffness, damping) = (stiffness?, damping?);
    let elasticity = Elasticity::Linear { stiffness };
    let hoop_force = |force| direction.hoop_force(force);
    let reach = mesh_law::damping_reach(named, (pair, &elasticity), hoop_force, reading)?;
    Some(MeshLawRequest {
        stiffness,
        damping,
        damping_reach: reach,
        backlash: backlash?,
        error: error?,
        start_cycle: section.number("start_cycle")?.value,
    })
}
