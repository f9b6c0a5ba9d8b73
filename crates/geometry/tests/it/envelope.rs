//! The generated tooth is the envelope of its tool: every point of the outline is carried through the whole motion of
//! the tool. It must never be inside the tool and must be touched by it once.
//!
//! The tools are built here from their definition alone, with exact signed distances. The transverse section of an
//! inclined rack is its normal section stretched along the pitch line; the distance is taken before the stretch, which
//! changes neither its zero nor its sign.

use pitchline_geometry::{
    BasicRack, CutterData, CylindricalData, Finding, GearKind, Thinning, Tip, ToothProfile, Wheel,
};
use proptest::prelude::*;

use crate::numeric::{cross, distance, dot, least, minus, root, turn};
use crate::sample::{config, data, gears};

/// Largest distance between outline and envelope, in modules (the module of these gears is 1).
const TOLERANCE: f64 = 1e-6;

/// Points on one half of a tooth: root land, fillet and flank. Also that the pieces join.
fn outline(profile: &ToothProfile, lowest_flank: f64) -> Vec<[f64; 2]> {
    let half_pitch = std::f64::consts::PI / f64::from(profile.teeth);
    let polar = |radius: f64, angle: f64| [radius * angle.cos(), radius * angle.sin()];
    let land = profile.fillet.land_half_angle();
    assert!(land >= -1e-12 && land < half_pitch);
    let mut points = vec![
        polar(profile.root_radius, half_pitch),
        polar(profile.root_radius, half_pitch - 0.7 * land),
    ];
    let first = profile.fillet.point(0.0);
    assert!(
        distance(
            first.cartesian(),
            polar(profile.root_radius, half_pitch - land)
        ) < 1e-9,
        "land meets fillet"
    );
    points.extend(
        [
            0.0, 0.02, 0.1, 0.22, 0.35, 0.5, 0.63, 0.75, 0.86, 0.95, 0.99, 1.0,
        ]
        .map(|f| profile.fillet.point(f).cartesian()),
    );
    let last = profile.fillet.point(1.0).cartesian();
    assert!(
        distance(last, profile.flank(profile.form_radius).cartesian()) < 1e-9,
        "fillet meets flank"
    );
    let top = if profile.is_internal {
        lowest_flank
    } else {
        profile.tip_radius
    };
    points.extend([0.0, 0.03, 0.2, 0.6, 1.0].map(|f| {
        profile
            .flank(profile.form_radius + f * (top - profile.form_radius))
            .cartesian()
    }));
    points
}

/// Normal section of one tooth of a rack-shaped tool: straight flanks, two roundings, a tip line. It is the inner
/// tooth, whose corners are the centres of the roundings, grown by the rounding.
struct RackTool {
    rounding: f64,
    center: [f64; 2],
    pressure_angle: f64,
    cos_helix: f64,
    pitch_radius: f64,
}

impl RackTool {
    fn new(gear: &CylindricalData) -> Self {
        let alpha = gear.system.pressure_angle;
        // Normal thickness of the gear's tooth is thinned by a deeper tool or by a wider one.
        let (deeper, wider) = match gear.thinning {
            Thinning::Feed => (-gear.thickness_allowance / (2.0 * alpha.tan()), 0.0),
            Thinning::Flank => (0.0, -0.5 * gear.thickness_allowance),
        };
        let datum = gear.profile_shift - deeper;
        let rounding = gear.rack.root_radius;
        let height = datum - gear.rack.dedendum + rounding;
        let half_width = std::f64::consts::FRAC_PI_4 + wider + (height - datum) * alpha.tan();
        Self {
            rounding,
            center: [half_width - rounding / alpha.cos(), height],
            pressure_angle: alpha,
            cos_helix: gear.system.helix_angle.cos(),
            pitch_radius: 0.5 * f64::from(gear.teeth) / gear.system.helix_angle.cos(),
        }
    }

