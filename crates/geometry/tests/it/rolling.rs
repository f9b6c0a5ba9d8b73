//! Whole outlines rolled against each other: what interference there is, and that there is none elsewhere.

use pitchline_geometry::{Finding, GearKind, GearPair, Tip, Wheel};
use proptest::prelude::*;

use crate::mesh::{cartesian, contacts, mate_ahead, touch, wheels};
use crate::numeric::{least_at, root, turn};
use crate::sample::{config, data, external, pair, pairs_of};

const PI: f64 = std::f64::consts::PI;

/// The root radius that a refusal names lets the flank reach as far as the mating tip needs it, and hardly a larger one.
#[test]
fn a_named_root_radius_fits() {
    let with = |root_radius: f64| {
        let mut pinion = external(24);
        pinion.rack.root_radius = root_radius;
        pair(pinion, data(GearKind::Internal, 84), None).findings
    };
    let named = |findings: &[Finding]| {
        findings.iter().find_map(|finding| match finding {
            Finding::Interference {
                fitting_root_radius,
                ..
            } => Some(*fitting_root_radius),
            _ => None,
        })
    };
    let fitting = named(&with(0.38)).flatten().unwrap();
    assert!((0.15..0.38).contains(&fitting), "{fitting}");
    assert_eq!(named(&with(fitting)), None);
    assert!(named(&with(1.1 * fitting)).is_some());
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
}
