//! Gear joints in their machine: levels `ideal` and `joint`.

use super::state::{self, JointTeeth, PairState};
use super::toothing::{Standing, Toothing};
use super::{BuiltPair, PairContact, PairSite, closing, history};
use crate::contact::{DampingReach, Formulation, Friction, MeshLaw};
use crate::dynamics::{
    Element, ElementId, Engagement, Error, Frame, GearJoint, GearMesh, Kinematics, Machine,
    Misplacement, Relative, ScalarId, ToothMesh,
};
use crate::geometry::tensor::{times, transposed_times};
use crate::geometry::vector::{Vector, cross, dot, minus, plus};
use crate::machine::AssemblyError;
use crate::model::machine::MeshDirection;
use crate::parts::channel::{Channel, Quantity, Snapshot};
use crate::pictures::Figure;
use crate::results::Table;

/// A gear joint in its machine.
#[derive(Debug)]
pub struct JointContact {
    /// A copy of the element, which tells what it carries.
    pub joint: GearJoint,
    /// Turns of both wheels past the contact; of a rack its travel.
    turns: [ScalarId; 2],
    /// 1 where the axis of b in the joint is its own +z, −1 where it runs against it.
    axis_b: f64,
    /// Where the middle of a rack is along its travel, from the frame of the joint (m).
    middle: f64,
    /// Direction to which forces and ways refer.
    direction: MeshDirection,
    /// Normal force on the flanks over that of the pitch surfaces.
    normal_factor: f64,
    channels: [&'static Channel<PairState>; state::COMMON],
}

/// Velocities of a node.
const OF_NODE: usize = 6;

/// Rows of a gear joint: two nodes, three coordinates, three constraints.
const ROWS: usize = 2 * OF_NODE + 6;

/// Where a rack stands along its travel, from the frame of its joint (m), at the start of a machine.
fn middle(joint: &GearJoint, rack: &Standing, machine: &Machine) -> f64 {
    let mut start = Kinematics::new(machine);
    start.set(&machine.start(0.0));
    let frame = &joint.between.b;
    let pose = frame.pose(start.pose(frame.node));
    dot(minus(rack.place, pose.place), pose.axes.map(|row| row[1]))
}

impl JointContact {
    /// Adds the joint to a machine.
    pub(super) fn add(
        site: &PairSite,
        mesh: Option<GearMesh>,
        friction: &Friction,
        machine: &mut Machine,
    ) -> Result<(ElementId, Box<dyn PairContact>), AssemblyError> {
        let PairSite {
            title,
            pair,
            standing,
            ..
        } = site;
        let toothing = Toothing::of(pair);
        let joint = toothing.joint(machine, title, *standing, mesh, friction.clone())?;
        let joint = joint.formulated(closing::formulation(pair.flanks));
        let scalars = joint.touched().scalars;
        let turn = |i: usize| {
            let found = scalars.get(i).copied();
            found.ok_or_else(|| AssemblyError::Unknown {
                what: "turn of a wheel of pair",
                name: pair.name.clone(),
            })
        };
        let made = Self {
            turns: [turn(0)?, turn(1)?],
            axis_b: toothing.axis_of_b(standing),
            middle: middle(&joint, &standing[1], machine),
            direction: pair.direction,
            normal_factor: pair.normal_factor,
            channels: state::channels(JointTeeth {
                are_elastic: joint.mesh.is_some(),
                have_play: joint
                    .mesh
                    .as_ref()
                    .is_some_and(|mesh| mesh.law.backlash > 0.0),
                on_rack: pair.has_rack(),
            }),
            joint,
        };
        Ok((machine.add(title, made.joint.clone())?, Box::new(made)))
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

    /// What it does, with torques about the axes of both wheels, as the joint has them.
    fn state_with(
        &self,
        at: &Snapshot,
        torques: impl Fn(&Kinematics, &[f64]) -> [f64; 2],
    ) -> PairState {
        let Snapshot {
            forcing: k,
            motion,
            multipliers,
        } = *at;
        let state = self.joint.state(k, multipliers);
        let slip = match at.is_of_motion() {
            true => state.slip,
            false => self.joint.state(motion, multipliers).slip,
        };
        let own = |[axial, radial, tangential]: Vector, sign: f64| {
            [sign * tangential, radial, sign * axial]
        };
        let axis_b = self.axis_b;
        let [torque_a, torque_b] = torques(k, multipliers);
        let rates = self.turns.map(|turn| motion.scalar(turn)[1]);
        let force_on_b = own(state.force_on_b, axis_b);
        let power_of_b = match self.joint.engagement {
            Engagement::Wheels(_) => torque_b * rates[1],
            // A rack travels along its turning direction.
            Engagement::Rack(_) => state.force_on_b[2] * rates[1],
        };
        PairState {
            normal_force: self.normal_factor * state.normal_force.abs(),
            mesh_force: self.direction.force(state.mesh_force),
            force_on_a: own(state.force_on_a, 1.0),
            force_on_b,
            torques: [torque_a, axis_b * torque_b],
            deformation: state.pressed / self.direction.hoop_per_way,
            transmission_error: state.ahead / self.direction.hoop_per_line,
            flank: super::flank(state.contact),
            slip,
            power_lost: state.loss,
            turns: [state.turns[0], axis_b * state.turns[1]],
            powers: [-torque_a * rates[0], -power_of_b],
        }
    }
}

impl PairContact for JointContact {
    fn channels(&self) -> Vec<&'static Quantity> {
        self.channels.map(|channel| &channel.quantity).to_vec()
    }

