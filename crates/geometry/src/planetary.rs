//! Planetary sets: which wheels mesh, where planets can stand, how fast everything turns.
//!
//! ```text
//! Train (kind, teeth) ──▶ speeds, assembly steps, phases, nearest trains that can be assembled
//!   + gears, number of planets, SetData ──build──▶ PlanetarySet { pairs, angles, clearance, turns } | SetErrors
//! ```
//!
//! Derivations: docs/theory/planetary-sets.md.

mod alternatives;
mod assembly;
mod candidates;
mod coaxial;
mod error;
mod phase;
mod placement;
mod places;
mod room;
mod set;
mod speeds;
mod train;

pub use alternatives::Alternative;
pub use assembly::{nearest_positions, position_steps};
pub use error::SetError;
pub use phase::{Phasing, lags, mesh_lag, ring_to_sun_lag};
pub use placement::Placement;
pub use set::{PlanetarySet, SetData, Spacing};
pub use speeds::{SpeedRow, speed, speed_table};
pub use train::{Member, Mesh, Part, SetKind, Train};
