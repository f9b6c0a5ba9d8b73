//! What must hold for every pair, measured on the profiles themselves.

use pitchline_geometry::{
    CylindricalGear, Finding, GearKind, GearPair, PairData, Tip, ToothProfile, Wheel,
};
use proptest::prelude::*;

use crate::mesh::{cartesian, flank, mate_ahead, mismatch, normal, touch};
use crate::numeric::{cross, distance, dot, least_at, minus, root, turn};
use crate::sample::{config, external, gears, pair, pairs, pairs_of};

const PI: f64 = std::f64::consts::PI;

/// Roll angles of points spread over the path of contact, away from the base circles where differences fail.
fn contacts(pair: &GearPair) -> Vec<(f64, [Option<f64>; 2])> {
    let [start, end] = [pair.path.a, pair.path.e];
    let between = |f: f64| {
        let roll =
            |i: usize| Some(start.roll_angle[i]? + f * (end.roll_angle[i]? - start.roll_angle[i]?));
        (
            start.distance + f * (end.distance - start.distance),
            [roll(0), roll(1)],
        )
    };
    let is_regular = |roll: &[Option<f64>; 2]| roll.iter().flatten().all(|roll| *roll > 0.02);
    [0.0, 0.2, 0.5, 0.8, 1.0]
        .map(between)
        .into_iter()
        .filter(|(_, rolls)| is_regular(rolls))
        .collect()
}

fn wheels(pair: &GearPair) -> impl Iterator<Item = &Wheel> {
    [&pair.a, &pair.b]
        .into_iter()
        .filter_map(CylindricalGear::as_wheel)
}

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

/// Strongly shifted gears with full tips: clear of the root land and of the form circles, but not of the fillets.
#[test]
fn tip_corner_in_the_fillet() {
    let [mut a, mut b] = [(19, 0.4905, -0.03), (45, 0.9268, -0.15)].map(|(teeth, shift, tip)| {
        let mut gear = external(teeth);
        gear.system.pressure_angle = 14f64.to_radians();
        gear.profile_shift = shift;
        gear.tip = Tip::Alteration(tip);
        gear
    });
    let codes = |a, b| {
        pair(a, b, None)
            .findings
            .iter()
            .map(Finding::code)
            .collect::<Vec<_>>()
    };
    assert!(
        codes(a, b).contains(&"fillet-interference"),
        "{:?}",
        codes(a, b)
    );
    assert!(!codes(a, b).contains(&"interference"));
    (a.tip, b.tip) = (Tip::Alteration(-0.25), Tip::Alteration(-0.25));
    assert!(
        !codes(a, b).contains(&"fillet-interference"),
        "{:?}",
        codes(a, b)
    );
}

/// Half angle of the tooth at a radius by linear interpolation in its outline, and the sine of the outline's slope
/// there, which makes an arc a distance; `None` where there is no tooth.
fn half_angle(outline: &[[f64; 2]], radius: f64) -> Option<(f64, f64)> {
    let piece = outline
        .windows(2)
        .find(|piece| (piece[0][0] - radius) * (piece[1][0] - radius) <= 0.0)?;
    let [[r_0, angle_0], [r_1, angle_1]] = [piece[0], piece[1]];
    let f = if (r_1 - r_0).abs() > 1e-12 {
        (radius - r_0) / (r_1 - r_0)
    } else {
        0.0
    };
    let slope = (r_1 - r_0).abs() / (r_1 - r_0).hypot(radius * (angle_1 - angle_0));
    Some((angle_0 + f * (angle_1 - angle_0), slope))
}

/// Fillet and flank of half a tooth in polar coordinates, from root to tip.
fn polar_outline(wheel: &Wheel) -> Vec<[f64; 2]> {
    let points = wheel.profile.half_outline(120);
    let is_on_land =
        |r: f64| (r - wheel.root_radius).abs() < 1e-12 || (r - wheel.tip_radius).abs() < 1e-12;
    let mut polar: Vec<_> = points
        .iter()
        .map(|[x, y]| [x.hypot(*y), y.atan2(*x)])
        .collect();
    // Of each land only the point next to fillet or flank.
    let first = polar.iter().position(|[r, _]| !is_on_land(*r)).unwrap();
    let last = polar.iter().rposition(|[r, _]| !is_on_land(*r)).unwrap();
    polar.truncate(last + 2);
    polar.split_off(first - 1)
}

