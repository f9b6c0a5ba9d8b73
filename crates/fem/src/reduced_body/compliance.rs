//! How flanks of the full body yield to static forces on any flank.

use pitchline_geometry::FlankSide;

use crate::ComplianceDirections;

/// A point on a flank of tooth 1; every tooth has the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlankPoint {
    /// Which flank.
    pub side: FlankSide,
    /// Place in the grid of the flank: from root to tip, and over the width.
    pub grid: [u32; 2],
    /// Node of the whole mesh on tooth 1.
    pub node: u32,
    /// Its place (m).
    pub place: [f64; 3],
    /// Outward unit normal there.
    pub normal: [f64; 3],
}

/// Displacements at the points of one tooth under unit forces at those of another, both in the axes of their own tooth.
/// Where supports leave the body free, forces are balanced by the inertia of the body as a whole, and its motion as a whole is
/// left out.
#[derive(Debug, Clone, PartialEq)]
pub struct FlankCompliance {
    /// Number of teeth.
    pub teeth: u32,
    /// Points of a tooth.
    pub points: Vec<FlankPoint>,
    /// Directions at each point: its normal (pressing on the flank and yielding inwards are positive), or x, y, z.
    pub directions: ComplianceDirections,
    /// With k = points × directions (those of a point in a row): k × k by columns for a force on tooth 1 and the answer on tooth
    /// 1 + Δ, for Δ = 0 … z − 1, if all sectors are equal; else the same for each loaded tooth in turn.
    pub blocks: Vec<f64>,
}
