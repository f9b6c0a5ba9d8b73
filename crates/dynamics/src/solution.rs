//! What is asked of a machine: initial states, motion, equilibrium, transients.

mod acceleration;
mod adaptive;
mod assembly;
mod breaks;
mod complementarity;
mod constrained;
mod events;
mod failed;
mod integrator;
mod iteration;
mod kinematic;
mod radau;
mod redundancy;
mod scheme;
mod sizes;
mod start;
mod statics;
mod step_control;
mod stepping;
mod switching;
mod transient;

pub use assembly::{Assembled, AssemblyOptions, assemble};
pub use events::{
    Action, Direction, Event, EventFunction, EventOptions, Events, Occurrence, Outcome,
};
pub use integrator::Integrator;
pub use kinematic::Kinematic;
pub use radau::{Radau, RadauOptions, RadauReport};
pub use redundancy::{Redundancy, RedundantConstraint};
pub use scheme::Scheme;
pub use statics::{Statics, StaticsOptions, StaticsReport};
pub use step_control::StepControl;
pub use switching::Change;
pub use transient::{StepReport, Transient, TransientOptions};
