//! What is now: positions, velocities, accelerations and multipliers of a machine.

use pitchline_geometry::vector::{Vector, plus};

use crate::{Frame, Grip, Machine, Rotation};

/// An angle over any number of turns, kept apart so that no digits are lost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TrackedAngle {
    /// Whole turns.
    pub turns: i64,
    /// The rest (rad), between −π and π.
    pub rest: f64,
}

impl TrackedAngle {
    /// The whole angle (rad).
    pub fn total(&self) -> f64 {
        self.turns as f64 * std::f64::consts::TAU + self.rest
    }

    /// The angle with this rest that is nearest to an expected change of the present one.
    pub fn followed(&self, rest: f64, expected_change: f64) -> Self {
        let missing = (self.rest + expected_change - rest) / std::f64::consts::TAU;
        // Nearly always.
        let is_same = missing.abs() < 0.5;
        let missing = if is_same { 0 } else { missing.round() as i64 };
        Self {
            turns: self.turns.saturating_add(missing),
            rest,
        }
    }
}

/// A state of a machine. Lengths are those of [`Machine::start`].
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Time (s).
    pub time: f64,
    /// Places of the nodes (m), ground axes; node 1 first.
    pub places: Vec<Vector>,
    /// Axes of the nodes.
    pub rotations: Vec<Rotation>,
    /// Scalar coordinates.
    pub scalars: Vec<f64>,
    /// Velocities: for each node m/s in ground axes and rad/s in its own, then the rates of the scalars.
    pub velocity: Vec<f64>,
    /// Their rates.
    pub acceleration: Vec<f64>,
    /// Multipliers (N, N m): what the constraints exert, in the axes of their elements.
    pub multipliers: Vec<f64>,
    /// Which constraints hold: all but those that are switched off.
    pub active: Vec<bool>,
    /// Angles over whole turns.
    pub angles: Vec<TrackedAngle>,
    /// Frames on b from which joints hold that were locked on the way; none where they hold from the ones they were built with.
    pub locks: Vec<Option<Frame>>,
    /// Surfaces that rub: stuck or sliding.
    pub grips: Vec<Grip>,
    /// Numbers that change at samples only: what controllers hold.
    pub held: Vec<f64>,
}

impl State {
    /// Moves by an increment of the coordinates: places and scalars are added to, rotations turned by rotation vectors in
    /// their own axes.
    pub fn moved_from(&mut self, from: &Self, increment: &[f64]) {
        self.moved_by(from, increment, |rotation, vector| rotation.turned(vector));
    }

    /// The same with rotations rounded: for iterates that are thrown away.
    pub(crate) fn moved_roughly_from(&mut self, from: &Self, increment: &[f64]) {
        self.moved_by(from, increment, |rotation, vector| {
            rotation.turned_roughly(vector)
        });
    }

    fn moved_by(
        &mut self,
        from: &Self,
        increment: &[f64],
        turned: impl Fn(&Rotation, Vector) -> Rotation,
    ) {
        let (nodes, scalars) = increment.split_at(6 * from.places.len());
        for (i, d) in nodes.chunks_exact(6).enumerate() {
            self.places[i] = plus(from.places[i], [d[0], d[1], d[2]]);
            self.rotations[i] = turned(&from.rotations[i], [d[3], d[4], d[5]]);
        }
        for (i, d) in scalars.iter().enumerate() {
            self.scalars[i] = from.scalars[i] + d;
        }
    }

    /// Goes on for a time (s) so short that the motion is a parabola.
    pub(crate) fn drift(&mut self, ahead: f64) {
        let before = self.clone();
        let motion = before.velocity.iter().zip(&before.acceleration);
        let increment: Vec<f64> = motion.map(|(v, a)| ahead * (v + 0.5 * ahead * a)).collect();
        self.moved_from(&before, &increment);
        for (v, a) in self.velocity.iter_mut().zip(&before.acceleration) {
            *v += ahead * a;
        }
        self.time += ahead;
    }

    /// Takes the numbers of another state of the same machine, without new memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.time = other.time;
        self.places.copy_from_slice(&other.places);
        self.rotations.copy_from_slice(&other.rotations);
        self.scalars.copy_from_slice(&other.scalars);
        self.velocity.copy_from_slice(&other.velocity);
        self.acceleration.copy_from_slice(&other.acceleration);
        self.multipliers.copy_from_slice(&other.multipliers);
        self.active.copy_from_slice(&other.active);
        self.angles.copy_from_slice(&other.angles);
        self.locks.copy_from_slice(&other.locks);
        self.grips.copy_from_slice(&other.grips);
        self.held.copy_from_slice(&other.held);
    }

    /// Whether its lengths are those of a machine.
    pub fn belongs_to(&self, machine: &Machine) -> bool {
        let n = machine.n_velocities();
        self.places.len() == machine.n_nodes()
            && self.rotations.len() == machine.n_nodes()
            && self.scalars.len() == machine.n_scalars()
            && self.velocity.len() == n
            && self.acceleration.len() == n
            && self.multipliers.len() == machine.n_multipliers()
            && self.active.len() == machine.n_multipliers()
            && self.angles.len() == machine.n_angles()
            && self.locks.len() == machine.n_locks()
            && self.grips.len() == machine.n_grips()
            && self.held.len() == machine.n_held()
    }
}
