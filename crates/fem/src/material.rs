//! An isotropic, linear elastic solid.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | E | `youngs_modulus` | Pa |
//! | ν | `poisson_ratio` | 1 |
//! | ρ | `density` | kg/m³ |
//! | λ, μ | `lame` | Pa |

use crate::Error;

/// Strains xx, yy, zz, xy, yz, zx; the last three are engineering shears, twice the tensor's entries.
pub type Strain = [f64; 6];

/// Stresses xx, yy, zz, xy, yz, zx (Pa).
pub type Stress = [f64; 6];

/// What a body is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// Young's modulus (Pa).
    pub youngs_modulus: f64,
    /// Poisson's ratio.
    pub poisson_ratio: f64,
    /// Density (kg/m³).
    pub density: f64,
}

impl Material {
    /// Is it a solid with positive energy in every strain?
    pub fn check(&self) -> Result<(), Error> {
        let Self {
            youngs_modulus,
            poisson_ratio,
            density,
        } = *self;
        let wrong = |key, value, allowed| Error::Material {
            key,
            value,
            allowed,
        };
        if !(youngs_modulus > 0.0 && youngs_modulus.is_finite()) {
            return Err(wrong("youngs_modulus", youngs_modulus, "above 0 Pa"));
        }
        if !(poisson_ratio > -1.0 && poisson_ratio < 0.5) {
            return Err(wrong(
                "poisson_ratio",
                poisson_ratio,
                "above -1 and below 0.5",
            ));
        }
        if !(density > 0.0 && density.is_finite()) {
            return Err(wrong("density", density, "above 0 kg/m³"));
        }
        Ok(())
    }

    /// λ and μ of Lamé (Pa). \[theory:finite-elements\] (2)
    pub fn lame(&self) -> (f64, f64) {
        let (e, nu) = (self.youngs_modulus, self.poisson_ratio);
        let mu = e / (2.0 * (1.0 + nu));
        (2.0 * mu * nu / (1.0 - 2.0 * nu), mu)
    }

    /// Hooke's law. \[theory:finite-elements\] (1)
    pub fn stress(&self, strain: &Strain) -> Stress {
        hooke(self.lame(), strain)
    }
}

/// σ = λ tr(ε) 1 + 2 μ ε, with engineering shears.
pub(crate) fn hooke((lambda, mu): (f64, f64), strain: &Strain) -> Stress {
    let pressure = lambda * (strain[0] + strain[1] + strain[2]);
    [
        pressure + 2.0 * mu * strain[0],
        pressure + 2.0 * mu * strain[1],
        pressure + 2.0 * mu * strain[2],
        mu * strain[3],
        mu * strain[4],
        mu * strain[5],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniaxial_stress_has_the_strains_of_its_definition() {
        let steel = Material {
            youngs_modulus: 210e9,
            poisson_ratio: 0.3,
            density: 7850.0,
        };
        let stress = steel.stress(&[1e-3, -3e-4, -3e-4, 0.0, 0.0, 0.0]);
        assert!((stress[0] - 210e6).abs() < 1.0, "{stress:?}");
        assert!(stress[1].abs() < 1.0 && stress[2].abs() < 1.0);
    }

    #[test]
    fn solids_without_positive_energy_are_refused() {
        let steel = Material {
            youngs_modulus: 210e9,
            poisson_ratio: 0.3,
            density: 7850.0,
        };
        assert!(steel.check().is_ok());
        for (key, bad) in [
            (
                "youngs_modulus",
                Material {
                    youngs_modulus: 0.0,
                    ..steel
                },
            ),
            (
                "poisson_ratio",
                Material {
                    poisson_ratio: 0.5,
                    ..steel
                },
            ),
            (
                "poisson_ratio",
                Material {
                    poisson_ratio: f64::NAN,
                    ..steel
                },
            ),
            (
                "density",
                Material {
                    density: -1.0,
                    ..steel
                },
            ),
        ] {
            let message = bad.check().unwrap_err().to_string();
            assert!(message.contains(key), "{message}");
        }
    }
}
