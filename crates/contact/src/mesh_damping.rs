//! Damping of a mesh: viscous everywhere, or in contact only and then in proportion to the force of the teeth. \[theory:mesh-laws\] (4)-(9)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | c | `coefficient` | N s/m |
//! | F_s | `load`: force of the teeth at which damping in contact only is c | N |
//! | ξ | `ratio` | |
//! | m_e | `mass`: what both wheels oppose to a motion along the deflection | kg |
//! | p, ṗ | penetration and its rate | m, m/s |
//! | F, F′ | `elastic`, `stiffness`: the force of the teeth and its derivative | N, N/m |

use crate::error::{not_negative, positive};
use crate::saturation::saturation;
use crate::{ElasticValue, LawError};

/// Viscous damping between the teeth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshDamping {
    /// Coefficient c (N s/m).
    pub coefficient: f64,
    /// Where it acts.
    pub reach: DampingReach,
}

/// Where the damping of a mesh acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DampingReach {
    /// At every deflection, the play included: c times the rate, as \[cardona\] has it. It may pull.
    Always,
    /// Where teeth touch, in proportion to their force, and never so that they pull.
    InContact {
        /// Force F_s of the teeth at which the coefficient is c (N).
        load: f64,
    },
}

impl MeshDamping {
    /// Damping at every deflection.
    pub fn always(coefficient: f64) -> Self {
        Self {
            coefficient,
            reach: DampingReach::Always,
        }
    }

    /// Damping where teeth touch, with this coefficient at this force of theirs (N).
    pub fn in_contact(coefficient: f64, load: f64) -> Self {
        Self {
            coefficient,
            reach: DampingReach::InContact { load },
        }
    }

    /// Refuses what no damping is.
    pub fn check(&self) -> Result<(), LawError> {
        not_negative("damping", self.coefficient)?;
        match self.reach {
            DampingReach::Always => Ok(()),
            DampingReach::InContact { load } => positive("damping_load", load),
        }
    }

    /// Coefficient at a force of the teeth where damping acts in contact only, over that force (s/m): c/F_s. None where it acts always.
    pub(crate) fn per_force(&self) -> Option<f64> {
        match self.reach {
            DampingReach::Always => None,
            DampingReach::InContact { load } => Some(self.coefficient / load),
        }
    }
}

/// Elastic force F with a damping in proportion to it: F max(0, 1 + (c/F_s) ṗ), with c/F_s as `per_force`. \[theory:mesh-laws\] (5), (6)
pub(crate) fn damped_contact(elastic: ElasticValue, per_force: f64, rate: f64) -> BoundedForce {
    let share = 1.0 + per_force * rate;
    if share <= 0.0 {
        // Teeth that part faster than they spring back: what they have stored is lost.
        return BoundedForce {
            dissipated: -elastic.force * rate,
            ..BoundedForce::default()
        };
    }
    BoundedForce {
        force: elastic.force * share,
        by_penetration: elastic.stiffness * share,
        by_elastic: share,
        by_rate: elastic.force * per_force,
        dissipated: elastic.force * per_force * rate * rate,
    }
}

/// A force that only pushes, with its damping.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BoundedForce {
    /// Elastic force and damping together (N), not negative.
    pub force: f64,
    /// Derivative over the penetration (N/m), not negative.
    pub by_penetration: f64,
    /// Derivative over the elastic force, not negative.
    pub by_elastic: f64,
    /// Derivative over its rate (N s/m), not negative.
    pub by_rate: f64,
    /// Power that becomes heat (W), not negative.
    pub dissipated: f64,
}

/// Elastic force F with a damping that is c ṗ in slow motion and never larger than F: F (1 + tanh u), u = c ṗ/F. \[theory:force-laws\] (9), (10)
///
/// At the very first touch, F = 0, the derivatives are those just beyond it.
pub fn bounded_damping(elastic: f64, stiffness: f64, coefficient: f64, rate: f64) -> BoundedForce {
    let viscous = coefficient * rate;
    // Nothing to damp is no damping, also where the teeth have no force yet.
    let u = if viscous == 0.0 {
        0.0
    } else {
        viscous / elastic
    };
    let [share, slope] = saturation(u);
    let turned = if slope == 0.0 { 0.0 } else { u * slope };
    BoundedForce {
        force: elastic * (1.0 + share),
        by_penetration: stiffness * (1.0 + share - turned),
        by_elastic: 1.0 + share - turned,
        by_rate: coefficient * slope,
        dissipated: elastic * share * rate,
    }
}

/// Mass m_e that oscillates against a mesh between two free wheels (kg). \[cardona\] (41), \[theory:mesh-laws\] (8)
///
/// `inertias` are those about the axes (kg m²), `radii` the ways of the deflection per angle (m): base radii along the line of
/// action, pitch radii along the hoop. A rack has its mass and the radius 1; an infinite inertia is a wheel that is driven.
pub fn equivalent_mass(inertias: [f64; 2], radii: [f64; 2]) -> f64 {
    let mobility = |i: usize| radii[i] * radii[i] / inertias[i];
    1.0 / (mobility(0) + mobility(1))
}

/// Coefficient c = 2 ξ √(k m_e) (N s/m). \[cardona\] (40), \[theory:mesh-laws\] (9)
pub fn damping_by_ratio(ratio: f64, stiffness: f64, mass: f64) -> f64 {
    2.0 * ratio * (stiffness * mass).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair of \[cardona\] section 7.3: I = 0.0102 lbf s² in, pitch radius 3.937/2 in. For two equal wheels m_e = I/(2 r²).
    #[test]
    fn equal_wheels_have_half_the_mass_of_one() {
        let (inertia, radius) = (0.0102, 3.937 / 2.0);
        let mass = equivalent_mass([inertia; 2], [radius; 2]);
        assert!((mass / (inertia / (2.0 * radius * radius)) - 1.0).abs() < 1e-15);
        let stiffness: f64 = 1.477e7;
        let damping = damping_by_ratio(0.1, stiffness, mass);
        // ω² = k/m and c/m = 2 ξ ω, the definition of a damping ratio.
        let omega = (stiffness / mass).sqrt();
        assert!((damping / mass / (0.2 * omega) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn unequal_wheels_follow_the_printed_formula() {
        let [i_a, i_b, r_a, r_b] = [0.3, 2.0, 0.05, 0.12];
        let printed = i_a * i_b / (i_a * r_b * r_b + i_b * r_a * r_a);
        let mass = equivalent_mass([i_a, i_b], [r_a, r_b]);
        assert!((mass / printed - 1.0).abs() < 1e-15);
        // A driven wheel leaves the other alone.
        let mass = equivalent_mass([f64::INFINITY, i_b], [r_a, r_b]);
        assert!((mass / (i_b / (r_b * r_b)) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_first_touch_is_the_limit_of_small_penetrations() {
        for (rate, stiffness, damping) in [(-0.1, 0.0, 0.0), (0.0, 1e8, 50.0), (0.1, 2e8, 0.0)] {
            for elastic in [0.0, 1e-9] {
                let touch = bounded_damping(elastic, 1e8, 50.0, rate);
                assert!((touch.by_penetration - stiffness).abs() <= 1e-6 * 1e8);
                assert!((touch.by_rate - damping).abs() <= 1e-6 * 50.0);
                assert!(touch.force <= 2.0 * elastic && touch.dissipated >= 0.0);
            }
        }
    }
}
