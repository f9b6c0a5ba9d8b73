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

use crate::{
    AssumedFlanks, FlankContact, Formulation, LawError, MeshLaw, MeshMotion, OpenedValue,
    StiffnessVariation,
};

/// How the teeth of a pair press on each other.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanarMesh {
    /// Teeth, damping and play, over the deflection on the pitch circles.
    pub law: MeshLaw,
    /// How stiffness varies with the position.
    pub variation: StiffnessVariation,
}

/// A mesh at a deflection, an opening, their rates and a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarMeshValue {
    /// Forces over the deflection and the opening, both on the pitch circles: times cos α they do work there.
    pub opened: OpenedValue,
    /// Derivatives of both forces per mesh cycle (N).
    pub by_cycle: [f64; 2],
    /// Those of the stored part (N), which are those of `energy_by_cycle` over both.
    pub elastic_by_cycle: [f64; 2],
    /// ∂V/∂c (J): times cos α and over the pitch it is the position force of [`crate::LoadInput`].
    pub energy_by_cycle: f64,
    /// ∂²V/∂c² (J).
    pub energy_by_cycle_twice: f64,
    /// The flanks that press; those that press more, where both do.
    pub flank: FlankContact,
}

impl PlanarMeshValue {
    /// F_n (N): positive on the right flanks of a, right flanks less left ones.
    pub fn force(&self) -> f64 {
        self.opened.force[0]
    }

    /// Its derivative over the deflection (N/m).
    pub fn by_deflection(&self) -> f64 {
        self.opened.stiffness[0][0]
    }
}

impl PlanarMesh {
    /// Refuses what no mesh is.
    pub fn check(&self) -> Result<(), LawError> {
        self.law.check()?;
        self.variation.check()
    }

    /// Force, derivatives, energy and heat of wheels that stand where they should.
    pub fn at(&self, deflection: f64, rate: f64, cycles: f64) -> PlanarMeshValue {
        let at = MeshMotion {
            deflection,
            rate,
            ..MeshMotion::default()
        };
        self.over_opening(Formulation::BothFlanks, None, &at, cycles)
    }

    /// The same of wheels that have moved apart, with the deflection from the middle of the play, and with flanks that may be taken for granted.
    pub fn over_opening(
        &self,
        formulation: Formulation,
        assumed: Option<AssumedFlanks>,
        at: &MeshMotion,
        cycles: f64,
    ) -> PlanarMeshValue {
        let [factor, slope, bend] = self.variation.at(cycles);
        let from_touch = self.from_touch(at);
        let opened = match assumed {
            Some(flanks) => {
                let law = &self.law;
                law.over_assumed(flanks, formulation, &from_touch, factor)
            }
            None => self.law.over_opening(formulation, &from_touch, factor),
        };
        PlanarMeshValue {
            by_cycle: opened.by_factor.map(|force| force * slope),
            elastic_by_cycle: opened.elastic_force.map(|force| force / factor * slope),
            energy_by_cycle: opened.energy / factor * slope,
            energy_by_cycle_twice: opened.energy / factor * bend,
            flank: flank_of(opened.force[0]),
            opened,
        }
    }

    /// \[linden\] (42) counts from the middle of the play, our law from the touch of the right flanks.
    pub fn from_touch(&self, at: &MeshMotion) -> MeshMotion {
        MeshMotion {
            deflection: at.deflection - 0.5 * self.law.backlash,
            ..*at
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
