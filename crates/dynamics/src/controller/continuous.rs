//! A controller without samples: proportional and integral, with limits, at every instant. \[theory:actuators\] (17)-(20)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | y | what is sensed: φ or ω of b about the z of a | rad, rad/s |
//! | r, e | `setpoint`, what is missing of it: r − y | rad, rad/s |
//! | P, I | `proportional`, `integral` | per unit of y; the same per second |
//! | s | sum of the integral part: rate of the scalar coordinate `sum` | |
//! | a, u | what is asked for, and the output within the limits | |
//! | g | share of the error that is summed up | |
//!
//! A sum is a first-order state. As the charge of a motor it is the rate of a coordinate, here one of mass 1 that I e pushes: nothing of the
//! kernel need know of it.

use std::sync::Arc;

use super::{ControllerData, ControllerState, Sensed};
use crate::constraint_row::{ConstraintRow, N_VELOCITIES};
use crate::hinged::HingedContinuous;
use crate::{
    AngleId, Element, Error, Frame, Hinges, Kinematics, LocalMatrix, Machine, Relative,
    RelativeMotion, ScalarId, Setting, Signal, Touched, Weights,
};

/// Beyond a limit the sum stops growing over this share of the way between the limits. At once it would stop and go without end where the
/// output slides along its limit.
const FADE: f64 = 1e-3;

/// A controller that acts at every instant.
#[derive(Debug, Clone, PartialEq)]
pub struct ContinuousController {
    between: Relative,
    data: ControllerData,
    angle: AngleId,
    /// None without an integral part.
    sum: Option<ScalarId>,
}

/// What a controller does at an instant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    /// e.
    pub missing: f64,
    /// u, and ∂u/∂a.
    pub output: [f64; 2],
    /// g, and ∂g/∂a.
    summed: [f64; 2],
}

impl ContinuousController {
    /// A controller that looks at b from a; `of` is how it is called. Its set point is a function of time or what another one holds.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
        data: ControllerData,
    ) -> Result<Self, Error> {
        data.check(of, machine)?;
        let wrong = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        if data.sample_time != 0.0 {
            let allowed = "0 s for a controller without samples";
            return wrong("sample_time", data.sample_time, allowed);
        }
        let [least, largest] = data.limits;
        if least.is_finite() != largest.is_finite() {
            return wrong("limits", largest, "two finite ones or none without samples");
        }
        if matches!(data.setpoint, Signal::Followed(_)) {
            let allowed = "a function of time or held by a sampled controller";
            return wrong("setpoint", f64::NAN, allowed);
        }
        let sum = (data.integral != 0.0).then(|| add_sum(of, machine, &data));
        Ok(Self {
            between: Relative { a, b },
            data,
            angle: machine.add_angle(),
            sum,
        })
    }

    /// What it is.
    pub fn data(&self) -> &ControllerData {
        &self.data
    }

    /// Its output.
    pub fn output(&self, k: &Kinematics) -> f64 {
        self.now(k).output[0]
    }

    /// The sum of its integral part.
    pub fn sum(&self, k: &Kinematics) -> f64 {
        self.sum.map_or(0.0, |sum| k.scalar(sum)[1])
    }

    /// What it sees and puts out.
    pub fn state(&self, k: &Kinematics) -> ControllerState {
        ControllerState {
            sensed: self.sensed(k),
            setpoint: self.data.setpoint.at(k),
            output: self.output(k),
            sum: self.sum(k),
        }
    }

    /// What is sensed now.
    pub fn sensed(&self, k: &Kinematics) -> f64 {
        self.sensed_of(k, self.between.motion(k).turn_and_rate())
    }

    fn sensed_of(&self, k: &Kinematics, [angle, rate]: [f64; 2]) -> f64 {
        match self.data.sensed {
            Sensed::Angle => k.followed(self.angle, angle).total(),
            Sensed::Speed => rate,
        }
    }

    fn now(&self, k: &Kinematics) -> Now {
        self.now_of(k, self.between.motion(k).turn_and_rate())
    }

    /// What it does where it sees a turn within one turn and its rate. (17)-(20)
    pub(crate) fn now_of(&self, k: &Kinematics, turn: [f64; 2]) -> Now {
        let data = &self.data;
        let (missing, sum) = (data.setpoint.at(k) - self.sensed_of(k, turn), self.sum(k));
        let asked = data.proportional * missing + sum;
        let [least, largest] = data.limits;
        let output = asked.clamp(least, largest);
        let beyond = asked - output;
        let winds_up = data.anti_windup && beyond * data.integral * missing > 0.0;
        let over = FADE * (largest - least);
        let summed = match winds_up {
            true if beyond.abs() < over => [1.0 - beyond.abs() / over, -beyond.signum() / over],
            true => [0.0; 2],
            false => [1.0, 0.0],
        };
        Now {
            missing,
            output: [output, f64::from(u8::from(beyond == 0.0))],
            summed,
        }
    }

    /// What is summed up in a second: g I e. (20)
    pub(crate) fn summed(&self, now: &Now) -> f64 {
        self.data.integral * now.missing * now.summed[0]
    }

    /// Derivatives of what is summed up: by e, and against the sum.
    pub(crate) fn summed_slopes(&self, now: &Now) -> [f64; 2] {
        let ([share, by_asked], integral) = (now.summed, self.data.integral);
        let by_missing = integral * (share + now.missing * by_asked * self.data.proportional);
        [by_missing, -integral * now.missing * by_asked]
    }

    /// Its own coordinate, if it has one.
    pub(crate) fn sum_id(&self) -> Option<ScalarId> {
        self.sum
    }

    /// The frames that it looks at.
    pub(crate) fn between(&self) -> &Relative {
        &self.between
    }

    /// Where it follows their turn.
    pub(crate) fn angle_id(&self) -> AngleId {
        self.angle
    }

    /// ∂y over the nodes: of a turn by positions, of a speed by velocities and positions.
    fn sensed_tangent(&self, motion: RelativeMotion, weights: Weights) -> [f64; N_VELOCITIES] {
        let turn = motion.turn();
        let [x, y, z] = turn.gradient;
        let row = ConstraintRow {
            gradient: [0.0, 0.0, 0.0, x, y, z],
            curvature: turn.curvature,
            ..ConstraintRow::default()
        };
        let turned = row.over_nodes(&motion);
        match self.data.sensed {
            Sensed::Angle => turned.map(|g| weights.position * g),
            Sensed::Speed => {
                let mut tangent = turned.map(|g| weights.velocity * g);
                if weights.position != 0.0 {
                    let bent = row.velocity_gradient(&motion.linearised());
                    for (sum, g) in tangent.iter_mut().zip(bent) {
                        *sum += weights.position * g;
                    }
                }
                tangent
            }
        }
    }

    /// ∂u over the nodes that it looks at, and by its own coordinate if it has one.
    pub(crate) fn output_tangent(
        &self,
        k: &Kinematics,
        weights: Weights,
    ) -> ([f64; N_VELOCITIES], Option<f64>) {
        let [_, slope] = self.now(k).output;
        let sensed = self.sensed_tangent(self.between.motion(k), weights);
        let by_sensed = -slope * self.data.proportional;
        let by_sum = self.sum.map(|_| slope * weights.velocity);
        (sensed.map(|y| by_sensed * y), by_sum)
    }

    /// ∂u/∂r, if it is the controller that follows this angle: r stands beside −y wherever y does.
    pub(crate) fn output_by_setpoint(&self, k: &Kinematics, angle: AngleId) -> Option<f64> {
        let [_, slope] = self.now(k).output;
        (angle == self.angle).then_some(slope * self.data.proportional)
    }
}

