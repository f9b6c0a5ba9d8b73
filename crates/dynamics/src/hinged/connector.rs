//! A law of the turn between two bodies on one axis that stands still. \[theory:multibody\] (51)

use std::sync::Arc;

use pitchline_geometry::vector::{cross, length};

use super::{CLOSED, HingedTurn, Hinges, within_a_turn};
use crate::{
    AngleId, Element, Energy, Kinematics, Law, LocalMatrix, NodeId, Relative, ScalarForce, Touched,
    Weighted, Weights,
};

/// The turn of b about the z of a as a sum of coordinates.
#[derive(Debug, Clone)]
pub(crate) struct RelativeTurn {
    /// Coordinates with their signs in it; those of the ground are not there.
    parts: Vec<HingedTurn>,
    /// The turn where all coordinates are zero (rad).
    start: f64,
}

impl RelativeTurn {
    /// None where the frames do not share an axis that stands still.
    pub fn of(between: &Relative, hinges: &Hinges) -> Option<Self> {
        let Relative { a, b } = between;
        let motion = between.motion(hinges.start);
        let [x, y, _] = motion.displacement;
        let across = length(cross(motion.rotation.map(|row| row[2]), [0.0, 0.0, 1.0]));
        if across > CLOSED || x.hypot(y) > CLOSED * length(motion.displacement).max(hinges.extent) {
            return None;
        }
        let mut parts = Vec::new();
        for (frame, sign) in [(a, -1.0), (b, 1.0)] {
            if frame.node != NodeId::GROUND {
                let turn = hinges.turn_of(frame)?;
                parts.push(HingedTurn {
                    sense: sign * turn.sense,
                    ..turn
                });
            }
        }
        Some(Self {
            parts,
            start: motion.turn().angle,
        })
    }

    /// The turn within one turn (rad) and its rate (rad/s).
    pub fn value(&self, k: &Kinematics) -> [f64; 2] {
        let mut value = [self.start, 0.0];
        for part in &self.parts {
            let [turn, rate, _] = k.scalar(part.scalar);
            value[0] += part.sense * turn;
            value[1] += part.sense * rate;
        }
        [within_a_turn(value[0]), value[1]]
    }

    /// Number of its coordinates.
    pub fn n(&self) -> usize {
        self.parts.len()
    }

    /// Signs of its coordinates in it.
    pub fn senses(&self) -> impl Iterator<Item = f64> + '_ {
        self.parts.iter().map(|part| part.sense)
    }

    /// Adds the row of a constraint that holds the turn, whose number follows those of the coordinates, and what its multiplier exerts.
    pub fn add_row(&self, weights: Weights, out: &mut LocalMatrix) {
        for (i, part) in self.parts.iter().enumerate() {
            out.add(self.n(), i, weights.position * part.sense);
            out.add(i, self.n(), -weights.multiplier * part.sense);
        }
    }

    /// What an element over these coordinates touches.
    pub fn touched(&self) -> Touched {
        Touched {
            scalars: self.parts.iter().map(|part| part.scalar).collect(),
            ..Touched::default()
        }
    }

    /// Adds a torque that drives the turn back.
    pub fn add_force(&self, force: f64, out: &mut [f64]) {
        for (out, part) in out.iter_mut().zip(&self.parts) {
            *out += part.sense * force;
        }
    }

    /// Adds how it changes with the turn and its rate, weighted.
    pub fn add_slope(&self, slope: f64, out: &mut LocalMatrix) {
        for (i, row) in self.parts.iter().enumerate() {
            for (j, column) in self.parts.iter().enumerate() {
                out.add(i, j, row.sense * slope * column.sense);
            }
        }
    }
}

/// A law of a turn over coordinates.
#[derive(Debug)]
pub(crate) struct HingedConnector<L> {
    pub law: Arc<L>,
    pub turn: RelativeTurn,
    /// Where the turn is followed, if the law asks for it.
    pub angle: Option<AngleId>,
}

impl<L: Law> HingedConnector<L> {
    fn value(&self, k: &Kinematics) -> ScalarForce {
        let [rest, rate] = self.turn.value(k);
        let turn = self
            .angle
            .map_or(0.0, |angle| k.followed(angle, rest).total());
        self.law.of_turn(turn, rate, k.time).unwrap_or_default()
    }
}

impl<L: Law> Element for HingedConnector<L> {
    fn touched(&self) -> Touched {
        Touched {
            angles: self.angle.into_iter().collect(),
            ..self.turn.touched()
        }
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        self.turn.add_force(self.value(k).force, out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        self.add_tangents(k, &[], &mut [(weights, out)]);
    }

    fn add_tangents(&self, k: &Kinematics, _: &[f64], into: &mut [Weighted]) {
        let value = self.value(k);
        for (weights, out) in into {
            let slope = weights.position * value.by_value + weights.velocity * value.by_rate;
            self.turn.add_slope(slope, out);
        }
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let value = self.value(k);
        Energy {
            kinetic: 0.0,
            potential: value.potential,
            dissipated: value.dissipated,
            supplied: value.supplied,
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.law.breaks()
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.turn.value(k)
    }
}
