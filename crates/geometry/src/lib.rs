//! What does a gear look like?
//!
//! From what a designer knows of a cylindrical gear ([`CylindricalData`]) to its diameters, its generated tooth
//! form and its inspection dimensions ([`CylindricalGear`]), and from two gears to their mesh ([`GearPair`]).
//!
//! ```text
//! CylindricalData ──build──▶ CylindricalGear { Wheel (external, internal) | RackGear }
//!                                   │  ToothProfile, RackFillet | CutterFillet, span, balls
//!                 a, b, PairData ──build──▶ GearPair { PathOfContact, Backlash, Sliding … } + Findings
//!                                   │
//! Modification, Deviations ──build──▶ GearFlanks ──▶ Flank, RootSurface, EdgePoint
//!             GearPair, two GearFlanks, Misalignment ──▶ ToothMesh ──▶ NoLoadContact, Separation
//!
//! BevelData, HypoidData, WormData, CrossedData ──build──▶ PitchPair { a, b: PitchGear }
//! ```
//!
//! Gears whose axes are not parallel are known by their pitch surfaces ([`PitchPair`]): radii, cone and helix angles
//! with signs, contact point and frames, speeds and forces.
//!
//! Everything is SI, `f64`, and in the transverse plane unless a name says `normal`. Signs and names of flanks are
//! those of `docs/reference/conventions.md`; the derivations are in `docs/theory/cylindrical-gears.md`,
//! `docs/theory/flank-surfaces.md`, `docs/theory/pitch-geometry.md` and `docs/theory/planetary-sets.md`.
//!
//! # Main types
//!
//! One gear:
//! - [`BasicRack`]: the ISO 53 profile or a free one: addendum, dedendum and root radius in modules
//! - [`CylindricalData`]: what a designer knows of a gear, plain data; [`CylindricalGear`]: that with everything derived,
//!   radii, thickness, tooth profile
//! - [`ToothProfile`]: half a tooth in the transverse plane: root land, fillet, flank, tip land
//! - [`RackFillet`], [`CutterFillet`]: the root that a rack, a hob or a pinion cutter generates, undercut included
//! - [`Blank`], [`Web`], [`Hub`], [`Ring`]: the body that carries the teeth; checked against its gear it is a row of rings
//! - [`Finding`]: what a designer must know about a gear or a pair, with its numbers and severity
//!
//! Its flanks as surfaces:
//! - [`GearFlanks`]: all flanks of a gear: with its modifications and deviations it gives the surface of any tooth
//! - [`Flank`], [`RootSurface`], [`EdgePoint`]: one flank, its generated root, its tip edge: point, normal, derivatives,
//!   nearest point
//! - [`Modification`]: relief, crowning, slope, twist or topography, one law per file, with derivatives;
//!   [`Modifications`]: their sum
//! - [`Deviations`]: what differs from tooth to tooth: pitch errors, run-out, damaged flanks
//!
//! Gears together:
//! - [`GearPair`]: two gears at a centre distance: working angle, path of contact, backlash, contact ratios
//! - [`ToothMesh`]: two gears placed against each other: gap, first contact, transmission error without load
//! - [`planetary::Train`]: kind and teeth of a planetary set, from which speeds, places of planets and lags follow
//! - [`planetary::PlanetarySet`]: the same with real gears: pairs at one centre distance, planets in their places, room
//! - [`planetary::SetError`]: why gears make no planetary set, with the nearest teeth that do;
//!   [`planetary::Alternative`]: a set near one that cannot be assembled, tried with the given gears
//!
//! Pitch surfaces:
//! - [`BevelData`], [`HypoidData`], [`WormData`], [`CrossedData`]: what a designer knows of such a pair; `build` finds its
//!   pitch surfaces
//! - [`PitchGear`], [`PitchPair`]: pitch cones and cylinders in contact: signed cone and helix angles, frames, shafts, speeds,
//!   forces
//! - [`Mounting`], [`MeshMismatch`]: where two gears stand, and what is missing for their pitch surfaces to touch
//! - [`PitchFinding`]: what a designer must know of pitch surfaces: mismatch, wide face, odd hypoid cones

mod blank;
mod cutter;
mod cutter_fillet;
mod deviation;
mod error;
mod finding;
mod flank;
mod gear;
mod gear_flanks;
mod involute;
mod measure;
mod modification;
mod pair;
mod pair_check;
mod path;
mod pitch;
pub mod planetary;
mod profile;
mod rack;
mod rack_fillet;
mod rack_gear;
mod roots;
mod separation;
mod sliding;
pub mod tensor;
#[cfg(test)]
mod testing;
mod tooth_system;
pub mod vector;
mod wheel;

pub use blank::{Blank, BlankError, Hub, Ring, RingKind, Web};
pub use cutter::{CutterData, PinionCutter};
pub use cutter_fillet::CutterFillet;
pub use deviation::{Damage, Deviations, PitchDeviation, RunOut};
pub use error::Error;
pub use finding::{ClearTip, Finding, Severity};
pub use flank::{
    Border, EdgePoint, Flank, FlankDomain, FlankSide, Nearest, NearestOnTooth, ProfileJet,
    RootSurface, SurfaceJet, SurfacePoint, ToothPart,
};
pub use gear::{CylindricalData, CylindricalGear, GearKind, Thinning, Tip};
pub use gear_flanks::GearFlanks;
pub use involute::{inverse_involute, involute, involute_at_radius};
pub use measure::{BallDimension, Span};
pub use modification::{
    Amount, EndRelief, Ends, HelixSlope, LeadCrowning, Modification, ModificationError,
    Modifications, ProfileCrowning, ProfileSlope, ReliefForm, RootRelief, TipRelief, Topography,
    Twist,
};
pub use pair::{Backlash, GearPair, PairData, Side};
pub use path::{ContactPoint, PathOfContact};
pub use pitch::{
    BevelData, CrossedData, HypoidCones, HypoidData, MeshForce, MeshForces, MeshMismatch, Mounting,
    PitchFinding, PitchGear, PitchPair, RackContact, Spiral, Triad, Vector, WormData, WormPair,
    WormSize,
};
pub use profile::{Fillet, ProfilePoint, ToothProfile};
pub use rack::BasicRack;
pub use rack_fillet::RackFillet;
pub use rack_gear::RackGear;
pub use separation::{Feature, FlankPair, Misalignment, NoLoadContact, Separation, ToothMesh};
pub use sliding::Sliding;
pub use tooth_system::{Hand, ToothSystem};
pub use wheel::Wheel;