/// How deep the outline of one wheel enters the teeth of the other while both roll through a pitch.
fn deepest_overlap(pair: &GearPair, ahead: f64, points_of_b: bool) -> f64 {
    let (a, b) = (pair.a.as_wheel().unwrap(), pair.b.as_wheel().unwrap());
    let [outline_a, outline_b] = [polar_outline(a), polar_outline(b)];
    let [pitch_a, pitch_b] = [a, b].map(|wheel| 2.0 * PI / f64::from(wheel.data.teeth));
    // The axis of b, where its tooth 1 points at position 0, and its sense of turning.
    let (center, zero, sense) = if b.is_internal() {
        (-pair.center_distance, 0.0, 1.0)
    } else {
        (pair.center_distance, PI, -1.0)
    };
    let mut deepest = f64::NEG_INFINITY;
    for step in 0..24 {
        let turn_a = pitch_a * f64::from(step) / 24.0;
        let turn_b = zero + sense * (ahead + turn_a * pitch_a.recip() * pitch_b);
        let (points, teeth, from, to) = if points_of_b {
            (
                &outline_b,
                &outline_a,
                (turn_b, pitch_b, center),
                (turn_a, pitch_a, -center),
            )
        } else {
            (
                &outline_a,
                &outline_b,
                (turn_a, pitch_a, 0.0),
                (turn_b, pitch_b, center),
            )
        };
        let other_center = if points_of_b { 0.0 } else { center };
        for tooth in -4..=4 {
            for (radius, angle) in points
                .iter()
                .flat_map(|[r, angle]| [(*r, *angle), (*r, -*angle)])
            {
                let [x, y] = cartesian(radius, angle + from.0 + from.1 * f64::from(tooth));
                let [x, y] = [x + if points_of_b { center } else { 0.0 } - other_center, y];
                let Some((half, slope)) = half_angle(teeth, x.hypot(y)) else {
                    continue;
                };
                let beside = (y.atan2(x) - to.0 + 0.5 * to.1).rem_euclid(to.1) - 0.5 * to.1;
                deepest = deepest.max((half - beside.abs()) * x.hypot(y) * slope);
            }
        }
    }
    deepest
}

proptest! {
    #![proptest_config(config(80))]

    /// A pair without findings of interference runs: no point of one outline enters the other. A tip corner that is
    /// said to dig into a fillet does.
    #[test]
    fn pairs_without_interference_roll_freely(
        pair in pairs_of(prop_oneof![Just(GearKind::External), Just(GearKind::Internal)])
    ) {
        let others = [
            "interference", "secondary-interference", "no-clearance", "no-backlash", "tip-not-generated", "cutter-trims-tip",
        ];
        let is_other = |finding: &Finding| others.contains(&finding.code());
        if pair.findings.iter().any(is_other) || wheels(&pair).any(|wheel| wheel.findings().iter().any(is_other)) {
            return Ok(());
        }
        let Some((_, rolls)) = contacts(&pair).into_iter().next() else { return Ok(()) };
        let ahead = mate_ahead(&pair, touch(&pair, rolls));
        let overlap = deepest_overlap(&pair, ahead, false).max(deepest_overlap(&pair, ahead, true));
        let stated = pair.findings.iter().filter_map(|finding| match finding {
            Finding::FilletInterference { depth, .. } => Some(*depth),
            _ => None,
        });
        match stated.reduce(f64::max) {
            // The rolling looks at 24 positions only and misses the deepest.
            Some(depth) => prop_assert!(overlap > 0.3 * depth && overlap < depth + 1e-3, "{overlap} for {depth}"),
            None => prop_assert!(overlap < 1.3e-3, "overlap {overlap:e}"),
        }
        prop_assert!(overlap > -0.1, "the teeth do not even meet: {overlap}");
    }
}