/// The coordinate whose rate is the sum. Errors of it are measured against what an error of one radian makes in a second.
fn add_sum(of: &str, machine: &mut Machine, data: &ControllerData) -> ScalarId {
    let sum = machine.add_scalar(&format!("{of}, sum"), 0.0);
    if let Some(start) = machine.scalar_mut(sum) {
        start.size = Some(data.proportional.abs().max(data.integral.abs()));
        start.is_flow = true;
    }
    sum
}

impl Element for ContinuousController {
    fn touched(&self) -> Touched {
        Touched {
            scalars: self.sum.into_iter().collect(),
            angles: vec![self.angle],
            ..Touched::nodes([self.between.a.node, self.between.b.node])
        }
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedContinuous::of(self, hinges)?))
    }

    fn add_residual(&self, k: &Kinematics, _: &[f64], out: &mut [f64]) {
        if let (Some(sum), Some(row)) = (self.sum, out.get_mut(N_VELOCITIES)) {
            let [_, _, rate] = k.scalar(sum);
            *row += rate - self.summed(&self.now(k));
        }
    }

    fn add_tangent(&self, k: &Kinematics, _: &[f64], weights: Weights, out: &mut LocalMatrix) {
        if self.sum.is_none() {
            return;
        }
        let [by_missing, by_sum] = self.summed_slopes(&self.now(k));
        let sensed = self.sensed_tangent(self.between.motion(k), weights);
        for (j, y) in sensed.iter().enumerate() {
            out.add(N_VELOCITIES, j, by_missing * y);
        }
        let own = weights.acceleration + weights.velocity * by_sum;
        out.add(N_VELOCITIES, N_VELOCITIES, own);
    }

    fn add_by_setting(&self, k: &Kinematics, setting: Setting, out: &mut [f64]) -> bool {
        let is_own = setting == Setting::SetpointOf(self.angle);
        if is_own && let (Some(_), Some(row)) = (self.sum, out.get_mut(N_VELOCITIES)) {
            let [by_missing, _] = self.summed_slopes(&self.now(k));
            *row -= by_missing;
        }
        is_own
    }

    fn breaks(&self) -> Vec<f64> {
        self.data.setpoint.breaks()
    }

    fn couples(&self, row: usize, column: usize) -> bool {
        row == N_VELOCITIES && crate::signal::is_turn(column, N_VELOCITIES)
    }

    fn turns_between(&self) -> Option<&Relative> {
        Some(&self.between)
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.between.motion(k).turn_and_rate()
    }
}

#[cfg(test)]
mod tests;
