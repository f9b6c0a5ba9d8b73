//! Cross-sections of beams. \[theory:shafts\] (1)-(4)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | A | `area` | m² |
//! | I_y, I_z | `moment_y`, `moment_z`: ∫z² dA, ∫y² dA | m⁴ |
//! | J | `torsion_constant`: torque over G and twist per length | m⁴ |
//! | κ_y, κ_z | `shear_y`, `shear_z`: share of the area that bears a shear force along y, z | 1 |
//!
//! x is the axis of the beam, y and z are the principal axes of the section.

use std::f64::consts::PI;

use crate::Error;

/// Below this the mass of a beam, corrected for shear, could become negative. \[theory:shafts\] (17)
const LEAST_SHEAR: f64 = 0.05;

/// What a cross-section has to do with deflections.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section {
    /// Area (m²).
    pub area: f64,
    /// Second moment of area about y (m⁴).
    pub moment_y: f64,
    /// Second moment of area about z (m⁴).
    pub moment_z: f64,
    /// Torsion constant (m⁴).
    pub torsion_constant: f64,
    /// Shear factor of forces along y.
    pub shear_y: f64,
    /// Shear factor of forces along z.
    pub shear_z: f64,
}

impl Section {
    /// A ring, or a full circle with an inner diameter of zero. The shear factor is Cowper's for Poisson's ratio ν.
    /// \[cowper1966\]
    pub fn circle(outer_diameter: f64, inner_diameter: f64, poisson_ratio: f64) -> Self {
        let (d, nu) = (outer_diameter, poisson_ratio);
        let share = inner_diameter / d;
        let square = share * share;
        let moment = PI / 64.0 * d.powi(4) * (1.0 - square * square);
        // [cowper1966] hollow circle; 6 (1 + ν)/(7 + 6 ν) where nothing is hollow
        let sum = (1.0 + square).powi(2);
        let shear = 6.0 * (1.0 + nu) * sum / ((7.0 + 6.0 * nu) * sum + (20.0 + 12.0 * nu) * square);
        Self {
            area: PI / 4.0 * d * d * (1.0 - square),
            moment_y: moment,
            moment_z: moment,
            torsion_constant: 2.0 * moment,
            shear_y: shear,
            shear_z: shear,
        }
    }

    /// A rectangle, `width` along y and `height` along z. The shear factor is Cowper's, torsion Saint-Venant's.
    /// \[cowper1966\]
    pub fn rectangle(width: f64, height: f64, poisson_ratio: f64) -> Self {
        let nu = poisson_ratio;
        // [cowper1966] rectangle
        let shear = 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
        Self {
            area: width * height,
            moment_y: width * height.powi(3) / 12.0,
            moment_z: height * width.powi(3) / 12.0,
            torsion_constant: rectangle_torsion(width.max(height), width.min(height)),
            shear_y: shear,
            shear_z: shear,
        }
    }

    /// ∫(y² + z²) dA (m⁴), the inertia about x for each unit of density and length.
    pub fn polar_moment(&self) -> f64 {
        self.moment_y + self.moment_z
    }

    /// Refuses numbers that no section has; `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        let values = [
            ("area", self.area),
            ("moment_y", self.moment_y),
            ("moment_z", self.moment_z),
            ("torsion_constant", self.torsion_constant),
        ];
        let wrong = |key, value, allowed| Error::Value {
            of: of.to_owned(),
            key,
            value,
            allowed,
        };
        if let Some(&(key, value)) = values.iter().find(|(_, v)| !(*v > 0.0 && v.is_finite())) {
            return Err(wrong(key, value, "above 0"));
        }
        let factors = [("shear_y", self.shear_y), ("shear_z", self.shear_z)];
        match factors
            .iter()
            .find(|(_, v)| !(LEAST_SHEAR..=2.0).contains(v))
        {
            Some(&(key, value)) => Err(wrong(
                key,
                value,
                "between 0.05 and 2; that of a full section is 0.8 to 0.9",
            )),
            None => Ok(()),
        }
    }
}

/// Saint-Venant's series for a rectangle with sides a ≥ b. \[theory:shafts\] (4)
fn rectangle_torsion(a: f64, b: f64) -> f64 {
    // Terms fall with n⁻⁵: beyond n = 99 their sum is below 10⁻⁹ of the whole.
    let series: f64 = (1..100)
        .step_by(2)
        .map(|n| {
            let n = f64::from(n);
            (0.5 * n * PI * a / b).tanh() / n.powi(5)
        })
        .sum();
    a * b.powi(3) * (1.0 / 3.0 - 64.0 / PI.powi(5) * b / a * series)
}

/// The section along a beam.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Profile {
    /// The same everywhere.
    Uniform(Section),
    /// A ring whose diameters (m) change linearly from the first end to the second.
    Cone {
        /// Outer diameters.
        outer_diameters: [f64; 2],
        /// Inner diameters, zero where it is full.
        inner_diameters: [f64; 2],
    },
}

impl Profile {
    /// The section at a share of the length between 0 and 1.
    pub fn section(&self, share: f64, poisson_ratio: f64) -> Section {
        let at = |[first, second]: [f64; 2]| first + share * (second - first);
        match *self {
            Self::Uniform(section) => section,
            Self::Cone {
                outer_diameters,
                inner_diameters,
            } => Section::circle(at(outer_diameters), at(inner_diameters), poisson_ratio),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Full circle as limit of the ring; a thin ring bears half of what a plate would: κ = 2 (1 + ν)/(4 + 3 ν).
    #[test]
    fn circles() {
        let nu = 0.3;
        let full = Section::circle(0.05, 0.0, nu);
        assert!((full.shear_y - 6.0 * 1.3 / 8.8).abs() < 1e-15);
        assert!((full.area - 1.963_495_408_493_62e-3).abs() < 1e-17);
        assert!((full.moment_y - 3.067_961_575_771_282e-7).abs() < 1e-21);
        let thin = Section::circle(1.0, 1.0 - 1e-9, nu);
        // [cowper1966] thin tube
        assert!((thin.shear_z - 2.0 * 1.3 / (4.0 + 0.9)).abs() < 1e-8);
        let [r, t] = [0.5, 0.5e-9];
        assert!((thin.torsion_constant / (2.0 * PI * r * r * r * t) - 1.0).abs() < 1e-6);
    }

    /// Tabulated by [timoshenko-goodier] in the chapter on torsion: 0.1406, 0.196, 0.229, 0.312, 1/3 of a b³.
    #[test]
    fn torsion_of_rectangles() {
        for (ratio, share, digits) in [
            (1.0, 0.1406, 5e-5),
            (1.5, 0.196, 5e-4),
            (2.0, 0.229, 5e-4),
            (10.0, 0.312, 5e-4),
            (1e6, 1.0 / 3.0, 1e-6),
        ] {
            let section = Section::rectangle(0.02, 0.02 * ratio, 0.3);
            let found = section.torsion_constant / (ratio * 0.02f64.powi(4));
            assert!((found - share).abs() < digits, "{ratio}: {found}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for section in [
            Section::circle(0.05, 0.05, 0.3),
            Section::circle(f64::NAN, 0.0, 0.3),
            Section::rectangle(0.0, 1.0, 0.3),
        ] {
            assert!(section.check("s").is_err());
        }
    }
}
