//! Data that describe no gear, and data that hardly do.

use pitchline_geometry::{
    CylindricalData, CylindricalGear, GearKind, GearPair, PairData, ToothProfile,
};
use proptest::prelude::*;

use crate::sample::{config, gears};

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
                            prop_assert!(!text.contains("NaN") || text.contains("without backlash"), "{text}");
                        }
                    }
                    Err(error) => prop_assert!(!error.to_string().contains("NaN") && !error.remedy().contains("NaN"), "{error}"),
                }
            }
        }
    }
}

#[test]
fn data_that_describe_no_gear_are_refused() {
    let spoil: [fn(&mut CylindricalData); 9] = [
        |data| data.teeth = 0,
        |data| data.teeth = 2,
        |data| data.system.module = f64::NAN,
        |data| data.system.module = -1.0,
        |data| data.system.pressure_angle = 0.0,
        |data| data.system.helix_angle = -0.1,
        |data| data.profile_shift = f64::INFINITY,
        |data| data.rack.root_radius = -0.1,
        |data| data.thickness_allowance = f64::NAN,
    ];
    for spoil in spoil {
        let mut data = crate::sample::external(20);
        spoil(&mut data);
        assert!(CylindricalGear::build(data).is_err(), "{data:?}");
    }
}