    /// Distance of a point from the tool, negative inside; along the pitch line from the middle of the tooth, and
    /// over the pitch line, in the normal section.
    fn distance(&self, along: f64, height: f64) -> f64 {
        let (sin, cos) = self.pressure_angle.sin_cos();
        let from_corner = [along.abs() - self.center[0], height - self.center[1]];
        let is_at_corner = from_corner[0] >= 0.0 && dot(from_corner, [sin, cos]) <= 0.0;
        let inner = if is_at_corner {
            from_corner[0].hypot(from_corner[1])
        } else {
            dot(from_corner, [cos, -sin]).max(-from_corner[1])
        };
        inner - self.rounding
    }

    /// The nearest that the rolling tool comes to a point of the gear; `point` has the space's centre line on +x.
    fn clearance(&self, point: [f64; 2]) -> f64 {
        // The line of action ends where its point is as high as this one, or as low as the tool's tip.
        let height = (self.rounding - self.center[1]).abs()
            + (point[0].hypot(point[1]) - self.pitch_radius).abs();
        let along = (1.0 + self.center[0]) / self.cos_helix
            + height / (self.pressure_angle.sin() * self.pressure_angle.cos() * self.cos_helix);
        let reach = along / self.pitch_radius;
        least(-reach, reach, 260, |angle| {
            let [x, y] = turn(point, angle);
            self.distance(
                (y - self.pitch_radius * angle) * self.cos_helix,
                x - self.pitch_radius,
            )
        })
    }
}

/// Whether every point of the outline is touched by the tool and never cut by it, nor by the tool tooth of the
/// other space beside this tooth.
fn check_envelope(
    profile: &ToothProfile,
    lowest: f64,
    clearance: impl Fn([f64; 2]) -> f64,
) -> Result<(), String> {
    let half_pitch = std::f64::consts::PI / f64::from(profile.teeth);
    for point in outline(profile, lowest) {
        let radius = point[0].hypot(point[1]);
        let own = clearance(turn(point, -half_pitch));
        if own.abs() >= TOLERANCE {
            return Err(format!(
                "off the envelope by {own:e} at radius {radius}, form {}",
                profile.form_radius
            ));
        }
        let other = clearance(turn(point, half_pitch));
        if other <= -TOLERANCE {
            return Err(format!(
                "cut from the other side by {other:e} at radius {radius}"
            ));
        }
    }
    Ok(())
}

fn full_fillet() -> BasicRack {
    let rack = BasicRack {
        addendum: 1.0,
        dedendum: 1.25,
        root_radius: 0.0,
    };
    let largest = rack.full_fillet_radius(20f64.to_radians(), std::f64::consts::FRAC_PI_4);
    // Room for the thinning by the flank below.
    BasicRack {
        root_radius: largest - 1e-9,
        ..rack
    }
}

fn racks() -> [BasicRack; 6] {
    let sharp = BasicRack {
        addendum: 1.0,
        dedendum: 1.25,
        root_radius: 0.0,
    };
    [
        BasicRack::A,
        BasicRack::B,
        BasicRack::C,
        BasicRack::D,
        sharp,
        full_fillet(),
    ]
}

#[test]
fn external_root_is_the_envelope_of_the_rack() {
    let mut checked = 0;
    let mut undercut = 0;
    for teeth in [8, 10, 13, 17, 24, 40, 90, 200] {
        for shift in [-0.5, -0.2, 0.0, 0.3, 0.6, 1.0] {
            for (i, rack) in racks().into_iter().enumerate() {
                // Helix and thinning vary with the other data; all combinations occur.
                for k in 0..3 {
                    let mut gear = data(GearKind::External, teeth);
                    gear.profile_shift = shift;
                    gear.rack = rack;
                    gear.system.helix_angle = [0f64, 15.0, 30.0][(i + k) % 3].to_radians();
                    (gear.thickness_allowance, gear.thinning) = [
                        (0.0, Thinning::Feed),
                        (-0.12, Thinning::Feed),
                        (-0.12, Thinning::Flank),
                    ][k];
                    let Ok(wheel) = Wheel::build(gear) else {
                        continue;
                    };
                    let tool = RackTool::new(&gear);
                    let found =
                        check_envelope(&wheel.profile, wheel.tip_radius, |p| tool.clearance(p));
                    assert_eq!(found, Ok(()), "{gear:?}");
                    checked += 1;
                    undercut += usize::from(wheel.is_undercut());
                }
            }
        }
    }
    assert!(
        checked > 650 && undercut > 100,
        "{checked} gears, {undercut} undercut"
    );
}

