//! Machines all of whose bodies turn about axes that stand still: the turns are all that moves. \[theory:multibody\] (47)-(50)
//!
//! Actuators and gear trains on fixed shafts are of this kind. A node then has one coordinate instead of six, and its hinge needs no
//! reactions: two wheels are 2 unknowns instead of 22. Elements are the same, they see poses and rates as ever.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | e | `axis`, in the node's own axes | 1 |
//! | θ | the node's scalar coordinate: its turn since the state in which the machine was looked at | rad |

mod connector;
mod continuous;
mod controller;
mod friction;
mod load;
mod motor;
mod signal;
mod torque;

pub(crate) use connector::{HingedConnector, RelativeTurn};
pub(crate) use continuous::HingedContinuous;
pub(crate) use controller::HingedController;
pub(crate) use friction::HingedFriction;
pub(crate) use load::HingedLoad;
pub(crate) use motor::HingedMotor;
pub(crate) use signal::HingedSignal;
pub(crate) use torque::HingedTorque;

use std::f64::consts::PI;
use std::sync::Arc;

use pitchline_geometry::tensor::{Tensor, product, times, transposed_times};
use pitchline_geometry::vector::{Vector, cross, dot, length, minus};

use crate::two_part::TwoPart;
use crate::{
    Element, Equations, Frame, Kinematics, LocalMatrix, Machine, NodeId, Pose, Relative, Rotation,
    ScalarId, State, Touched, Weights,
};

/// Distances over the extent of a machine, and angles (rad), below which a node is on its axis and a joint is closed.
const CLOSED: f64 = 1e-10;

/// A node that turns about an axis of the ground through its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HingedNode {
    /// Its turn.
    pub scalar: ScalarId,
    /// e
    pub axis: Vector,
    /// Where it is where θ = 0.
    pose: Pose,
    rotation: Rotation,
}

impl HingedNode {
    /// Where it stays (m).
    pub fn place(&self) -> Vector {
        self.pose.place
    }

    /// Where it is after a turn. (47)
    pub fn turned(&self, angle: f64) -> Pose {
        let (sin, cos) = angle.sin_cos();
        Pose {
            place: self.pose.place,
            axes: product(&self.pose.axes, &turn(self.axis, sin, cos)),
        }
    }
}

/// Rotation about an axis: columns are the turned axes.
fn turn([x, y, z]: Vector, sin: f64, cos: f64) -> Tensor {
    let versine = 1.0 - cos;
    [
        [
            cos + x * x * versine,
            x * y * versine - z * sin,
            x * z * versine + y * sin,
        ],
        [
            y * x * versine + z * sin,
            cos + y * y * versine,
            y * z * versine - x * sin,
        ],
        [
            z * x * versine - y * sin,
            z * y * versine + x * sin,
            cos + z * z * versine,
        ],
    ]
}

/// The turn without whole turns, which elements that need them count themselves.
pub(crate) fn within_a_turn(angle: f64) -> f64 {
    match angle.abs() <= PI {
        true => angle,
        false => TwoPart::sum(angle, 0.0).within_turn(),
    }
}

/// The nodes of a machine on their hinges.
#[derive(Debug)]
pub struct Hinges<'h> {
    nodes: &'h [HingedNode],
    /// The machine where all turns are zero.
    pub start: &'h Kinematics,
    /// Length over which it extends (m).
    pub extent: f64,
}

/// The coordinate that turns a frame about its own z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HingedTurn {
    /// The coordinate.
    pub scalar: ScalarId,
    /// +1 where z is along the axis, −1 where it is against it.
    pub sense: f64,
}