proptest! {
    #![proptest_config(config(1500))]

    /// Tips beside the mesh of an internal pair: the pinion's tip corner is carried past the teeth of the ring.
    #[test]
    fn secondary_interference_by_rolling(pair in pairs_of(Just(GearKind::Internal))) {
        let Some((_, rolls)) = contacts(&pair).into_iter().next() else { return Ok(()) };
        let (pinion, ring) = (pair.a.as_wheel().unwrap(), pair.b.as_wheel().unwrap());
        let ahead = mate_ahead(&pair, touch(&pair, rolls));
        let corner = pinion.profile.flank(pinion.tip_radius).cartesian();
        let pitch = 2.0 * PI / f64::from(ring.data.teeth);
        // How deep the corner is inside a tooth of the ring, as an angle of the ring; negative in a space.
        let depth = |angle: f64| {
            let [x, y] = turn(corner, angle);
            let [x, y] = [x + pair.center_distance, y];
            let radius = x.hypot(y);
            let from_tooth = y.atan2(x) - ahead - angle / pair.ratio.unwrap();
            let from_tooth = (from_tooth + 0.5 * pitch).rem_euclid(pitch) - 0.5 * pitch;
            if radius < ring.tip_radius { f64::NEG_INFINITY } else { ring.profile.flank_half_angle(radius) - from_tooth.abs() }
        };
        let stated = pair.findings.iter().find_map(|finding| match finding {
            Finding::SecondaryInterference { overlap, .. } => Some(*overlap),
            _ => None,
        });
        // Where the corner passes the tip circle of the ring, beyond the pitch point.
        let a = pair.center_distance;
        let radius = |angle: f64| { let [x, y] = turn(corner, angle); (x + a).hypot(y) - ring.tip_radius };
        let at_tip = corner[1].atan2(corner[0]);
        if radius(PI - at_tip) >= 0.0 || radius(-at_tip) <= 0.0 {
            prop_assert_eq!(stated, None);
            return Ok(());
        }
        let crossing = root(-at_tip, PI - at_tip, radius);
        let measured = depth(crossing - 1e-12);
        match stated {
            Some(overlap) if overlap < 0.4 * pitch => {
                prop_assert!((measured - overlap).abs() < 1e-6, "measured {measured}, stated {overlap}");
            }
            Some(_) => {}
            None => prop_assert!(measured < 1e-6, "measured {measured}"),
        }
        if stated.is_none() && !pair.findings.iter().any(|f| f.code() == "interference") && pair.backlash.circumferential >= 0.0 {
            // Nowhere on its way out does the corner enter a tooth.
            let (at, deepest) = least_at(-at_tip + 1e-6, crossing, 300, |angle| -depth(angle));
            prop_assert!(deepest > -1e-6, "enters by {} at {at} of {crossing}", -deepest);
        }
    }

    /// Span over teeth: two parallel lines against the outer flanks.
    #[test]
    fn span_by_parallel_anvils(pair in pairs(), teeth in 2u32..9) {
        for wheel in wheels(&pair).filter(|wheel| !wheel.data.system.is_helical() && teeth < wheel.data.teeth / 3) {
            let span = wheel.span(Some(teeth)).unwrap();
            prop_assert_eq!(span.teeth, teeth);
            // Turned so that the measured teeth (the spaces of a ring) lie symmetrically about +x.
            let half_pitch = PI / f64::from(wheel.data.teeth);
            let placed = |vector: [f64; 2]| {
                if wheel.is_internal() {
                    turn([vector[0], -vector[1]], f64::from(teeth) * half_pitch)
                } else {
                    turn(vector, f64::from(teeth - 1) * half_pitch)
                }
            };
            let slope = |roll: f64| placed(normal(wheel, roll))[0];
            if slope(1e-2) * slope(1.5) >= 0.0 {
                continue;
            }
            let roll = root(1e-2, 1.5, slope);
            let [x, y] = placed(flank(wheel, roll));
            prop_assert!((2.0 * y - span.length).abs() < 1e-8, "{} {}", 2.0 * y, span.length);
            prop_assert!((x.hypot(y) - span.contact_radius).abs() < 1e-6);
        }
    }
}

/// Distance of a ball's centre, in the middle of a space at `radius`, from the helicoid of the flank.
fn ball_to_flank(wheel: &Wheel, radius: f64) -> (f64, f64) {
    let half_pitch = PI / f64::from(wheel.data.teeth);
    let center = cartesian(radius, half_pitch);
    let twist = wheel.data.system.helix_angle.tan() / wheel.reference_radius;
    let to_point =
        |roll: f64, z: f64| distance(turn(flank(wheel, roll), twist * z), center).hypot(z);
    let over_height = |roll: f64| {
        if wheel.data.system.is_helical() {
            least_at(-3.0, 3.0, 6, |z| to_point(roll, z)).1
        } else {
            to_point(roll, 0.0)
        }
    };
    least_at(1e-3, 1.6, 24, over_height)
}

