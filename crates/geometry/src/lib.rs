//! What does a gear look like?
//!
//! From what a designer knows of a cylindrical gear ([`CylindricalData`]) to its diameters, its generated tooth
//! form and its inspection dimensions ([`CylindricalGear`]), and from two gears to their mesh ([`GearPair`]).
//!
//! ```text
//! CylindricalData ──build──▶ CylindricalGear { Wheel (external, internal) | RackGear }
//!                                   │  ToothProfile, RackFillet | CutterFillet, span, balls
//!                 a, b, PairData ──build──▶ GearPair { PathOfContact, Backlash, Sliding … } + Findings
//!
//! BevelData, HypoidData, WormData, CrossedData ──build──▶ PitchPair { a, b: PitchGear }
//! ```
//!
//! Gears whose axes are not parallel are known by their pitch surfaces ([`PitchPair`]): radii, cone and helix angles
//! with signs, contact point and frames, speeds and forces.
//!
//! Everything is SI, `f64`, and in the transverse plane unless a name says `normal`. Signs and names of flanks are
//! those of `docs/reference/conventions.md`; the derivations are in `docs/theory/cylindrical-gears.md`
//! and `docs/theory/pitch-geometry.md`.

mod cutter;
mod cutter_fillet;
mod error;
mod finding;
mod gear;
mod involute;
mod measure;
mod pair;
mod pair_check;
mod path;
mod pitch;
mod profile;
mod rack;
mod rack_fillet;
mod rack_gear;
mod roots;
mod sliding;
mod tooth_system;
mod wheel;

pub use cutter::{CutterData, PinionCutter};
pub use cutter_fillet::CutterFillet;
pub use error::Error;
pub use finding::{ClearTip, Finding, Severity};
pub use gear::{CylindricalData, CylindricalGear, GearKind, Thinning, Tip};
pub use involute::{inverse_involute, involute, involute_at_radius};
pub use measure::{BallDimension, Span};
pub use pair::{Backlash, GearPair, PairData, Side};
pub use path::{ContactPoint, PathOfContact};
pub use pitch::{
    BevelData, CrossedData, HypoidData, MeshForce, MeshForces, MeshMismatch, Mounting, PitchGear,
    PitchPair, RackContact, Spiral, Triad, Vector, WormData, WormPair, WormSize,
};
pub use profile::{Fillet, ProfilePoint, ToothProfile};
pub use rack::BasicRack;
pub use rack_fillet::RackFillet;
pub use rack_gear::RackGear;
pub use sliding::Sliding;
pub use tooth_system::{Hand, ToothSystem};
pub use wheel::Wheel;
