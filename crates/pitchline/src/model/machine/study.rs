//! Studies of the whole machine.

use crate::geometry::vector::Vector;

/// What all of them have.
#[derive(Debug, Clone, PartialEq)]
pub struct MachineStudy {
    /// The study from whose last state it starts; the model's own start otherwise.
    pub start: Option<String>,
    /// Whether it begins when that one ended, be it by an event; otherwise at a time of its own.
    pub continues: bool,
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
    /// Whether it goes through equilibria, without inertia.
    pub is_quasi_static: bool,
}

/// Motion in time.
#[derive(Debug, Clone, PartialEq)]
pub struct TransientRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// First and last time (s).
    pub times: [f64; 2],
    /// How long steps are.
    pub steps: StepChoice,
    /// Time from row to row of the tables (s), at least a step of equal ones.
    pub output_step: f64,
    /// How time is integrated.
    pub scheme: Scheme,
    /// Names of the events that can happen.
    pub events: Vec<String>,
}

/// How long steps are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepChoice {
    /// All so long (s).
    Equal(f64),
    /// As their errors allow.
    Adaptive {
        /// Error that the run may have at its end, relative.
        accuracy: f64,
        /// No step is longer (s).
        largest: f64,
    },
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
    /// Radau IIA of order 5.
    Radau,
}

/// About which motion a machine moves a little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Equilibrium.
    Rest,
    /// The steady motion that the drives keep up.
    Turning,
    /// The start, as it is.
    Start,
}

/// Members of a planetary set, by whose motions its modes are told apart.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanetaryBodies {
    /// Bodies on the common axis.
    pub central: Vec<String>,
    /// The planets, around the axis.
    pub planets: Vec<String>,
    /// The axis, of length 1, in ground axes.
    pub axis: Vector,
}

/// Natural frequencies, damping and shapes of the machine.
#[derive(Debug, Clone, PartialEq)]
pub struct ModalRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// About which motion.
    pub about: About,
    /// How many modes, from the lowest, without rigid motions.
    pub count: usize,
    /// The set whose modes are told apart.
    pub planetary: Option<PlanetaryBodies>,
}

/// Natural frequencies over speed.
#[derive(Debug, Clone, PartialEq)]
pub struct CampbellRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// The drive whose speeds are meant.
    pub drive: String,
    /// Lowest and highest speed (rad/s).
    pub speeds: [f64; 2],
    /// How many speeds.
    pub points: usize,
    /// How many modes.
    pub count: usize,
    /// Multiples of the speed that shake the machine.
    pub orders: Vec<f64>,
}

/// Answers over frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyResponseRequest {
    /// What all studies of the machine have; its sensors are the outputs.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// About which motion.
    pub about: About,
    /// What is shaken.
    pub inputs: Vec<ShakenPart>,
    /// Frequencies (Hz), ascending.
    pub frequencies: Vec<f64>,
    /// Whether they lie at equal ratios.
    pub is_logarithmic: bool,
}

/// The machine in states of its friction.
#[derive(Debug, Clone, PartialEq)]
pub struct LineariseRequest {
    /// What all studies of the machine have; its sensors are the outputs.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// About which motion.
    pub about: About,
    /// In which states.
    pub states: Vec<GripState>,
    /// Whether the file names them; if not, those that cannot be are left out.
    pub are_named: bool,
    /// What is shaken; the first pushes what slides.
    pub inputs: Vec<ShakenPart>,
    /// Frequencies (Hz), ascending.
    pub frequencies: Vec<f64>,
    /// Whether they lie at equal ratios.
    pub is_logarithmic: bool,
    /// The loop whose margins are found.
    pub open_loop: Option<LoopRequest>,
}

/// What surfaces that stick and slide do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GripState {
    /// They do not rub.
    Free,
    /// They stick.
    Stuck,
    /// They slide as they move, or as the first input pushes them.
    Forward,
    /// They slide the other way.
    Backward,
}

impl GripState {
    /// All of them, as the file names them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Free, "free"),
        (Self::Stuck, "stuck"),
        (Self::Forward, "forward"),
        (Self::Backward, "backward"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(state, _)| *state == self)
            .map_or("", |(_, name)| name)
    }
}

/// An open loop.
#[derive(Debug, Clone, PartialEq)]
pub enum LoopRequest {
    /// An answer times a gain.
    Gain {
        /// Which of the inputs.
        input: usize,
        /// Column of a sensor.
        output: String,
        /// By what it is multiplied.
        gain: f64,
    },
    /// Through a controller and what it sets.
    Controller {
        /// The controller.
        controller: String,
        /// The motor or the torque.
        sets: String,
    },
}

/// Efficiency over speed, torque and temperature.
#[derive(Debug, Clone, PartialEq)]
pub struct EfficiencyMapRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// The drive whose speed is varied.
    pub drive: String,
    /// The load that is varied.
    pub load: String,
    /// About what it turns, of length 1, in its own axes.
    pub direction: Vector,
    /// Speeds of the drive (rad/s), ascending.
    pub speeds: Vec<f64>,
    /// Torques (N m), ascending.
    pub torques: Vec<f64>,
    /// Temperatures of the oil (K); none for those of the pairs.
    pub temperatures: Vec<f64>,
}

/// How much a machine at rest holds.
#[derive(Debug, Clone, PartialEq)]
pub struct BreakawayRequest {
    /// What all studies of the machine have.
    pub machine: MachineStudy,
    /// Time (s) at which drives and loads are taken.
    pub time: f64,
    /// The load that is varied.
    pub load: String,
    /// About what it turns, of length 1, in its own axes.
    pub direction: Vector,
    /// Its torque at that time (N m), from which it is varied.
    pub preload: f64,
    /// Lowest and highest torque (N m), the preload between them.
    pub range: [f64; 2],
}

/// What is shaken, by name.
#[derive(Debug, Clone, PartialEq)]
pub enum ShakenPart {
    /// A load, or a component of it.
    Load {
        /// How the file calls it.
        title: String,
        /// The load.
        load: String,
        /// Whether its torque shakes, not its force.
        is_torque: bool,
        /// Along what, of length 1, in the axes of the load.
        direction: Vector,
    },
    /// A drive.
    Drive(String),
    /// The voltage of a motor, or a torque that a controller sets, by the name of the force.
    Force(String),
    /// The set point of a controller.
    Setpoint(String),
    /// The unbalance of a disc, which turns with the frequency.
    Disc {
        /// Its shaft.
        shaft: String,
        /// Its name.
        disc: String,
    },
}

impl ShakenPart {
    /// How the file calls it.
    pub fn title(&self) -> String {
        match self {
            Self::Load { title, .. } => title.clone(),
            Self::Drive(name) | Self::Force(name) | Self::Setpoint(name) => name.clone(),
            Self::Disc { shaft, disc } => format!("{shaft}:{disc}"),
        }
    }
}
