//! Flanks as surfaces: derivatives, normals, symmetry. Module 1 m, so that lengths are in modules.

use pitchline_geometry::{
    CylindricalGear, Deviations, FlankSide, GearFlanks, GearKind, Hand, RunOut,
};
use proptest::prelude::*;

use crate::flank_sample::{
    any_gear, any_modification, any_side, cross3, derivative_errors, dot3, fractions, minus3,
    modified_flank, norm, place, plain_flank,
};
use crate::numeric::turn;
use crate::sample::{build, config, data};

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn derivatives_of_plain_flanks(flank in plain_flank(), at in fractions()) {
        let jet = |s, z| flank.evaluate(s, z);
        let errors = derivative_errors(jet, place(&flank.domain, at), 1e-5);
        // h² times a third derivative, or rounding over h.
        prop_assert!(errors[0] < 1e-8 && errors[1] < 1e-8, "{errors:?}");
    }

    #[test]
    fn derivatives_of_modified_flanks(flank in modified_flank(), at in fractions()) {
        let jet = |s, z| flank.evaluate(s, z);
        let errors = derivative_errors(jet, place(&flank.domain, at), 1e-5);
        // A kink within the step spoils the differences, not the surface: amount over length is at most 0.2.
        let [s, z] = place(&flank.domain, at);
        let is_smooth = [[1e-5, 0.0], [-1e-5, 0.0], [0.0, 1e-5], [0.0, -1e-5]].iter().all(|[a, b]| {
            norm(minus3(flank.evaluate(s + a, z + b).d_s, flank.evaluate(s, z).d_s)) < 1e-3
                && norm(minus3(flank.evaluate(s + a, z + b).d_z, flank.evaluate(s, z).d_z)) < 1e-3
        });
        prop_assume!(is_smooth);
        prop_assert!(errors[0] < 1e-7 && errors[1] < 1e-5, "{errors:?}");
    }

    #[test]
    fn point_is_that_of_the_jet(flank in modified_flank(), at in fractions()) {
        let [s, z] = place(&flank.domain, at);
        let (point, jet) = (flank.point(s, z), flank.evaluate(s, z));
        prop_assert_eq!(point.point, jet.point);
        prop_assert_eq!(point.normal, jet.normal);
    }

    #[test]
    fn normal_is_the_cross_product_of_differences(flank in modified_flank(), at in fractions()) {
        let [s, z] = place(&flank.domain, at);
        let h = 1e-5;
        let p = |s, z| flank.point(s, z).point;
        let along = minus3(p(s + h, z), p(s - h, z));
        let across = minus3(p(s, z + h), p(s, z - h));
        let cross = cross3(along, across);
        let normal = flank.point(s, z).normal;
        prop_assert!((norm(normal) - 1.0).abs() < 1e-14);
        // Parallel; a kink of a linear relief within the step is half seen by each.
        let off = norm(cross3(normal, cross)) / norm(cross);
        let jump = |a: f64, b: f64| norm(minus3(flank.point(s + a, z + b).normal, normal));
        prop_assume!(jump(h, 0.0).max(jump(-h, 0.0)).max(jump(0.0, h)).max(jump(0.0, -h)) < 1e-3);
        prop_assert!(off < 1e-6, "{off}");
    }

    #[test]
    fn order_of_modifications_does_not_matter(
        (gear, list) in any_gear().prop_flat_map(|gear| {
            let domain = GearFlanks::plain(&gear).domain;
            (Just(gear), proptest::collection::vec(any_modification(domain), 2..6))
        }),
        at in fractions(),
    ) {
        let mut other = list.clone();
        other.reverse();
        other.swap(0, 1);
        let [one, two] = [list, other].map(|list| {
            let flanks = GearFlanks::build(&gear, list, Vec::new(), Deviations::default()).unwrap();
            flanks.flank(1, FlankSide::Right).unwrap()
        });
        let [s, z] = place(&one.domain, at);
        // Amounts of some hundredths of a metre: rounding is below 1e-17.
        prop_assert!((one.relief(s, z) - two.relief(s, z)).abs() < 1e-16);
        let apart = norm(minus3(one.point(s, z).point, two.point(s, z).point));
        prop_assert!(apart < 1e-15 * norm(one.point(s, z).point).max(1.0), "{apart}");
    }

    #[test]
    fn normals_look_to_their_side(flank in plain_flank(), at in fractions()) {
        let [s, z] = place(&flank.domain, at);
        let surface = flank.point(s, z);
        let [x, y, _] = surface.point;
        let is_rack = flank.profile_at(1.0) > 1.0;
        let around = if is_rack { [0.0, 1.0, 0.0] } else { [-y, x, 0.0] };
        prop_assert!(dot3(around, surface.normal) * flank.side.sign() > 0.0);
    }

    #[test]
    fn section_at_middle_is_the_tooth_profile(gear in any_gear(), u in 0.0f64..1.0) {
        let CylindricalGear::Wheel(wheel) = &gear else { return Ok(()) };
        let flank = GearFlanks::plain(&gear).flank(1, FlankSide::Right).unwrap();
        let radius = wheel.form_radius + u * (wheel.tip_radius - wheel.form_radius);
        let exact = wheel.profile.flank(radius).cartesian();
        let told = flank.point(flank.profile_at(radius), 0.0).point;
        prop_assert!((told[0] - exact[0]).hypot(told[1] - exact[1]) < 1e-12 * radius);
    }

    #[test]
    fn left_flank_is_the_mirror_image_of_the_right(gear in any_gear(), at in fractions()) {
        // Mirrored in its middle plane a helix changes its hand; mirrored in the plane y = 0 as well.
        let flanks = GearFlanks::plain(&gear);
        let [right, left] =
            [FlankSide::Right, FlankSide::Left].map(|side| flanks.flank(1, side).unwrap());
        let [s, z] = place(&flanks.domain, at);
        let (a, b) = (right.evaluate(s, z), left.evaluate(s, -z));
        for (a, b) in [(a.point, b.point), (a.normal, b.normal), (a.d_s, b.d_s), (a.d_ss, b.d_ss)] {
            let apart = norm([a[0] - b[0], a[1] + b[1], a[2] + b[2]]);
            prop_assert!(apart < 1e-13 * (1.0 + norm(a)), "{a:?} {b:?}");
        }
    }

    #[test]
    fn all_teeth_are_turned_copies_of_the_first(gear in any_gear(), side in any_side(), at in fractions()) {
        let flanks = GearFlanks::plain(&gear);
        let [s, z] = place(&flanks.domain, at);
        let first = flanks.flank(1, side).unwrap().point(s, z).point;
        for tooth in 1..=flanks.teeth {
            let point = flanks.flank(tooth, side).unwrap().point(s, z).point;
            let pitches = f64::from(tooth - 1) * flanks.pitch();
            let [x, y] = match gear {
                CylindricalGear::Wheel(_) => turn([first[0], first[1]], pitches),
                CylindricalGear::Rack(_) => [first[0], first[1] + pitches],
            };
            prop_assert!(norm(minus3(point, [x, y, first[2]])) < 1e-13 * (1.0 + norm(point)));
        }
        prop_assert!(flanks.flank(0, side).is_none());
        prop_assert!(flanks.flank(flanks.teeth + 1, side).is_none());
    }

    #[test]
    fn tip_edge_bounds_the_flank(flank in modified_flank(), v in 0.0f64..1.0) {
        let [_, z] = place(&flank.domain, [0.5, v]);
        let edge = flank.tip_edge(z);
        prop_assert_eq!(edge.point, flank.point(flank.domain.tip, z).point);
        for direction in [edge.tangent, edge.direction, edge.flank_normal, edge.land_normal] {
            prop_assert!((norm(direction) - 1.0).abs() < 1e-14);
        }
        prop_assert!(dot3(edge.tangent, edge.flank_normal).abs() < 1e-12);
        prop_assert!(edge.tangent[2] > 0.0);
        prop_assert!(dot3(edge.direction, edge.flank_normal) > 0.0);
        prop_assert!(dot3(edge.direction, edge.land_normal) > 0.0);
        // Away from the material: the flank before the edge lies behind the tip land.
        let inner = 0.9 * flank.domain.tip + 0.1 * flank.domain.root;
        let back = minus3(flank.point(inner, z).point, edge.point);
        prop_assert!(dot3(back, edge.land_normal) < 0.0);
    }

    #[test]
    fn run_out_is_a_pitch_deviation_once_per_turn(
        gear in any_gear(), side in any_side(), phase in 0f64..6.0, tooth in 0f64..1.0,
    ) {
        let CylindricalGear::Wheel(wheel) = &gear else { return Ok(()) };
        prop_assume!(wheel.reference_radius > wheel.base_radius);
        let run_out = RunOut { eccentricity: 1e-6 * wheel.reference_radius, phase };
        let flanks = GearFlanks::plain(&gear);
        let tooth = 1 + (tooth * f64::from(flanks.teeth)) as u32;
        let flank = flanks.flank(tooth, side).unwrap();
        // The displaced flank where it crosses the reference circle about the axis of rotation.
        let r = wheel.reference_radius;
        let angle = |offset: [f64; 3]| {
            let mut s = flank.profile_at(r);
            for _ in 0..20 {
                let jet = flank.evaluate(s, 0.0);
                let [x, y] = [jet.point[0] + offset[0], jet.point[1] + offset[1]];
                let radius = x.hypot(y);
                s -= (radius - r) * radius / (x * jet.d_s[0] + y * jet.d_s[1]);
            }
            let [x, y, _] = flank.point(s, 0.0).point;
            (y + offset[1]).atan2(x + offset[0])
        };
        let plain = angle([0.0; 3]);
        let measured = r * (angle(run_out.offset()) - plain);
        let alpha = wheel.data.system.transverse_pressure_angle();
        let told = run_out.pitch_deviation(plain, side, alpha, wheel.is_internal());
        // Second order: e²/ρ, with the curvature r_b tan α of the flank.
        let second = run_out.eccentricity.powi(2) / (wheel.base_radius * alpha.tan());
        prop_assert!((measured - told).abs() < 10.0 * second + 1e-14 * r, "{measured} {told}");
    }
}

