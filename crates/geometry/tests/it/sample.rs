//! Gears to test with.

use pitchline_geometry::{
    BasicRack, CutterData, CylindricalData, CylindricalGear, GearKind, GearPair, Hand, PairData, Thinning, Tip,
    ToothSystem,
};

pub const MM: f64 = 1e-3;

/// A plain 20° spur gear of module 1 m, so that lengths are in modules.
pub fn data(kind: GearKind, teeth: u32) -> CylindricalData {
    CylindricalData {
        kind,
        teeth,
        system: ToothSystem { module: 1.0, pressure_angle: 20f64.to_radians(), helix_angle: 0.0, hand: Hand::Right },
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
    GearPair::build(build(a), build(b), PairData { center_distance, allow_interference: true }).unwrap()
}

/// Asserts that `value` rounds to what was printed with this many decimals.
#[track_caller]
pub fn assert_printed(value: f64, printed: f64, decimals: i32) {
    let half_digit = 0.5 * 10f64.powi(-decimals);
    assert!((value - printed).abs() <= half_digit * 1.0001, "computed {value}, printed {printed}");
}
