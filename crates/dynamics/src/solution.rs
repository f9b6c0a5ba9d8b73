//! What is asked of a machine: initial states, motion, equilibrium, transients.

mod acceleration;
mod assembly;
mod breaks;
mod constrained;
mod failed;
mod iteration;
mod kinematic;
mod linear;
mod radau;
mod redundancy;
mod scheme;
mod sizes;
mod start;
mod statics;
mod steady;
mod stepping;
mod transient;

pub use assembly::{Assembled, AssemblyOptions, assemble};
pub use kinematic::Kinematic;
pub use linear::{
    Campbell, CampbellCurve, CampbellOptions, CampbellPoint, CriticalSpeed, FrequencyResponse,
    Input, InputKind, LinearMachine, MachineModes, Mode, ModeKind, ModeOptions, NullBasis, Order,
    Output, PlanetaryMembers, PlanetaryMode, StateSpace, UnbalanceResponse, Whirl, WhirlSense,
    unbalance_response,
};
pub use radau::{Radau, RadauOptions, RadauReport};
pub use redundancy::{Redundancy, RedundantConstraint};
pub use scheme::Scheme;
pub use statics::{Statics, StaticsOptions, StaticsReport};
pub use steady::{Steady, SteadyOptions};
pub use transient::{StepReport, Transient, TransientOptions};
