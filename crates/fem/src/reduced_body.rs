//! A body by a few hundred coordinates q: plain data that can be saved and looked at.
//!
//! Displacements are u = Φ q in the body's own axes; K and M belong to q. Matrices are dense, stored by columns.

mod compliance;
mod coordinate_turn;
mod error;
mod file;
mod from_matrices;
mod invariants;
mod mass_matrix;
mod moments;
mod projection;
mod recovery;
mod residual;
mod turn;
mod turn_products;

pub use compliance::{FlankCompliance, FlankPoint};
pub use coordinate_turn::CoordinateTurn;
pub use error::BodyError;
pub use file::BodyFileError;
pub use from_matrices::{BodyMatrices, BodyNode, BodySupport, MatricesError};
pub use invariants::{Invariants, MassMoments};
pub use mass_matrix::MassBlocks;
pub(crate) use moments::nodal_mass;
pub use projection::{Loss, Projected, ProjectionWeight, TurnProjection};
pub use residual::{FlankAnswer, FlankPlace, FlankStatics};
pub use turn_products::TurnProducts;

use crate::{FlankGrid, InterfacePoint, Motion, ReductionKind};

/// What a coordinate is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CoordinateKind {
    /// Motion of this interface coordinate.
    Interface(u32),
    /// A mode with the interface held.
    HeldMode {
        /// Its frequency (Hz).
        frequency_hz: f64,
    },
    /// A mode of the body as it is supported.
    Mode {
        /// Its frequency (Hz).
        frequency_hz: f64,
    },
    /// Static shape under interface loads less what modes contain, made orthogonal to its kind.
    Residual {
        /// √(K/M) / 2π (Hz).
        frequency_hz: f64,
    },
}

/// A coordinate of a reduced body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coordinate {
    /// What it is.
    pub kind: CoordinateKind,
    /// Nodal diameter of its shape, where it has one.
    pub nodal_diameter: Option<u32>,
    /// In a cyclic basis, the coordinate that is its shape turned by a quarter of its wave (itself for nodal diameters 0
    /// and z/2): a turn by one tooth mixes the two as a plane rotation by n · 2π/z. With Re(a e^{i n θ s}) on sector s, a belongs to
    /// the lower of the two numbers and i a to the higher.
    pub partner: Option<u32>,
}

/// Rows that give motions from coordinates. In a cyclic basis the nodes of tooth 1 are enough: a turn gives the others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recovery {
    /// Nodes of the whole mesh.
    pub nodes: Vec<u32>,
    /// Their places (m).
    pub places: Vec<[f64; 3]>,
    /// 3 rows for each node, by columns: u = rows · q, in the axes of the body.
    pub displacements: Vec<f64>,
    /// Nodes with stresses.
    pub stress_nodes: Vec<u32>,
    /// 6 rows (xx, yy, zz, xy, yz, zx; Pa) for each of them, by columns, in the axes of the body.
    pub stresses: Vec<f64>,
}

/// One mode of the full body beside the reduced one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModeCheck {
    /// Frequency of the full body (Hz).
    pub full_hz: f64,
    /// Frequency of the mode of the reduced body that resembles it (Hz); none if none contains half of it.
    pub reduced_hz: Option<f64>,
    /// Nodal diameter, where known.
    pub nodal_diameter: Option<u32>,
    /// Share of the full mode that its reduced partners (all of equal frequency) contain.
    pub mac: f64,
    /// Error of the static answer to the mode's own inertia forces, in the norm of energy.
    pub static_error: f64,
}

/// How well a reduced body stands for the full one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReductionCheck {
    /// Mode by mode.
    pub modes: Vec<ModeCheck>,
    /// Modal assurance: |full mode i, reduced mode j| squared, with the mass; by columns, one row for each full mode.
    pub mac: Vec<f64>,
    /// Columns of `mac`.
    pub n_reduced: usize,
}

/// Where a body came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Kind of reduction.
    pub kind: ReductionKind,
    /// Unknowns of the full body.
    pub n_unknowns: u64,
    /// Nodes of the full body.
    pub n_nodes: u64,
    /// Teeth of the gear.
    pub teeth: u32,
    /// Angle from tooth to tooth (rad); zero on a rack, whose teeth all have the axes of the body.
    pub pitch: f64,
    /// Nodes that a sector owns: node k of tooth 1 is node k + s · `sector_nodes` of tooth 1 + s. Zero if sectors or their
    /// supports differ: then no turn carries the body into itself.
    pub sector_nodes: u32,
    /// Whether one sector was computed for all.
    pub is_cyclic: bool,
    /// Motions of the whole body that its supports leave free.
    pub n_rigid: u32,
    /// Attachment modes dropped because they depend on others.
    pub n_dropped: u32,
}

/// A reduced body.
#[derive(Debug, Clone, PartialEq)]
pub struct ReducedBody {
    /// Where it came from.
    pub origin: Origin,
    /// What its coordinates are.
    pub coordinates: Vec<Coordinate>,
    /// K (n × n).
    pub stiffness: Vec<f64>,
    /// M (n × n).
    pub mass: Vec<f64>,
    /// Rigid motions that the supports leave free, over the coordinates, as far as these contain them (n × r); a dual
    /// basis contains none.
    pub rigid: Vec<f64>,
    /// Points of the interface.
    pub points: Vec<InterfacePoint>,
    /// Point and motion of each interface coordinate.
    pub motions: Vec<(u32, Motion)>,
    /// Motions of the interface from coordinates, a row for each, by columns.
    pub interface: Vec<f64>,
    /// Displacements and stresses at nodes.
    pub recovery: Recovery,
    /// The flanks, as grids of nodes.
    pub flanks: Vec<FlankGrid>,
    /// From which the nine invariants of the moving frame follow.
    pub moments: MassMoments,
    /// Static compliance of the flanks of the full body, where it was asked for.
    pub compliance: Option<FlankCompliance>,
    /// Products with the basis turned by one tooth, where it is not cyclic and turns are asked for.
    pub turn_products: Option<TurnProducts>,
    /// How well it stands for the full body.
    pub check: ReductionCheck,
}

impl ReducedBody {
    /// Number of coordinates.
    pub fn n(&self) -> usize {
        self.coordinates.len()
    }
}
