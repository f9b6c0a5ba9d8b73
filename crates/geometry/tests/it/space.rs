//! Vectors in space and pitch pairs to test with; nothing here knows a gear formula.

use pitchline_geometry::{
    BevelData, CrossedData, Hand, HypoidCones, HypoidData, PitchPair, Spiral, ToothSystem, Vector,
    WormData, WormSize,
};
use proptest::prelude::*;

pub fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

pub fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

pub fn along(a: Vector, factor: f64, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] + factor * b[i])
}

pub fn size(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Turns a vector about a unit axis.
pub fn turn(v: Vector, axis: Vector, angle: f64) -> Vector {
    let across = cross(axis, v);
    let inner = dot(axis, v);
    std::array::from_fn(|i| {
        v[i] * angle.cos() + across[i] * angle.sin() + axis[i] * inner * (1.0 - angle.cos())
    })
}

pub fn degrees(range: std::ops::Range<f64>) -> impl Strategy<Value = f64> {
    range.prop_map(f64::to_radians)
}

pub fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

pub fn bevel() -> impl Strategy<Value = BevelData> {
    (
        (8u32..60, 8u32..90),
        degrees(60.0..95.0),
        prop_oneof![Just(0.0), degrees(1.0..50.0)],
        hand(),
        0.05..0.35f64,
        degrees(14.0..25.0),
    )
        .prop_map(
            |((z_a, z_b), shaft_angle, spiral_angle, hand, width, pressure_angle)| {
                let mut data = BevelData {
                    teeth: [z_a, z_b],
                    module: 4e-3,
                    shaft_angle,
                    spiral_angle,
                    hands: [hand, !hand],
                    face_width: 0.0,
                    pressure_angle,
                };
                data.face_width = width * data.outer_cone_distance();
                data
            },
        )
        .prop_filter("cones open outwards", |data| data.build().is_ok())
}

pub fn hypoid() -> impl Strategy<Value = HypoidData> {
    (
        6u32..20,
        2.0..6.0f64,
        degrees(75.0..105.0),
        0.005..0.17f64,
        0.08..0.18f64,
        prop_oneof![
            degrees(42.0..52.0).prop_map(Spiral::Pinion),
            degrees(15.0..35.0).prop_map(Spiral::Wheel)
        ],
        hand(),
        -0.005..0.03f64,
        degrees(14.0..25.0),
    )
        .prop_map(
            |(
                teeth,
                ratio,
                shaft_angle,
                offset,
                width,
                spiral,
                pinion_hand,
                apex,
                pressure_angle,
            )| {
                let diameter = 0.2;
                HypoidData {
                    pinion_teeth: teeth,
                    wheel_teeth: (f64::from(teeth) * ratio).round() as u32,
                    shaft_angle,
                    offset: offset * diameter,
                    wheel_outer_diameter: diameter,
                    wheel_face_width: width * diameter,
                    spiral,
                    pinion_hand,
                    apex_beyond_crossing: apex * diameter,
                    pressure_angle,
                }
            },
        )
        .prop_filter("the wheel's cone opens outwards", |data| {
            data.shaft_angle.cos()
                > -0.5 * f64::from(data.pinion_teeth) / f64::from(data.wheel_teeth)
        })
}

pub fn worm() -> impl Strategy<Value = WormData> {
    (
        1u32..7,
        20u32..90,
        prop_oneof![
            degrees(3.0..35.0).prop_map(WormSize::LeadAngle),
            (0.03..0.08f64).prop_map(WormSize::Diameter)
        ],
        hand(),
        prop_oneof![Just(90f64.to_radians()), degrees(75.0..105.0)],
        prop::option::of(-0.9..0.9f64),
        degrees(14.0..25.0),
    )
        .prop_map(
            |(starts, wheel_teeth, size, hand, shaft_angle, shift, pressure_angle)| {
                let mut data = WormData {
                    starts,
                    wheel_teeth,
                    axial_module: 4e-3,
                    size,
                    hand,
                    shaft_angle,
                    center_distance: None,
                    pressure_angle,
                };
                let plain = data.build().unwrap().pitch;
                data.center_distance = shift
                    .filter(|_| plain.a.radius > 1.5 * data.axial_module)
                    .map(|shift| plain.offset().abs() + shift * data.axial_module);
                data
            },
        )
        // Away from right angles the wheel shrinks while the worm grows, so that not every distance is within reach.
        .prop_filter("the cylinders reach", |data| data.build().is_ok())
}

pub fn crossed() -> impl Strategy<Value = CrossedData> {
    (
        (10u32..60, 10u32..60),
        (degrees(5.0..50.0), degrees(5.0..50.0)),
        (hand(), hand()),
        degrees(14.0..25.0),
    )
        .prop_map(
            |((z_a, z_b), (helix_a, helix_b), (hand_a, hand_b), pressure_angle)| {
                let system = |helix_angle: f64, hand: Hand| ToothSystem {
                    module: 3e-3,
                    pressure_angle,
                    helix_angle,
                    hand,
                };
                let same = hand_a == hand_b;
                CrossedData {
                    teeth: [z_a, z_b],
                    systems: [system(helix_a, hand_a), system(helix_b, hand_b)],
                    profile_shifts: [0.0; 2],
                    shaft_angle: if same {
                        helix_a + helix_b
                    } else {
                        (helix_a - helix_b).abs()
                    },
                    center_distance: None,
                }
            },
        )
        .prop_filter("shafts are crossed", |data| data.shaft_angle > 0.02)
}

/// Hypoid pairs whose cones are given, of equal and of opposite hands.
pub fn hypoid_cones() -> impl Strategy<Value = HypoidCones> {
    (
        [6u32..20, 21u32..60],
        [degrees(8.0..30.0), degrees(55.0..80.0)],
        [degrees(20.0..45.0), degrees(2.0..20.0)],
        [hand(), hand()],
    )
        .prop_map(|(teeth, cone_angles, spiral_angles, hands)| HypoidCones {
            teeth,
            cone_angles,
            spiral_angles,
            hands,
            wheel_outer_diameter: 0.2,
            wheel_face_width: 0.03,
            pressure_angle: 20f64.to_radians(),
        })
}

/// Pairs of every kind.
pub fn pitch_pairs() -> impl Strategy<Value = PitchPair> {
    prop_oneof![
        bevel().prop_map(|data| data.build().unwrap()),
        hypoid().prop_map(|data| data
            .build()
            .unwrap_or_else(|error| panic!("{error}: {data:?}"))),
        hypoid_cones().prop_map(|data| data.build().unwrap()),
        worm().prop_map(|data| data
            .build()
            .unwrap_or_else(|error| panic!("{error}: {data:?}"))
            .pitch),
        crossed().prop_map(|data| data.build().unwrap()),
        crate::sample::pairs()
            .prop_filter_map("a pair of wheels", |pair| PitchPair::of_cylinders(&pair)),
    ]
}
