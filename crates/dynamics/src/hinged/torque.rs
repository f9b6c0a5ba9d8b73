//! A torque about an axis that stands still, which a controller sets. \[theory:actuators\] (21), \[theory:multibody\] (51)

use super::{HingedSignal, RelativeTurn};
use crate::{Element, Energy, Kinematics, LocalMatrix, Touched, Weights};

/// A torque over turns.
#[derive(Debug)]
pub(crate) struct HingedTorque {
    pub torque: HingedSignal,
    pub turn: RelativeTurn,
}

impl Element for HingedTorque {
    fn touched(&self) -> Touched {
        let mut touched = self.turn.touched();
        self.torque.touch(&mut touched);
        touched
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        self.turn.add_force(-self.torque.at(k), out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let rows = self.turn.senses().map(|sense| -sense).enumerate();
        let rows = (rows, self.turn.n());
        self.torque.add_tangent(k, weights, rows, out);
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let [_, rate] = self.turn.value(k);
        Energy {
            supplied: self.torque.at(k) * rate,
            ..Energy::default()
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.torque.breaks()
    }
}
