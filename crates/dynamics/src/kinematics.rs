//! What elements see of a state, computed once for all of them.

use pitchline_geometry::tensor::{IDENTITY, Tensor};
use pitchline_geometry::vector::Vector;

use crate::hinged::HingedNode;
use crate::{
    AngleId, Frame, Grip, GripId, HeldId, LockId, Machine, NodeId, ScalarId, State, TrackedAngle,
};

/// Where a node is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Its place (m), ground axes.
    pub place: Vector,
    /// Its axes: columns in ground axes.
    pub axes: Tensor,
}

/// How fast a node moves, or how fast that changes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rate {
    /// Of its place, ground axes.
    pub along: Vector,
    /// Of its rotation, own axes.
    pub about: Vector,
}

/// From where drives lead a machine to its first state, so that what counts turns has counted them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TurnsFrom {
    /// From nowhere: every turn is as good as another.
    Nowhere,
    /// From where the driven joints stand at zero.
    Zero,
    /// From where drives were at this time (s).
    Time(f64),
}

/// Poses, velocities and accelerations of a machine at one instant. Node 0 is the ground.
#[derive(Debug, Clone)]
pub struct Kinematics {
    /// Time (s).
    pub time: f64,
    /// Acceleration of free fall (m/s²).
    pub gravity: Vector,
    poses: Vec<Pose>,
    velocities: Vec<Rate>,
    accelerations: Vec<Rate>,
    scalars: Vec<[f64; 3]>,
    angles: Vec<TrackedAngle>,
    /// How much the followed angles are expected to have changed since `angles` were taken.
    expected_changes: Vec<f64>,
    locks: Vec<Option<Frame>>,
    grips: Vec<Grip>,
    held: Vec<f64>,
    hinged: Vec<HingedNode>,
    /// From where drives lead a first state, and what share of their way is still missing.
    pub(crate) lead: (TurnsFrom, f64),
}

impl Kinematics {
    /// Room for a machine, at rest.
    pub fn new(machine: &Machine) -> Self {
        let n = machine.n_nodes() + machine.hinged().len() + 1;
        let ground = Pose {
            place: [0.0; 3],
            axes: IDENTITY,
        };
        Self {
            time: 0.0,
            gravity: machine.gravity,
            poses: vec![ground; n],
            velocities: vec![Rate::default(); n],
            accelerations: vec![Rate::default(); n],
            scalars: vec![[0.0; 3]; machine.n_scalars()],
            angles: vec![TrackedAngle::default(); machine.n_angles()],
            expected_changes: vec![0.0; machine.n_angles()],
            locks: vec![None; machine.n_locks()],
            grips: vec![Grip::default(); machine.n_grips()],
            held: vec![0.0; machine.n_held()],
            // Where no element looks at nodes their poses are not needed.
            hinged: match machine
                .elements()
                .all(|(_, element)| element.touched().nodes.is_empty())
            {
                true => Vec::new(),
                false => machine.hinged().to_vec(),
            },
            lead: (TurnsFrom::Nowhere, 0.0),
        }
    }

    /// Takes a state. No new memory.
    pub fn set(&mut self, state: &State) {
        self.time = state.time;
        for (pose, (place, rotation)) in self.poses[1..]
            .iter_mut()
            .zip(state.places.iter().zip(&state.rotations))
        {
            pose.place = *place;
            pose.axes = rotation.matrix();
        }
        let n = 6 * state.places.len();
        set_rates(&mut self.velocities, &state.velocity[..n]);
        set_rates(&mut self.accelerations, &state.acceleration[..n]);
        let rates = state.velocity[n..].iter().zip(&state.acceleration[n..]);
        for (kept, (value, (rate, second))) in
            self.scalars.iter_mut().zip(state.scalars.iter().zip(rates))
        {
            *kept = [*value, *rate, *second];
        }
        self.turn_hinged();
        self.angles.copy_from_slice(&state.angles);
        self.locks.copy_from_slice(&state.locks);
        self.grips.copy_from_slice(&state.grips);
        self.held.copy_from_slice(&state.held);
    }

    /// Poses and rates of nodes that follow scalar coordinates. \[theory:multibody\] (47), (48)
    fn turn_hinged(&mut self) {
        for (i, node) in self.hinged.iter().enumerate() {
            let [angle, rate, second] = self.scalars[node.scalar.0 as usize];
            self.poses[1 + i] = node.turned(angle);
            self.velocities[1 + i].about = node.axis.map(|e| e * rate);
            self.accelerations[1 + i].about = node.axis.map(|e| e * second);
        }
    }

    /// How much each followed angle is expected to have changed since the state's own were taken.
    pub fn expected_changes_mut(&mut self) -> &mut [f64] {
        &mut self.expected_changes
    }

    /// The same, of one.
    pub fn expected_change(&self, angle: AngleId) -> f64 {
        self.expected_changes[angle.0 as usize]
    }

    /// Where a node is.
    pub fn pose(&self, node: NodeId) -> &Pose {
        &self.poses[node.0 as usize]
    }

    /// How fast it moves.
    pub fn velocity(&self, node: NodeId) -> &Rate {
        &self.velocities[node.0 as usize]
    }

    /// How fast that changes.
    pub fn acceleration(&self, node: NodeId) -> &Rate {
        &self.accelerations[node.0 as usize]
    }

    /// A scalar coordinate with its first and second rate.
    pub fn scalar(&self, scalar: ScalarId) -> [f64; 3] {
        self.scalars[scalar.0 as usize]
    }

    /// The frame on b from which a joint holds that was locked on the way.
    pub fn lock(&self, lock: LockId) -> Option<&Frame> {
        self.locks[lock.0 as usize].as_ref()
    }

    /// Whether two surfaces that rub are stuck or slide.
    pub fn grip(&self, grip: GripId) -> Grip {
        self.grips[grip.0 as usize]
    }

    /// A number that changes at samples only.
    pub fn held(&self, held: HeldId) -> f64 {
        self.held[held.0 as usize]
    }

    /// The followed angle whose rest is `rest` (rad).
    pub fn followed(&self, angle: AngleId, rest: f64) -> TrackedAngle {
        let i = angle.0 as usize;
        self.angles[i].followed(rest, self.expected_changes[i])
    }
}

fn set_rates(rates: &mut [Rate], values: &[f64]) {
    for (rate, v) in rates[1..].iter_mut().zip(values.chunks_exact(6)) {
        rate.along = [v[0], v[1], v[2]];
        rate.about = [v[3], v[4], v[5]];
    }
}
