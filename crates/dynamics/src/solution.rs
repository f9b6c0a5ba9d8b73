//! What is asked of a machine: initial states, motion, equilibrium, transients.

mod acceleration;
mod assembly;
mod constrained;
mod failed;
mod kinematic;
mod radau;
mod redundancy;
mod scheme;
mod start;
mod statics;
mod transient;

pub use assembly::{Assembled, AssemblyOptions, assemble};
pub use kinematic::Kinematic;
pub use radau::{Radau, RadauOptions, RadauReport};
pub use redundancy::{Redundancy, RedundantConstraint};
pub use scheme::Scheme;
pub use statics::{Statics, StaticsOptions, StaticsReport};
pub use transient::{StepReport, Transient, TransientOptions};
