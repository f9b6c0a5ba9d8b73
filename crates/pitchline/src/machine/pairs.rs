//! Pairs of wheels: what holds their teeth together, and what they tell.

mod damping;
mod flanks;
mod joint;
mod planar;

pub(super) use flanks::close;
pub use joint::JointContact;
pub use planar::PlanarPairContact;

use super::toothing::{Standing, Toothing};
use super::{AssemblyError, Start};
use crate::contact::FlankContact;
use crate::dynamics::{
    ElementId, Engagement, Frame, GearJoint, Kinematics, Machine, Misplacement, PlanarContactState,
};
use crate::geometry::vector::Vector;
use crate::model::machine::{
    End, Faces, FlanksRequest, MachineRequest, MeshDirection, MeshingRequest, PairQuantity,
    TeethRequest,
};

/// A pair of wheels in its machine.
#[derive(Debug, Clone, PartialEq)]
pub struct BuiltPair {
    /// Its name.
    pub name: String,
    /// Names of its wheels.
    pub wheels: [String; 2],
    /// Its element.
    pub element: ElementId,
    /// What holds the teeth together.
    pub contact: Contact,
    /// Pitch surfaces in contact.
    pub engagement: Engagement,
    /// Direction to which forces and ways refer.
    pub direction: MeshDirection,
    /// Normal force on the flanks over that of the contact.
    normal_factor: f64,
    /// How wide its teeth are.
    pub faces: Faces,
    /// Which flanks carry, as the model file asks.
    pub flanks: FlanksRequest,
    /// Whether the load of its teeth decides where their damping reaches its coefficient.
    damping_follows_load: bool,
    /// Whether its supports let the distance of its wheels change.
    pub centers_move: bool,
    /// How far b stands along the axis of a from it at the start (m), on parallel axes.
    offset: f64,
    /// How far its wheels stand at the start from where the contact takes them to be.
    misplaced: Misplacement,
}

/// What holds the teeth of a pair together.
#[derive(Debug, Clone, PartialEq)]
pub enum Contact {
    /// A gear joint: levels `ideal` and `joint`.
    Joint(Box<JointContact>),
    /// A contact in the plane of the wheels: level `planar`.
    Planar(Box<PlanarPairContact>),
}

impl Contact {
    /// How far its wheels are from where it takes them to be.
    fn misplacement(&self, k: &Kinematics) -> Misplacement {
        match self {
            Self::Joint(joint) => joint.joint.misplacement(k),
            Self::Planar(planar) => planar.misplacement(k),
        }
    }
}

/// What a pair does at an instant. Forces and torques are those of the mesh on the wheels, split along their own frames
/// (`sign:mesh-force`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairState {
    /// Normal force between the flanks (N), never negative.
    pub normal_force: f64,
    /// Force of the mesh along its direction (N), positive on the right flanks of a.
    pub mesh_force: f64,
    /// On a: tangential, radial, axial (N).
    pub force_on_a: Vector,
    /// The same on b.
    pub force_on_b: Vector,
    /// About the own axes (N m); of a rack 0.
    pub torques: [f64; 2],
    /// Deformation of the teeth along the direction (m), positive on the right flanks of a; 0 for rigid teeth.
    pub deformation: f64,
    /// Transmission error along the line of action (m), positive where b lags. `sign:te`
    pub transmission_error: f64,
    /// Which flanks of a touch: 1 right, −1 left, 0 none.
    pub flank: f64,
    /// Slip of b on a along the tooth (m/s).
    pub slip: f64,
    /// Power lost by friction and damping (W), never negative.
    pub power_lost: f64,
    /// Turns of the wheels past the contact (rad), of a rack its travel along its +y (m).
    pub turns: [f64; 2],
    /// Power that the mesh takes out of each wheel as it turns past the contact (W).
    pub powers: [f64; 2],
    /// What a contact in the plane of the wheels tells besides.
    pub planar: Option<PlanarContactState>,
}

