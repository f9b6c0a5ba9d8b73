//! A sampled controller of an angle or a speed: proportional and integral, with limits. \[theory:actuators\] (12)-(15)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | y_j | what is sensed at the sample t_j = j T: φ or ω of b about the z of a | rad, rad/s |
//! | r | `setpoint` | rad, rad/s |
//! | P, I | `proportional`, `integral` | per unit of y; the same per second |
//! | u_j | output, held until the next sample | |
//! | s_j | sum of the integral part | |
//!
//! It exerts nothing itself: others, such as a motor, take its output. It is sampled in runs with [`crate::Events`] only.
//! [`ContinuousController`] is the same without samples.

mod continuous;

pub use continuous::ContinuousController;
pub(crate) use continuous::Now;

use std::sync::Arc;

use crate::hinged::{HingedController, RelativeTurn};
use crate::{
    AngleId, Element, Error, Frame, HeldId, Hinges, Kinematics, LocalMatrix, Machine, Relative,
    Signal, Touched, Weights, check,
};

/// What a controller looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensed {
    /// The angle of b about the z of a, over whole turns (rad).
    Angle,
    /// Its rate (rad/s).
    Speed,
}

/// What a controller is.
#[derive(Debug, Clone, PartialEq)]
pub struct ControllerData {
    /// What it looks at.
    pub sensed: Sensed,
    /// Where that shall be: over time, or by another controller that was added before.
    pub setpoint: Signal,
    /// Output per rad or rad/s of what is missing.
    pub proportional: f64,
    /// The same for each second.
    pub integral: f64,
    /// Least and largest output.
    pub limits: [f64; 2],
    /// Whether the sum of the integral part stops growing where the output is at a limit.
    pub anti_windup: bool,
    /// Time from sample to sample (s); the first is at the start of a run, others at multiples of it. 0 without samples.
    pub sample_time: f64,
}

impl ControllerData {
    /// Refuses what no controller is, with or without samples.
    fn check(&self, of: &str, machine: &Machine) -> Result<(), Error> {
        let [least, largest] = self.limits;
        let gains = [
            ("proportional", self.proportional),
            ("integral", self.integral),
        ];
        check::finite(of, &gains)?;
        if least.is_nan() || largest.is_nan() || least >= largest {
            return Err(Error::Value {
                of: of.to_owned(),
                key: "limits",
                value: largest,
                allowed: "a least output and a larger one after it",
            });
        }
        self.setpoint.check(of, machine)
    }
}

/// What a controller sees and puts out at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControllerState {
    /// What is sensed (rad, rad/s).
    pub sensed: f64,
    /// Where it shall be.
    pub setpoint: f64,
    /// What it puts out.
    pub output: f64,
    /// The sum of its integral part.
    pub sum: f64,
}

/// A controller between two frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Controller {
    between: Relative,
    data: ControllerData,
    angle: AngleId,
    output: HeldId,
    sum: HeldId,
}

impl Controller {
    /// A controller that looks at b from a; `of` is how it is called.
    pub fn build(
        of: &str,
        machine: &mut Machine,
        a: Frame,
        b: Frame,
        data: ControllerData,
    ) -> Result<Self, Error> {
        let ControllerData {
            limits: [least, largest],
            sample_time,
            ..
        } = data;
        data.check(of, machine)?;
        if !(sample_time > 0.0 && sample_time.is_finite()) {
            return Err(Error::Value {
                of: of.to_owned(),
                key: "sample_time",
                value: sample_time,
                allowed: "a time above 0 s",
            });
        }
        let idle = 0.0f64.clamp(least, largest);
        Ok(Self {
            between: Relative { a, b },
            angle: machine.add_angle(),
            output: machine.add_held(idle),
            sum: machine.add_held(0.0),
            data,
        })
    }

    /// What it is.
    pub fn data(&self) -> &ControllerData {
        &self.data
    }

    /// Its output, for others to take.
    pub fn output(&self) -> HeldId {
        self.output
    }

    /// What it sees now, and what it has held since its last sample.
    pub fn state(&self, k: &Kinematics) -> ControllerState {
        ControllerState {
            sensed: self.sensed(k),
            setpoint: self.data.setpoint.at(k),
            output: k.held(self.output),
            sum: k.held(self.sum),
        }
    }

    /// What is sensed now.
    pub fn sensed(&self, k: &Kinematics) -> f64 {
        self.sensed_of(k, self.between.motion(k).turn_and_rate())
    }

    /// What is sensed of a turn within one turn and its rate.
    fn sensed_of(&self, k: &Kinematics, [angle, rate]: [f64; 2]) -> f64 {
        match self.data.sensed {
            Sensed::Angle => k.followed(self.angle, angle).total(),
            Sensed::Speed => rate,
        }
    }

    /// Looks at a turn and its rate, and changes what it holds. (12)-(15)
    pub(crate) fn sample_turn(&self, k: &Kinematics, turn: [f64; 2], held: &mut [f64]) {
        let data = &self.data;
        let wanted = match &data.setpoint {
            // As another controller has just left it, at this sample.
            Signal::Held(id) => held[id.0 as usize],
            given => given.at(k),
        };
        let missing = wanted - self.sensed_of(k, turn);
        let sum = &mut held[self.sum.0 as usize];
        let asked = data.proportional * missing + *sum;
        let [least, largest] = data.limits;
        let output = asked.clamp(least, largest);
        let grows = data.integral * data.sample_time * missing;
        // Beyond a limit the integral part may only come back.
        if !data.anti_windup || (asked - output) * grows <= 0.0 {
            *sum += grows;
        }
        held[self.output.0 as usize] = output;
    }
}

impl Element for Controller {
    fn touched(&self) -> Touched {
        Touched {
            angles: vec![self.angle],
            ..Touched::nodes([self.between.a.node, self.between.b.node])
        }
    }

    fn over_turns(&self, hinges: &Hinges) -> Option<Arc<dyn Element>> {
        Some(Arc::new(HingedController {
            controller: self.clone(),
            turn: RelativeTurn::of(&self.between, hinges)?,
            angle: self.angle,
        }))
    }

    fn add_residual(&self, _: &Kinematics, _: &[f64], _: &mut [f64]) {}

    fn add_tangent(&self, _: &Kinematics, _: &[f64], _: Weights, _: &mut LocalMatrix) {}

    fn couples(&self, _: usize, _: usize) -> bool {
        false
    }

    fn turns_between(&self) -> Option<&Relative> {
        Some(&self.between)
    }

    fn angle(&self, k: &Kinematics, _: usize) -> [f64; 2] {
        self.between.motion(k).turn_and_rate()
    }

    fn sample_time(&self) -> Option<f64> {
        Some(self.data.sample_time)
    }

    fn sample(&self, k: &Kinematics, held: &mut [f64]) {
        self.sample_turn(k, self.between.motion(k).turn_and_rate(), held);
    }
}

#[cfg(test)]
mod tests;
