//! The level `planar`: teeth that deform and rub in the plane of their wheels. \[theory:planar-contact\]

pub mod contact;
mod elasticity;
mod friction;
mod friction_keys;
mod history;
mod mesh_keys;
mod oil;
mod place;
mod reading;
mod stiffness_variation;

pub use contact::PlanarPairContact;
pub(super) use reading::is_possible;

use std::sync::Arc;

use super::mesh_law::{DampingRequest, ReachRequest};
use super::reading::PairEntry;
use super::{LevelKind, PairContact, PairLevel, PairSite, damping};
use crate::contact::{
    FrictionLevers, LawError, LubricatedMesh, LubricationFormula, MeshDamping, MeshFriction, Oil,
    PlanarMesh, PlanarPair,
};
use crate::dynamics::{ElementId, Machine, PlanarContactData, Stiction};
use crate::machine::AssemblyError;
use crate::model::Reading;
use crate::model::machine::MeshingRequest;
use crate::number::short;
use crate::parts::channel::Quantity;

/// Teeth in the plane of two wheels.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarLevel {
    /// The wheels.
    pub pair: PlanarPair,
    /// How teeth press: forces along the line of action over ways on the pitch circles. Its damping is that of `damping`.
    pub mesh: PlanarMesh,
    /// Damping along the pitch circles.
    pub damping: DampingRequest,
    /// Where it acts: loads are forces along the line of action.
    pub damping_reach: ReachRequest,
    /// Stiffness along the pitch circles (N/m) to which a ratio of damping refers.
    pub stiffness: f64,
    /// Where friction acts.
    pub levers: FrictionLevers,
    /// How large it is.
    pub friction: MeshFriction,
    /// The oil between the teeth, where friction depends on its temperature.
    pub oil: Option<OiledTeeth>,
    /// When teeth stick.
    pub stiction: Stiction,
    /// Mesh cycles that have passed when the machine starts.
    pub start_cycle: f64,
}

/// Lubricated teeth whose oil can have other temperatures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OiledTeeth {
    /// The oil.
    pub oil: Oil,
    /// The teeth, with the viscosity of the model.
    pub mesh: LubricatedMesh,
}

/// What to write for oil that no formula knows.
pub(crate) const OWN_LOSSES: &str = "write what was measured with such oil: kind = \"efficiency\", or kind = \"table\" with coefficients over speeds";

/// What to know of friction with oil that its formula was not made for. \[theory:planar-contact\] (30)
pub(crate) fn odd_oil(mesh: &LubricatedMesh) -> Option<String> {
    let [least, most] = mesh.missed_viscosities()?;
    let formula = match mesh.formula {
        LubricationFormula::Din3990 => "DIN 3990-4",
        LubricationFormula::IsoTr14179 => "ISO/TR 14179-2",
    };
    let but = match mesh.viscosity > most {
        true => "in it the losses of teeth fall the colder the oil is, which is not so in gears",
        false => "such thin oil hardly parts teeth",
    };
    let [viscosity, least, most] = [mesh.viscosity, least, most].map(short);
    Some(format!(
        "an oil of {viscosity} Pa s is outside the {least} to {most} Pa s of running gearboxes, from which the formula of {formula} comes; {but}"
    ))
}

impl PlanarLevel {
    /// Friction with oil of a temperature (K); as it is where there is no oil.
    pub fn friction_at(&self, temperature: f64) -> Result<MeshFriction, LawError> {
        match self.oiled_at(temperature)? {
            Some(mesh) => mesh.build(&self.pair).map(MeshFriction::Lubricated),
            None => Ok(self.friction.clone()),
        }
    }

    /// Lubricated teeth with oil of a temperature (K); none where there is no oil.
    pub(crate) fn oiled_at(&self, temperature: f64) -> Result<Option<LubricatedMesh>, LawError> {
        let Some(teeth) = &self.oil else {
            return Ok(None);
        };
        Ok(Some(LubricatedMesh {
            viscosity: teeth.oil.dynamic_viscosity(temperature)?,
            ..teeth.mesh
        }))
    }

    /// As the machine has it, with a damping of forces along the line of action over rates on the pitch circles.
    pub(super) fn contact(&self, damping: MeshDamping) -> PlanarContactData {
        let mut mesh = self.mesh.clone();
        mesh.law.damping = damping;
        PlanarContactData {
            pair: self.pair,
            mesh,
            levers: self.levers.clone(),
            friction: self.friction.clone(),
            stiction: self.stiction,
            start_cycle: self.start_cycle,
        }
    }
}

/// The level `planar`.
pub static KIND: LevelKind = LevelKind {
    name: "planar",
    doc: "Cylindrical gears on parallel axes whose teeth deform and slide in one plane: stiffness laws as `mesh` says, friction along the profile, stiction and losses as `friction` says. For wheels of the machine.",
    mesh: Some(&mesh_keys::MESH),
    friction: &friction_keys::FRICTION,
    read: reading::read,
};

impl PairLevel for PlanarLevel {
    fn kind(&self) -> &'static LevelKind {
        &KIND
    }

    fn channels(&self, _has_rack: bool) -> Vec<&'static Quantity> {
        contact::channels(self.mesh.law.backlash > 0.0)
    }

    fn can_stick(&self) -> bool {
        self.friction.can_hold() && !matches!(self.stiction, Stiction::Regularised(_))
    }

    fn is_stiff(&self) -> bool {
        true
    }

    fn has_friction_along_profile(&self) -> bool {
        true
    }

    fn needs_carrier(&self) -> bool {
        true
    }

    fn advanced(&self, cycles: f64) -> Arc<dyn PairLevel> {
        let mut later = self.clone();
        later.start_cycle += cycles;
        Arc::new(later)
    }

    fn damping_follows_load(&self) -> bool {
        self.damping_reach.follows_load
    }

    fn check_place(
        &self,
        entry: &PairEntry,
        request: &MeshingRequest,
        reading: &mut Reading,
    ) -> Option<()> {
        place::check(self, entry, request, reading)
    }

    fn add(
        &self,
        site: &PairSite,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError> {
        let ways = self.pair.data().pitch_radii;
        let coefficient = damping::coefficient(site, self.damping, self.stiffness, ways)?;
        PlanarPairContact::add(site, self, coefficient, machine)
    }
}
