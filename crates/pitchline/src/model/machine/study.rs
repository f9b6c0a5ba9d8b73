//! Studies of the whole machine.

/// What all of them have.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineStudy {
    /// The study from whose last state it starts; the model's own start otherwise.
    pub start: Option<String>,
    /// What happens with joints that hold the same twice.
    pub redundant: Redundant,
    /// Names of the sensors that are recorded.
    pub sensors: Vec<String>,
    /// Forces that may stay out of balance, as a share of those in the machine.
    pub tolerance: f64,
}

/// What happens with joints that hold the same motion twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redundant {
    /// They are named and the study goes on.
    Warn,
    /// The study ends.
    Refuse,
}

/// Equilibrium.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// Steps in which loads grow to their full size.
    pub steps: usize,
}

/// Motion that drives prescribe.
#[derive(Debug, Clone, PartialEq)]
pub struct KinematicRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// First and last time (s).
    pub times: [f64; 2],
    /// Step (s).
    pub step: f64,
    /// Time from row to row of the tables (s), at least a step.
    pub output_step: f64,
}

/// Motion in time.
#[derive(Debug, Clone, PartialEq)]
pub struct TransientRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// First and last time (s).
    pub times: [f64; 2],
    /// Step (s).
    pub step: f64,
    /// Time from row to row of the tables (s), at least a step.
    pub output_step: f64,
    /// How time is integrated.
    pub scheme: Scheme,
}

/// How time is integrated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scheme {
    /// Generalized-α.
    GeneralizedAlpha {
        /// What is left of the fastest vibrations after a step.
        spectral_radius: f64,
    },
    /// HHT-α.
    Hht {
        /// α from 0 to 1/3, positive.
        alpha: f64,
    },
    /// Newmark's average acceleration.
    Newmark,
}