proptest! {
    #![proptest_config(config(250))]

    /// A ball that touches both flanks, found in space.
    #[test]
    fn balls_by_distance_from_the_flanks(pair in pairs()) {
        for wheel in wheels(&pair) {
            let Some(ball) = wheel.over_balls(None) else { continue };
            if !ball.is_measurable {
                continue;
            }
            let (roll, apart) = ball_to_flank(wheel, 0.5 * ball.center_diameter);
            prop_assert!((apart - 0.5 * ball.ball_diameter).abs() < 1e-7, "{apart} {}", 0.5 * ball.ball_diameter);
            prop_assert!((wheel.base_radius * roll.hypot(1.0) - ball.contact_radius).abs() < 1e-4);
            // Opposite spaces, or the nearest to opposite: the distance of two centres, and a ball more or less.
            let teeth = wheel.data.teeth;
            let step = 2.0 * PI / f64::from(teeth) * f64::from(teeth / 2);
            let across = distance(cartesian(0.5 * ball.center_diameter, 0.0), cartesian(0.5 * ball.center_diameter, step));
            let sign = if wheel.is_internal() { -1.0 } else { 1.0 };
            prop_assert!((across + sign * ball.ball_diameter - ball.dimension).abs() < 1e-9);
        }
    }
}

fn any_gear() -> impl Strategy<Value = pitchline_geometry::CylindricalData> {
    prop_oneof![
        gears(GearKind::External, 3..1000),
        gears(GearKind::Internal, 3..1000),
        gears(GearKind::Rack, 3..1000)
    ]
}

fn is_finite_outline(profile: &ToothProfile) -> bool {
    profile
        .half_outline(20)
        .iter()
        .flatten()
        .all(|x| x.is_finite())
}

proptest! {
    #![proptest_config(config(6000))]

    /// Whatever the data: a gear and a pair, or an error that says why; never a panic, never NaN in a tooth.
    #[test]
    fn no_data_makes_it_panic(
        a in any_gear(),
        mut b in any_gear(),
        raise in proptest::option::of(-20f64..20.0),
        same in any::<bool>(),
    ) {
        if same {
            b.system = a.system;
        }
        let [a, b] = [a, b].map(CylindricalGear::build);
        for gear in [&a, &b] {
            match gear {
                Ok(gear) => {
                    prop_assert!(gear.half_outline(5).len() > 5);
                    for finding in gear.findings() {
                        prop_assert!(!finding.message("a", "b").contains("NaN") && !finding.remedy("a", "b").contains("NaN"));
                    }
                    if let Some(wheel) = gear.as_wheel() {
                        prop_assert!(is_finite_outline(&wheel.profile), "{wheel:?}");
                        prop_assert!(wheel.span(None).is_none_or(|span| span.length.is_finite()));
                        prop_assert!(wheel.over_balls(None).is_none_or(|ball| ball.dimension.is_finite()));
                    }
                }
                Err(error) => prop_assert!(!error.to_string().contains("NaN") && !error.remedy().contains("NaN"), "{error}"),
            }
        }
        if let (Ok(a), Ok(b)) = (a, b) {
            let build = |center_distance| {
                GearPair::build(a.clone(), b.clone(), PairData { center_distance, allow_interference: false })
            };
            let free = build(None);
            let given = raise.map(|raise| build(Some(raise)));
            let beside = raise.zip(free.as_ref().ok()).map(|(raise, pair)| build(Some(pair.center_distance + raise)));
            for pair in [Some(free), given, beside].into_iter().flatten() {
                match pair {
                    Ok(pair) => {
                        for (_, point) in pair.path.named() {
                            prop_assert!(point.distance.is_finite());
                            let _ = pair.sliding(point.distance);
                        }
                        prop_assert!(pair.center_distance > 0.0 && pair.backlash.circumferential.is_finite());
                        for finding in &pair.findings {
                            let text = finding.message("a", "b") + &finding.remedy("a", "b");
                            prop_assert!(!text.contains("NaN") || text.contains("without play"), "{text}");
                        }
                    }
                    Err(error) => prop_assert!(!error.to_string().contains("NaN") && !error.remedy().contains("NaN"), "{error}"),
                }
            }
        }
    }
}
