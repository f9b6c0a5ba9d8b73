//! How flanks of the full body yield to static forces on any flank.

use pitchline_geometry::FlankSide;

use super::BodyError;
use crate::{ComplianceDirections, Error};

/// A point on a flank of tooth 1; every tooth has the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlankPoint {
    /// Which flank.
    pub side: FlankSide,
    /// Place in the grid of the flank, from root to tip and over the width, in half lines: both are even at the corners of
    /// elements, one is odd in the middle of an edge of twenty-node elements.
    pub half_lines: [u32; 2],
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

impl FlankCompliance {
    /// Directions at each point.
    pub fn n_directions(&self) -> usize {
        self.directions.count()
    }

    /// Memory that the compliance of a tooth with so many points takes: so many blocks (bytes).
    pub(crate) fn bytes(points: usize, directions: ComplianceDirections, blocks: usize) -> u64 {
        let k = points.saturating_mul(directions.count()) as u64;
        let entries = k.saturating_mul(k).saturating_mul(blocks as u64);
        entries.saturating_mul(8)
    }

    /// Rows and columns of a block.
    pub fn n(&self) -> usize {
        self.points.len() * self.n_directions()
    }

    /// Displacements on one tooth under forces on another, k × k by columns, both in the axes of their own tooth.
    pub fn between(&self, answer: u32, loaded: u32) -> Result<&[f64], Error> {
        for tooth in [answer, loaded] {
            if !(1..=self.teeth).contains(&tooth) {
                let teeth = self.teeth;
                return Err(BodyError::NoSuchTooth { tooth, teeth }.into());
            }
        }
        let z = self.teeth as usize;
        let further = (answer as usize + z - loaded as usize) % z;
        let size = self.n() * self.n();
        let block = match self.blocks.len() == z * size {
            true => further,
            false => (loaded as usize - 1) * z + further,
        };
        let needed = (block + 1) * size;
        self.blocks.get(block * size..needed).ok_or(Error::Count {
            what: "entries of the flank compliance",
            given: self.blocks.len(),
            needed,
        })
    }

    /// Direction of a force at a point, in the axes of its tooth: against the outward normal, or x, y, z.
    pub fn direction(&self, point: usize, direction: usize) -> Result<[f64; 3], Error> {
        let n_points = self.points.len();
        let at = self
            .points
            .get(point)
            .ok_or(BodyError::NoSuchPoint { point, n_points })?;
        let n_directions = self.n_directions();
        if direction >= n_directions {
            return Err(BodyError::NoSuchDirection {
                direction,
                n_directions,
            }
            .into());
        }
        Ok(match self.directions {
            ComplianceDirections::Three => {
                std::array::from_fn(|axis| f64::from(u8::from(axis == direction)))
            }
            _ => at.normal.map(|n| -n),
        })
    }
}