/// Transverse section of one tooth of a pinion cutter: involute, rounding, tip circle.
struct Cutter {
    base_radius: f64,
    tip_radius: f64,
    /// Angle of the right flank's start on the base circle.
    start: f64,
    rounding: f64,
    /// Centre of the rounding.
    center: [f64; 2],
    /// Directions from that centre to where the rounding meets tip circle and flank.
    ends: [[f64; 2]; 2],
    center_distance: f64,
    ratio: f64,
}

impl Cutter {
    fn new(gear: &CylindricalData, wheel: &Wheel) -> Self {
        let built = wheel.cutter().unwrap();
        let cos_helix = gear.system.helix_angle.cos();
        let alpha_t = (gear.system.pressure_angle.tan() / cos_helix).atan();
        let reference = 0.5 * f64::from(built.teeth) / cos_helix;
        let wider = if gear.thinning == Thinning::Flank {
            -gear.thickness_allowance
        } else {
            0.0
        };
        let x_0 = gear.cutter.profile_shift.unwrap_or(0.0);
        let thickness =
            (std::f64::consts::FRAC_PI_2 + 2.0 * x_0 * gear.system.pressure_angle.tan() + wider)
                / cos_helix;
        let mut cutter = Self {
            base_radius: reference * alpha_t.cos(),
            tip_radius: gear
                .cutter
                .addendum
                .map_or(built.tip_radius, |h| reference + x_0 + h),
            start: 0.5 * thickness / reference + alpha_t.tan() - alpha_t,
            rounding: gear.cutter.tip_radius.unwrap_or(built.rounding),
            center: [0.0; 2],
            ends: [[0.0; 2]; 2],
            center_distance: built.center_distance,
            ratio: f64::from(gear.teeth) / f64::from(built.teeth),
        };
        // The rounding touches the tip circle from inside and the flank from inside.
        let orbit = cutter.tip_radius - cutter.rounding;
        let at = |angle: f64| [orbit * angle.cos(), orbit * angle.sin()];
        let angle = root(-1e-9, cutter.start, |angle| {
            cutter.flank(at(angle)).0 + cutter.rounding
        });
        cutter.center = at(angle);
        cutter.ends = [[angle.cos(), angle.sin()], cutter.flank(cutter.center).1];
        cutter
    }

    /// Distance from the right involute, negative inside the tooth, and the outward normal of the involute there.
    /// The string from the base circle through the point is normal to every involute.
    fn flank(&self, point: [f64; 2]) -> (f64, [f64; 2]) {
        let radius = point[0].hypot(point[1]);
        let string = ((radius - self.base_radius) * (radius + self.base_radius))
            .max(0.0)
            .sqrt();
        let tangent_point = point[1].atan2(point[0]) - (string / self.base_radius).atan();
        // Where the string meets the involute it is as long as the arc from the involute's start.
        let to_involute = self.base_radius * (self.start - tangent_point);
        (
            string - to_involute,
            [-tangent_point.sin(), tangent_point.cos()],
        )
    }

