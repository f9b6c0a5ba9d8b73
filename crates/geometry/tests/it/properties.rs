//! What must hold for every pair, measured on the profiles themselves.

use pitchline_geometry::{CylindricalGear, GearPair, PairData, Wheel};
use proptest::prelude::*;

use crate::mesh::{cartesian, contacts, flank, mate_ahead, mismatch, normal, touch, wheels};
use crate::numeric::{cross, distance, dot, minus, turn};
use crate::sample::{config, pairs};

const PI: f64 = std::f64::consts::PI;

/// The same pair at another centre distance.
fn at_distance(pair: &GearPair, center_distance: Option<f64>) -> GearPair {
    let data = PairData {
        center_distance,
        allow_interference: true,
    };
    GearPair::build(pair.a.clone(), pair.b.clone(), data).unwrap()
}

proptest! {
    #![proptest_config(config(2000))]

    /// At each point of the path both flanks are there, with a common normal through the pitch point.
    #[test]
    fn flanks_touch_with_a_common_normal_through_the_pitch_point(pair in pairs()) {
        for (_, rolls) in contacts(&pair) {
            // `touch` turns each wheel until its normal passes the pitch point.
            let touching = touch(&pair, rolls);
            let (normals, points) = mismatch(touching);
            prop_assert!(normals < 1e-12, "normals differ by {normals:e}");
            prop_assert!(points < 1e-7, "flanks are apart by {points:e}");
            for touch in touching {
                let from_pitch_point = minus(touch.point, [pair.working_radius[0].unwrap(), 0.0]);
                prop_assert!(cross(from_pitch_point, touch.normal).abs() < 1e-7);
            }
        }
        // The radii of a contact are those of its roll angles.
        for (_, point) in pair.path.named() {
            for ((wheel, radius), roll) in wheels(&pair).zip(point.radius).zip(point.roll_angle) {
                prop_assert!((radius.unwrap() - wheel.base_radius * roll.unwrap().hypot(1.0)).abs() < 1e-10);
            }
        }
    }

    /// The next flank follows one base pitch along the normal, on every gear alike.
    #[test]
    fn base_pitches_agree(pair in pairs()) {
        let pitch = pair.a.data().system.base_pitch();
        for wheel in wheels(&pair) {
            let roll = wheel.form_radius.max(wheel.tip_radius) / wheel.base_radius;
            let along = normal(wheel, roll);
            let here = flank(wheel, roll);
            // The string of an external flank points outward, that of an internal one inward.
            let sign = if wheel.is_internal() { -1.0 } else { 1.0 };
            let next = turn(flank(wheel, roll + sign * pitch / wheel.base_radius), 2.0 * PI / f64::from(wheel.data.teeth));
            let expected = [here[0] + pitch * along[0], here[1] + pitch * along[1]];
            prop_assert!(distance(next, expected) < 1e-8, "{:e}", distance(next, expected));
        }
        if let CylindricalGear::Rack(rack) = &pair.b {
            let alpha = rack.data.system.transverse_pressure_angle();
            prop_assert!((rack.length() / f64::from(rack.data.teeth) * alpha.cos() - pitch).abs() < 1e-12);
        }
    }

    /// The play measured on the profiles: with the pinion held, the mate turns from one flank to the other.
    #[test]
    fn backlash_is_the_free_turn(pair in pairs()) {
        for (_, rolls) in contacts(&pair) {
            let ahead = mate_ahead(&pair, touch(&pair, rolls));
            let (pitch, expected) = match &pair.b {
                CylindricalGear::Wheel(wheel) => (2.0 * PI / f64::from(wheel.data.teeth), pair.backlash.angle[1].unwrap()),
                CylindricalGear::Rack(rack) => (rack.data.system.transverse_pitch(), pair.backlash.circumferential),
            };
            // By symmetry the left flank of the pinion stops the tooth behind at −ahead.
            let measured = (pitch - 2.0 * ahead + 0.5 * pitch).rem_euclid(pitch) - 0.5 * pitch;
            let difference = (measured - expected + 0.5 * pitch).rem_euclid(pitch) - 0.5 * pitch;
            prop_assert!(difference.abs() < 1e-7, "measured {measured}, stated {expected}");
        }
        let backlash = pair.backlash;
        if let [Some(a), Some(b)] = backlash.angle {
            prop_assert!((a - b * pair.ratio.unwrap()).abs() < 1e-12);
        }
        let cos = pair.working_pressure_angle.cos();
        prop_assert!((backlash.line_of_action - cos * backlash.circumferential).abs() < 1e-12);
    }

    /// Distances without play: from the shifts and back, and no play at the tight distance.
    #[test]
    fn distances_without_play(pair in pairs()) {
        let nominal = at_distance(&pair, None);
        let [x_a, x_b] = [&pair.a, &pair.b].map(|gear| gear.data().profile_shift);
        let sum = if pair.is_internal() { x_b - x_a } else { x_a + x_b };
        prop_assert!((nominal.shift_sum_without_play - sum).abs() < 1e-9);
        prop_assert!((nominal.center_distance - pair.nominal_center_distance).abs() < 1e-12);
        if pair.tight_center_distance.is_finite() {
            let tight = at_distance(&pair, Some(pair.tight_center_distance));
            prop_assert!(tight.backlash.circumferential.abs() < 1e-9);
        }
        // More distance is more play for external pairs and racks, less for internal ones.
        let farther = at_distance(&pair, Some(pair.center_distance + 1e-3));
        let grows = farther.backlash.circumferential > pair.backlash.circumferential;
        prop_assert_eq!(grows, !pair.is_internal());
    }

    /// The names of the wheels do not matter.
    #[test]
    fn swapped_pair_is_the_mirror(pair in pairs()) {
        let data = PairData { center_distance: Some(pair.center_distance), allow_interference: true };
        let swapped = GearPair::build(pair.b.clone(), pair.a.clone(), data).unwrap();
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9 * (1.0 + x.abs());
        let both = |x: Option<f64>, y: Option<f64>| x.is_some() == y.is_some() && x.zip(y).is_none_or(|(x, y)| near(x, y));
        prop_assert!(near(pair.transverse_contact_ratio, swapped.transverse_contact_ratio));
        prop_assert!(near(pair.working_pressure_angle, swapped.working_pressure_angle));
        prop_assert!(near(pair.tight_center_distance, swapped.tight_center_distance) || pair.tight_center_distance.is_nan());
        prop_assert!(near(pair.shift_sum_without_play, swapped.shift_sum_without_play));
        prop_assert!(near(pair.backlash.normal, swapped.backlash.normal));
        prop_assert!(near(pair.clearance[0], swapped.clearance[1]) && near(pair.clearance[1], swapped.clearance[0]));
        prop_assert_eq!(pair.findings.len(), swapped.findings.len());
        for i in 0..2 {
            prop_assert!(both(pair.working_radius[i], swapped.working_radius[1 - i]));
            prop_assert!(both(pair.backlash.angle[i], swapped.backlash.angle[1 - i]));
        }
        for ((_, p), (_, q)) in pair.path.named().into_iter().zip(swapped.path.named().into_iter().rev()) {
            let [sliding, mirrored] = [pair.sliding(p.distance), swapped.sliding(q.distance)];
            prop_assert!(near(sliding.sliding_factor, -mirrored.sliding_factor));
            prop_assert!(near(sliding.relative_curvature, mirrored.relative_curvature));
            for i in 0..2 {
                prop_assert!(both(p.radius[i], q.radius[1 - i]));
                prop_assert!(both(p.curvature[i], q.curvature[1 - i]));
                prop_assert!(near(sliding.specific[i], mirrored.specific[1 - i]));
            }
        }
    }

    /// The surface speeds are those at which the contact wanders along each flank.
    #[test]
    fn sliding_from_the_arcs_of_the_flanks(pair in pairs()) {
        for (y, rolls) in contacts(&pair) {
            // While the pinion turns by h the contact moves by r_b h along the line of action.
            let h = 1e-5;
            let pinion = pair.a.as_wheel().unwrap();
            let dy = pinion.base_radius * h;
            let arc = |wheel: &Wheel, roll: f64, dy: f64| {
                distance(flank(wheel, roll + dy / wheel.base_radius), flank(wheel, roll - dy / wheel.base_radius))
            };
            let speed_a = arc(pinion, rolls[0].unwrap(), dy);
            let speed_b = match &pair.b {
                CylindricalGear::Wheel(wheel) => arc(wheel, rolls[1].unwrap(), dy),
                CylindricalGear::Rack(rack) => {
                    // The contact moves at α_t to the rack's direction; the rack moves by 2 r h.
                    let alpha = rack.data.system.transverse_pressure_angle();
                    let rack_moves = [0.0, 2.0 * h * pair.working_radius[0].unwrap()];
                    let contact_moves = [2.0 * dy * alpha.sin(), 2.0 * dy * alpha.cos()];
                    distance(rack_moves, contact_moves)
                }
            };
            let pitch_line = 2.0 * h * pair.working_radius[0].unwrap();
            let sliding = pair.sliding(y);
            prop_assert!((sliding.sliding_factor - (speed_b - speed_a) / pitch_line).abs() < 1e-6);
            // Near a base circle the own speed vanishes and its error counts twice.
            let near = |x: f64, y: f64| (x - y).abs() < 1e-5 * (1.0 + x.abs()).powi(2);
            prop_assert!(near(sliding.specific[0], (speed_a - speed_b) / speed_a));
            prop_assert!(near(sliding.specific[1], (speed_b - speed_a) / speed_b));
        }
    }

    /// Land, fillet and flank follow each other without a gap; without undercut and on the land without a corner.
    #[test]
    fn root_joins_the_involute(pair in pairs()) {
        for wheel in wheels(&pair) {
            let profile = &wheel.profile;
            let half_pitch = PI / f64::from(wheel.data.teeth);
            let land = half_pitch - profile.fillet.land_half_angle();
            prop_assert!(distance(profile.fillet.point(0.0).cartesian(), cartesian(profile.root_radius, land)) < 1e-10);
            let end = profile.fillet.point(1.0);
            prop_assert!(distance(end.cartesian(), profile.flank(profile.form_radius).cartesian()) < 1e-9);
            let fillet_normal = profile.fillet.normal_to_radius(1.0);
            let flank_normal = profile.flank_normal_to_radius(profile.form_radius);
            // Both are square roots of the curvature, which vanishes at the limit of undercut.
            if !wheel.is_undercut() {
                prop_assert!((fillet_normal - flank_normal).abs() < 1e-7, "{fillet_normal} {flank_normal}");
            }
            // The stated normals are those of the points.
            let sign = if wheel.is_internal() { -1.0 } else { 1.0 };
            for fraction in [0.1, 0.4, 0.7, 0.95] {
                let h = 1e-4;
                let along = minus(profile.fillet.point(fraction + h).cartesian(), profile.fillet.point(fraction - h).cartesian());
                let point = profile.fillet.point(fraction);
                let stated = cartesian(1.0, point.angle + profile.fillet.normal_to_radius(fraction));
                prop_assert!(dot(along, stated).abs() < 1e-5 * along[0].hypot(along[1]));
                // The material is to the right of a walk from root to tip on the right flank, to the left in a ring.
                prop_assert!(sign * cross(along, stated) > 0.0);
            }
        }
    }

    /// Thickness by the involute from the reference circle, and tooth + space = pitch.
    #[test]
    fn thickness_and_space_make_the_pitch(pair in pairs(), f in 0f64..1.0) {
        for wheel in wheels(&pair) {
            let teeth = f64::from(wheel.data.teeth);
            let radius = wheel.form_radius + f * (wheel.tip_radius - wheel.form_radius);
            let inv = |radius: f64| { let t = ((radius / wheel.base_radius).powi(2) - 1.0).sqrt(); t - t.atan() };
            let sign = if wheel.is_internal() { 1.0 } else { -1.0 };
            let turned = sign * 2.0 * (inv(radius) - inv(wheel.reference_radius));
            let expected = radius * (wheel.tooth_thickness / wheel.reference_radius + turned);
            prop_assert!((wheel.thickness_at(radius) - expected).abs() < 1e-10);
            let right = wheel.profile.flank(radius).cartesian();
            let next_left = turn([right[0], -right[1]], 2.0 * PI / teeth);
            let space = 2.0 * radius * (0.5 * distance(right, next_left) / radius).asin();
            prop_assert!((wheel.thickness_at(radius) + space - 2.0 * PI * radius / teeth).abs() < 1e-9);
        }
    }
}
