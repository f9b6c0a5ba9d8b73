//! How do teeth push, damp and rub?
//!
//! Laws of the mesh that every level of gears shares. Each acts in one direction, on plain numbers in SI; the caller says
//! which direction that is. No law knows bodies, time or files, and none takes memory when it is evaluated.
//!
//! ```text
//! deflection, rate ──▶ MeshLaw { Elasticity, MeshDamping, backlash } ──▶ MeshValue, FlankContact
//! mesh cycles      ──▶ TransmissionError { None | Amplitude | Series | Table } ──▶ x_err, x_err′, x_err″
//! slip             ──▶ Friction { None | Coulomb | Stribeck | Table } ──▶ share of the normal force, its derivative
//! speed            ──▶ DragTorque: bearings and seals; temperature ──▶ Oil: viscosity
//! PlanarPair       ──▶ wheels in one plane, see `planar`: levers of friction, normal force, coefficients, loads
//! GearPair, blanks  ──▶ ToothStiffness: ISO 6336-1, for an Elasticity that nobody has measured
//! ```
//!
//! The derivations and signs are in `docs/theory/mesh-laws.md` and `docs/theory/planar-contact.md`.
//!
//! # Main types
//!
//! Laws along one direction:
//! - [`MeshLaw`], [`MeshValue`], [`FlankContact`]: force of a mesh over its deflection: teeth on both flanks with play between
//! - [`Elasticity`], [`ForceTable`]: how teeth resist: linear, progressive, stiffening, by a table, per flank
//! - [`MeshDamping`]: damping in the gap too, or in contact alone and then no stronger than the teeth push
//! - [`Formulation`], [`OpenedValue`]: the force of a mesh over its deflection and the opening of its flanks, of which both derive
//! - [`TransmissionError`], [`ErrorSeries`], [`ErrorTable`]: what errors and changing stiffness add to the deflection, over mesh
//!   cycles
//! - [`Friction`], [`FrictionTable`]: friction as a share of the normal force over the sliding speed
//! - [`Oil`], [`DragTorque`]: viscosity over temperature; friction of bearings and seals
//! - [`ToothStiffness`], [`StandardTeeth`]: stiffness of teeth by ISO 6336-1 from a pair, its materials and blanks; remarks where
//!   its range ends
//!
//! Two wheels in one plane:
//! - [`PlanarPair`], [`ContactPath`]: external, or with a ring: deflection and mesh distance from their turns, where teeth touch
//! - [`PlanarMesh`], [`StiffnessVariation`]: normal force over the deflection on the pitch circles, with stiffness that varies
//!   over the phase
//! - [`Levers`], [`FrictionLevers`], [`PhaseLevers`]: arms of friction averaged over the contacts: smeared, shared, given, or over
//!   the phase
//! - [`MeshFriction`], [`LubricatedMesh`], [`EfficiencyFriction`]: coefficient of friction over load and speed, with one at rest
//! - [`PlanarLoads`], [`LoadInput`]: torques on both wheels and the force between their axes, from what acts between the teeth

mod drag_torque;
mod elasticity;
mod error;
mod friction;
mod mesh_damping;
mod mesh_law;
mod mesh_opening;
mod monotone_cubic;
mod oil;
mod periodic_table;
mod planar;
mod saturation;
mod stiffness_variation;
mod table_rows;
mod tooth_stiffness;
mod transmission_error;

pub use drag_torque::{DragTorque, StribeckFall};
pub use elasticity::{ElasticValue, Elasticity, ForceTable};
pub use error::LawError;
pub use friction::{Friction, FrictionTable};
pub use mesh_damping::{
    BoundedForce, DampingReach, MeshDamping, bounded_damping, damping_by_ratio, equivalent_mass,
};
pub use mesh_law::{FlankContact, MeshLaw, MeshValue};
pub use mesh_opening::{AssumedFlanks, Formulation, MeshMotion, OpenedValue, Parting};
pub use oil::{Oil, ViscosityPoint};
pub use planar::{
    ContactPath, EfficiencyFriction, EfficiencyRows, FrictionCoefficient, FrictionLevers, Levers,
    LoadInput, LubricatedFriction, LubricatedMesh, LubricationFormula, MeshFriction, PhaseLevers,
    PlanarKind, PlanarLoads, PlanarMesh, PlanarMeshValue, PlanarPair, PlanarPairData, PowerFlow,
    VelocityTable,
};
pub use stiffness_variation::{StiffnessTable, StiffnessVariation};
pub use tooth_stiffness::{
    CrossingKind, StandardTeeth, StiffnessData, StiffnessRemark, ToothStiffness, WebbedBlank,
};
pub use transmission_error::{ErrorSeries, ErrorTable, Harmonic, Period, TransmissionError};
