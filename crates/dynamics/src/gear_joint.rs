//! Two wheels of any kind in mesh: the 3D gear joint, rigid or with a deformation of the mesh. \[theory:gear-joint\]
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | ψ_A, ψ_B | `turns` | rad: how far a wheel is turned ahead of the frame that holds the contact; m: travel of a rack |
//! | u | `mesh` | m: how far the teeth of a are ahead of those of b, across the tooth in the pitch surfaces |
//! | λ1 | | N: normal force on the flanks, positive where the right flanks of a touch |
//! | λ2, λ3 | | N, N m: what holds ψ_A and ψ_B; λ2 = −λ1 cos α_n |
//! | F | `normal_force` and others | N: on b; a feels the opposite |
//!
//! The joint holds no centres and no axes: bearings do. Where these let the centres move, flanks open and close: the force that parts the wheels and
//! the deflection of the teeth derive from one potential. [`Formulation::Source`] takes the pressure angle and the radii of the start wherever the
//! centres move, as its source does. [`GearJoint::misplacement`] says how far they are from there.
//!
//! # References
//!
//! \[cardona\] (4)-(54), most of its tangents with other signs.

mod contact;
mod element;
mod misplacement;
mod opening;
mod place;
mod radial;
mod rows;
mod seat;
mod state;

use pitchline_contact::{
    AssumedFlanks, Formulation, Friction, MeshLaw, MeshMotion, TransmissionError,
};
use pitchline_geometry::tensor::{Tensor, transposed};
use pitchline_geometry::vector::{Vector, times as scale};
use pitchline_geometry::{FlankSide, PitchPair, RackContact};

pub use misplacement::Misplacement;
pub use seat::{Misfit, RackSeat, WheelSeat};
pub use state::GearJointState;

use contact::Meshing;
use opening::Opening;
use place::{Place, Second};
use radial::RadialLine;
use rows::Ratio;

use crate::{Error, Frame, Kinematics, Machine, NodeId, Relative, RelativeMotion, ScalarId};

/// Local velocities of both nodes.
const NODES: usize = 12;

/// What meshes: pitch surfaces, by their kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Engagement {
    /// Two wheels.
    Wheels(PitchPair),
    /// A wheel and a rack.
    Rack(RackContact),
}

/// How teeth deform.
#[derive(Debug, Clone, PartialEq)]
pub struct GearMesh {
    /// Force over u plus the error, across the tooth in the pitch surfaces.
    pub law: MeshLaw,
    /// Error over mesh cycles, counted by the teeth of a.
    pub error: TransmissionError,
    /// Mesh cycles that have passed when the machine starts; 0 where a tooth of a stands in the middle of a space of b. Pairs of a planetary
    /// set differ in it.
    pub start_cycle: f64,
}

impl GearMesh {
    /// The error and its first two derivatives per mesh cycle (m), this many cycles after the start.
    pub fn error_at(&self, cycles: f64) -> [f64; 3] {
        self.error.at(self.start_cycle + cycles)
    }
}

/// A gear joint between two frames whose z are the axes of the wheels and whose x point to the contact when the machine starts.
#[derive(Debug, Clone, PartialEq)]
pub struct GearJoint {
    /// The wheels' centres, level with the contact point.
    pub between: Relative,
    /// Pitch surfaces.
    pub engagement: Engagement,
    /// Deformation of the teeth; none for rigid ones.
    pub mesh: Option<GearMesh>,
    /// Friction along the teeth.
    pub friction: Friction,
    turns: [ScalarId; 2],
    deformation: Option<ScalarId>,
    /// η1, η2, η3 in the frame of a at the start.
    tooth: [Vector; 3],
    second: Second,
    ratio: Ratio,
    /// Which flanks carry, and whether they see the centres.
    formulation: Formulation,
    /// Flanks that a search for equilibria takes for granted.
    assumed: Option<AssumedFlanks>,
    /// How far flanks open as the centres move, and the same with the pressure angle of the start.
    openings: [Opening; 2],
    /// What these are where the pitch surfaces touch, and the first where the machine starts.
    zeros: [f64; 3],
    is_parallel: bool,
    /// From the centre of a to that of b at the start, in the axes of the frame that holds the contact.
    center_b: Vector,
    /// The axis of b at the start, in the same axes.
    axis_b: Vector,
    teeth_a: f64,
}

