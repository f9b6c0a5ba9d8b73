//! What is asked of a machine: initial states, motion, equilibrium, transients.

mod acceleration;
mod adaptive;
mod assembly;
mod breaks;
mod closed_flanks;
mod complementarity;
mod constrained;
mod contradiction;
mod events;
mod failed;
mod integrator;
mod iteration;
mod kinematic;
mod kinks;
mod lead;
mod linear;
mod quasi_static;
mod radau;
mod redundancy;
mod resumable;
mod rubbing;
mod running;
mod scheme;
mod sizes;
mod stability;
mod start;
mod statics;
mod steady;
mod step_control;
mod stepping;
mod switching;
mod transient;
mod turns;

pub(crate) use constrained::spread;

pub use assembly::{Assembled, AssemblyEffort, AssemblyOptions, assemble};
pub(crate) use closed_flanks::HeldMesh;
pub use closed_flanks::{ToothLoad, ToothMesh, centers_move, closed_flank, loads_on_teeth};
pub use events::{
    Action, Cause, Direction, Event, EventFunction, EventOptions, Events, Occurrence, Outcome,
};
pub use integrator::Integrator;
pub use kinematic::Kinematic;
pub use linear::{
    Campbell, CampbellCurve, CampbellOptions, CampbellPoint, CriticalSpeed, FrequencyResponse,
    GainCrossing, Input, InputKind, LinearMachine, LoopLaw, MachineModes, Margins, Mode, ModeKind,
    ModeOptions, NullBasis, OpenLoop, Order, Output, PhaseCrossing, PlanetaryMembers,
    PlanetaryMode, Resonance, SpeedStateSpace, StateSpace, UnbalanceResponse, Whirl, WhirlSense,
    grip_limits, grip_names, set_grips, unbalance_response,
};
pub use quasi_static::QuasiStatic;
pub use radau::{Radau, RadauOptions, RadauReport};
pub use redundancy::{Redundancy, RedundantConstraint, shorten_multipliers};
pub use resumable::Resumable;
pub use running::{Held, Holding, PowerFlow, Running, RunningParts, RunningPoint, RunningRow};
pub use scheme::Scheme;
pub use statics::{Statics, StaticsOptions, StaticsReport};
pub use steady::{Steady, SteadyOptions};
pub use step_control::StepControl;
pub use switching::Change;
pub use transient::{StepReport, Transient, TransientOptions};
