//! Friction about an axis that stands still. \[theory:actuators\] (1)-(3), \[theory:multibody\] (51)

use super::RelativeTurn;
use crate::two_part::wrapped;
use crate::{
    Element, Energy, GripId, HingeFriction, Kinematics, LocalMatrix, Rubbing, Switchable, Touched,
    Weights,
};

/// Friction over turns.
#[derive(Debug)]
pub(crate) struct HingedFriction {
    pub friction: HingeFriction,
    pub turn: RelativeTurn,
}

impl HingedFriction {
    /// Adds what rubs, and what its multiplier exerts.
    fn add_torque(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let [_, rate] = self.turn.value(k);
        let held = multipliers.first().copied().unwrap_or(0.0);
        let torque = self.friction.rubs(k, rate).force - held;
        self.turn.add_force(torque, out);
    }
}

impl Element for HingedFriction {
    fn touched(&self) -> Touched {
        Touched {
            n_multipliers: usize::from(self.friction.grip_id().is_some()),
            ..self.turn.touched()
        }
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        self.add_torque(k, multipliers, out);
        let row = out.get_mut(self.turn.n());
        if let (Some(grip), Some(row)) = (self.friction.grip_id(), row) {
            let [turn, _] = self.turn.value(k);
            *row += wrapped(turn - k.grip(grip).from);
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let [_, rate] = self.turn.value(k);
        let slope = weights.velocity * self.friction.rubs(k, rate).by_rate;
        self.turn.add_slope(slope, out);
        if self.friction.grip_id().is_some() {
            self.turn.add_row(weights, out);
        }
    }

    fn has_inertia(&self) -> bool {
        false
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        self.add_torque(k, multipliers, out);
        if let Some(row) = out.get_mut(self.turn.n()) {
            *row += self.turn.value(k)[1];
        }
        true
    }

    /// The turn is linear in the coordinates.
    fn add_constraint_velocity_gradient(&self, _: &Kinematics, _: &mut LocalMatrix) -> bool {
        true
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let [_, rate] = self.turn.value(k);
        let rubs = self.friction.rubs(k, rate);
        Energy {
            dissipated: rubs.dissipated,
            supplied: rubs.supplied,
            ..Energy::default()
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.friction.breaks()
    }

    fn constraint_is_angle(&self, row: usize) -> bool {
        self.friction.constraint_is_angle(row)
    }

    fn constraint_name(&self, row: usize) -> String {
        self.friction.constraint_name(row)
    }

    fn switchable(&self, row: usize) -> Option<Switchable> {
        self.friction.switchable(row)
    }

    fn starts_active(&self, row: usize) -> bool {
        self.friction.starts_active(row)
    }

    fn grip(&self, row: usize) -> Option<GripId> {
        self.friction.grip(row)
    }

    fn rubbing(&self, k: &Kinematics, _: usize) -> Rubbing {
        let [slip, rate] = self.turn.value(k);
        Rubbing {
            slip,
            rate,
            limit: self.friction.limit(k.time),
            sliding: [self.friction.slow(k.time); 2],
            ..Rubbing::default()
        }
    }
}
