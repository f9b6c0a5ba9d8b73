//! Pairs of wheels: gear joints, and what they tell.

use super::toothing::{Standing, Toothing};
use super::{AssemblyError, BuiltBody, Start};
use crate::contact::{
    Elasticity, FlankContact, MeshDamping, MeshLaw, damping_by_ratio, equivalent_mass,
};
use crate::dynamics::{
    Element, ElementId, Engagement, Frame, GearJoint, GearMesh, Kinematics, Machine, Relative,
    ScalarId,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, dot, minus, plus};
use crate::model::machine::{
    Carrier, DampingRequest, End, MachineRequest, MeshDirection, MeshLawRequest, MeshingRequest,
    PairQuantity,
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
    /// A copy of it, which tells what it carries.
    pub joint: GearJoint,
    /// Direction to which forces and ways refer.
    pub direction: MeshDirection,
    /// Normal force on the flanks over that of the joint.
    normal_factor: f64,
    /// Turns of both wheels past the contact; of a rack its travel.
    turns: [ScalarId; 2],
    /// 1 where the axis of b in the joint is its own +z, −1 where it runs against it.
    axis_b: f64,
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
        }
    }
}

/// Velocities of a node.
const OF_NODE: usize = 6;

/// Rows of a gear joint: two nodes, three coordinates, three constraints.
const ROWS: usize = 2 * OF_NODE + 6;

impl BuiltPair {
    /// What it does: forces as of the first motion, velocities and powers of the second at the same place. Both are one, unless forces are
    /// those of rest.
    pub fn state(&self, [k, moving]: [&Kinematics; 2], multipliers: &[f64]) -> PairState {
        let state = self.joint.state(k, multipliers);
        let slip = match std::ptr::eq(k, moving) {
            true => state.slip,
            false => self.joint.state(moving, multipliers).slip,
        };
        let own = |[axial, radial, tangential]: Vector, sign: f64| {
            [sign * tangential, radial, sign * axial]
        };
        let axis_b = self.axis_b;
        let [torque_a, torque_b] = self.torques(k, multipliers);
        let rates = self.turns.map(|turn| moving.scalar(turn)[1]);
        let force_on_b = own(state.force_on_b, axis_b);
        let power_of_b = match self.joint.engagement {
            Engagement::Wheels(_) => torque_b * rates[1],
            // A rack travels along its turning direction.
            Engagement::Rack(_) => state.force_on_b[2] * rates[1],
        };
        PairState {
            normal_force: self.normal_factor * state.normal_force.abs(),
            mesh_force: self
                .direction
                .force(state.normal_force * self.cos_pressure()),
            force_on_a: own(state.force_on_a, 1.0),
            force_on_b,
            torques: [torque_a, axis_b * torque_b],
            deformation: self.teeth(state.deformation, state.turns[0])
                / self.direction.hoop_per_way,
            transmission_error: state.deformation / self.direction.hoop_per_line,
            flank: match state.contact {
                FlankContact::Right => 1.0,
                FlankContact::None => 0.0,
                FlankContact::Left => -1.0,
            },
            slip,
            power_lost: state.loss,
            turns: [state.turns[0], axis_b * state.turns[1]],
            powers: [-torque_a * rates[0], -power_of_b],
        }
    }

    fn cos_pressure(&self) -> f64 {
        match &self.joint.engagement {
            Engagement::Wheels(pair) => pair.pressure_angle.cos(),
            Engagement::Rack(rack) => rack.pressure_angle.cos(),
        }
    }

    /// What the teeth have of a deformation of the mesh, errors added and play taken off. \[theory:mesh-laws\] (1)
    fn teeth(&self, deformation: f64, turn_a: f64) -> f64 {
        let Some(mesh) = &self.joint.mesh else {
            return 0.0;
        };
        let teeth = match &self.joint.engagement {
            Engagement::Wheels(pair) => pair.a.teeth,
            Engagement::Rack(rack) => rack.gear.teeth,
        };
        let cycles = f64::from(teeth) * turn_a / std::f64::consts::TAU;
        let pressed = deformation + mesh.error_at(cycles)[0];
        match mesh.law.contact(pressed) {
            FlankContact::Right => pressed,
            FlankContact::None => 0.0,
            FlankContact::Left => pressed + mesh.law.backlash,
        }
    }

