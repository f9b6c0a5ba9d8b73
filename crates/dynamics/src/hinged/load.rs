//! A load on a body whose axis stands still: its torque about it. \[theory:multibody\] (51)

use pitchline_geometry::vector::Vector;

use crate::{Element, Energy, Kinematics, LocalMatrix, ScalarId, TimeFunction, Touched, Weights};

/// A torque by functions of time on a turn.
#[derive(Debug)]
pub(crate) struct HingedLoad {
    pub turn: ScalarId,
    /// The axis of the hinge along the axes in which the torque is given.
    pub axis: Vector,
    pub torque: [TimeFunction; 3],
    /// Of forces on the axis (J), which stays.
    pub potential: f64,
    pub breaks: Vec<f64>,
}

impl HingedLoad {
    fn about_axis(&self, k: &Kinematics) -> f64 {
        let parts = self.torque.iter().zip(self.axis);
        let acting = parts.filter(|(_, share)| *share != 0.0);
        acting
            .map(|(torque, share)| share * torque.at(k.time).value)
            .sum()
    }
}

impl Element for HingedLoad {
    fn touched(&self) -> Touched {
        Touched {
            scalars: vec![self.turn],
            ..Touched::default()
        }
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        out[0] -= self.about_axis(k);
    }

    fn add_tangent(&self, _: &Kinematics, _: &[f64], _: Weights, _: &mut LocalMatrix) {}

    fn has_inertia(&self) -> bool {
        false
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let [_, rate, _] = k.scalar(self.turn);
        Energy {
            potential: self.potential,
            supplied: self.about_axis(k) * rate,
            ..Energy::default()
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.breaks.clone()
    }
}
