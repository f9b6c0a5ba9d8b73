//! The motion of one frame as another sees it, and how forces between the two act on their nodes.
//!
//! | symbol | name in code | meaning |
//! |---|---|---|
//! | d | `displacement` | from a to b, in the axes of a (m) |
//! | R | `rotation` | axes of b in the axes of a |
//! | ḋ, ω | `velocity` | rate of d; spin of b relative to a in the axes of b |
//! | J | [`Linearised::jacobian`] | (ḋ, ω) = J (ẋ_a, ω_a, ẋ_b, ω_b) |
//!
//! A force f = (f_d, f_θ) that does work on (ḋ, ω) acts on the nodes as Jᵀ f: action is reaction, and turning both nodes
//! changes nothing, whatever the law. \[theory:multibody\] (16)-(24)

mod linearised;
mod turn;

pub use linearised::{Linearised, NodeRow};
pub use turn::Turn;

use pitchline_geometry::tensor::{Tensor, times, transposed, transposed_product, transposed_times};
use pitchline_geometry::vector::{Vector, cross, minus, plus};

use crate::{Frame, Kinematics, Machine, Pose, Rate};

/// Two frames.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relative {
    /// The frame that looks.
    pub a: Frame,
    /// The frame that is looked at.
    pub b: Frame,
}

/// The relative motion with what is needed to bring forces to the nodes.
#[derive(Debug, Clone)]
pub struct RelativeMotion {
    /// From a to b, in the axes of a (m).
    pub displacement: Vector,
    /// Axes of b in the axes of a.
    pub rotation: Tensor,
    /// Rate of `displacement`, then spin of b relative to a in the axes of b.
    pub velocity: [f64; 6],
    /// R_a, axes of a in ground axes.
    axes_a: Tensor,
    /// From the node of a to b, in the axes of a.
    arm: Vector,
    /// E_aᵀ: from the node's axes to the frame's.
    into_a: Tensor,
    /// A_bᵀ R_a: from the axes of a to those of the node of b.
    from_a_to_b: Tensor,
    /// Spin of a in its own axes.
    spin_a: Vector,
    /// Velocity of b less that of the node of a, in the axes of a.
    apart: Vector,
    /// ω_b × p_b in the axes of the node of b.
    swing: Vector,
    place_b: Vector,
    /// E_b: from the frame's axes to the node's.
    from_b: Tensor,
}

impl Relative {
    /// The longer of the arms of both frames (m).
    pub(crate) fn arm(&self) -> f64 {
        self.a.arm().max(self.b.arm())
    }

    /// Whether turns about a's z change alike here and there: the same nodes, z axes that are fixed to them alike.
    pub(crate) fn turns_with(&self, other: &Self) -> bool {
        let is_alike = |own: &Frame, other: &Frame| {
            let apart = (0..3).map(|i| (own.axes[i][2] - other.axes[i][2]).abs());
            own.node == other.node && apart.fold(0.0, f64::max) < 1e-9
        };
        is_alike(&self.a, &other.a) && is_alike(&self.b, &other.b)
    }

    /// How b moves relative to a.
    pub fn motion(&self, k: &Kinematics) -> RelativeMotion {
        let [a, b] = [self.a.node, self.b.node];
        self.between([k.pose(a), k.pose(b)], [k.velocity(a), k.velocity(b)])
    }

    /// How b stands to a where a machine starts, both at rest.
    pub(crate) fn at_start(&self, machine: &Machine) -> RelativeMotion {
        let [a, b] = [self.a.node, self.b.node].map(|node| machine.start_pose(node));
        self.between([&a, &b], [&Rate::default(); 2])
    }

    /// From where both nodes stand and how they move.
    fn between(&self, [node_a, node_b]: [&Pose; 2], [v_a, v_b]: [&Rate; 2]) -> RelativeMotion {
        let (a, b) = (self.a.pose(node_a), self.b.pose(node_b));
        let displacement = transposed_times(&a.axes, minus(b.place, a.place));
        let rotation = transposed_product(&a.axes, &b.axes);
        let arm = plus(transposed_times(&self.a.axes, self.a.place), displacement);
        let swing = cross(v_b.about, self.b.place);
        let apart = plus(minus(v_b.along, v_a.along), times(&node_b.axes, swing));
        let mut motion = RelativeMotion {
            displacement,
            rotation,
            velocity: [0.0; 6],
            into_a: transposed(&self.a.axes),
            from_a_to_b: transposed_product(&node_b.axes, &a.axes),
            spin_a: transposed_times(&self.a.axes, v_a.about),
            apart: transposed_times(&a.axes, apart),
            axes_a: a.axes,
            arm,
            swing,
            place_b: self.b.place,
            from_b: self.b.axes,
        };
        // (17) and (18) for rates
        let along = plus(motion.apart, cross(motion.arm, motion.spin_a));
        let carried = transposed_times(&motion.rotation, motion.spin_a);
        let about = minus(transposed_times(&self.b.axes, v_b.about), carried);
        motion.velocity[..3].copy_from_slice(&along);
        motion.velocity[3..].copy_from_slice(&about);
        motion
    }

    /// The same with its derivatives.
    pub fn linearised(&self, k: &Kinematics) -> Linearised {
        Linearised::of(self.motion(k))
    }
}

impl RelativeMotion {
    /// The motion with its derivatives.
    pub fn linearised(self) -> Linearised {
        Linearised::of(self)
    }

    /// Adds `factor` Jᵀ f over the local velocities of both nodes. (19)
    pub fn add_force(&self, factor: f64, force: &[f64; 6], out: &mut [f64]) {
        let f_d = [force[0], force[1], force[2]].map(|f| factor * f);
        let f_t = [force[3], force[4], force[5]].map(|f| factor * f);
        let along = times(&self.axes_a, f_d);
        let on_a = plus(cross(self.arm, f_d), times(&self.rotation, f_t));
        let about_a = transposed_times(&self.into_a, on_a);
        let swung = cross(self.place_b, times(&self.from_a_to_b, f_d));
        let about_b = plus(swung, times(&self.from_b, f_t));
        if let Some(out) = out.first_chunk_mut::<12>() {
            for i in 0..3 {
                out[i] -= along[i];
                out[3 + i] -= about_a[i];
                out[6 + i] += along[i];
                out[9 + i] += about_b[i];
            }
        }
    }

    /// The turn of b about the z axis that it shares with a.
    pub fn turn(&self) -> Turn {
        Turn::of(&self.rotation)
    }

    /// Angle of that turn (rad) and its rate (rad/s).
    pub fn turn_and_rate(&self) -> [f64; 2] {
        let turn = self.turn();
        let rates = turn.gradient.iter().zip(&self.velocity[3..]);
        [turn.angle, rates.map(|(g, w)| g * w).sum()]
    }
}
