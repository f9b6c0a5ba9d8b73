//! Hypoid gears: two cones that touch at a point, their axes at a distance.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | Σ | `shaft_angle` | rad |
//! | E | `offset` | m |
//! | ζ | `offset_angle`: between the generatrices in the common tangent plane | rad |
//! | γ1, γ2 | cone angles of pinion and wheel | rad |
//! | r1, r2 | radii at the contact point | m |
//! | t | `apex_beyond_crossing` | m |
//!
//! Shaft angle, offset, one spiral angle, the size of the wheel and the place of its apex fix the two cones:
//! [theory:pitch-geometry] (15) to (18), solved by one bisection inside another.

use std::f64::consts::FRAC_PI_2;

use super::bevel::check_shaft_angle;
use super::{PitchGear, PitchPair};
use crate::roots::bisect;
use crate::{Error, Hand};

/// The spiral angle that is given; the other one follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spiral {
    /// Mean spiral angle of the pinion (rad).
    Pinion(f64),
    /// Mean spiral angle of the wheel (rad).
    Wheel(f64),
}

/// What a designer knows of a hypoid pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HypoidData {
    /// Teeth of the pinion.
    pub pinion_teeth: u32,
    /// Teeth of the wheel, not less.
    pub wheel_teeth: u32,
    /// Angle between the shafts (rad).
    pub shaft_angle: f64,
    /// Distance of the shafts (m), positive: the pinion gets the larger spiral angle; its hand says to which side.
    pub offset: f64,
    /// Outer pitch diameter of the wheel d_e2 (m).
    pub wheel_outer_diameter: f64,
    /// Face width of the wheel b_2 (m); the contact point is in its middle.
    pub wheel_face_width: f64,
    /// The given spiral angle.
    pub spiral: Spiral,
    /// Hand of the pinion; the wheel has the other one.
    pub pinion_hand: Hand,
    /// Apex of the wheel's pitch cone beyond the crossing point (m); 0 puts it on the common perpendicular.
    pub apex_beyond_crossing: f64,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
}

/// A hypoid pair whose cones and spiral angles are known: shaft angle and offset follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HypoidCones {
    /// Teeth of pinion and wheel.
    pub teeth: [u32; 2],
    /// Pitch cone angles γ1, γ2 (rad).
    pub cone_angles: [f64; 2],
    /// Mean spiral angles (rad), unsigned.
    pub spiral_angles: [f64; 2],
    /// Hands; with equal ones the spiral angles add up to the offset angle ζ.
    pub hands: [Hand; 2],
    /// Outer pitch diameter of the wheel d_e2 (m).
    pub wheel_outer_diameter: f64,
    /// Face width of the wheel b_2 (m); the contact point is in its middle.
    pub wheel_face_width: f64,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
}

impl HypoidCones {
    /// The pitch cones; `a` is the pinion, `b` the wheel.
    pub fn build(&self) -> Result<PitchPair, Error> {
        check_face(self.wheel_face_width, self.wheel_outer_diameter)?;
        let wheel_cone = self.cone_angles[1];
        let wheel_radius =
            0.5 * (self.wheel_outer_diameter - self.wheel_face_width * wheel_cone.sin());
        let [pinion_teeth, wheel_teeth] = self.teeth.map(f64::from);
        let [pinion_cos, wheel_cos] = self.spiral_angles.map(f64::cos);
        // [theory:pitch-geometry] (15): both gears have one normal pitch.
        let pinion_radius = wheel_radius * pinion_teeth / wheel_teeth * wheel_cos / pinion_cos;
        let gear = |i: usize, radius: f64| {
            let cone_angle = self.cone_angles[i];
            PitchGear {
                teeth: self.teeth[i],
                radius,
                cone_angle,
                helix_angle: PitchGear::signed_helix(
                    self.spiral_angles[i],
                    self.hands[i],
                    cone_angle,
                ),
            }
        };
        let pair = PitchPair {
            a: gear(0, pinion_radius),
            b: gear(1, wheel_radius),
            pressure_angle: self.pressure_angle,
        };
        check_shaft_angle(pair.shaft_angle())?;
        Ok(pair)
    }
}

/// Refuses faces that reach too near to the apex.
fn check_face(face_width: f64, outer_diameter: f64) -> Result<(), Error> {
    let largest = 0.4 * outer_diameter;
    if face_width > largest {
        return Err(Error::FaceTooWide {
            face_width,
            cone_distance: 0.5 * outer_diameter,
            largest,
        });
    }
    Ok(())
}

/// The cones for one trial of the offset angle.
#[derive(Debug, Clone, Copy)]
struct Cones {
    cone_angle: [f64; 2],
    radius: [f64; 2],
    spiral: [f64; 2],
    offset: f64,
}

/// Steps of the search for the offset angle.
const STEPS: u32 = 240;
/// Largest spiral angle of a pinion (rad): beyond it the teeth are threads.
const STEEPEST: f64 = 1.396_263_401_595_463_6; // 80°

impl HypoidData {
    /// The pitch cones; `a` is the pinion, `b` the wheel.
    pub fn build(&self) -> Result<PitchPair, Error> {
        check_shaft_angle(self.shaft_angle)?;
        check_face(self.wheel_face_width, self.wheel_outer_diameter)?;
        self.check_cones()?;
        let cones = self.solve()?;
        let gear = |i: usize, teeth: u32, hand: Hand| PitchGear {
            teeth,
            radius: cones.radius[i],
            cone_angle: cones.cone_angle[i],
            helix_angle: PitchGear::signed_helix(cones.spiral[i], hand, cones.cone_angle[i]),
        };
        Ok(PitchPair {
            a: gear(0, self.pinion_teeth, self.pinion_hand),
            b: gear(1, self.wheel_teeth, !self.pinion_hand),
            pressure_angle: self.pressure_angle,
        })
    }

