//! The pinion cutter that generates an internal gear.
//!
//! | symbol | name in code | unit |
//! |---|---|---|
//! | z_0 | `teeth` | |
//! | x_0 | `profile_shift` | module |
//! | h_aP0* | `addendum` | module |
//! | ρ_aP0* | `tip_radius` | module |
//! | a_0 | `center_distance` | m |
//! | α_wt0 | `working_pressure_angle` | rad |

use crate::involute::{involute, involute_at_radius, roll_tangent};
use crate::pair_check::tip_overlap;
use crate::roots::bisect;
use crate::{CylindricalData, Error, Thinning, inverse_involute};

/// What is known of the cutter; what is not given is chosen so that the internal gear gets its nominal root circle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CutterData {
    /// Number of teeth z_0.
    pub teeth: Option<u32>,
    /// Profile shift coefficient x_0 (its state of sharpening); 0 when not given.
    pub profile_shift: Option<f64>,
    /// Addendum factor h_aP0*.
    pub addendum: Option<f64>,
    /// Tip rounding ρ_aP0*, in modules.
    pub tip_radius: Option<f64>,
}

/// A pinion cutter in its final position at the internal gear, in the transverse plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PinionCutter {
    /// Number of teeth z_0.
    pub teeth: u32,
    /// Profile shift coefficient x_0.
    pub profile_shift: f64,
    /// Base radius (m).
    pub base_radius: f64,
    /// Tip radius (m).
    pub tip_radius: f64,
    /// Radius of the tip rounding (m).
    pub rounding: f64,
    /// Radius at which the centre of the tip rounding lies (m).
    pub rounding_center_radius: f64,
    /// Angle between the centre line of the cutter tooth and the centre of its tip rounding (rad).
    pub rounding_center_angle: f64,
    /// Half angular thickness of the cutter tooth at its base circle (rad).
    pub base_half_angle: f64,
    /// Distance between the axes of cutter and gear (m).
    pub center_distance: f64,
    /// Pressure angle at which cutter and gear roll (rad).
    pub working_pressure_angle: f64,
}

/// Largest number of teeth that is tried for a cutter that was not given.
const MOST_TEETH_TRIED: u32 = 60;

impl PinionCutter {
    /// The cutter that was given; else the smallest from a third of the gear's teeth on that makes an involute up to the
    /// gear's tips and does not trim them, if there is one.
    pub(crate) fn choose(
        gear: &CylindricalData,
        tooth_thickness: f64,
        nominal_root_radius: f64,
        [base_radius, tip_radius]: [f64; 2],
    ) -> Result<Self, Error> {
        let build =
            |data: &CylindricalData| Self::build(data, tooth_thickness, nominal_root_radius);
        if gear.cutter.teeth.is_some() {
            return build(gear);
        }
        let suits = |cutter: &Self| {
            let ratio = f64::from(gear.teeth) / f64::from(cutter.teeth);
            let overlap = tip_overlap(
                [cutter.base_radius, base_radius],
                [cutter.tip_radius, tip_radius],
                ratio,
                cutter.center_distance,
                cutter.working_pressure_angle,
            );
            cutter.generated_tip_radius(base_radius) <= tip_radius && overlap <= 0.0
        };
        (default_teeth(gear.teeth)..=MOST_TEETH_TRIED)
            .filter_map(|teeth| {
                let mut data = *gear;
                data.cutter.teeth = Some(teeth);
                build(&data).ok()
            })
            .find(suits)
            .map_or_else(|| build(gear), Ok)
    }

    /// Radius inside which this cutter makes no involute on a gear of this base radius (m): its own begins at its base
    /// circle at the earliest.
    pub(crate) fn generated_tip_radius(&self, gear_base_radius: f64) -> f64 {
        gear_base_radius.hypot(self.center_distance * self.working_pressure_angle.sin())
    }

