//! A sampled controller that looks at a turn about an axis that stands still. \[theory:actuators\] (12)-(15)

use super::RelativeTurn;
use crate::{AngleId, Controller, Element, Kinematics, LocalMatrix, Touched, Weights};

/// A controller over turns.
#[derive(Debug)]
pub(crate) struct HingedController {
    pub controller: Controller,
    pub turn: RelativeTurn,
    pub angle: AngleId,
}

impl Element for HingedController {
    fn touched(&self) -> Touched {
        Touched {
            angles: vec![self.angle],
            ..self.turn.touched()
        }
    }

    fn add_residual(&self, _: &Kinematics, _: &[f64], _: &mut [f64]) {}

    fn add_tangent(&self, _: &Kinematics, _: &[f64], _: Weights, _: &mut LocalMatrix) {}

    fn has_inertia(&self) -> bool {
        false
    }

    fn couples(&self, _: usize, _: usize) -> bool {
        false
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.turn.value(k)
    }

    fn sample_time(&self) -> Option<f64> {
        self.controller.sample_time()
    }

    fn sample(&self, k: &Kinematics, held: &mut [f64]) {
        self.controller.sample_turn(k, self.turn.value(k), held);
    }
}
