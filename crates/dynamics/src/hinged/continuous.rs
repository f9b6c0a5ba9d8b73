//! A controller without samples that looks at a turn about an axis that stands still. \[theory:actuators\] (17)-(20)

use super::{Hinges, RelativeTurn};
use crate::controller::Now;
use crate::{ContinuousController, Element, Kinematics, LocalMatrix, Sensed, Touched, Weights};

/// A controller over turns.
#[derive(Debug)]
pub(crate) struct HingedContinuous {
    controller: ContinuousController,
    turn: RelativeTurn,
}

impl HingedContinuous {
    /// None where what it looks at is no turn about an axis that stands still.
    pub fn of(controller: &ContinuousController, hinges: &Hinges) -> Option<Self> {
        Some(Self {
            controller: controller.clone(),
            turn: RelativeTurn::of(controller.between(), hinges)?,
        })
    }

    fn now(&self, k: &Kinematics) -> Now {
        self.controller.now_of(k, self.turn.value(k))
    }

    /// Its output.
    pub fn output(&self, k: &Kinematics) -> f64 {
        self.now(k).output[0]
    }

    /// Adds what its output depends on: the turns that it looks at, then its sum.
    pub fn touch(&self, touched: &mut Touched) {
        touched.scalars.extend(self.turn.touched().scalars);
        touched.scalars.extend(self.controller.sum_id());
    }

    /// ∂y over the turns.
    fn sensed_tangent(&self, weights: Weights) -> impl Iterator<Item = f64> + '_ {
        let weight = match self.controller.data().sensed {
            Sensed::Angle => weights.position,
            Sensed::Speed => weights.velocity,
        };
        self.turn.senses().map(move |sense| weight * sense)
    }

    /// Adds to rows of a part, each with its derivative by the output; what this touches begins at a local number.
    pub fn add_output_tangent(
        &self,
        k: &Kinematics,
        weights: Weights,
        (rows, first): (impl Iterator<Item = (usize, f64)>, usize),
        out: &mut LocalMatrix,
    ) {
        let [_, slope] = self.now(k).output;
        let by_sensed = -slope * self.controller.data().proportional;
        for (row, by_output) in rows {
            for (j, y) in self.sensed_tangent(weights).enumerate() {
                out.add(row, first + j, by_output * by_sensed * y);
            }
            if self.controller.sum_id().is_some() {
                let by_sum = slope * weights.velocity;
                out.add(row, first + self.turn.n(), by_output * by_sum);
            }
        }
    }
}

impl Element for HingedContinuous {
    fn touched(&self) -> Touched {
        let mut touched = Touched {
            angles: vec![self.controller.angle_id()],
            ..Touched::default()
        };
        self.touch(&mut touched);
        touched
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        if let (Some(sum), Some(row)) = (self.controller.sum_id(), out.get_mut(self.turn.n())) {
            let [_, _, rate] = k.scalar(sum);
            *row += rate - self.controller.summed(&self.now(k));
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        if self.controller.sum_id().is_none() {
            return;
        }
        let [by_missing, by_sum] = self.controller.summed_slopes(&self.now(k));
        let row = self.turn.n();
        for (j, y) in self.sensed_tangent(weights).enumerate() {
            out.add(row, j, by_missing * y);
        }
        out.add(row, row, weights.acceleration + weights.velocity * by_sum);
    }

    fn has_inertia(&self) -> bool {
        self.controller.sum_id().is_some()
    }

    fn breaks(&self) -> Vec<f64> {
        self.controller.breaks()
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.turn.value(k)
    }
}