    /// The cutter of an internal gear whose tooth is `tooth_thickness` wide on the reference circle (transverse, m)
    /// and whose root should lie at `nominal_root_radius` (m) unless the cutter's addendum is given.
    pub(crate) fn build(
        gear: &CylindricalData,
        tooth_thickness: f64,
        nominal_root_radius: f64,
    ) -> Result<Self, Error> {
        let system = &gear.system;
        let teeth = gear
            .cutter
            .teeth
            .unwrap_or_else(|| default_teeth(gear.teeth));
        if teeth >= gear.teeth.saturating_sub(1) {
            return Err(Error::CutterTooLarge {
                teeth,
                gear_teeth: gear.teeth,
            });
        }
        let profile_shift = gear.cutter.profile_shift.unwrap_or(0.0);
        let alpha = system.transverse_pressure_angle();
        let [r, r_0] = [gear.teeth, teeth].map(|z| 0.5 * f64::from(z) * system.transverse_module());
        let base_radius = r_0 * alpha.cos();

        // A cutter of thicker teeth makes a wider space at the same depth.
        let widening = match gear.thinning {
            Thinning::Flank => -gear.thickness_allowance / system.helix_angle.cos(),
            Thinning::Feed => 0.0,
        };
        let thickness = 0.5 * system.transverse_pitch()
            + 2.0 * profile_shift * system.pressure_angle.tan() * system.transverse_module()
            + widening;
        let space = system.transverse_pitch() - tooth_thickness;
        // [theory:cylindrical-gears] (14): the cutter tooth fills the space without play on the working circles.
        let working = involute(alpha) + (space - thickness) / (2.0 * (r - r_0));
        let working_pressure_angle = inverse_involute(working).ok_or(Error::CutterCannotReach {
            profile_shift,
            teeth,
        })?;
        let center_distance = (r - r_0) * alpha.cos() / working_pressure_angle.cos();
        let tip_radius = match gear.cutter.addendum {
            Some(addendum) => r_0 + (profile_shift + addendum) * system.module,
            None => nominal_root_radius - center_distance,
        };
        let base_half_angle = thickness / (2.0 * r_0) + involute(alpha);
        if base_half_angle - involute_at_radius(base_radius, tip_radius) <= 0.0
            || tip_radius <= base_radius
        {
            return Err(Error::CutterPointed { teeth, tip_radius });
        }
        let largest = full_tip_rounding(base_radius, tip_radius, base_half_angle);
        let rounding = match gear.cutter.tip_radius {
            Some(factor) if factor * system.module > largest => {
                return Err(Error::CutterRadiusTooLarge {
                    tip_radius: factor,
                    largest: largest / system.module,
                });
            }
            Some(factor) => factor * system.module,
            None => (gear.rack.root_radius * system.module).min(largest),
        };
        Ok(Self {
            teeth,
            profile_shift,
            base_radius,
            tip_radius,
            rounding,
            rounding_center_radius: tip_radius - rounding,
            rounding_center_angle: rounding_center_angle(
                base_radius,
                tip_radius,
                base_half_angle,
                rounding,
            )
            .max(0.0),
            base_half_angle,
            center_distance,
            working_pressure_angle,
        })
    }

    /// Radius of curvature of the cutter's involute where its tip rounding begins (m).
    pub fn form_curvature(&self) -> f64 {
        self.base_radius * roll_tangent(self.base_radius, self.rounding_center_radius)
            + self.rounding
    }
}

/// A third of the gear's teeth, within 10 to 25: small enough to roll out of the spaces without trimming the tips.
pub(crate) fn default_teeth(gear_teeth: u32) -> u32 {
    (gear_teeth / 3).clamp(10, 25)
}

/// Angle of the centre of a tip rounding that touches the tip circle and the involute.
///
/// The centre lies on the involute that is offset into the tooth by the rounding: the same base circle, turned by
/// rounding / base radius.
fn rounding_center_angle(
    base_radius: f64,
    tip_radius: f64,
    base_half_angle: f64,
    rounding: f64,
) -> f64 {
    base_half_angle
        - rounding / base_radius
        - involute_at_radius(base_radius, tip_radius - rounding)
}

/// The rounding at which the two corners of the cutter tooth meet, or whose centre reaches the base circle.
fn full_tip_rounding(base_radius: f64, tip_radius: f64, base_half_angle: f64) -> f64 {
    let deepest = tip_radius - base_radius;
    bisect(0.0, deepest, |rounding| {
        rounding_center_angle(base_radius, tip_radius, base_half_angle, rounding)
    })
    .unwrap_or(deepest)
}