impl PairState {
    /// One of its numbers.
    pub fn get(&self, quantity: PairQuantity) -> f64 {
        let forces = [self.force_on_a, self.force_on_b];
        match quantity {
            PairQuantity::NormalForce => self.normal_force,
            PairQuantity::MeshForce => self.mesh_force,
            PairQuantity::TangentialForce(wheel) => wheel.of(forces)[0],
            PairQuantity::RadialForce(wheel) => wheel.of(forces)[1],
            PairQuantity::AxialForce(wheel) => wheel.of(forces)[2],
            PairQuantity::Torque(wheel) => wheel.of(self.torques),
            PairQuantity::Deformation => self.deformation,
            PairQuantity::TransmissionError => self.transmission_error,
            PairQuantity::Flank => self.flank,
            PairQuantity::Slip => self.slip,
            PairQuantity::PowerLost => self.power_lost,
            PairQuantity::Power(wheel) => wheel.of(self.powers),
            PairQuantity::Turn(wheel) => wheel.of(self.turns),
            PairQuantity::Planar(quantity) => self
                .planar
                .as_ref()
                .map_or(f64::NAN, |state| planar::number(state, quantity)),
        }
    }
}

impl BuiltPair {
    /// What it does: forces as of the first motion, velocities and powers of the second at the same place. Both are one, unless forces are
    /// those of rest.
    pub fn state(&self, motions: [&Kinematics; 2], multipliers: &[f64]) -> PairState {
        let measures = (&self.direction, self.normal_factor);
        match &self.contact {
            Contact::Joint(joint) => joint.state(motions, multipliers, measures),
            Contact::Planar(planar) => planar.state(motions, multipliers, measures),
        }
    }

    /// The gear joint, if it is one.
    pub fn joint(&self) -> Option<&GearJoint> {
        match &self.contact {
            Contact::Joint(joint) => Some(&joint.joint),
            Contact::Planar(_) => None,
        }
    }

    /// The contact in the plane of the wheels, if it is one.
    pub fn planar(&self) -> Option<&PlanarPairContact> {
        match &self.contact {
            Contact::Joint(_) => None,
            Contact::Planar(planar) => Some(planar),
        }
    }

    /// Whether its teeth deform.
    pub fn is_elastic(&self) -> bool {
        self.joint().is_none_or(|joint| joint.mesh.is_some())
    }

    /// Whether it could have level `planar`.
    pub fn can_be_planar(&self) -> bool {
        matches!(&self.engagement, Engagement::Wheels(contact) if contact.is_parallel())
    }

    /// Whether its teeth stick and break away.
    pub fn can_stick(&self) -> bool {
        let planar = self.planar();
        planar.is_some_and(|planar| planar.contact.grip_id().is_some())
    }

    /// What it tells of itself.
    pub fn quantities(&self) -> &'static [PairQuantity] {
        PairQuantity::told(self.planar().is_some())
    }

    /// Frames of both wheels, whose z are their axes.
    pub fn frames(&self) -> [Frame; 2] {
        match &self.contact {
            Contact::Joint(joint) => [joint.joint.between.a, joint.joint.between.b],
            Contact::Planar(planar) => planar.frames,
        }
    }

    /// Where the wheels touch (m), ground axes: at the radius of a from its centre, where the contact is seen from a.
    pub fn contact(&self, k: &Kinematics) -> Vector {
        match &self.contact {
            Contact::Joint(joint) => joint.contact(k),
            Contact::Planar(planar) => planar.touches(k),
        }
    }

    /// How far its supports have let its wheels go from where they stood at the start, as the contact sees it.
    pub fn displacement(&self, k: &Kinematics) -> Misplacement {
        let now = self.contact.misplacement(k);
        Misplacement {
            along: now.along - self.misplaced.along,
            outward: now.outward - self.misplaced.outward,
            tilt: (now.tilt - self.misplaced.tilt).max(0.0),
        }
    }

    /// Shares of the width over which both faces meshed at the start that still do, after b has slid so far along the teeth (m).
    pub fn still_covered(&self, slide: f64) -> f64 {
        self.faces.common(self.offset + slide) / self.faces.common(self.offset)
    }

    /// How far the contact is beyond the end of its rack (m), whose middle is where its wheel was placed; negative on the rack.
    pub fn beyond_rack(&self, k: &Kinematics) -> Option<f64> {
        let half = 0.5 * self.faces.rack_length?;
        match &self.contact {
            Contact::Joint(joint) => Some(joint.along_rack(k).abs() - half),
            Contact::Planar(_) => None,
        }
    }

    /// Whether pitch surfaces that part by so much make the centre distance of parallel axes larger; none of other axes.
    pub fn center_distance_grows(&self, outward: f64) -> Option<bool> {
        match &self.engagement {
            Engagement::Wheels(pair) if pair.is_parallel() => {
                let is_internal = pair.a.is_ring() || pair.b.is_ring();
                Some((outward > 0.0) != is_internal)
            }
            _ => None,
        }
    }

    /// Whether its second wheel is a rack.
    pub fn has_rack(&self) -> bool {
        matches!(self.engagement, Engagement::Rack(_))
    }

    /// Normal module of its teeth where they meet (m).
    pub fn normal_module(&self) -> f64 {
        match &self.engagement {
            Engagement::Wheels(pair) => pair.a.normal_module(),
            Engagement::Rack(rack) => rack.gear.normal_module(),
        }
    }
}

