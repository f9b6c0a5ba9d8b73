//! The nearest point of a flank: round trips, borders, and the distance against a search.

use pitchline_geometry::Flank;
use proptest::prelude::*;

use crate::flank_sample::{
    cross3, dot3, fractions, minus3, modified_flank, norm, place, plain_flank,
};
use crate::sample::config;

/// A point this far out of a flank along its normal.
fn beside(flank: &Flank, [s, z]: [f64; 2], gap: f64) -> [f64; 3] {
    let surface = flank.point(s, z);
    [0, 1, 2].map(|i| surface.point[i] + gap * surface.normal[i])
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn parameters_of_plain_flanks_come_back(flank in plain_flank(), at in fractions(), gap in -0.05f64..0.05) {
        let [s, z] = place(&flank.domain, at);
        // Inside the tooth the involute's centre of curvature ends the neighbourhood.
        prop_assume!(s.abs() > 0.2 || flank.profile_at(1.0) > 1.0);
        let told = flank.nearest(beside(&flank, [s, z], gap));
        let size = 1.0 + s.abs() + z.abs();
        prop_assert!((told.profile - s).abs() < 1e-9 * size, "{told:?} {s}");
        prop_assert!((told.width - z).abs() < 1e-9 * size, "{told:?} {z}");
        prop_assert!((told.gap - gap).abs() < 1e-11);
        prop_assert!(told.border.is_inside());
    }

    #[test]
    fn parameters_of_modified_flanks_come_back(flank in modified_flank(), at in fractions(), gap in -0.02f64..0.02) {
        let [s, z] = place(&flank.domain, at);
        prop_assume!(s.abs() > 0.5 || flank.profile_at(1.0) > 1.0);
        // A kink or a hollow narrower than the distance has other nearest points: stay near.
        let near = |h: f64| {
            let n = flank.point(s, z).normal;
            [[h, 0.0], [-h, 0.0], [0.0, h], [0.0, -h]].iter().all(|[a, b]| {
                norm(minus3(flank.point(s + a, z + b).normal, n)) < 0.05
            })
        };
        prop_assume!(near(0.02));
        // Near the base circle a short arc is a long roll length: a relief there would be a cliff, which is no relief.
        let slope = |s: f64| {
            let along = norm(minus3(flank.point(s + 1e-4, z).point, flank.point(s - 1e-4, z).point));
            (flank.relief(s + 1e-4, z) - flank.relief(s - 1e-4, z)) / along
        };
        prop_assume!([-0.2, -0.1, 0.0, 0.1, 0.2].iter().all(|shift| slope(s + shift).abs() < 0.2));
        // Inside the material the kink of a linear relief has a nearest point on either side.
        let is_smooth = [-0.2, -0.1, -0.03, 0.03, 0.1, 0.2]
            .iter()
            .all(|shift| (slope(s + shift) - slope(s)).abs() < 0.01)
            && [-0.5, -0.2, 0.2, 0.5].iter().all(|shift| {
                norm(minus3(flank.point(s, z + shift).normal, flank.point(s, z).normal)) < 0.03
            });
        prop_assume!(gap > 0.0 || is_smooth);
        let told = flank.nearest(beside(&flank, [s, z], gap));
        let size = 1.0 + s.abs() + z.abs();
        let is_there = (told.profile - s).abs() + (told.width - z).abs() < 1e-9 * size;
        // Beside a kink another point may be nearer; it must then really be nearer.
        prop_assert!(is_there || told.distance < gap.abs() * (1.0 - 1e-9), "{told:?} {s} {z} {gap}");
        prop_assert!(told.distance <= gap.abs() + 1e-12);
        prop_assert!(told.steps < 40);
    }

    #[test]
    fn border_holds_points_beyond_the_tip(flank in modified_flank(), v in 0.1f64..0.9, out in 0.01f64..0.2) {
        let [_, z] = place(&flank.domain, [1.0, v]);
        let edge = flank.tip_edge(z);
        // Straight on from the flank, over the edge: within both half planes of the corner.
        let along = cross3(edge.tangent, edge.flank_normal);
        let sign = dot3(along, edge.land_normal).signum();
        let point = [0, 1, 2].map(|i| edge.point[i] + out * sign * along[i]);
        let told = flank.nearest(point);
        let is_upper = if flank.domain.tip > flank.domain.root { 1 } else { -1 };
        prop_assert_eq!(told.border.profile, is_upper, "{:?}", told);
        prop_assert!((told.profile - flank.domain.tip).abs() < 1e-15);
        prop_assert!((told.distance - out).abs() < 1e-9 + 1e-3 * out * out, "{:?} {}", told, out);
    }

    #[test]
    fn no_sampled_point_is_nearer(flank in modified_flank(), at in fractions(), shift in [-0.3f64..0.3, -0.3f64..0.3, -3.0f64..3.0]) {
        let [s, z] = place(&flank.domain, at);
        let near = flank.point(s, z).point;
        let point = [0, 1, 2].map(|i| near[i] + shift[i]);
        let told = flank.nearest(point);
        prop_assert!(told.steps <= 40);
        prop_assert!(flank.domain.profile_margin(told.profile) > -1e-15);
        prop_assert!(told.width.abs() <= flank.domain.half_width);
        let at_foot = flank.point(told.profile, told.width).point;
        prop_assert!((norm(minus3(at_foot, point)) - told.distance).abs() < 1e-13 * (1.0 + norm(point)));
        let mut least = f64::INFINITY;
        for i in 0..=40 {
            for j in 0..=40 {
                let [s, z] = place(&flank.domain, [f64::from(i) / 40.0, f64::from(j) / 40.0]);
                least = least.min(norm(minus3(flank.point(s, z).point, point)));
            }
        }
        // Waves of a random topography may hold it in a hollow; a plain flank may not.
        prop_assert!(told.distance <= least + 0.03, "{} {least}", told.distance);
    }

    #[test]
    fn far_points_and_nonsense_end(flank in modified_flank(), point in [-1e3f64..1e3, -1e3f64..1e3, -1e3f64..1e3]) {
        for point in [point, [0.0; 3], [f64::NAN, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0]] {
            let told = flank.nearest(point);
            prop_assert!(told.steps <= 40);
            prop_assert!(told.profile.is_finite() && told.width.is_finite());
        }
    }
}

#[test]
fn newton_is_quadratic() {
    use pitchline_geometry::{
        Deviations, FlankSide, GearFlanks, GearKind, LeadCrowning, Modification, ProfileCrowning,
    };
    let mut gear = crate::sample::data(GearKind::External, 30);
    gear.system.helix_angle = 0.3;
    let list = vec![
        Modification::ProfileCrowning(ProfileCrowning { amount: 0.01 }),
        Modification::LeadCrowning(LeadCrowning { amount: 0.02 }),
    ];
    let gear = crate::sample::build(gear);
    let flanks = GearFlanks::build(&gear, list, Vec::new(), Deviations::default()).unwrap();
    let flank = flanks.flank(5, FlankSide::Right).unwrap();
    let mut most = 0;
    for i in 0..400 {
        let [u, v] = [0.618, 0.414].map(|step| 0.3 + 0.69 * (f64::from(i) * step).fract());
        let at = place(&flank.domain, [u, v]);
        // Far out: the bend counts as much as the metric.
        let told = flank.nearest(beside(&flank, at, 1.0));
        assert!((told.profile - at[0]).abs() + (told.width - at[1]).abs() < 1e-9);
        most = most.max(told.steps);
    }
    assert!(most <= 6, "{most}");
}
