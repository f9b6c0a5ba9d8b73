//! A torque between two frames that a controller sets. \[theory:actuators\] (21)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | τ | `torque`: turns b about the z axis of a | N m |
//!
//! Where a controller without samples sets it, it depends on what that one looks at.

use std::sync::Arc;

use super::coordinate::{Coordinate, ScalarForce};
use crate::constraint_row::N_VELOCITIES;
use crate::hinged::{HingedSignal, HingedTorque, RelativeTurn};
use crate::signal::is_turn;
use crate::{
    Element, Energy, Error, Frame, Hinges, Kinematics, LawValue, LocalMatrix, Machine, Relative,
    RelativeMotion, Setting, Signal, Touched, Weights, connector,
};

/// A torque by a signal.
#[derive(Debug, Clone, PartialEq)]
pub struct ControlledTorque {
    between: Relative,
    torque: Signal,
}

impl ControlledTorque {
    /// A torque that turns b about the z axis of a; `of` is how it is called.
    pub fn build(
        of: &str,
        machine: &Machine,
        a: Frame,
        b: Frame,
        torque: Signal,
    ) -> Result<Self, Error> {
        torque.check(of, machine)?;
        Ok(Self {
            between: Relative { a, b },
            torque,
        })
    }

    /// τ (N m) now.
    pub fn torque(&self, k: &Kinematics) -> f64 {
        self.torque.at(k)
    }

    fn value(&self, k: &Kinematics) -> (RelativeMotion, LawValue) {
        let motion = self.between.motion(k);
        let value = self.turned(&motion, self.torque.at(k));
        (motion, value)
    }

    /// Change of the residual by the torque.
    fn by_torque(&self, motion: &RelativeMotion) -> [f64; N_VELOCITIES] {
        let mut by_torque = [0.0; N_VELOCITIES];
        motion.add_force(-1.0, &self.turned(motion, 1.0).force, &mut by_torque);
        by_torque
    }

    /// What so much torque does.
    fn turned(&self, motion: &RelativeMotion, torque: f64) -> LawValue {
        let along = Coordinate::about_z(motion, 0.0);
        along.law(&ScalarForce {
            force: -torque,
            supplied: torque * along.rate,
            ..ScalarForce::default()
        })
    }
}

impl Element for ControlledTorque {
    fn touched(&self) -> Touched {
        let mut touched = Touched::nodes([self.between.a.node, self.between.b.node]);
        self.torque.touch(&mut touched);
        touched
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedTorque {
            torque: HingedSignal::of(&self.torque, hinges)?,
            turn: RelativeTurn::of(&self.between, hinges)?,
        }))
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        let (motion, value) = self.value(k);
        motion.add_force(-1.0, &value.force, out);
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        let (motion, value) = self.value(k);
        let by_torque = self.by_torque(&motion);
        connector::add_tangents(motion, &value, &mut [(weights, out)]);
        let rows = by_torque.into_iter().enumerate();
        self.torque.add_tangent(k, weights, (rows, 0), out);
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        Energy {
            supplied: self.value(k).1.supplied,
            ..Energy::default()
        }
    }

    fn add_by_setting(&self, k: &Kinematics, setting: Setting, out: &mut [f64]) -> bool {
        let Some(change) = self.torque.by_setting(k, setting) else {
            return false;
        };
        let by_torque = self.by_torque(&self.between.motion(k));
        for (out, by_torque) in out.iter_mut().zip(by_torque) {
            *out += change * by_torque;
        }
        true
    }

    fn breaks(&self) -> Vec<f64> {
        self.torque.breaks()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let n_of_nodes = self.torque.n_of_nodes();
        is_turn(row, n_of_nodes) && is_turn(column, n_of_nodes)
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }
}