    /// Torques of the joint about the axes of both wheels, as the joint has them. All of the joint counts, also what holds the
    /// direction of the teeth: force times radius is not all of it where a transmission error rises or falls.
    fn torques(&self, k: &Kinematics, multipliers: &[f64]) -> [f64; 2] {
        let mut residual = [0.0; ROWS];
        let used = ROWS - 3 + self.joint.touched().scalars.len();
        self.joint
            .add_residual(k, multipliers, &mut residual[..used.min(ROWS)]);
        let Relative { a, b } = self.joint.between;
        let about = |frame: &Frame, first: usize| {
            // A residual is what acts with the opposite sign: force in ground axes, torque about the node in its own.
            let part = |i: usize| [0, 1, 2].map(|j| -residual[first + i + j]);
            let axes = &k.pose(frame.node).axes;
            let moment = cross(frame.place, transposed_times(axes, part(0)));
            dot(minus(part(3), moment), frame.axes.map(|row| row[2]))
        };
        let torque_b = match self.joint.engagement {
            Engagement::Wheels(_) => about(&b, OF_NODE),
            Engagement::Rack(_) => 0.0,
        };
        [about(&a, 0), torque_b]
    }

    /// Where the wheels touch (m), ground axes: at the radius of a from its centre, where the contact is seen from a.
    pub fn contact(&self, k: &Kinematics) -> Vector {
        let radius = match &self.joint.engagement {
            Engagement::Wheels(pair) => pair.a.radius,
            Engagement::Rack(rack) => rack.gear.radius,
        };
        let frame = &self.joint.between.a;
        let pose = frame.pose(k.pose(frame.node));
        // The contact is turned back by the turn of a. [theory:gear-joint] (1)
        let (sin, cos) = k.scalar(self.turns[0])[0].sin_cos();
        plus(
            pose.place,
            times(&pose.axes, [radius * cos, -radius * sin, 0.0]),
        )
    }

    /// Whether its second wheel is a rack.
    pub fn has_rack(&self) -> bool {
        matches!(self.joint.engagement, Engagement::Rack(_))
    }

    /// How much farther apart than the joint takes them to be the pitch surfaces are (m).
    pub fn apart(&self, k: &Kinematics) -> f64 {
        self.joint.misplacement(k).outward
    }

    /// Normal module of its teeth where they meet (m).
    pub fn normal_module(&self) -> f64 {
        match &self.joint.engagement {
            Engagement::Wheels(pair) => pair.a.normal_module(),
            Engagement::Rack(rack) => rack.gear.normal_module(),
        }
    }
}

