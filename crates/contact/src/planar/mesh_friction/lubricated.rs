//! Mean coefficient of friction of lubricated teeth by the formulas of two standards. \[theory:planar-contact\] (28)-(31)
//!
//! | symbol | name in code | unit inside the formula |
//! |---|---|---|
//! | w = F_n/(K_B b) | line load | N/mm |
//! | K_B | `effective_width`: share of the face width that bears | |
//! | v_Σ = 2 |v_mesh| sin α | sum of the surface velocities at the pitch point | m/s |
//! | ρ | `curvature_radius` at the pitch point | mm |
//! | η | `viscosity` | mPa s |
//! | R_a | `roughness` | µm |
//! | X_L | `lubricant_factor` | |
//!
//! Data are given in SI; the formulas have the units of their standards.
//!
//! # References
//! \[din3990-4\] as \[linden\] (35)-(37) cites it; \[isotr14179-2\].

use super::FrictionCoefficient;
use crate::error::positive;
use crate::{LawError, PlanarPair};

/// Whose formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LubricationFormula {
    /// μ = 0.12 (w R_a/(η v_Σ ρ))^¼. \[linden\] (35)
    Din3990,
    /// μ = 0.048 (w/(v_Σ ρ))^0.2 η^−0.05 R_a^0.25 X_L, with w of at least 150 N/mm and v_Σ of at most 50 m/s. \[isotr14179-2\]
    IsoTr14179,
}

/// Oil and flanks, in SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LubricatedMesh {
    /// Whose formula.
    pub formula: LubricationFormula,
    /// Dynamic viscosity η (Pa s).
    pub viscosity: f64,
    /// Mean roughness R_a of both wheels (m).
    pub roughness: f64,
    /// Common face width b (m), that of both halves of double helical gears.
    pub face_width: f64,
    /// Share K_B of the face width that bears, above 0 and not above 1.
    pub effective_width: f64,
    /// X_L: 1 for mineral oil; only the formula of ISO/TR 14179-2 knows it.
    pub lubricant_factor: f64,
    /// μ_0, above which no coefficient goes.
    pub static_coefficient: f64,
}

/// The law for one pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LubricatedFriction {
    /// μ = scale (w/v_Σ)^exponent within the limits.
    scale: f64,
    exponent: f64,
    /// N/mm per N.
    line_load: f64,
    /// v_Σ per v_mesh.
    surface_velocity: f64,
    least_line_load: f64,
    most_velocity: f64,
    static_coefficient: f64,
}

/// Viscosities (Pa s) of oils of grades 22 to 460 from 40 to 120 °C, rounded outwards: with such oils gearboxes run from whose losses the
/// formulas come.
const USUAL_VISCOSITIES: [f64; 2] = [2e-3, 0.5];
/// Line load below which there is none (N/mm).
const NO_LOAD: f64 = 1e-100;
/// Least line load of ISO/TR 14179-2 (N/mm) and largest sum velocity (m/s).
const ISO_LIMITS: [f64; 2] = [150.0, 50.0];

impl LubricatedMesh {
    /// The range of viscosities (Pa s) that the formulas were made for, where the oil is outside it: in both formulas friction falls the more
    /// viscous the oil is, without an end. \[theory:planar-contact\] (30)
    pub fn missed_viscosities(&self) -> Option<[f64; 2]> {
        let [least, most] = USUAL_VISCOSITIES;
        let is_usual = (least..=most).contains(&self.viscosity);
        (!is_usual).then_some(USUAL_VISCOSITIES)
    }

    /// The law on a pair.
    pub fn build(&self, pair: &PlanarPair) -> Result<LubricatedFriction, LawError> {
        for (key, value) in [
            ("viscosity", self.viscosity),
            ("roughness", self.roughness),
            ("face_width", self.face_width),
            ("effective_width", self.effective_width),
            ("lubricant_factor", self.lubricant_factor),
            ("static_coefficient", self.static_coefficient),
        ] {
            positive(key, value)?;
        }
        if self.effective_width > 1.0 {
            return Err(LawError::Value {
                key: "effective_width",
                value: self.effective_width,
                allowed: "at most 1: the share of the face width that bears",
            });
        }
        let (milli_pascal_seconds, micrometres) = (1e3 * self.viscosity, 1e6 * self.roughness);
        let radius = 1e3 * curvature_radius(pair);
        let (scale, exponent, [least_line_load, most_velocity]) = match self.formula {
            LubricationFormula::Din3990 => {
                let rest = micrometres / (milli_pascal_seconds * radius);
                (0.12 * rest.powf(0.25), 0.25, [0.0, f64::INFINITY])
            }
            LubricationFormula::IsoTr14179 => {
                let oil = milli_pascal_seconds.powf(-0.05) * self.lubricant_factor;
                (
                    0.048 * radius.powf(-0.2) * oil * micrometres.powf(0.25),
                    0.2,
                    ISO_LIMITS,
                )
            }
        };
        Ok(LubricatedFriction {
            scale,
            exponent,
            line_load: 1e-3 / (self.effective_width * self.face_width),
            surface_velocity: 2.0 * pair.data().pressure_angle.sin(),
            least_line_load,
            most_velocity,
            static_coefficient: self.static_coefficient,
        })
    }
}

/// ρ of the flanks at the pitch point, normal to them (m). \[linden\] (37), \[theory:planar-contact\] (29)
fn curvature_radius(pair: &PlanarPair) -> f64 {
    let [a, b] = pair.pitch_curvatures();
    (a * b / (a + b)).abs() / pair.data().base_helix_angle.cos()
}

impl LubricatedFriction {
    /// μ_0.
    pub fn static_coefficient(&self) -> f64 {
        self.static_coefficient
    }

    /// At a load and a speed, neither below zero; never above μ_0. \[theory:planar-contact\] (31)
    pub(super) fn coefficient(&self, force: f64, speed: f64) -> FrictionCoefficient {
        let capped = FrictionCoefficient {
            value: self.static_coefficient,
            ..FrictionCoefficient::default()
        };
        let (load, velocity) = (self.line_load * force, self.surface_velocity * speed);
        let (is_light, is_fast) = (load < self.least_line_load, velocity > self.most_velocity);
        let (load, velocity) = (
            load.max(self.least_line_load),
            velocity.min(self.most_velocity),
        );
        // Less is nothing, and would make the slope no number.
        if load < NO_LOAD {
            return FrictionCoefficient::default();
        }
        if velocity == 0.0 {
            return capped;
        }
        let value = self.scale * (load / velocity).powf(self.exponent);
        if value >= self.static_coefficient {
            return capped;
        }
        let slope = self.exponent * value;
        FrictionCoefficient {
            value,
            by_force: if is_light { 0.0 } else { slope / force },
            by_velocity: if is_fast { 0.0 } else { -slope / speed },
        }
    }
}