#[test]
fn a_right_hand_turns_positively_along_the_axis() {
    for kind in [GearKind::External, GearKind::Internal, GearKind::Rack] {
        for (hand, sign) in [(Hand::Right, 1.0), (Hand::Left, -1.0)] {
            let mut gear = data(kind, 40);
            gear.system.helix_angle = 0.3;
            gear.system.hand = hand;
            let flank = GearFlanks::plain(&build(gear))
                .flank(1, FlankSide::Right)
                .unwrap();
            let s = 0.5 * (flank.domain.root + flank.domain.tip);
            let [below, above] = [-1.0, 1.0].map(|z| flank.point(s, z).point);
            assert!((above[1] - below[1]) * sign > 0.0);
        }
    }
}

#[test]
fn positive_relief_removes_material() {
    use pitchline_geometry::{LeadCrowning, Modification};
    for kind in [GearKind::External, GearKind::Internal, GearKind::Rack] {
        let gear = build(data(kind, 40));
        let crowned = vec![Modification::LeadCrowning(LeadCrowning { amount: 0.01 })];
        let flanks = GearFlanks::build(&gear, crowned, Vec::new(), Deviations::default()).unwrap();
        let plain = GearFlanks::plain(&gear).flank(3, FlankSide::Right).unwrap();
        let flank = flanks.flank(3, FlankSide::Right).unwrap();
        let [s, z] = place(&plain.domain, [0.5, 1.0]);
        let gap = plain.nearest(flank.point(s, z).point).gap;
        // Inside the unmodified tooth, by the amount, along its normal.
        assert!((gap + 0.01).abs() < 1e-14, "{gap}");
        assert!((flank.relief(s, z) - 0.01).abs() < 1e-17);
        let other = flanks.flank(3, FlankSide::Left).unwrap();
        assert_eq!(other.relief(s, z), 0.0);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    use pitchline_geometry::{
        Damage, EndRelief, Ends, Error, HelixSlope, Modification, PitchDeviation, ReliefForm,
        TipRelief, Topography,
    };
    let wheel = build(data(GearKind::External, 20));
    let rack = build(data(GearKind::Rack, 20));
    let domain = GearFlanks::plain(&wheel).domain;
    let none = Deviations::default;
    let slope = |amount| Modification::HelixSlope(HelixSlope { amount });
    let relief = |start| {
        Modification::TipRelief(TipRelief {
            amount: 0.01,
            start,
            form: ReliefForm::Linear,
        })
    };
    let end = |length| {
        Modification::EndRelief(EndRelief {
            amount: 0.01,
            length,
            form: ReliefForm::Linear,
            ends: Ends::Both,
        })
    };
    let damage = |tooth, modification| Deviations {
        damage: vec![Damage {
            tooth,
            side: FlankSide::Left,
            modification,
        }],
        ..none()
    };
    let pitch = |n: usize| Deviations {
        pitch: PitchDeviation::of_teeth(vec![0.0; n]),
        ..none()
    };
    let run_out = Deviations {
        run_out: Some(RunOut {
            eccentricity: 0.01,
            phase: 0.0,
        }),
        ..none()
    };
    let grid = Topography::build(&[0.0, 1.0], &[0.0, 1.0], &[0.0; 3]).unwrap_err();
    assert_eq!(Error::from(grid).code(), "topography");
    for (gear, list, deviations, code) in [
        (&wheel, vec![slope(f64::NAN)], none(), "modification-amount"),
        (
            &wheel,
            vec![relief(1.01 * domain.tip)],
            none(),
            "relief-beyond-flank",
        ),
        (
            &wheel,
            vec![relief(0.9 * domain.root)],
            none(),
            "relief-beyond-flank",
        ),
        (&wheel, vec![end(10.1)], none(), "end-relief"),
        (&wheel, vec![end(0.0)], none(), "end-relief"),
        (&wheel, Vec::new(), pitch(19), "pitch-table"),
        (&wheel, Vec::new(), damage(21, slope(0.1)), "no-such-tooth"),
        (&wheel, Vec::new(), damage(0, slope(0.1)), "no-such-tooth"),
        (&wheel, Vec::new(), damage(1, end(11.0)), "end-relief"),
        (&rack, Vec::new(), run_out, "rack-run-out"),
    ] {
        let refused = GearFlanks::build(gear, list, Vec::new(), deviations);
        let error = Error::from(refused.unwrap_err());
        assert_eq!(error.code(), code);
        assert!(!error.remedy().is_empty() && !error.to_string().is_empty());
        assert!(["modifications", "deviations"].contains(&error.key()));
    }
}