/// Which flanks of a touch, as a number.
fn flank(contact: FlankContact) -> f64 {
    match contact {
        FlankContact::Right => 1.0,
        FlankContact::None => 0.0,
        FlankContact::Left => -1.0,
    }
}

/// Adds all pairs of wheels, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltPair>, AssemblyError> {
    let mut pairs = Vec::with_capacity(request.pairs.len());
    for pair in &request.pairs {
        let wheels = [
            wheel(request, &pair.wheels[0])?,
            wheel(request, &pair.wheels[1])?,
        ];
        pairs.push(add_one(pair, wheels, start, machine)?);
    }
    // One look at the machine for all pairs.
    let mut at_start = Kinematics::new(machine);
    at_start.set(&machine.start(0.0));
    for pair in &mut pairs {
        pair.misplaced = pair.contact.misplacement(&at_start);
    }
    Ok(pairs)
}

fn wheel<'r>(request: &'r MachineRequest, name: &str) -> Result<&'r End, AssemblyError> {
    let found = request.wheel(name);
    let found = found.ok_or_else(|| AssemblyError::Unknown {
        what: "wheel",
        name: name.to_owned(),
    });
    found.map(|wheel| &wheel.seat)
}

fn add_one(
    pair: &MeshingRequest,
    seats: [&End; 2],
    start: &Start,
    machine: &mut Machine,
) -> Result<BuiltPair, AssemblyError> {
    let title = format!("pair {}", pair.name);
    let standing = [standing(seats[0], start)?, standing(seats[1], start)?];
    let damped = |damping, stiffness| {
        damping::coefficient(pair, (damping, stiffness), (seats, &standing), start)
    };
    let mut normal_factor = pair.normal_factor;
    let damping_follows_load = match &pair.teeth {
        TeethRequest::Joint { mesh, .. } => mesh
            .as_ref()
            .is_some_and(|law| law.damping_reach.follows_load),
        TeethRequest::Planar(planar) => planar.damping_reach.follows_load,
    };
    let offset = Toothing::of(pair).offset(&standing).unwrap_or(0.0);
    let (element, contact) = match &pair.teeth {
        TeethRequest::Joint { mesh, friction } => {
            let mesh = match mesh {
                Some(law) => {
                    let coefficient = damped(law.damping, law.stiffness)?;
                    Some(joint::mesh(law, coefficient))
                }
                None => None,
            };
            let made = JointContact::add(&title, pair, (mesh, friction), standing, machine)?;
            (made.0, Contact::Joint(Box::new(made.1)))
        }
        TeethRequest::Planar(planar) => {
            let coefficient = damped(planar.damping, planar.stiffness)?;
            let frames = [start.frame(seats[0])?, start.frame(seats[1])?];
            normal_factor = 1.0 / planar.pair.data().base_helix_angle.cos();
            let pressed = (coefficient, flanks::formulation(pair.flanks));
            let made = PlanarPairContact::add(&title, planar, pressed, frames, machine)?;
            (made.0, Contact::Planar(Box::new(made.1)))
        }
    };
    Ok(BuiltPair {
        // Known when all pairs are there.
        misplaced: Misplacement {
            along: 0.0,
            outward: 0.0,
            tilt: 0.0,
        },
        name: pair.name.clone(),
        wheels: pair.wheels.clone(),
        direction: pair.direction,
        engagement: pair.engagement,
        normal_factor,
        faces: pair.faces,
        flanks: pair.flanks,
        damping_follows_load,
        centers_move: false,
        offset,
        element,
        contact,
    })
}

fn standing(seat: &End, start: &Start) -> Result<Standing, AssemblyError> {
    let frame = start.frame(seat)?;
    let pose = frame.pose(start.pose(frame.node));
    Ok(Standing {
        node: frame.node,
        place: pose.place,
        axes: pose.axes,
    })
}
