//! The level `joint`: teeth that deform along one direction. \[theory:gear-joint\]

use std::sync::Arc;

use super::gear_joint::JointContact;
use super::mesh_keys::{DAMPING_KEYS, PLAY_KEYS, START_CYCLE, STIFFNESS_KEYS};
use super::mesh_law::{self, DampingRequest, ReachRequest};
use super::reading::LINE_OF_ACTION;
use super::reading::PairEntry;
use super::state::{self, JointTeeth};
use super::transmission_error::TRANSMISSION_ERROR as ERROR_TABLE;
use super::{
    LevelKind, PairContact, PairLevel, PairSite, ReadLevel, damping, friction_along_teeth,
    stiffness, unusual,
};
use crate::contact::{Elasticity, Friction, MeshDamping, MeshLaw, TransmissionError};
use crate::dynamics::{ElementId, GearMesh, Machine};
use crate::input::Section;
use crate::input::field::{Choice, Field, FieldKind, Record, Variant};
use crate::keys;
use crate::machine::AssemblyError;
use crate::model::Reading;
use crate::model::machine::MeshDirection;
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
    mesh: Some(&MESH),
    friction: &friction_along_teeth::FRICTION,
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

/// How teeth of level `joint` deform.
static MESH: Record = Record {
    name: "joint mesh",
    doc: "Elasticity of the teeth of a pair of level `joint`.",
    discriminator: Some("kind"),
    variants: &[&LINEAR],
    fields: &[Field::optional(
        "kind",
        FieldKind::Choice(&KINDS),
        "\"linear\"",
        "Force law over the deflection.",
    )
    .default("\"linear\"")],
};

static KINDS: [Choice; 1] = Variant::choices(&[&LINEAR], &[]);

static LINEAR: Variant = Variant {
    name: "linear",
    doc: "One stiffness under every load.",
    keys: &[&STIFFNESS_KEYS, &DAMPING_KEYS, &PLAY_KEYS, &KEYS],
};

keys! {
    /// Keys of this level alone.
    static KEYS {
        TRANSMISSION_ERROR = optional("transmission_error", Table(&ERROR_TABLE), "{ kind = \"amplitude\", amplitude = \"10 um\" }", "Kinematic excitation by deviations and varying stiffness over each mesh cycle. None unless given.");
        pub(super) MEASURED_ALONG = optional("measured_along", OneOf(&[Choice::new(
                    "line-of-action",
                    "The line of action in the transverse plane; of worm, crossed helical and hypoid pairs the normal of the flanks.",
                ),
Choice::new(
                    "pitch-circle",
                    "The normal of the tooth in the pitch surfaces: along the pitch circles of spur and straight bevel gears.",
                )]), "\"pitch-circle\"", "Direction to which stiffness, damping, backlash and transmission error refer: force and displacement, both along it. A stiffness k along the line of action is \
             k cos²α along the pitch circles, and k cos α as force along the one over displacement on the other."), default "\"line-of-action\"";
    }
}

fn read(entry: &PairEntry, reading: &mut Reading) -> Option<ReadLevel> {
    let friction = friction_along_teeth::of(entry, reading);
    let measured = entry.mesh().and_then(|mesh| mesh.get(&MEASURED_ALONG));
    let measured = measured.map_or(LINE_OF_ACTION, |along| along.value);
    let direction = MeshDirection::new(measured, entry.teeth.hoop_per_line);
    let mesh = match entry.mesh() {
        Some(section) => law(entry, section, &direction, reading)?,
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
        let channels = state::channels(JointTeeth {
            are_elastic: true,
            have_play: self.mesh.backlash > 0.0,
            on_rack: has_rack,
        });
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
    let error = match section.table(&TRANSMISSION_ERROR) {
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
        start_cycle: section.number(&START_CYCLE)?.value,
    })
}
