//! Friction of a bearing, a seal or a brake about the z axis that two frames share: it sticks and slides. \[theory:actuators\] (1)-(5)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | φ, ω | turn of b about the z of a, its rate | rad, rad/s |
//! | p(t) | `pressed`: what the torque grows with, 1 or a normal load | 1, N |
//! | T(ω), T_0 | `drag`, and its value at rest, each for p = 1 | N m, m |
//! | ω_r | `Regularised`: speed of a law without rest | rad/s |
//! | λ | multiplier: torque on b while the frames are stuck | N m |
//!
//! Slip is φ within one turn: no digits are lost however often a shaft has turned before it sticks.

use std::sync::Arc;

use pitchline_contact::DragTorque;

use super::coordinate::{Coordinate, ScalarForce};
use crate::constraint_row::{self, ConstraintRow};
use crate::hinged::{HingedFriction, RelativeTurn};
use crate::two_part::wrapped;
use crate::{
    Element, Energy, Error, Frame, Grip, GripId, Hinges, Kinematics, LocalMatrix, Machine,
    Relative, RelativeMotion, Rubbing, Sliding, Switchable, TimeFunction, Touched, Weights,
    connector,
};

/// What friction does where nothing turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standstill {
    /// It holds, as a reaction up to the torque at rest.
    Sticks,
    /// It vanishes: the torque grows with the speed, to its full size at some times this one (rad/s). A held load creeps.
    Regularised(f64),
}

/// What friction about an axis is.
#[derive(Debug, Clone, PartialEq)]
pub struct HingeFrictionData {
    /// Torque over the speed, and at rest.
    pub drag: DragTorque,
    /// What multiplies it over time: 1, or a load of which `drag` is the torque per newton. Below zero nothing presses.
    pub pressed: TimeFunction,
    /// What it does at rest.
    pub standstill: Standstill,
}

/// Friction about the z axis of a between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct HingeFriction {
    between: Relative,
    data: HingeFrictionData,
    /// None where it is regularised or there is no torque at rest.
    grip: Option<GripId>,
}

/// What such friction does at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HingeFrictionState {
    /// ω (rad/s).
    pub speed: f64,
    /// Torque of the friction on b about the z of a (N m).
    pub torque: f64,
    /// Largest torque that would hold (N m).
    pub limit: f64,
    /// Whether it is stuck or slides.
    pub grip: Grip,
    /// Power turned into heat (W).
    pub loss: f64,
}

impl HingeFriction {
    /// Friction between two frames; `of` is how it is called.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
        data: HingeFrictionData,
    ) -> Result<Self, Error> {
        data.drag.check().map_err(|error| Error::Law {
            of: of.to_owned(),
            error,
        })?;
        data.pressed.check()?;
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        match (&data.pressed, data.standstill) {
            (&TimeFunction::Constant(value), _) if value < 0.0 => {
                return wrong("pressed", value, "0 or more: friction never drives");
            }
            (_, Standstill::Regularised(speed)) if !(speed > 0.0 && speed.is_finite()) => {
                return wrong("regularised", speed, "a speed above 0 rad/s");
            }
            _ => {}
        }
        let sticks = data.standstill == Standstill::Sticks && data.drag.static_torque > 0.0;
        Ok(Self {
            between: Relative { a, b },
            data,
            grip: sticks.then(|| machine.add_grip()),
        })
    }

    /// What it is.
    pub fn data(&self) -> &HingeFrictionData {
        &self.data
    }

    /// Where its state of sticking is kept; none where it never sticks.
    pub fn grip_id(&self) -> Option<GripId> {
        self.grip
    }

    /// What it does; `multipliers` are its own.
    pub fn state(&self, k: &Kinematics, multipliers: &[f64]) -> HingeFrictionState {
        let (_, along) = self.now(k);
        let rubs = self.rubs(k, along.rate);
        let held = multipliers.first().copied().unwrap_or(0.0);
        HingeFrictionState {
            speed: along.rate,
            torque: held - rubs.force,
            limit: self.limit(k.time),
            grip: self.grip.map(|grip| k.grip(grip)).unwrap_or_default(),
            loss: rubs.dissipated,
        }
    }

    fn now(&self, k: &Kinematics) -> (RelativeMotion, Coordinate) {
        let motion = self.between.motion(k);
        let along = Coordinate::about_z(&motion, 0.0);
        (motion, along)
    }

    /// p
    fn pressed(&self, time: f64) -> f64 {
        self.data.pressed.at(time).value.max(0.0)
    }

    /// p T_0: torque that it can hold at a time (N m).
    pub fn limit(&self, time: f64) -> f64 {
        self.pressed(time) * self.data.drag.static_torque
    }

    /// p T(0)
    pub(crate) fn slow(&self, time: f64) -> f64 {
        self.pressed(time) * self.data.drag.at(0.0)[0]
    }

    /// What rubs while it slides. (1), (3)
    pub(crate) fn rubs(&self, k: &Kinematics, speed: f64) -> ScalarForce {
        let pressed = self.pressed(k.time);
        let drag = |sense: f64| self.data.drag.at(sense * speed).map(|t| pressed * t);
        let way = if speed < 0.0 { -1.0 } else { 1.0 };
        let [force, by_rate] = match (self.data.standstill, self.grip) {
            (Standstill::Regularised(slow), _) => {
                let [torque, slope] = drag(way);
                let share = (speed / slow).tanh();
                let rise = (1.0 - share * share) / slow;
                [torque * share, way * slope * share + torque * rise]
            }
            // Nothing but a viscous part.
            (Standstill::Sticks, None) => {
                let [torque, slope] = drag(way);
                [way * torque, slope]
            }
            (Standstill::Sticks, Some(grip)) => match k.grip(grip).sliding {
                Sliding::Undecided | Sliding::Stuck => [0.0; 2],
                // Beyond the instant at which it stops the same law goes on, smoothly: the event is found on it.
                sliding => {
                    let sense = sliding.sense();
                    let [torque, slope] = drag(sense);
                    [sense * torque, slope]
                }
            },
        };
        let heat = force * speed;
        ScalarForce {
            force,
            by_rate,
            dissipated: heat.max(0.0),
            supplied: (-heat).max(0.0),
            ..ScalarForce::default()
        }
    }

    /// The turn since it stuck last, where it can stick at all. (2)
    fn stuck(&self, k: &Kinematics, motion: &RelativeMotion) -> Option<ConstraintRow> {
        let from = k.grip(self.grip?).from;
        let turn = motion.turn();
        let [x, y, z] = turn.gradient;
        Some(ConstraintRow {
            value: wrapped(turn.angle - from),
            gradient: [0.0, 0.0, 0.0, x, y, z],
            curvature: turn.curvature,
            ..ConstraintRow::default()
        })
    }
}

