//! Planar pairs made from real gears: their path is that of tips and radii, in either order of the wheels.

use pitchline_contact::{ContactPath, Levers, PlanarKind, PlanarPair};
use pitchline_geometry::{
    BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, GearPair, Hand, PairData,
    Thinning, Tip, ToothSystem,
};

const MM: f64 = 1e-3;

fn gear(kind: GearKind, teeth: u32, shift: f64, helix_angle: f64, hand: Hand) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem {
            module: 2.0 * MM,
            pressure_angle: 20f64.to_radians(),
            helix_angle,
            hand,
        },
        face_width: 20.0 * MM,
        profile_shift: shift,
        rack: BasicRack::A,
        tip: Tip::Alteration(-0.1),
        thickness_allowance: 0.0,
        thinning: Thinning::Feed,
        cutter: CutterData::default(),
        span_teeth: None,
        ball_diameter: None,
        bore_radius: None,
        rim: None,
    }
}

fn tip_radius(gear: &CylindricalGear) -> Option<f64> {
    match gear {
        CylindricalGear::Wheel(wheel) => Some(wheel.tip_radius),
        CylindricalGear::Rack(_) => None,
    }
}

#[test]
fn real_gears_have_the_path_of_their_tips() {
    let beta = 15f64.to_radians();
    let external = |teeth, shift, hand| gear(GearKind::External, teeth, shift, beta, hand);
    let ring = gear(GearKind::Internal, 71, 0.2, beta, Hand::Right);
    let pairs = [
        [
            external(23, 0.3, Hand::Right),
            external(41, 0.1, Hand::Left),
        ],
        [external(23, 0.2, Hand::Right), ring],
    ];
    for (pair, kinds) in pairs.into_iter().zip([
        [PlanarKind::External; 2],
        [PlanarKind::RingB, PlanarKind::RingA],
    ]) {
        let mut losses = Vec::new();
        for (order, kind) in [[0, 1], [1, 0]].into_iter().zip(kinds) {
            let [a, b] = order.map(|i| CylindricalGear::build(pair[i]).unwrap());
            let mesh = GearPair::build(a, b, PairData::default()).unwrap();
            let planar = PlanarPair::of_pair(&mesh).unwrap();
            assert_eq!(planar.data().kind, kind);
            let told = ContactPath::of_pair(&mesh);
            let tips = [&mesh.a, &mesh.b].map(|gear| tip_radius(gear).unwrap());
            let expected = ContactPath::from_tips(&planar, tips).unwrap();
            // Roots do not end contact early, so that the tips do.
            assert!((mesh.transverse_contact_ratio - mesh.formula_contact_ratio).abs() < 1e-12);
            assert!((told.start() - expected.start()).abs() < 1e-13, "{kind:?}");
            assert!((told.end() - expected.end()).abs() < 1e-13, "{kind:?}");
            let ratio = told.contact_ratio(&planar);
            assert!((ratio - mesh.transverse_contact_ratio).abs() < 1e-12);
            let levers = Levers::shared(&planar, &told).unwrap();
            // H_v (14)
            let cos = planar.data().pressure_angle.cos();
            losses.push(levers.loss_lever(&planar) * planar.relative_curvature().abs() / cos);
        }
        assert!((losses[0] / losses[1] - 1.0).abs() < 1e-11, "{losses:?}");
    }
}

#[test]
fn racks_have_no_pitch_circle() {
    let wheel = gear(GearKind::External, 23, 0.3, 0.0, Hand::Right);
    let rack = CylindricalData {
        kind: GearKind::Rack,
        profile_shift: 0.0,
        teeth: 10,
        ..wheel
    };
    let [a, b] = [wheel, rack].map(|data| CylindricalGear::build(data).unwrap());
    let mesh = GearPair::build(a, b, PairData::default()).unwrap();
    assert!(PlanarPair::of_pair(&mesh).is_none());
}
