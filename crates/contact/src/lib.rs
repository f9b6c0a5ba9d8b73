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
