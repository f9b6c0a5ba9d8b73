//! Viscosity of an oil over temperature, from two points or from its grade and viscosity index. \[theory:planar-contact\] (35)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | T | `temperature` | K |
//! | ν, η | kinematic and dynamic viscosity | m²/s, Pa s |
//! | A, B | constants of lg lg(ν + 0.7) = A − B lg T, ν in mm²/s | |
//! | ρ | density, ρ_15 (1 − 0.0007 (T − 288.15)) | kg/m³ |
//!
//! # References
//! \[astm-d341\] for the law, \[iso3448\] for grades, \[iso2909\] for the index.

mod viscosity_index;

use crate::LawError;
use crate::error::positive;
use viscosity_index::viscosity_at_100;

/// Added to ν in mm²/s. \[astm-d341\]
const SHIFT: f64 = 0.7;
/// Temperature at which grades are named (K).
const GRADE_TEMPERATURE: f64 = 313.15;
/// Second temperature of the viscosity index (K).
const INDEX_TEMPERATURE: f64 = 373.15;
/// Temperature of the density (K) and its fall per kelvin, which mineral oils share.
const DENSITY_TEMPERATURE: f64 = 288.15;
const EXPANSION: f64 = 7e-4;
/// Where oils of gears are liquids (K).
const LIQUID: std::ops::RangeInclusive<f64> = 150.0..=600.0;

/// An oil whose viscosity follows the law of Walther.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Oil {
    /// lg lg(ν + 0.7) and lg T of the first point.
    origin: [f64; 2],
    /// B.
    slope: f64,
    /// ρ_15 (kg/m³).
    density: f64,
}

/// A temperature (K) and the kinematic viscosity there (m²/s).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViscosityPoint {
    /// T (K).
    pub temperature: f64,
    /// ν (m²/s).
    pub viscosity: f64,
}

impl Oil {
    /// Through two points, with the density at 15 °C (kg/m³).
    pub fn from_points(points: [ViscosityPoint; 2], density: f64) -> Result<Self, LawError> {
        positive("density", density)?;
        let mut logs = [[0.0; 2]; 2];
        for (log, point) in logs.iter_mut().zip(points) {
            positive("temperature", point.temperature)?;
            positive("kinematic viscosity", point.viscosity)?;
            let square_millimetres = 1e6 * point.viscosity;
            if square_millimetres + SHIFT <= 1.0 {
                return Err(LawError::Value {
                    key: "kinematic viscosity",
                    value: point.viscosity,
                    allowed: "more than 3e-7 m2/s (0.3 mm2/s), where the law of oils ends",
                });
            }
            *log = [
                (square_millimetres + SHIFT).log10().log10(),
                point.temperature.log10(),
            ];
        }
        let [[y_1, x_1], [y_2, x_2]] = logs;
        let slope = (y_1 - y_2) / (x_2 - x_1);
        if !(slope.is_finite() && slope > 0.0) {
            return Err(LawError::Viscosity {
                temperatures: points.map(|p| p.temperature),
                viscosities: points.map(|p| p.viscosity),
            });
        }
        Ok(Self {
            origin: [y_1, x_1],
            slope,
            density,
        })
    }

    /// Of a grade of ISO 3448, its number being ν at 40 °C in mm²/s, with a viscosity index and the density at 15 °C (kg/m³).
    pub fn from_grade(grade: f64, viscosity_index: f64, density: f64) -> Result<Self, LawError> {
        let at_100 = viscosity_at_100(grade, viscosity_index)?;
        let points = [(GRADE_TEMPERATURE, grade), (INDEX_TEMPERATURE, at_100)];
        let points = points.map(|(temperature, square_millimetres)| ViscosityPoint {
            temperature,
            viscosity: 1e-6 * square_millimetres,
        });
        Self::from_points(points, density)
    }

    /// ν (m²/s) at a temperature (K). \[theory:planar-contact\] (35)
    pub fn kinematic_viscosity(&self, temperature: f64) -> Result<f64, LawError> {
        if !LIQUID.contains(&temperature) {
            return Err(LawError::Value {
                key: "temperature",
                value: temperature,
                allowed: "150 K to 600 K: where oils are liquids",
            });
        }
        let y = self.origin[0] + self.slope * (self.origin[1] - temperature.log10());
        let viscosity = 1e-6 * (10f64.powf(10f64.powf(y)) - SHIFT);
        if viscosity.is_finite() {
            Ok(viscosity)
        } else {
            Err(LawError::Value {
                key: "temperature",
                value: temperature,
                allowed: "a higher one: this oil is far from liquid there",
            })
        }
    }

    /// η (Pa s) at a temperature (K).
    pub fn dynamic_viscosity(&self, temperature: f64) -> Result<f64, LawError> {
        let density = self.density * (1.0 - EXPANSION * (temperature - DENSITY_TEMPERATURE));
        Ok(density * self.kinematic_viscosity(temperature)?)
    }
}

#[cfg(test)]
mod tests;
