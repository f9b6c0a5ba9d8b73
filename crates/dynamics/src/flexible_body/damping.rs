//! Damping of modes. \[theory:flexible-bodies\] (18)

use super::FlexibleBodyError;
use crate::Error;

/// How the modes of a body are damped. Rigid motions of the body are never damped.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ModalDamping {
    /// Not at all.
    #[default]
    None,
    /// One ratio ζ of critical damping for all modes: 2 ζ ω.
    Ratio(f64),
    /// Ratios over frequency (Hz), ascending: linear between, held outside.
    Table(Vec<[f64; 2]>),
    /// `mass` (1/s) + `stiffness` (s) · ω²: proportional to the matrices.
    Proportional {
        /// Factor of the mass matrix (1/s).
        mass: f64,
        /// Factor of the stiffness matrix (s).
        stiffness: f64,
    },
}

impl ModalDamping {
    /// Damping (1/s) of a mode of mass one with the circular frequency ω (rad/s).
    pub fn of(&self, frequency: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Ratio(ratio) => 2.0 * ratio * frequency,
            Self::Table(table) => {
                let hertz = frequency / std::f64::consts::TAU;
                2.0 * interpolated(table, hertz) * frequency
            }
            Self::Proportional { mass, stiffness } => mass + stiffness * frequency * frequency,
        }
    }

    /// Refuses what is not finite, negative or out of order.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        let refused = |key, value, allowed| {
            Err(Error::Value {
                of: of.to_owned(),
                key,
                value,
                allowed,
            })
        };
        let numbers = match self {
            Self::None => Vec::new(),
            Self::Ratio(ratio) => vec![("damping ratio", *ratio)],
            Self::Table(table) => {
                if table.is_empty() {
                    return Err(FlexibleBodyError::Count {
                        what: "damping ratios over frequency",
                        given: 0,
                        needed: 1,
                    }
                    .into());
                }
                let pairs = table.windows(2);
                if let Some(pair) = pairs.into_iter().find(|p| p[0][0] >= p[1][0]) {
                    return refused(
                        "frequency of a damping ratio (Hz)",
                        pair[1][0],
                        "above the one before it",
                    );
                }
                let entries = table.iter().flat_map(|&[hertz, ratio]| {
                    [
                        ("frequency of a damping ratio (Hz)", hertz),
                        ("damping ratio", ratio),
                    ]
                });
                entries.collect()
            }
            Self::Proportional { mass, stiffness } => vec![
                ("damping by mass (1/s)", *mass),
                ("damping by stiffness (s)", *stiffness),
            ],
        };
        match numbers.iter().find(|(_, x)| !(x.is_finite() && *x >= 0.0)) {
            Some(&(key, value)) => refused(key, value, "finite and not negative"),
            None => Ok(()),
        }
    }
}

fn interpolated(table: &[[f64; 2]], at: f64) -> f64 {
    let after = table.partition_point(|p| p[0] <= at);
    let before = after.checked_sub(1).and_then(|i| table.get(i));
    match (before, table.get(after)) {
        (Some(a), Some(b)) => a[1] + (b[1] - a[1]) * (at - a[0]) / (b[0] - a[0]),
        (Some(one), None) | (None, Some(one)) => one[1],
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn ratios_are_those_of_critical_damping() {
        // q̈ + 2 ζ ω q̇ + ω² q = 0 is critical at ζ = 1.
        assert!((ModalDamping::Ratio(0.02).of(50.0) - 2.0).abs() < 1e-14);
        let table = ModalDamping::Table(vec![[10.0, 0.01], [20.0, 0.03]]);
        for (hertz, ratio) in [(5.0, 0.01), (10.0, 0.01), (15.0, 0.02), (30.0, 0.03)] {
            assert!((table.of(TAU * hertz) - 2.0 * ratio * TAU * hertz).abs() < 1e-12);
        }
        let both = ModalDamping::Proportional {
            mass: 3.0,
            stiffness: 1e-5,
        };
        assert!((both.of(100.0) - 3.1).abs() < 1e-14);
    }

    #[test]
    fn impossible_damping_is_refused() {
        let wrong = [
            ModalDamping::Ratio(-0.1),
            ModalDamping::Ratio(f64::NAN),
            ModalDamping::Table(Vec::new()),
            ModalDamping::Table(vec![[2.0, 0.1], [2.0, 0.2]]),
            ModalDamping::Table(vec![[f64::NAN, 0.1]]),
            ModalDamping::Proportional {
                mass: 0.0,
                stiffness: f64::INFINITY,
            },
        ];
        for damping in wrong {
            let message = damping.check("gear").unwrap_err().to_string();
            assert!(!message.is_empty(), "{damping:?}");
        }
    }
}
