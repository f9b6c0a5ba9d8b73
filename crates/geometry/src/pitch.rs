//! Pitch surfaces of gears of any kind, and how two of them touch.
//!
//! ```text
//! BevelData, HypoidData, WormData, CrossedData, cylindrical GearPair ──build──▶ PitchPair { a, b: PitchGear }
//!     PitchPair: frames at the contact point, shaft angle, offset, speeds, forces, mesh condition
//! ```
//!
//! The derivations, with signs, are in `docs/theory/pitch-geometry.md`.

mod bevel;
mod condition;
mod crossed;
mod cylindrical;
mod finding;
mod force;
mod gear;
mod hypoid;
mod locking;
mod pair;
mod rack;
mod worm;

pub use crate::vector::{Triad, Vector};
pub use bevel::BevelData;
pub use condition::{MeshMismatch, Mounting};
pub use crossed::CrossedData;
pub use finding::PitchFinding;
pub use force::{MeshForce, MeshForces};
pub use gear::PitchGear;
pub use hypoid::{HypoidCones, HypoidData, Spiral};
pub use pair::PitchPair;
pub use rack::RackContact;
pub use worm::{WormData, WormPair, WormSize};
