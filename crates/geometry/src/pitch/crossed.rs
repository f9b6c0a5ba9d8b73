//! Two external helical gears on crossed shafts: two cylinders that touch at a point.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | β, β_w | helix angle on the reference and on the working cylinder | rad |
//! | α_wn | `pressure_angle`: normal pressure angle on the working cylinders | rad |
//! | m_wn | normal module on the working cylinders | m |
//! | x | `profile_shifts` | 1 |
//!
//! Both gears mesh with one rack between them. Profile shifts move the cylinders that roll on it, and with the cylinders
//! the helix angles and the angle at which the shafts cross: [theory:pitch-geometry] (21) to (23).

use std::f64::consts::PI;

use super::{PitchGear, PitchPair};
use crate::roots::bisect;
use crate::{Error, ToothSystem, involute};

/// What a designer knows of a crossed helical pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossedData {
    /// Numbers of teeth.
    pub teeth: [u32; 2],
    /// Tooth systems: normal module and pressure angle in common, each with its own helix and hand.
    pub systems: [ToothSystem; 2],
    /// Profile shift coefficients x.
    pub profile_shifts: [f64; 2],
    /// Angle between the shafts (rad).
    pub shaft_angle: f64,
    /// Centre distance (m); left out, it is the sum of the radii of the working cylinders.
    pub center_distance: Option<f64>,
}

impl CrossedData {
    /// How far helix angles and shaft angle may disagree (rad): more than any drawing rounds.
    pub const ANGLE_TOLERANCE: f64 = 1e-4;

    /// Part of the module by which a given centre distance may differ: more than rounding, less than any backlash.
    pub const DISTANCE_TOLERANCE: f64 = 0.01;

    /// The working cylinders; without profile shift they are the reference cylinders.
    pub fn build(&self) -> Result<PitchPair, Error> {
        self.check_systems()?;
        let pressure_angle = self.working_pressure_angle()?;
        let [a, b] = [0, 1].map(|i| self.cylinder(i, pressure_angle));
        let pair = PitchPair {
            a,
            b,
            pressure_angle,
        };
        let needed = pair.offset_angle().abs();
        if (needed - self.shaft_angle).abs() > Self::ANGLE_TOLERANCE {
            let [helix_a, helix_b] = [a.helix_angle.abs(), b.helix_angle.abs()];
            return Err(Error::WrongShaftAngle {
                shaft_angle: self.shaft_angle,
                needed,
                sum: helix_a + helix_b,
                difference: (helix_a - helix_b).abs(),
            });
        }
        if let Some(center_distance) = self.center_distance {
            let needed = a.radius + b.radius;
            let reach = Self::DISTANCE_TOLERANCE * self.systems[0].module;
            if (center_distance - needed).abs() > reach {
                return Err(Error::CrossedDistance {
                    center_distance,
                    needed,
                });
            }
        }
        Ok(pair)
    }

    fn check_systems(&self) -> Result<(), Error> {
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
        Ok(())
    }

    /// Normal pressure angle at which the teeth of both gears fill the pitch of the rack between them.
    fn working_pressure_angle(&self) -> Result<f64, Error> {
        let system = self.systems[0];
        let sum: f64 = self.profile_shifts.iter().sum();
        if sum.abs() < 1e-12 {
            return Ok(system.pressure_angle);
        }
        // Where the helix of one gear would lie in the transverse plane there is no cylinder any more.
        let steepest = self
            .systems
            .map(|system| system.base_helix_angle())
            .into_iter()
            .fold(0.0, f64::max);
        let most = (0.5 * PI - steepest - 1e-3).min(60f64.to_radians());
        let least = 1f64.to_radians();
        bisect(least, most, |angle| self.excess_thickness(angle)).ok_or_else(|| {
            let lacking = -self.excess_thickness(least);
            if lacking > 0.0 {
                let per_shift = 2.0 * system.pressure_angle.tan() * self.normal_module(least);
                Error::NoCenterDistance {
                    least_shift_change: lacking / per_shift,
                }
            } else {
                Error::DatumOutOfRange {
                    key: "profile_shift",
                    value: self.profile_shifts[1],
                }
            }
        })
    }

    /// Normal module on the cylinders with this normal pressure angle: both gears keep their normal base pitch.
    fn normal_module(&self, pressure_angle: f64) -> f64 {
        // [theory:pitch-geometry] (21)
        self.systems[0].module * self.systems[0].pressure_angle.cos() / pressure_angle.cos()
    }

    /// Helix angle of a gear on its cylinder with this normal pressure angle: it keeps its base helix angle.
    fn helix_angle(&self, i: usize, pressure_angle: f64) -> f64 {
        // [theory:pitch-geometry] (22)
        (self.systems[i].base_helix_angle().sin() / pressure_angle.cos()).asin()
    }

    fn cylinder(&self, i: usize, pressure_angle: f64) -> PitchGear {
        let helix = self.helix_angle(i, pressure_angle);
        PitchGear {
            teeth: self.teeth[i],
            radius: 0.5 * f64::from(self.teeth[i]) * self.normal_module(pressure_angle)
                / helix.cos(),
            cone_angle: 0.0,
            helix_angle: PitchGear::signed_helix(helix, self.systems[i].hand, 0.0),
        }
    }

    /// Normal tooth thicknesses of both gears on these cylinders, less the normal pitch (m).
    fn excess_thickness(&self, pressure_angle: f64) -> f64 {
        let thickness = |i: usize| {
            let system = self.systems[i];
            let helix = self.helix_angle(i, pressure_angle);
            let radius = self.cylinder(i, pressure_angle).radius;
            // On the reference cylinder, as an angle.
            let slant = 2.0 * self.profile_shifts[i] * system.pressure_angle.tan();
            let angle = (0.5 * PI + slant) * 2.0 / f64::from(self.teeth[i]);
            let working = (pressure_angle.tan() / helix.cos()).atan();
            let narrowing = involute(working) - involute(system.transverse_pressure_angle());
            radius * (angle - 2.0 * narrowing) * helix.cos()
        };
        // [theory:pitch-geometry] (23)
        thickness(0) + thickness(1) - PI * self.normal_module(pressure_angle)
    }
}
