//! A law of relative motion between two frames as an element: springs, dampers, bushings, torques.

use std::fmt::Debug;
use std::sync::Arc;

use crate::hinged::{HingedConnector, RelativeTurn};
use crate::{
    AngleId, Element, Energy, Frame, Hinges, Kinematics, Linearised, LocalMatrix, Relative,
    RelativeMotion, ScalarForce, Touched, Weighted, Weights,
};

/// What a law says of a relative motion. Forces act on b: force in the axes of a, torque in the axes of b; a feels the
/// opposite.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LawValue {
    /// f, which does work on the relative velocity.
    pub force: [f64; 6],
    /// −∂f/∂(d, θ), with θ a further turn of b in its own axes.
    pub stiffness: [[f64; 6]; 6],
    /// −∂f/∂(ḋ, ω).
    pub damping: [[f64; 6]; 6],
    /// Stored energy (J).
    pub potential: f64,
    /// Power turned into heat (W), never negative.
    pub dissipated: f64,
    /// Power brought in from outside (W).
    pub supplied: f64,
}

/// A law of the relative motion of two frames. Value, derivatives and energy come together, so that one test proves each.
pub trait Law: Debug + Send + Sync {
    /// Its value. `turn` is the angle of b about a's z followed over whole turns, if the law asked for it, else zero.
    fn evaluate(&self, motion: &RelativeMotion, turn: f64, time: f64) -> LawValue;

    /// Whether it needs the angle about z over whole turns.
    fn follows_turns(&self) -> bool {
        false
    }

    /// What it says of the turn of b about a's z and its rate, for a law that knows nothing else of the motion.
    fn of_turn(&self, _turn: f64, _rate: f64, _time: f64) -> Option<ScalarForce> {
        None
    }

    /// Times (s) at which it or its first or second derivative by time jumps.
    fn breaks(&self) -> Vec<f64> {
        Vec::new()
    }
}

impl Law for Box<dyn Law> {
    fn evaluate(&self, motion: &RelativeMotion, turn: f64, time: f64) -> LawValue {
        self.as_ref().evaluate(motion, turn, time)
    }

    fn follows_turns(&self) -> bool {
        self.as_ref().follows_turns()
    }

    fn of_turn(&self, turn: f64, rate: f64, time: f64) -> Option<ScalarForce> {
        self.as_ref().of_turn(turn, rate, time)
    }

    fn breaks(&self) -> Vec<f64> {
        self.as_ref().breaks()
    }
}

/// A law between two frames.
#[derive(Debug, Clone)]
pub struct Connector<L> {
    /// Where it acts.
    pub between: Relative,
    /// What it does.
    pub law: Arc<L>,
    /// Its angle over whole turns, for a law that follows them.
    pub angle: Option<AngleId>,
}

impl<L: Law> Connector<L> {
    /// A law between frame a and frame b.
    pub fn new(machine: &mut crate::Machine, a: Frame, b: Frame, law: L) -> Self {
        Self {
            between: Relative { a, b },
            angle: law.follows_turns().then(|| machine.add_angle()),
            law: Arc::new(law),
        }
    }

    /// Relative motion and what the law makes of it.
    pub fn value(&self, k: &Kinematics) -> (RelativeMotion, LawValue) {
        let motion = self.between.motion(k);
        let turn = self
            .angle
            .map_or(0.0, |angle| k.followed(angle, motion.turn().angle).total());
        let value = self.law.evaluate(&motion, turn, k.time);
        (motion, value)
    }
}

impl<L: Law + 'static> Element for Connector<L> {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.between.a.node, self.between.b.node],
            angles: self.angle.into_iter().collect(),
            ..Touched::default()
        }
    }

    fn counts_turns(&self) -> bool {
        self.angle.is_some()
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let (motion, value) = self.value(k);
        motion.add_force(-1.0, &value.force, out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        self.add_tangents(k, &[], &mut [(weights, out)]);
    }

    fn add_tangents(&self, k: &Kinematics, _: &[f64], into: &mut [Weighted]) {
        let (motion, value) = self.value(k);
        add_tangents(motion, &value, into);
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn breaks(&self) -> Vec<f64> {
        self.law.breaks()
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (_, value) = self.value(k);
        Energy {
            kinetic: 0.0,
            potential: value.potential,
            dissipated: value.dissipated,
            supplied: value.supplied,
        }
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        self.law.of_turn(0.0, 0.0, 0.0)?;
        let law = Arc::clone(&self.law);
        let turn = RelativeTurn::of(&self.between, hinges)?;
        Some(Arc::new(HingedConnector {
            law,
            turn,
            angle: self.angle,
        }))
    }

    fn turns_between(&self) -> Option<&Relative> {
        Some(&self.between)
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.between.motion(k).turn_and_rate()
    }
}

/// Adds tangents of what a law says of a relative motion, over the local velocities of both nodes.
pub(crate) fn add_tangents(motion: RelativeMotion, value: &LawValue, into: &mut [Weighted]) {
    let motion = motion.linearised();
    for (weights, out) in into {
        add_tangent(&motion, value, *weights, out);
    }
}

fn add_tangent(motion: &Linearised, value: &LawValue, weights: Weights, out: &mut LocalMatrix) {
    if weights.position != 0.0 {
        motion.add_square(weights.position, &value.stiffness, out);
        motion.add_geometric(-weights.position, &value.force, out);
        if value.damping != [[0.0; 6]; 6] {
            let mut damped = [[0.0; 12]; 6];
            let gradient = motion.velocity_gradient();
            for (sum, row) in damped.iter_mut().zip(&value.damping) {
                for (d, gradient) in row.iter().zip(&gradient) {
                    for (sum, g) in sum.iter_mut().zip(gradient) {
                        *sum += d * g;
                    }
                }
            }
            motion.add_product(weights.position, &damped, out);
        }
    }
    if weights.velocity != 0.0 {
        motion.add_square(weights.velocity, &value.damping, out);
    }
}