impl Element for HingeFriction {
    fn touched(&self) -> Touched {
        constraint_row::touched(&self.between, usize::from(self.grip.is_some()))
    }

    fn binds_turns(&self) -> bool {
        true
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedFriction {
            friction: self.clone(),
            turn: RelativeTurn::of(&self.between, hinges)?,
        }))
    }

    fn add_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) {
        let (motion, along) = self.now(k);
        let value = along.law(&self.rubs(k, along.rate));
        motion.add_force(-1.0, &value.force, out);
        let row = self.stuck(k, &motion);
        constraint_row::add_residual(&motion, row.as_slice(), multipliers, out);
    }

    fn add_tangent(
        &self,
        k: &Kinematics,
        multipliers: &[f64],
        weights: Weights,
        out: &mut LocalMatrix,
    ) {
        let (motion, along) = self.now(k);
        let row = self.stuck(k, &motion);
        if constraint_row::is_seen(weights) {
            let linearised = motion.clone().linearised();
            constraint_row::add_tangent(&linearised, row.as_slice(), multipliers, weights, out);
        }
        let value = along.law(&self.rubs(k, along.rate));
        connector::add_tangents(motion, &value, &mut [(weights, out)]);
    }

    fn add_velocity_residual(&self, k: &Kinematics, multipliers: &[f64], out: &mut [f64]) -> bool {
        let (motion, along) = self.now(k);
        let value = along.law(&self.rubs(k, along.rate));
        motion.add_force(-1.0, &value.force, out);
        let row = self.stuck(k, &motion);
        constraint_row::add_velocity_residual(&motion, row.as_slice(), multipliers, out);
        true
    }

    fn add_constraint_velocity_gradient(&self, k: &Kinematics, out: &mut LocalMatrix) -> bool {
        let (motion, _) = self.now(k);
        if let Some(row) = self.stuck(k, &motion) {
            constraint_row::add_velocity_gradient(&motion.linearised(), &[row], out);
        }
        true
    }

    fn add_constraint_bias(&self, k: &Kinematics, out: &mut [f64]) {
        let (motion, _) = self.now(k);
        if let Some(row) = self.stuck(k, &motion) {
            constraint_row::add_bias(k, &self.between, &motion.linearised(), &[row], out);
        }
    }

    fn energy(&self, k: &Kinematics, _: &[f64]) -> Energy {
        let (_, along) = self.now(k);
        let rubs = self.rubs(k, along.rate);
        Energy {
            dissipated: rubs.dissipated,
            supplied: rubs.supplied,
            ..Energy::default()
        }
    }

    fn breaks(&self) -> Vec<f64> {
        self.data.pressed.breaks()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        constraint_row::couples(row, column, false, |_| false, false)
    }

    fn reach(&self) -> f64 {
        self.between.arm()
    }

    fn constraint_is_angle(&self, _: usize) -> bool {
        true
    }

    fn constraint_name(&self, _: usize) -> String {
        "friction that holds".to_owned()
    }

    fn switchable(&self, _: usize) -> Option<Switchable> {
        Some(Switchable::joint())
    }

    fn grip(&self, _: usize) -> Option<GripId> {
        self.grip
    }

    fn rubbing(&self, k: &Kinematics, _: usize) -> Rubbing {
        let [slip, rate] = self.between.motion(k).turn_and_rate();
        Rubbing {
            slip,
            rate,
            limit: self.limit(k.time),
            sliding: [self.slow(k.time); 2],
            ..Rubbing::default()
        }
    }
}

#[cfg(test)]
mod tests;