impl Hinges<'_> {
    pub(crate) fn node(&self, node: NodeId) -> Option<&HingedNode> {
        self.nodes.get((node.0 as usize).checked_sub(1)?)
    }

    /// What turns a frame about its own z; none for the ground, and where z is not the axis of the hinge.
    pub fn turn_of(&self, frame: &Frame) -> Option<HingedTurn> {
        let node = self.node(frame.node)?;
        let z = times(&frame.axes, [0.0, 0.0, 1.0]);
        let is_axis = length(cross(z, node.axis)) <= CLOSED && self.is_on_axis(frame);
        is_axis.then_some(HingedTurn {
            scalar: node.scalar,
            sense: dot(z, node.axis).signum(),
        })
    }

    /// Whether the place of a frame stays where it is.
    pub fn is_on_axis(&self, frame: &Frame) -> bool {
        let arm = |node: &HingedNode| length(cross(frame.place, node.axis));
        let is_on = |node| arm(node) <= CLOSED * length(frame.place);
        self.node(frame.node).is_none_or(is_on)
    }
}

/// What is left of a hinge that the coordinates obey by themselves.
#[derive(Debug)]
struct Obeyed;

impl Element for Obeyed {
    fn touched(&self) -> Touched {
        Touched::default()
    }

    fn add_residual(&self, _: &Kinematics, _: &[f64], _: &mut [f64]) {}

    fn add_tangent(&self, _: &Kinematics, _: &[f64], _: Weights, _: &mut LocalMatrix) {}
}

/// A machine over the turns of its nodes, beside the one over their places and rotations.
#[derive(Debug)]
pub struct HingedMachine {
    machine: Machine,
    nodes: Vec<HingedNode>,
    /// Scalar coordinates of the full machine.
    n_scalars: usize,
    /// The multiplier of the full machine behind each that is left.
    multipliers: Vec<usize>,
}

impl HingedMachine {
    /// Looks whether every node of a machine in an assembled state turns about an axis of the ground and does nothing else; none where it
    /// does more, or where other joints hold it.
    pub fn of(full: &Machine, state: &State) -> Option<Self> {
        let mut k = Kinematics::new(full);
        k.set(state);
        let mut equations = Equations::new(full);
        equations.set(state).ok()?;
        let closed = CLOSED * equations.extent(state);
        let hinges = hinges(full, &k, closed)?;
        let n_scalars = full.n_scalars();
        let nodes: Vec<HingedNode> = (0..full.n_nodes())
            .map(|i| {
                let pose = *k.pose(NodeId(i as u32 + 1));
                HingedNode {
                    scalar: ScalarId((n_scalars + i) as u32),
                    axis: transposed_times(&pose.axes, hinges[i].1),
                    pose,
                    rotation: state.rotations[i],
                }
            })
            .collect();
        let hinges = Hinges {
            nodes: &nodes,
            start: &k,
            extent: equations.extent(state),
        };
        let machine = full.over_turns(&nodes, |element| match element.hinge() {
            Some(_) => Some(Arc::new(Obeyed)),
            None => element.over_turns(&hinges),
        });
        let multipliers = full.elements().enumerate().flat_map(|(i, (_, element))| {
            let all = full.multipliers_of(crate::ElementId(i as u32));
            match element.hinge() {
                Some(_) => 0..0,
                None => all,
            }
        });
        Some(Self {
            multipliers: multipliers.collect(),
            machine,
            nodes,
            n_scalars,
        })
    }

    /// The machine over turns.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The multiplier of the full machine behind one that is left.
    pub fn full_multiplier(&self, multiplier: usize) -> usize {
        self.multipliers[multiplier]
    }

    /// A state of the full machine as turns from that in which the machine was looked at.
    pub fn reduced(&self, full: &State) -> State {
        let mut state = self.machine.start(full.time);
        state.scalars[..self.n_scalars].copy_from_slice(&full.scalars);
        let first = 6 * full.places.len();
        let rates = [
            (&mut state.velocity, &full.velocity),
            (&mut state.acceleration, &full.acceleration),
        ];
        for (own, full) in rates {
            own[..self.n_scalars].copy_from_slice(&full[first..]);
            for (i, node) in self.nodes.iter().enumerate() {
                let about = [0, 1, 2].map(|j| full[6 * i + 3 + j]);
                own[self.n_scalars + i] = dot(node.axis, about);
            }
        }
        for (i, node) in self.nodes.iter().enumerate() {
            let turned = node.rotation.inverse().then(&full.rotations[i]).vector();
            state.scalars[self.n_scalars + i] = dot(node.axis, turned);
        }
        for (own, &of) in self.multipliers.iter().enumerate() {
            state.multipliers[own] = full.multipliers[of];
            state.active[own] = full.active[of];
        }
        state.angles.copy_from_slice(&full.angles);
        state.locks.copy_from_slice(&full.locks);
        state.grips.copy_from_slice(&full.grips);
        state.held.copy_from_slice(&full.held);
        state
    }