/// Adds all pairs of wheels, in the order of the model.
pub(super) fn add(
    request: &MachineRequest,
    start: &Start,
    machine: &mut Machine,
) -> Result<Vec<BuiltPair>, AssemblyError> {
    let pairs = request.pairs.iter();
    pairs
        .map(|pair| {
            let wheels = [
                wheel(request, &pair.wheels[0])?,
                wheel(request, &pair.wheels[1])?,
            ];
            add_one(pair, wheels, start, machine)
        })
        .collect()
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
    let mesh = match &pair.mesh {
        Some(law) => Some(mesh(pair, law, seats, &standing, start)?),
        None => None,
    };
    let toothing = Toothing {
        engagement: pair.engagement,
        datum_height: pair.datum_height,
    };
    let joint = toothing.joint(machine, &title, standing, mesh, pair.friction.clone())?;
    let scalars = joint.touched().scalars;
    let turn = |i: usize| {
        scalars
            .get(i)
            .copied()
            .ok_or_else(|| AssemblyError::Unknown {
                what: "turn of a wheel of pair",
                name: pair.name.clone(),
            })
    };
    Ok(BuiltPair {
        name: pair.name.clone(),
        wheels: pair.wheels.clone(),
        direction: pair.direction,
        normal_factor: pair.normal_factor,
        turns: [turn(0)?, turn(1)?],
        axis_b: toothing.axis_of_b(&standing),
        element: machine.add(&title, joint.clone())?,
        joint,
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

fn mesh(
    pair: &MeshingRequest,
    law: &MeshLawRequest,
    seats: [&End; 2],
    standing: &[Standing; 2],
    start: &Start,
) -> Result<GearMesh, AssemblyError> {
    let coefficient = match law.damping {
        DampingRequest::Coefficient(coefficient) => coefficient,
        DampingRequest::Ratio { ratio, mass } => {
            let mass = match mass {
                Some(mass) => mass,
                None => vibrating_mass(pair, seats, standing, start)?,
            };
            // Both wheels on the ground: nothing vibrates.
            let mass = if mass.is_finite() { mass } else { 0.0 };
            damping_by_ratio(ratio, law.stiffness, mass)
        }
    };
    Ok(GearMesh {
        law: MeshLaw {
            elasticity: Elasticity::Linear {
                stiffness: law.stiffness,
            },
            damping: MeshDamping {
                coefficient,
                in_gap: law.in_gap,
            },
            backlash: law.backlash,
        },
        error: law.error.clone(),
        start_cycle: law.start_cycle,
    })
}

/// What both wheels oppose to a motion across the tooth in the pitch surfaces. \[cardona\] (41)
fn vibrating_mass(
    pair: &MeshingRequest,
    seats: [&End; 2],
    standing: &[Standing; 2],
    start: &Start,
) -> Result<f64, AssemblyError> {
    let [a, b] = match &pair.engagement {
        Engagement::Wheels(contact) => [Some(contact.a), Some(contact.b)],
        Engagement::Rack(contact) => [Some(contact.gear), None],
    };
    let mut inertias = [f64::INFINITY; 2];
    let mut ways = [1.0; 2];
    for (i, gear) in [a, b].into_iter().enumerate() {
        let body = rigid_body(pair, seats[i], start)?;
        ways[i] = match (gear, a) {
            (Some(gear), _) => gear.radius * gear.helix_angle.cos(),
            (None, Some(mate)) => mate.helix_angle.cos(),
            (None, None) => 1.0,
        };
        if let Some((body, (mass, inertia))) = body {
            let pose = start.pose(body.node);
            let axis = transposed_times(&pose.axes, standing[i].axes.map(|row| row[2]));
            let arm = cross(
                transposed_times(&pose.axes, minus(standing[i].place, pose.place)),
                axis,
            );
            inertias[i] = match gear {
                // About the axis of the wheel, which need not pass through the centre of mass.
                Some(_) => dot(axis, times(&inertia, axis)) + mass * dot(arm, arm),
                None => mass,
            };
        }
    }
    Ok(equivalent_mass(inertias, ways))
}

type Rigid<'b> = (&'b BuiltBody, (f64, crate::geometry::tensor::Tensor));

/// The rigid body that carries a wheel, none for the ground; shafts and flexible bodies have no inertia of their own there.
fn rigid_body<'s>(
    pair: &MeshingRequest,
    seat: &End,
    start: &'s Start,
) -> Result<Option<Rigid<'s>>, AssemblyError> {
    let name = match &seat.carrier {
        Carrier::Ground => return Ok(None),
        Carrier::Body(name) => Some(name),
        Carrier::Point(..) => None,
    };
    let body = name.and_then(|name| start.bodies.iter().find(|body| body.name == *name));
    let found = body.and_then(|body| Some((body, body.inertia?)));
    found.map(Some).ok_or_else(|| AssemblyError::Pair {
        pair: pair.name.clone(),
        reason: format!(
            "damping_ratio needs the inertias of rigid bodies, and a wheel is on {}: write equivalent_mass with it, or damping in its place",
            seat.carrier
        ),
    })
}
