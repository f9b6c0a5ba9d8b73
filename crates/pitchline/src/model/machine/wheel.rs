//! Gears on bodies of the machine, and the pairs that they make.

use super::End;
use crate::contact::{
    DampingReach, Friction, FrictionLevers, LawError, LubricatedMesh, LubricationFormula,
    MeshDamping, MeshFriction, Oil, PlanarMesh, PlanarPair, TransmissionError,
};
use crate::dynamics::{Engagement, PlanarContactData, Stiction};
use crate::geometry::FlankSide;
use crate::number::short;
use crate::parts::channel::Quantity;
use crate::parts::pair::{gear_joint, planar};

/// A gear on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct WheelRequest {
    /// Its name.
    pub name: String,
    /// Its gear.
    pub gear: String,
    /// Where its centre is; z is its axis, x of a rack points out of its teeth.
    pub seat: End,
}

/// Two wheels in mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshingRequest {
    /// Its name, that of a pair of the model.
    pub name: String,
    /// Names of its wheels; a rack is the second.
    pub wheels: [String; 2],
    /// Pitch surfaces in contact.
    pub engagement: Engagement,
    /// How far the datum line of a rack is from the plane that rolls on the wheel, towards the wheel (m).
    pub datum_height: f64,
    /// How the teeth hold on to each other.
    pub teeth: TeethRequest,
    /// Direction to which forces and ways of the mesh refer.
    pub direction: MeshDirection,
    /// Normal force on the flanks over that of the pitch surfaces: 1, and more for double helical teeth, which the joint takes for spur ones.
    pub normal_factor: f64,
    /// How wide the teeth are.
    pub faces: Faces,
    /// Which flanks carry.
    pub flanks: FlanksRequest,
}

/// Which flanks of a pair carry, and whether they see the motion of the centres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlanksRequest {
    /// As published.
    Source,
    /// Both, with the play between them.
    Both,
    /// One, sprung both ways: the given one, or the one that the loads close.
    One(Option<FlankSide>),
}

/// Faces of two wheels in mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Faces {
    /// Widths of both (m); of double helical teeth, those of one half.
    pub widths: [f64; 2],
    /// Halves side by side: 2 for double helical teeth, otherwise 1.
    pub halves: f64,
    /// Length of a rack (m), from end to end.
    pub rack_length: Option<f64>,
}

impl Faces {
    /// Of two single widths (m).
    pub fn new(widths: [f64; 2]) -> Self {
        Self {
            widths,
            halves: 1.0,
            rack_length: None,
        }
    }

    /// Where both begin and end to cover each other (m), from the middle of a along its axis, if the middle of b is so far along it.
    fn covered(&self, offset: f64) -> [f64; 2] {
        let [a, b] = self.widths.map(|width| 0.5 * width);
        [(offset - b).max(-a), (offset + b).min(a)]
    }

    /// Width over which both mesh (m), if the middle of b is so far along the axis of a; negative where a gap is between them.
    pub fn common(&self, offset: f64) -> f64 {
        let [from, to] = self.covered(offset);
        to - from
    }

    /// The middle of that width, from the middle of a.
    pub fn middle(&self, offset: f64) -> f64 {
        0.5 * self.covered(offset).into_iter().sum::<f64>()
    }

    /// From the middle to the ends of the teeth (m). Halves touch each other, for nothing says how far they are apart.
    pub fn lever(&self) -> f64 {
        0.5 * self.halves * self.common(0.0)
    }
}

impl MeshingRequest {
    /// Whether the second wheel is a rack.
    pub fn has_rack(&self) -> bool {
        matches!(self.engagement, Engagement::Rack(_))
    }

    /// The contact in the plane of the wheels, if it is one.
    pub fn planar(&self) -> Option<&PlanarRequest> {
        match &self.teeth {
            TeethRequest::Joint { .. } => None,
            TeethRequest::Planar(planar) => Some(planar),
        }
    }

    /// Its channels, in the order of the columns.
    pub fn channels(&self) -> Vec<&'static Quantity> {
        match &self.teeth {
            TeethRequest::Joint { mesh, .. } => {
                gear_joint::channels(mesh.is_some(), self.has_rack())
                    .map(|channel| &channel.quantity)
                    .to_vec()
            }
            TeethRequest::Planar(_) => planar::contact::columns(),
        }
    }

    /// Whether its teeth stick and break away, which is found by events.
    pub fn can_stick(&self) -> bool {
        self.planar().is_some_and(|planar| {
            planar.friction.can_hold() && !matches!(planar.stiction, Stiction::Regularised(_))
        })
    }
}

/// How teeth hold on to each other: the level of the pair.
#[derive(Debug, Clone, PartialEq)]
pub enum TeethRequest {
    /// Levels `ideal` and `joint`: along one direction.
    Joint {
        /// How the teeth deform; none for rigid ones.
        mesh: Option<MeshLawRequest>,
        /// Friction along the teeth.
        friction: Friction,
    },
    /// Level `planar`: in the plane of the wheels.
    Planar(Box<PlanarRequest>),
}

/// A contact in the plane of two wheels. \[theory:planar-contact\]
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarRequest {
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

impl PlanarRequest {
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
    pub(crate) fn contact(&self, damping: MeshDamping) -> PlanarContactData {
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

/// Damping of a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DampingRequest {
    /// Given (N s/m).
    Coefficient(f64),
    /// By the share of critical damping.
    Ratio {
        /// The share.
        ratio: f64,
        /// What vibrates (kg); that of the wheels' bodies unless given.
        mass: Option<f64>,
    },
}

/// Where the damping of a mesh acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReachRequest {
    /// Always, or in contact, with what it takes to reach the coefficient.
    pub reach: DampingReach,
    /// Whether that is the load of the teeth at the start of the machine, where it is larger.
    pub follows_load: bool,
}

/// A direction in which a mesh is measured. \[theory:gear-joint\] (16), (17)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshDirection {
    /// Way across the tooth in the pitch surfaces over way along the direction.
    pub hoop_per_way: f64,
    /// Force along the direction over force across the tooth: as `hoop_per_way`, but where force and way have two directions.
    pub force_per_hoop: f64,
    /// Way across the tooth over way along the line of action; that of the flank's normal where shafts cross.
    pub hoop_per_line: f64,
}

impl MeshDirection {
    /// Stiffness or damping in this direction as it acts across the tooth: energies are equal. \[theory:gear-joint\] (17)
    pub fn hoop_stiffness(&self, stiffness: f64) -> f64 {
        stiffness / (self.hoop_per_way * self.force_per_hoop)
    }

    /// A mass in this direction as it vibrates across the tooth: energies are equal.
    pub fn hoop_mass(&self, mass: f64) -> f64 {
        mass / self.hoop_per_way.powi(2)
    }

    /// A way in this direction as a way across the tooth.
    pub fn hoop_way(&self, way: f64) -> f64 {
        way * self.hoop_per_way
    }

    /// A force across the tooth as one in this direction: their powers are equal.
    pub fn force(&self, hoop_force: f64) -> f64 {
        hoop_force * self.force_per_hoop
    }

    /// A force in this direction as one across the tooth.
    pub fn hoop_force(&self, force: f64) -> f64 {
        force / self.force_per_hoop
    }
}
