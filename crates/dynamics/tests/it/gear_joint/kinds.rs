//! Pairs of every kind, made from what a designer knows.

use pitchline_geometry::{
    BasicRack, BevelData, CrossedData, CutterData, CylindricalData, CylindricalGear, GearKind,
    GearPair, Hand, HypoidData, PairData, PitchPair, RackContact, Spiral, Thinning, Tip,
    ToothSystem, WormData, WormSize,
};

pub const HANDS: [Hand; 2] = [Hand::Left, Hand::Right];
pub const PRESSURE: f64 = 20.0;

fn system(helix: f64, hand: Hand) -> ToothSystem {
    ToothSystem {
        module: 3e-3,
        pressure_angle: PRESSURE.to_radians(),
        helix_angle: helix.to_radians(),
        hand,
    }
}

fn gear(kind: GearKind, teeth: u32, helix: f64, hand: Hand) -> CylindricalGear {
    CylindricalGear::build(CylindricalData {
        kind,
        teeth,
        system: system(helix, hand),
        face_width: 20e-3,
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
    })
    .unwrap()
}

fn mesh(a: CylindricalGear, b: CylindricalGear) -> GearPair {
    let data = PairData {
        center_distance: None,
        allow_interference: true,
    };
    GearPair::build(a, b, data).unwrap()
}

/// Spur where the helix is zero.
pub fn parallel(helix: f64, hand: Hand) -> PitchPair {
    let a = gear(GearKind::External, 19, helix, hand);
    let b = gear(GearKind::External, 43, helix, !hand);
    PitchPair::of_cylinders(&mesh(a, b)).unwrap()
}

pub fn internal(helix: f64, hand: Hand, is_ring_first: bool) -> PitchPair {
    let pinion = gear(GearKind::External, 21, helix, hand);
    let ring = gear(GearKind::Internal, 67, helix, hand);
    let mesh = if is_ring_first {
        mesh(ring, pinion)
    } else {
        mesh(pinion, ring)
    };
    PitchPair::of_cylinders(&mesh).unwrap()
}

pub fn rack(helix: f64, hand: Hand) -> RackContact {
    let wheel = gear(GearKind::External, 19, helix, hand);
    let rack = gear(GearKind::Rack, 40, helix, !hand);
    RackContact::new(&mesh(wheel, rack)).unwrap()
}

pub fn bevel(spiral: f64, hand: Hand, shaft_angle: f64) -> PitchPair {
    let data = BevelData {
        teeth: [14, 39],
        module: 4.5e-3,
        shaft_angle: shaft_angle.to_radians(),
        spiral_angle: spiral.to_radians(),
        hands: [hand, !hand],
        face_width: 25e-3,
        pressure_angle: PRESSURE.to_radians(),
    };
    data.build().unwrap()
}

pub fn hypoid(hand: Hand) -> PitchPair {
    let data = HypoidData {
        pinion_teeth: 13,
        wheel_teeth: 42,
        shaft_angle: std::f64::consts::FRAC_PI_2,
        offset: 15e-3,
        wheel_outer_diameter: 170e-3,
        wheel_face_width: 30e-3,
        spiral: Spiral::Wheel(30f64.to_radians()),
        pinion_hand: hand,
        apex_beyond_crossing: 0.0,
        pressure_angle: PRESSURE.to_radians(),
    };
    data.build().unwrap()
}

pub fn worm(hand: Hand, shaft_angle: f64, starts: u32) -> PitchPair {
    let data = WormData {
        starts,
        wheel_teeth: 31,
        axial_module: 3e-3,
        size: WormSize::Diameter(44e-3),
        hand,
        shaft_angle: shaft_angle.to_radians(),
        center_distance: None,
        pressure_angle: PRESSURE.to_radians(),
    };
    data.build().unwrap().pitch
}

/// Helix angles of both, equal hands, so that the shafts stand at their sum.
pub fn crossed(helices: [f64; 2], hand: Hand) -> PitchPair {
    let data = CrossedData {
        teeth: [17, 29],
        systems: helices.map(|helix| system(helix, hand)),
        profile_shifts: [0.0; 2],
        shaft_angle: (helices[0] + helices[1]).to_radians(),
        center_distance: None,
    };
    data.build().unwrap()
}
