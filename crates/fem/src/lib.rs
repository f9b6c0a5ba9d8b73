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
//! SI, `f64`, three dimensions. A gear's axis is z, the centre line of tooth 1 is on +x at mid width.

mod element;
mod gear_mesh;
mod mesh;
mod quality;

pub use element::ElementKind;
pub use gear_mesh::{Grading, MeshControls, MeshCount, MeshError, MeshSize, Sector};
pub use mesh::{Face, FaceSet, FlankGrid, Mesh, NodeSet};
pub use quality::MeshQuality;
