//! Bevel gears: two cones with one apex, straight or spiral teeth.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{PitchGear, PitchPair};
use crate::{Error, Hand};

/// What a designer knows of a bevel pair; two of a thing are of gear a and gear b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BevelData {
    /// Numbers of teeth.
    pub teeth: [u32; 2],
    /// Outer transverse module m_et (m).
    pub module: f64,
    /// Angle between the shafts Σ, each seen from the common apex to its gear (rad).
    pub shaft_angle: f64,
    /// Mean spiral angle β_m (rad), never negative; 0 for straight teeth.
    pub spiral_angle: f64,
    /// Hands of the spirals; without meaning when the spiral angle is zero.
    pub hands: [Hand; 2],
    /// Common face width b along the cone (m).
    pub face_width: f64,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
}

impl BevelData {
    /// The pitch cones at the middle of the face width.
    pub fn build(&self) -> Result<PitchPair, Error> {
        if self.spiral_angle > 0.0 && self.hands[0] == self.hands[1] {
            return Err(Error::WrongSpiralHands);
        }
        check_shaft_angle(self.shaft_angle)?;
        let cone_angles = self.cone_angles();
        if cone_angles.iter().any(|angle| *angle > FRAC_PI_2 + 1e-12) {
            let [few, many] = [
                self.teeth[0].min(self.teeth[1]),
                self.teeth[0].max(self.teeth[1]),
            ];
            return Err(Error::ConeOpensBackwards {
                shaft_angle: self.shaft_angle,
                // At this angle the cone of the wheel is flat: cos Σ = −z1/z2.
                largest: (-f64::from(few) / f64::from(many)).acos(),
            });
        }
        let outer = self.outer_cone_distance();
        // Beyond half of the cone distance nothing sensible is left of the teeth at the inner end.
        let largest = 0.5 * outer;
        if self.face_width > largest {
            return Err(Error::FaceTooWide {
                face_width: self.face_width,
                cone_distance: outer,
                largest,
            });
        }
        let mean = outer - 0.5 * self.face_width;
        let gear = |i: usize| {
            let cone_angle = cone_angles[i];
            PitchGear {
                teeth: self.teeth[i],
                radius: mean * cone_angle.sin(),
                cone_angle,
                helix_angle: PitchGear::signed_helix(self.spiral_angle, self.hands[i], cone_angle),
            }
        };
        Ok(PitchPair {
            a: gear(0),
            b: gear(1),
            pressure_angle: self.pressure_angle,
        })
    }

    /// Cone angles of a and b (rad): tan γ_A = sin Σ / (z_B/z_A + cos Σ), and γ_A + γ_B = Σ.
    pub fn cone_angles(&self) -> [f64; 2] {
        let [z_a, z_b] = self.teeth.map(f64::from);
        let (sin, cos) = self.shaft_angle.sin_cos();
        // [theory:pitch-geometry] (14)
        let a = (z_a * sin).atan2(z_b + z_a * cos);
        [a, self.shaft_angle - a]
    }

    /// Outer pitch diameters d_e = m_et z (m).
    pub fn outer_diameters(&self) -> [f64; 2] {
        self.teeth.map(|teeth| self.module * f64::from(teeth))
    }

    /// Outer cone distance R_e (m).
    pub fn outer_cone_distance(&self) -> f64 {
        0.5 * self.outer_diameters()[0] / self.cone_angles()[0].sin()
    }
}

/// Shafts that are nearly in line belong to other gears.
pub(super) fn check_shaft_angle(shaft_angle: f64) -> Result<(), Error> {
    let least = 1f64.to_radians();
    if (least..=PI - least).contains(&shaft_angle) {
        Ok(())
    } else {
        Err(Error::NoShaftAngle { shaft_angle })
    }
}
