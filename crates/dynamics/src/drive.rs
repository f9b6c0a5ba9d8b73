//! A drive: the turn about z or the displacement along z between two frames is given over time. \[theory:joints\] (14)-(20)
//!
//! | motion | constraint | its function is |
//! |---|---|---|
//! | angle | φ − θ(t) within one turn | θ (rad) |
//! | speed | the same with θ = θ₀ + ∫ω dt from t = 0 | ω (rad/s) |
//! | displacement | d_z − s(t) | s (m) |
//! | velocity | the same with s = s₀ + ∫v dt from t = 0 | v (m/s) |
//!
//! Its multiplier is the torque about z (N m), or the force along a's z (N), that it exerts on b. An angle within one turn
//! costs no digits however often the shaft has turned.

use crate::check;
use crate::constraint_row::{self, ConstraintRow};
use crate::two_part::{TwoPart, wrapped};
use crate::{
    Element, Energy, Error, Frame, Kinematics, LocalMatrix, Relative, RelativeMotion, TimeFunction,
    Touched, TurnsFrom, Weights,
};

/// What a drive prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveMotion {
    /// The angle of b about a's z (rad).
    Angle,
    /// Its rate (rad/s).
    Speed,
    /// The displacement of b along a's z (m).
    Displacement,
    /// Its rate (m/s).
    Velocity,
}

impl DriveMotion {
    /// Whether it turns.
    pub fn is_angle(self) -> bool {
        matches!(self, Self::Angle | Self::Speed)
    }

    /// Whether its function is a rate.
    pub fn is_rate(self) -> bool {
        matches!(self, Self::Speed | Self::Velocity)
    }
}

/// A given motion between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    /// Its frames; their z axes are kept parallel by a joint.
    pub between: Relative,
    /// What is prescribed.
    pub motion: DriveMotion,
    /// How it goes.
    pub function: TimeFunction,
    /// Angle (rad) or displacement (m) at t = 0 for a speed or velocity; added to an angle or displacement.
    pub start: f64,
}

/// What is prescribed at an instant.
struct Goal {
    /// Angle within one turn (rad) or displacement (m).
    value: f64,
    rate: f64,
    second: f64,
}

impl Drive {
    /// A motion from `start` on.
    pub fn new(
        a: Frame,
        b: Frame,
        motion: DriveMotion,
        function: TimeFunction,
        start: f64,
    ) -> Self {
        Self {
            between: Relative { a, b },
            motion,
            function,
            start,
        }
    }

    /// The angle of b about a's z (rad).
    pub fn angle(a: Frame, b: Frame, function: TimeFunction) -> Self {
        Self::new(a, b, DriveMotion::Angle, function, 0.0)
    }

    /// The speed of b about a's z (rad/s), with the angle at t = 0 (rad).
    pub fn speed(a: Frame, b: Frame, function: TimeFunction, start: f64) -> Self {
        Self::new(a, b, DriveMotion::Speed, function, start)
    }

    /// The displacement of b along a's z (m).
    pub fn displacement(a: Frame, b: Frame, function: TimeFunction) -> Self {
        Self::new(a, b, DriveMotion::Displacement, function, 0.0)
    }

    /// The velocity of b along a's z (m/s), with the displacement at t = 0 (m).
    pub fn velocity(a: Frame, b: Frame, function: TimeFunction, start: f64) -> Self {
        Self::new(a, b, DriveMotion::Velocity, function, start)
    }

    /// Whether its numbers make sense.
    pub fn check(&self) -> Result<(), Error> {
        check::finite("drive", &[("start", self.start)])?;
        self.function.check()
    }

    /// θ or s over any number of turns.
    fn path(&self, t: f64) -> TwoPart {
        let path = match self.motion.is_rate() {
            true => self.function.long_integral(t),
            false => self.function.long_value(t),
        };
        path.plus(TwoPart::from(self.start))
    }

