//! Two wheels on the plane of their rotation, and how they move through the mesh. \[theory:planar-contact\] (1)-(4)
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | r_A, ρ_B | `radii`: pitch radii, that of b negative where the pair is internal | m |
//! | l_A, l_B | `base_radii`, with the same signs | m |
//! | m | `side`: 1, and −1 where a is the ring | |
//! | α, β_b | `pressure_angle`, `base_helix_angle` | rad |
//! | p, p_b | `pitch`, `base_pitch` | m |
//! | Δ, x | deflection and mesh distance, both on the pitch circles: `by_turns` | m |
//! | w | `relative_curvature` 1/r_A + 1/ρ_B | 1/m |
//!
//! # References
//! \[linden\] (7)-(11).

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use pitchline_geometry::{GearKind, GearPair};

use crate::LawError;
use crate::error::positive;

/// Relative difference of pitch radii per tooth that is rounding, not another pair.
const SAME_PITCH: f64 = 1e-6;

/// Which of the wheels is a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanarKind {
    /// Neither.
    External,
    /// Wheel b is a ring around a.
    RingB,
    /// Wheel a is a ring around b.
    RingA,
}

/// What is given of a pair; index 0 of an array is wheel a, 1 is b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarPairData {
    /// Which of the wheels is a ring.
    pub kind: PlanarKind,
    /// Numbers of teeth.
    pub teeth: [u32; 2],
    /// Working pitch radii (m), both positive.
    pub pitch_radii: [f64; 2],
    /// Working transverse pressure angle α (rad).
    pub pressure_angle: f64,
    /// Helix angle β_b on the base cylinders (rad); 0 for spur gears.
    pub base_helix_angle: f64,
}

/// A pair that can mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanarPair {
    data: PlanarPairData,
    /// Sine and cosine of the pressure angle: asked for at every evaluation.
    sin_cos: [f64; 2],
}

impl PlanarPairData {
    /// The pair, or why these wheels do not mesh.
    pub fn build(self) -> Result<PlanarPair, LawError> {
        for (key, radius) in ["pitch_radius of a", "pitch_radius of b"]
            .into_iter()
            .zip(self.pitch_radii)
        {
            positive(key, radius)?;
        }
        for (key, teeth) in ["teeth of a", "teeth of b"].into_iter().zip(self.teeth) {
            if teeth == 0 {
                return Err(LawError::Value {
                    key,
                    value: 0.0,
                    allowed: "1 or more",
                });
            }
        }
        angle(
            "pressure_angle",
            self.pressure_angle,
            self.pressure_angle > 0.0,
            "an angle between 0 and 90 degrees",
        )?;
        angle(
            "base_helix_angle",
            self.base_helix_angle,
            self.base_helix_angle >= 0.0,
            "an angle from 0 to below 90 degrees",
        )?;
        self.check_ratio()?;
        let (sin, cos) = self.pressure_angle.sin_cos();
        Ok(PlanarPair {
            data: self,
            sin_cos: [sin, cos],
        })
    }

    /// Both wheels have one pitch, and a ring is larger than what runs in it.
    fn check_ratio(&self) -> Result<(), LawError> {
        let [a, b] = self.pitch_radii;
        let [z_a, z_b] = self.teeth.map(f64::from);
        let same = a / z_a * z_b;
        if (b / same - 1.0).abs() > SAME_PITCH {
            return Err(LawError::PitchRadii {
                radius_a: a,
                radius_b: b,
                teeth: self.teeth,
                same_pitch: same,
            });
        }
        let (key, ring, wheel) = match self.kind {
            PlanarKind::External => return Ok(()),
            PlanarKind::RingB => ("teeth of b", z_b, z_a),
            PlanarKind::RingA => ("teeth of a", z_a, z_b),
        };
        if ring <= wheel {
            let allowed = "more than the teeth of the wheel that runs in this ring";
            return Err(LawError::Value {
                key,
                value: ring,
                allowed,
            });
        }
        Ok(())
    }
}

