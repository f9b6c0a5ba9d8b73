//! A stop: a point must not get behind a plane. \[theory:events\] (1)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | r | `radius` | m |
//!
//! Φ = d_z − r ≥ 0, where d is b's place seen from a, whose plane x, y is the stop with its free side along +z. The multiplier is
//! the pressure on b along a's z; a feels the opposite. There is no friction.

use crate::constraint_row::{self, ConstraintRow};
use crate::{
    Element, Error, Frame, Kinematics, LocalMatrix, Relative, RelativeMotion, Switchable, Touched,
    Weights,
};

/// A contact of a ball about frame b with the plane of frame a.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// Plane and ball.
    pub between: Relative,
    /// Radius of the ball (m), zero for a point.
    pub radius: f64,
    /// How it meets what it hits.
    pub contact: Switchable,
}

impl Stop {
    /// A point of b before the plane of a, with restitution and the speed below which it does not bounce (m/s).
    pub fn new(a: Frame, b: Frame, restitution: f64, rest_speed: f64) -> Self {
        Self {
            between: Relative { a, b },
            radius: 0.0,
            contact: Switchable::contact(restitution, rest_speed),
        }
    }

    /// Whether its numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        if !(self.radius >= 0.0 && self.radius.is_finite()) {
            return Err(Error::Value {
                of: "stop".to_owned(),
                key: "radius",
                value: self.radius,
                allowed: "zero or a positive length",
            });
        }
        self.contact.check("stop")
    }

    fn now(&self, k: &Kinematics) -> (RelativeMotion, [ConstraintRow; 1]) {
        let motion = self.between.motion(k);
        let mut row = ConstraintRow::displacement(&motion, 2);
        row.value -= self.radius;
        (motion, [row])
    }
}

impl Element for Stop {
    fn touched(&self) -> Touched {
        Touched {
            nodes: vec![self.between.a.node, self.between.b.node],
            n_multipliers: 1,
            ..Touched::default()
        }
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let (motion, rows) = self.now(k);
        constraint_row::add_residual(&motion, &rows, multipliers, out);
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        if weights.position == 0.0 && weights.multiplier == 0.0 {
            return;
        }
        let (motion, rows) = self.now(k);
        constraint_row::add_tangent(&motion.linearised(), &rows, multipliers, weights, out);
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        let (motion, rows) = self.now(k);
        constraint_row::add_velocity_residual(&motion, &rows, multipliers, out);
        true
    }

    fn add_constraint_velocity_gradient(&self, k: &Kinematics, out: &mut LocalMatrix) -> bool {
        let (motion, rows) = self.now(k);
        constraint_row::add_velocity_gradient(&motion.linearised(), &rows, out);
        true
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let (motion, [row]) = self.now(k);
        let linearised = motion.linearised();
        let relative_bias = linearised.bias(k, &self.between);
        out[0] += row.bias(&linearised.motion, &relative_bias);
    }

    fn switchable(&self, _: usize) -> Option<Switchable> {
        Some(self.contact)
    }

    fn constraint_name(&self, _: usize) -> String {
        "gap".to_owned()
    }
}
