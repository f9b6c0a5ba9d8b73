//! Two external helical gears on crossed shafts: two cylinders that touch at a point.

use super::{PitchGear, PitchPair};
use crate::{Error, ToothSystem};

/// What a designer knows of a crossed helical pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossedData {
    /// Numbers of teeth.
    pub teeth: [u32; 2],
    /// Tooth systems: normal module and pressure angle in common, each with its own helix and hand.
    pub systems: [ToothSystem; 2],
    /// Angle between the shafts (rad).
    pub shaft_angle: f64,
    /// Centre distance (m); left out, it is the sum of the pitch radii.
    pub center_distance: Option<f64>,
}

impl CrossedData {
    /// How far helix angles and shaft angle may disagree (rad): more than any drawing rounds.
    pub const ANGLE_TOLERANCE: f64 = 1e-4;

    /// The pitch cylinders, which are the reference cylinders.
    pub fn build(&self) -> Result<PitchPair, Error> {
        let [a, b] = self.systems;
        if (a.module - b.module).abs() > 1e-9 * a.module {
            return Err(Error::DifferentModules {
                a: a.module,
                b: b.module,
            });
        }
        if (a.pressure_angle - b.pressure_angle).abs() > 1e-9 {
            return Err(Error::DifferentPressureAngles {
                a: a.pressure_angle,
                b: b.pressure_angle,
            });
        }
        let gear = |i: usize| {
            let system = self.systems[i];
            PitchGear {
                teeth: self.teeth[i],
                radius: 0.5 * f64::from(self.teeth[i]) * system.transverse_module(),
                cone_angle: 0.0,
                helix_angle: PitchGear::signed_helix(system.helix_angle, system.hand, 0.0),
            }
        };
        let pair = PitchPair {
            a: gear(0),
            b: gear(1),
            pressure_angle: a.pressure_angle,
        };
        let needed = pair.offset_angle().abs();
        if (needed - self.shaft_angle).abs() > Self::ANGLE_TOLERANCE {
            return Err(Error::WrongShaftAngle {
                shaft_angle: self.shaft_angle,
                needed,
                sum: a.helix_angle + b.helix_angle,
                difference: (a.helix_angle - b.helix_angle).abs(),
            });
        }
        if let Some(center_distance) = self.center_distance {
            let needed = pair.a.radius + pair.b.radius;
            // A hundredth of a module is more than rounding and less than any backlash.
            if (center_distance - needed).abs() > 0.01 * a.module {
                return Err(Error::CrossedDistance {
                    center_distance,
                    needed,
                });
            }
        }
        Ok(pair)
    }
}