    /// Refuses what has no pitch cones even without an offset.
    fn check_cones(&self) -> Result<(), Error> {
        if self.cones(0.0).is_some() {
            return Ok(());
        }
        let flat = -f64::from(self.pinion_teeth) / f64::from(self.wheel_teeth);
        Err(if self.shaft_angle.cos() <= flat {
            Error::ConeOpensBackwards {
                shaft_angle: self.shaft_angle,
                largest: flat.acos(),
            }
        } else {
            Error::ApexOutOfReach {
                apex: self.apex_beyond_crossing,
            }
        })
    }

    /// The least offset angle that gives the offset, or the largest offset that there is.
    fn solve(&self) -> Result<Cones, Error> {
        let most = self.largest_offset_angle();
        let at = |i: u32| most * f64::from(i) / f64::from(STEPS);
        let too_much = |angle: f64| self.cones(angle).map(|cones| cones.offset - self.offset);
        let mut largest: f64 = 0.0;
        let mut before = None;
        for i in 0..=STEPS {
            let here = too_much(at(i));
            largest = largest.max(here.map_or(0.0, |excess| excess + self.offset));
            if let (Some(low), Some(high)) = (before, here)
                && low <= 0.0
                && high >= 0.0
            {
                let angle = bisect(at(i - 1), at(i), |angle| {
                    too_much(angle).unwrap_or(f64::NAN)
                });
                if let Some(cones) = angle.and_then(|angle| self.cones(angle)) {
                    return Ok(cones);
                }
            }
            before = here;
        }
        Err(Error::OffsetTooLarge {
            offset: self.offset,
            largest,
        })
    }

    /// The wheel's teeth must not lean to the other side, the pinion's not become threads.
    fn largest_offset_angle(&self) -> f64 {
        match self.spiral {
            Spiral::Pinion(angle) => angle,
            Spiral::Wheel(angle) => STEEPEST - angle,
        }
    }

    /// The cones whose generatrices make this angle, with the wheel's apex in its place; `None` where there are none.
    fn cones(&self, offset_angle: f64) -> Option<Cones> {
        let cos_shaft = self.shaft_angle.cos();
        // Up to here the pinion is a cone that opens outwards: [theory:pitch-geometry] (16) with γ1 = 0.
        let flat = if cos_shaft > 0.0 {
            let limit = cos_shaft / offset_angle.cos();
            if limit >= 1.0 {
                return None;
            }
            limit.acos()
        } else {
            FRAC_PI_2
        };
        let excess = |wheel_cone: f64| {
            self.with_cone(offset_angle, wheel_cone)
                .map_or(f64::NAN, |(_, apex)| apex - self.apex_beyond_crossing)
        };
        let margin = 1e-4 * flat;
        let cone = bisect(margin, flat - margin, excess)?;
        self.with_cone(offset_angle, cone).map(|(cones, _)| cones)
    }

    /// The cones for an offset angle and a cone angle of the wheel, with the place of the wheel's apex.
    fn with_cone(&self, offset_angle: f64, wheel_cone: f64) -> Option<(Cones, f64)> {
        let [pinion_spiral, wheel_spiral] = match self.spiral {
            Spiral::Pinion(angle) => [angle, angle - offset_angle],
            Spiral::Wheel(angle) => [angle + offset_angle, angle],
        };
        let (sin_2, cos_2) = wheel_cone.sin_cos();
        let (sin_shaft, cos_shaft) = self.shaft_angle.sin_cos();
        let (sin_offset, cos_offset) = offset_angle.sin_cos();
        // [theory:pitch-geometry] (16): cos γ1 cos γ2 cos ζ − sin γ1 sin γ2 = cos Σ
        let size = (cos_2 * cos_offset).hypot(sin_2);
        let ratio = cos_shaft / size;
        if ratio.abs() > 1.0 {
            return None;
        }
        let pinion_cone = ratio.acos() - sin_2.atan2(cos_2 * cos_offset);
        let (sin_1, cos_1) = pinion_cone.sin_cos();
        let r_2 = 0.5 * (self.wheel_outer_diameter - self.wheel_face_width * sin_2);
        // [theory:pitch-geometry] (15): both gears have one normal pitch.
        let r_1 = r_2 * f64::from(self.pinion_teeth) / f64::from(self.wheel_teeth)
            * wheel_spiral.cos()
            / pinion_spiral.cos();
        // [theory:pitch-geometry] (17)
        let offset = sin_offset * (r_1 * cos_2 + r_2 * cos_1) / sin_shaft;
        // [theory:pitch-geometry] (18)
        let z_21 = sin_1 * cos_2 * cos_offset + cos_1 * sin_2;
        let z_12 = cos_1 * sin_2 * cos_offset + sin_1 * cos_2;
        let mounting = (r_1 * z_21 + cos_shaft * r_2 * z_12) / sin_shaft.powi(2);
        let cones = Cones {
            cone_angle: [pinion_cone, wheel_cone],
            radius: [r_1, r_2],
            spiral: [pinion_spiral, wheel_spiral],
            offset,
        };
        Some((cones, r_2 * cos_2 / sin_2 - mounting))
    }
}
