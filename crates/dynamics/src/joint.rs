//! Joints: two frames and which of their relative motions are locked. \[theory:joints\] (1)-(13)
//!
//! | joint | free | locked |
//! |---|---|---|
//! | fixed | nothing | all |
//! | revolute | turn about z | the rest |
//! | prismatic | along z | the rest |
//! | cylindrical | along and about z | x, y along and about |
//! | spherical | all turns | all displacements |
//! | universal | turns about a's x and b's y | displacements, the turn about z |
//! | planar | along x and y, turn about z | z, turns about x and y |
//! | screw | turn about z with its advance | the rest |
//!
//! Displacements are counted along the axes of a, of whose z axis the joint is made. At zero of all rows the two frames
//! coincide but for the free motions.

mod locked_rotation;

use pitchline_geometry::tensor::times;

use crate::constraint_row::{self, ConstraintRow, N_VELOCITIES};
use crate::{
    AngleId, Element, Error, Frame, Kinematics, LocalMatrix, LockId, Machine, Relative,
    RelativeMotion, Switchable, Touched, Weights,
};

/// Six locks and a screw.
const MOST_ROWS: usize = 7;

const NAMES: [&str; 6] = [
    "displacement along x",
    "displacement along y",
    "displacement along z",
    "rotation about x",
    "rotation about y",
    "rotation about z",
];

/// A joint between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its frames.
    pub between: Relative,
    /// What is locked: x, y, z along the axes of a, then about x, y, z.
    pub locked: [bool; 6],
    /// For a screw: how far b moves along a's z in one turn (m); positive for a right-handed thread. Only
    /// [`Joint::screw`] follows more than one turn.
    pub lead: Option<f64>,
    /// The turn of a screw, followed over whole turns.
    angle: Option<AngleId>,
    /// How it can be released and locked during a run; none if it always holds.
    switch: Option<Switch>,
}

/// A joint that can be released and locked.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Switch {
    /// Where it holds from after it was locked.
    lock: LockId,
    /// Whether it is released at the start.
    is_released: bool,
}

/// The rows of a joint at one instant.
struct Rows {
    rows: [ConstraintRow; MOST_ROWS],
    n: usize,
}

impl Rows {
    fn push(&mut self, row: ConstraintRow) {
        self.rows[self.n] = row;
        self.n += 1;
    }

    fn all(&self) -> &[ConstraintRow] {
        &self.rows[..self.n]
    }
}

impl Joint {
    /// Locks what the mask says: x, y, z along the axes of a, then about x, y, z. One or two locked rotations are held as
    /// the table in `joint/locked_rotation.rs` says; two of them hold b's free axis against a's.
    pub fn from_mask(a: Frame, b: Frame, locked: [bool; 6]) -> Self {
        Self {
            between: Relative { a, b },
            locked,
            lead: None,
            angle: None,
            switch: None,
        }
    }

    /// Nothing moves.
    pub fn fixed(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true; 6])
    }

    /// b turns about z.
    pub fn revolute(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true, true, true, true, true, false])
    }

    /// b slides along z.
    pub fn prismatic(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true, true, false, true, true, true])
    }

    /// b slides along z and turns about it.
    pub fn cylindrical(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true, true, false, true, true, false])
    }

    /// b turns about a point.
    pub fn spherical(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true, true, true, false, false, false])
    }

    /// Hooke's joint: a cross with one pin along a's x and the other along b's y carries turns about z, the axes of
    /// both shafts, from one to the other.
    pub fn universal(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [true, true, true, false, false, true])
    }

    /// b slides on a's plane x, y and turns in it.
    pub fn planar(a: Frame, b: Frame) -> Self {
        Self::from_mask(a, b, [false, false, true, true, true, false])
    }

    /// b turns about z and advances `lead` metres along it in each turn; a positive lead is a right-handed thread.
    pub fn screw(machine: &mut Machine, a: Frame, b: Frame, lead: f64) -> Self {
        Self {
            lead: Some(lead),
            angle: Some(machine.add_angle()),
            ..Self::cylindrical(a, b)
        }
    }

    /// The same joint, which events can release and lock; whether it is released at the start. One that is locked on the way holds from
    /// where its bodies stand then: its frame on b is taken anew, where the one on a is. \[theory:events\] (14)
    pub fn with_switch(self, machine: &mut Machine, is_released: bool) -> Self {
        let lock = machine.add_lock();
        Self {
            switch: Some(Switch { lock, is_released }),
            ..self
        }
    }

    /// Its frames as it holds now.
    fn held(&self, k: &Kinematics) -> Relative {
        let locked = self.switch.and_then(|switch| k.lock(switch.lock));
        Relative {
            b: locked.copied().unwrap_or(self.between.b),
            ..self.between
        }
    }

    /// Whether its numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        match self.lead {
            Some(value) if !value.is_finite() => Err(Error::Value {
                of: "screw".to_owned(),
                key: "lead",
                value,
                allowed: "a finite length per turn",
            }),
            _ => Ok(()),
        }
    }

    /// Number of constraints.
    pub fn n_constraints(&self) -> usize {
        self.locked.iter().filter(|x| **x).count() + usize::from(self.lead.is_some())
    }

    /// What the joint exerts on b at frame b: force and then torque, in the axes of a; a feels the opposite there.
    /// \[theory:joints\] (3)
    pub fn reaction(&self, k: &Kinematics, multipliers: &[f64]) -> [f64; 6] {
        let motion = self.held(k).motion(k);
        let [x, y, z, about @ ..] = constraint_row::force(self.rows(k, &motion).all(), multipliers);
        let [t_x, t_y, t_z] = times(&motion.rotation, about);
        [x, y, z, t_x, t_y, t_z]
    }

    fn rows(&self, k: &Kinematics, motion: &RelativeMotion) -> Rows {
        let mut rows = Rows {
            rows: [ConstraintRow::default(); MOST_ROWS],
            n: 0,
        };
        let [along, about] = [0, 3].map(|i| [0, 1, 2].map(|j| self.locked[i + j]));
        for (axis, _) in along.iter().enumerate().filter(|(_, locked)| **locked) {
            rows.push(ConstraintRow::displacement(motion, axis));
        }
        for (axis, _) in about.iter().enumerate().filter(|(_, locked)| **locked) {
            rows.push(locked_rotation::row(about, axis, &motion.rotation));
        }
        if let Some(lead) = self.lead {
            rows.push(self.screw_row(k, motion, lead));
        }
        rows
    }

    /// Φ = d_z − p φ with the followed turn φ and p = lead/2π. \[theory:joints\] (12)
    fn screw_row(&self, k: &Kinematics, motion: &RelativeMotion, lead: f64) -> ConstraintRow {
        let turn = motion.turn();
        let turns = self
            .angle
            .map_or(0, |angle| k.followed(angle, turn.angle).turns);
        let pitch = lead / std::f64::consts::TAU;
        let [x, y, z] = turn.gradient.map(|g| -pitch * g);
        ConstraintRow {
            // Whole turns first: their advance cancels most of the displacement.
            value: (motion.displacement[2] - turns as f64 * lead) - pitch * turn.angle,
            gradient: [0.0, 0.0, 1.0, x, y, z],
            curvature: turn.curvature.map(|row| row.map(|h| -pitch * h)),
            ..ConstraintRow::default()
        }
    }

    /// The place in the mask of a constraint; none for the advance of a screw.
    fn lock(&self, row: usize) -> Option<usize> {
        (0..6).filter(|&i| self.locked[i]).nth(row)
    }
}