impl GearJoint {
    /// A joint, with its coordinates in the machine. It is as published until it is formulated otherwise.
    pub fn new(
        machine: &mut Machine,
        name: &str,
        between: Relative,
        engagement: Engagement,
        mesh: Option<GearMesh>,
        friction: Friction,
    ) -> Result<Self, Error> {
        let (a, pressure_angle) = match &engagement {
            Engagement::Wheels(pair) => (pair.a, pair.pressure_angle),
            Engagement::Rack(rack) => (rack.gear, rack.pressure_angle),
        };
        // The frame of a: x to the contact, y in its direction of turning, z its axis.
        let tooth = a.tooth_axes().map(in_frame);
        let advance_a = a.radius * a.helix_angle.cos();
        let (second, advance_b, center_b) = match &engagement {
            Engagement::Wheels(pair) => {
                let across = in_frame(pair.b.tooth_axes()[2]);
                let second = Second::Wheel {
                    radius: pair.b.radius,
                    across: scale(-1.0, across),
                };
                let advance = advance_a * f64::from(pair.b.teeth) / f64::from(pair.a.teeth);
                (second, advance, pair.center_b())
            }
            Engagement::Rack(rack) => {
                let across = rack_across(rack);
                (
                    Second::Rack { across },
                    a.helix_angle.cos(),
                    rack.contact_point(),
                )
            }
        };
        let line = RadialLine::new(&engagement, tooth[1], center_b);
        let openings = [
            Opening::new(&engagement, line),
            Opening::fixed(&engagement, line),
        ];
        let touching = nominal(&engagement, center_b);
        let start = between.at_start(machine);
        let of = |opening: &Opening, motion| opening.at(motion).value;
        let joint = Self {
            between,
            friction,
            turns: ["wheel a", "wheel b"]
                .map(|wheel| machine.add_scalar(&format!("{name}, turn of {wheel}"), 0.0)),
            deformation: None,
            ratio: Ratio {
                advance: [advance_a, advance_b],
                cos_pressure: pressure_angle.cos(),
                touching: a.radius * tooth[2][0],
            },
            formulation: Formulation::Source,
            assumed: None,
            zeros: [
                of(&openings[0], &touching),
                of(&openings[1], &touching),
                of(&openings[0], &start),
            ],
            openings,
            is_parallel: line.is_parallel(),
            mesh,
            tooth,
            second,
            center_b,
            axis_b: match &engagement {
                Engagement::Wheels(pair) => in_frame(pair.relative_axes().map(|row| row[0])),
                Engagement::Rack(_) => [0.0, 0.0, 1.0],
            },
            engagement,
            teeth_a: f64::from(a.teeth),
        };
        joint.check(name)?;
        let deformation = joint.mesh.is_some();
        let deformation = deformation
            .then(|| machine.add_scalar(&format!("{name}, deformation of the mesh"), 0.0));
        if let Some(start) = deformation.and_then(|u| machine.scalar_mut(u)) {
            start.is_deformation = true;
        }
        // A radian of a, and what moves as far at its teeth.
        let sizes = [Some(1.0), Some(joint.unit_b()), Some(advance_a)];
        let own = joint.turns.into_iter().map(Some).chain([deformation]);
        for (scalar, size) in own.zip(sizes) {
            if let Some(start) = scalar.and_then(|scalar| machine.scalar_mut(scalar)) {
                start.size = size;
            }
        }
        Ok(Self {
            deformation,
            ..joint
        })
    }

    /// The same with other flanks that carry, or as published. \[theory:gear-joint\] (9b)
    #[must_use]
    pub fn formulated(mut self, formulation: Formulation) -> Self {
        self.formulation = formulation;
        self
    }

    /// The coordinate of its mesh; none of rigid teeth.
    pub(crate) fn deformation(&self) -> Option<ScalarId> {
        self.deformation
    }

    /// How fast its flanks open because the centres move (m/s).
    pub(crate) fn opening_rate(&self, k: &Kinematics) -> f64 {
        let motion = self.between.motion(k);
        self.opening().at(&motion).rate(&motion.velocity)
    }

    /// Which flanks carry, and whether they see the centres.
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// What of the coordinate of b counts as much as a radian: the way of a rack in wheel a's radii.
    fn unit_b(&self) -> f64 {
        match self.second {
            Second::Wheel { .. } => 1.0,
            Second::Rack { .. } => self.ratio.advance[0],
        }
    }

