//! Normal force of a mesh over the deflection on its pitch circles and its position. \[theory:planar-contact\] (23)-(27)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | Δ | `deflection`, zero in the middle of the play | m |
//! | b | `backlash` on the pitch circles | m |
//! | F_n | `force` along the line of action | N |
//! | V | `energy` ∫F_n dΔ: the stored energy is V cos α | J |
//! | c | `cycles` (`sign:cycle`) | |
//!
//! Stiffness here is force along the line of action over deflection on the pitch circle, as the source has it: that along the line of
//! action alone (`sign:stiffness`) times cos α.
//!
//! # References
//! \[linden\] (40)-(43).

use crate::{FlankContact, LawError, MeshLaw, StiffnessVariation};

/// How the teeth of a pair press on each other.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarMesh {
    /// Teeth, damping and play, over the deflection on the pitch circles.
    pub law: MeshLaw,
    /// How stiffness varies with the position.
    pub variation: StiffnessVariation,
}

/// A mesh at a deflection, its rate and a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarMeshValue {
    /// F_n (N): positive on the right flanks of a.
    pub force: f64,
    /// Derivative over the deflection (N/m).
    pub by_deflection: f64,
    /// Derivative over its rate (N s/m).
    pub by_rate: f64,
    /// Derivative per mesh cycle (N).
    pub by_cycle: f64,
    /// V (J): times cos α it is what is stored.
    pub energy: f64,
    /// The force that V exerts (N): all of `force` but damping.
    pub elastic_force: f64,
    /// Its derivative per mesh cycle (N), which is that of `energy_by_cycle` over the deflection.
    pub elastic_by_cycle: f64,
    /// ∂V/∂c (J): times cos α and over the pitch it is the position force of [`crate::LoadInput`].
    pub energy_by_cycle: f64,
    /// ∂²V/∂c² (J).
    pub energy_by_cycle_twice: f64,
    /// Power that damping takes (W), over cos α as the energy.
    pub dissipated: f64,
    /// The flanks that press, by the sign of the force.
    pub flank: FlankContact,
}

impl PlanarMesh {
    /// Refuses what no mesh is.
    pub fn check(&self) -> Result<(), LawError> {
        self.law.check()?;
        self.variation.check()
    }

    /// Force, derivatives, energy and heat.
    pub fn at(&self, deflection: f64, rate: f64, cycles: f64) -> PlanarMeshValue {
        let [factor, slope, bend] = self.variation.at(cycles);
        // [linden] (42) counts from the middle of the play, our law from the touch of the right flanks.
        let from_touch = deflection - 0.5 * self.law.backlash;
        let value = self.law.at_factor(from_touch, rate, factor);
        PlanarMeshValue {
            force: value.force,
            by_deflection: value.by_deflection,
            by_rate: value.by_rate,
            by_cycle: value.by_factor * slope,
            energy: value.elastic.energy,
            elastic_force: value.elastic.force,
            elastic_by_cycle: value.elastic.force / factor * slope,
            energy_by_cycle: value.elastic.energy / factor * slope,
            energy_by_cycle_twice: value.elastic.energy / factor * bend,
            dissipated: value.dissipated,
            flank: flank_of(value.force),
        }
    }
}

/// The flanks that a normal force presses.
pub(super) fn flank_of(force: f64) -> FlankContact {
    if force > 0.0 {
        FlankContact::Right
    } else if force < 0.0 {
        FlankContact::Left
    } else {
        FlankContact::None
    }
}

#[cfg(test)]
mod tests;