    fn read(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState {
        let state = self.state(at);
        values.extend(self.channels.map(|channel| (channel.read)(&state)));
        state
    }

    /// Torques and powers, which have no extremes, take as long as all others.
    fn read_step(&self, at: &Snapshot, values: &mut Vec<f64>) -> PairState {
        let state = self.state_with(at, |_, _| [f64::NAN; 2]);
        values.extend(self.channels.map(|channel| (channel.read)(&state)));
        state
    }

    fn value(&self, at: &Snapshot, channel: &Quantity) -> f64 {
        let mut channels = self.channels.into_iter();
        let found = channels.find(|known| known.quantity == *channel);
        found.map_or(f64::NAN, |found| (found.read)(&self.state(at)))
    }

    fn state(&self, at: &Snapshot) -> PairState {
        self.state_with(at, |k, multipliers| self.torques(k, multipliers))
    }
    fn frames(&self) -> [Frame; 2] {
        [self.joint.between.a, self.joint.between.b]
    }

    fn touches(&self, k: &Kinematics) -> Vector {
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

    fn misplacement(&self, k: &Kinematics) -> Misplacement {
        self.joint.misplacement(k)
    }

    fn tooth_mesh(&self) -> ToothMesh<'_> {
        ToothMesh::Joint(&self.joint)
    }

    fn law(&self) -> Option<&MeshLaw> {
        self.joint.mesh.as_ref().map(|mesh| &mesh.law)
    }

    fn formulation(&self) -> Formulation {
        self.joint.formulation()
    }

    fn formulate(
        &mut self,
        formulation: Formulation,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error> {
        self.joint = self.joint.clone().formulated(formulation);
        machine.replace(element, self.joint.clone())
    }

    fn damp(
        &mut self,
        reach: DampingReach,
        element: ElementId,
        machine: &mut Machine,
    ) -> Result<(), Error> {
        if let Some(mesh) = &mut self.joint.mesh {
            mesh.law.damping.reach = reach;
        }
        machine.replace(element, self.joint.clone())
    }

    fn friction_along_teeth(&self) -> &Friction {
        &self.joint.friction
    }

    fn along_rack(&self, k: &Kinematics) -> Option<f64> {
        let Relative { a, b } = &self.joint.between;
        let [wheel, rack] = [a, b].map(|frame| frame.pose(k.pose(frame.node)));
        let travel = rack.axes.map(|row| row[1]);
        Some(dot(minus(wheel.place, rack.place), travel) - self.middle)
    }

    fn history(&self, pair: &BuiltPair, table: &Table) -> Figure {
        history::of_forces(pair, table)
    }
}