impl Element for Joint {
    fn touched(&self) -> Touched {
        Touched {
            angles: self.angle.into_iter().collect(),
            ..constraint_row::touched(&self.between, self.n_constraints())
        }
    }

    fn counts_turns(&self) -> bool {
        self.lead.is_some()
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let motion = self.held(k).motion(k);
        let rows = self.rows(k, &motion);
        constraint_row::add_residual(&motion, rows.all(), multipliers, out);
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        if !constraint_row::is_seen(weights) {
            return;
        }
        let linearised = self.held(k).linearised(k);
        let rows = self.rows(k, &linearised.motion);
        constraint_row::add_tangent(&linearised, rows.all(), multipliers, weights, out);
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        let motion = self.held(k).motion(k);
        let rows = self.rows(k, &motion);
        constraint_row::add_velocity_residual(&motion, rows.all(), multipliers, out);
        true
    }

    fn add_constraint_velocity_gradient(&self, k: &Kinematics, out: &mut LocalMatrix) -> bool {
        let linearised = self.held(k).linearised(k);
        let rows = self.rows(k, &linearised.motion);
        constraint_row::add_velocity_gradient(&linearised, rows.all(), out);
        true
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let held = self.held(k);
        let linearised = held.linearised(k);
        let rows = self.rows(k, &linearised.motion);
        constraint_row::add_bias(k, &held, &linearised, rows.all(), out);
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let is_along = |constraint: usize| self.lock(constraint).is_none_or(|lock| lock < 3);
        // The advance of a screw is a displacement that feels turns.
        let has_along = self.lead.is_some() || self.locked[..3].contains(&true);
        let is_screw =
            |unknown: usize| unknown >= N_VELOCITIES && self.lock(unknown - N_VELOCITIES).is_none();
        // Where a joint holds from that is locked on the way is not known yet.
        let has_arm = self.switch.is_some()
            || self.between.b.place.iter().any(|x| x.abs() > 0.0)
            || is_screw(row)
            || is_screw(column);
        constraint_row::couples(row, column, has_along, is_along, has_arm)
    }

    fn constraint_is_angle(&self, row: usize) -> bool {
        self.lock(row).is_some_and(|lock| lock >= 3)
    }

    fn constraint_name(&self, row: usize) -> String {
        let name = self.lock(row).map(|lock| NAMES[lock]);
        name.unwrap_or("advance along z with the turn").to_owned()
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }

    fn turns_between(&self) -> Option<&Relative> {
        Some(&self.between)
    }

    fn hinge(&self) -> Option<&Relative> {
        let leaves_a_turn = self.locked == [true, true, true, true, true, false];
        let is_hinge = leaves_a_turn && self.lead.is_none() && self.switch.is_none();
        is_hinge.then_some(&self.between)
    }

    fn switchable(&self, _: usize) -> Option<Switchable> {
        self.switch.map(|_| Switchable::joint())
    }

    fn starts_active(&self, _: usize) -> bool {
        self.switch.is_none_or(|switch| !switch.is_released)
    }

    fn locked_here(&self, k: &Kinematics) -> Option<(LockId, Frame)> {
        let Relative { a, b } = self.between;
        let now = a.pose(k.pose(a.node));
        let frame = Frame::from_ground(b.node, k.pose(b.node), now.place, &now.axes);
        Some((self.switch?.lock, frame))
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.held(k).motion(k).turn_and_rate()
    }
}
