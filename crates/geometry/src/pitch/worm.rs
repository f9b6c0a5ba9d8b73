//! A worm and its wheel: two cylinders, the first with very steep teeth.

use std::f64::consts::FRAC_PI_2;

use super::bevel::check_shaft_angle;
use super::{PitchGear, PitchPair};
use crate::roots::bisect;
use crate::{Error, Hand};

/// How the size of a worm is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WormSize {
    /// Lead angle on the reference cylinder λ (rad).
    LeadAngle(f64),
    /// Diameter of the reference cylinder d_1 (m).
    Diameter(f64),
}

/// What a designer knows of a worm pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WormData {
    /// Number of starts z_1.
    pub starts: u32,
    /// Teeth of the wheel z_2.
    pub wheel_teeth: u32,
    /// Axial module of the worm m_x (m); at right angles it is the transverse module of the wheel.
    pub axial_module: f64,
    /// Size of the worm.
    pub size: WormSize,
    /// Common hand of worm and wheel.
    pub hand: Hand,
    /// Angle between the shafts (rad).
    pub shaft_angle: f64,
    /// Centre distance (m); left out, it is the one without profile shift.
    pub center_distance: Option<f64>,
    /// Normal pressure angle α_n (rad).
    pub pressure_angle: f64,
}

/// A worm and its wheel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WormPair {
    /// The pitch cylinders; `a` is the worm, `b` the wheel.
    pub pitch: PitchPair,
    /// Lead angle on the worm's reference cylinder (rad).
    pub lead_angle: f64,
    /// Reference diameter of the worm d_1 (m).
    pub reference_diameter: f64,
    /// Profile shift coefficient of the wheel, in axial modules; 0 unless a centre distance asks for it.
    pub profile_shift: f64,
}

/// Largest profile shift of a wheel, either way.
const LARGEST_SHIFT: f64 = 1.0;

impl WormData {
    /// The lead angle on the reference cylinder (rad) and its diameter (m).
    pub fn reference(&self) -> (f64, f64) {
        let lead = f64::from(self.starts) * self.axial_module;
        match self.size {
            WormSize::LeadAngle(angle) => (angle, lead / angle.tan()),
            WormSize::Diameter(diameter) => ((lead / diameter).atan(), diameter),
        }
    }

    /// The pitch cylinders.
    pub fn build(&self) -> Result<WormPair, Error> {
        check_shaft_angle(self.shaft_angle)?;
        let (lead_angle, reference_diameter) = self.reference();
        let reference = 0.5 * reference_diameter;
        let wheel_at = |radius: f64| self.wheel_radius(radius);
        let Some(plain_wheel) = wheel_at(reference) else {
            return Err(Error::WormDoesNotReach {
                lead_angle,
                shaft_angle: self.shaft_angle,
            });
        };
        let plain = reference + plain_wheel;
        let distance = self.center_distance.unwrap_or(plain);
        let profile_shift = (distance - plain) / self.axial_module;
        let refused = Error::WormDistance {
            center_distance: distance,
            plain,
            reach: LARGEST_SHIFT * self.axial_module,
        };
        if profile_shift.abs() > LARGEST_SHIFT {
            return Err(refused);
        }
        // A shifted wheel rolls on another cylinder of the worm: the axial pitch is the same on each of them.
        let radius = if (distance - plain).abs() < 1e-14 * plain {
            reference
        } else {
            let excess =
                |radius: f64| wheel_at(radius).map_or(f64::NAN, |wheel| radius + wheel - distance);
            // At right angles the step is the change of distance itself; elsewhere the wheel's size changes with it.
            [1.02, 1.5, 3.0, 6.0]
                .into_iter()
                .map(|factor| reference + factor * (distance - plain))
                .find_map(|far| bisect(reference, far.max(0.1 * reference), excess))
                .ok_or(refused)?
        };
        let wheel = wheel_at(radius).unwrap_or(plain_wheel);
        let helix = FRAC_PI_2 - self.lead_angle_at(radius);
        let gear = |teeth: u32, radius: f64, angle: f64| PitchGear {
            teeth,
            radius,
            cone_angle: 0.0,
            helix_angle: PitchGear::signed_helix(angle, self.hand, 0.0),
        };
        Ok(WormPair {
            pitch: PitchPair {
                a: gear(self.starts, radius, helix),
                b: gear(self.wheel_teeth, wheel, self.shaft_angle - helix),
                pressure_angle: self.pressure_angle,
            },
            lead_angle,
            reference_diameter,
            profile_shift,
        })
    }

    fn lead_angle_at(&self, radius: f64) -> f64 {
        (0.5 * f64::from(self.starts) * self.axial_module / radius).atan()
    }

    /// Pitch radius of the wheel that rolls on a cylinder of the worm; `None` when its teeth would run along the worm.
    fn wheel_radius(&self, radius: f64) -> Option<f64> {
        let lead_angle = self.lead_angle_at(radius);
        // [theory:pitch-geometry] (19), (20)
        let wheel_helix = self.shaft_angle - (FRAC_PI_2 - lead_angle);
        let normal_module = self.axial_module * lead_angle.cos();
        (wheel_helix.abs() < 60f64.to_radians())
            .then(|| 0.5 * f64::from(self.wheel_teeth) * normal_module / wheel_helix.cos())
    }
}
