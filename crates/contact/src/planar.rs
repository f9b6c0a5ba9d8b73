//! A pair of wheels in one plane: how its teeth press, rub and load the machine, without looking for contacts.
//!
//! ```text
//! radii, angle, teeth ──▶ PlanarPair ──▶ factors of turns in the deflection Δ and the mesh distance x
//! tip radii           ──▶ ContactPath ──▶ FrictionLevers { smeared | shared | given | over the mesh phase }
//! Δ, Δ̇, phase         ──▶ PlanarMesh { MeshLaw, StiffnessVariation } ──▶ normal force, energy
//! F_n, v_mesh         ──▶ MeshFriction ──▶ coefficient, static coefficient
//! F_n, friction       ──▶ PlanarLoads: torques on both wheels, force between their axes
//! ```
//!
//! The derivations and signs are in `docs/theory/planar-contact.md`.
//!
//! # References
//! \[linden\], corrected as the theory page says.

mod contact_path;
mod friction_levers;
mod loads;
mod mesh;
mod mesh_friction;
mod pair;
mod phase_levers;
#[cfg(test)]
mod samples;

pub use contact_path::ContactPath;
pub use friction_levers::{FrictionLevers, Levers};
pub use loads::{LoadInput, PlanarLoads};
pub use mesh::{PlanarMesh, PlanarMeshValue};
pub use mesh_friction::{
    EfficiencyFriction, EfficiencyRows, FrictionCoefficient, LubricatedFriction, LubricatedMesh,
    LubricationFormula, MeshFriction, PowerFlow, VelocityTable,
};
pub use pair::{PlanarKind, PlanarPair, PlanarPairData};
pub use phase_levers::PhaseLevers;
