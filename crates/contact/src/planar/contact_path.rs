//! Where on the line of action teeth touch. \[theory:planar-contact\] (5), (6)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | ζ | distance of a contact from the pitch point, towards the force on b | m |
//! | ζ_1 | `start`: the tip of b, met first where a drives | m |
//! | ζ_2 | `end`: the tip of a | m |
//!
//! # References
//! \[linden\] figures 2 and 4: points T1, A, P, B, T2.

use pitchline_geometry::GearPair;

use super::PlanarPair;
use crate::LawError;
use crate::error::positive;

/// The part of the line of action on which teeth touch, alike for both flanks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPath {
    start: f64,
    end: f64,
}

impl ContactPath {
    /// From the tip radii of a and b (m), or by how much contact would leave the involutes.
    pub fn from_tips(pair: &PlanarPair, tip_radii: [f64; 2]) -> Result<Self, LawError> {
        let curvatures = pair.pitch_curvatures();
        let mut tips = [0.0; 2];
        for (i, key) in ["tip_radius of a", "tip_radius of b"]
            .into_iter()
            .enumerate()
        {
            positive(key, tip_radii[i])?;
            let base = pair.base_radii()[i].abs();
            if tip_radii[i] < base {
                return Err(LawError::TipBelowBase {
                    key,
                    tip: tip_radii[i],
                    base,
                });
            }
            let to_tip = (tip_radii[i].powi(2) - base * base).sqrt();
            tips[i] = to_tip.copysign(curvatures[i]) - curvatures[i];
        }
        // d_A = ζ + T1P and d_B = PT2 − ζ: the tip of b is where contact starts.
        let path = Self {
            start: -tips[1],
            end: tips[0],
        };
        if path.length() <= 0.0 {
            return Err(LawError::NoContact {
                gap: -path.length(),
            });
        }
        path.check_involutes(curvatures)?;
        Ok(path)
    }

    #[cfg(test)]
    pub(super) fn between(start: f64, end: f64) -> Self {
        Self { start, end }
    }

    /// Of two cylindrical gears.
    pub fn of_pair(pair: &GearPair) -> Self {
        let [a, c, e] = [&pair.path.a, &pair.path.c, &pair.path.e].map(|point| point.distance);
        let onwards = (e - a).signum();
        Self {
            start: onwards * (a - c),
            end: onwards * (e - c),
        }
    }

    /// ζ_1 (m): where the tip of b touches; negative where it lies before the pitch point.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// ζ_2 (m): where the tip of a touches.
    pub fn end(&self) -> f64 {
        self.end
    }

    /// Length of the path (m).
    pub fn length(&self) -> f64 {
        self.end - self.start
    }

    /// Transverse contact ratio ε_α.
    pub fn contact_ratio(&self, pair: &PlanarPair) -> f64 {
        self.length() / pair.base_pitch()
    }

    /// Contact must stay on the side of the base tangent point on which an external wheel has its involute; a ring's lies farther off.
    fn check_involutes(&self, [to_pitch, from_pitch]: [f64; 2]) -> Result<(), LawError> {
        let [before, beyond] = [-(self.start + to_pitch), self.end - from_pitch];
        if to_pitch > 0.0 && before > 0.0 {
            return Err(LawError::ContactOutside {
                wheel: "b",
                point: "T1",
                mate: "a",
                by: before,
            });
        }
        if from_pitch > 0.0 && beyond > 0.0 {
            return Err(LawError::ContactOutside {
                wheel: "a",
                point: "T2",
                mate: "b",
                by: beyond,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
