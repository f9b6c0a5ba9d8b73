//! Gears to test with.

use pitchline_geometry::{
    BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, GearPair, Hand, PairData,
    Thinning, Tip, ToothSystem,
};

use proptest::prelude::*;

pub const MM: f64 = 1e-3;

/// A plain 20° spur gear of module 1 m, so that lengths are in modules.
pub fn data(kind: GearKind, teeth: u32) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module: 1.0,
            pressure_angle: 20f64.to_radians(),
            helix_angle: 0.0,
            hand: Hand::Right,
        },
        face_width: 10.0,
        profile_shift: 0.0,
        rack: BasicRack::A,
        tip: Tip::Alteration(0.0),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

pub fn external(teeth: u32) -> CylindricalData {
    data(GearKind::External, teeth)
}

pub fn build(data: CylindricalData) -> CylindricalGear {
    CylindricalGear::build(data).unwrap_or_else(|error| panic!("{error}: {data:?}"))
}

pub fn pair(a: CylindricalData, b: CylindricalData, center_distance: Option<f64>) -> GearPair {
    GearPair::build(
        build(a),
        build(b),
        PairData {
            center_distance,
            allow_interference: true,
        },
    )
    .unwrap()
}

/// Asserts that `value` rounds to what was printed with this many decimals.
#[track_caller]
pub fn assert_printed(value: f64, printed: f64, decimals: i32) {
    let half_digit = 0.5 * 10f64.powi(-decimals);
    assert!(
        (value - printed).abs() <= half_digit * 1.0001,
        "computed {value}, printed {printed}"
    );
}

/// Any gear, sensible or not, of module 1 m.
pub fn gears(
    kind: GearKind,
    teeth: std::ops::Range<u32>,
) -> impl Strategy<Value = CylindricalData> {
    let system = (
        10f64..35.0,
        prop_oneof![2 => Just(0.0), 3 => 0f64..50.0],
        any::<bool>(),
    );
    let rack = prop_oneof![
        Just(BasicRack::A),
        Just(BasicRack::D),
        (0.3f64..1.6, 0.2f64..2.2, prop_oneof![Just(0.0), 0f64..1.0]).prop_map(
            |(addendum, dedendum, root_radius)| BasicRack {
                addendum,
                dedendum,
                root_radius
            }
        ),
    ];
    let allowance = prop_oneof![Just(0.0), -0.4f64..0.1];
    let cutter = (
        proptest::option::of(5u32..60),
        proptest::option::of(-0.6f64..1.0),
        proptest::option::of(0.3f64..2.0),
        proptest::option::of(prop_oneof![Just(0.0), 0f64..0.8]),
    );
    let tip = prop_oneof![Just(0.0), -0.8f64..0.4];
    (
        teeth,
        system,
        -2f64..2.0,
        rack,
        allowance,
        any::<bool>(),
        cutter,
        tip,
    )
        .prop_map(
            move |(teeth, (alpha, beta, right), shift, rack, allowance, is_feed, cutter, tip)| {
                let mut gear = data(kind, teeth);
                gear.system.pressure_angle = alpha.to_radians();
                gear.system.helix_angle = beta.to_radians();
                gear.system.hand = if right { Hand::Right } else { Hand::Left };
                gear.profile_shift = shift;
                gear.rack = rack;
                gear.thickness_allowance = allowance;
                gear.thinning = if is_feed {
                    Thinning::Feed
                } else {
                    Thinning::Flank
                };
                gear.cutter = CutterData {
                    teeth: cutter.0,
                    profile_shift: cutter.1,
                    addendum: cutter.2,
                    tip_radius: cutter.3,
                };
                gear.tip = Tip::Alteration(tip);
                gear
            },
        )
}

/// This many random cases; failures are turned into named tests instead of files.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..ProptestConfig::default()
    }
}

/// Random pairs that mesh, the pinion first; shifted, thinned, helical, with given or free centre distance.
pub fn pairs() -> impl Strategy<Value = GearPair> {
    pairs_of(prop_oneof![
        Just(GearKind::External),
        Just(GearKind::Internal),
        Just(GearKind::Rack)
    ])
}

/// Random pairs whose second gear is of this kind.
pub fn pairs_of(kind: impl Strategy<Value = GearKind>) -> impl Strategy<Value = GearPair> {
    let system = (14f64..28.0, prop_oneof![Just(0.0), 0f64..40.0]);
    let gear = || {
        (
            -0.6f64..1.0,
            prop_oneof![Just(0.0), -0.15f64..0.0],
            any::<bool>(),
            -0.3f64..0.1,
        )
    };
    let rack = prop_oneof![
        Just(BasicRack::A),
        Just(BasicRack::B),
        Just(BasicRack::C),
        Just(BasicRack::D)
    ];
    let raise = proptest::option::of(-0.4f64..0.6);
    (
        kind,
        system,
        6u32..80,
        6u32..120,
        gear(),
        gear(),
        rack,
        raise,
    )
        .prop_filter_map(
            "a pair that meshes",
            |(kind, (alpha, beta), z_a, z_b, gear_a, gear_b, rack, raise)| {
                let z_b = if kind == GearKind::Internal {
                    z_a + 6 + z_b
                } else {
                    z_b
                };
                let [a, b] = [(GearKind::External, z_a, gear_a), (kind, z_b, gear_b)].map(
                    |(kind, teeth, gear)| {
                        let mut data = data(kind, teeth);
                        data.system.pressure_angle = alpha.to_radians();
                        data.system.helix_angle = beta.to_radians();
                        data.rack = rack;
                        data.profile_shift = if kind == GearKind::Rack { 0.0 } else { gear.0 };
                        data.thickness_allowance = gear.1;
                        data.thinning = if gear.2 {
                            Thinning::Feed
                        } else {
                            Thinning::Flank
                        };
                        data.tip = Tip::Alteration(gear.3);
                        data
                    },
                );
                let mut b = b;
                if kind != GearKind::Internal {
                    b.system.hand = !b.system.hand;
                }
                let build = |distance| {
                    let [a, b] = [a, b].map(|data| CylindricalGear::build(data).ok());
                    GearPair::build(
                        a?,
                        b?,
                        PairData {
                            center_distance: distance,
                            allow_interference: true,
                        },
                    )
                    .ok()
                };
                let free = build(None)?;
                let pair = match raise {
                    Some(raise) => build(Some(free.center_distance + raise))?,
                    None => free,
                };
                (pair.transverse_contact_ratio > 0.2).then_some(pair)
            },
        )
}
