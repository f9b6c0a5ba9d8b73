//! What every part of a machine can say of itself.
//!
//! The residual of the coordinates is r = M a − f(q, v, t) − Bᵀ λ, that of the constraints Φ(q, t): a multiplier is the force
//! that the constraint exerts, and Bᵀ λ acts on the machine as any other force. B = ∂Φ/∂q with increments of rotations in
//! material axes. \[theory:multibody\] (7)-(12)

use std::fmt::Debug;
use std::sync::Arc;

use pitchline_contact::AssumedFlanks;

use crate::{
    AngleId, Frame, GripId, Hinges, Kinematics, LockId, NodeId, Relative, Rubbing, ScalarId,
    Setting, Switchable, TurnsFrom,
};

/// What an element touches. Its local unknowns are 6 for each node in this order (also for the ground, whose are never
/// used), then 1 for each scalar, then its multipliers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Touched {
    /// Nodes.
    pub nodes: Vec<NodeId>,
    /// Scalar coordinates.
    pub scalars: Vec<ScalarId>,
    /// Number of constraints, each with a multiplier.
    pub n_multipliers: usize,
    /// Angles that it follows over whole turns.
    pub angles: Vec<AngleId>,
}

impl Touched {
    /// Between nodes, without constraints.
    pub fn nodes(nodes: impl Into<Vec<NodeId>>) -> Self {
        Self {
            nodes: nodes.into(),
            ..Self::default()
        }
    }

    /// Local velocities: those of nodes and scalars.
    pub fn n_velocities(&self) -> usize {
        6 * self.nodes.len() + self.scalars.len()
    }

    /// Local unknowns.
    pub fn n(&self) -> usize {
        self.n_velocities() + self.n_multipliers
    }
}

/// How much of each derivative goes into a tangent: ∂r/∂q · `position` + ∂r/∂v · `velocity` + ∂r/∂a · `acceleration`, and
/// ∂r/∂λ · `multiplier`. Rows of constraints are B · `position`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Weights {
    /// Of ∂/∂q.
    pub position: f64,
    /// Of ∂/∂v.
    pub velocity: f64,
    /// Of ∂/∂a.
    pub acceleration: f64,
    /// Of ∂/∂λ.
    pub multiplier: f64,
}

impl Weights {
    /// By positions alone, and by multipliers.
    pub const POSITION: Self = Self {
        position: 1.0,
        velocity: 0.0,
        acceleration: 0.0,
        multiplier: 1.0,
    };
    /// By velocities alone.
    pub const VELOCITY: Self = Self {
        position: 0.0,
        velocity: 1.0,
        acceleration: 0.0,
        multiplier: 0.0,
    };
    /// By accelerations alone.
    pub const ACCELERATION: Self = Self {
        position: 0.0,
        velocity: 0.0,
        acceleration: 1.0,
        multiplier: 0.0,
    };
}

/// A dense matrix over the local unknowns of an element, by rows.
#[derive(Debug, Clone, Default)]
pub struct LocalMatrix {
    n: usize,
    values: Vec<f64>,
}

impl LocalMatrix {
    /// Room for so many unknowns.
    pub fn new(n: usize) -> Self {
        Self {
            n,
            values: vec![0.0; n * n],
        }
    }

    /// Zero, for so many unknowns; no new memory if it was larger once.
    pub fn clear(&mut self, n: usize) {
        self.n = n;
        self.values.clear();
        self.values.resize(n * n, 0.0);
    }

    /// Number of unknowns.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Entry.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.n + column]
    }

    /// Entries, row by row.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Adds to an entry.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.n + column] += value;
    }

    /// Adds `factor` times a 3 × 3 block.
    pub fn add_block(
        &mut self,
        row: usize,
        column: usize,
        factor: f64,
        block: &pitchline_geometry::tensor::Tensor,
    ) {
        for (i, values) in block.iter().enumerate() {
            for (j, value) in values.iter().enumerate() {
                self.values[(row + i) * self.n + column + j] += factor * value;
            }
        }
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.n..(row + 1) * self.n]
    }

    /// A row, to add to.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.n..(row + 1) * self.n]
    }
}