impl PlanarPair {
    /// Of two cylindrical gears; `None` for a rack, which has no pitch circle.
    pub fn of_pair(pair: &GearPair) -> Option<Self> {
        let [Some(a), Some(b)] = pair.working_radius else {
            return None;
        };
        let [data_a, data_b] = [pair.a.data(), pair.b.data()];
        let kind = match (data_a.kind, data_b.kind) {
            (GearKind::Internal, _) => PlanarKind::RingA,
            (_, GearKind::Internal) => PlanarKind::RingB,
            _ => PlanarKind::External,
        };
        let data = PlanarPairData {
            kind,
            teeth: [data_a.teeth, data_b.teeth],
            pitch_radii: [a, b],
            pressure_angle: pair.working_pressure_angle,
            base_helix_angle: data_a.system.base_helix_angle(),
        };
        // A pair of gears has passed stricter checks than ours.
        data.build().ok()
    }

    /// What was given.
    pub fn data(&self) -> &PlanarPairData {
        &self.data
    }

    /// Pitch radii r_A and ρ_B (m): that of b is negative in an internal pair.
    pub fn radii(&self) -> [f64; 2] {
        let [a, b] = self.data.pitch_radii;
        match self.data.kind {
            PlanarKind::External => [a, b],
            PlanarKind::RingA | PlanarKind::RingB => [a, -b],
        }
    }

    /// Sine and cosine of the pressure angle.
    pub fn sin_cos(&self) -> [f64; 2] {
        self.sin_cos
    }

    /// Base radii l_A and l_B (m), with the signs of the pitch radii: arms of the normal force.
    pub fn base_radii(&self) -> [f64; 2] {
        let [_, cos] = self.sin_cos;
        self.radii().map(|radius| radius * cos)
    }

    /// Way from the axis of a to that of b, along the line from the axis of a to the pitch point (m): negative where b is a ring.
    pub fn center_distance(&self) -> f64 {
        let [a, b] = self.radii();
        a + b
    }

    /// m: 1, or −1 where a is the ring. Teeth of a point along the line of centres times m.
    pub fn side(&self) -> f64 {
        if self.data.kind == PlanarKind::RingA {
            -1.0
        } else {
            1.0
        }
    }

    /// w = 1/r_A + 1/ρ_B (1/m): turning of a against b per way through the mesh. It has the sign of m.
    pub fn relative_curvature(&self) -> f64 {
        let [a, b] = self.radii();
        1.0 / a + 1.0 / b
    }

    /// Transverse pitch p on the pitch circles (m).
    pub fn pitch(&self) -> f64 {
        TAU * self.data.pitch_radii[0] / f64::from(self.data.teeth[0])
    }

    /// Base pitch p_b (m).
    pub fn base_pitch(&self) -> f64 {
        self.pitch() * self.sin_cos[1]
    }

    /// Factors of the turns of a and b against the carrier in Δ = x_A − x_B, which is positive where the right flanks of a are pressed, and
    /// in x = (x_A + x_B)/2, what passes the pitch point (m/rad). \[linden\] (7)-(11)
    pub fn by_turns(&self) -> [[f64; 2]; 2] {
        let [r_a, r_b] = self.radii();
        [[r_a, r_b], [0.5 * r_a, -0.5 * r_b]]
    }

    /// Mesh cycles of a mesh distance: teeth that have passed (`sign:cycle`).
    pub fn cycles(&self, distance: f64) -> f64 {
        distance / self.pitch()
    }

    /// Ways T1P and PT2 along the line of action, signed: radii of curvature of both flanks at the pitch point (m).
    pub fn pitch_curvatures(&self) -> [f64; 2] {
        let sin = self.side() * self.sin_cos[0];
        self.radii().map(|radius| radius * sin)
    }
}

fn angle(
    key: &'static str,
    value: f64,
    is_allowed: bool,
    allowed: &'static str,
) -> Result<(), LawError> {
    if is_allowed && value < FRAC_PI_2 {
        Ok(())
    } else {
        Err(LawError::Angle {
            key,
            degrees: value * 180.0 / PI,
            allowed,
        })
    }
}

#[cfg(test)]
mod tests;
