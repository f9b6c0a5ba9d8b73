//! Controllers, and what sets a voltage or a torque.

use super::Driven;
use crate::dynamics::{Sensed, TimeFunction};

/// Where a voltage, a torque or a set point comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum SignalRequest {
    /// A function of time.
    Given(TimeFunction),
    /// The output of the controller of this name.
    Controller(String),
}

impl SignalRequest {
    /// The controller, if there is one.
    pub fn controller(&self) -> Option<&str> {
        match self {
            Self::Given(_) => None,
            Self::Controller(name) => Some(name),
        }
    }
}

/// What a controller sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controlled {
    /// The voltage of a motor (V).
    Voltage,
    /// A torque (N m).
    Torque,
    /// The set point of another one (rad/s).
    Speed,
}

impl Controlled {
    /// SI unit of the output.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Voltage => "V",
            Self::Torque => "N m",
            Self::Speed => "rad/s",
        }
    }
}

/// A controller.
#[derive(Debug, Clone, PartialEq)]
pub struct ControllerRequest {
    /// Its name.
    pub name: String,
    /// The joint or the shaft that it looks at.
    pub watched: Driven,
    /// What of it.
    pub sensed: Sensed,
    /// What it sets.
    pub controlled: Controlled,
    /// Where what is sensed shall be.
    pub setpoint: SignalRequest,
    /// Output for each unit of what is missing.
    pub proportional: f64,
    /// The same for each second.
    pub integral: f64,
    /// Least and largest output.
    pub limits: [f64; 2],
    /// Whether the sum stops growing at a limit.
    pub anti_windup: bool,
    /// Time from sample to sample (s); 0 without samples.
    pub sample_time: f64,
}

impl ControllerRequest {
    /// SI unit of what is sensed.
    pub fn sensed_unit(&self) -> &'static str {
        match self.sensed {
            Sensed::Angle => "rad",
            Sensed::Speed => "rad/s",
        }
    }

    /// Whether it looks from time to time only.
    pub fn is_sampled(&self) -> bool {
        self.sample_time > 0.0
    }
}