    fn distance(&self, point: [f64; 2]) -> f64 {
        let point = [point[0], point[1].abs()];
        let radius = point[0].hypot(point[1]);
        if radius < self.base_radius {
            // No flank is defined here; the tooth ends in its root.
            return self.base_radius;
        }
        let from_center = minus(point, self.center);
        let is_at_corner = cross(self.ends[0], from_center) >= 0.0
            && cross(from_center, self.ends[1]) >= 0.0
            && dot(from_center, self.ends[0]) >= 0.0;
        if is_at_corner {
            return from_center[0].hypot(from_center[1]) - self.rounding;
        }
        self.flank(point).0.max(radius - self.tip_radius)
    }

    fn clearance(&self, point: [f64; 2]) -> f64 {
        // From the base tangent point of the cutter to its tip, and half a tooth.
        let working_radius = self.center_distance / (self.ratio - 1.0);
        let string = |radius: f64| {
            (radius * radius - self.base_radius * self.base_radius)
                .max(0.0)
                .sqrt()
        };
        let reach = (string(working_radius) + string(self.tip_radius) + 2.0) / self.base_radius;
        least(-reach, reach, 400, |angle| {
            let [x, y] = turn(point, angle / self.ratio);
            self.distance(turn([x - self.center_distance, y], -angle))
        })
    }
}

proptest! {
    #![proptest_config(config(800))]

    #[test]
    fn any_external_gear_is_the_envelope_of_its_rack(
        gear in gears(GearKind::External, 3..150),
    ) {
        if let Ok(wheel) = Wheel::build(gear) {
            let tool = RackTool::new(&gear);
            prop_assert_eq!(check_envelope(&wheel.profile, wheel.tip_radius, |p| tool.clearance(p)), Ok(()));
        }
    }

    #[test]
    fn any_internal_gear_is_the_envelope_of_its_cutter(
        gear in gears(GearKind::Internal, 15..200),
    ) {
        if let Ok(wheel) = Wheel::build(gear)
            && !wheel.findings().iter().any(|f| matches!(f, Finding::CutterTrims { .. }))
        {
            let cutter = Cutter::new(&gear, &wheel);
            prop_assert_eq!(check_envelope(&wheel.profile, wheel.generated_tip_radius, |p| cutter.clearance(p)), Ok(()));
        }
    }
}

#[test]
fn internal_root_is_the_envelope_of_the_pinion_cutter() {
    let mut checked = 0;
    for teeth in [30, 36, 47, 60, 90, 120] {
        for shift in [-0.3, 0.0, 0.4, 0.8] {
            for cutter_teeth in [None, Some(12), Some(17), Some(20), Some(25), Some(40)] {
                for k in 0..12 {
                    let mut gear = data(GearKind::Internal, teeth);
                    gear.profile_shift = shift;
                    // Short teeth, so that many cutters can make them whole.
                    gear.tip = Tip::Alteration([-0.3, 0.0][k % 2]);
                    gear.system.helix_angle = [0f64, 15.0, 30.0][k % 3].to_radians();
                    (gear.thickness_allowance, gear.thinning) = [
                        (0.0, Thinning::Feed),
                        (-0.1, Thinning::Feed),
                        (-0.1, Thinning::Flank),
                    ][(k / 2) % 3];
                    gear.cutter = CutterData {
                        teeth: cutter_teeth,
                        profile_shift: [None, Some(-0.15), Some(0.2)][(k + teeth as usize) % 3],
                        addendum: [None, Some(1.25)][(k / 3) % 2],
                        tip_radius: [None, Some(0.0), Some(0.15), Some(0.3)][k % 4],
                    };
                    let Ok(wheel) = Wheel::build(gear) else {
                        continue;
                    };
                    if wheel
                        .findings()
                        .iter()
                        .any(|f| matches!(f, Finding::CutterTrims { .. }))
                    {
                        continue;
                    }
                    let cutter = Cutter::new(&gear, &wheel);
                    let found = check_envelope(&wheel.profile, wheel.generated_tip_radius, |p| {
                        cutter.clearance(p)
                    });
                    assert_eq!(found, Ok(()), "{gear:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked} gears");
}
