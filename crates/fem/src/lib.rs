//! What is a body made of?
//!
//! From a gear and its blank to a hexahedral mesh, its stiffness and mass, its deflections, stresses and modes.
//!
//! ```text
//! CylindricalGear, Blank, Density ──build──▶ Sector ──whole──▶ Mesh { nodes, elements, sets, flank grids }
//!                 Mesh, Material, Support ──build──▶ FeModel { K, M, DofMap }
//!                                              ├─ statics ─▶ displacements, stresses
//!                                              └─ modes ───▶ frequencies, shapes
//! ```
//!
//! How the pieces fit: `DofMap::build(&mesh.nodes, ties, centres)` says which motions are unknown, `assemble(&mesh, &material,
//! &dof_map)` gives K and M over them, `dof_map.reduce(&forces)` the right-hand side, `dof_map.expand(&unknowns)` the displacements of
//! the nodes.
//!
//! SI, `f64`, three dimensions. A gear's axis is z, the centre line of tooth 1 is on +x at mid width.
//!
//! # Main types
//!
//! Meshes:
//! - [`Sector`]: hexahedra of one tooth from the exact profile; `whole` and `segment` turn and join it
//! - [`MeshSize`], [`MeshControls`]: how fine: one word, or number by number; [`MeshCount`]: nodes, elements and unknowns of a
//!   whole gear before it is meshed
//! - [`Mesh`]: nodes, hexahedra, named sets, flanks; [`place_name`]: how sets and points are called
//! - [`FlankGrid`], [`FlankMiddle`]: nodes of a flank: corners of elements as a grid of profile × width, middles of their edges
//! - [`MeshQuality`]: scaled Jacobians, aspect ratios, volume, and where the worst element is;
//!   [`MassProperties`]: volume, mass, centre and inertia
//!
//! Elements and matrices:
//! - [`Element`], [`ElementKind`]: the hexahedra: numbering, faces, shapes, quadrature, no physics; strains of its own keep the
//!   eight-node element from locking
//! - [`Material`]: an isotropic elastic solid: Hooke's law
//! - [`DofMap`], [`Tie`], [`Centre`]: nodes free, locked or tied rigidly to a centre; unknowns to displacements and back
//! - [`Matrices`], [`assemble`]: K and M of a mesh over the unknowns
//! - [`MeanJoint`]: a place that moves as the weighted mean of nodes and spreads forces over them
//! - [`FeModel`], [`Support`]: a meshed body as it is held: stiffness, mass, unknowns
//!
//! Solutions:
//! - [`LoadCase`], [`Statics`], [`Deflection`], [`Reactions`]: forces on nodes, faces, centres and joints; deflections and what
//!   the supports bear, one factorisation for all
//! - [`PointState`], [`NodeState`]: strains and stresses at quadrature points and nodes
//! - [`Modes`], [`ModeRange`]: natural frequencies and shapes, rigid motions set apart
//! - [`RigidMotion`]: a motion of the whole body, and which of them the supports leave free
//! - [`CyclicBody`]: a gear of equal sectors: one sector condensed to its cuts, a small Hermitian problem for each nodal
//!   diameter; statics, modes, flank compliance
//!
//! Reduced bodies:
//! - [`Interface`], [`InterfacePoint`], [`InterfaceCoordinate`]: where a body is loaded and observed: nodes, mean joints of
//!   flanks, centre, each a pattern of forces
//! - [`ReductionKind`], [`ReductionOptions`]: Craig-Bampton, static modes, dual Craig-Bampton; whole-gear and cyclic route
//! - [`ReducedBody`]: a body by a few hundred coordinates: K, M, recovery, invariants, flank compliance, turns by whole teeth,
//!   its file
//! - [`BodyMatrices`]: a body of another program: K, M and places of its nodes
//! - [`MassMoments`], [`Invariants`]: what the kinetic energy in a moving frame is made of
//! - [`FlankCompliance`]: static deflection of any flank under forces on any other, and what a basis lacks of it

mod assembly;
mod cyclic;
mod dof_map;
mod element;
mod element_matrix;
mod enhanced;
mod error;
mod flank_grid;
mod flank_line;
mod gear_mesh;
mod load;
mod material;
mod mean_joint;
mod mesh;
mod mesh_check;
mod mesh_properties;
mod model;
mod modes;
pub mod place_name;
mod quadrature;
mod quality;
mod reaction;
mod reduced_body;
mod reduction;
mod rigid_motion;
mod statics;
mod stress;
mod surface;
mod tensor;

pub use pitchline_algebra::{Observer, Phase, Progress};

pub use assembly::{Matrices, assemble};
pub use cyclic::{
    CyclicBody, CyclicDeflection, CyclicEffort, CyclicMode, CyclicModes, CyclicSupport, WholeShape,
};
pub use dof_map::{Centre, DofMap, Term, Terms, Tie};
pub use element::{ALL_ELEMENTS, Element, ElementKind, Hex8, Hex20};
pub use error::Error;
pub use flank_grid::{FlankGrid, FlankMiddle};
pub use gear_mesh::{Grading, MeshControls, MeshCount, MeshError, MeshSize, Sector, set_names};
pub use load::LoadCase;
pub use material::{Material, Strain, Stress};
pub use mean_joint::MeanJoint;
pub use mesh::{Face, FaceSet, Mesh, NodeSet};
pub use mesh_properties::MassProperties;
pub use model::{FeModel, Support};
pub use modes::{Mode, ModeRange, Modes};
pub use quadrature::QuadraturePoint;
pub use quality::MeshQuality;
pub use reaction::Reactions;
pub use reduced_body::{
    BodyError, BodyFileError, BodyMatrices, BodyNode, BodySupport, Coordinate, CoordinateKind,
    CoordinateTurn, FlankAnswer, FlankCompliance, FlankPlace, FlankPoint, FlankStatics, Invariants,
    Loss, MassBlocks, MassMoments, MatricesError, ModeCheck, Origin, Projected, ProjectionWeight,
    Recovery, ReducedBody, ReductionCheck, TurnProducts, TurnProjection,
};
pub use reduction::{
    ComplianceDirections, FlankChoice, FlankNodes, Interface, InterfaceBuilder,
    InterfaceCoordinate, InterfacePoint, ModeChoice, Motion, PointMotions, RecoveryNodes,
    ReductionKind, ReductionOptions, Site, Teeth, ToothPatterns,
};
pub use rigid_motion::RigidMotion;
pub use statics::{Deflection, Statics};
pub use stress::{NodeState, PointState, gauss_states, node_states, principal_stresses, von_mises};
