//! The force of a mesh over its deflection: teeth on both flanks, with play between. \[theory:mesh-laws\] (1)-(7)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | x, ẋ | `deflection`, `rate`: x > 0 presses the right flanks of a | m, m/s |
//! | b | `backlash` | m |
//! | \[\[x\]\] | x where x ≥ 0, x + b where x ≤ −b, else 0 | m |
//! | N | `force`: positive on the right flanks of a | N |
//!
//! # References
//! \[cardona\] (36)-(38), the derivative of \[\[·\]\] included.

use crate::error::not_negative;
use crate::mesh_damping::damped_contact;
use crate::{ElasticValue, Elasticity, LawError, MeshDamping};

/// Stiffness, damping and play of a mesh in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshLaw {
    /// How teeth resist being pressed together.
    pub elasticity: Elasticity,
    /// How they are damped.
    pub damping: MeshDamping,
    /// Play b along the deflection (m), from one flank to the other.
    pub backlash: f64,
}

/// Which flanks of wheel a touch those of b.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlankContact {
    /// The right ones: a drives b when it turns about +z.
    Right,
    /// Neither: the teeth are in the play.
    None,
    /// The left ones.
    Left,
}

/// A mesh law at a deflection and its rate.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeshValue {
    /// Force that opposes the deflection (N): positive on the right flanks of a.
    pub force: f64,
    /// Its derivative over the deflection (N/m).
    pub by_deflection: f64,
    /// Its derivative over the rate (N s/m).
    pub by_rate: f64,
    /// Its derivative over a factor of the stiffness (N), see [`MeshLaw::at_factor`].
    pub by_factor: f64,
    /// What is stored: energy, the force that it exerts, and that force's derivative; all of `force` but damping.
    pub elastic: ElasticValue,
    /// Power that becomes heat (W), never negative.
    pub dissipated: f64,
}

impl MeshLaw {
    /// Refuses what no mesh is.
    pub fn check(&self) -> Result<(), LawError> {
        self.elasticity.check()?;
        self.damping.check()?;
        not_negative("backlash", self.backlash)
    }

    /// The flanks that touch.
    pub fn contact(&self, deflection: f64) -> FlankContact {
        if deflection > 0.0 {
            FlankContact::Right
        } else if deflection < -self.backlash {
            FlankContact::Left
        } else {
            FlankContact::None
        }
    }

    /// Deflections at which the force may have a kink: 0 where the right flanks touch first, −b where the left ones do. Linear teeth
    /// without play have none.
    pub fn n_kinks(&self) -> usize {
        match self.backlash > 0.0 {
            true => 2,
            false => usize::from(!matches!(self.elasticity, Elasticity::Linear { .. })),
        }
    }

    /// One of these deflections.
    pub fn kink(&self, which: usize) -> f64 {
        if which == 0 { 0.0 } else { -self.backlash }
    }

    /// Damping over stiffness where teeth touch (s).
    pub fn kink_damping(&self) -> f64 {
        self.damping.coefficient / self.at(0.0, 0.0).elastic.stiffness
    }

    /// Force, derivatives, energy and heat.
    ///
    /// At the ends of the play the derivative is that of the touching side, so that equilibrium can be sought from there.
    pub fn at(&self, deflection: f64, rate: f64) -> MeshValue {
        self.at_factor(deflection, rate, 1.0)
    }

    /// The same with teeth that are stiffer by a factor, as they are at a position of the mesh.
    pub fn at_factor(&self, deflection: f64, rate: f64, factor: f64) -> MeshValue {
        // [cardona] (36): a deflection of exactly 0 or −b belongs to the flank.
        if deflection >= 0.0 {
            let pressed = self.elasticity.at(FlankContact::Right, deflection);
            self.on_flank(1.0, pressed, rate, factor)
        } else if deflection <= -self.backlash {
            // Never a negative zero, by which damping would be divided.
            let penetration = (deflection + self.backlash).abs();
            let pressed = self.elasticity.at(FlankContact::Left, penetration);
            self.on_flank(-1.0, pressed, rate, factor)
        } else {
            self.viscous(rate)
        }
    }

    /// Teeth that touch: on the right flank (side 1) or the left (side −1), pressed as `pressed` but for the factor.
    fn on_flank(&self, side: f64, pressed: ElasticValue, rate: f64, factor: f64) -> MeshValue {
        let scaled = pressed.scaled(factor);
        let elastic = ElasticValue {
            force: side * scaled.force,
            ..scaled
        };
        let Some(per_force) = self.damping_per_force() else {
            return MeshValue {
                force: elastic.force + self.damping.coefficient * rate,
                by_deflection: elastic.stiffness,
                by_factor: side * pressed.force,
                elastic,
                ..self.viscous(rate)
            };
        };
        let pushed = damped_contact(scaled, per_force, side * rate);
        MeshValue {
            force: side * pushed.force,
            by_deflection: pushed.by_penetration,
            by_rate: pushed.by_rate,
            by_factor: side * pressed.force * pushed.by_elastic,
            elastic,
            dissipated: pushed.dissipated,
        }
    }

    /// Damping alone. \[theory:mesh-laws\] (4)
    fn viscous(&self, rate: f64) -> MeshValue {
        if self.damping_per_force().is_some() {
            return MeshValue::default();
        }
        let coefficient = self.damping.coefficient;
        MeshValue {
            force: coefficient * rate,
            by_rate: coefficient,
            dissipated: coefficient * rate * rate,
            ..MeshValue::default()
        }
    }

    /// Damping of teeth that touch over their force (s/m); none where it acts at every deflection: without play there is no gap to leave out.
    pub(crate) fn damping_per_force(&self) -> Option<f64> {
        match self.backlash > 0.0 {
            true => self.damping.per_force(),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests;
