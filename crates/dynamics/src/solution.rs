//! What is asked of a machine: initial states, motion, equilibrium, transients.

mod acceleration;
mod assembly;
mod breaks;
mod constrained;
mod failed;
mod iteration;
mod kinematic;
mod radau;
mod redundancy;
mod scheme;
mod start;
mod statics;
mod stepping;
mod transient;
mod turns;

pub(crate) use constrained::spread;

pub use assembly::{Assembled, AssemblyOptions, assemble};
pub use kinematic::Kinematic;
pub use radau::{Radau, RadauOptions, RadauReport};
pub use redundancy::{Redundancy, RedundantConstraint, shorten_multipliers};
pub use scheme::Scheme;
pub use statics::{Statics, StaticsOptions, StaticsReport};
pub use transient::{StepReport, Transient, TransientOptions};