/// A function of the state at whose change of sign a law has a kink, or jumps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kink {
    /// Its value.
    pub value: f64,
    /// Its rate (1/s), where it is a function of positions.
    pub rate: Option<f64>,
    /// Whether its sign matters here.
    pub acts: bool,
}

/// Energies of an element (J) and the power (W) that leaves or enters the machine through it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// Stored in springs, in weight, in forces with a potential.
    pub potential: f64,
    /// Turned into heat (W), never negative.
    pub dissipated: f64,
    /// Brought in from outside (W): drives, given forces without a potential.
    pub supplied: f64,
}

impl std::ops::AddAssign for Energy {
    fn add_assign(&mut self, other: Self) {
        self.kinetic += other.kinetic;
        self.potential += other.potential;
        self.dissipated += other.dissipated;
        self.supplied += other.supplied;
    }
}

/// A tangent of these weights.
pub type Weighted<'m> = (Weights, &'m mut LocalMatrix);

/// A part of a machine: a body, a joint, a force, a gear pair.
///
/// `multipliers` are its own, `n_multipliers` of them. Nothing is allocated in methods that take [`Kinematics`].
pub trait Element: Debug + Send + Sync {
    /// What it touches. Constant.
    fn touched(&self) -> Touched;

    /// Adds its part of the residual r and its constraints Φ, over the local unknowns.
    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]);

    /// Adds its part of the tangent over the local unknowns.
    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    );

    /// Adds the tangents of several weights. Elements that evaluate a law for it do so once.
    fn add_tangents(&self, k: &Kinematics, multipliers: &[f64], into: &mut [Weighted]) {
        for (weights, out) in into {
            self.add_tangent(k, multipliers, *weights, out);
        }
    }

    /// Whether accelerations of what it touches act on it.
    fn has_inertia(&self) -> bool {
        true
    }

    /// Adds the part of the constraints' rate that does not come from velocities: Φ̇ = B v + ∂Φ/∂t.
    fn add_constraint_rate(&self, _k: &Kinematics, _out: &mut [f64]) {}

    /// Adds the part of the constraints' second rate that does not come from accelerations: Φ̈ = B a + this.
    fn add_constraint_bias(&self, _k: &Kinematics, _out: &mut [f64]) {}

    /// Adds its part of the residual r and B v in place of Φ, and says whether it knows how to: if not, B v is found from the
    /// tangent, which takes longer.
    fn add_velocity_residual(
        &self,
        _k: &Kinematics,
        _multipliers: &[f64],
        _out: &mut [f64],
    ) -> bool {
        false
    }

    /// Adds ∂(B v)/∂q to the rows of the constraints, and says whether it knows how to, likewise.
    fn add_constraint_velocity_gradient(&self, _k: &Kinematics, _out: &mut LocalMatrix) -> bool {
        false
    }

    /// Energies and powers.
    fn energy(&self, _k: &Kinematics, _multipliers: &[f64]) -> Energy {
        Energy::default()
    }

    /// Times (s) at which its law, or what it prescribes, or the first or second derivative of these jumps. Integrators end a
    /// step there; they ask once.
    fn breaks(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Number of functions at whose change of sign its law has a kink, or jumps. Constant. Steps end there.
    fn n_kinks(&self) -> usize {
        0
    }

    /// One of these functions.
    fn kink(&self, _k: &Kinematics, _which: usize) -> Option<Kink> {
        None
    }

    /// Damping over stiffness where it has kinks (s). Constant.
    fn kink_damping(&self) -> f64 {
        0.0
    }

    /// What the right and the left flanks of its teeth are pressed together (m), negative where they are apart; none for what has no play.
    fn flanks(&self, _k: &Kinematics) -> Option<[f64; 2]> {
        None
    }

    /// The same with flanks that a search for equilibria takes for granted; none for what has no flanks.
    fn assuming(&self, _flanks: AssumedFlanks) -> Option<Arc<dyn Element>> {
        None
    }

    /// Whether entry (row, column) of the tangent over the local unknowns can ever differ from zero. Constant.
    fn couples(&self, _row: usize, _column: usize) -> bool {
        true
    }

    /// Unit of each constraint: true for an angle (rad), false for a length (m).
    fn constraint_is_angle(&self, _row: usize) -> bool {
        false
    }

    /// How a constraint is called: `displacement along x`.
    fn constraint_name(&self, row: usize) -> String {
        format!("constraint {}", row + 1)
    }

    /// Whether its forces depend on its multipliers otherwise than by its constraints, as friction does. Constant.
    fn follows_reactions(&self) -> bool {
        false
    }

    /// Whether these forces are friction, at least in part. Constant.
    fn has_friction(&self) -> bool {
        false
    }

    /// How far from its moving nodes it reaches (m): arms of its frames, radius of gyration of its mass.
    fn reach(&self) -> f64 {
        0.0
    }

    /// The frames whose turn about a's z it follows or prescribes.
    fn turns_between(&self) -> Option<&Relative> {
        None
    }

    /// The frames of a joint that leaves a turn about z, and nothing else, at all times. Constant.
    fn hinge(&self) -> Option<&Relative> {
        None
    }

    /// Whether each of its constraints binds turns about axes that hinges leave free. Constant.
    fn binds_turns(&self) -> bool {
        false
    }

    /// The same over the turns of nodes on hinges, where it knows a shorter way than through poses and rates of nodes.
    fn over_turns(&self, _hinges: &Hinges) -> Option<Arc<dyn Element>> {
        None
    }

    /// By how much it prescribes that turn to change (rad) from one time to another.
    fn prescribed_turn(&self, _from: f64, _to: f64) -> Option<f64> {
        None
    }

    /// Whether it prescribes a motion.
    fn prescribes(&self) -> bool {
        false
    }

    /// How far (rad, m) it leads a machine to its first state at a time (s).
    fn way(&self, _from: TurnsFrom, _to: f64) -> f64 {
        0.0
    }

    /// Whether whole turns are not all the same to it: it knows how often what it connects has turned, and pushes by that.
    fn counts_turns(&self) -> bool {
        false
    }

    /// How a constraint behaves that can be switched on and off during a run; none for one that always holds. While it is off it
    /// asks for nothing and exerts nothing.
    fn switchable(&self, _row: usize) -> Option<Switchable> {
        None
    }

    /// Whether a constraint holds at the start of a run.
    fn starts_active(&self, row: usize) -> bool {
        self.switchable(row).is_none()
    }

    /// The state of the surfaces behind a constraint that sticks and slides by itself; none for others. Constant. The constraint is on
    /// while they are stuck, Φ being the slip since then, and a friction of the element's acts while they slide.
    fn grip(&self, _row: usize) -> Option<GripId> {
        None
    }

    /// What these surfaces say of themselves.
    fn rubbing(&self, _k: &Kinematics, _row: usize) -> Rubbing {
        Rubbing::default()
    }

    /// Time (s) from one sample to the next, for what looks at the machine at multiples of it and holds numbers in between. Constant.
    fn sample_time(&self) -> Option<f64> {
        None
    }

    /// Takes a sample: changes its own among the held numbers of the machine.
    fn sample(&self, _k: &Kinematics, _held: &mut [f64]) {}

    /// Adds the change of its residual by one unit of a number that is set from outside, and says whether it depends on that number.
    fn add_by_setting(&self, _k: &Kinematics, _setting: Setting, _out: &mut [f64]) -> bool {
        false
    }

    /// Where a joint holds from that is locked now: its place among the locks of the machine, and the frame on b.
    fn locked_here(&self, _k: &Kinematics) -> Option<(LockId, Frame)> {
        None
    }

    /// The angles that it follows, as rests between −π and π, with their rates (rad/s), in the order of
    /// [`Touched::angles`].
    fn angle(&self, _k: &Kinematics, _which: usize) -> [f64; 2] {
        [0.0; 2]
    }
}
