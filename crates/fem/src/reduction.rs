//! From a finite-element body to a few hundred coordinates.
//!
//! ```text
//! Interface (where it is loaded and looked at) ─┐
//! ReductionOptions (which basis, how large) ────┼─▶ whole-gear route (FeModel) ─┐
//!                                               └─▶ cyclic route (CyclicBody) ──┴─▶ ReducedBody
//! ```
//!
//! Both routes span the same spaces; the cyclic one needs equal sectors and an interface that is the same on every tooth.

mod auxiliary;
mod basis;
mod builder;
mod by_tooth;
mod check;
mod columns;
mod craig_bampton;
mod cyclic;
mod dual;
mod flank;
mod flank_compliance;
mod flexibility;
mod held_modes;
mod interface;
mod nodal_diameter;
mod recovery;
mod teeth;
mod turn_products;
mod whole;

pub use builder::{FlankChoice, FlankNodes, InterfaceBuilder, PointMotions};
pub use by_tooth::ToothPatterns;
pub use teeth::Teeth;

pub use interface::{Interface, InterfaceCoordinate, InterfacePoint, Motion, Site};

use crate::Error;

/// How a body is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReductionKind {
    /// Static shapes of unit motions at the interface, and modes with the interface held \[craig1968\].
    CraigBampton,
    /// The same without modes: what remains at low frequencies. \[liu\] (2)
    StaticModes,
    /// Free modes, and what unit forces at the interface add to them statically; K and M diagonal. \[virlez\]
    DualCraigBampton,
}

/// Which modes are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ModeChoice {
    /// So many, from the lowest; a doublet is not cut in two: one more is kept instead.
    Count(usize),
    /// All up to a frequency (Hz).
    UpTo(f64),
    /// As many as fit into this number of coordinates; a doublet is not cut in two: one less is kept instead.
    Fill(usize),
}

/// At which nodes displacements and stresses can be had from the coordinates.
#[derive(Debug, Clone, PartialEq)]
pub enum RecoveryNodes {
    /// The flanks of all teeth.
    Flanks,
    /// All nodes.
    All,
    /// These, besides the flanks.
    Some(Vec<u32>),
}

/// How far and to what a body is reduced.
#[derive(Debug, Clone, PartialEq)]
pub struct ReductionOptions {
    /// Kind of basis.
    pub kind: ReductionKind,
    /// Modes besides the static shapes.
    pub modes: ModeChoice,
    /// Attachment modes whose share of the largest is smaller depend on the others and are dropped: see
    /// `docs/theory/reduction.md`.
    pub drop_below: f64,
    /// Nodes with recovery of displacements.
    pub displacements: RecoveryNodes,
    /// Nodes with recovery of stresses; none if empty.
    pub stresses: Vec<u32>,
    /// Modes of the full body with which the reduced one is compared.
    pub compare: usize,
    /// Whether the static flank compliance is kept, and in which directions.
    pub compliance: ComplianceDirections,
    /// Whether products of the basis with itself turned by a tooth are kept, with which coordinates are carried from tooth to tooth
    /// where the basis is not the same on every tooth.
    pub turns: bool,
    /// Memory that may be taken (bytes).
    pub memory_limit: Option<u64>,
}

impl ReductionOptions {
    /// Share of the largest below which an attachment mode is taken for dependent: rounding of the static solutions
    /// stays well below, shapes that a mesh can tell apart well above.
    pub const DROP_BELOW: f64 = 1e-10;

    fn check(&self) -> Result<(), Error> {
        match (0.0..1.0).contains(&self.drop_below) {
            true => Ok(()),
            false => Err(Error::DropBelow {
                value: self.drop_below,
            }),
        }
    }
}

/// Directions in which forces on flanks are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComplianceDirections {
    /// No compliance is kept.
    None,
    /// Along the normal of the flank.
    Normal,
    /// Along x, y, z of the tooth.
    Three,
}

impl ComplianceDirections {
    /// How many at each point.
    pub fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::Normal => 1,
            Self::Three => 3,
        }
    }
}
