//! A rod without mass: two points stay at a distance. \[theory:joints\] (22)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | l | `length` | m |
//!
//! Φ = (d · d/l − l)/2. Its multiplier is the force on b away from a: pressure, negative for tension.

use pitchline_geometry::vector::{dot, times};

use crate::constraint_row::{self, ConstraintRow};
use crate::{
    Element, Error, Frame, Kinematics, LocalMatrix, Relative, RelativeMotion, Touched, Weights,
};

/// Two points at a fixed distance.
#[derive(Debug, Clone, PartialEq)]
pub struct Rod {
    /// Frames whose places it joins.
    pub between: Relative,
    /// Its length (m).
    pub length: f64,
}

impl Rod {
    /// A rod from frame a to frame b.
    pub fn new(a: Frame, b: Frame, length: f64) -> Self {
        Self {
            between: Relative { a, b },
            length,
        }
    }

    /// Whether its numbers make sense: points that coincide have no line along which to hold them.
    pub fn check(&self) -> Result<(), Error> {
        if self.length > 0.0 && self.length.is_finite() {
            return Ok(());
        }
        Err(Error::Value {
            of: "rod".to_owned(),
            key: "length",
            value: self.length,
            allowed: "a positive length; points that coincide are a spherical joint",
        })
    }

    fn now(&self, k: &Kinematics) -> (RelativeMotion, [ConstraintRow; 1]) {
        let motion = self.between.motion(k);
        let d = motion.displacement;
        let [x, y, z] = times(1.0 / self.length, d);
        let row = ConstraintRow {
            value: 0.5 * (dot(d, d) / self.length - self.length),
            gradient: [x, y, z, 0.0, 0.0, 0.0],
            along: 1.0 / self.length,
            ..ConstraintRow::default()
        };
        (motion, [row])
    }
}

impl Element for Rod {
    fn touched(&self) -> Touched {
        constraint_row::touched(&self.between, 1)
    }

    fn reach(&self) -> f64 {
        self.between.arm()
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
        if constraint_row::is_seen(weights) {
            let (motion, rows) = self.now(k);
            constraint_row::add_tangent(&motion.linearised(), &rows, multipliers, weights, out);
        }
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let (motion, rows) = self.now(k);
        constraint_row::add_bias(k, &self.between, &motion.linearised(), &rows, out);
    }

    fn constraint_name(&self, _: usize) -> String {
        "distance".to_owned()
    }
}