    /// How far it is from where it leads a machine to its first state.
    fn change(&self, from: TurnsFrom, to: f64) -> TwoPart {
        match from {
            TurnsFrom::Nowhere => TwoPart::default(),
            TurnsFrom::Zero => self.path(to),
            TurnsFrom::Time(time) => self.path(to).minus(self.path(time)),
        }
    }

    /// θ or s with its rates. \[theory:joints\] (15), (18)
    fn goal(&self, k: &Kinematics) -> Goal {
        let t = k.time;
        let now = self.function.at(t);
        let (rate, second) = match self.motion.is_rate() {
            true => (now.value, now.rate),
            false => (now.rate, now.second),
        };
        let (from, missing) = k.lead;
        // A machine that is led there has so much less. [theory:multibody] (35a)
        let path = match from {
            TurnsFrom::Nowhere => self.path(t),
            _ => {
                let behind = self.change(from, t).times(missing.into());
                self.path(t).minus(behind)
            }
        };
        let value = if self.motion.is_angle() {
            path.within_turn()
        } else {
            path.total()
        };
        Goal {
            value,
            rate,
            second,
        }
    }

    fn now(&self, k: &Kinematics) -> (RelativeMotion, [ConstraintRow; 1]) {
        let goal = self.goal(k);
        let motion = self.between.motion(k);
        let row = if self.motion.is_angle() {
            let turn = motion.turn();
            let [x, y, z] = turn.gradient;
            ConstraintRow {
                // (14)
                value: wrapped(turn.angle - goal.value),
                gradient: [0.0, 0.0, 0.0, x, y, z],
                curvature: turn.curvature,
                ..ConstraintRow::default()
            }
        } else {
            let mut row = ConstraintRow::displacement(&motion, 2);
            row.value -= goal.value;
            row
        };
        (motion, [row])
    }
}

impl Element for Drive {
    fn touched(&self) -> Touched {
        constraint_row::touched(&self.between, 1)
    }

    fn binds_turns(&self) -> bool {
        self.motion.is_angle()
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

    fn add_constraint_rate(&self, k: &Kinematics, out: &mut [f64]) {
        out[0] -= self.goal(k).rate;
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
        let (motion, rows) = self.now(k);
        constraint_row::add_bias(k, &self.between, &motion.linearised(), &rows, out);
        out[0] -= self.goal(k).second;
    }

    /// The power that it brings in: its torque times the speed, its force times the velocity. \[theory:joints\] (17)
    fn energy(&self, k: &Kinematics, multipliers: &[f64]) -> Energy {
        let (motion, [row]) = self.now(k);
        let multiplier = multipliers.first().copied().unwrap_or(0.0);
        Energy {
            supplied: multiplier * row.rate(&motion),
            ..Energy::default()
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.function.breaks()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        let is_along = !self.motion.is_angle();
        let has_arm = self.between.b.place.iter().any(|x| x.abs() > 0.0);
        constraint_row::couples(row, column, is_along, |_| is_along, has_arm)
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }

    fn turns_between(&self) -> Option<&Relative> {
        self.motion.is_angle().then_some(&self.between)
    }

    fn prescribed_turn(&self, from: f64, to: f64) -> Option<f64> {
        let change = self.path(to).minus(self.path(from));
        self.motion.is_angle().then(|| change.total())
    }

    fn prescribes(&self) -> bool {
        true
    }

    fn way(&self, from: TurnsFrom, to: f64) -> f64 {
        self.change(from, to).total()
    }

    fn constraint_is_angle(&self, _: usize) -> bool {
        self.motion.is_angle()
    }

    fn constraint_name(&self, _: usize) -> String {
        let name = match self.motion {
            DriveMotion::Angle | DriveMotion::Speed => "driven angle about z",
            DriveMotion::Displacement | DriveMotion::Velocity => "driven displacement along z",
        };
        name.to_owned()
    }
}
