//! A plain bearing as rotor dynamics knows it: stiffness and damping of the journal's two displacements, which may be coupled
//! across. \[theory:force-laws\] (36), (37)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | d, ḋ | displacement of b and its velocity, seen from a: x and y of a | m, m/s |
//! | K | `stiffness`: rows are forces along x and y, columns displacements | N/m |
//! | C | `damping`, in the same way | N s/m |
//! | k_z, c_z | `axial_stiffness`, `axial_damping` | N/m, N s/m |
//!
//! f = −K d − C ḋ. An oil film drags the journal sideways: K need not be symmetric. Its symmetric part stores ½ dᵀ K d; the other
//! part stores nothing, its power −ḋᵀ ½ (K − Kᵀ) d comes out of the turning shaft and is booked as supplied. The other part of C
//! does no work.

use crate::check;
use crate::{Error, Law, LawValue, RelativeMotion};

/// Springs and dampers across the axis, and along it. b may turn as it likes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlainBearing {
    /// Stiffness over the displacements along x and y of a.
    pub stiffness: [[f64; 2]; 2],
    /// Damping over their rates.
    pub damping: [[f64; 2]; 2],
    /// Stiffness along z of a.
    pub axial_stiffness: f64,
    /// Damping along it.
    pub axial_damping: f64,
}

/// Where an entry of a matrix stands.
const PLACES: [[&str; 2]; 2] = [["xx", "xy"], ["yx", "yy"]];

/// Share of the diagonal that rounding may take from a damping that is just not negative.
const ROUNDING: f64 = 1e-12;

impl PlainBearing {
    /// The same in all directions across the axis.
    pub fn isotropic(stiffness: f64, damping: f64) -> Self {
        Self {
            stiffness: [[stiffness, 0.0], [0.0, stiffness]],
            damping: [[damping, 0.0], [0.0, damping]],
            ..Self::default()
        }
    }

    /// Refuses what no bearing has: numbers that are not finite, damping that feeds. `of` is how it is called.
    pub fn check(&self, of: &str) -> Result<(), Error> {
        let wrong = |key, [i, j]: [usize; 2], value, allowed| {
            Err(Error::Entry {
                of: of.to_owned(),
                key,
                place: PLACES[i][j].to_owned(),
                value,
                allowed,
            })
        };
        for (key, matrix) in [("stiffness", &self.stiffness), ("damping", &self.damping)] {
            for (i, row) in matrix.iter().enumerate() {
                if let Some(j) = row.iter().position(|entry| !entry.is_finite()) {
                    return wrong(key, [i, j], row[j], "a finite number");
                }
            }
        }
        let [[xx, xy], [yx, yy]] = self.damping;
        for (i, value) in [xx, yy].into_iter().enumerate() {
            if value < 0.0 {
                let allowed = "0 or larger: it would feed the motion instead of damping it";
                return wrong("damping", [i, i], value, allowed);
            }
        }
        let mean = 0.5 * (xy + yx);
        if mean * mean > xx * yy * (1.0 + ROUNDING) {
            let allowed = "such that (xy + yx)/2 is at most the square root of xx yy: it would feed the motion";
            return wrong("damping", [0, 1], xy, allowed);
        }
        check::not_negative(
            of,
            &[
                ("axial_stiffness", self.axial_stiffness),
                ("axial_damping", self.axial_damping),
            ],
        )
    }
}

impl Law for PlainBearing {
    fn evaluate(&self, motion: &RelativeMotion, _: f64, _: f64) -> LawValue {
        let (d, v) = (&motion.displacement, &motion.velocity);
        let mut value = LawValue::default();
        let (k, c) = (&self.stiffness, &self.damping);
        for i in 0..2 {
            for j in 0..2 {
                value.force[i] -= k[i][j] * d[j] + c[i][j] * v[j];
                value.stiffness[i][j] = k[i][j];
                value.damping[i][j] = c[i][j];
                value.potential += 0.5 * k[i][j] * d[i] * d[j];
                value.dissipated += c[i][j] * v[i] * v[j];
                // [theory:force-laws] (37)
                value.supplied -= 0.5 * (k[i][j] - k[j][i]) * v[i] * d[j];
            }
        }
        value.force[2] = -self.axial_stiffness * d[2] - self.axial_damping * v[2];
        value.stiffness[2][2] = self.axial_stiffness;
        value.damping[2][2] = self.axial_damping;
        value.potential += 0.5 * self.axial_stiffness * d[2] * d[2];
        value.dissipated += self.axial_damping * v[2] * v[2];
        // A direction without damping may round to a little less than nothing.
        value.dissipated = value.dissipated.max(0.0);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::force::testing::moving;

    /// A journal on a circle of radius r turning with Ω: the cross-coupling q = k_xy = −k_yx brings in q Ω r², forwards positive.
    #[test]
    fn cross_coupling_feeds_forward_whirl() {
        let (q, r, speed) = (3e6, 2e-5, 150.0);
        let bearing = PlainBearing {
            stiffness: [[1e7, q], [-q, 1e7]],
            ..PlainBearing::default()
        };
        for sign in [1.0, -1.0] {
            let velocity = [0.0, sign * speed * r, 0.0, 0.0, 0.0, 0.0];
            let value = bearing.evaluate(&moving([r, 0.0, 0.0], [0.0; 3], velocity), 0.0, 0.0);
            let expected = sign * q * speed * r * r;
            assert!((value.supplied - expected).abs() < 1e-12 * expected.abs());
            assert!((value.potential - 0.5 * 1e7 * r * r).abs() < 1e-18);
        }
    }

    #[test]
    fn what_feeds_is_refused() {
        let sound = PlainBearing::isotropic(1e8, 1e3);
        assert!(sound.check("b").is_ok());
        let with = |damping| PlainBearing { damping, ..sound };
        assert!(with([[1.0, 3.0], [-3.0, 1.0]]).check("b").is_ok());
        assert!(with([[1.0, 3.0], [3.0, 1.0]]).check("b").is_err());
        assert!(with([[-1.0, 0.0], [0.0, 1.0]]).check("b").is_err());
        let stiffness = [[f64::NAN, 0.0], [0.0, 1.0]];
        assert!(PlainBearing { stiffness, ..sound }.check("b").is_err());
        let axial_stiffness = -1.0;
        let refused = PlainBearing {
            axial_stiffness,
            ..sound
        };
        assert!(refused.check("b").is_err());
    }
}