    /// Whether its numbers make sense.
    fn check(&self, name: &str) -> Result<(), Error> {
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: name.to_owned(),
                key,
                value,
                allowed,
            })
        };
        if let Engagement::Wheels(pair) = &self.engagement {
            let modules = [pair.a.normal_module(), pair.b.normal_module()];
            let apart = (modules[1] / modules[0] - 1.0).abs();
            if apart.is_nan() || apart > 1e-6 {
                return wrong("normal module of b", modules[1], "that of a");
            }
            let c = pair.squared_distance_across();
            if c.is_nan() || c < 1e-12 * (pair.a.radius + pair.b.radius).powi(2) {
                return wrong(
                    "distance of the centres",
                    c.max(0.0).sqrt(),
                    "more than zero: the wheels would be one in the other",
                );
            }
        }
        let law = |error| Error::Law {
            of: name.to_owned(),
            error,
        };
        self.friction.check().map_err(law)?;
        let Some(mesh) = &self.mesh else {
            return Ok(());
        };
        if !mesh.start_cycle.is_finite() {
            return wrong("start cycle", mesh.start_cycle, "a finite number");
        }
        mesh.law.check().map_err(law)?;
        mesh.error.check().map_err(law)
    }

    fn opening(&self) -> &Opening {
        match self.formulation {
            Formulation::Source => &self.openings[1],
            _ => &self.openings[0],
        }
    }

    /// The opening at which flanks have the play of their law: that of touching pitch surfaces where it is known, else that of the start.
    fn opening_zero(&self) -> f64 {
        match self.formulation {
            Formulation::BothFlanks => self.zeros[0],
            Formulation::Source => self.zeros[1],
            Formulation::OneFlank(_) => self.zeros[2],
        }
    }

    /// How rigid teeth hold; none of teeth that deform.
    fn rigid(&self) -> Option<Rigid> {
        match (&self.mesh, self.formulation) {
            (Some(_), _) => None,
            (None, Formulation::Source) => Some(Rigid::Source),
            (None, Formulation::OneFlank(side)) => Some(Rigid::Flank(side.sign())),
            (None, Formulation::BothFlanks) => Some(Rigid::Flank(FlankSide::Right.sign())),
        }
    }

    /// Whether nothing in it follows velocities.
    fn is_conservative(&self) -> bool {
        let damped = self.mesh.as_ref();
        self.friction.is_none() && damped.is_none_or(|mesh| mesh.law.damping.coefficient == 0.0)
    }

    fn place(&self, k: &Kinematics, motion: &RelativeMotion) -> Place {
        let turns = self.turns.map(|turn| k.scalar(turn)[0]);
        Place::new(
            &self.tooth,
            &self.second,
            turns,
            motion.displacement,
            &motion.rotation,
        )
    }

    fn coordinates(&self, k: &Kinematics, which: usize) -> [f64; 3] {
        let [a, b] = self.turns.map(|turn| k.scalar(turn)[which]);
        [a, b, self.deformation.map_or(0.0, |u| k.scalar(u)[which])]
    }
}

/// How rigid teeth hold.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rigid {
    /// As published: the ratio does not see the centres.
    Source,
    /// The right flanks of a (1) or the left ones (−1) stay in contact wherever the centres move.
    Flank(f64),
}

/// Where b stands to a where the pitch surfaces touch.
fn nominal(engagement: &Engagement, center_b: Vector) -> RelativeMotion {
    let axes: Tensor = match engagement {
        Engagement::Wheels(pair) => transposed(&in_frame_axes(pair.frame_b())),
        // Its x points to the wheel, its y against the turning direction.
        Engagement::Rack(_) => [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    let ground = Frame::at(NodeId::GROUND);
    let b = Frame {
        place: center_b,
        axes,
        ..ground
    };
    Relative { a: ground, b }.at_start(&Machine::new())
}

/// From (along the axis, towards the contact, turning direction) to x, y, z of a wheel's frame.
fn in_frame([axis, towards, turning]: Vector) -> Vector {
    [towards, turning, axis]
}

/// The same of the axes themselves.
fn in_frame_axes([axis, towards, turning]: [Vector; 3]) -> [Vector; 3] {
    [towards, turning, axis]
}

/// η3 in the frame of a rack: its z is the wheel's axis, its x points to the wheel, its y against the wheel's turning direction.
fn rack_across(rack: &RackContact) -> Vector {
    let [x, y, z] = in_frame(rack.gear.tooth_axes()[2]);
    [-x, -y, z]
}

impl GearJoint {
    /// What the teeth do at an opening and its rate.
    fn mesh_at(&self, k: &Kinematics, opening: f64, opening_rate: f64) -> Option<Meshing> {
        let mesh = self.mesh.as_ref()?;
        let [psi_a, _, u] = self.coordinates(k, 0);
        let per_turn = self.teeth_a / std::f64::consts::TAU;
        let [error, first, second] = mesh.error_at(per_turn * psi_a);
        let motion = MeshMotion {
            deflection: u + error,
            opening,
            rate: self.coordinates(k, 1)[2],
            opening_rate,
        };
        Some(Meshing {
            value: match self.assumed {
                Some(flanks) => mesh
                    .law
                    .over_assumed(flanks, self.formulation, &motion, 1.0),
                None => mesh.law.over_opening(self.formulation, &motion, 1.0),
            },
            error: [error, per_turn * first, per_turn * per_turn * second],
            motion,
        })
    }

    /// Unknowns of its own: coordinates, and where the multipliers begin.
    fn n_scalars(&self) -> usize {
        2 + usize::from(self.deformation.is_some())
    }
}