    /// Writes a state over turns into one of the full machine. Reactions of hinges stay as they are. (50)
    pub fn expand(&self, state: &State, full: &mut State) {
        full.time = state.time;
        let n = self.n_scalars;
        full.scalars.copy_from_slice(&state.scalars[..n]);
        let first = 6 * full.places.len();
        for (i, node) in self.nodes.iter().enumerate() {
            full.places[i] = node.pose.place;
            full.rotations[i] = node
                .rotation
                .turned(node.axis.map(|e| e * state.scalars[n + i]));
            for j in 0..3 {
                full.velocity[6 * i + j] = 0.0;
                full.velocity[6 * i + 3 + j] = node.axis[j] * state.velocity[n + i];
                full.acceleration[6 * i + j] = 0.0;
                full.acceleration[6 * i + 3 + j] = node.axis[j] * state.acceleration[n + i];
            }
        }
        full.velocity[first..].copy_from_slice(&state.velocity[..n]);
        full.acceleration[first..].copy_from_slice(&state.acceleration[..n]);
        for (own, &of) in self.multipliers.iter().enumerate() {
            full.multipliers[of] = state.multipliers[own];
            full.active[of] = state.active[own];
        }
        full.angles.copy_from_slice(&state.angles);
        full.locks.copy_from_slice(&state.locks);
        full.grips.copy_from_slice(&state.grips);
        full.held.copy_from_slice(&state.held);
    }
}

/// A point and the direction of the axis of each node; none where a node has no hinge on the ground, or something else holds it.
fn hinges(machine: &Machine, k: &Kinematics, closed: f64) -> Option<Vec<(Vector, Vector)>> {
    let mut hinges: Vec<Option<(Vector, Vector)>> = vec![None; machine.n_nodes()];
    for (_, element) in machine.elements() {
        let Some(between) = element.hinge() else {
            let binds = element.touched().n_multipliers > 0;
            if binds && !element.binds_turns() {
                return None;
            }
            continue;
        };
        let (node, axis) = axis(between, k, closed)?;
        match &mut hinges[node] {
            Some(known) if !is_same(known, &axis, closed) => return None,
            known => *known = Some(axis),
        }
    }
    let all: Option<Vec<(Vector, Vector)>> = hinges.into_iter().collect();
    all.filter(|all| !all.is_empty())
}

/// The node, a point and the direction of the axis of a closed hinge on the ground.
fn axis(between: &Relative, k: &Kinematics, closed: f64) -> Option<(usize, (Vector, Vector))> {
    let Relative { a, b } = between;
    let (ground, frame) = match (a.node, b.node) {
        (NodeId::GROUND, NodeId::GROUND) => return None,
        (NodeId::GROUND, _) => (a, b),
        (_, NodeId::GROUND) => (b, a),
        _ => return None,
    };
    let pose = k.pose(frame.node);
    let [fixed, moving] = [ground.pose(k.pose(NodeId::GROUND)), frame.pose(pose)];
    let [z, own] = [fixed.axes, moving.axes].map(|axes| times(&axes, [0.0, 0.0, 1.0]));
    let arm = cross(minus(pose.place, fixed.place), z);
    let is_closed = length(minus(moving.place, fixed.place)) <= closed
        && length(minus(own, z)) <= CLOSED
        && length(arm) <= closed;
    is_closed.then_some((frame.node.0 as usize - 1, (fixed.place, z)))
}

fn is_same(a: &(Vector, Vector), b: &(Vector, Vector), closed: f64) -> bool {
    let apart = cross(minus(b.0, a.0), a.1);
    length(apart) <= closed && length(cross(a.1, b.1)) <= CLOSED
}
